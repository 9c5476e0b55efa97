/// Findings about what names, times and units mean.
extension DiagnosticCatalog {
    static let binding: [CatalogEntry] = [
        CatalogEntry(
            .unknownMetric, "no such metric",
            "No metric, `let` or function has this name. Case, spaces and `_` make no difference; `show metrics` lists all metrics.",
            example: "sum stepz by day"),
        CatalogEntry(
            .sumOfDiscrete, "the sum of a discrete metric",
            "Values such as heart rates are readings, not amounts: their sum means nothing. Ask for average, min, max or latest.",
            example: "sum heartRate by day"),
        CatalogEntry(
            .averageOfCumulative, "the average of a cumulative metric",
            "Samples of steps or energy are amounts over arbitrary lengths, so a mean of samples says nothing. Sum them per period first, and "
                + "average those: `sum steps by day | average`.",
            example: "average steps by day"),
        CatalogEntry(
            .emptyRange, "a range that holds nothing",
            "The range ends where it begins, or before.",
            example: "sum steps from 2024-03-10 to 2024-03-01"),
        CatalogEntry(
            .unknownZone, "no such time zone",
            "Zones are named as in the tz database: Europe/Berlin, America/New_York. `show zones` lists them.",
            example: "sum steps by day zone Europe/Berln"),
        CatalogEntry(
            .incompatibleUnit, "a unit of another dimension",
            "A value can be shown in units of its own dimension only: energy in kcal or kJ, distance in km or miles.",
            example: "sum steps in kcal"),
        CatalogEntry(
            .overlappingRawSources, "raw sources that overlap",
            "`sources raw` adds what all sources recorded. Where two recorded the same walk, it counts twice. Needs samples of two sources that "
                + "overlap.",
            example: "sum steps by day sources raw"),
        CatalogEntry(
            .driftingGrid, "buckets whose wall clock moves",
            "Buckets of several hours are elapsed time, so their clock time moves when daylight saving begins or ends inside the range. "
                + "`grid clock` keeps the wall clock.",
            example: "sum steps by 6h from 2024-03-01 to 2024-04-15 zone Europe/Berlin"),
        CatalogEntry(
            .fillZeroOnDiscrete, "zero in place of a missing reading",
            "A heart rate of zero is a reading, not a missing one. `fill zero` suits totals; leave readings empty or fill them linearly.",
            example: "average heartRate by hour fill zero"),
        CatalogEntry(
            .anchorWithoutEffect, "an anchor that changes nothing",
            "A part of the anchor cannot matter for these buckets, such as a time of day for single hours on the hour.",
            example: "sum steps by hour anchor 03:00"),
    ]
}

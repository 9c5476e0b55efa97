import CalendarIntervals
package import HealthModel

/// The contents of one file as a reader found them, before anything is stored.
package struct ImportFindings: Hashable, Sendable {
    /// The samples of one metric.
    package struct Metric: Hashable, Sendable {
        package var count = 0
        /// Milliseconds since 1970.
        package var firstStart = Int64.max
        package var lastEnd = Int64.min
    }

    /// Times of kept rows that the clocks skip or show twice.
    package struct UnclearTimes: Hashable, Sendable {
        package var count = 0
        /// The line of the first of them; 0 if there are none.
        package var firstLine = 0
    }

    /// The maximum number of names in a list and the maximum length of a name. They prevent a file from filling the memory.
    static let nameLimit = 10_000
    static let textLimit = 200

    /// Samples, workouts, correlations and activity summaries in the file, kept or not.
    package var rows = 0
    /// The number of `rows` that are not kept.
    package private(set) var skippedRows = 0
    /// Rows of an export that are not kept, by the metric of their samples; nil if it is not known.
    package private(set) var skippedByMetric: [MetricID?: Int] = [:]
    /// The number of `rows` that are activity summaries.
    package var summaries = 0
    /// The number of `rows` that are correlations.
    package var correlations = 0
    package var metrics: [MetricID: Metric] = [:]
    /// Rows by the id of their person, without those of the person without a name.
    package var persons: [String: Int] = [:]
    /// Samples and workouts by source name.
    package var sources: [String: Int] = [:]
    /// Samples and workouts by the zone in their metadata.
    package var zones: [String: Int] = [:]
    /// The time zones of people by id, from a column of the file. The person without a name has the empty id.
    package private(set) var personZones: [String: String] = [:]
    package var issues = ImportIssueLog()
    /// A phrase for a JSON document whose first rows are not samples; nil for others. ``unreadDocument`` decides after the last row.
    var otherDocument: String?
    /// True if a row of a table without a type has another field of samples.
    var hasSampleFields = false
    /// How columns of a table were read if their rows don't say it, as phrases.
    package var readings: [String] = []
    /// Times without an offset in a table.
    package private(set) var unclearTimes = UnclearTimes()
    /// How metrics in percent were read from a table.
    package var shares: [MetricID: ShareReading] = [:]
    /// The values above 100 % in an export, whose percentages are fractions.
    package private(set) var sharesAboveWhole: [MetricID: SharesAboveWhole] = [:]
    /// Elements that the importer does not read, by name.
    package var unreadElements: [String: Int] = [:]
    /// The routes of workouts.
    package var routes = RouteFindings()
    /// The electrocardiograms.
    package var electrocardiograms = ElectrocardiogramFindings()
    /// The clinical records.
    package var clinical = ClinicalFindings()
    /// The elements of clinical records in the document.
    package var clinicalElements = 0
    /// The sources of clinical records, by the names of their files.
    package private(set) var clinicalSources: [String: ClinicalFindings.Origin] = [:]
    /// The order of the sources of metrics that the file gives, by the id of the person, as keys, the best first.
    package private(set) var sourceOrder: [String: [MetricID: [String]]] = [:]
    /// The platforms whose exports were in the store that wrote the file, with the keys of the sources in them.
    package var platforms: [Platform: Set<String>] = [:]
    /// The metrics of which a source has at most one sample at a time (`ImportBatch.replacing` and `growing`).
    package private(set) var replacing: Set<MetricID> = []
    /// The time of the export, as written in the file.
    package var exportDate: String?
    /// True if the document is truncated.
    package var isCutOff = false

    package init() {}

    /// Rows by source. Spellings of one source are added up under the spelling that is printed.
    package var printedSources: [String: Int] {
        var names: [String: String] = [:]
        for name in sources.keys {
            let key = Source.fold(name)
            if names[key].map({ Source.isPrinted(name, ratherThan: $0) }) ?? true { names[key] = name }
        }
        return sources.reduce(into: [:]) { counts, source in
            counts[names[Source.fold(source.key)] ?? source.key, default: 0] += source.value
        }
    }

    /// True if the zone of a person is not known yet.
    func lacksZone(of person: String) -> Bool { personZones[person] == nil && personZones.count < ImportFindings.nameLimit }

    /// Keeps the zone of a person, if `name` names one.
    mutating func keepZone(of person: String, named name: String) { personZones[person] = Zone.named(name)?.identifier }

    /// Keeps the source of a clinical record, the first of each name.
    mutating func keepClinicalSource(_ origin: ClinicalFindings.Origin, of name: String) {
        guard clinicalSources[name] == nil, clinicalSources.count < ImportFindings.nameLimit else { return }
        clinicalSources[name] = origin
    }

    /// Keeps the order of the sources of a metric. Returns false if the file has too many.
    mutating func keepOrder(_ keys: [String], of metric: MetricID, person: String) -> Bool {
        guard sourceOrder.values.reduce(0, { $0 + $1.count }) < ImportFindings.nameLimit else { return false }
        sourceOrder[person, default: [:]][metric] = keys
        return true
    }

    /// Counts times that the clocks skip or show twice, in a row.
    mutating func noteUnclearTimes(_ count: Int, line: Int) {
        guard count > 0 else { return }
        if unclearTimes.count == 0 { unclearTimes.firstLine = line }
        unclearTimes.count += count
    }

    /// Counts the rows of a batch by metric, source and zone.
    mutating func add(_ batch: ImportBatch) {
        replacing.formUnion(batch.replacing)
        replacing.formUnion(batch.growing)
        var bySource = [Int](repeating: 0, count: batch.sources.count)
        var byMetadata = [Int](repeating: 0, count: batch.metadata.count)
        for (metric, samples) in batch.samples {
            add(metric, count: samples.count, firstStart: samples.starts.min(), lastEnd: samples.ends.max())
            if shares[metric] == nil, metric.isShare { noteSharesAboveWhole(samples.values, of: metric) }
            for source in samples.sources { bySource[Int(source)] += 1 }
            for set in samples.metadata { byMetadata[Int(set)] += 1 }
        }
        for workout in batch.workouts {
            bySource[Int(workout.source)] += 1
            byMetadata[Int(workout.metadata)] += 1
        }
        add(
            .workouts, count: batch.workouts.count, firstStart: batch.workouts.map(\.start.milliseconds).min(),
            lastEnd: batch.workouts.map(\.end.milliseconds).max())
        if !batch.person.isEmpty {
            persons[batch.person, default: 0] += bySource.reduce(0, +) + batch.summaries.count + batch.correlations.count
        }
        for (source, count) in zip(batch.sources, bySource) where count > 0 {
            ImportFindings.count(count, of: source.name, in: &sources)
        }
        for (set, count) in zip(batch.metadata, byMetadata) where count > 0 {
            if let zone = set.zoneIdentifier { ImportFindings.count(count, of: zone, in: &zones) }
        }
    }

    private mutating func noteSharesAboveWhole(_ values: [Double], of metric: MetricID) {
        let above = values.filter { $0 > 1 }
        guard let greatest = above.max() else { return }
        var shares = sharesAboveWhole[metric, default: SharesAboveWhole()]
        shares.count += above.count
        shares.greatest = max(shares.greatest, greatest)
        sharesAboveWhole[metric] = shares
    }

    /// A phrase for a JSON document that has no rows of samples, not even damaged ones, which is known after the last row. Nil for others.
    var unreadDocument: String? {
        let (unreadable, untyped) = (issues.count(.badTableRow), issues.count(.missingType))
        guard !hasSampleFields, rows > 0, unreadable + untyped == rows, rows == 1 || unreadable > 0 else { return nil }
        return otherDocument
    }

    /// Counts a row that is not kept.
    mutating func skipRow() { skippedRows += 1 }

    /// Counts a row that is not kept and would be a sample of `metric`; nil if that is not known.
    mutating func skipSample(of metric: MetricID?) {
        skippedRows += 1
        addSkipped(1, of: metric)
    }

    /// Counts files that cannot be read and can have samples of any metric, so that the import does not replace any.
    mutating func noteUnreadFiles(_ count: Int) {
        if count > 0 { addSkipped(count, of: nil) }
    }

    private mutating func addSkipped(_ count: Int, of metric: MetricID?) {
        let isListed = skippedByMetric[metric] != nil || skippedByMetric.count < ImportFindings.nameLimit
        skippedByMetric[isListed ? metric : nil, default: 0] += count
    }

    /// Returns the number of rows and damaged places of an export that may be samples of one of these metrics.
    package func unreadRows(of metrics: Set<MetricID>) -> Int {
        skippedByMetric.reduce(issues.count(.damage)) { $0 + ($1.key.map(metrics.contains) ?? true ? $1.value : 0) }
    }

    /// Returns true if no list is full after adding the findings of a part.
    func hasRoom(for part: ImportFindings) -> Bool {
        unreadElements.count + part.unreadElements.count <= ImportFindings.nameLimit
            && clinicalSources.count + part.clinicalSources.count <= ImportFindings.nameLimit && issues.hasRoom(for: part.issues)
    }

    /// Adds the findings of a part, which must have room and has no samples that were counted by metric, source or zone.
    ///
    /// - Parameter linesBefore: the number of lines before the part.
    mutating func merge(_ part: ImportFindings, linesBefore: Int) {
        rows += part.rows
        skippedRows += part.skippedRows
        for (metric, count) in part.skippedByMetric { addSkipped(count, of: metric) }
        summaries += part.summaries
        correlations += part.correlations
        for (name, count) in part.unreadElements { unreadElements[name, default: 0] += count }
        issues.merge(part.issues, linesBefore: linesBefore)
        hasSampleFields = hasSampleFields || part.hasSampleFields
        noteUnclearTimes(part.unclearTimes.count, line: part.unclearTimes.firstLine + linesBefore)
        exportDate = part.exportDate ?? exportDate
        for (person, orders) in part.sourceOrder { sourceOrder[person, default: [:]].merge(orders) { $1 } }
        platforms.merge(part.platforms) { $0.union($1) }
        routes.merge(part.routes)
        clinicalElements += part.clinicalElements
        clinicalSources.merge(part.clinicalSources) { first, _ in first }
    }

    private mutating func add(_ metric: MetricID, count: Int, firstStart: Int64?, lastEnd: Int64?) {
        guard let firstStart, let lastEnd, metrics[metric] != nil || metrics.count < ImportFindings.nameLimit else { return }
        var entry = metrics[metric, default: Metric()]
        entry.count += count
        entry.firstStart = min(entry.firstStart, firstStart)
        entry.lastEnd = max(entry.lastEnd, lastEnd)
        metrics[metric] = entry
    }

    /// Returns `text`, truncated to the limit that protects the memory. It is not shortened for the screen.
    static func kept(of text: String) -> String { text.utf8.count <= textLimit ? text : String(text.prefix(textLimit)) + "…" }

    /// Adds `number` to the count of `name`, unless the list of names is full.
    static func count(_ number: Int = 1, of name: String, in counts: inout [String: Int]) {
        let name = kept(of: name)
        guard counts[name] != nil || counts.count < nameLimit else { return }
        counts[name, default: 0] += number
    }
}

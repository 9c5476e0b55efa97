/// HealthKit's words, and what to write in Tally.
extension HelpConcept {
    static let healthKit: [HelpConcept] = [
        HelpConcept(
            names: [
                "healthkit", "hkstatisticscollectionquery", "hkstatisticscollection", "hkstatisticsquery", "hkstatistics",
                "statistics collection", "intervalcomponents", "enumeratestatistics", "statistics(for:)", "initialresultshandler",
                "statisticscollection", "hkstatisticscollectionquerydescriptor", "hkhealthstore",
            ],
            text: """
                A Tally query is an HKStatisticsCollectionQuery in one line:
                    options                   sum, average, min, max, latest, duration
                    quantityType              the metric, such as steps
                    intervalComponents        by day, by 15min, by week
                    anchorDate                anchor 03:00, anchor monday
                    quantitySamplePredicate   a range, where, strict
                    separateBySource          by source
                    enumerateStatistics       the rows of the result
                Without `by`, a query is an HKStatisticsQuery. `explain swift` writes the
                HealthKit code for a query, and `explain swift async` with descriptors.
                """,
            examples: ["sum activeEnergy by hour since -30d anchor 03:00", "explain swift sum steps by day last 7 days"], lesson: "code"),
        HelpConcept(
            names: [
                "hkstatisticsoptions", "cumulativesum", "discreteaverage", "discretemin", "discretemax", "mostrecent",
                "hkstatisticsoption", "sumquantity", "averagequantity", "minimumquantity", "maximumquantity", "mostrecentquantity",
                "statistics options",
            ],
            text: """
                HealthKit's statistics options are aggregates in Tally:
                    cumulativeSum     sum
                    discreteAverage   average
                    discreteMin       min
                    discreteMax       max
                    mostRecent        latest
                    duration          duration
                    separateBySource  by source
                """,
            examples: ["average, min, max heartRate by hour yesterday", "latest weight"], lesson: "styles"),
        HelpConcept(
            names: ["separatebysource", "separate by source", "separate"],
            text: """
                HealthKit's separateBySource is `by source`: one row for each source,
                without merging. `sources separate` gives the same rows.
                """,
            examples: ["sum steps by day and source last 3 days", "sum steps by day last 3 days sources separate"], lesson: "sources"),
        HelpConcept(
            names: [
                "strictstartdate", "strictenddate", "hkqueryoptions", "predicateforsamples", "hkquery", "nspredicate", "hksamplepredicate",
                "quantitysamplepredicate", "samplepredicate", "predicate", "predicates",
                "strict start date", "strict end date",
            ],
            text: """
                `strict start` is HealthKit's strictStartDate: only samples that start
                inside the range count. `strict end` is strictEndDate. Without these
                options, HealthKit counts all of a sample that crosses an edge. In Tally,
                use `edges overlap` for that.
                """,
            examples: ["sum steps yesterday strict start", "sum steps yesterday edges overlap"], lesson: "range"),
        HelpConcept(
            names: ["anchordate", "anchor date"],
            text: """
                HealthKit's anchorDate is `anchor`. Tally only needs the time of day, the
                weekday or the day of the month at which a bucket starts.
                """,
            examples: ["sum steps by day anchor 03:00 last 7 days", "sum steps by week anchor monday 03:00 last 4 weeks"],
            lesson: "anchors"),
        HelpConcept(
            names: [
                "hksample", "hkquantitysample", "hkcategorysample", "hksamplequery", "hkworkout", "hkquantity", "hkobject", "hksource",
                "hksourcerevision", "hkdevice", "hkmetadata", "hksamplequerydescriptor", "hksourcequery",
            ],
            text: """
                `samples of` lists samples, like an HKSampleQuery. `where` tests their
                source, device, dates and metadata. `show sources` lists sources, like an
                HKSourceQuery.
                """,
            examples: ["samples of heartRate yesterday limit 5", "show sources of steps"]),
        HelpConcept(
            names: [
                "anchored query", "anchored object query", "hkanchoredobjectquery", "hkanchoredobjectquerydescriptor", "hkqueryanchor",
                "query anchor", "hkdeletedobject", "deleted object", "tombstone", "tombstones", "sync", "kept deletions",
            ],
            text: """
                `changes of` lists the samples that were added and deleted since an anchor,
                like an HKAnchoredObjectQuery. An anchor is the number of the last change
                that you know. Each answer has a new one, for the next question. Samples
                come in the order in which they were added. `set kept deletions` sets how
                many deletions the store remembers.
                """,
            examples: ["let seen = anchor of steps", "changes of steps since anchor 3 limit 100", "changes of steps as json"]),
        HelpConcept(
            names: [
                "hkquantitytype", "hkcategorytype", "hkobjecttype", "hksampletype", "hkquantitytypeidentifier",
                "hkcategorytypeidentifier", "identifier", "identifiers", "aggregationstyle", "hkquantityaggregationstyle",
            ],
            text: """
                Write a type as its full identifier, as its short name or as people say it:
                HKQuantityTypeIdentifierStepCount, stepCount or steps. `show metrics` lists
                them, and `describe steps` shows a type's aggregation style.
                """,
            examples: ["sum HKQuantityTypeIdentifierStepCount yesterday", "describe steps", "show metrics"]),
        HelpConcept(
            names: ["hkunit", "hkmetricprefix", "unit strings", "unit string"],
            text: """
                Tally uses the unit strings of HKUnit, such as kcal, count/min and mg/dL.
                `show units` lists them.
                """,
            examples: ["average bloodGlucose in mg/dL by week", "show units"]),
        HelpConcept(
            names: ["hkactivitysummary", "hkactivitysummaryquery", "activity summaries", "activity summary"],
            text: """
                `summaries` lists the activity summaries of the range, with the goals for
                move, exercise and stand.
                """,
            examples: ["summaries last 7 days"]),
        HelpConcept(
            names: [
                "authorization", "permission", "permissions", "requestauthorization", "access", "share", "usage description", "entitlement",
                "hkauthorizationstatus", "authorizationstatus", "privacy", "denied", "owner", "device state", "locked", "guest user",
                "guest", "mine",
            ],
            text: """
                You own your store, so you may read and write everything. `act as` asks as
                an app, with the rules of HealthKit: without permission to read, it sees
                only its own samples and no error. Without permission to write, it gets an
                error. `allow` and `deny` decide, and `show access` lists the decisions.
                `where source is mine` keeps the samples that the app itself wrote. Apps
                can't write while a guest uses the device (`set device state = guest`).

                Permission to read workouts includes their energy, distance and heart rate,
                because a workout carries them. An app sees only persons with a sample that
                it may read, and never their attributes.
                """,
            examples: [
                "act as \"com.example.trends\"", "allow \"com.example.trends\" to read steps, write weight", "show access",
                "sum steps where source is mine", "set device state = locked",
            ], lesson: "permission"),
        HelpConcept(
            names: [
                "observer", "observer query", "hkobserverquery", "background delivery", "enablebackgrounddelivery", "long-running query",
                "statisticsupdatehandler", "update handler", "updatehandler",
            ],
            text: """
                `watch` shows the answer again whenever it changes, like the update
                handler of an HKStatisticsCollectionQuery. A watch with a name tells the
                changed rows after each statement. `every hour` gathers the changes of an
                hour, like background delivery with the frequency hourly. `changes of` lists
                what is new since an anchor, and the library has observers. `explain swift
                watch` writes the HealthKit code.
                """,
            examples: [
                "watch sum steps today until >= 10000", "watch moving = sum steps by day last 7 days every hour",
                "explain swift watch sum steps by hour today",
            ],
            lesson: "updates"),
    ]
}

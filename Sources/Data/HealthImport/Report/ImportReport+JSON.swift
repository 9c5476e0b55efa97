import CalendarIntervals
import HealthModel

extension ImportReport {
    /// Returns one line of JSON for a file that was not imported.
    package static func json(of error: ImportError, file: String) -> String {
        JSONText.object([("file", .string(file)), ("error", .string("\(error)"))]).text
    }

    /// The report as one line of JSON. Times are ISO 8601 in UTC.
    package var json: String {
        func time(_ milliseconds: Int64) -> JSONText { .string(ISO8601.text(of: Instant(milliseconds: milliseconds), in: .utc)) }
        let allSkipped = skippedShare.map { [$0] } ?? []
        let metrics = findings.metrics.sorted { $0.key.identifier < $1.key.identifier }.map { metric, found in
            let outcome = outcomes[metric] ?? WriteOutcome()
            return JSONText.object([
                ("metric", .string(metric.shortName)), ("identifier", .string(metric.identifier)), ("read", .number(found.count)),
                ("kept", .number(outcome.added)), ("alreadyThere", .number(outcome.alreadyThere)), ("first", time(found.firstStart)),
                ("last", time(found.lastEnd)),
            ])
        }
        let issues = findings.issues.entries.map { entry in
            JSONText.object([
                ("issue", .string(entry.issue.rawValue)), ("effect", .string(entry.issue.effect.rawValue)),
                ("explanation", .string(entry.issue.explanation)), ("detail", entry.detail.isEmpty ? .null : .string(entry.detail)),
                ("count", .number(entry.count)), ("lines", .array(entry.lines.map(JSONText.number))),
            ])
        }
        let unread = unreadFiles.entries.map { entry in
            JSONText.object([
                ("kind", .string(entry.kind)), ("count", .number(entry.count)), ("examples", .array(entry.examples.map(JSONText.string))),
            ])
        }
        let persons: [(String, JSONText)] = findings.persons.isEmpty ? [] : [("persons", .counts(findings.persons))]
        return JSONText.object(
            [
                ("file", .string(file)), ("place", place.map(JSONText.string) ?? .null), ("format", .string(format.name)),
                ("exportDate", findings.exportDate.map(JSONText.string) ?? .null), ("isComplete", .bool(isComplete)),
                ("wasCancelled", .bool(wasCancelled)), ("warnings", .array((allSkipped + warnings).map(JSONText.string))),
                ("readings", .array(readings.map(JSONText.string))),
                (
                    "rows",
                    .object([
                        ("read", .number(findings.rows)), ("kept", .number(added)), ("alreadyThere", .number(alreadyThere)),
                        ("repaired", .number(findings.issues.count(.repaired))), ("skipped", .number(findings.skippedRows)),
                    ])
                ),
                ("activitySummaries", .number(findings.summaries)), ("correlations", .number(findings.correlations)),
                ("issues", .array(issues)), ("metrics", .array(metrics)), ("sources", .counts(findings.printedSources)),
                (
                    "zone",
                    .object([
                        ("suggested", suggestedZone.map(JSONText.string) ?? .null), ("counts", .counts(findings.zones)),
                        ("exportOffset", exportOffset.map(JSONText.string) ?? .null),
                    ])
                ), ("routes", findings.routes.json), ("electrocardiograms", findings.electrocardiograms.json),
                ("clinicalRecords", findings.clinical.json),
                ("notRead", .object([("files", .array(unread)), ("elements", .counts(findings.unreadElements))])),
                ("bytes", .number(bytes)), ("seconds", .decimal(seconds)),
            ] + persons
        ).text
    }
}

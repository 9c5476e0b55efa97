import CalendarIntervals
import HealthModel

extension ImportReport {
    /// The report as one JSON document on one line; times are ISO 8601 in UTC.
    package var json: String {
        func time(_ milliseconds: Int64) -> JSONText { .string(ISO8601.text(of: Instant(milliseconds: milliseconds), in: .utc)) }
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
        return JSONText.object([
            ("file", .string(file)), ("place", place.map(JSONText.string) ?? .null), ("format", .string(format)),
            ("exportDate", findings.exportDate.map(JSONText.string) ?? .null), ("isComplete", .bool(isComplete)),
            ("wasCancelled", .bool(wasCancelled)), ("warnings", .array(warnings.map(JSONText.string))),
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
            ), ("notRead", .object([("files", .array(unread)), ("elements", .counts(findings.unreadElements))])),
            ("bytes", .number(bytes)), ("seconds", .decimal(seconds)),
        ]).text
    }
}

/// A JSON value as text, with the keys of objects in a fixed order.
private struct JSONText {
    let text: String

    static let null = JSONText(text: "null")
    static func number(_ value: Int) -> JSONText { JSONText(text: "\(value)") }
    static func decimal(_ value: Double) -> JSONText { JSONText(text: value.isFinite ? "\(value)" : "null") }
    static func bool(_ value: Bool) -> JSONText { JSONText(text: "\(value)") }

    static func string(_ value: String) -> JSONText {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return JSONText(text: text + "\"")
    }

    static func array(_ values: [JSONText]) -> JSONText { JSONText(text: "[" + values.map(\.text).joined(separator: ",") + "]") }

    static func object(_ members: [(String, JSONText)]) -> JSONText {
        JSONText(text: "{" + members.map { string($0.0).text + ":" + $0.1.text }.joined(separator: ",") + "}")
    }

    static func counts(_ counts: [String: Int]) -> JSONText {
        object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
    }
}

package import CalendarIntervals
import HealthModel
import TerminalText

extension ImportReport {
    /// Returns the report for people: lines of at most 80 columns as far as names allow, dates in `zone`.
    package func text(in zone: Zone) -> String {
        var lines = heading
        lines += totals
        for effect in [ImportIssue.Effect.repaired, .skipped, .damage] { lines += issueLines(effect) }
        lines += notReadLines + metricLines(zone) + sourceLines + zoneLines
        return lines.joined(separator: "\n") + "\n"
    }

    private var heading: [String] {
        let title = ScreenText.visible(file) + (place.map { ": \(ScreenText.visible($0))" } ?? "")
        let megabytes = Double(bytes) / 1e6
        let rate = seconds > 0 ? ", \(oneDecimal(megabytes / seconds)) MB/s" : ""
        let made = findings.exportDate.map { " made \(ScreenText.visible($0))" } ?? ""
        return [title, "  \(format)\(made); \(oneDecimal(megabytes)) MB in \(oneDecimal(seconds)) s\(rate)"]
            + warnings.map { "  warning: \(ScreenText.visible($0)); what could be read is kept" }
            + (wasCancelled ? ["  stopped before the end; importing again completes it"] : [])
    }

    private var totals: [String] {
        let repairs = findings.issues.count(.repaired)
        var rows = [
            (findings.rows, findings.rows == 1 ? "row read" : "rows read"), (added, "kept"), (alreadyThere, "already there"),
            (repairs, repairs == 1 ? "repair" : "repairs"), (findings.skippedRows, "skipped"),
        ]
        if findings.summaries > 0 { rows.append((findings.summaries, "of the rows are activity summaries")) }
        if findings.correlations > 0 { rows.append((findings.correlations, "of the rows are correlations")) }
        let width = rows.map { grouped($0.0).count }.max() ?? 0
        return [""] + rows.map { "  \(ScreenText.padded(grouped($0.0), to: width, on: .right)) \($0.1)" }
    }

    private func issueLines(_ effect: ImportIssue.Effect) -> [String] {
        let entries = findings.issues.entries.filter { $0.issue.effect == effect }
        if entries.isEmpty { return [] }
        let width = entries.map { grouped($0.count).count }.max() ?? 0
        return ["", "\(effect.rawValue):"]
            + entries.flatMap { entry in
                let detail = entry.detail.isEmpty ? "" : ": \(ScreenText.visible(entry.detail))"
                let lines = (entry.count == 1 ? "line " : "lines ") + entry.lines.map(grouped).joined(separator: " ")
                let more = entry.count > entry.lines.count ? " …" : ""
                return [
                    "  \(ScreenText.padded(grouped(entry.count), to: width, on: .right)) \(entry.issue.explanation)\(detail)",
                    "  \(ScreenText.padded("", to: width)) (\(lines)\(more))",
                ]
            }
    }

    private var notReadLines: [String] {
        let files = unreadFiles.entries.map { ($0.count, "\($0.kind), such as \(ScreenText.visible($0.examples.first ?? ""))") }
        let elements = findings.unreadElements.sorted { $0.key < $1.key }.map { ($0.value, "<\(ScreenText.visible($0.key))>") }
        let entries = files + elements
        if entries.isEmpty { return [] }
        let width = entries.map { grouped($0.0).count }.max() ?? 0
        return ["", "not imported yet:"] + entries.map { "  \(ScreenText.padded(grouped($0.0), to: width, on: .right)) \($0.1)" }
    }

    private func metricLines(_ zone: Zone) -> [String] {
        let metrics = findings.metrics.sorted { ($1.value.count, $0.key.shortName) < ($0.value.count, $1.key.shortName) }
        if metrics.isEmpty { return [] }
        func day(_ milliseconds: Int64) -> String { String(ISO8601.text(of: Instant(milliseconds: milliseconds), in: zone).prefix(10)) }
        let rows = metrics.map { metric, found in
            let outcome = outcomes[metric] ?? WriteOutcome()
            return [
                ScreenText.visible(metric.shortName), grouped(outcome.added), grouped(outcome.alreadyThere), day(found.firstStart),
                day(found.lastEnd),
            ]
        }
        return [""] + table([["metric", "kept", "already there", "first", "last"]] + rows)
    }

    private var sourceLines: [String] {
        if findings.sources.isEmpty { return [] }
        let rows = findings.printedSources.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { [$0.key.isEmpty ? "(no name)" : ScreenText.visible($0.key), grouped($0.value)] }
        return [""] + table([["source", "rows"]] + rows)
    }

    private var zoneLines: [String] {
        var lines: [String] = []
        if let suggestedZone, let count = findings.zones[suggestedZone] {
            let all = findings.zones.values.reduce(0, +)
            lines.append(
                "zone: \(grouped(count)) of \(grouped(all)) samples that name a zone are from \(ScreenText.visible(suggestedZone))")
        } else {
            lines.append("zone: no sample names a zone")
        }
        if let exportOffset {
            lines.append("      the dates carry the offset of the phone at the export, \(exportOffset), which is no zone")
        }
        return [""] + lines
    }
}

/// Returns rows as lines: the first column to the left, numbers to the right.
private func table(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { ScreenText.width($0[column]) }.max() ?? 0 }
    return rows.map { row in
        "  " + row.indices.map { ScreenText.padded(row[$0], to: widths[$0], on: $0 == 0 ? .left : .right) }.joined(separator: "  ")
    }
}

/// `1,234,567`
private func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
        if index > 0, index % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return String(text.reversed())
}

private func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(grouped(tenths / 10)).\(tenths % 10)"
}

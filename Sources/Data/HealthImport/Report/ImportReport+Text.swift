package import CalendarIntervals
import HealthModel
import TerminalText

extension ImportReport {
    /// Returns the report as text for people, with dates in `zone`. Lines have at most 80 columns unless names are long.
    package func text(in zone: Zone) -> String {
        var lines = heading
        lines += totals + readingLines
        for effect in [ImportIssue.Effect.repaired, .skipped, .damage] { lines += issueLines(effect) }
        lines +=
            routeLines + electrocardiogramLines + clinicalLines + notReadLines + personLines + metricLines(zone) + sourceLines + zoneLines
        return lines.joined(separator: "\n") + "\n"
    }

    private var heading: [String] {
        let title = ScreenText.visible(file) + (place.map { ": \(ScreenText.visible($0))" } ?? "")
        let megabytes = Double(bytes) / 1e6
        let rate = seconds > 0 ? ", \(oneDecimal(megabytes / seconds)) MB/s" : ""
        let made = findings.exportDate.map { ", created \(ScreenText.visible($0))" } ?? ""
        return [title, "  \(format.name)\(made); \(oneDecimal(megabytes)) MB in \(oneDecimal(seconds)) s\(rate)"]
            + (skippedShare.map { ["  warning: \(ScreenText.visible($0))"] } ?? [])
            + warnings.map { "  warning: \(ScreenText.visible($0)). Everything that could be read is kept" }
            + (wasCancelled ? ["  stopped before the end. To complete it, import the file again"] : [])
    }

    private var totals: [String] {
        let repairs = findings.issues.count(.repaired)
        var rows = [
            (findings.rows, findings.rows == 1 ? "row read" : "rows read"), (added, "kept"),
            (alreadyThere, alreadyThere == 1 ? "duplicate" : "duplicates"),
            (repairs, repairs == 1 ? "repair" : "repairs"), (findings.skippedRows, "skipped"),
        ]
        for (count, one, several) in [
            (findings.summaries, "row is an activity summary", "rows are activity summaries"),
            (findings.correlations, "row is a correlation", "rows are correlations"),
        ] where count > 0 { rows.append((count, count == 1 ? one : several)) }
        let width = rows.map { Wording.number($0.0).count }.max() ?? 0
        return [""] + rows.map { "  \(ScreenText.padded(Wording.number($0.0), to: width, on: .end)) \($0.1)" }
    }

    private var readingLines: [String] {
        readings.isEmpty ? [] : ["", "read:"] + readings.map { "  \(ScreenText.visible($0))" }
    }

    private func issueLines(_ effect: ImportIssue.Effect) -> [String] {
        let entries = findings.issues.entries.filter { $0.issue.effect == effect }
        if entries.isEmpty { return [] }
        let width = entries.map { Wording.number($0.count).count }.max() ?? 0
        return ["", "\(effect.rawValue):"]
            + entries.flatMap { entry in
                let detail = entry.detail.isEmpty ? "" : ": \(ScreenText.visible(entry.detail))"
                let part = entry.count == 1 ? format.part : "\(format.part)s"
                let lines = entry.lines.map(Wording.number).joined(separator: " ")
                let more = entry.count > entry.lines.count ? " …" : ""
                let text = "  \(ScreenText.padded(Wording.number(entry.count), to: width, on: .end)) \(entry.issue.explanation)\(detail)"
                return lines.isEmpty ? [text] : [text, "  \(ScreenText.padded("", to: width)) (\(part) \(lines)\(more))"]
            }
    }

    private var routeLines: [String] {
        let found = findings.routes.lines(hasFiles: hasFiles)
        return found.isEmpty ? [] : ["", "routes:"] + found.map { "  \($0)" }
    }

    private var electrocardiogramLines: [String] {
        let found = findings.electrocardiograms.lines
        return found.isEmpty ? [] : ["", "electrocardiograms:"] + found.map { "  \($0)" }
    }

    private var clinicalLines: [String] {
        let found = findings.clinical.lines
        return found.isEmpty ? [] : ["", "clinical records:"] + found.map { "  \($0)" }
    }

    private var notReadLines: [String] {
        let files = unreadFiles.entries.map { entry in
            (entry.count, "\(entry.name)\(entry.count == 1 ? ":" : ", such as") \(ScreenText.visible(entry.examples.first ?? ""))")
        }
        let elements = findings.unreadElements.sorted { $0.key < $1.key }.map { name, count in
            let shown = ScreenText.visible(name)
            return (
                count,
                (format.marksElements ? "<\(shown)>" : count == 1 ? Self.singular(shown) : shown)
                    + (name == "Me" ? " (date of birth, sex, blood type, skin type)" : "")
            )
        }
        let entries = files + elements
        if entries.isEmpty { return [] }
        let width = entries.map { Wording.number($0.0).count }.max() ?? 0
        return ["", "not imported:"] + entries.map { "  \(ScreenText.padded(Wording.number($0.0), to: width, on: .end)) \($0.1)" }
    }

    /// Returns the name of one of several rows, files, values or points that are not read. Names of the file stay as they are.
    static func singular(_ name: String) -> String {
        let parts = name.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, ["rows", "files", "values", "points"].contains(parts[0]) else { return name }
        return "\(parts[0].dropLast()) \(parts[1])"
    }

    /// The person, or the number of people with the first of them; nothing for the person without a name.
    private var personLines: [String] {
        guard let first = findings.persons.keys.min() else { return [] }
        guard findings.persons.count > 1 else { return ["", "person: \(ScreenText.visible(first))"] }
        let shown = findings.persons.keys.sorted().prefix(5).map { ScreenText.visible($0) }.joined(separator: ", ")
        return ["", "\(Wording.number(findings.persons.count)) persons: \(shown)" + (findings.persons.count > 5 ? " …" : "")]
    }

    private func metricLines(_ zone: Zone) -> [String] {
        let metrics = findings.metrics.sorted { ($1.value.count, $0.key.shortName) < ($0.value.count, $1.key.shortName) }
        if metrics.isEmpty { return [] }
        func day(_ milliseconds: Int64) -> String { String(ISO8601.text(of: Instant(milliseconds: milliseconds), in: zone).prefix(10)) }
        let rows = metrics.map { metric, found in
            let outcome = outcomes[metric] ?? WriteOutcome()
            return [
                ScreenText.visible(metric.shortName), Wording.number(outcome.added), Wording.number(outcome.alreadyThere),
                day(found.firstStart),
                day(found.lastEnd),
            ]
        }
        return [""] + table([["metric", "kept", "duplicates", "first", "last"]] + rows)
    }

    private var sourceLines: [String] {
        if findings.sources.isEmpty { return [] }
        let rows = findings.printedSources.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { [$0.key.isEmpty ? "(no name)" : ScreenText.visible($0.key), Wording.number($0.value)] }
        return [""] + table([["source", "rows"]] + rows)
    }

    private var zoneLines: [String] {
        var lines: [String] = []
        if !findings.personZones.isEmpty {
            let zones = Set(findings.personZones.values).sorted().prefix(5).map { ScreenText.visible($0) }
            lines.append("zone: the file names \(zones.joined(separator: "; "))")
        } else if let suggestedZone, let count = findings.zones[suggestedZone] {
            let all = findings.zones.values.reduce(0, +)
            let share =
                all == 1
                ? "the only sample that names a time zone is"
                : "\(Wording.number(count)) of \(Wording.number(all)) samples that name a time zone \(count == 1 ? "is" : "are")"
            lines.append("zone: \(share) from \(ScreenText.visible(suggestedZone))")
        } else if !offsets.isEmpty {
            let shown = offsets.prefix(5).joined(separator: " ") + (offsets.count > 5 ? " …" : "")
            lines += [
                "zone: the samples have UTC offsets (\(shown)) but don't name a time zone;",
                "  days start at midnight in the zone of your query; with `zone sample`, at that of each sample's offset",
            ]
        } else {
            lines.append("zone: the samples don't name a time zone")
        }
        if let exportOffset {
            lines += [
                "  times have the phone's UTC offset at export time (\(exportOffset)). They are exact, but",
                "  days abroad start at midnight in the zone of your query, not in local time",
            ]
        }
        return [""] + lines
    }
}

/// Returns rows as lines, with the first column left-aligned and numbers right-aligned.
private func table(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { ScreenText.width($0[column]) }.max() ?? 0 }
    return rows.map { row in
        "  " + row.indices.map { ScreenText.padded(row[$0], to: widths[$0], on: $0 == 0 ? .start : .end) }.joined(separator: "  ")
    }
}

/// Returns a number with thousands separators, such as `1,234,567`.
private func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(Wording.number(tenths / 10)).\(tenths % 10)"
}

import CalendarIntervals
import HealthModel
package import QueryPlan
import TerminalText

/// Draws the buckets of a query as text, one per line: start, end, length, and position relative to the range and the current time.
///
///     1  2026-06-28 00:00  2026-06-29 00:00  24 h  ░░░░░░░░░░░░░░░░░░██████  partial
package struct BucketTimeline: Sendable {
    private let plan: Plan
    private let times: TimeWords
    private var now: Instant { plan.nowOfRows }

    package init(_ plan: Plan) {
        self.plan = plan
        times = TimeWords(plan)
    }

    /// Returns lines of at most `width` columns. `width` must be at least 40.
    package func lines(width: Int) -> [String] {
        guard !plan.range.isUnknown else { return ["Nothing is recorded yet, so there is no range to divide into buckets."] }
        let head = head(width: width)
        if !plan.grid.profiles.isEmpty, plan.grid.schedule == nil { return head + [""] + ProfileSlots(plan).lines(width: width) }
        var note: [String] = []
        if !plan.grid.profiles.isEmpty {
            let profiles = plan.grid.profiles.map(\.phrase).listed(with: "and")
            note = [""] + ScreenText.wrapped("Each bucket is also divided by \(profiles).", to: width, keepsWords: true)
        }
        return head + [""] + buckets(width: width) + note
    }

    // MARK: The head

    private func head(width: Int) -> [String] {
        let range = plan.range
        let last = (range.includesEnd ? "through" : "to", times.text(range.end))
        var entries = [("range", times.text(range.start)), last]
        if width >= 76 { entries = [("range", "\(entries[0].1) \(last.0) \(last.1)")] }
        entries.append(("zone", plan.usesSampleZones ? "of each sample" : plan.zone.identifier))
        if let schedule = plan.grid.schedule {
            entries.append(("anchor", "\(TimeWords.text(schedule.anchor)), \(schedule.anchor.date.weekday.name)"))
            entries.append(("every", "\(schedule.interval)\(schedule.grid == .clock ? ", on the wall clock" : "")"))
        }
        if let events = plan.events { entries.append(events.isNear ? ("near", events.words) : ("by", events.text)) }
        if let set = plan.intervals { entries.append(("while", IntervalWords(plan).phrase(set))) }
        entries.append(("now", times.text(now)))
        return entries.map { ScreenText.padded($0.0, to: 8) + $0.1 }
    }

    // MARK: Buckets

    private struct Bucket {
        var start: Int64
        var end: Int64
        var notes: [String]
    }

    private func buckets(width: Int) -> [String] {
        // Groups that differ only in their profiles share a bucket.
        let isPartial = plan.partialGroups
        let groups = plan.grid.groupStarts.indices.filter { $0 == 0 || plan.grid.groupStarts[$0] != plan.grid.groupStarts[$0 - 1] }
        let all = groups.map { group in
            let (start, end) = (plan.grid.groupStarts[group], plan.grid.groupEnds[group])
            return Bucket(start: start, end: end, notes: notes(from: start, to: end, isPartial: isPartial[group]))
        }
        let longest = max(all.map { $0.end - $0.start }.max() ?? 1, 1)
        let lengths = all.map { TimeWords.length($0.end - $0.start, parts: width < 64 ? 2 : 5) }
        let lengthWidth = lengths.map(\.count).max() ?? 0
        let showsEnd = width >= 72
        let showsOffset = width >= 48 && offsetsDiffer(all)
        let numberWidth = String(all.count).count
        let timeWidth = all.map { text($0.start, showsOffset).count + (showsEnd ? 2 + text($0.end, showsOffset).count : 0) }.max() ?? 0
        let barWidth = max(0, min(24, width - numberWidth - timeWidth - lengthWidth - 6))
        var lines: [String] = []
        var usesInside = false
        var usesOutside = false
        var usesFuture = false
        var last = -1
        for index in shown(all) {
            if index > last + 1 { lines.append("\(ScreenText.padded("⋮", to: numberWidth, on: .end))  \(index - last - 1) more") }
            last = index
            let bucket = all[index]
            let bar = bar(
                of: bucket, width: max(1, Int((Double(bucket.end - bucket.start) / Double(longest) * Double(barWidth)).rounded())))
            usesInside = usesInside || bar.contains("█")
            usesOutside = usesOutside || bar.contains("░")
            usesFuture = usesFuture || bar.contains("▒")
            var further: [String] = []
            var line = ScreenText.padded(String(index + 1), to: numberWidth, on: .end) + "  " + text(bucket.start, showsOffset)
            if showsEnd { line += "  " + text(bucket.end, showsOffset) }
            line += "  " + ScreenText.padded(lengths[index], to: lengthWidth, on: .end) + "  " + bar
            let note = bucket.notes.joined(separator: ", ")
            if !note.isEmpty, line.count + 2 + note.count <= width {
                line += "  " + note
            } else if !note.isEmpty {
                let indent = numberWidth + 2
                further = ScreenText.wrapped(note, to: width, first: ScreenText.padded("", to: indent), indent: indent, keepsWords: true)
            }
            lines.append(line)
            lines += further
        }
        let legend = [usesInside ? "█ counts" : "", usesOutside ? "░ outside the range" : "", usesFuture ? "▒ still to come" : ""]
        let words = legend.filter { !$0.isEmpty }
        return lines + [""] + (width < 64 ? words : [words.joined(separator: "   ")])
    }

    private func offsetsDiffer(_ buckets: [Bucket]) -> Bool {
        guard !plan.usesSampleZones, let first = buckets.first, let last = buckets.last else { return false }
        return !plan.zone.changes(inside: Instant(milliseconds: first.start - 1)..<Instant(milliseconds: last.end + 1)).isEmpty
    }

    private func text(_ milliseconds: Int64, _ showsOffset: Bool) -> String {
        let text = times.text(Instant(milliseconds: milliseconds))
        return showsOffset || plan.usesSampleZones ? text : String(text.dropLast(text.hasSuffix("Z") ? 2 : 7))
    }

    private func bar(of bucket: Bucket, width: Int) -> String {
        let (start, end) = (plan.range.start.milliseconds, plan.range.end.milliseconds)
        return String(
            (0..<width).map { cell -> Character in
                let moment = bucket.start + Int64((Double(cell) + 0.5) / Double(width) * Double(bucket.end - bucket.start))
                if moment < start || (moment >= end && end > start) { return "░" }
                return moment >= now.milliseconds ? "▒" : "█"
            })
    }

    private func notes(from start: Int64, to end: Int64, isPartial: Bool) -> [String] {
        (isPartial ? ["partial"] : []) + (start <= now.milliseconds && now.milliseconds < end ? ["contains now"] : [])
            + clockNotes(from: start, to: end)
    }

    /// Returns notes on the hours that clocks skip or repeat in a bucket.
    private func clockNotes(from start: Int64, to end: Int64) -> [String] {
        guard !plan.usesSampleZones else { return [] }
        return plan.zone.changes(inside: Instant(milliseconds: start - 1)..<Instant(milliseconds: end + 1)).compactMap { change in
            let at = change.instant.milliseconds
            guard at >= start, at <= end else { return nil }
            let before = plan.zone.localMilliseconds(at: Instant(milliseconds: at - 1)) + 1
            let (low, high) =
                change.shiftMilliseconds > 0 ? (before, before + change.shiftMilliseconds) : (before + change.shiftMilliseconds, before)
            if at == start {
                return change.shiftMilliseconds < 0 ? "\(TimeWords.clock(CivilDateTime(localMilliseconds: low))) for the second time" : nil
            }
            let hours =
                "\(TimeWords.clock(CivilDateTime(localMilliseconds: low)))–\(TimeWords.clock(CivilDateTime(localMilliseconds: high)))"
            return change.shiftMilliseconds > 0 ? "clocks skip \(hours)" : "clocks repeat \(hours)"
        }
    }

    /// Returns the indices of the first and last buckets, and of unusual ones in between.
    private func shown(_ all: [Bucket]) -> [Int] {
        let edge = 5
        guard all.count > 2 * edge + 2 else { return Array(all.indices) }
        let special = (edge..<all.count - edge).filter { !all[$0].notes.isEmpty }.prefix(12)
        return Array(0..<edge) + special + Array(all.count - edge..<all.count)
    }
}

import CalendarIntervals
import HealthModel
import QueryPlan
import TerminalText

/// Draws the slots of a profile as text: how often each occurs in the range, and its total length.
///
///     hour of day  times  total
///     2            6      6 h    ██████████
struct ProfileSlots {
    private let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    func lines(width: Int) -> [String] {
        let grid = plan.grid
        var count = [Int](repeating: 0, count: grid.groupCount)
        var time = [Int64](repeating: 0, count: grid.groupCount)
        for bucket in 0..<grid.bucketCount {
            let group = Int(grid.groupOfBucket?[bucket] ?? Int32(bucket))
            count[group] += 1
            time[group] += grid.edges[bucket + 1] - grid.edges[bucket]
        }
        let labels = (0..<grid.groupCount).map { label(ofGroup: $0) }
        let totals = time.map { TimeWords.length($0) }
        let title = grid.profiles.map(\.phrase).listed(with: "and")
        let labelWidth = labels.map(\.count).max() ?? 0
        let totalWidth = (["total"] + totals).map(\.count).max() ?? 0
        let barWidth = max(0, min(24, width - labelWidth - totalWidth - 11))
        let longest = max(time.max() ?? 1, 1)
        // A title that is wider than its column gets a separate line.
        var lines = title.count > labelWidth ? [title] : []
        lines.append(
            "\(ScreenText.padded(lines.isEmpty ? title : "", to: labelWidth))  times  \(ScreenText.padded("total", to: totalWidth, on: .end))"
        )
        var last = -1
        for group in shown(time) {
            if group > last + 1 { lines.append("⋮  \(group - last - 1) more") }
            last = group
            let bar = String(repeating: "█", count: Int((Double(time[group]) / Double(longest) * Double(barWidth)).rounded()))
            lines.append(
                ScreenText.padded(labels[group], to: labelWidth) + "  " + ScreenText.padded(String(count[group]), to: 5, on: .end) + "  "
                    + ScreenText.padded(totals[group], to: totalWidth, on: .end) + "  " + bar)
        }
        return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    /// Returns the label of a slot, such as `monday 14:00–15:00`, `3` or `december`.
    private func label(ofGroup group: Int) -> String {
        let parts = zip(plan.grid.profiles, plan.grid.slots).map { profile, slots -> String in
            let slot = Int(slots[group])
            switch profile {
            case .hourOfDay: return Self.hour(slot)
            case .hourOfWeek: return "\(Profile.weekday.label(ofSlot: slot / 24)) \(Self.hour(slot % 24))"
            case .weekday, .dayOfMonth, .weekOfYear, .monthOfYear, .partOfDay, .weekdayOrWeekend: return profile.label(ofSlot: slot)
            }
        }
        return parts.joined(separator: " ")
    }

    private static func hour(_ hour: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(hour)):00–\(two((hour + 1) % 24)):00"
    }

    /// Returns the indices of the slots to draw: all of them if there are at most 31. Otherwise the first, the last, and those whose total
    /// differs from the one before.
    private func shown(_ time: [Int64]) -> [Int] {
        guard time.count > 31 else { return Array(time.indices) }
        let special = (5..<time.count - 5).filter { time[$0] != time[$0 - 1] }.prefix(12)
        return Array(0..<5) + special + Array(time.count - 5..<time.count)
    }
}

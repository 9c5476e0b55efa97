import CalendarIntervals
import HealthModel
import QueryPlan
import TerminalText

/// The sentences of `progress`: the total so far, the distance from a typical day, the projected total and the goal.
struct ProgressText {
    private let progress: DayProgress
    private let unit: String
    private let times: TimeText
    private let decimals: Int

    /// Nil if `table` is not the progress of a day.
    init?(_ table: ResultTable) {
        guard let progress = table.dayProgress, let column = table.columns.first else { return nil }
        self.progress = progress
        // Counts have no unit: 9,107, not 9,107 count.
        unit = column.unit.map { $0 == "count" ? "" : " " + HealthUnit.shown($0) } ?? ""
        times = TimeText(table.header)
        let amounts = [progress.soFar, progress.typicalSoFar, progress.typicalTotal, progress.projected, progress.goal].compactMap { $0 }
        // A sentence is less exact than a column: 458 kcal instead of 458.5.
        let least: Double = unit.isEmpty ? 10 : 100
        decimals = amounts.contains { $0 >= least } ? 0 : NumberText.decimals(for: amounts)
    }

    /// The sentences, the most important one first. At least one.
    var sentences: [String] { [standing, outlook, goal].compactMap { $0 } + basis }

    /// Shorter sentences for a chart, without the facts that it shows. If there is little room, the last sentences are left out.
    var notes: [String] {
        let first = lead.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? standing
        return [first] + (course ?? [outlook].compactMap { $0 }) + [goal].compactMap { $0 } + basis
    }

    var paragraph: String { sentences.joined(separator: " ") }

    /// Returns `value` without its unit, rounded like all numbers of the sentences.
    func number(_ value: Double) -> String { NumberText.rounded(value, decimals: decimals) }

    func amount(_ value: Double) -> String { number(value) + unit }

    func clock(_ time: Instant) -> String { times.clock(time.milliseconds) }

    /// Returns true if `value` is printed as 0.
    private func isNothing(_ value: Double) -> Bool {
        !number(abs(value)).contains { "1"..."9" ~= $0 }
    }

    private var isBeginning: Bool { !progress.isLeftOut && progress.now == progress.day.lowerBound && progress.soFar == 0 }

    private var standing: String {
        guard !isBeginning else { return "The day has just started." }
        guard let soFar = progress.soFar else {
            if progress.isLeftOut { return "The condition leaves out \(progress.isOver ? progress.date : "today")." }
            return progress.isOver ? "Nothing recorded on \(progress.date)." : "Nothing recorded yet today."
        }
        let reached = "\(amount(soFar)) \(progress.isOver ? "on \(progress.date)" : "by \(clock(progress.now))")"
        return lead.map { "\(reached), \($0)\(typicalTime)." } ?? reached + "."
    }

    /// The distance from a typical day, such as `99 kcal (17%) behind a typical day`. Nil without a typical day or without data.
    private var lead: String? {
        guard !isBeginning, let lead = progress.lead, let typical = progress.typicalSoFar else { return nil }
        guard !isNothing(lead) else { return "the same as on a typical day" }
        // Percentages of very small values are very large, so they are left out.
        let share = abs(lead) / typical * 100
        let percent = share < 999.5 ? " (\(NumberText.rounded(share, decimals: 0))%)" : ""
        return "\(amount(abs(lead)))\(percent) \(lead > 0 ? "ahead of" : "behind") a typical day"
    }

    /// The time at which the typical day has the same total, if it is a different time of the day.
    private var typicalTime: String { typicalHas.map { ", which \($0.verb) this at \($0.clock)" } ?? "" }

    private var typicalHas: (verb: String, clock: String)? {
        guard !progress.isOver, let time = progress.typicalTime, let soFar = progress.soFar, soFar > 0, let lead = progress.lead,
            !isNothing(lead)
        else { return nil }
        let (now, then) = (clock(progress.now), clock(time))
        return now == then ? nil : (time < progress.now ? "reached" : "reaches", then)
    }

    /// The projected total of the running day and the total of a typical day.
    private var course: [String]? {
        guard let projected = progress.projected, let soFar = progress.soFar, let total = progress.typicalTotal, !isBeginning else {
            return nil
        }
        let time = typicalHas.map { "reach \(amount(soFar)) at \($0.clock) and " } ?? ""
        return ["On course for \(amount(projected)).", "On a typical day you \(time)end at \(amount(total))."]
    }

    private var outlook: String? {
        guard let total = progress.typicalTotal else { return nil }
        guard let projected = progress.projected, !isBeginning else {
            guard progress.isOver else {
                let soFar = progress.typicalSoFar.flatMap { isNothing($0) ? nil : "have \(amount($0)) by \(clock(progress.now)) and " }
                return "On a typical day you \(soFar ?? "")end at \(amount(total))."
            }
            return progress.soFar == nil ? "A typical day ends at \(amount(total))." : nil
        }
        return "On course for \(amount(projected)). A typical day ends at \(amount(total))."
    }

    private var goal: String? {
        guard let goal = progress.goal else { return nil }
        guard let soFar = progress.soFar, !isBeginning else { return "The goal is \(amount(goal))." }
        if soFar >= goal { return "The goal of \(amount(goal)) \(progress.isOver ? "was" : "is") reached." }
        // 100% is only for a goal that is reached.
        let percent = min(soFar / goal * 100, 99)
        return "\(NumberText.rounded(percent, decimals: 0))% of the goal of \(amount(goal))."
    }

    /// The days that the typical day is based on, if fewer than requested have data.
    private var basis: [String] {
        let (count, asked, leftOut) = (progress.typicalDayCount, progress.askedDayCount, progress.leftOutDayCount)
        guard count < asked else { return [] }
        let missing = asked - leftOut - count
        if count == 0 {
            let days = asked == 1 ? "the previous day" : "all of the previous \(asked) days"
            if missing == 0 { return ["Tally can't compute a typical day, because the condition leaves out \(days)."] }
            guard leftOut > 0 else {
                return ["Tally can't compute a typical day, because the previous \(asked == 1 ? "day has" : "\(asked) days have") no data."]
            }
        }
        var others: [String] = []
        if leftOut > 0 { others.append("the condition leaves out \(leftOut)") }
        if missing > 0 { others.append("the other \(missing == 1 ? "one has" : "\(missing) have") no data") }
        if count == 0 { return ["Tally can't compute a typical day: of the previous \(asked) days, \(others.listed(with: "and"))."] }
        return ["The typical day is based on \(count) of the previous \(asked) days; \(others.listed(with: "and"))."]
    }
}

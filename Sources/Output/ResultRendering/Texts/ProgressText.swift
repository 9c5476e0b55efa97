import CalendarIntervals
import HealthModel
import QueryPlan

/// What `progress` says of its day in sentences: how far it has come, ahead of or behind a typical one, where it will end, its goal.
struct ProgressText {
    private let progress: DayProgress
    private let unit: String
    private let times: TimeText
    private let decimals: Int

    /// Nil where `table` is no progress of a day.
    init?(_ table: ResultTable) {
        guard let progress = table.dayProgress, let column = table.columns.first else { return nil }
        self.progress = progress
        // Nobody says 9,107 count.
        unit = column.unit.map { $0 == "count" ? "" : " " + $0 } ?? ""
        times = TimeText(table.header)
        let amounts = [progress.soFar, progress.typicalSoFar, progress.typicalTotal, progress.projected, progress.goal].compactMap { $0 }
        // A sentence is less exact than a column: 458 kcal, where the rows say 458.5.
        let least: Double = unit.isEmpty ? 10 : 100
        decimals = amounts.contains { $0 >= least } ? 0 : NumberText.decimals(for: amounts)
    }

    /// The sentences, the most important first; at least one.
    var sentences: [String] { [standing, outlook, goal].compactMap { $0 } + basis }

    /// The same in shorter sentences, without what a picture shows: where room ends, whole ones are left out from the last on.
    var notes: [String] {
        let first = lead.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? standing
        return [first] + (course ?? [outlook].compactMap { $0 }) + [goal].compactMap { $0 } + basis
    }

    var paragraph: String { sentences.joined(separator: " ") }

    /// Rounded like every number of the sentences, without the unit.
    func number(_ value: Double) -> String { NumberText.rounded(value, decimals: decimals) }

    func amount(_ value: Double) -> String { number(value) + unit }

    func clock(_ time: Instant) -> String { times.clock(time.milliseconds) }

    /// Whether `value` is printed as 0.
    private func isNothing(_ value: Double) -> Bool {
        !number(abs(value)).contains { "1"..."9" ~= $0 }
    }

    private var isBeginning: Bool { progress.now == progress.day.lowerBound && progress.soFar == 0 }

    private var standing: String {
        guard !isBeginning else { return "The day begins." }
        guard let soFar = progress.soFar else {
            return progress.isOver ? "Nothing recorded on \(progress.date)." : "Nothing recorded yet today."
        }
        let reached = "\(amount(soFar)) \(progress.isOver ? "on \(progress.date)" : "by \(clock(progress.now))")"
        return lead.map { "\(reached), \($0)\(typicalTime)." } ?? reached + "."
    }

    /// `99 kcal (17 %) behind a typical day`; nil without a typical day, and before anything is known.
    private var lead: String? {
        guard !isBeginning, let lead = progress.lead, let typical = progress.typicalSoFar else { return nil }
        guard !isNothing(lead) else { return "just as on a typical day" }
        // Of next to nothing everything is a thousand times as much.
        let share = abs(lead) / typical * 100
        let percent = share < 999.5 ? " (\(NumberText.rounded(share, decimals: 0)) %)" : ""
        return "\(amount(abs(lead)))\(percent) \(lead > 0 ? "ahead of" : "behind") a typical day"
    }

    /// When the typical day has as much, where that is another time of the same day.
    private var typicalTime: String { typicalHas.map { ", which \($0.verb) that at \($0.clock)" } ?? "" }

    private var typicalHas: (verb: String, clock: String)? {
        guard !progress.isOver, let time = progress.typicalTime, let soFar = progress.soFar, soFar > 0, let lead = progress.lead,
            !isNothing(lead)
        else { return nil }
        let (now, then) = (clock(progress.now), clock(time))
        return now == then ? nil : (time < progress.now ? "had" : "has", then)
    }

    /// Where the running day leads, and where a typical one.
    private var course: [String]? {
        guard let projected = progress.projected, let soFar = progress.soFar, let total = progress.typicalTotal, !isBeginning else {
            return nil
        }
        let time = typicalHas.map { "\($0.verb) \(amount(soFar)) at \($0.clock) and " } ?? ""
        return ["On course for \(amount(projected)).", "A typical day \(time)comes to \(amount(total))."]
    }

    private var outlook: String? {
        guard let total = progress.typicalTotal else { return nil }
        guard let projected = progress.projected, !isBeginning else {
            guard progress.isOver else {
                let soFar = progress.typicalSoFar.flatMap { isNothing($0) ? nil : "has \(amount($0)) by \(clock(progress.now)) and " }
                return "A typical day \(soFar ?? "")comes to \(amount(total))."
            }
            return progress.soFar == nil ? "A typical day comes to \(amount(total))." : nil
        }
        return "On course for \(amount(projected)); a typical day comes to \(amount(total))."
    }

    private var goal: String? {
        guard let goal = progress.goal else { return nil }
        guard let soFar = progress.soFar, !isBeginning else { return "The goal is \(amount(goal))." }
        if soFar >= goal { return "The goal of \(amount(goal)) \(progress.isOver ? "was" : "is") reached." }
        return "\(NumberText.rounded((soFar / goal * 100).rounded(.down), decimals: 0)) % of the goal of \(amount(goal))."
    }

    /// What the typical day rests on, where that is less than was asked for.
    private var basis: [String] {
        let (count, asked) = (progress.typicalDayCount, progress.askedDayCount)
        guard count < asked else { return [] }
        let days = asked == 1 ? "day" : "\(asked) days"
        if count == 0 { return ["There is no typical day: nothing is recorded in the \(days) before."] }
        return ["The typical day rests on \(count) of the \(days) before; the others have no data."]
    }
}

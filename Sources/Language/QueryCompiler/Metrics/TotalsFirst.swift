import CalendarIntervals
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary

/// The query that computes totals of short periods before their average: `sum steps by day | average by weekday`,
/// `duration sleep by night | average`.
struct TotalsFirst {
    private let aggregate: Aggregate
    /// `sum`, or `duration` for intervals.
    private let total: Aggregate
    private let measure: QuerySyntax.Measure
    private let by: Clause?
    private let end: Int
    /// The metric as written.
    private let metric: String
    /// The keys of the totals, and those of their average.
    private let totals: [String]
    private let averages: [String]
    /// True if a stage computes the aggregate of the totals.
    private let isStage: Bool

    /// - Parameters:
    ///   - aggregate: the aggregate that the metric doesn't allow.
    ///   - clauses: the clauses after the measure.
    init(_ aggregate: Aggregate, of metric: MeasuredMetric, _ measure: QuerySyntax.Measure, _ clauses: [Clause]) {
        self.aggregate = aggregate
        self.measure = measure
        total = metric.isCategory ? .duration : .sum
        by = clauses.last { $0.kind.word == .by }
        end = clauses.last?.range.end ?? measure.range.end
        self.metric = if case .name(let name) = measure.metric { name.text } else { metric.name }
        let keys = if case .by(let keys)? = by?.kind { keys } else { [GroupingKey]() }
        let texts = keys.map { QueryFormatter.text(of: $0) }
        // People who ask for the average steps by day want the steps of each day.
        let isShort = keys.contains { $0.isShort }
        isStage = !isShort || aggregate != .average
        if !isStage {
            (totals, averages) = (texts, [])
        } else {
            let usesHours = isShort || keys.contains { $0.isOfHours }
            totals = [usesHours ? "hour" : metric.isSleep ? "night" : "day"] + zip(keys, texts).filter { !$0.0.isOfTime }.map(\.1)
            averages = texts
        }
    }

    private var stage: String {
        guard isStage else { return "" }
        return " | \(aggregate.name)" + (averages.isEmpty ? "" : " by \(averages.joined(separator: ", "))")
    }

    private var keys: String { "by \(totals.joined(separator: ", "))" }

    var help: String {
        let query = "write `\(total.name) \(metric) \(keys)\(stage)` for"
        guard isStage else { return "\(query) the total of each \(totals[0])" }
        let word = ["day": "daily", "night": "nightly"][totals[0]] ?? "hourly"
        return "\(query) the \(aggregate.name) of \(word) totals"
    }

    /// Returns the edits of the query, or nil if the measure has other aggregates.
    ///
    /// - Parameter range: the position of the aggregate.
    func fix(at range: SourceRange) -> Diagnostic.Fix? {
        guard measure.aggregates.count == 1 else { return nil }
        let grouping = by.map { Diagnostic.Edit($0.range, keys) } ?? .init(SourceRange(at: measure.range.end), " \(keys)")
        let edits = [.init(range, total.name), grouping, .init(SourceRange(at: end), stage)].filter {
            !$0.range.isEmpty || !$0.replacement.isEmpty
        }
        return Diagnostic.Fix(edits, keepsQuestion: false, help: help)
    }
}

extension GroupingKey {
    /// True for periods of at most a day.
    fileprivate var isShort: Bool {
        guard case .interval(.amount(let amount), _) = kind else { return false }
        return amount.unit < .day || amount.unit == .day && amount.count == nil
    }

    fileprivate var isOfHours: Bool {
        guard case .profile(let profile) = kind else { return false }
        return profile == .hourOfDay || profile == .hourOfWeek || profile == .partOfDay
    }

    /// True for a period or a profile, which the totals replace with a shorter period.
    fileprivate var isOfTime: Bool {
        switch kind {
        case .interval, .profile: true
        case .source, .device, .product, .metadata, .value, .condition, .bins, .bands, .edge, .each, .splits, .parts: false
        }
    }
}

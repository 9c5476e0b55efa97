import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Binds the lines across a chart: `rule 10000 called "goal"`, `rule average`, `rule at 08:00`.
struct LineBinder {
    private let binder: Binder
    /// The columns of the chart; nil if they are not known.
    private let columns: [RowShape.Column]?
    /// True for the rows of `progress`, which are running totals.
    private let isDay: Bool
    /// True if the rows have times; nil if that is not known.
    private let hasTime: Bool?

    /// - Parameter shape: the rows of the chart; nil if they are not known.
    init(_ binder: Binder, _ shape: RowShape?) {
        self.binder = binder
        columns = shape?.columns
        isDay = shape?.isDay ?? false
        hasTime = shape?.hasTime
    }

    /// Returns the lines. Skips a line after reporting an error.
    func lines(of output: QuerySyntax.Output?) -> [ReferenceLine] {
        guard let output, let first = output.rules.first else { return [] }
        guard output.format.hasValueAxis else {
            binder.report(
                .ruleOfChart, "`\(output.format.rawValue)` can't have a line, because it has no value axis", at: first.range,
                help: "use a chart, as in `as chart rule 10000`, or remove `rule`")
            return []
        }
        var lines: [ReferenceLine] = []
        for rule in output.rules {
            if let line = binder.collect(try line(rule)).value { lines.append(line) }
        }
        return lines
    }

    private func line(_ rule: RulePhrase) throws(Reported) -> ReferenceLine {
        let label: String? = if let text = rule.label { try binder.text(text) } else { nil }
        switch rule.place {
        case .average:
            if isDay {
                throw binder.report(
                    .ruleOfChart, "`progress` has running totals, whose average says nothing", at: rule.range,
                    help: "write a number, as in `rule 10000`, or `goal 10000` after the metric")
            }
            return ReferenceLine(.average, label: label)
        case .time(let time): return ReferenceLine(try moment(time, at: rule.range), label: label)
        case .value(let literal):
            let place = try binder.resolving(literal) { (value) throws(Reported) -> ReferenceLine.Place in
                switch value {
                case .time(let time): try moment(time, at: literal.range)
                case .when(let when): try moment(at: literal.range) { (times) throws(Reported) in try times.resolve(when, binder) }
                case .span(let span): try moment(at: literal.range) { (times) throws(Reported) in try times.resolve(span, binder) }
                case .name(let name): throw reportName(name, at: literal.range)
                default: try amount(value, at: literal.range)
                }
            }
            return ReferenceLine(place, label: label)
        }
    }

    private func moment(_ time: TimeLiteral, at range: SourceRange) throws(Reported) -> ReferenceLine.Place {
        if let columns, hasTime == false, !columns.contains(where: { $0.info.clock != nil }) {
            throw binder.report(
                .ruleOfChart, "a line at a time of day needs a time axis or a column of clock times", at: range,
                help: "write a number, or draw a day, as in `sum steps by hour today as chart rule at 08:00`")
        }
        return .timeOfDay(Int64(time.millisecondOfDay))
    }

    /// Returns the start of the time that `resolve` finds.
    private func moment(
        at range: SourceRange, _ resolve: (TimeResolver) throws(Reported) -> ResolvedTime?
    ) throws(Reported) -> ReferenceLine.Place {
        guard hasTime != false else {
            throw binder.report(
                .ruleOfChart, "a line at a date needs a time axis", at: range, help: "write a number, or draw days, as in `by day`")
        }
        let context = binder.context
        let calendar = PeriodCalendar(zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart))
        guard let time = try resolve(TimeResolver(calendar: calendar)) else {
            throw binder.report(
                .timeExpected, "a line needs one time", at: range, help: "write for example `rule at 2026-06-26` or `rule now`")
        }
        return .moment(time.start, isNow: time.start == context.now)
    }

    private func amount(_ literal: Literal, at range: SourceRange) throws(Reported) -> ReferenceLine.Place {
        let numbers = columns?.filter { $0.info.clock == nil && !$0.isText }
        if let numbers, numbers.isEmpty {
            throw binder.report(
                .ruleOfChart, "a line at a number needs a column of numbers", at: range,
                help: columns?.contains { $0.info.clock != nil } == true ? "write a time of day, as in `rule at 23:00`" : "remove `rule`")
        }
        let first = numbers?.first
        let (amount, unit) = try binder.written(literal, of: first?.metric, shown: first?.unit)
        guard let unit else {
            if let first { binder.noteFraction(literal, in: first.columnUnit, named: first.warningName) }
            return .number(amount)
        }
        // The axis has the unit of the column, in which a difference has no offset.
        if let first, first.info.isDifference, let shown = first.unit,
            let conversion = first.columnUnit.conversion(from: ColumnUnit(unit).difference)
        {
            return .amount(conversion(amount), shown)
        }
        if let numbers, !numbers.contains(where: { $0.unit.flatMap { HealthUnit.convert(amount, from: unit, to: $0) } != nil }) {
            throw binder.report(
                .ruleOfChart, "no column has a unit that \(unit.symbol) can be converted to", at: range,
                help: first?.unit.map { "use \($0.symbol)" } ?? "write the number without a unit")
        }
        return .amount(amount, unit)
    }

    private func reportName(_ name: Name, at range: SourceRange) -> Reported {
        binder.report(
            .ruleOfChart, "a line can't be at `\(name.text)`", at: range,
            help: "write a number, `average` or a time, as in `rule 10000`, `rule average` or `rule at 08:00`",
            fix: .spelling(Suggestion.best(for: name.text, among: ["average"]), at: range))
    }
}

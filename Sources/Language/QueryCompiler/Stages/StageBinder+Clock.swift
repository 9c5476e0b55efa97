import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Columns of times (S2.6): stages work on times of day, and differences are lengths of time.
extension StageBinder {
    var clockDay: ClockDay { rows.pipeline.plan.clockDay }

    /// Reports a stage that needs numbers if a column has times.
    func refuseTimes(_ what: String, _ stage: QuerySyntax.Stage) throws(Reported) {
        guard let column = shape.columns.first(where: { $0.info.clock != nil }) else { return }
        throw reportTimes(what, column, at: stage.range)
    }

    private func reportTimes(_ what: String, _ column: RowShape.Column, at range: SourceRange) -> Reported {
        binder.report(
            .timesAreNotAmounts, "can't use \(what) on `\(column.name)`, because its values are times", at: range,
            help: "use `average`, `median`, `min` or `max`, or subtract two times: `| derive length = lastEnd - firstStart`")
    }

    /// Replaces instants by times of day for aggregates over rows.
    mutating func useTimesOfDay(for aggregates: [AggregatePhrase], _ stage: QuerySyntax.Stage) throws(Reported) {
        guard let column = shape.columns.first(where: { $0.info.clock != nil }) else { return }
        if let sum = aggregates.first(where: { !$0.kind.takesTimes }) {
            throw reportTimes("`\(sum.kind.name)`", column, at: sum.range)
        }
        guard aggregates.contains(where: { $0.kind != .count && $0.kind != .duration }) else { return }
        try useTimesOfDay(for: "`\(aggregates[0].kind.name)`", stage)
    }

    /// Replaces instants by times of day for a stage that compares or combines rows.
    mutating func useTimesOfDay(for what: String, _ stage: QuerySyntax.Stage) throws(Reported) {
        let columns = shape.columns.indices.filter { shape.columns[$0].info.clock == .instant }
        guard let first = columns.first else { return }
        guard clockDay.rows != .own else {
            throw binder.report(
                .timesOfLongRows,
                "\(what) compares times of day, but the times in `\(shape.columns[first].name)` are on different days of a row",
                at: stage.range, help: "use rows of at most a day: `by day`")
        }
        for column in columns { shape.columns[column].info.clock = .timeOfDay }
        let text = "\(columns.map { shape.columns[$0].name }.joined(separator: ", ")) as times of day"
        append(PlanStage(.timesOfDay(columns, of: clockDay), columns: shape.infos, text: text), at: stage.range)
    }

    /// Converts the results of a stage that are differences between times from milliseconds to their unit.
    mutating func finishTimes(after kind: PlanStage.Kind, _ stage: QuerySyntax.Stage) {
        let before = rows.pipeline.columns(before: max(rows.pipeline.stages.count - 1, 0))
        let differences: [Int] =
            switch kind {
            case .change(let changes, _): changes.map(\.column).filter { before[$0].clock != nil }
            case .aggregate(let aggregates, _), .rolling(_, let aggregates, _):
                aggregates.indices.filter {
                    aggregates[$0].aggregate.definition.result == .difference && before[aggregates[$0].column].clock != nil
                }
            default: []
            }
        guard let conversion = HealthUnit("ms")?.conversion(to: .minute) else { return }
        for column in differences {
            let text = "\(shape.columns[column].name) in minutes"
            append(
                PlanStage(.derive(.converted(.column(column), conversion), column: column), columns: shape.infos, text: text),
                at: stage.range)
        }
    }

    /// Returns a column to sort by. Times are sorted by their time of day, unless rows are longer than a day.
    func byTimeOfDay(_ column: RowColumn) -> RowColumn {
        guard case .value(let index) = column, shape.columns[index].info.clock == .instant, clockDay.rows != .own else { return column }
        return .clock(index, clockDay)
    }
}

extension Aggregate {
    /// True if the aggregate of times is a time: it is one of them or between them.
    package var keepsClock: Bool { definition.result == .value && self != .sum }

    /// True if the aggregate has a meaning for times. A sum of times has none.
    fileprivate var takesTimes: Bool { keepsClock || [.difference, .count, .time].contains(definition.result) }
}

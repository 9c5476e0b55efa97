import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `streaks`: runs of successive rows that meet a condition.
extension StageBinder {
    mutating func streaks(
        _ choice: StreakChoice, skipsMissing: Bool, where predicate: QuerySyntax.Predicate, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        let what = "`\(choice.rawValue)`"
        try refuseWithoutTime(what, stage)
        try refuseWholeRange(what, stage)
        try refuseAfterRemoval(what, needing: "every row", stage)
        let condition = try answer(to: predicate)
        let (places, keys) = (placesOfRows, seriesKeys)
        becomeSeries(keys, then: [])
        shape.events = RowShape.Events(text: choice.rawValue)
        shape.columns = Streaks.Column.allCases.map { column in
            var info = ColumnInfo(
                name: column.rawValue, metric: "", aggregate: column.rawValue, unit: nil, isAdditive: column == .length)
            info.isFlag = column == .open
            return RowShape.Column(info: info)
        }
        return .streaks(Streaks(choice, condition: condition, skipsMissing: skipsMissing, places: places, keys: keys))
    }

    /// Reports a stage that needs successive rows if there is one row for the whole range.
    func refuseWholeRange(_ what: String, _ stage: QuerySyntax.Stage) throws(Reported) {
        guard shape.interval == nil, shape.events == nil else { return }
        let isOfQuery = rows.pipeline.stages.isEmpty && runsPlan && stage.pipe.length > 0
        throw binder.report(
            .unsuitableRows, "\(what) needs successive rows, such as days, but these are \(shape.rowsInWords)", at: stage.range,
            help: "write `by day` before the first pipe",
            fix: isOfQuery ? Diagnostic.Fix(SourceRange(at: stage.pipe.start), "by day ", keepsQuestion: false) : nil)
    }
}

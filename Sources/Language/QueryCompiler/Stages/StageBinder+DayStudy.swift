import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `rhythm` and `regularity`: stages that describe the days of short rows.
extension StageBinder {
    mutating func rhythm(_ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        try refuseRows(otherThan: .hour, of: "`rhythm`", stage)
        let numbers = try numbers("`rhythm`", stage)
        try refuseTimes("`rhythm`", stage)
        try refuseAfterRemoval("`rhythm`", needing: "all hours of each day", stage)
        if shape.running != nil {
            throw binder.report(
                .unsuitableRows, "`rhythm` needs the amounts of single hours, but these rows are running totals", at: stage.range,
                help: "remove the running total")
        }
        let study = study(of: numbers)
        describe(study, with: DayStudy.Rhythm.allCases) { column, of in
            column.aggregate = of.isBasis ? ColumnInfo.basis : of.rawValue
            if !of.hasUnitOfRows { column.unit = nil }
            if of.isTimeOfDay { column.clock = .timeOfDay }
            column.isDifference = of == .amplitude
        }
        return .rhythm(study)
    }

    mutating func regularity(_ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        try refuseRows(otherThan: .minute, of: "`regularity`", stage)
        let numbers = try numbers("`regularity`", stage)
        try refuseAfterRemoval("`regularity`", needing: "all minutes of each day", stage)
        var study = study(of: numbers)
        for index in numbers {
            let column = shape.columns[index]
            guard column.info.aggregate == Aggregate.duration.name, shape.running == nil, isOfSleep(column.info),
                let half = column.unit.flatMap({ HealthUnit.minute.conversion(to: $0) })?(0.5)
            else {
                throw binder.report(
                    .unsuitableRows, "`regularity` needs the duration of sleep in each minute, but `\(column.name)` isn't one",
                    at: stage.range, help: "write `duration sleep by minute last 14 days | regularity`")
            }
            study.halves.append(half)
        }
        describe(study, with: DayStudy.Regularity.allCases) { column, of in
            column.aggregate = of.isBasis ? ColumnInfo.basis : of.rawValue
            column.unit = nil
        }
        return .regularity(study)
    }

    /// True for a duration of samples of sleep. A column computed from others has no metric.
    private func isOfSleep(_ column: ColumnInfo) -> Bool {
        column.metric == MetricID("HKCategoryTypeIdentifierSleepAnalysis").shortName
    }

    /// Reports rows that are not one `period` long.
    private func refuseRows(otherThan period: CalendarPeriod, of what: String, _ stage: QuerySyntax.Stage) throws(Reported) {
        try refuseWithoutTime(what, stage)
        let needed = IntervalComponents(1, period)
        guard shape.interval?.approximateMilliseconds != needed.approximateMilliseconds else { return }
        let isOfQuery = rows.pipeline.stages.isEmpty
        let fix = isOfQuery ? rows.writtenInterval.map { Diagnostic.Fix($0, period.name, keepsQuestion: false) } : nil
        throw binder.report(
            .unsuitableRows, "\(what) needs rows of one \(period.name), but these are \(shape.rowsInWords)", at: stage.range,
            help: "write `by \(period.name)` before the first pipe", fix: fix)
    }

    private func study(of columns: [Int]) -> DayStudy {
        let units = columns.map { shape.columns[$0].info.unit }
        return DayStudy(
            columns: columns, names: columns.count == 1 ? [] : columns.map { shape.columns[$0].name },
            units: Set(units).count == 1 ? [] : units, days: schedule(of: .day))
    }

    /// Replaces the columns by those of the stage. Each row describes the whole range.
    private mutating func describe<Field: CaseIterable & RawRepresentable<String>>(
        _ study: DayStudy, with fields: [Field], _ adapt: (inout ColumnInfo, Field) -> Void
    ) {
        let first = shape.columns[study.columns[0]]
        shape.columns = fields.map { field in
            var info = ColumnInfo(name: field.rawValue, metric: "", aggregate: "", unit: nil, isAdditive: false)
            if study.names.isEmpty { (info.metric, info.part) = (first.info.metric, first.info.part) }
            if study.units.isEmpty { info.unit = first.info.unit }
            adapt(&info, field)
            if info.unit != nil {
                info.isInHundredths = first.info.isInHundredths
                info.isDifference = info.isDifference || first.info.isDifference
            }
            return RowShape.Column(info: info)
        }
        shape.keys.removeAll(where: \.describesRow)
        if !study.names.isEmpty { shape.keys.append(RowShape.Key(name: DayStudy.nameKey)) }
        if !study.units.isEmpty { shape.keys.append(RowShape.Key(name: DayStudy.unitKey, describesRow: true)) }
        shape.interval = nil
        shape.running = nil
        shape.typicalDay = nil
        shape.isInOrder = true
        shape.row = .group
    }
}

import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `usual`: the range in which the values of the days before each row lie.
extension StageBinder {
    mutating func usual(_ phrase: TimeAmountPhrase?, _ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        let what = "`usual`"
        try refuseWithoutTime(what, stage)
        // The activity summaries before the range are not read.
        guard shape.row == .group else {
            throw binder.report(
                .unsuitableRows, "\(what) needs rows of a metric, but these are activity summaries", at: stage.range,
                help: "write for example `sum activeEnergy by day | usual`")
        }
        try refuseWholeRange(what, stage)
        try refuseAfterRemoval(what, needing: "every row", stage)
        try refuseAfterJoin(what, stage)
        let numbers = try numbers(what, stage)
        if let interval = shape.interval, interval.approximateMilliseconds < CalendarPeriod.day.approximateMilliseconds {
            throw binder.report(
                .unsuitableRows, "\(what) compares days or longer rows, but these are \(shape.rowsInWords)", at: stage.range,
                help: "write `by day` before the first pipe",
                fix: rows.pipeline.stages.isEmpty ? rows.writtenInterval.map { Diagnostic.Fix($0, "day", keepsQuestion: false) } : nil)
        }
        let length =
            try phrase.map { (phrase) throws(Reported) in try frame.times.interval(binder.amount(phrase), binder) }
            ?? UsualRange.usualLength
        guard calendar.moving(calendar.now, by: -1, length) != nil else {
            throw binder.report(
                .timeOutOfReach, "the time before a row is outside the years 1 to 9999", at: phrase?.range ?? stage.range,
                help: "use a shorter time, such as `usual of 90 days`")
        }
        try refuseShort(length, phrase?.range ?? stage.range, stage)
        try useTimesOfDay(for: what, stage)
        let usual = UsualRange(
            numbers, stateNames: numbers.map { numbers.count == 1 ? "state" : "state_\(shape.columns[$0].name)" },
            length: length, zone: calendar.zone)
        try append(usual, stage)
        shape.running = nil
        return .usual(usual)
    }

    /// Reports a length with too few rows for a range, which would never be known.
    private func refuseShort(_ length: IntervalComponents, _ place: SourceRange, _ stage: QuerySyntax.Stage) throws(Reported) {
        let least = UsualRange.leastCount
        let row = shape.interval ?? IntervalComponents(1, .day)
        let count = length.period < .day ? 0 : Int(Double(length.approximateMilliseconds) / Double(row.approximateMilliseconds) + 0.5)
        guard count < least, shape.events == nil || count == 0 || shape.events?.isByEnd == true else { return }
        let better = "usual of \(row.period == .day || row.period < .day ? 60 * row.count : 2 * least * row.count) \(row.period.name)s"
        throw binder.report(
            .unsuitableRows,
            "what is usual needs at least \(least) rows, but \(length.inWords) \(length.count == 1 ? "has" : "have") \(count)", at: place,
            help: "write `\(better)`", fix: Diagnostic.Fix(stage.range, better, keepsQuestion: false))
    }

    /// Adds the ends of the range and the state of each column.
    private mutating func append(_ usual: UsualRange, _ stage: QuerySyntax.Stage) throws(Reported) {
        var taken = Set((shape.columns.map(\.name) + shape.keys.map { $0.alias ?? $0.name }).map(Name.key(of:)))
        func take(_ name: String) throws(Reported) {
            guard taken.insert(Name.key(of: name)).inserted else {
                throw binder.report(
                    .duplicateColumn, "two columns would have the name `\(name)`", at: stage.range,
                    help: "remove one of the stages, or rename the column before")
            }
        }
        for (index, state) in zip(usual.columns, usual.stateNames) {
            let column = shape.columns[index]
            for (end, word) in zip(UsualRange.ends, ["low", "high"]) {
                var info = column.info
                info.name = usual.columns.count == 1 ? "usual_\(word)" : "usual_\(word)_\(column.name)"
                try take(info.name)
                info.aggregate = end.name
                (info.isAdditive, info.accumulates, info.window, info.isOptional) = (false, false, nil, false)
                info.rules = "\(end.name) of the \(usual.length) before each row"
                shape.columns.append(RowShape.Column(info: info))
            }
            try take(state)
            shape.keys.append(RowShape.Key(name: state, describesRow: true))
        }
    }

    /// Returns the rows in this time before the range. Nil if there are none.
    func before(_ length: IntervalComponents) -> Pipeline? {
        let start = rows.pipeline.plan.range.start
        guard !rows.isCut, let first = frame.firstSample, first < start else { return nil }
        // Rows before the first sample are empty.
        let earliest = frame.keys.interval.map { calendar.schedule(of: $0, holding: start).floor(first) } ?? first
        let from = calendar.moving(start, by: -1, length).map { max($0, earliest) } ?? earliest
        return from < start ? rows.pipeline.moved(over: from..<start, frame: frame) : nil
    }
}

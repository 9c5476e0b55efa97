import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `join`: adds the columns of another query.
extension StageBinder {
    mutating func join(
        _ query: QuerySyntax.Query, isByDay: Bool, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        let query = try binder.withRowsOfWindows(binder.expanded(query))
        try refuseUnjoinable(query)
        let joined = try rows(of: query)
        let match = try match(joined, isByDay: isByDay, query)
        let keys = try keys(of: joined.shape, query)
        var columns = joined.shape.columns
        if repeatsMatches(match, keys) { for index in columns.indices { columns[index].info.isAdditive = false } }
        try append(columns, query)
        shape.join = shape.join ?? QueryFormatter.text(of: stage.kind)
        return .join(
            JoinedRows(joined.pipeline, match: match, keys: keys, text: QueryFormatter.text(of: query)))
    }

    /// Reports a stage that runs the query over another period, for which the joined columns are unknown.
    func refuseAfterJoin(_ what: String, _ stage: QuerySyntax.Stage) throws(Reported) {
        guard let join = shape.join else { return }
        throw binder.report(
            .joinedQuery, "\(what) can't follow `\(join)`", at: stage.range, help: "put it before the join",
            note: "the joined query would need another period, too. It can have this stage itself")
    }

    private func refuseUnjoinable(_ query: QuerySyntax.Query) throws(Reported) {
        if let output = query.output {
            throw binder.report(
                .joinedQuery, "a joined query can't have an output format", at: output.range, help: "write `as` after the parenthesis")
        }
        if let versus = query.clauses.first(where: { $0.kind.word == .versus }) {
            throw binder.report(
                .joinedQuery, "can't join two ranges", at: versus.range, help: "join each range, or put `vs` after the whole range")
        }
        let what: String
        switch query.source {
        case .measures, .summaries: return
        case .samples: what = "a list of samples"
        case .times, .record: what = "a list of times"
        case .progress: what = "`progress`"
        case .lastResult: what = "the last result"
        }
        throw binder.report(
            .joinedQuery, "can't join \(what)", at: query.range, help: "join rows by time, as in `join (sum activeEnergy by day)`")
    }

    /// Binds the query. It takes range, zone and anchor of the rows, unless it has its own.
    private func rows(of query: QuerySyntax.Query) throws(Reported) -> BoundRows {
        let inherited = rows.timeClauses
            .filter { clause in !query.clauses.contains { $0.kind.word == clause.kind.word } }
            .map { Transplant(to: query.range)($0) }
        let clauses = query.clauses + inherited
        let count = binder.diagnostics.count
        let plans = PlanBinder(binder, clauses: clauses, stages: query.stages)
        guard let bound = try plans.bind(query.source) else {
            preconditionFailure("the last result was refused")
        }
        let stages = StageBinder(query.stages, binder, rows: BoundRows(bound, clauses: clauses), runsPlan: true)
        try binder.stopAfterErrors()
        // Nobody wrote the inherited clauses here, and they were checked where they are.
        binder.forgetInfos(from: count, at: query.range)
        var rows = stages.rows
        if case .summaries = query.source { rows.pipeline.plan.hasAllSummaryColumns = true }
        return rows
    }

    // MARK: Matching rows

    private func match(
        _ joined: BoundRows, isByDay: Bool, _ query: QuerySyntax.Query
    ) throws(Reported) -> JoinedRows.Match {
        let other = joined.shape
        guard shape.hasTime == other.hasTime else {
            throw binder.report(
                .joinedQuery,
                shape.hasTime ? "the joined rows have no time, but these rows do" : "the joined rows have a time, but these rows don't",
                at: query.range, help: "group both queries by the same keys")
        }
        guard shape.hasTime else {
            if isByDay {
                throw binder.report(
                    .stageWithoutTime, "`by day` needs rows with a time", at: query.range, help: "remove `by day`")
            }
            return .keys
        }
        if isByDay {
            warnAboutOtherPeriods(other, isByDay: true, query)
            // A stage can leave one row of each day, which is known only when the query runs.
            if other.removal == nil, let interval = other.interval,
                interval.approximateMilliseconds < CalendarPeriod.day.approximateMilliseconds
            {
                throw binder.report(
                    .joinedQuery, "a day has several rows of \(interval.inWords), but only one can be joined to a row", at: query.range,
                    help: "group the joined query by day")
            }
            return .day(calendar.zone)
        }
        func isWhole(_ shape: RowShape) -> Bool { shape.interval == nil && shape.events == nil && shape.row == .group }
        if isWhole(shape), isWhole(other), !query.clauses.contains(where: { $0.kind.word == .range }) { return .keys }
        warnAboutOtherPeriods(other, isByDay: false, query)
        return .start
    }

    /// Warns if rows and joined rows have periods of different lengths, so that most of them match nothing.
    private func warnAboutOtherPeriods(_ other: RowShape, isByDay: Bool, _ query: QuerySyntax.Query) {
        let lengths = [shape, other].map(\.periodLength)
        guard let own = lengths[0], let others = lengths[1] else { return }
        let help = "group both queries by the same period"
        if isByDay {
            let day = CalendarPeriod.day.approximateMilliseconds
            guard max(own, others) > day, own != others else { return }
            binder.report(
                .rowsAcrossPeriods, "\(shape.rowsInWords) are joined with \(other.rowsInWords): only rows that start on the same day match",
                at: query.range, help: help)
        } else if own != others {
            binder.report(
                .rowsAcrossPeriods, "\(shape.rowsInWords) are joined with \(other.rowsInWords): only equal starts match",
                at: query.range, help: max(own, others) == .max ? help : "\(help), or write `by day` after the parenthesis")
        }
    }

    /// Returns the key of the rows for each key of the joined rows.
    private func keys(of other: RowShape, _ query: QuerySyntax.Query) throws(Reported) -> [Int] {
        guard other.row == .group else { return [] }
        return try binder.collect(each: other.keys.filter { !$0.describesRow }) { (key) throws(Reported) in
            if let index = shape.keys.firstIndex(where: { $0.name == key.name && !$0.describesRow }) { return index }
            throw binder.report(
                .joinedQuery, "the joined rows have a key `\(key.name)`, but these rows don't", at: query.range,
                help: "leave it out of the joined query, or add it to this one")
        }
    }

    /// Returns true if several rows can match the same joined row, so that the sum of their values would count it several times.
    private func repeatsMatches(_ match: JoinedRows.Match, _ keys: [Int]) -> Bool {
        if shape.keys.count(where: { !$0.describesRow }) > keys.count { return true }
        guard case .day = match else { return false }
        guard let interval = shape.interval else { return shape.events?.isByEnd != true && shape.row != .summary }
        return interval.approximateMilliseconds < CalendarPeriod.day.approximateMilliseconds
    }

    // MARK: Columns

    /// Appends columns. Columns with the same name get aggregate and metric as their names. A name that the user chose stays.
    private mutating func append(_ columns: [RowShape.Column], _ query: QuerySyntax.Query) throws(Reported) {
        var taken = Set((shape.columns.map(\.name) + shape.keys.map { $0.alias ?? $0.name }).map(Name.key)).union(MeasureBinder.takenNames)
        let first = shape.columns.count
        for var column in columns {
            let name = column.name
            if taken.contains(Name.key(of: name)) {
                let long = column.info.fullName
                if let own = shape.columns[..<first].firstIndex(where: { Name.key(of: $0.name) == Name.key(of: name) }) {
                    let ownLong = shape.columns[own].info.fullName
                    if shape.columns[own].info.isNamedByAggregate, ownLong != long, taken.insert(Name.key(of: ownLong)).inserted {
                        shape.columns[own].info.name = ownLong
                    }
                }
                column.info.name = taken.contains(Name.key(of: long)) ? "\(name)_\(column.info.metricName)" : long
            }
            guard taken.insert(Name.key(of: column.name)).inserted else {
                throw binder.report(
                    .duplicateColumn, "two columns would have the name `\(column.name)`", at: query.range,
                    help: "rename the column of the joined query with `called otherName`")
            }
            column.previous = column.previous.map { $0 + first }
            shape.columns.append(column)
        }
    }
}

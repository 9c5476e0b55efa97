import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Aggregates over rows.
extension StageBinder {
    mutating func aggregate(
        _ aggregates: [AggregatePhrase], by keys: [GroupingKey], _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        let groups = try groups(by: keys, stage)
        try useTimesOfDay(for: aggregates, stage)
        let columns = try rowAggregates(aggregates, stage, keepsName: false)
        become(groups)
        return .aggregate(columns, by: groups.keys)
    }

    /// Binds `share where CONDITION by KEYS`.
    mutating func share(
        where predicate: QuerySyntax.Predicate, by keys: [GroupingKey], _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        // A key can have the name of a column in the condition.
        let condition = try answer(to: predicate)
        let isOfAmounts = isAboutAmounts(condition)
        let groups = try groups(by: keys, stage)
        shape.columns = RowShare.Column.allCases.map { column in
            let unit = column == .share ? HealthUnit.percent : .count
            return RowShape.Column(
                info: ColumnInfo(
                    name: column.rawValue, metric: "", aggregate: column.rawValue, unit: unit.symbol, isAdditive: column == .count))
        }
        become(groups)
        shape.typicalDay = nil
        return .share(RowShare(where: condition, isOfAmounts: isOfAmounts), by: groups.keys)
    }

    /// The keys of groups of rows.
    private struct Groups {
        var keys: RowKeys
        var interval: IntervalComponents?
    }

    /// Binds the keys of groups. A column of answers that is a key becomes one of the keys of the rows.
    private mutating func groups(by keys: [GroupingKey], _ stage: QuerySyntax.Stage) throws(Reported) -> Groups {
        let answers = keys.compactMap(column(withAnswersOf:))
        let bound = BoundKeys(
            keys.filter { column(withAnswersOf: $0) == nil }, times: frame.times, columns: shape.keys.map { $0.alias ?? $0.name }, binder)
        try binder.stopAfterErrors()
        var rowKeys = try rowKeys(bound, keys, stage)
        for index in answers {
            rowKeys.columns.append(shape.keys.count)
            rowKeys.flags.append(index)
            shape.keys.append(RowShape.Key(name: shape.columns[index].name, content: .flags))
        }
        guard Set(rowKeys.flags).count == rowKeys.flags.count else {
            throw binder.report(.duplicateKey, "this key appears twice", at: keys.last?.range ?? stage.range, help: "remove one of them")
        }
        return Groups(keys: rowKeys, interval: bound.interval)
    }

    /// Turns the shape into rows of groups.
    private mutating func become(_ groups: Groups) {
        let rowKeys = groups.keys
        let kept = rowKeys.columns.map { shape.keys[$0] }
        shape.typicalDay = typicalDay(of: rowKeys)
        if rowKeys.schedule != nil || !rowKeys.profiles.isEmpty || !kept.isEmpty { shape.removal = nil }
        let hasTime = shape.hasTime && (rowKeys.schedule != nil || rowKeys.profiles.isEmpty && kept.allSatisfy { $0.profile == nil })
        shape.keys = rowKeys.profiles.map { RowShape.Key(name: $0.rawValue, profile: $0) } + kept
        shape.hasTime = hasTime
        shape.interval = groups.interval
        shape.events = nil
        shape.isInOrder = true
        shape.row = .group
        shape.running = nil
    }

    /// Returns the column of answers that a key names: `by busy`.
    private func column(withAnswersOf key: GroupingKey) -> Int? {
        guard case .interval(.name(let name), nil) = key.kind else { return nil }
        return shape.columns.firstIndex { $0.isFlag && Name.key(of: $0.name) == name.key }
    }

    /// Returns the typical day that the keys make of running totals; nil if rows don't end at full hours.
    private func typicalDay(of keys: RowKeys) -> RowShape.TypicalDay? {
        guard keys.schedule == nil, shape.running?.reset == .day, let key = keys.profiles.firstIndex(of: .hourOfDay),
            let interval = shape.interval
        else { return nil }
        let start = schedule(of: .day).anchor.millisecondOfDay
        let (row, hour) = (interval.approximateMilliseconds, CalendarPeriod.hour.approximateMilliseconds)
        guard row == hour || row < hour && hour % row == 0 && Int64(start) % hour == 0 else { return nil }
        return RowShape.TypicalDay(key: key, start: start)
    }

    /// Returns the aggregates of all columns, and replaces the columns of the shape with them.
    ///
    /// - Parameter keepsName: true if a single aggregate keeps the name of its column.
    mutating func rowAggregates(
        _ aggregates: [AggregatePhrase], _ stage: QuerySyntax.Stage, keepsName: Bool
    ) throws(Reported) -> [RowAggregate] {
        let numbers = try columns(for: aggregates, stage)
        var columns: [RowShape.Column] = []
        var bound: [RowAggregate] = []
        var names = MeasureBinder.takenNames
        for column in numbers {
            for written in aggregates {
                let aggregate = written.kind
                let old = shape.columns[column]
                let name: String =
                    if keepsName, aggregates.count == 1 {
                        old.name
                    } else {
                        numbers.count == 1 ? aggregate.columnName : "\(aggregate.columnName)_\(old.name)"
                    }
                guard names.insert(name).inserted else {
                    throw binder.report(
                        .duplicateColumn, "two columns would have the name `\(name)`", at: written.range, help: "remove one of them")
                }
                bound.append(RowAggregate(aggregate, of: column))
                var info = old.info.aggregated(aggregate, name: name, addsUp: !keepsName)
                // An answer never leaves out its only column.
                if numbers.count == 1 { info.isOptional = false }
                columns.append(RowShape.Column(info: info))
            }
        }
        shape.columns = columns
        return bound
    }

    /// Returns the columns that the aggregates use.
    ///
    /// Rows can be counted even if they have no numbers. If all columns are yes or no, their average is the share of yes.
    private func columns(for aggregates: [AggregatePhrase], _ stage: QuerySyntax.Stage) throws(Reported) -> [Int] {
        guard shape.numbers.isEmpty else { return shape.numbers }
        let areFlags = !shape.columns.isEmpty && shape.columns.allSatisfy(\.isFlag)
        let takesAll = aggregates.allSatisfy { [.count, .duration].contains($0.kind) || areFlags && $0.kind == .average }
        if takesAll { return Array(shape.columns.indices) }
        guard areFlags, let wrong = aggregates.first(where: { ![.count, .duration, .average].contains($0.kind) }) else {
            return try numbers("an aggregate", stage)
        }
        throw binder.report(
            .columnHasNoNumbers, "`\(wrong.kind.name)` needs numbers, but `\(shape.columns[0].name)` is yes or no", at: wrong.range,
            help: "`average` gives the share of yes, and `count` the number of rows")
    }

    /// Returns true if a condition depends on amounts, which are incomplete in a partial row.
    func isAboutAmounts(_ condition: RowExpression) -> Bool {
        condition.columns.contains { shape.columns[$0].info.accumulates || shape.columns[$0].info.isAboutAmounts }
    }

    /// Returns the keys that group the rows.
    private func rowKeys(
        _ keys: BoundKeys, _ written: [GroupingKey], _ stage: QuerySyntax.Stage
    ) throws(Reported) -> RowKeys {
        var calendar = calendar
        if let weekStart = keys.weekStart {
            try AnchorBinder(binder: binder).refuse(weekStart, unlike: calendar, at: weekStart.range)
            calendar.rule.weekStart = weekStart.weekday
        }
        var result = RowKeys(intervalText: keys.intervalText, weekStart: calendar.rule.weekStart, zone: calendar.zone)
        result.dayParts = calendar.dayParts
        if let interval = keys.interval {
            let range = written.first { if case .interval = $0.kind { true } else { false } }?.range ?? stage.range
            try checkTime(of: "`by \(interval)`", range)
            if shape.isLonger(than: interval) {
                throw binder.report(
                    .shorterThanRows, "can't split \(shape.rowsInWords) into rows of \(interval.inWords)", at: range,
                    help: "use shorter rows before the pipe: `by \(interval)`")
            }
            reportRowsAcross(interval, at: range)
            let start = rows.pipeline.plan.range.isUnknown ? calendar.now : rows.pipeline.plan.range.start
            result.schedule = calendar.schedule(of: interval, holding: start, grid: frame.bucketGrid)
        }
        for profile in keys.profiles {
            if let kept = shape.keys.firstIndex(where: { $0.profile == profile }) {
                result.columns.append(kept)
                continue
            }
            let range = written.first { $0.kind.profile == profile }?.range ?? stage.range
            try checkTime(of: "`by \(profile.phrase)`", range)
            if shape.isLonger(than: profile.longestRow) {
                throw binder.report(
                    .shorterThanRows, "can't group \(shape.rowsInWords) by \(profile.phrase)", at: range,
                    help: "use shorter rows before the pipe: `by \(profile.longestRow)`")
            }
            result.profiles.append(profile)
        }
        for key in keys.others {
            let columns = try columns(of: key)
            if columns.contains(where: result.columns.contains) { binder.reportTwice(key) }
            result.columns += columns
        }
        return result
    }

    /// Returns the keys of the rows that a key after the pipe names.
    private func columns(of key: GroupingKey) throws(Reported) -> [Int] {
        let text = QueryFormatter.text(of: key)
        let name: String
        switch key.kind {
        case .metadata(let operand): name = "metadata.\(try binder.text(operand))"
        case .interval(.name(let written), _), .condition(.name(let written), called: nil):
            let prefix = "\(PersonField.idName)."
            name = written.key.hasPrefix(prefix) ? String(written.text.dropFirst(prefix.count)) : written.text
        case .condition, .bins, .bands:
            let columns = shape.keys.indices.filter { shape.keys[$0].text == text }
            if !columns.isEmpty { return columns }
            throw binder.report(
                .keyNotInRows, "these rows can't be grouped by `\(text)`, which needs the samples", at: key.range,
                help: "write `by … and \(text)` before the pipe")
        default: name = text
        }
        if let column = shape.keys.firstIndex(where: { $0.isNamed(Name.key(of: name)) }) { return [column] }
        if name.lowercased() == "stage", let column = shape.keys.firstIndex(where: \.hasStages) { return [column] }
        throw binder.report(
            .keyNotInRows, "the rows have no \(name), because they combine all of them", at: key.range,
            help: "add it before the pipe, too: `by … and \(text)`")
    }

    /// Reports rows that don't fit into the periods that group them.
    func reportRowsAcross(_ interval: IntervalComponents, at range: SourceRange) {
        guard let own = shape.interval, !own.divides(interval) else { return }
        binder.report(
            .rowsAcrossPeriods, "\(shape.rowsInWords) don't fit into \(interval.inWords): each row counts in the period in which it starts",
            at: range,
            help: "use days before the pipe: `by day`")
    }

    private func checkTime(of what: String, _ range: SourceRange) throws(Reported) {
        guard !shape.hasTime else { return }
        let keys = shape.keys.map(\.name).joined(separator: ", ")
        throw binder.report(
            .stageWithoutTime, "\(what) needs rows with a time, but these rows have only \(keys)", at: range,
            help: "put it before the stage that removes the time")
    }
}

extension ColumnInfo {
    /// Returns the column for an aggregate of this column.
    func aggregated(_ aggregate: Aggregate, name: String, addsUp: Bool) -> ColumnInfo {
        var column = self
        column.name = name
        column.aggregate = aggregate.name
        column.isAdditive = addsUp && (aggregate == .count || aggregate == .sum && isAdditive)
        column.accumulates = aggregate.accumulates
        column.window = nil
        column.clock = column.clock.flatMap { _ in aggregate.keepsClock ? .timeOfDay : nil }
        (column.isFlag, column.isAboutAmounts) = (false, false)
        switch aggregate.definition.result {
        case .count: column.unit = "count"
        case .time: column.unit = "min"
        case .difference where clock != nil: column.unit = "min"
        case .value, .difference, .clock, .share: break
        }
        if isFlag, aggregate == .average { column.unit = HealthUnit.percent.symbol }
        if column.unit != unit { (column.isInHundredths, column.isDifference) = (false, false) }
        if aggregate.definition.result == .difference { column.isDifference = true }
        return column
    }
}

extension GroupingKey.Kind {
    fileprivate var profile: Profile? {
        if case .profile(let profile) = self { profile } else { nil }
    }
}

extension Profile {
    /// The longest rows that fit into one slot.
    fileprivate var longestRow: IntervalComponents {
        switch self {
        case .hourOfDay, .hourOfWeek, .partOfDay: IntervalComponents(12, .hour)
        case .weekday, .weekdayOrWeekend, .dayOfMonth: IntervalComponents(1, .day)
        case .weekOfYear: IntervalComponents(1, .week)
        case .monthOfYear: IntervalComponents(1, .month)
        }
    }
}

extension IntervalComponents {
    /// Returns true if periods of `other` consist of whole rows of this interval.
    fileprivate func divides(_ other: IntervalComponents) -> Bool {
        if period == other.period { return other.count.isMultiple(of: count) }
        switch period {
        case .second, .minute, .hour: return (24 * 3_600_000).isMultiple(of: approximateMilliseconds)
        case .day: return count == 1 || other.period == .week && (7 * other.count).isMultiple(of: count)
        case .week: return false
        case .month: return other.period == .quarter ? 3.isMultiple(of: count) : 12.isMultiple(of: count)
        case .quarter: return 4.isMultiple(of: count)
        case .year: return true
        }
    }
}

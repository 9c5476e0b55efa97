import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The stages that study rows: `trend`, `smooth`, `outliers` and `correlate`.
extension StageBinder {
    // MARK: Trend

    mutating func trend(per period: TrendPeriod?, isLinear: Bool, _ stage: QuerySyntax.Stage) throws(Reported) -> PlanStage.Kind {
        try refuseWithoutTime("`trend`", stage)
        let numbers = try numbers("`trend`", stage)
        let period = period ?? .day
        if period.monthCount != nil, !shape.isLonger(than: IntervalComponents(27, .day)) {
            throw binder.report(
                .trendOfShortRows, "`trend per \(period.rawValue)` needs rows of a month or longer, but these are \(shape.rowsInWords)",
                at: stage.range, help: "use `trend per week`, or group the rows by month first",
                fix: [Diagnostic.Edit(stage.range, "trend per week" + (isLinear ? " linear" : ""))])
        }
        try useTimesOfDay(for: "`trend`", stage)
        let columns = numbers.map { index in studied(index, per: period) }
        let keys = seriesKeys
        let metrics = Set(numbers.map { shape.columns[$0].info.metric })
        let (metric, part) = (metrics.count == 1 ? metrics.first ?? "" : "", shape.columns[numbers[0]].info.part)
        let unit = columns.count == 1 ? columns[0].unit : nil
        becomeSeries(keys, then: columns.count == 1 ? [] : ["column", "unit"].map { RowShape.Key(name: $0, describesRow: $0 == "unit") })
        shape.columns = ["slope", "low", "high"].map { name in
            var info = ColumnInfo(name: name, metric: metric, aggregate: name, unit: unit, isAdditive: false)
            if columns.count == 1 { info.part = part }
            return RowShape.Column(info: info)
        }
        shape.columns.append(RowShape.Column(info: .countOfValues))
        return .trend(Trend(period: period, isLinear: isLinear, columns: columns, zone: calendar.zone, keys: keys))
    }

    private func studied(_ index: Int, per period: TrendPeriod) -> StudiedColumn {
        let column = shape.columns[index]
        let isFraction = column.info.unit == "%" && !column.info.isInHundredths
        var scale = isFraction ? 100.0 : 1
        var unit = column.info.unit
        if column.info.clock != nil {
            scale = 1 / 60_000
            unit = "min"
        }
        return StudiedColumn(index, name: column.name, scale: scale, unit: Self.slopeUnit(unit, per: period))
    }

    /// Returns the unit of a slope: `kg/week`, or `mg/dL per week` if the unit has a slash.
    private static func slopeUnit(_ unit: String?, per period: TrendPeriod) -> String {
        guard let unit else { return "1/\(period.rawValue)" }
        return unit.contains("/") ? "\(unit) per \(period.rawValue)" : "\(unit)/\(period.rawValue)"
    }

    /// The keys that divide rows into series.
    var seriesKeys: [Int] {
        guard shape.row == .group else { return [] }
        return shape.keys.indices.filter { !shape.keys[$0].describesRow && (shape.hasTime || shape.keys[$0].profile == nil) }
    }

    /// Turns the shape into rows of whole series, with further keys.
    mutating func becomeSeries(_ keys: [Int], then further: [RowShape.Key]) {
        shape.keys = keys.map { shape.keys[$0] } + further
        shape.interval = nil
        shape.events = nil
        shape.isInOrder = true
        shape.row = .group
        shape.running = nil
        shape.typicalDay = nil
        shape.removal = nil
        shape.isProjected = false
    }

    // MARK: Smoothing

    mutating func smooth(
        _ method: SmoothingMethod, _ argument: SmoothingArgument, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        try refuseWithoutTime("`smooth`", stage)
        let numbers = try numbers("`smooth`", stage)
        var zone: Zone?
        let amount: Double
        switch argument {
        case .share(let operand):
            amount = try binder.number(operand)
            guard amount > 0, amount <= 1 else {
                throw binder.report(
                    .smoothingArgument, "the share of `smooth ewma` must be above 0 and at most 1", at: operand.range,
                    help: "write for example `smooth ewma 0.1`")
            }
        case .length(let phrase):
            let interval = try length(phrase, method == .loess ? "loess 30 days" : "half-life 7 days")
            if method == .loess, let row = shape.interval, interval.approximateMilliseconds <= 2 * row.approximateMilliseconds {
                throw binder.report(
                    .smoothingArgument, "a window of \(interval.inWords) has no neighbors on both sides in \(shape.rowsInWords)",
                    at: phrase.range, help: "use a longer window: a row needs others less than half a window away")
            }
            // Shorter rows can repeat an hour of the clock.
            if interval.period.isCalendar, shape.interval?.period.isCalendar == true { zone = calendar.zone }
            amount = Double(interval.approximateMilliseconds)
        }
        try useTimesOfDay(for: "`smooth`", stage)
        shape.running = nil
        for column in numbers {
            shape.columns[column].info.isAdditive = false
            shape.columns[column].info.accumulates = false
        }
        return .smooth(Smoothing(method, amount, columns: numbers, zone: zone))
    }

    /// Returns a length of time in days, weeks or shorter periods, which are all equal.
    private func length(_ amount: TimeAmountPhrase, _ example: String) throws(Reported) -> IntervalComponents {
        let interval = try frame.times.interval(binder.amount(amount), binder)
        guard interval.period < .month else {
            throw binder.report(
                .smoothingArgument, "`smooth` can't use \(interval.inWords), because \(interval.period.name)s have different lengths",
                at: amount.range, help: "write the length in days, as in `smooth \(example)`")
        }
        return interval
    }

    // MARK: Outliers

    mutating func outliers(
        _ limit: NumberOperand?, by column: QuerySyntax.Column?, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        let numbers = try numbers("`outliers`", stage)
        let number = try limit.map { (operand) throws(Reported) in try binder.number(operand) } ?? 3
        if let limit, number < 0 {
            throw binder.report(
                .smoothingArgument, "the limit of `outliers` can't be negative", at: limit.range, help: "write for example `outliers 3`")
        }
        let index = try column.map { (column) throws(Reported) in try self.number(column, for: "`outliers`") } ?? numbers[0]
        var day: ClockDay?
        if case .clock(_, let clockDay) = byTimeOfDay(.value(index)) { day = clockDay }
        defer { shape.lose(QueryFormatter.text(of: stage.kind)) }
        return .outliers(Outliers(index, limit: number, clockDay: day))
    }

    /// Returns a column with numbers.
    private func number(_ column: QuerySyntax.Column, for what: String) throws(Reported) -> Int {
        if case .value(let index) = try rowColumn(column), shape.numbers.contains(index) { return index }
        throw binder.report(
            .columnHasNoNumbers, "\(what) needs a column of numbers", at: column.range,
            help: "the columns of numbers are \(shape.numbers.map { "`\(shape.columns[$0].name)`" }.joined(separator: ", "))")
    }

    // MARK: Correlation

    /// The greatest lag, in rows.
    private static let greatestLag = 1000

    mutating func correlate(
        _ first: QuerySyntax.Column, _ second: QuerySyntax.Column, _ lag: Count?, _ last: Count?, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> PlanStage.Kind {
        _ = try numbers("`correlate`", stage)
        let columns = try binder.collect(each: [first, second]) { (column) throws(Reported) in try number(column, for: "`correlate`") }
        let lags = try lags(lag, last)
        let places = try places(for: lags, at: (lag?.range ?? stage.range).union(last?.range ?? lag?.range ?? stage.range), stage)
        if columns.contains(where: { shape.columns[$0].info.clock == .instant }) { try useTimesOfDay(for: "`correlate`", stage) }
        let keys = seriesKeys
        becomeSeries(keys, then: [RowShape.Key(name: "lag", content: .numbers(nil))])
        shape.columns = ["pearson", "low", "high", "spearman"].map { name in
            RowShape.Column(info: ColumnInfo(name: name, metric: "", aggregate: name, unit: nil, isAdditive: false))
        }
        shape.columns.append(RowShape.Column(info: .countOfValues))
        return .correlate(ColumnCorrelation(columns[0], with: columns[1], lags: lags, places: places, keys: keys))
    }

    private func lags(_ lag: Count?, _ last: Count?) throws(Reported) -> ClosedRange<Int> {
        guard let lag else { return 0...0 }
        let low = try binder.integer(lag)
        guard let last else { return try within(low...low, at: lag.range) }
        let high = try binder.integer(last)
        guard low <= high else {
            throw binder.report(
                .lagOfRows, "the lags go from \(low) to \(high), which is smaller", at: lag.range.union(last.range),
                help: "write the smaller number first",
                fix: [Diagnostic.Edit(lag.range.union(last.range), "\(high) to \(low)")])
        }
        return try within(low...high, at: lag.range.union(last.range))
    }

    private func within(_ lags: ClosedRange<Int>, at range: SourceRange) throws(Reported) -> ClosedRange<Int> {
        if lags.upperBound <= Self.greatestLag { return lags }
        throw binder.report(
            .lagOfRows, "a lag is at most \(Self.greatestLag) rows", at: range, help: "use longer rows, such as weeks instead of days")
    }

    /// The places by which the next row is found; nil for rows that don't follow each other.
    var placesOfRows: RowPlaces? {
        if let interval = shape.interval {
            let start = rows.pipeline.plan.range.isUnknown ? calendar.now : rows.pipeline.plan.range.start
            return .buckets(calendar.schedule(of: interval, holding: start, grid: frame.bucketGrid))
        }
        return shape.events?.isByEnd == true ? .dates(clockDay.zone) : nil
    }

    /// Returns the places by which a later row is found.
    private func places(
        for lags: ClosedRange<Int>, at range: SourceRange, _ stage: QuerySyntax.Stage
    ) throws(Reported) -> RowPlaces? {
        guard lags != 0...0 else { return nil }
        try refuseWithoutTime("`lag`", stage)
        if let places = placesOfRows { return places }
        throw binder.report(
            .lagOfRows, "`lag` needs rows of consecutive periods, but these are \(shape.rowsInWords)", at: range,
            help: "use `by day` before the first pipe, or group the rows: `| average by day`")
    }
}

extension ColumnInfo {
    /// The column with the number of values on which a result rests.
    fileprivate static var countOfValues: ColumnInfo {
        ColumnInfo(name: "n", metric: "", aggregate: Aggregate.count.name, unit: "count", isAdditive: false, accumulates: false)
    }
}

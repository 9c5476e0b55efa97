import QueryVocabulary
import CalendarIntervals
import HealthModel
package import QueryPlan

/// The rows of a query as far as they are known before it runs: what stages are bound to.
///
/// A session keeps those of its last result, so that stages can go on from there.
package struct BoundRows: Sendable {
    package internal(set) var pipeline: Pipeline
    let frame: QueryFrame
    var shape: RowShape
    /// Whether the table lacks columns that the pipeline gives, so that no other period of it has them in the same places.
    private(set) var isCut = false

    init(_ query: BoundQuery) {
        pipeline = Pipeline(plan: query.plan)
        frame = query.frame
        shape = RowShape(query)
        if let view = query.dayView {
            shape.becomeDay()
            pipeline.stages = [PlanStage(.dayView(view), columns: shape.infos, text: "progress")]
        }
    }

    /// The names that a stage may use for columns: values first, then keys.
    package var columnCount: Int { shape.columns.count }
    package var columnNames: [String] { shape.columns.map(\.name) + shape.keys.map(\.name) }

    /// Returns the rows without the columns and keys that their table turned out not to have: summaries have some only where there is
    /// something in them.
    package func keeping(columns: [String], keys: [String]) -> BoundRows {
        var rows = self
        let kept = shape.columns.indices.filter { columns.contains(shape.columns[$0].name) }
        rows.shape.columns = kept.map { index in
            var column = shape.columns[index]
            column.previous = column.previous.flatMap { kept.firstIndex(of: $0) }
            return column
        }
        rows.shape.keys.removeAll { !keys.contains($0.name) }
        rows.isCut = rows.shape.columns.count < shape.columns.count || rows.shape.keys.count < shape.keys.count
        return rows
    }
}

/// What rows look like: their columns, keys and times.
struct RowShape: Sendable {
    struct Column: Sendable {
        var info: StageColumn
        /// Whether texts stand in place of the numbers.
        var isText = false
        /// Whether 50 of the unit `%` is a half, not 0.5.
        var isInHundredths = false
        /// The column that holds what this one is compared with.
        var previous: Int?
        /// Whether the column is another one's `previous`.
        var isPrevious = false

        var name: String { info.name }
        var unit: HealthUnit? { info.unit.map { HealthUnit($0) ?? HealthUnit(unreadable: $0) } }
        var metric: MetricInfo? {
            guard case .known(let metric) = MetricCatalog.resolve(name: info.metric) else { return nil }
            return metric
        }
    }

    struct Key: Sendable {
        var name: String
        /// The profile whose slots the column holds.
        var profile: Profile?
    }

    /// What a row is.
    enum Row: Sendable {
        /// A group of samples, or of rows.
        case group
        case sample
        /// The activity summary of a day.
        case summary
    }

    /// What rows are totals of.
    struct RunningTotal: Sendable {
        /// The period that it starts again with; nil where it never does.
        var reset: CalendarPeriod?
    }

    /// The hours of a typical day.
    struct TypicalDay: Sendable {
        /// The key that holds the hour of the day, by its place.
        var key: Int
        /// When days begin, in milliseconds since midnight.
        var start: Int
    }

    /// A stage that left rows out.
    struct Removal: Sendable {
        /// As the formatter prints it.
        var stage: String
        /// Whether it chose rows by their size, so that neighbours in time are gone.
        var isRanking: Bool
    }

    var row: Row
    var columns: [Column]
    var keys: [Key]
    var hasTime: Bool
    /// Whether rows follow each other in time.
    var isInOrder = true
    /// The period that each row is of; nil for samples and where a row is of the whole range.
    var interval: IntervalComponents?
    var running: RunningTotal?
    /// What running totals have reached by the ends of hours, where that is what rows are.
    var typicalDay: TypicalDay?
    /// The stage that left rows out, a ranking before others; nil where none did since rows were made.
    var removal: Removal?
    /// Whether a projection made the rows: there is one, of today.
    var isProjected = false
    /// Whether the rows are one day beside a typical one: totals already, and of no other time.
    var isDay = false

    init(_ query: BoundQuery) {
        switch query.plan.subject {
        case .statistics(let measures):
            row = .group
            columns = measures.map { Column(info: StageColumn($0, of: query.plan)) }
            keys =
                query.frame.keys.profiles.map { Key(name: $0.rawValue, profile: $0) } + query.plan.splits.map { Key(name: $0.name) }
            interval = query.frame.keys.interval
            hasTime = interval != nil || query.frame.keys.profiles.isEmpty
        case .samples(let listing):
            row = .sample
            let metric = MetricCatalog.metric(listing.metric)
            var column = Column(
                info: StageColumn(
                    name: "value", metric: listing.metric.shortName, aggregate: "value", unit: listing.unit?.symbol, isAdditive: false))
            column.info.part = listing.part?.title
            switch metric?.kind {
            case .category, .workouts: column.isText = true
            case .quantity, nil: break
            }
            columns = [column]
            keys = [Key(name: "unit"), Key(name: "source")]
            hasTime = true
            isInOrder = !listing.isNewestFirst
        case .summaries:
            row = .summary
            columns = ["move", "moveTime", "exercise", "stand"].flatMap { ring in
                let unit = ring == "move" ? "kcal" : ring == "stand" ? "count" : "min"
                return [("", unit), ("Goal", unit), ("Progress", "%")].map { suffix, unit in
                    Column(
                        info: StageColumn(
                            name: ring + suffix, metric: "activitySummary", aggregate: "value", unit: unit, isAdditive: suffix.isEmpty,
                            accumulates: suffix != "Goal"))
                }
            }
            keys = [Key(name: "paused")]
            hasTime = true
            interval = IntervalComponents(1, .day)
        }
    }

    /// The one total becomes that of a day, beside the typical one.
    mutating func becomeDay() {
        columns[0].info.isAdditive = false
        var typical = columns[0]
        typical.info.name = RowShape.typicalName
        typical.info.aggregate = RowShape.typicalName
        columns.append(typical)
        isDay = true
    }

    /// Notes that a stage may have left rows out.
    mutating func lose(_ stage: String, isRanking: Bool = false) {
        if removal == nil || isRanking { removal = Removal(stage: stage, isRanking: isRanking) }
    }

    /// The column of the typical day.
    static let typicalName = "typical"

    /// Whether rows last longer than `interval`; rows over all of the range do.
    func isLonger(than interval: IntervalComponents) -> Bool {
        guard let own = self.interval else { return row == .group }
        return own.approximateMilliseconds > interval.approximateMilliseconds
    }

    var rowsInWords: String { interval.map { "rows of one \($0)" } ?? "rows over all of the range" }

    /// The columns that hold numbers, by their places.
    var numbers: [Int] { columns.indices.filter { !columns[$0].isText } }

    var infos: [StageColumn] { columns.map(\.info) }
}

extension StageColumn {
    init(_ measure: Measure, of plan: Plan) {
        self.init(
            name: measure.name, metric: measure.metric.shortName, aggregate: measure.aggregate.name, unit: measure.unit?.symbol,
            isAdditive: plan.addsUp(measure))
        part = measure.part?.title
    }
}

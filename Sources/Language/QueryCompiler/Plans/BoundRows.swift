import CalendarIntervals
import HealthModel
import QueryDiagnostics
package import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The shape of a query's rows, as far as it is known before the query runs. Stages are bound to it.
///
/// A session keeps the rows of its last result, so that further stages can use them.
package struct BoundRows: Sendable {
    package internal(set) var pipeline: Pipeline
    let frame: QueryFrame
    var shape: RowShape
    /// The range, zone and anchor of the query, which a joined query takes from it.
    let timeClauses: [Clause]
    /// The period in the `by` clause; nil without one.
    let writtenInterval: SourceRange?
    /// The zone that the query asks for.
    package let zoneChoice: ZoneChoice
    /// True if the table lacks columns of the pipeline, so that the columns of another period can have other positions.
    private(set) var isCut = false

    /// Whose days a query uses.
    package enum ZoneChoice: Sendable {
        /// Those of a zone in the query.
        case written
        /// Those of each person (`zone person`).
        case persons
        /// Those of the session, or of the people if they differ.
        case open
    }

    init(_ query: BoundQuery, clauses: [Clause]) {
        if case .zone(let zone)? = clauses.last(where: { $0.kind.word == .zone })?.kind {
            if case .person = zone { zoneChoice = .persons } else { zoneChoice = .written }
        } else {
            zoneChoice = .open
        }
        timeClauses = clauses.filter { [.range, .zone, .anchor].contains($0.kind.word) }
        let keys = clauses.flatMap { clause -> [GroupingKey] in if case .by(let keys) = clause.kind { keys } else { [] } }
        writtenInterval = keys.first { if case .interval = $0.kind { true } else { false } }?.range
        pipeline = Pipeline(plan: query.plan)
        frame = query.frame
        shape = RowShape(query)
        if let view = query.dayView {
            shape.becomeDay()
            pipeline.stages = [PlanStage(.dayView(view), columns: shape.infos, text: "progress")]
        }
    }

    /// Returns the rows with another pipeline of the same query.
    package func with(_ pipeline: Pipeline) -> BoundRows {
        var rows = self
        rows.pipeline = pipeline
        return rows
    }

    /// The column names that a stage can use: values first, then keys.
    package var columnCount: Int { shape.columns.count }
    package var columnNames: [String] { shape.columns.map(\.name) + shape.keys.map { $0.alias ?? $0.name } }

    /// Returns the rows with only these columns and keys. Summaries leave out columns without values.
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

/// The shape of rows: their columns, keys and times.
struct RowShape: Sendable {
    struct Column: Sendable {
        var info: ColumnInfo
        /// True if the column has texts instead of numbers.
        var isText = false
        /// The category of listed samples, if it is not in the tables.
        var unlistedCategory: CategoryType?
        /// The column that this one is compared with.
        var previous: Int?
        /// True if the column is the `previous` of another one.
        var isPrevious = false
        /// True for the answers of a condition.
        var isFlag: Bool { info.isFlag }

        var name: String { info.name }
        var columnUnit: ColumnUnit { info.columnUnit }
        /// The name of the metric if its values are shares, or else of the column, for the warning about fractions.
        var warningName: String { metric.flatMap { $0.isShare ? $0.name : nil } ?? name }
        var unit: HealthUnit? { info.unit.map { HealthUnit($0) ?? HealthUnit(unreadable: $0) } }
        var metric: MetricInfo? {
            if let unlistedCategory { return MetricInfo(.category(unlistedCategory)) }
            guard case .known(let metric) = MetricCatalog.resolve(name: info.metric) else { return nil }
            return metric
        }
    }

    struct Key: Sendable {
        var name: String
        /// The profile whose slots are in the column.
        var profile: Profile?
        /// The values of the column, if they are not texts.
        var content = Content.text
        /// The key as the formatter prints it, for keys that samples need.
        var text: String?
        /// The name that `select` gave to the column.
        var alias: String?
        /// True if the column describes the interval of its row and does not divide rows into series.
        var describesRow = false

        enum Content: Hashable, Sendable {
            case text
            /// Short names of a category's values, or of activities.
            case names(ValueNames)
            /// Numbers in a unit.
            case numbers(HealthUnit?)
            case flags
        }

        /// True for the column with the stages of sleep.
        var hasStages: Bool {
            if case .names(.category(let type)) = content, name == "value" { type.exclusiveValues != nil } else { false }
        }

        /// Returns true if a stage can use `key` as the name of the column.
        func isNamed(_ key: String) -> Bool { Name.key(of: name) == key || alias.map(Name.key) == key }
    }

    /// The kind of rows.
    enum Row: Sendable {
        /// A group of samples, or of rows.
        case group
        case sample
        /// The activity summary of a day.
        case summary
    }

    /// The reset rule of a running total.
    struct RunningTotal: Sendable {
        /// The period that resets the total; nil if it is never reset.
        var reset: CalendarPeriod?
    }

    /// The hours of a typical day.
    struct TypicalDay: Sendable {
        /// The index of the key for the hour of the day.
        var key: Int
        /// The start of days, in milliseconds since midnight.
        var start: Int
    }

    /// A stage that removed rows.
    struct Removal: Sendable {
        /// The stage as the formatter prints it.
        var stage: String
        /// True if the stage ranked rows by value, so that neighbors in time can be missing.
        var isRanking: Bool
    }

    /// Rows that are intervals themselves, with gaps between them.
    struct Events: Sendable {
        /// The words that make these rows, such as `by night`.
        var text: String
        /// True if rows belong to the local date on which they end, as nights do.
        var isByEnd = false
    }

    var row: Row
    var columns: [Column]
    var keys: [Key]
    var hasTime: Bool
    /// True if each row is a night, which belongs to the date on which it ends.
    var isOfNights: Bool { events?.isByEnd == true }
    /// True if rows are in the order of time.
    var isInOrder = true
    /// The period of each row; nil for samples and for rows of the whole range.
    var interval: IntervalComponents?
    /// Set if rows are intervals themselves.
    var events: Events?
    var running: RunningTotal?
    /// Set if the rows are the hours of a typical day, made of running totals.
    var typicalDay: TypicalDay?
    /// The stage that removed rows; a ranking takes precedence. Nil if no stage has removed rows since they were computed.
    var removal: Removal?
    /// True after `project`, whose only row is today.
    var isProjected = false
    /// The `join` that added columns, which are not known for another period.
    var join: String?
    /// True for the rows of `progress`: running totals of one day, next to those of a typical day.
    var isDay = false

    init(_ query: BoundQuery) {
        columns = query.plan.columns.map { Column(info: $0) }
        switch query.plan.subject {
        case .statistics:
            row = .group
            events = query.plan.events.map { Events(text: $0.words, isByEnd: $0.isByEnd) }
            keys =
                (query.plan.events?.keyColumns ?? []).map { column in
                    Key(name: column.name, content: column.valueNames.map { .names($0) } ?? column.numbers ?? .text, describesRow: true)
                }
                + query.frame.keys.profiles.map { Key(name: $0.rawValue, profile: $0) }
                + query.plan.splits.flatMap { Key.keys(for: $0, query.frame.keys) }
            interval = query.frame.keys.interval
            hasTime = interval != nil || query.frame.keys.profiles.isEmpty
        case .samples(let listing):
            row = .sample
            let metric = MetricCatalog.metric(listing.metric)
            switch metric?.kind {
            case .category: columns[0].isText = true
            case .workouts: (columns[0].isText, columns[1].isText) = (true, true)
            case nil where listing.metric.identifier.hasPrefix(CategoryType.identifierPrefix):
                columns[0].isText = true
                columns[0].unlistedCategory = .unlisted(listing.metric)
            case .quantity, nil: break
            }
            keys = listing.keyNames.map { Key(name: $0) }
            if query.hasPersons { keys.insert(Key(name: PersonField.idName), at: 0) }
            hasTime = true
            isInOrder = !listing.isNewestFirst
        case .summaries:
            row = .summary
            keys = [Key(name: "paused")]
            if query.hasPersons { keys.insert(Key(name: PersonField.idName), at: 0) }
            hasTime = true
            interval = IntervalComponents(1, .day)
        }
    }

    /// Turns the only column into the total of a day and adds the column of the typical day.
    mutating func becomeDay() {
        columns[0].info.isAdditive = false
        var typical = columns[0]
        typical.info.name = RowShape.typicalName
        typical.info.aggregate = RowShape.typicalName
        columns.append(typical)
        isDay = true
    }

    /// Records that a stage may have removed rows.
    mutating func lose(_ stage: String, isRanking: Bool = false) {
        if removal == nil || isRanking { removal = Removal(stage: stage, isRanking: isRanking) }
    }

    /// The name of the column for the typical day.
    static let typicalName = "typical"

    /// Returns true if rows are longer than `interval`. Rows of the whole range are.
    func isLonger(than interval: IntervalComponents) -> Bool {
        guard let own = self.interval else { return row == .group && events == nil }
        return own.approximateMilliseconds > interval.approximateMilliseconds
    }

    /// The approximate length of the rows' periods in milliseconds, which is the greatest number for the whole range. Nil for intervals of
    /// samples and for single samples.
    var periodLength: Int64? {
        guard row == .group, events == nil else { return nil }
        return interval.map { Int64($0.approximateMilliseconds) } ?? .max
    }

    var rowsInWords: String {
        interval.map { "rows of \($0.inWords)" } ?? events.map { "rows of `\($0.text)`" } ?? "rows of the whole range"
    }

    /// The indices of the columns with numbers.
    var numbers: [Int] { columns.indices.filter { !columns[$0].isText && !columns[$0].isFlag } }

    var infos: [ColumnInfo] { columns.map(\.info) }
}

extension RowShape.Key {
    /// Returns the keys of rows for a key of samples.
    fileprivate static func keys(for split: SplitKey, _ keys: BoundKeys) -> [Self] {
        split.names.map { name in
            var key = Self(name: name)
            let unit = split.unit.map { HealthUnit($0) ?? HealthUnit(unreadable: $0) }
            switch split {
            case .condition: key.content = .flags
            case .value, .ranges: key.content = .numbers(unit)
            default: key.content = split.valueNames.map { .names($0) } ?? .text
            }
            if case .ranges = split { key.text = keys.rangesText }
            return key
        }
    }
}

extension KeyColumn {
    /// Numbers in a unit; nil if the column has other values.
    fileprivate var numbers: RowShape.Key.Content? { unit.map { .numbers(HealthUnit($0) ?? HealthUnit(unreadable: $0)) } }
}

extension IntervalComponents {
    /// The interval with its count: "one day", "2 weeks".
    var inWords: String { count == 1 ? "one \(self)" : "\(self)" }
}

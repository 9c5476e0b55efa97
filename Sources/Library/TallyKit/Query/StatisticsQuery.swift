public import CalendarIntervals
public import Foundation
public import HealthModel
import QuerySyntax
public import QueryVocabulary

/// A query built in Swift. It gives the same answer as its text.
///
/// ```swift
/// let query = StatisticsQuery.sum(.stepCount).by(.day).last(7, .days)
/// print(query.text)  // sum stepCount by day last 7 days
/// ```
///
/// Each method returns a copy of the query with another clause or stage. If you set a clause twice, the last one applies. The store
/// reports mistakes, such as a sum of heart rates, when it compiles the query.
///
/// Names of sources, devices, columns, units and zones are quoted if necessary, so they cannot change the rest of the query. Only the text
/// for `then` is added unchanged.
public struct StatisticsQuery: Sendable, Hashable, CustomStringConvertible {
    private var measures: [Measure]
    private var clauses: [ClauseWord: String] = [:]
    private var conditions: [Condition] = []
    private var stages: [String] = []

    /// Creates a query with one column per measure.
    public init(_ first: Measure, _ more: Measure...) { measures = [first] + more }

    /// Creates a query for the `sum` of a metric.
    public static func sum(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.sum, of: metric)) }
    /// Creates a query for the `average` of a metric.
    public static func average(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.average, of: metric)) }
    /// Creates a query for the `min` of a metric.
    public static func min(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.min, of: metric)) }
    /// Creates a query for the `max` of a metric.
    public static func max(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.max, of: metric)) }
    /// Creates a query for the `latest` value of a metric.
    public static func latest(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.latest, of: metric)) }
    /// Creates a query for the `first` value of a metric.
    public static func first(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.first, of: metric)) }
    /// Creates a query for the `count` of a metric.
    public static func count(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.count, of: metric)) }
    /// Creates a query for the `duration` of a metric.
    public static func duration(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.duration, of: metric)) }
    /// Creates a query for the `median` of a metric.
    public static func median(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.median, of: metric)) }
    /// Creates a query for the `standardDeviation` of a metric.
    public static func standardDeviation(_ metric: MetricID) -> StatisticsQuery {
        StatisticsQuery(Measure(.stddev, of: metric))
    }
    /// Creates a query for a percentile of a metric.
    ///
    /// - Parameters:
    ///   - percent: from 0 to 100.
    ///   - metric: a metric with readings.
    public static func percentile(_ percent: Double, _ metric: MetricID) -> StatisticsQuery {
        StatisticsQuery(Measure(.percentile(percent), of: metric))
    }

    /// Creates a query for the RMSSD of the heartbeats in samples, in milliseconds (S2.15).
    public static func rmssd(_ metric: MetricID = .heartRateVariabilitySDNN) -> StatisticsQuery {
        StatisticsQuery(Measure(.rmssd, of: metric))
    }
    /// Creates a query for the SDNN of the heartbeats in samples, in milliseconds (S2.15).
    public static func sdnn(_ metric: MetricID = .heartRateVariabilitySDNN) -> StatisticsQuery {
        StatisticsQuery(Measure(.sdnn, of: metric))
    }
    /// Creates a query for the pNN50 of the heartbeats in samples, a share (S2.15).
    public static func pnn50(_ metric: MetricID = .heartRateVariabilitySDNN) -> StatisticsQuery {
        StatisticsQuery(Measure(.pnn50, of: metric))
    }

    /// The text of the query in the query language.
    public var text: String {
        var parts = [measures.map(\.text).joined(separator: ", ")]
        var clauses = clauses
        if !conditions.isEmpty {
            clauses[.condition] = "\(ClauseWord.condition.keyword) \(conditions.map(\.text).joined(separator: " and "))"
        }
        parts += ClauseWord.all.compactMap { clauses[$0] }
        return ([parts.joined(separator: " ")] + stages).joined(separator: " | ")
    }

    /// The text of the query.
    public var description: String { text }

    private func with(_ clause: ClauseWord, _ argument: String) -> StatisticsQuery { with(clause, text: "\(clause.keyword) \(argument)") }

    private func with(range: String) -> StatisticsQuery { with(.range, text: range) }

    private func with<Rule: ClauseRule>(_ rule: Rule) -> StatisticsQuery { with(.choice(Rule.clause), text: rule.phrase) }

    private func with(_ clause: ClauseWord, text: String) -> StatisticsQuery {
        var query = self
        query.clauses[clause] = text
        return query
    }

    private func then(_ stage: StageWord, _ arguments: String?) -> StatisticsQuery {
        then([stage.phrase, arguments].compactMap(\.self).joined(separator: " "))
    }

    // MARK: Measures

    /// An aggregate of a metric. Each measure is a column of the answer.
    public struct Measure: Sendable, Hashable {
        /// The aggregate, such as `.sum`.
        public var aggregate: Aggregate
        /// The metric, such as `.stepCount`.
        public var metric: MetricID
        /// The unit of the column, such as `count/min`, as HealthKit writes it. Nil for the usual unit of the metric.
        public var unit: String?
        /// The name of the column. Nil for the name of the aggregate.
        public var name: String?

        /// Creates a measure.
        public init(_ aggregate: Aggregate, of metric: MetricID, in unit: String? = nil, called name: String? = nil) {
            self.aggregate = aggregate
            self.metric = metric
            self.unit = unit
            self.name = name
        }

        fileprivate var text: String {
            "\(aggregate.name) \(Name.text(of: metric))" + (unit.map { " in \(Name.unit($0))" } ?? "")
                + (name.map { " called \(Name.quoted(new: $0))" } ?? "")
        }
    }

    /// Adds a column.
    public func and(_ aggregate: Aggregate, of metric: MetricID, in unit: String? = nil, called name: String? = nil) -> StatisticsQuery {
        var query = self
        query.measures.append(Measure(aggregate, of: metric, in: unit, called: name))
        return query
    }

    /// Sets the unit of the last column and, if `name` is not nil, its name.
    public func converted(to unit: String, called name: String? = nil) -> StatisticsQuery {
        var query = self
        query.measures[query.measures.count - 1].unit = unit
        if let name { query.measures[query.measures.count - 1].name = name }
        return query
    }

    // MARK: Groups

    /// A key that groups samples or buckets into rows.
    public enum GroupKey: Sendable, Hashable {
        case minute, hour, day, week, month, quarter, year
        /// Buckets of several periods, as in `.every(15, .minutes)`.
        case every(Int, CalendarPeriod)
        case hourOfDay, hourOfWeek, weekday, dayOfMonth, weekOfYear, monthOfYear
        /// Night, morning, afternoon and evening.
        case partOfDay
        case weekdayOrWeekend
        case source, device, product
        case metadata(String)
        /// The value of a category or a quantity, or the activity of a workout.
        case value, activity
        /// Yes or no, in a column with the given name.
        case condition(Condition, called: String)
        /// Ranges of values between the multiples of a width. Without a unit, the width is in the unit of the column.
        case bins(of: Double, unit: String? = nil)
        /// Ranges of values between ascending edges.
        case bands([Double], unit: String? = nil)

        fileprivate var text: String {
            switch self {
            case .every(let count, let period): period.text(count)
            case .metadata(let key): "metadata " + Name.text(quoting: key)
            case .condition(let condition, let name): "(\(condition.text)) called \(Name.quoted(new: name))"
            case .bins(let width, let unit): "bins of " + Self.edge(width, unit)
            case .bands(let limits, let unit): "bands " + limits.map { Self.edge($0, unit) }.joined(separator: ", ")
            case .hourOfDay: "hour of day"
            case .hourOfWeek: "hour of week"
            case .dayOfMonth: "day of month"
            case .weekOfYear: "week of year"
            case .monthOfYear: "month of year"
            case .partOfDay: "part of day"
            case .weekdayOrWeekend: "weekday or weekend"
            default: "\(self)"
            }
        }

        private static func edge(_ edge: Double, _ unit: String?) -> String {
            NumberLiteral.text(edge) + (unit.map { " " + Name.unit($0) } ?? "")
        }
    }

    /// Groups rows by keys, such as a time bucket, an hour of the day or a source.
    public func by(_ first: GroupKey, _ more: GroupKey...) -> StatisticsQuery {
        with(.by, ([first] + more).map(\.text).joined(separator: " and "))
    }

    /// Sets the start of buckets: the time of day for days, and also the weekday for weeks.
    public func anchored(on weekday: Weekday? = nil, hour: Int = 0, minute: Int = 0) -> StatisticsQuery {
        let digits = [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return with(.anchor, "\(weekday.map { "\($0.name) " } ?? "")\(digits.joined(separator: ":"))")
    }

    /// Sets the time zone for days and times of day.
    ///
    /// - Parameter name: an IANA name, such as `Europe/Berlin`. The store reports an unknown name when it compiles the query.
    public func zone(_ name: String) -> StatisticsQuery { with(.zone, Name.zone(name)) }

    // MARK: Range

    /// Limits the query to the last `count` periods up to now. If `full` is true, the range ends with the last complete period.
    public func last(_ count: Int, _ period: CalendarPeriod, full: Bool = false) -> StatisticsQuery {
        with(range: "last \(count) \(full ? "full " : "")\(count == 1 ? period.name : period.name + "s")")
    }

    /// Limits the query to the current day.
    public func today() -> StatisticsQuery { with(range: "today") }
    /// Limits the query to the previous day.
    public func yesterday() -> StatisticsQuery { with(range: "yesterday") }

    /// Limits the query to the time from `start` until now.
    public func since(_ start: Date) -> StatisticsQuery { with(range: "since \(Name.text(of: start))") }

    /// Limits the query to the time from `start` until `end`. The end itself is not included.
    public func from(_ start: Date, to end: Date) -> StatisticsQuery {
        with(range: "from \(Name.text(of: start)) to \(Name.text(of: end))")
    }

    /// Puts another range next to that of the query, as in `versus("last month")` and `versus("the same days of last month")`.
    public func versus(_ range: String) -> StatisticsQuery { with(.versus, range) }

    // MARK: Samples

    /// A condition on samples.
    public indirect enum Condition: Sendable, Hashable {
        /// Compares the value of the sample in `unit`. Nil means the unit of the column.
        case value(Comparison, Double, unit: String? = nil)
        /// A value of a category, such as `asleepREM`.
        case category(String)
        case source(String)
        case device(String)
        case metadata(String, String)
        /// Matches samples that the user entered by hand, or all other samples.
        case enteredByUser(Bool)
        case not(Condition)
        case any([Condition])
        case all([Condition])

        fileprivate var text: String {
            switch self {
            case .value(let comparison, let value, let unit):
                "value \(comparison.rawValue) \(NumberLiteral.text(value))" + (unit.map { " " + Name.unit($0) } ?? "")
            case .category(let name): "value is \(Name.quoted(name))"
            case .source(let name): "source is \(Name.text(quoting: name))"
            case .device(let name): "device is \(Name.text(quoting: name))"
            case .metadata(let key, let value): "metadata \(Name.text(quoting: key)) is \(Name.text(quoting: value))"
            case .enteredByUser(let isEntered): isEntered ? "entered by user" : "not entered by user"
            case .not(let part): "not (\(part.text))"
            case .any(let parts): "(" + parts.map(\.text).joined(separator: " or ") + ")"
            case .all(let parts): "(" + parts.map(\.text).joined(separator: " and ") + ")"
            }
        }
    }

    /// Keeps only the samples that match the condition. If you add several conditions, samples must match all of them.
    public func filtered(by condition: Condition) -> StatisticsQuery {
        var query = self
        query.conditions.append(condition)
        return query
    }

    /// Counts only the time in a set, such as `"sleep and not workouts"`. The set has the form of `while` in the query language.
    public func counting(while set: String) -> StatisticsQuery { with(.intervals, set) }

    /// Lets each reading last until the next one of its source, at most this long.
    public func holding(_ count: Int, _ period: CalendarPeriod) -> StatisticsQuery { with(.holding, "\(count)\(period.suffix)") }

    /// Sets how to count samples that cross the start or end of the range.
    public func edges(_ rule: EdgeRule) -> StatisticsQuery { with(rule) }

    /// Sets the bucket for samples that cross several buckets.
    public func assigned(by assignment: Assignment) -> StatisticsQuery { with(assignment) }

    /// Sets how to count samples that several sources recorded at the same time.
    public func sources(_ rule: SourceRule) -> StatisticsQuery { with(rule) }

    /// Sets the sources with the highest priority, in order, for samples that several sources recorded at the same time.
    public func preferring(_ first: String, _ more: String...) -> StatisticsQuery {
        with(.prefer, ([first] + more).map(Name.text(quoting:)).joined(separator: ", "))
    }

    // MARK: Rows

    /// The value for rows without a value.
    public struct Fill: Sendable, Hashable {
        fileprivate let text: String

        /// Keeps the rows, without a value.
        public static let null = Fill(text: "null")
        /// Inserts zero.
        public static let zero = Fill(text: "zero")
        /// Inserts the value of the previous row.
        public static let previous = Fill(text: "previous")
        /// Inserts a value by linear interpolation between the values before and after.
        public static let linear = Fill(text: "linear")
        /// Drops the rows.
        public static let none = Fill(text: "none")

        /// Inserts a number.
        public static func value(_ number: Double) -> Fill { Fill(text: NumberLiteral.text(number)) }
    }

    /// Sets the value for rows without a value.
    public func filled(with fill: Fill) -> StatisticsQuery { with(.fill, fill.text) }

    /// Marks, keeps or drops partial rows.
    public func partialRows(_ rule: PartialRule) -> StatisticsQuery { with(rule) }

    // MARK: Stages

    /// Adds a stage in the query language, such as `rolling 7 days average`. The text is not quoted.
    public func then(_ stage: String) -> StatisticsQuery {
        var query = self
        query.stages.append(stage)
        return query
    }

    /// Adds a column with the running total, which starts again in each `period`.
    public func runningTotal(resetEach period: CalendarPeriod? = nil) -> StatisticsQuery {
        then(.runningTotal, period.map { "reset each \($0.name)" })
    }

    /// Adds an aggregate over the window of `count` periods that ends with each row.
    public func rolling(_ count: Int, _ period: CalendarPeriod, _ aggregate: Aggregate) -> StatisticsQuery {
        then(.rolling, "\(period.text(count)) \(aggregate.name)")
    }

    /// Adds the values of the previous period to each row.
    public func comparedToPrevious(_ period: CalendarPeriod) -> StatisticsQuery { then(.compare, "previous \(period.name)") }

    /// Sorts the rows by a column.
    public func sorted(by column: String, descending: Bool = false) -> StatisticsQuery {
        then(.sort, Name.quoted(column) + (descending ? " descending" : ""))
    }

    /// Keeps the `count` rows with the greatest values.
    public func top(_ count: Int, by column: String? = nil) -> StatisticsQuery {
        then(.ranking(.top), "\(count)" + (column.map { " by \(Name.quoted($0))" } ?? ""))
    }

    /// Keeps the `count` rows with the smallest values.
    public func bottom(_ count: Int, by column: String? = nil) -> StatisticsQuery {
        then(.ranking(.bottom), "\(count)" + (column.map { " by \(Name.quoted($0))" } ?? ""))
    }

    /// Keeps the first `count` rows.
    public func limit(_ count: Int) -> StatisticsQuery { then(.counted(.limit), "\(count)") }
}

extension CalendarPeriod {
    /// The plural of `second`, as in `last(30, .seconds)`.
    public static var seconds: CalendarPeriod { .second }
    /// The plural of `minute`, as in `last(7, .minutes)`.
    public static var minutes: CalendarPeriod { .minute }
    /// The plural of `hour`, as in `last(7, .hours)`.
    public static var hours: CalendarPeriod { .hour }
    /// The plural of `day`, as in `last(7, .days)`.
    public static var days: CalendarPeriod { .day }
    /// The plural of `week`, as in `last(7, .weeks)`.
    public static var weeks: CalendarPeriod { .week }
    /// The plural of `month`, as in `last(7, .months)`.
    public static var months: CalendarPeriod { .month }
    /// The plural of `quarter`, as in `last(7, .quarters)`.
    public static var quarters: CalendarPeriod { .quarter }
    /// The plural of `year`, as in `last(7, .years)`.
    public static var years: CalendarPeriod { .year }

    fileprivate func text(_ count: Int) -> String { "\(count) \(count == 1 ? name : name + "s")" }
}

/// Quotes names and texts for queries. They cannot change the rest of a query: all but simple words are quoted, and the parser rejects
/// line breaks between quotes.
private enum Name {
    /// Returns Apple's short name of a known metric, or its identifier.
    static func text(of metric: MetricID) -> String { quoted(MetricCatalog.metric(metric)?.shortName ?? metric.identifier) }

    /// Returns a name, in backquotes unless it is one word.
    static func quoted(_ name: String) -> String { isPlain(name, with: "_") ? name : backquoted(name) }

    /// Returns the name of a new column. It must not be a reserved word.
    static func quoted(new name: String) -> String { Spelling(of: name)?.isReserved == true ? backquoted(name) : quoted(name) }

    /// Returns the name of a time zone, such as `America/New_York` or `Etc/GMT+5`.
    static func zone(_ name: String) -> String { isPlain(name, with: "_/+-") ? name : text(quoting: name) }

    /// Returns a unit, such as `count/min`.
    static func unit(_ unit: String) -> String { unit == "%" || isPlain(unit, with: "/") ? unit : text(quoting: unit) }

    /// Returns true if `text` starts with a letter and has only ASCII letters, digits and `others`.
    private static func isPlain(_ text: String, with others: String) -> Bool {
        text.first?.isLetter == true && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || others.contains($0)) }
    }

    private static func backquoted(_ name: String) -> String { "`\(name.filter { $0 != "`" })`" }

    /// Returns a text in double quotes. Double quotes inside are doubled.
    static func text(quoting text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    static func text(of date: Date) -> String { ISO8601.text(of: Instant(date), in: .utc) }
}

private enum NumberLiteral {
    /// Returns the shortest decimal that reads as the same number. Queries have no exponents.
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15
            ? String(Int64(number)) : Decimal(string: "\(number)").map { "\($0)" } ?? "\(number)"
    }
}

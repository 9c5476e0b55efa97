public import Foundation
public import CalendarIntervals
public import HealthModel
public import QueryVocabulary

/// A query put together in Swift: the same as its text, and with the same answer.
///
/// ```swift
/// let query = StatisticsQuery.sum(.stepCount).by(.day).last(7, .days)
/// print(query.text)  // sum stepCount by day last 7 days
/// ```
///
/// Each method returns a query with one thing more. A clause that is given twice is the last one. What is put together here can be read;
/// whether it means something (a sum of heart rates does not) only a store tells when it compiles it.
public struct StatisticsQuery: Sendable, Hashable, CustomStringConvertible {
    private var measures: [Measure]
    private var clauses: [Clause: String] = [:]
    private var conditions: [Condition] = []
    private var stages: [String] = []

    /// The clauses that a query has once, in the order of the grammar.
    private enum Clause: Int, CaseIterable {
        case by, range, anchor, zone, condition, edges, assign, sources, prefer, fill, partial
    }

    /// A query of several measures; each is a column.
    public init(_ measures: Measure...) { self.measures = measures }

    /// Asks for one column: `sum` of a metric.
    public static func sum(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.sum, of: metric)) }
    /// Asks for one column: `average` of a metric.
    public static func average(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.average, of: metric)) }
    /// Asks for one column: `min` of a metric.
    public static func min(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.min, of: metric)) }
    /// Asks for one column: `max` of a metric.
    public static func max(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.max, of: metric)) }
    /// Asks for one column: `latest` of a metric.
    public static func latest(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.latest, of: metric)) }
    /// Asks for one column: `first` of a metric.
    public static func first(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.first, of: metric)) }
    /// Asks for one column: `count` of a metric.
    public static func count(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.count, of: metric)) }
    /// Asks for one column: `duration` of a metric.
    public static func duration(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.duration, of: metric)) }
    /// Asks for one column: `median` of a metric.
    public static func median(_ metric: MetricID) -> StatisticsQuery { StatisticsQuery(Measure(.median, of: metric)) }
    /// Asks for one column: `standardDeviation` of a metric.
    public static func standardDeviation(_ metric: MetricID) -> StatisticsQuery {
        StatisticsQuery(Measure(.stddev, of: metric))
    }
    /// - Parameter percent: from 0 to 100.
    public static func percentile(_ percent: Double, _ metric: MetricID) -> StatisticsQuery {
        StatisticsQuery(Measure(.percentile(percent), of: metric))
    }

    /// The query as text, in its canonical form.
    public var text: String {
        var parts = [measures.map(\.text).joined(separator: ", ")]
        var clauses = clauses
        if !conditions.isEmpty { clauses[.condition] = "where " + conditions.map(\.text).joined(separator: " and ") }
        parts += Clause.allCases.compactMap { clauses[$0] }
        return ([parts.joined(separator: " ")] + stages).joined(separator: " | ")
    }

    /// The text of the query.
    public var description: String { text }

    private func with(_ clause: Clause, _ text: String) -> StatisticsQuery {
        var query = self
        query.clauses[clause] = text
        return query
    }

    // MARK: Measures

    /// An aggregate of a metric: a column of the answer.
    public struct Measure: Sendable, Hashable {
        /// What is computed.
        public var aggregate: Aggregate
        /// Of what it is computed.
        public var metric: MetricID
        /// The unit of the column, as HealthKit writes units; nil for the usual one.
        public var unit: String?
        /// The name of the column; nil for that of the aggregate.
        public var name: String?

        /// Makes a measure.
        public init(_ aggregate: Aggregate, of metric: MetricID, in unit: String? = nil, called name: String? = nil) {
            self.aggregate = aggregate
            self.metric = metric
            self.unit = unit
            self.name = name
        }

        fileprivate var text: String {
            "\(aggregate.name) \(Name.text(of: metric))" + (unit.map { " in \($0)" } ?? "")
                + (name.map { " called \(Name.quoted($0))" } ?? "")
        }
    }

    /// Adds a column.
    public func and(_ aggregate: Aggregate, of metric: MetricID, in unit: String? = nil, called name: String? = nil) -> StatisticsQuery {
        var query = self
        query.measures.append(Measure(aggregate, of: metric, in: unit, called: name))
        return query
    }

    /// Gives the last column its unit and its name.
    public func converted(to unit: String, called name: String? = nil) -> StatisticsQuery {
        var query = self
        query.measures[query.measures.count - 1].unit = unit
        if let name { query.measures[query.measures.count - 1].name = name }
        return query
    }

    // MARK: Groups

    /// What a group has in common.
    public enum GroupKey: Sendable, Hashable {
        case minute, hour, day, week, month, quarter, year
        /// `.every(15, .minutes)`
        case every(Int, CalendarPeriod)
        case hourOfDay, hourOfWeek, weekday, dayOfMonth, weekOfYear, monthOfYear
        case source, device
        case metadata(String)

        fileprivate var text: String {
            switch self {
            case .every(let count, let period): period.text(count)
            case .metadata(let key): "metadata " + Name.text(quoting: key)
            case .hourOfDay: "hour of day"
            case .hourOfWeek: "hour of week"
            case .dayOfMonth: "day of month"
            case .weekOfYear: "week of year"
            case .monthOfYear: "month of year"
            default: "\(self)"
            }
        }
    }

    /// One row for each group: buckets of time, profiles such as the hour of the day, sources.
    public func by(_ keys: GroupKey...) -> StatisticsQuery { with(.by, "by " + keys.map(\.text).joined(separator: " and ")) }

    /// Where buckets begin: days at a time of day, weeks on a weekday.
    public func anchored(on weekday: Weekday? = nil, hour: Int = 0, minute: Int = 0) -> StatisticsQuery {
        let digits = [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return with(.anchor, "anchor \(weekday.map { "\($0.name) " } ?? "")\(digits.joined(separator: ":"))")
    }

    /// The zone of days and clocks, by its IANA name.
    public func zone(_ name: String) -> StatisticsQuery { with(.zone, "zone \(name)") }

    // MARK: Range

    /// The last `count` periods up to now; `full` ones end with the last that is over.
    public func last(_ count: Int, _ period: CalendarPeriod, full: Bool = false) -> StatisticsQuery {
        with(.range, "last \(count) \(full ? "full " : "")\(count == 1 ? period.name : period.name + "s")")
    }

    /// The day of now.
    public func today() -> StatisticsQuery { with(.range, "today") }
    /// The day before that of now.
    public func yesterday() -> StatisticsQuery { with(.range, "yesterday") }

    /// From `start` on, up to now.
    public func since(_ start: Date) -> StatisticsQuery { with(.range, "since \(Name.text(of: start))") }

    /// From `start` up to `end`, which does not belong to it.
    public func from(_ start: Date, to end: Date) -> StatisticsQuery {
        with(.range, "from \(Name.text(of: start)) to \(Name.text(of: end))")
    }

    // MARK: Samples

    /// Which samples take part.
    public indirect enum Condition: Sendable, Hashable {
        /// In `unit`, or where that is nil in the unit of the column.
        case value(Comparison, Double, unit: String? = nil)
        /// A value of a category, such as `asleepREM`.
        case category(String)
        case source(String)
        case device(String)
        case metadata(String, String)
        /// Whether a person typed the sample in.
        case enteredByUser(Bool)
        case not(Condition)
        case any([Condition])
        case all([Condition])

        fileprivate var text: String {
            switch self {
            case .value(let comparison, let value, let unit):
                "value \(comparison.rawValue) \(NumberLiteral.text(value))" + (unit.map { " \($0)" } ?? "")
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

    /// Leaves out samples that do not meet the condition; several of them must all be met.
    public func filtered(by condition: Condition) -> StatisticsQuery {
        var query = self
        query.conditions.append(condition)
        return query
    }

    /// What happens to samples that reach over the ends of the range.
    public func edges(_ rule: EdgeRule) -> StatisticsQuery { with(.edges, rule.phrase) }

    /// Which bucket a sample belongs to that crosses several.
    public func assigned(by assignment: Assignment) -> StatisticsQuery {
        with(.assign, assignment == .share ? "assign share" : "assign by \(assignment.rawValue)")
    }

    /// What happens to sources that recorded the same.
    public func sources(_ rule: SourceRule) -> StatisticsQuery { with(.sources, "sources \(rule.rawValue)") }

    /// The sources that win where several recorded the same, best first.
    public func preferring(_ sources: String...) -> StatisticsQuery {
        with(.prefer, "prefer " + sources.map(Name.text(quoting:)).joined(separator: ", "))
    }

    // MARK: Rows

    /// What stands in rows without a value.
    public struct Fill: Sendable, Hashable {
        fileprivate let text: String

        /// Nothing; rows stay.
        public static let null = Fill(text: "null")
        /// A zero.
        public static let zero = Fill(text: "zero")
        /// The value before.
        public static let previous = Fill(text: "previous")
        /// What lies on the line between the values around.
        public static let linear = Fill(text: "linear")
        /// No rows at all.
        public static let none = Fill(text: "none")

        /// A number.
        public static func value(_ number: Double) -> Fill { Fill(text: NumberLiteral.text(number)) }
    }

    /// What stands in rows without a value.
    public func filled(with fill: Fill) -> StatisticsQuery { with(.fill, "fill \(fill.text)") }

    /// What becomes of rows that hold a part of their bucket.
    public func partialRows(_ rule: PartialRule) -> StatisticsQuery { with(.partial, "partial \(rule.rawValue)") }

    // MARK: Stages

    /// Adds a stage in the words of the language, such as `rolling 7 days average`.
    public func then(_ stage: String) -> StatisticsQuery {
        var query = self
        query.stages.append(stage)
        return query
    }

    /// The total at the end of each row; it starts again with each `period`.
    public func runningTotal(resetEach period: CalendarPeriod? = nil) -> StatisticsQuery {
        then("running total" + (period.map { " reset each \($0.name)" } ?? ""))
    }

    /// An aggregate over the rows in the window that ends with each row.
    public func rolling(_ count: Int, _ period: CalendarPeriod, _ aggregate: Aggregate) -> StatisticsQuery {
        then("rolling \(period.text(count)) \(aggregate.name)")
    }

    /// Adds what the rows of the period before had.
    public func comparedToPrevious(_ period: CalendarPeriod) -> StatisticsQuery { then("compare to previous \(period.name)") }

    /// Orders the rows by a column.
    public func sorted(by column: String, descending: Bool = false) -> StatisticsQuery {
        then("sort \(Name.quoted(column))\(descending ? " descending" : "")")
    }

    /// The rows with the greatest values.
    public func top(_ count: Int, by column: String? = nil) -> StatisticsQuery {
        then("top \(count)" + (column.map { " by \(Name.quoted($0))" } ?? ""))
    }

    /// The rows with the least values.
    public func bottom(_ count: Int, by column: String? = nil) -> StatisticsQuery {
        then("bottom \(count)" + (column.map { " by \(Name.quoted($0))" } ?? ""))
    }

    /// The first rows.
    public func limit(_ count: Int) -> StatisticsQuery { then("limit \(count)") }
}

extension CalendarPeriod {
    /// The plurals, as in `last(7, .days)`.
    public static var seconds: CalendarPeriod { .second }
    /// The plural of `minute`, as in `last(7, .days)`.
    public static var minutes: CalendarPeriod { .minute }
    /// The plural of `hour`, as in `last(7, .days)`.
    public static var hours: CalendarPeriod { .hour }
    /// The plural of `day`, as in `last(7, .days)`.
    public static var days: CalendarPeriod { .day }
    /// The plural of `week`, as in `last(7, .days)`.
    public static var weeks: CalendarPeriod { .week }
    /// The plural of `month`, as in `last(7, .days)`.
    public static var months: CalendarPeriod { .month }
    /// The plural of `quarter`, as in `last(7, .days)`.
    public static var quarters: CalendarPeriod { .quarter }
    /// The plural of `year`, as in `last(7, .days)`.
    public static var years: CalendarPeriod { .year }

    fileprivate func text(_ count: Int) -> String { "\(count) \(count == 1 ? name : name + "s")" }
}

/// Names and texts as queries write them.
private enum Name {
    /// Apple's short name of a metric that is known, else its identifier.
    static func text(of metric: MetricID) -> String { quoted(MetricCatalog.metric(metric)?.shortName ?? metric.identifier) }

    /// A name, between backquotes where it is not one word.
    static func quoted(_ name: String) -> String {
        let isWord = name.first?.isLetter == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isWord ? name : "`\(name.filter { $0 != "`" })`"
    }

    /// A text between double quotes; one of its own is doubled.
    static func text(quoting text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    static func text(of date: Date) -> String { ISO8601.text(of: Instant(date), in: .utc) }
}

private enum NumberLiteral {
    /// The shortest decimal that is read as the same number; a query has no exponents.
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15
            ? String(Int64(number)) : Decimal(string: "\(number)").map { "\($0)" } ?? "\(number)"
    }
}

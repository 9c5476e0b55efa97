public import HealthModel
import QueryVocabulary
import StorageModel

/// A database with pushed samples that was opened. Queries run there, and only their rows are read.
///
/// A method throws a ``WarehouseFailure``, or a `CancellationError` after the user stopped what runs.
@_spi(Guests)
public protocol WarehouseClient: AnyObject, Sendable {
    /// The address, without a password.
    var place: String { get }
    /// The product with its version.
    var name: String { get }
    /// The SQL of its statements.
    var dialect: WarehouseDialect { get }
    /// True if it can run the statements of `explain sql`.
    var runsSQL: Bool { get }
    /// True if tables can be sent with a statement.
    var takesTables: Bool { get }
    /// Adds up sums of quarter hours; nil if it has none.
    var quarters: (any QuarterAdding)? { get }

    /// Returns a number that changes with each push.
    func mark() throws -> Int64

    /// Returns columns of a table, without rows of pushes that were stopped.
    func rows(of table: WarehouseTable, _ columns: [String]) throws -> [[WarehouseValue]]

    /// Returns the samples that overlap a range, in order of start, end, value and number, with ``WarehouseTable/readColumns``.
    func samples(of metric: MetricID, person: String, from: Instant, through: Instant) throws -> [[WarehouseValue]]

    /// Runs a statement of `explain sql`.
    func run(_ statement: WarehouseStatement, isCancelled: @escaping () -> Bool) throws -> WarehouseRows
}

/// A form of SQL that a warehouse understands.
@_spi(Guests)
public enum WarehouseDialect: Sendable {
    case clickHouse
    case spark

    var sql: SQLDialect {
        switch self {
        case .clickHouse: .clickhouse
        case .spark: .sparkSQL
        }
    }
}

/// A statement over the tables `samples`, whose times are in seconds, `persons` with the attributes as columns, and `sources`.
@_spi(Guests)
public struct WarehouseStatement: Sendable {
    /// A table that is sent with the statement.
    public struct Table: Sendable {
        /// The name in the statement.
        public var name: String
        /// The columns, which have texts or whole numbers, and can have nulls.
        public var columns: [(name: String, isText: Bool)]
        /// The rows.
        public var rows: [[WarehouseValue]]
    }

    /// The statement.
    public var text: String
    /// The tables that are sent with it.
    public var tables: [Table]
    /// The rows of the table `persons`.
    public var persons: [Person]

    /// The attributes of people whose values are numbers, in ascending order.
    public var numericAttributes: [String] {
        Set(persons.flatMap { $0.attributes.compactMap { if case .number = $0.value { $0.key } else { nil } } }).sorted()
    }

    /// All other attributes, in ascending order.
    public var textAttributes: [String] { Set(persons.flatMap(\.attributes.keys)).subtracting(numericAttributes).sorted() }
}

/// A warehouse with sums of quarter hours, which it adds up for each bucket of a query.
@_spi(Guests)
public protocol QuarterAdding: AnyObject {
    /// Returns rows of unit, type, source, part and place, the sums of the four columns of a state, the minimum of the first column and the
    /// maximum of the second one.
    func added(_ question: QuarterQuestion, isCancelled: @escaping () -> Bool) throws -> [[WarehouseValue]]

    /// Returns the samples that cross edges of quarter hours, in order: rows of unit, start, end, value and source.
    ///
    /// - Parameter most: The greatest number of rows that are useful.
    func crossingSamples(
        of metric: MetricID, _ question: QuarterQuestion, most: Int, isCancelled: @escaping () -> Bool
    ) throws -> [[WarehouseValue]]
}

/// The sums of quarter hours that a query of people with the same days needs.
@_spi(Guests)
public struct QuarterQuestion: Sendable {
    /// The people, each with the number of the rows in which its samples count.
    public var units: [(person: String, unit: Int)]
    /// The quarter hours of each bucket, and the one that gets their state.
    public var places: [(quarters: Range<Int64>, place: Int64)]
    /// All quarter hours of the buckets.
    public var quarters: Range<Int64>
    /// For each metric, the numbers of the parts of its states, in ascending order.
    public var parts: [(metric: MetricID, numbers: [Int])]

    /// The length of a quarter hour in milliseconds.
    public static var quarterLength: Int64 { QuarterHour.milliseconds }
}

/// A value of a row.
@_spi(Guests)
public enum WarehouseValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case number(Double)
    /// A text, or an integer of 64 bits in an answer.
    case text(String)

    /// The text; empty for other values.
    public var text: String { if case .text(let text) = self { text } else { "" } }

    /// The value as a number; nil if it is not one.
    public var number: Double? {
        switch self {
        case .null: nil
        case .integer(let number): Double(number)
        case .number(let number): number
        case .text(let text): Double(text)
        }
    }

    /// The value as a whole number; nil if it is not one.
    public var integer: Int64? {
        switch self {
        case .null: nil
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        case .text(let text): Int64(text)
        }
    }
}

/// Rows as a warehouse returns them.
@_spi(Guests)
public struct WarehouseRows: Sendable {
    /// The names of the columns.
    public var names: [String]
    /// The values in the order of the columns.
    public var rows: [[WarehouseValue]]

    /// Creates rows with the names of their columns.
    public init(names: [String] = [], rows: [[WarehouseValue]] = []) { (self.names, self.rows) = (names, rows) }
}

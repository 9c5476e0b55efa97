public import Foundation
import HealthModel
import QueryPlan
import ResultRendering

extension Answer {
    /// A column of numbers.
    public struct Column: Sendable, Hashable {
        /// The name, as in the query and in all formats: `sum`, or the name after `called`.
        public let name: String
        /// The metric of the samples. Nil for a column that is computed from several metrics, and for a field of activity summaries.
        public let metric: MetricID?
        /// The aggregate: `sum`, `p95`, or `derived` for a column that is computed from other columns. Nil if there is none.
        public let aggregate: String?
        /// The unit as HealthKit writes it. Nil for a plain number.
        public let unit: String?
        /// A number for each row. Nil if it is unknown.
        public let values: [Double?]
        /// True if the sum over the rows is meaningful.
        public let isAdditive: Bool
    }

    /// The columns of an answer, in order, and by name.
    public struct Columns: Sendable, Hashable, RandomAccessCollection {
        private let columns: [Column]

        init(_ table: ResultTable, of plan: Plan?) {
            let metrics = plan?.metrics ?? []
            columns = table.columns.map { column in
                Column(
                    name: column.name, metric: metrics.first { $0.shortName == column.metric },
                    aggregate: column.aggregate.isEmpty ? nil : column.aggregate,
                    unit: column.unit, values: column.values, isAdditive: column.isAdditive)
            }
        }

        /// The index of the first element, which is 0.
        public var startIndex: Int { 0 }
        /// The number of elements.
        public var endIndex: Int { columns.count }
        /// Returns the element at `index`, from 0.
        public subscript(index: Int) -> Column { columns[index] }

        /// Returns the column with that name. Nil if there is none.
        public subscript(name: String) -> Column? { columns.first { $0.name == name } }
    }

    /// A key of a row.
    public enum Key: Sendable, Hashable, CustomStringConvertible {
        case text(String)
        case number(Int)
        /// A number with a unit: a value, or an edge of bins and bands.
        case value(Double)
        /// The answer of a condition.
        case flag(Bool)

        /// The text, or the number as text.
        public var description: String {
            switch self {
            case .text(let text): text
            case .number(let number): String(number)
            case .value(let number): NumberText.exact(number)
            case .flag(let answer): answer ? "yes" : "no"
            }
        }
    }

    /// A row of an answer.
    public struct Row: Sendable {
        fileprivate let table: ResultTable
        /// The index in the answer, from 0.
        public let index: Int

        /// The start of the row. Nil if it is unknown, or if the query has no time buckets.
        public var start: Date? { date(table.starts, \.start) }
        /// The end of the row, exclusive. Nil if it is unknown, or if the query has no time buckets.
        public var end: Date? { date(table.ends, \.end) }
        /// True if part of the bucket is outside the range of the query, or is still to come.
        public var isPartial: Bool { table.partial.indices.contains(index) && table.partial[index] }

        /// The id of the person whose row it is. Nil for the person without a name, and if the query does not group by people.
        public var person: String? { key(PersonField.idName)?.description }

        /// The numbers in the order of the columns.
        public var values: [Double?] { table.columns.map { $0.values[index] } }

        /// Returns the number in a column. Nil if no column has that name, or if the number is unknown.
        public subscript(column: String) -> Double? {
            table.columns.first { $0.name == column }?.values[index]
        }

        /// Returns the text of a key, such as the source, or of a column of samples, such as the value of a category.
        public subscript(name: String) -> String? {
            if let column = table.columns.first(where: { $0.name == name }) { return column.texts?[index] }
            return key(name)?.description
        }

        /// Returns a key of the row. Nil if no key has that name, or if the row has no value for it.
        public func key(_ name: String) -> Key? {
            switch table.keys.first(where: { $0.name == name })?.values[index] {
            case .text(let text)?: .text(text)
            case .integer(let number)?: .number(number)
            case .number(let number)?: .value(number)
            case .flag(let answer)?: .flag(answer)
            case nil: nil
            }
        }

        private func date(_ moments: [Int64], _ side: KeyPath<RowOffsets, Int32>) -> Date? {
            guard moments.indices.contains(index), moments[index] != ResultTable.unknownTime else { return nil }
            // Rows of people with different zones have local times.
            let offset = table.offsets.map { Int64($0[index][keyPath: side]) * 1000 } ?? 0
            return Instant(milliseconds: moments[index] - offset).date
        }
    }

    /// The rows of an answer, in order.
    public struct Rows: Sendable, RandomAccessCollection {
        let table: ResultTable

        /// The index of the first element, which is 0.
        public var startIndex: Int { 0 }
        /// The number of elements.
        public var endIndex: Int { table.rowCount }
        /// Returns the element at `index`, from 0.
        public subscript(index: Int) -> Row { Row(table: table, index: index) }
    }
}

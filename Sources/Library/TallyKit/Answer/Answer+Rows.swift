public import Foundation
import HealthModel
import QueryPlan

extension Answer {
    /// A column of numbers.
    public struct Column: Sendable, Hashable {
        /// As in the query and in every format: `sum`, or what `called` says.
        public let name: String
        /// The metric of the samples; nil for a column that is computed from several metrics, and for a field of activity summaries.
        public let metric: MetricID?
        /// Such as `sum` or `p95`; `derived` for a column that is computed from others; nil where there is none.
        public let aggregate: String?
        /// As HealthKit writes units; nil for a plain number.
        public let unit: String?
        /// A number for each row, nil where it is not known.
        public let values: [Double?]
        /// Whether the sum of its rows means anything.
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

        /// 0.
        public var startIndex: Int { 0 }
        /// How many there are.
        public var endIndex: Int { columns.count }
        /// Returns the one at a place, from 0.
        public subscript(index: Int) -> Column { columns[index] }

        /// Returns the column of that name; nil where there is none.
        public subscript(name: String) -> Column? { columns.first { $0.name == name } }
    }

    /// A key of a row.
    public enum Key: Sendable, Hashable, CustomStringConvertible {
        case text(String)
        case number(Int)

        /// The text, or the digits of the number.
        public var description: String {
            switch self {
            case .text(let text): text
            case .number(let number): String(number)
            }
        }
    }

    /// One row.
    public struct Row: Sendable {
        fileprivate let table: ResultTable
        /// From 0, in the order of the answer.
        public let index: Int

        /// When the row begins; nil without buckets of time, and where nothing is known of it.
        public var start: Date? { date(table.starts) }
        /// When it ends, exclusive.
        public var end: Date? { date(table.ends) }
        /// Whether the range of the query, or now, cuts the row off, so that it holds a part of its bucket.
        public var isPartial: Bool { table.partial.indices.contains(index) && table.partial[index] }

        /// The numbers in the order of the columns.
        public var values: [Double?] { table.columns.map { $0.values[index] } }

        /// Returns the number of a column; nil where there is none, or where it is not known.
        public subscript(column: String) -> Double? {
            table.columns.first { $0.name == column }?.values[index]
        }

        /// Returns the text of a column of samples, such as the value of a category, or of a key, such as the source.
        public subscript(name: String) -> String? {
            if let column = table.columns.first(where: { $0.name == name }) { return column.texts?[index] }
            return key(name)?.description
        }

        /// Returns a key of the row; nil where there is none of that name, or where the row has none.
        public func key(_ name: String) -> Key? {
            switch table.keys.first(where: { $0.name == name })?.values[index] {
            case .text(let text)?: .text(text)
            case .integer(let number)?: .number(number)
            default: nil
            }
        }

        private func date(_ moments: [Int64]) -> Date? {
            guard moments.indices.contains(index), moments[index] != ResultTable.unknownTime else { return nil }
            return Instant(milliseconds: moments[index]).date
        }
    }

    /// The rows of an answer, in order.
    public struct Rows: Sendable, RandomAccessCollection {
        let table: ResultTable

        /// 0.
        public var startIndex: Int { 0 }
        /// How many there are.
        public var endIndex: Int { table.rowCount }
        /// Returns the one at a place, from 0.
        public subscript(index: Int) -> Row { Row(table: table, index: index) }
    }
}

extension Plan {
    /// The metrics of its samples; none for activity summaries.
    fileprivate var metrics: [MetricID] {
        switch subject {
        case .statistics(let measures): measures.map(\.metric)
        case .samples(let listing): [listing.metric]
        case .summaries: []
        }
    }
}

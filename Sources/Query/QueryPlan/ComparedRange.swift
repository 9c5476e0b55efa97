import QueryVocabulary

/// The rows of another range, which `vs` puts next to those of the query.
package struct ComparedRange: Sendable {
    /// The query and the earlier stages over the other range.
    package var rows: Pipeline
    /// The words for the range of the query and for the other one.
    package var labels: (own: String, other: String)
    /// True if the rows of the other range come first, because it starts earlier.
    package var otherIsFirst: Bool
    /// The name of the key with the words for the range.
    package var key: String
    /// The number of columns that both ranges have. Further ones are only the basis of differences.
    package var columnCount: Int
    /// The columns that are compared, in the order of the added columns. Nil if the rows of the ranges don't correspond, as days don't.
    package var differences: [RangeDifference]?

    package init(rows: Pipeline, labels: (own: String, other: String), otherIsFirst: Bool, key: String, columnCount: Int) {
        (self.rows, self.labels, self.otherIsFirst, self.key) = (rows, labels, otherIsFirst, key)
        self.columnCount = columnCount
    }
}

/// A column whose difference between two ranges is computed.
package struct RangeDifference: Sendable {
    package var column: Int
    /// The column with the number of values that the column combines; nil if it doesn't combine rows.
    package var count: Int?
    /// True if the number of values is shown.
    package var showsCount = false
    /// The column with their standard deviation, if the column is their mean; otherwise nil.
    package var deviation: Int?
    /// The factor between the numbers of the column and those of the difference: 1/60000 for times of day.
    package var scale = 1.0
    /// True if there is a change in percent.
    package var hasPercent: Bool

    package init(_ column: Int, count: Int?, deviation: Int?, hasPercent: Bool) {
        (self.column, self.count, self.deviation, self.hasPercent) = (column, count, deviation, hasPercent)
    }

    /// The columns that are added for each difference. A mean has an interval.
    package enum Column: String, CaseIterable, Sendable {
        case count = "n"
        case difference, low, high, change
    }

    /// The aggregate of the column with the number of values.
    package static let countAggregate = Aggregate.nameOfCounts

    package var added: [Column] {
        Column.allCases.filter { column in
            switch column {
            case .count: showsCount
            case .difference: true
            case .low, .high: deviation != nil
            case .change: hasPercent
            }
        }
    }
}

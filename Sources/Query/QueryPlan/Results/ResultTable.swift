package import CalendarIntervals
import HealthModel

/// The answer to a query as plain values, for renderers, charts and stages.
package struct ResultTable: Sendable {
    package enum Kind: Sendable {
        case statistics, samples, summaries
        /// A list that is not the answer to a query, such as the list of metrics. It has no time.
        case list
    }

    package var kind: Kind
    package var header: ResultHeader
    /// The keys other than time (profiles, source, device, metadata), in the order of the query.
    package var keys: [KeyColumn]
    package var columns: [ValueColumn]
    /// The value for an unknown start or end: the row of a statistic without data.
    @inlinable package static var unknownTime: Int64 { .min }

    /// The start and end of each row in milliseconds since 1970. Empty if a profile replaces time.
    package var starts: [Int64]
    package var ends: [Int64]
    /// For rows of people with different days, the UTC offsets of their starts and ends in seconds; nil for all other rows.
    package var offsets: [RowOffsets]?
    /// For each row, whether it is partial. Empty for lists.
    package var partial: [Bool]
    /// True if aggregates over these rows include partial rows (`partial keep`).
    package var countsPartial = false
    /// True if rows with values may have been removed, so that gaps between rows are unknown.
    package var hasGaps = false
    /// The columns that `select` shows, in order; nil if all are shown.
    package var selection: [SelectedField]?
    /// The `progress` summary of the day in the rows; nil for all other results.
    package var dayProgress: DayProgress?
    /// The rows before `trend` or `correlate`, as long as no other stage follows.
    package var studied: StudiedRows?
    package let rowCount: Int
    /// True if the rows come from rows without start and end, which an empty table cannot tell otherwise.
    package var isWithoutTime = false
    /// True if the statement can end in `as csv`, like queries.
    package var canEndInFormat = true

    /// Creates a table. All columns must have the same length, with one entry per row.
    package init(
        kind: Kind, header: ResultHeader, rowCount: Int, starts: [Int64] = [], ends: [Int64] = [], partial: [Bool] = [],
        keys: [KeyColumn] = [], columns: [ValueColumn] = []
    ) {
        self.kind = kind
        self.header = header
        self.rowCount = rowCount
        self.starts = starts
        self.ends = ends
        self.partial = partial
        self.keys = keys
        self.columns = columns
        checkLengths()
    }

    /// Stops the program if a part of the table does not have one entry per row.
    package func checkLengths() {
        let uneven = Self.unevenPart(ofRows: rowCount, starts: starts, ends: ends, partial: partial, keys: keys, columns: columns)
        precondition(
            uneven == nil && offsets?.count ?? rowCount == rowCount,
            "the \(uneven ?? "") of a table must have one entry for each of its \(rowCount) rows")
    }

    /// Returns the first part of a table that does not have one entry per row, or nil if there is none.
    ///
    /// The times may both be empty, and so may `partial`.
    package static func unevenPart(
        ofRows count: Int, starts: [Int64] = [], ends: [Int64] = [], partial: [Bool] = [], keys: [KeyColumn] = [],
        columns: [ValueColumn] = []
    ) -> String? {
        if !starts.isEmpty || !ends.isEmpty {
            if starts.count != count { return "starts" }
            if ends.count != count { return "ends" }
        }
        if !partial.isEmpty, partial.count != count { return "partial" }
        if let key = keys.first(where: { $0.values.count != count }) { return "key `\(key.name)`" }
        let column = columns.first {
            [
                $0.values.count, $0.texts?.count ?? count, $0.appleNames?.count ?? count, $0.partial?.count ?? count,
                $0.unsmoothed?.count ?? count,
            ].contains { $0 != count }
        }
        return column.map { "column `\($0.name)`" }
    }

    /// Returns the given rows in the given order.
    package func keeping(_ rows: [Int]) -> ResultTable {
        var table = ResultTable(
            kind: kind, header: header, rowCount: rows.count, starts: starts.isEmpty ? [] : rows.map { starts[$0] },
            ends: ends.isEmpty ? [] : rows.map { ends[$0] }, partial: partial.isEmpty ? [] : rows.map { partial[$0] },
            keys: keys.map { $0.keeping(rows) }, columns: columns.map { $0.keeping(rows) })
        table.countsPartial = countsPartial
        table.offsets = offsets.map { offsets in rows.map { offsets[$0] } }
        table.hasGaps = hasGaps
        table.selection = selection
        table.dayProgress = dayProgress
        table.studied = studied
        table.canEndInFormat = canEndInFormat
        table.isWithoutTime = !hasTime
        return table
    }

    /// Apple's name of the category value or activity of each row; nil if no column has such values.
    package var appleValues: [String?]? {
        if let names = columns.lazy.compactMap(\.appleNames).first { return names }
        guard let key = keys.first(where: { $0.valueNames != nil }), let names = key.valueNames else { return nil }
        return key.values.map(names.appleName)
    }

    /// The name of the last column in files, with Apple's names.
    package static let appleValue = "appleValue"

    /// True if rows have a start and an end. This is defined even if there are no rows.
    package var hasTime: Bool {
        !starts.isEmpty || (rowCount == 0 && kind != .list && !isWithoutTime && keys.allSatisfy { !$0.replacesTime })
    }
}

/// The UTC offsets of the start and the end of a row in seconds.
package struct RowOffsets: Hashable, Sendable {
    package var start: Int32
    package var end: Int32

    package init(start: Int32, end: Int32) { (self.start, self.end) = (start, end) }
}

/// A column of group keys or of sample texts; nil if a sample has none.
package struct KeyColumn: Sendable {
    package var name: String
    package var values: [KeyValue?]
    /// True if the column replaces start and end, like a profile.
    package var replacesTime: Bool
    /// True if the column describes the interval of its row, such as the activity of a workout or the date, and does not divide rows into
    /// series.
    package var describesRow = false
    /// The layout of the column in a narrow list.
    package var listing: Listing = .text
    /// The unit of numbers in the column, as printed; nil for other values.
    package var unit: String?
    /// The enumeration whose short names the column has; nil for other values.
    package var valueNames: ValueNames?
    /// The order of texts; empty if they are in alphabetical order.
    package var order: [String] = []
    /// True for the edges of bins and bands, which are missing at an open end.
    package var isEdge = false
    /// True for the words for the range of each row, if a query has two.
    package var isOfRanges = false

    package enum Listing: Sendable {
        case text
        /// A date, which is never wrapped.
        case date
        /// A time with its offset, which tables show without it.
        case time
        /// Text that is dropped before any other column is wrapped.
        case detail
    }

    package init(name: String, values: [KeyValue?], replacesTime: Bool = false) {
        self.name = name
        self.values = values
        self.replacesTime = replacesTime
    }

    /// Returns the column with the values of other rows.
    package func with(_ values: [KeyValue?], replacesTime: Bool = false, describesRow: Bool = false) -> KeyColumn {
        var column = self
        column.values = values
        column.replacesTime = replacesTime
        column.describesRow = describesRow
        return column
    }

    fileprivate func keeping(_ rows: [Int]) -> KeyColumn {
        with(rows.map { values[$0] }, replacesTime: replacesTime, describesRow: describesRow)
    }
}

/// A column of numbers. It has the members of its `info`, as in `column.name`.
@dynamicMemberLookup
package struct ValueColumn: Sendable {
    package var info: ColumnInfo
    package var values: [Double?]
    /// Texts that replace the numbers, such as category values of `samples`; otherwise nil.
    package var texts: [String?]?
    /// Apple's names of the texts, for values of categories and workouts; otherwise nil.
    package var appleNames: [String?]?
    /// For running totals: the rule by which they restart.
    package var runningTotal: RunningTotal?
    /// The relation of the numbers to another period; nil if there is none.
    package var comparison: Comparison?
    /// For each row, whether the number covers only a part of its bucket, if that differs from the row's bucket; otherwise nil.
    package var partial: [Bool]?
    /// The values before `smooth`; nil for other columns.
    package var unsmoothed: [Double?]?

    package enum Comparison: Sendable {
        /// The numbers of an earlier period.
        case previous
        /// Changes from another number, so that zero means no change.
        case change
        /// The comparison of two rows, one for each range. Charts draw the rows themselves.
        case ranges
    }

    package init(_ info: ColumnInfo, values: [Double?], texts: [String?]? = nil) {
        self.info = info
        self.values = values
        self.texts = texts
    }

    package subscript<Member>(dynamicMember member: KeyPath<ColumnInfo, Member>) -> Member { info[keyPath: member] }

    package subscript<Member>(dynamicMember member: WritableKeyPath<ColumnInfo, Member>) -> Member {
        get { info[keyPath: member] }
        set { info[keyPath: member] = newValue }
    }

    fileprivate func keeping(_ rows: [Int]) -> ValueColumn {
        var column = self
        column.values = rows.map { values[$0] }
        column.texts = texts.map { texts in rows.map { texts[$0] } }
        column.appleNames = appleNames.map { names in rows.map { names[$0] } }
        column.partial = partial.map { partial in rows.map { partial[$0] } }
        column.unsmoothed = unsmoothed.map { values in rows.map { values[$0] } }
        return column
    }
}

/// Marks numbers as values at the ends of rows: running totals or values computed from them.
package struct RunningTotal: Sendable {
    /// The periods at which totals restart; nil if they never do.
    package var reset: BucketSchedule?
    /// The value at the start of each period: 0 for a total, nil if unknown.
    package var start: Double? = 0
    /// True if the numbers are totals or multiples of them, and false if they are otherwise computed from totals.
    package var isTotal = true

    package init(reset: BucketSchedule?) { self.reset = reset }
}

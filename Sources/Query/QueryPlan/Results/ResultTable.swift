package import CalendarIntervals
package import HealthModel

/// The answer of a query as plain values: what renderers, charts and stages work on.
package struct ResultTable: Sendable {
    package enum Kind: Sendable {
        case statistics, samples, summaries
        /// A list that is no answer of a query, such as that of the metrics; it has no time.
        case list
    }

    package var kind: Kind
    package var header: ResultHeader
    /// Keys beside time: profiles, source, device, metadata; in the order asked for.
    package var keys: [KeyColumn]
    package var columns: [ValueColumn]
    /// A start or end that is not known: the row of a statistic over no data at all.
    package static let unknownTime = Int64.min

    /// Start and end of each row in milliseconds since 1970; empty where a profile stands in their place.
    package var starts: [Int64]
    package var ends: [Int64]
    /// Whether each row is cut off or still running; empty for lists.
    package var partial: [Bool]
    /// Whether aggregates over these rows take partial ones too (`partial keep`).
    package var countsPartial = false
    /// Whether rows may have been left out that held something, so that nothing is known of what is missing between rows.
    package var hasGaps = false
    /// What `progress` says of the day that the rows are of; nil for every other result.
    package var dayProgress: DayProgress?
    package let rowCount: Int
    /// Whether its statement can end in `as csv`, as queries can.
    package var canEndInFormat = true

    /// Makes a table of columns that are of one length: each has one entry for each row.
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

    /// Ends the program where a part of the table does not have one entry for each row.
    package func checkLengths() {
        let uneven = Self.unevenPart(ofRows: rowCount, starts: starts, ends: ends, partial: partial, keys: keys, columns: columns)
        precondition(uneven == nil, "the \(uneven ?? "") of a table must have one entry for each of its \(rowCount) rows")
    }

    /// Returns the first part of a table that does not have one entry for each row; nil where all have.
    ///
    /// Times may also have none, both of them, and `partial` too.
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
        let column = columns.first { [$0.values.count, $0.texts?.count ?? count, $0.partial?.count ?? count].contains { $0 != count } }
        return column.map { "column `\($0.name)`" }
    }

    /// Returns these rows, in this order.
    package func keeping(_ rows: [Int]) -> ResultTable {
        var table = ResultTable(
            kind: kind, header: header, rowCount: rows.count, starts: starts.isEmpty ? [] : rows.map { starts[$0] },
            ends: ends.isEmpty ? [] : rows.map { ends[$0] }, partial: partial.isEmpty ? [] : rows.map { partial[$0] },
            keys: keys.map { $0.keeping(rows) }, columns: columns.map { $0.keeping(rows) })
        table.countsPartial = countsPartial
        table.hasGaps = hasGaps
        table.dayProgress = dayProgress
        table.canEndInFormat = canEndInFormat
        return table
    }

    /// Whether rows have a start and an end, also where there are no rows.
    package var hasTime: Bool { !starts.isEmpty || (rowCount == 0 && kind != .list && keys.allSatisfy { !$0.replacesTime }) }
}

/// A column of group keys or of a sample's texts; nil where a sample has none.
package struct KeyColumn: Sendable {
    package var name: String
    package var values: [KeyValue?]
    /// Whether the column stands in place of start and end, as profiles do.
    package var replacesTime: Bool
    /// What a list does with it where there is little room.
    package var listing: Listing = .text

    package enum Listing: Sendable {
        case text
        /// A date, which is never broken.
        case date
        /// What is left out before anything else is broken.
        case detail
    }

    package init(name: String, values: [KeyValue?], replacesTime: Bool = false) {
        self.name = name
        self.values = values
        self.replacesTime = replacesTime
    }

    fileprivate func keeping(_ rows: [Int]) -> KeyColumn {
        var column = self
        column.values = rows.map { values[$0] }
        return column
    }
}

package enum KeyValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
}

/// A column of numbers.
package struct ValueColumn: Sendable {
    /// The field's name in every format.
    package var name: String
    /// Apple's short name of the metric.
    package var metric: String
    /// The word for the part of the metric, such as `sleep`; nil for all of it.
    package var part: String?
    package var aggregate: String
    /// Apple's unit string as printed; nil for a plain number.
    package var unit: String?
    package var values: [Double?]
    /// Whether adding the rows up makes sense, as it does for sums and counts.
    package var isAdditive: Bool
    /// Whether values are amounts that add up over time, so that a partial row has only a part of one.
    package var accumulates = false
    /// Texts that stand in place of the numbers, such as category values of `samples`; else nil.
    package var texts: [String?]?
    /// Where the numbers are totals reached at the end of each row: when they start again.
    package var runningTotal: RunningTotal?
    /// Whether the numbers are hundredths already, so that 50 of the unit `%` is a half; else 0.5 is.
    package var isInHundredths = false
    /// What the numbers have to do with another period; nil where they have nothing to do with one.
    package var comparison: Comparison?
    /// For each row whether the number knows only a part of its own bucket, where that is not the row's; nil where it is.
    package var partial: [Bool]?

    /// What the column is of, in the words that people use.
    package var subject: String { part ?? metric }

    package enum Comparison: Sendable {
        /// They are those of an earlier period.
        case previous
        /// They are changes from something else, so that zero is none.
        case change
    }

    package init(
        name: String, metric: String, aggregate: String, unit: String?, values: [Double?], isAdditive: Bool, texts: [String?]? = nil
    ) {
        self.name = name
        self.metric = metric
        self.aggregate = aggregate
        self.unit = unit
        self.values = values
        self.isAdditive = isAdditive
        self.texts = texts
    }

    fileprivate func keeping(_ rows: [Int]) -> ValueColumn {
        var column = self
        column.values = rows.map { values[$0] }
        column.texts = texts.map { texts in rows.map { texts[$0] } }
        column.partial = partial.map { partial in rows.map { partial[$0] } }
        return column
    }
}

/// What makes numbers the values at the ends of rows: they are running totals, or computed from some.
package struct RunningTotal: Sendable {
    /// The periods that totals start again with; nil where they never do.
    package var reset: BucketSchedule?
    /// The value at the start of each period: 0 of a total; nil where it is not known.
    package var start: Double? = 0
    /// Whether numbers are the totals themselves, or multiples of them, and not just computed from totals.
    package var isTotal = true

    package init(reset: BucketSchedule?) { self.reset = reset }
}

/// How many rows a stage left out of some of its aggregates because they are partial (S9.1).
package struct PartialRowsLeftOut: Hashable, Sendable {
    /// The stage, by its place among those that were run.
    package var stage: Int
    /// The aggregates that see all rows, and those that see whole ones.
    package var ofAll: [String]
    package var ofWhole: [String]
    package var allCount: Int
    package var wholeCount: Int
    /// Whether single totals were counted, of which a row may hold several.
    package var isOfTotals: Bool

    package init(stage: Int, ofAll: [String], ofWhole: [String], allCount: Int, wholeCount: Int, isOfTotals: Bool) {
        self.stage = stage
        self.ofAll = ofAll
        self.ofWhole = ofWhole
        self.allCount = allCount
        self.wholeCount = wholeCount
        self.isOfTotals = isOfTotals
    }
}

/// What was resolved, said above every result.
package struct ResultHeader: Sendable {
    package var query: String
    package var zone: Zone
    /// Whether times are wall-clock times of each sample's own zone, printed without an offset.
    package var isFloating = false
    package var rangeStart: Instant?
    package var rangeEnd: Instant?
    /// Where the range cuts off samples, so that periods that it cuts are not known as a whole; nil where it takes what there is.
    package var cutStart: Int64?
    package var cutEnd: Int64?
    package var intervalText: String?
    package var anchorText: String?
    /// The range that the rows were compared with.
    package var comparedRange: Range<Instant>?
    /// Printed names of the sources that were merged, best first; empty when nothing was merged.
    package var mergedSources: [String] = []
    /// What stages left out of some aggregates and not of others.
    package var partialRowsLeftOut: [PartialRowsLeftOut] = []
    package var notes: [ResultNote] = []

    /// Whether the range leaves out a part of `period`.
    package func cuts(_ period: Range<Int64>) -> Bool {
        period.lowerBound < cutStart ?? .min || period.upperBound > cutEnd ?? .max
    }

    package init(query: String, zone: Zone) {
        self.query = query
        self.zone = zone
    }
}

/// A diagnostic that travels with a result.
package struct ResultNote: Sendable, Hashable {
    package var code: String
    package var severity: String
    package var message: String

    package init(code: String, severity: String, message: String) {
        self.code = code
        self.severity = severity
        self.message = message
    }
}

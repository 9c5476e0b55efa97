package import CalendarIntervals
import HealthModel
package import QueryVocabulary

/// A column of numbers without its numbers. A stage of the plan states its columns, and the columns of the answer are the same values.
package struct ColumnInfo: Hashable, Sendable {
    /// The name of the column in every format.
    package var name: String
    /// Apple's short name of the metric; empty if the column combines several.
    package var metric: String
    /// The name of the metric's part, such as `sleep`; nil for the whole metric.
    package var part: String?
    package var aggregate: String
    /// Apple's unit string, as printed; nil for a plain number.
    package var unit: String?
    /// True if it makes sense to add up the rows, as for sums and counts.
    package var isAdditive: Bool
    /// True if values are amounts that add up over time, so that a partial row has an incomplete amount (S9.1).
    package var accumulates: Bool
    /// The length of the window of `rolling`; nil for other columns.
    package var window: IntervalComponents?
    /// The meaning of a column of times; nil for numbers.
    package var clock: ClockTime?
    /// The clauses of a measure in parentheses, as text; nil for other columns.
    package var rules: String?
    /// True if the numbers are answers of a condition: 1 for yes, 0 for no.
    package var isFlag = false
    /// True for answers about amounts, which are incomplete in a partial row.
    package var isAboutAmounts = false
    /// True if the numbers are already percentages, so that 50 with the unit `%` is one half. Otherwise 0.5 is one half.
    package var isInHundredths = false
    /// True if the numbers are differences, which are converted without the offset of a temperature scale (S8.4).
    package var isDifference = false
    /// True if an answer leaves out the column if it is empty, because few people have its numbers.
    package var isOptional = false

    /// The aggregate of columns that `derive` computes.
    package static let derived = "derived"
    /// The aggregate of columns with the numbers of rows that other columns are based on.
    package static let basis = "basis"
    /// The aggregate of columns that show values as they are stored.
    package static let value = "value"

    /// - Parameter accumulates: Nil if the aggregate determines it.
    package init(name: String, metric: String, aggregate: String, unit: String?, isAdditive: Bool, accumulates: Bool? = nil) {
        self.name = name
        self.metric = metric
        self.aggregate = aggregate
        self.unit = unit
        self.isAdditive = isAdditive
        self.accumulates = accumulates ?? (Aggregate(word: aggregate)?.accumulates ?? false)
    }

    /// Returns true if an aggregate of the column includes partial rows. The share of answers about amounts leaves them out (S9.1).
    package func takesPartialRows(_ aggregate: Aggregate) -> Bool {
        aggregate.takesPartialRows(accumulates: accumulates || isAboutAmounts && aggregate == .average)
    }

    /// The aggregate with the window of `rolling`, such as `7-day average`.
    package var windowedAggregate: String {
        window.map { "\($0.count)-\($0.period.name) \(aggregate)" } ?? aggregate
    }

    /// The subject of the column in words that users know.
    package var subject: String { part ?? metric }

    package var columnUnit: ColumnUnit {
        ColumnUnit(
            unit.map { HealthUnit($0) ?? HealthUnit(unreadable: $0) }, isInHundredths: isInHundredths, isDifference: isDifference,
            isProgress: metric == ActivitySummary.columnMetric)
    }
}

extension Plan {
    /// The number columns of the plan's rows, before stages.
    package var columns: [ColumnInfo] {
        switch subject {
        case .statistics(let measures): measures.map(column)
        case .samples(let listing): listing.columns
        case .summaries: RingColumn.all.map(\.info)
        }
    }

    /// Returns the column of a measure.
    package func column(of measure: Measure) -> ColumnInfo {
        var info = ColumnInfo(
            name: measure.name, metric: measure.metric.shortName, aggregate: measure.aggregateName, unit: measure.unit?.symbol,
            isAdditive: addsUp(measure), accumulates: measure.isPlain && measure.aggregate.accumulates)
        info.part = measure.partTitle
        info.rules = measure.own?.text
        if measure.result == .clock { info.clock = .instant }
        info.isDifference = measure.columnUnit.isDifference
        return info
    }
}

extension SampleListing {
    /// The value, the activity of workouts, and the fields.
    package var columns: [ColumnInfo] {
        func info(_ name: String, _ unit: HealthUnit?) -> ColumnInfo {
            ColumnInfo(name: name, metric: metric.shortName, aggregate: ColumnInfo.value, unit: unit?.symbol, isAdditive: false)
        }
        var columns = [info(ColumnInfo.value, unit)]
        if metric == .workouts { columns.append(info(ListedField.activity, unit)) }
        for index in columns.indices { columns[index].part = part?.title }
        return columns + fields.map { info($0.name, $0.unit) }
    }
}

extension RingColumn {
    package var info: ColumnInfo {
        var info = ColumnInfo(
            name: name, metric: ActivitySummary.columnMetric, aggregate: ColumnInfo.value, unit: unit, isAdditive: isAdditive,
            accumulates: accumulates)
        info.isOptional = isOptional
        return info
    }
}

package import HealthModel

/// A property of the samples in a table.
package enum TableField: String, CaseIterable, Hashable, Sendable {
    case value, start, end, date, zone, device, source, unit, type

    /// The names of the columns that have the field if nothing else is said. The second one is Apple's name in exports.
    var usualNames: [String] {
        switch self {
        case .start: ["start", "startdate"]
        case .end: ["end", "enddate"]
        case .source: ["source", "sourcename"]
        case .date, .zone: []
        case .value, .device, .unit, .type: [rawValue]
        }
    }
}

/// The place of a field in a table.
package enum TableContent: Hashable, Sendable {
    /// The column with this name.
    case column(String)
    /// A text that is the same in all rows.
    case whole(String)
    /// The column with this name if the table has one that no other field uses, and otherwise the same text in all rows.
    case either(String)
}

/// The sign before the decimals of a number.
package enum DecimalSign: String, CaseIterable, Hashable, Sendable {
    case point, comma
}

/// The places of the fields in a table whose header does not use Tally's column names.
package struct TableMapping: Hashable, Sendable {
    /// The fields that are not in the columns with their usual names.
    private var contents: [TableField: TableContent] = [:]
    /// The name of the column of people. Nil for a column named `person`, if the table has one.
    package var personColumn: String?
    /// True if all rows belong to a given person. A column named `person` then is a mistake, also if another column is named.
    var personIsGiven = false
    /// The duration of every sample, for a table without an end column. Nil if samples have no duration.
    package var lengthMilliseconds: Int64?
    /// The format of times, such as `M/d/yyyy h:mm:ss a`. Nil for ISO 8601 and other formats with the year first.
    package var timeFormat: String?
    /// The number of lines before the header.
    package var skippedLines = 0
    /// The decimal sign of all numbers. Nil to find it out from the first rows.
    package var decimalSign: DecimalSign?

    /// The metrics that people defined, which a table can name.
    package var metricNames = MetricNames()

    /// The number of bytes that decide about decimal signs and times that are numbers.
    package var probeBytes = 64 << 10

    /// The name of the column with the time zones of people.
    static let zoneColumn = "person.zone"

    package init() {}

    /// True if the mapping names columns or lines of a table, so that no preset reads it.
    var namesColumns: Bool {
        contents.keys.contains { $0 != .unit && $0 != .source } || personColumn != nil || lengthMilliseconds != nil || skippedLines > 0
    }

    package subscript(field: TableField) -> TableContent? {
        get { contents[field] }
        set { contents[field] = newValue }
    }
}

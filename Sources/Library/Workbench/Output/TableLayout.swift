import CalendarIntervals
import HealthImport
import HealthModel
import QuerySyntax

/// The layout of a CSV file from the options of `tally import`. Nil values mean the standard layout.
package struct TableLayout: Sendable {
    /// The metric of all rows, or the column of metrics.
    package var type: String?
    package var unit: String?
    package var source: String?
    package var start: String?
    package var end: String?
    package var value: String?
    /// The column of persons; nil for a column named `person`.
    package var person: String?
    /// A duration such as `1min`.
    package var length: String?
    package var timeFormat: String?
    package var skippedLines: Int

    package init(
        type: String? = nil, unit: String? = nil, source: String? = nil, start: String? = nil, end: String? = nil, value: String? = nil,
        person: String? = nil, length: String? = nil, timeFormat: String? = nil, skippedLines: Int = 0
    ) {
        self.type = type
        self.unit = unit
        self.source = source
        self.start = start
        self.end = end
        self.value = value
        self.person = person
        self.length = length
        self.timeFormat = timeFormat
        self.skippedLines = skippedLines
    }

    /// - Throws: a `wrongUsage` error for an invalid length or line count.
    func mapping() throws(SessionError) -> TableMapping {
        var mapping = TableMapping()
        guard skippedLines >= 0 else { throw SessionError(.wrongUsage, "--skip-lines: use 0 or a positive number") }
        // A text that is not a metric is the column with the metrics.
        if let type, case .unknown = MetricCatalog.resolve(name: type) { mapping.typeColumn = type } else { mapping.type = type }
        mapping.unit = unit
        mapping.source = source
        mapping.startColumn = start ?? mapping.startColumn
        mapping.endColumn = end ?? mapping.endColumn
        mapping.valueColumn = value ?? mapping.valueColumn
        mapping.personColumn = person
        mapping.timeFormat = timeFormat
        mapping.skippedLines = skippedLines
        if let length { mapping.lengthMilliseconds = try Self.milliseconds(length) }
        return mapping
    }

    private static func milliseconds(_ text: String) throws(SessionError) -> Int64 {
        let parsed = Parser.parse("let length = \(text)")
        guard let statement = parsed.statements.first, parsed.statements.count == 1, !statement.hasErrors,
            case .letBinding(let binding) = statement.kind, case .literal(.duration(let amount)) = binding.value,
            let unit = amount.unit.elapsedMilliseconds, case .number(let count, _)? = amount.count, count < 1_000_000
        else { throw SessionError(.wrongUsage, "--length: `\(text)` is not a duration; use a value such as 1min, 30s or 24h") }
        let length = amount.rest.reduce(unit * Int64(count)) { $0 + Int64($1.count) * $1.unit.approximateMilliseconds }
        guard length > 0 else { throw SessionError(.wrongUsage, "--length: the duration must be longer than 0") }
        return length
    }
}

extension CalendarPeriod {
    /// The length of a unit in milliseconds, with 24 hours for a day; nil for longer units.
    fileprivate var elapsedMilliseconds: Int64? {
        self > .day ? nil : approximateMilliseconds
    }
}

import CalendarIntervals
import HealthImport
import HealthModel
import QuerySyntax

/// Where the columns of a table stand, as the options of `tally import` say it; nil is the canonical layout.
package struct TableLayout: Sendable {
    package var type: String?
    package var unit: String?
    package var source: String?
    package var start: String?
    package var end: String?
    package var value: String?
    /// A duration such as `1min`.
    package var length: String?
    package var timeFormat: String?
    package var skippedLines: Int

    package init(
        type: String? = nil, unit: String? = nil, source: String? = nil, start: String? = nil, end: String? = nil, value: String? = nil,
        length: String? = nil, timeFormat: String? = nil, skippedLines: Int = 0
    ) {
        self.type = type
        self.unit = unit
        self.source = source
        self.start = start
        self.end = end
        self.value = value
        self.length = length
        self.timeFormat = timeFormat
        self.skippedLines = skippedLines
    }

    /// - Throws: a wrong usage for a length that is no duration, a metric or a line count that cannot be.
    func mapping() throws(SessionError) -> TableMapping {
        var mapping = TableMapping()
        if let type, case .unknown = MetricCatalog.resolve(name: type) {
            throw SessionError(.wrongUsage, "--type: there is no metric `\(type)`")
        }
        guard skippedLines >= 0 else { throw SessionError(.wrongUsage, "--skip-lines: a number of 0 or more") }
        mapping.type = type
        mapping.unit = unit
        mapping.source = source
        mapping.startColumn = start ?? mapping.startColumn
        mapping.endColumn = end ?? mapping.endColumn
        mapping.valueColumn = value ?? mapping.valueColumn
        mapping.timeFormat = timeFormat
        mapping.skippedLines = skippedLines
        if let length { mapping.lengthMilliseconds = try Self.milliseconds(length) }
        return mapping
    }

    private static func milliseconds(_ text: String) throws(SessionError) -> Int64 {
        let parsed = Parser.parse("let length = \(text)")
        guard let statement = parsed.statements.first, parsed.statements.count == 1, !statement.hasErrors,
            case .letBinding(let binding) = statement.kind, case .literal(.duration(let amount)) = binding.value,
            let length = amount.unit.elapsedMilliseconds, case .number(let count, _)? = amount.count, count > 0, count < 1_000_000
        else { throw SessionError(.wrongUsage, "--length: `\(text)` is no duration; write 1min, 30s or 24h") }
        return length * Int64(count)
    }
}

extension CalendarPeriod {
    /// The fixed length of an elapsed unit; a day here is 24 hours, longer units have none.
    fileprivate var elapsedMilliseconds: Int64? {
        self > .day ? nil : approximateMilliseconds
    }
}

import CalendarIntervals
package import HealthImport
import HealthModel
package import QuerySyntax

/// The layout of a table, from the options of `tally import` or from an `import` statement. Nil values mean the standard layout.
package struct TableLayout: Sendable {
    /// The fields that are not in the columns with their usual names.
    package var contents: [TableField: TableContent] = [:]
    /// The column of people; nil for a column named `person`.
    package var person: String?
    /// A duration such as `1min`.
    package var length: String?
    package var timeFormat: String?
    package var skippedLines = 0
    /// The decimal sign: `point` or `comma`.
    package var decimal: String?
    /// True for the fields of a statement. Messages then name its words in place of options.
    package var isStatement = false

    package init() {}

    /// Creates a layout from options, each of which is a column or a text for all rows.
    package init(options: [TableField: String?]) {
        contents = options.compactMapValues { $0.map(TableContent.either) }
    }

    /// Sets a field of an `import` statement.
    package mutating func set(_ field: ImportStatement.Field) throws(CommandError) {
        let (content, text): (TableContent, String) =
            switch field.content {
            case .column(let name): (.column(name.text), name.text)
            case .text(let name): (.whole(name.text), name.text)
            }
        switch field.word {
        case .type: contents[.type] = content
        case .unit: contents[.unit] = content
        case .source: contents[.source] = content
        case .device: contents[.device] = content
        case .zone: contents[.zone] = content
        case .date: contents[.date] = content
        case .start: contents[.start] = content
        case .end: contents[.end] = content
        case .value: contents[.value] = content
        case .length: length = text
        case .decimal: decimal = text
        case .timeFormat: timeFormat = text
        case .skipLines:
            guard let count = Int(text), count >= 0 else {
                throw CommandError(.wrongUsage, "`skip lines` needs a whole number, such as `skip lines 1`")
            }
            skippedLines = count
        }
    }

    private func option(_ name: String) -> String { isStatement ? "`\(name)`" : "--" + name }

    /// - Throws: a `wrongUsage` error for an invalid length, decimal sign or line count.
    func mapping() throws(CommandError) -> TableMapping {
        var mapping = TableMapping()
        guard skippedLines >= 0 else { throw CommandError(.wrongUsage, "--skip-lines: use 0 or a positive number") }
        for (field, content) in contents { mapping[field] = content }
        if let decimal {
            guard let sign = DecimalSign(rawValue: decimal) else {
                throw CommandError(.wrongUsage, "\(option("decimal")): `\(decimal)` is not a decimal sign; use point or comma")
            }
            mapping.decimalSign = sign
        }
        mapping.personColumn = person
        mapping.timeFormat = timeFormat
        mapping.skippedLines = skippedLines
        if let length { mapping.lengthMilliseconds = try milliseconds(length) }
        return mapping
    }

    private func milliseconds(_ text: String) throws(CommandError) -> Int64 {
        let parsed = Parser.parse("let length = \(text)")
        guard let statement = parsed.statements.first, parsed.statements.count == 1, !statement.hasErrors,
            case .letBinding(let binding) = statement.kind, case .literal(.duration(let amount)) = binding.value,
            let unit = amount.unit.elapsedMilliseconds, case .number(let count, _)? = amount.count, count < 1_000_000
        else { throw CommandError(.wrongUsage, "\(option("length")): `\(text)` is not a duration; use a value such as 1min, 30s or 24h") }
        let length = amount.rest.reduce(unit * Int64(count)) { $0 + Int64($1.count) * $1.unit.approximateMilliseconds }
        guard length > 0 else { throw CommandError(.wrongUsage, "\(option("length")): the duration must be longer than 0") }
        return length
    }
}

extension CalendarPeriod {
    /// The length of a unit in milliseconds, with 24 hours for a day; nil for longer units.
    fileprivate var elapsedMilliseconds: Int64? {
        self > .day ? nil : approximateMilliseconds
    }
}

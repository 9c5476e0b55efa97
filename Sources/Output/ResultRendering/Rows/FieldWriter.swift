import CalendarIntervals
import HealthModel
import QueryPlan

/// How a format for programs writes values that are not plain numbers.
struct FieldSyntax {
    /// The text in front of and behind times and plain texts.
    var quote: String
    /// The text of a missing value.
    var null: String
    /// Writes any text, with quotes and escapes.
    var written: (String) -> String

    /// True if `text` needs no escapes in any format: ASCII that spreadsheets do not read as a formula.
    static func isPlain(_ text: String) -> Bool {
        var isFirst = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\\"): return false
            case UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"):
                if isFirst { return false }
            case 0x20..<0x7F: break
            default: return false
            }
            isFirst = false
        }
        return true
    }
}

/// Writes one field of each row for programs: exact numbers, exact times, and texts in the syntax of a format.
final class FieldWriter {
    private enum Source {
        case times([Int64])
        /// Local times with their UTC offsets in seconds.
        case placed([Int64], [Int32])
        case flags([Bool])
        case keys([KeyValue?])
        case texts([String?])
        /// Values of which some are answers, texts or times of day.
        case mixed(values: [Double?], texts: [String?]?, isFlag: Bool)
        case numbers([Double?])
    }

    private let source: Source
    private let syntax: FieldSyntax
    private let clock: ClockTime?
    /// The text in front of a value, and in front of a value in quotes.
    private let label: PackedText
    private let labelAndQuote: PackedText
    private let quote: PackedText
    /// The label and a missing value, and the label and an answer.
    private let null: PackedText
    private let yes: PackedText
    private let no: PackedText
    /// The last text in the syntax of the format, because rows often repeat it.
    private var known: (text: String, written: PackedText)?

    /// - Parameter label: the text in front of each value.
    convenience init(_ field: SelectedField.Source, of table: ResultTable, label: String, syntax: FieldSyntax) {
        var clock: ClockTime?
        let source: Source
        switch field {
        case .start: source = table.offsets.map { .placed(table.starts, $0.map(\.start)) } ?? .times(table.starts)
        case .end: source = table.offsets.map { .placed(table.ends, $0.map(\.end)) } ?? .times(table.ends)
        case .partial: source = .flags(table.partial)
        case .key(let index): source = .keys(table.keys[index].values)
        case .value(let index):
            let column = table.columns[index]
            clock = column.clock
            let isMixed = column.isFlag || column.texts != nil || column.clock == .timeOfDay
            source = isMixed ? .mixed(values: column.values, texts: column.texts, isFlag: column.isFlag) : .numbers(column.values)
        case .part: preconditionFailure("the stage `select` makes a key of a part of the time")
        }
        self.init(source, clock, label: label, syntax: syntax)
    }

    /// Writes texts that are not a column of the table.
    convenience init(_ texts: [String?], label: String, syntax: FieldSyntax) {
        self.init(.texts(texts), nil, label: label, syntax: syntax)
    }

    private init(_ source: Source, _ clock: ClockTime?, label: String, syntax: FieldSyntax) {
        self.source = source
        self.clock = clock
        self.syntax = syntax
        self.label = PackedText(label)
        labelAndQuote = PackedText(label + syntax.quote)
        quote = PackedText(syntax.quote)
        null = PackedText(label + syntax.null)
        yes = PackedText(label + "true")
        no = PackedText(label + "false")
    }

    /// Appends the label and the value of a row.
    func append(_ row: Int, to output: inout RowOutput) {
        switch source {
        case .times(let times): append(time: times[row], to: &output)
        case .placed(let times, let offsets): append(local: times[row], offset: offsets[row], to: &output)
        case .numbers(let values):
            guard let value = values[row] else { return output.text.append(null) }
            if clock != nil { return append(time: Int64(value), to: &output) }
            output.text.append(label)
            output.text.append(exact: value)
        case .flags(let flags): append(flag: flags[row], to: &output)
        case .keys(let keys): append(key: keys[row], to: &output)
        case .texts(let texts): append(text: texts[row], to: &output)
        case .mixed(let values, let texts, let isFlag): append(values[row], text: texts?[row], isFlag: isFlag, to: &output)
        }
    }

    private func append(time: Int64, to output: inout RowOutput) {
        guard time != ResultTable.unknownTime else { return output.text.append(null) }
        output.text.append(labelAndQuote)
        output.times.append(time, to: &output.text)
    }

    private func append(local time: Int64, offset: Int32, to output: inout RowOutput) {
        guard time != ResultTable.unknownTime else { return output.text.append(null) }
        let text = ISO8601.text(of: CivilDateTime(localMilliseconds: time)) + ISO8601.text(offsetSeconds: Int(offset))
        output.text.append(labelAndQuote)
        output.text.append(text)
        output.text.append(quote)
    }

    private func append(flag: Bool, to output: inout RowOutput) {
        if flag { output.text.append(yes) } else { output.text.append(no) }
    }

    private func append(key: KeyValue?, to output: inout RowOutput) {
        switch key {
        case nil: output.text.append(null)
        case .integer(let number):
            output.text.append(label)
            output.text.append(number)
        case .number(let number):
            output.text.append(label)
            output.text.append(exact: number)
        case .flag(let answer): append(flag: answer, to: &output)
        case .text(let text): append(text: text, to: &output)
        }
    }

    private func append(text: String?, to output: inout RowOutput) {
        guard let text else { return output.text.append(null) }
        if FieldSyntax.isPlain(text) {
            output.text.append(labelAndQuote)
            output.text.append(text)
            return output.text.append(quote)
        }
        // Texts that are equal for Swift can have other bytes.
        if !(known?.text.utf8.elementsEqual(text.utf8) ?? false) { known = (text, PackedText(syntax.written(text))) }
        output.text.append(label)
        if let known { output.text.append(known.written) }
    }

    /// Appends the first of an answer, a text and a value.
    private func append(_ value: Double?, text: String?, isFlag: Bool, to output: inout RowOutput) {
        if isFlag, let value { return append(flag: value != 0, to: &output) }
        if let text { return append(text: text, to: &output) }
        guard let value else { return output.text.append(null) }
        switch clock {
        case .instant: append(time: Int64(value), to: &output)
        case .timeOfDay:
            output.text.append(labelAndQuote)
            output.text.append(TimeText.timeOfDay(value) + syntax.quote)
        case nil:
            output.text.append(label)
            output.text.append(exact: value)
        }
    }
}

/// The fields of a row, one after the other. A loop over an array would count references to each field of each row, which took a fifth of
/// the time of printing.
private final class FieldChain {
    private let field: FieldWriter
    private let rest: FieldChain?

    init(_ field: FieldWriter, then rest: FieldChain?) {
        self.field = field
        self.rest = rest
    }

    func append(_ row: Int, to output: inout RowOutput) {
        field.append(row, to: &output)
        rest?.append(row, to: &output)
    }
}

/// The text of rows, and what all columns of times share, because most rows start where another one ends.
struct RowOutput {
    var text = TextBuffer()
    var times: TimeWriter
}

/// Writes the rows of a table for programs.
struct RowWriter {
    let fields: [FieldWriter]
    /// The texts between rows and behind each row.
    let separator: String
    let end: String

    /// Passes all rows to `write` in pieces of about 64 KB.
    func render(_ table: ResultTable, quote: String, first: String, _ write: (String) throws -> Void) rethrows {
        var output = RowOutput(times: TimeWriter(TimeText(table.header), end: quote))
        let (separator, end) = (PackedText(separator), PackedText(end))
        let chain = fields.reversed().reduce(nil) { FieldChain($1, then: $0) }
        if table.rowCount > 0 { output.text.append(first) }
        for row in 0..<table.rowCount {
            if row > 0 { output.text.append(separator) }
            chain?.append(row, to: &output)
            output.text.append(end)
            try output.text.pass(to: write)
        }
        try output.text.pass(to: write, ifAtLeast: 0)
    }
}

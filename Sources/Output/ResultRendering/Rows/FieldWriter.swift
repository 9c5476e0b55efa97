import CalendarIntervals
import HealthModel
import QueryPlan

/// How a format for programs writes values that are not plain numbers.
struct FieldSyntax: Sendable {
    /// The text before and after times and plain texts.
    var quote: String
    /// The text of a missing value.
    var null: String
    /// Writes any text, with quotes and escapes.
    var written: @Sendable (String) -> String

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
    private let source: RowField.Source
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

    init(_ field: RowField, syntax: FieldSyntax) {
        source = field.source
        clock = field.clock
        self.syntax = syntax
        label = PackedText(field.label)
        labelAndQuote = PackedText(field.label + syntax.quote)
        quote = PackedText(syntax.quote)
        null = PackedText(field.label + syntax.null)
        yes = PackedText(field.label + "true")
        no = PackedText(field.label + "false")
    }

    /// The number of bytes that writing a number or a time with its label may overwrite.
    var room: Int { labelAndQuote.room + 64 + quote.room }

    /// Stores the label and the value of a row. Returns the position after them, or `noRoom`.
    @inline(__always)
    func put(_ row: Int, at position: Int, in span: inout MutableSpan<UInt8>, _ output: inout RowOutput) -> Int {
        switch source {
        case .times(let times): return put(time: times[row], at: position, in: &span, &output)
        case .placed(let times, let offsets): return put(local: times[row], offset: offsets[row], at: position, in: &span)
        case .numbers(let values):
            guard let value = values[row] else { return span.put(null, at: position) }
            if clock != nil { return put(time: Int64(value), at: position, in: &span, &output) }
            return span.put(exact: value, at: span.put(label, at: position))
        case .flags(let flags): return put(flag: flags[row], at: position, in: &span)
        case .keys(let keys): return put(key: keys[row], at: position, in: &span, room: output.room)
        case .texts(let texts): return put(text: texts[row], at: position, in: &span, room: output.room)
        case .mixed(let values, let texts, let isFlag):
            return put(values[row], text: texts?[row], isFlag: isFlag, at: position, in: &span, &output)
        }
    }

    @inline(__always)
    private func put(time: Int64, at position: Int, in span: inout MutableSpan<UInt8>, _ output: inout RowOutput) -> Int {
        guard time != ResultTable.unknownTime else { return span.put(null, at: position) }
        return output.times.put(time, at: span.put(labelAndQuote, at: position), in: &span)
    }

    private func put(local time: Int64, offset: Int32, at position: Int, in span: inout MutableSpan<UInt8>) -> Int {
        guard time != ResultTable.unknownTime else { return span.put(null, at: position) }
        let text = ISO8601.text(of: CivilDateTime(localMilliseconds: time)) + ISO8601.text(offsetSeconds: Int(offset))
        return span.put(quote, at: span.put(text: text, at: span.put(labelAndQuote, at: position)))
    }

    @inline(__always)
    private func put(flag: Bool, at position: Int, in span: inout MutableSpan<UInt8>) -> Int {
        flag ? span.put(yes, at: position) : span.put(no, at: position)
    }

    private func put(key: KeyValue?, at position: Int, in span: inout MutableSpan<UInt8>, room: Int) -> Int {
        switch key {
        case nil: span.put(null, at: position)
        case .integer(let number): span.put(number, at: span.put(label, at: position))
        case .number(let number): span.put(exact: number, at: span.put(label, at: position))
        case .flag(let answer): put(flag: answer, at: position, in: &span)
        case .text(let text): put(text: text, at: position, in: &span, room: room)
        }
    }

    private func put(text: String?, at position: Int, in span: inout MutableSpan<UInt8>, room: Int) -> Int {
        guard let text else { return span.put(null, at: position) }
        if FieldSyntax.isPlain(text) {
            guard position + text.utf8.count + room <= span.count else { return RowOutput.noRoom }
            return span.put(quote, at: span.put(text: text, at: span.put(labelAndQuote, at: position)))
        }
        // Texts that are equal for Swift can have other bytes.
        if !(known?.text.utf8.elementsEqual(text.utf8) ?? false) { known = (text, PackedText(syntax.written(text))) }
        guard let known, position + known.written.room + room <= span.count else { return RowOutput.noRoom }
        return span.put(known.written, at: span.put(label, at: position))
    }

    /// Stores the first of an answer, a text and a value.
    private func put(
        _ value: Double?, text: String?, isFlag: Bool, at position: Int, in span: inout MutableSpan<UInt8>, _ output: inout RowOutput
    ) -> Int {
        if isFlag, let value { return put(flag: value != 0, at: position, in: &span) }
        if let text { return put(text: text, at: position, in: &span, room: output.room) }
        guard let value else { return span.put(null, at: position) }
        switch clock {
        case .instant: return put(time: Int64(value), at: position, in: &span, &output)
        case .timeOfDay:
            return span.put(quote, at: span.put(text: TimeText.timeOfDay(value), at: span.put(labelAndQuote, at: position)))
        case nil: return span.put(exact: value, at: span.put(label, at: position))
        }
    }
}

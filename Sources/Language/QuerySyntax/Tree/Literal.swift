package import QueryDiagnostics

/// A name as written: one word, several words of a metric, or any text in backquotes.
package struct Name: Sendable {
    /// Words joined by one space, without backquotes.
    package var text: String
    /// True if the name is written in backquotes.
    package var isQuoted: Bool
    package var range: SourceRange
    /// The call whose formal the name refers to; nil for global names. Set by `Transplant`, never by the parser.
    package var scope: Int?

    package init(_ text: String, isQuoted: Bool = false, range: SourceRange) {
        self.text = text
        self.isQuoted = isQuoted
        self.range = range
    }

    /// The text in lower case without separators, plus the scope. Names are equal if their keys are.
    package var key: String { Name.key(Name.key(of: text), in: scope) }

    /// Returns the key of a name in `scope`.
    package static func key(_ key: String, in scope: Int?) -> String { scope.map { "\(key)#\($0)" } ?? key }

    /// Returns `text` in lower case without spaces, `_` and `-`.
    package static func key(of text: String) -> String {
        // A fast path for plain words, which most names are.
        let isPlain = text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return isPlain ? text : foldedKey(of: text)
    }

    private static func foldedKey(of text: String) -> String {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return String(String.UnicodeScalarView(text.lowercased().unicodeScalars.filter { $0 != " " && $0 != "_" && $0 != "-" }))
        }
        // A fast path for other words of ASCII, such as `heartRate`. A query asks for the key of its metric a dozen times.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"): break
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A value as written.
package enum Literal: Sendable {
    /// `150`, `150 bpm`, `0.95 %`; in place of a time, `2024` is a year
    case number(NumberLiteral, UnitText?)
    /// `15min`, `2 weeks`
    case duration(TimeAmount)
    /// `"Watch"`; several only if the grammar allows a list
    case texts([TextLiteral])
    /// A time other than `today` and `yesterday`: `2024-03-10 03:00`, `2024-Q1`, `now`, `-30d`
    case when(When)
    /// `last 30 days`, `today`: for parameters and arguments of the type `span`
    case span(Span)
    /// `03:00`
    case time(TimeLiteral)
    /// `monday`
    case weekday(WeekdayPhrase)
    /// `yes`, `no`
    case bool(Bool, SourceRange)
    /// A category value, a `let`, a metric, a unit, a zone
    case name(Name)
    /// `count/min`, `%`, `min`: a unit that can't be a name, for parameters and arguments of the type `unit`
    case unit(UnitText)
    /// `Europe/Berlin until 2026-10-15, America/New_York`: for the settings of zones, and for names
    case zones(ZoneHistoryPhrase)
    /// `06:00, 12:00, 18:00, 00:00`: for the setting of the parts of the day
    case times([TimeLiteral])

    package var range: SourceRange {
        switch self {
        case .number(let number, let unit): unit.map { number.range.union($0.range) } ?? number.range
        case .duration(let amount): amount.range
        case .texts(let texts): texts.dropFirst().reduce(texts.first?.range ?? SourceRange(at: 0)) { $0.union($1.range) }
        case .when(let when): when.range
        case .span(let span): span.range
        case .time(let time): time.range
        case .weekday(let weekday): weekday.range
        case .bool(_, let range): range
        case .name(let name): name.range
        case .unit(let unit): unit.range
        case .zones(let history): history.range
        case .times(let times): times.dropFirst().reduce(times.first?.range ?? SourceRange(at: 0)) { $0.union($1.range) }
        }
    }
}

package struct NumberLiteral: Sendable {
    package var value: Double
    /// The number as written, with its sign: `-1_000`.
    package var text: String
    package var range: SourceRange

    package init(value: Double, text: String, range: SourceRange) {
        (self.value, self.text, self.range) = (value, text, range)
    }
}

/// Text in quotes. A doubled quote inside it is one quote; a backslash is an ordinary character.
package struct TextLiteral: Sendable {
    package var value: String
    package var range: SourceRange
}

/// A unit as written: `count/min`, `mL/min·kg`, `%`. HealthModel parses it.
package struct UnitText: Sendable {
    package var text: String
    /// True if the unit is written in quotes: `in "fluid ounces"`.
    package var isQuoted: Bool
    package var range: SourceRange
    /// The scope if the text is the name of a formal.
    package var scope: Int?

    package init(text: String, isQuoted: Bool, range: SourceRange) {
        self.text = text
        self.isQuoted = isQuoted
        self.range = range
    }

    /// The unit as a name.
    package var name: Name {
        var name = Name(text, range: range)
        name.scope = scope
        return name
    }
}

/// A whole number of 0 or more, or a `let` with one.
package enum Count: Sendable {
    case number(Int, SourceRange)
    case name(Name)

    package var range: SourceRange {
        switch self {
        case .number(_, let range): range
        case .name(let name): name.range
        }
    }
}

/// A number, or a `let` with one.
package enum NumberOperand: Sendable {
    case number(NumberLiteral)
    case name(Name)

    package var range: SourceRange {
        switch self {
        case .number(let number): number.range
        case .name(let name): name.range
        }
    }
}

/// A text, or a `let` with one.
package enum TextOperand: Sendable {
    case text(TextLiteral)
    case name(Name)

    package var range: SourceRange {
        switch self {
        case .text(let text): text.range
        case .name(let name): name.range
        }
    }
}

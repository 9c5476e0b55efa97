import CalendarIntervals
package import QueryDiagnostics
import QueryVocabulary

/// The possible continuations at a position in a text.
///
/// The parser finds them: it parses the text up to that position and records what it looks for at the end.
package struct Completion: Sendable {
    package var items: [CompletionItem]
    /// The typed part before the cursor, which a completion replaces. In a quoted text it includes the opening quote.
    package var replaced: SourceRange
    /// The last metric before this position, as written. Units and values must fit it.
    package var metric: String?

    /// Returns the possible continuations at `offset`, a byte offset in `text`.
    package static func at(_ offset: Int, in text: String) -> Completion {
        let bytes = Array(text.utf8.prefix(offset))
        let typed = SourceText(bytes: bytes)
        let tokens = Lexer.lex(typed).tokens.dropLast()
        guard let last = tokens.last else { return Completion(of: bytes, from: bytes.count) }
        switch last.kind {
        case .comment: return Completion(items: [], replaced: SourceRange(at: bytes.count))
        case .malformed where bytes[last.range.start] == UInt8(ascii: "\"") || bytes[last.range.start] == UInt8(ascii: "'"):
            return Completion(of: bytes, from: last.range.start)
        default: break
        }
        if let completion = ofRun(in: bytes) { return completion }
        let isPartial = last.kind == .word || last.kind == .percentile
        return Completion(of: bytes, from: isPartial ? last.range.start : bytes.count)
    }

    private init(items: [CompletionItem], replaced: SourceRange) {
        self.items = items
        self.replaced = replaced
    }

    private init(of bytes: [UInt8], from start: Int) {
        (items, metric) = Parser.completion(after: SourceText(bytes: Array(bytes[..<start])))
        replaced = SourceRange(start, bytes.count)
    }

    /// Completes zones and units such as `Europe/Be` and `count/m`, which start after the last space.
    private static func ofRun(in bytes: [UInt8]) -> Completion? {
        let start = bytes.lastIndex { " \t\n,(=\"".utf8.contains($0) }.map { $0 + 1 } ?? 0
        guard start > 0, bytes[start...].contains(UInt8(ascii: "/")) else { return nil }
        var completion = Completion(of: bytes, from: start)
        completion.items.removeAll { $0 != .zone && $0 != .unit }
        return completion.items.isEmpty ? nil : completion
    }

    /// The words and phrases of the grammar among the items, in canonical spelling.
    package var words: [String] {
        items.flatMap { item -> [String] in
            switch item {
            case .entries(let place): Grammar.entries(at: place).map(\.phrase)
            case .keyword(let word): [word]
            case .aggregate: Grammar.entries(at: .aggregate).map(\.phrase)
            case .period: CalendarPeriod.allCases.map(\.name)
            case .profile: Profile.allCases.map(\.phrase)
            case .weekday: Weekday.allCases.map(\.name)
            case .month: Month.names
            case .when: ["now", "today", "yesterday", "start of"] + Weekday.allCases.map(\.name) + Month.names
            case .span: ["last", "this", "today", "yesterday", "all time"]
            case .field:
                ["value", "source", "device", "product", "start", "end", "duration", "created", "metadata"]
                    + Profile.allCases.map(\.phrase)
            default: []
            }
        }
    }

    /// Descriptions of the items that are too many to list, with an example of each.
    package var notes: [String] {
        items.compactMap { item in
            switch item {
            case .number: "a number, such as 3"
            case .duration: "a duration, such as 15min"
            case .date: "a date, such as 2024-03-10"
            case .time: "a time of day, such as 03:00"
            case .newName: "a new name"
            case .text(.file): "a path in quotes"
            case .text(.metadataKey): "a key in quotes, such as \"HKFoodType\""
            case .text(.summary): "text in quotes"
            case .fieldValue, .value: "a value, such as 100 or \"Watch\""
            case .symbol(let symbol): symbol
            default: nil
            }
        }
    }
}

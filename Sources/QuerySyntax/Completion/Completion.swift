package import Diagnostics

/// What may stand at a place in a text. The parser itself says so: it reads the text up to there and notes what it looks for at the end.
package struct Completion: Sendable {
    package var items: [CompletionItem]
    /// The part already typed, up to the cursor, which a completion replaces. In text it includes the opening quote.
    package var replaced: SourceRange

    /// Returns what may stand at `offset`, a byte offset in `text`.
    package static func at(_ offset: Int, in text: String) -> Completion {
        let bytes = Array(text.utf8.prefix(offset))
        let typed = SourceText(bytes: bytes)
        let tokens = Lexer.lex(typed).tokens.dropLast()
        let nothing = Completion(items: [], replaced: SourceRange(at: bytes.count))
        guard let last = tokens.last else { return Completion(items: items(bytes, before: bytes.count), replaced: nothing.replaced) }
        switch last.kind {
        case .comment: return nothing
        case .malformed where bytes[last.range.start] == UInt8(ascii: "\"") || bytes[last.range.start] == UInt8(ascii: "'"):
            return Completion(items: items(bytes, before: last.range.start), replaced: last.range)
        default: break
        }
        if let completion = ofRun(in: bytes) { return completion }
        let isPartial = last.kind == .word || last.kind == .percentile
        let start = isPartial ? last.range.start : bytes.count
        return Completion(items: items(bytes, before: start), replaced: SourceRange(start, bytes.count))
    }

    /// `Europe/Be`, `count/m`: zones and units reach back to the last space.
    private static func ofRun(in bytes: [UInt8]) -> Completion? {
        let start = bytes.lastIndex { " \t\n,(=\"".utf8.contains($0) }.map { $0 + 1 } ?? 0
        guard start > 0, bytes[start...].contains(UInt8(ascii: "/")) else { return nil }
        let items = items(bytes, before: start).filter { $0 == .zone || $0 == .unit }
        return items.isEmpty ? nil : Completion(items: items, replaced: SourceRange(start, bytes.count))
    }

    private static func items(_ bytes: [UInt8], before offset: Int) -> [CompletionItem] {
        Parser.completionItems(after: SourceText(bytes: Array(bytes[..<offset])))
    }

    /// The words and phrases of the grammar among the items, in canonical spelling.
    package var words: [String] {
        items.flatMap { item -> [String] in
            switch item {
            case .entries(let place): Grammar.entries(at: place).map(\.phrase)
            case .keyword(let word): [word]
            case .aggregate: Grammar.entries(at: .aggregate).map(\.phrase)
            case .period: TimeUnit.allCases.map(\.rawValue)
            case .profile: Profile.allCases.map(\.rawValue)
            case .weekday: Weekday.allCases.map(\.rawValue)
            case .when: ["now", "today", "yesterday", "start of"] + Weekday.allCases.map(\.rawValue)
            case .span: ["last", "this", "today", "yesterday", "all time"]
            case .field:
                ["value", "source", "device", "product", "start", "end", "duration", "created", "metadata"]
                    + Profile.allCases.map(\.rawValue)
            default: []
            }
        }
    }
}

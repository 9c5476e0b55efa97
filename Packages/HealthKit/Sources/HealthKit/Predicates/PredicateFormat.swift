import Foundation
import TallyKit

/// The text of a predicate with its arguments in place: comparisons of key paths and values, joined by `AND`, `OR` and `NOT`.
///
/// A format that cannot be read, or that samples cannot be tested for, is a mistake of the programmer: it traps, as HealthKit does.
struct PredicateFormat {
    private let format: String
    private let tokens: [Token]
    private var next = 0

    private enum Token {
        /// A word or a key path.
        case word(String)
        case symbol(String)
        /// A number, a text, or an argument.
        case value(Any)
        /// A key path that is an argument.
        case key(String)
    }

    /// A side of a comparison.
    private enum Side {
        case key(String)
        case value(Any?)
    }

    /// Returns the predicate of a format.
    static func predicate(_ format: String, _ arguments: [Any]) -> NSPredicate {
        var lexer = Lexer(format, arguments)
        var parser = PredicateFormat(format: format, tokens: lexer.tokens())
        let predicate = parser.disjunction()
        guard parser.next == parser.tokens.count else { parser.fail("more follows where the predicate ends") }
        return predicate
    }

    private init(format: String, tokens: [Token]) { (self.format, self.tokens) = (format, tokens) }

    private func fail(_ reason: String) -> Never { fatalError("Unable to parse the format string \"\(format)\": \(reason)") }

    // MARK: Compounds

    private mutating func disjunction() -> NSPredicate {
        var parts = [conjunction()]
        while take("OR", "||") { parts.append(conjunction()) }
        return parts.count == 1 ? parts[0] : NSCompoundPredicate(orPredicateWithSubpredicates: parts)
    }

    private mutating func conjunction() -> NSPredicate {
        var parts = [negation()]
        while take("AND", "&&") { parts.append(negation()) }
        return parts.count == 1 ? parts[0] : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }

    private mutating func negation() -> NSPredicate {
        if take("NOT", "!") { return NSCompoundPredicate(notPredicateWithSubpredicate: negation()) }
        if take("TRUEPREDICATE") { return NSPredicate(value: true) }
        if take("FALSEPREDICATE") { return NSPredicate(value: false) }
        if take("(") {
            let inner = disjunction()
            guard take(")") else { fail("a closing parenthesis is missing") }
            return inner
        }
        return comparison()
    }

    // MARK: Comparisons

    private mutating func comparison() -> NSPredicate {
        let left = side()
        if take("BETWEEN") {
            guard case .key(let key) = left, let bounds = list(), bounds.count == 2 else { fail("BETWEEN needs a key and two values") }
            return NSCompoundPredicate(andPredicateWithSubpredicates: [
                test(key, .greaterOrEqual, bounds[0]), test(key, .lessOrEqual, bounds[1]),
            ])
        }
        if take("IN") {
            guard case .key(let key) = left, let values = list() else { fail("IN needs a key and a list of values") }
            return NSCompoundPredicate(orPredicateWithSubpredicates: values.map { test(key, .equal, $0) })
        }
        guard let test = operatorOfComparison() else { fail("a comparison such as >= is missing") }
        switch (left, side()) {
        case (.key(let key), .value(let value)): return self.test(key, test, value)
        case (.value(let value), .key(let key)): return self.test(key, test.flipped, value)
        default: fail("a comparison needs one key and one value")
        }
    }

    private func test(_ key: String, _ test: Comparison, _ value: Any?) -> NSPredicate {
        guard let predicate = KeyPathCondition(key: key, test: test, value: value).predicate else {
            let shown = value.map { "a \(type(of: $0))" } ?? "nil"
            fail("objects of HealthKit have no comparison `\(test.rawValue)` of `\(key)` with \(shown)")
        }
        return predicate
    }

    private mutating func operatorOfComparison() -> Comparison? {
        if take("==", "=") { return .equal }
        if take("!=", "<>") { return .notEqual }
        if take(">=", "=>") { return .greaterOrEqual }
        if take("<=", "=<") { return .lessOrEqual }
        if take(">") { return .greater }
        if take("<") { return .less }
        return nil
    }

    private mutating func side() -> Side {
        guard next < tokens.count else { fail("a key or a value is missing at the end") }
        defer { next += 1 }
        switch tokens[next] {
        case .key(let key): return .key(path(from: key))
        case .value(let value): return .value(value is NSNull ? nil : value)
        case .word(let word):
            switch word.uppercased() {
            case "YES", "TRUE": return .value(NSNumber(value: true))
            case "NO", "FALSE": return .value(NSNumber(value: false))
            case "NIL", "NULL": return .value(nil)
            case "ANY", "ALL", "SOME", "NONE", "SUBQUERY", "SELF", "CAST", "FUNCTION": fail("`\(word)` is not supported")
            default: return .key(path(from: word))
            }
        case .symbol(let symbol): fail("`\(symbol)` is in the place of a key or a value")
        }
    }

    /// Returns a key path that may go on with arguments, as in `metadata.%K` and `%K.%K`.
    private mutating func path(from start: String) -> String {
        var path = start
        while next + 1 < tokens.count {
            switch tokens[next + 1] {
            case .key(let key) where path.hasSuffix("."): path += key
            case .word(let word) where path.hasSuffix("."): path += word
            case .symbol(".") where !path.hasSuffix("."): path += "."
            default: return path
            }
            next += 1
        }
        return path
    }

    /// Returns the values of a list in braces, or of an argument.
    private mutating func list() -> [Any?]? {
        if next < tokens.count, case .value(let value) = tokens[next] {
            next += 1
            if let set = value as? NSSet { return set.allObjects }
            if let set = value as? Set<AnyHashable> { return set.map(\.base) }
            return value as? [Any]
        }
        guard take("{") else { return nil }
        var values: [Any?] = []
        while !take("}") {
            guard case .value(let value) = side() else { return nil }
            values.append(value)
            _ = take(",")
        }
        return values
    }

    private mutating func take(_ names: String...) -> Bool {
        guard next < tokens.count else { return false }
        let isNext =
            switch tokens[next] {
            case .word(let text), .symbol(let text): names.contains(text.uppercased())
            case .value, .key: false
            }
        if isNext { next += 1 }
        return isNext
    }

    // MARK: Tokens

    private struct Lexer {
        private let format: String
        private let text: [Character]
        private var arguments: ArraySlice<Any>
        private var position = 0

        init(_ format: String, _ arguments: [Any]) {
            self.format = format
            text = Array(format)
            self.arguments = arguments[...]
        }

        private func fail(_ reason: String) -> Never { fatalError("Unable to parse the format string \"\(format)\": \(reason)") }

        mutating func tokens() -> [Token] {
            var tokens: [Token] = []
            while position < text.count {
                let character = text[position]
                switch character {
                case _ where character.isWhitespace: position += 1
                case "%": tokens.append(argument())
                case "'", "\"": tokens.append(.value(quoted(by: character)))
                case "." where position + 1 == text.count || !text[position + 1].isNumber:
                    tokens.append(.symbol("."))
                    position += 1
                case "0"..."9", "-", ".": tokens.append(.value(number()))
                case _ where character.isLetter || "_#@".contains(character): tokens.append(.word(word()))
                default: tokens.append(.symbol(symbol()))
                }
            }
            guard arguments.isEmpty else { fail("it has fewer places than arguments") }
            return tokens
        }

        private mutating func argument() -> Token {
            position += 1
            let start = position
            while position < text.count, "lhqztj".contains(text[position]) { position += 1 }
            guard position < text.count, "@Kdiufgexc".contains(text[position]) else {
                fail("`%\(String(text[start..<min(position + 1, text.count)]))` does not stand for an argument")
            }
            let kind = text[position]
            position += 1
            guard let argument = arguments.popFirst() else { fail("it has more places than arguments") }
            if kind == "K" {
                guard let key = argument as? String else { fail("%K needs a text, and the argument is a \(type(of: argument))") }
                return .key(key)
            }
            return .value(argument)
        }

        private mutating func quoted(by quote: Character) -> String {
            var content = ""
            position += 1
            while position < text.count, text[position] != quote {
                if text[position] == "\\", position + 1 < text.count { position += 1 }
                content.append(text[position])
                position += 1
            }
            guard position < text.count else { fail("a closing quote is missing") }
            position += 1
            return content
        }

        private mutating func number() -> NSNumber {
            let start = position
            position += 1
            while position < text.count, text[position].isNumber || ".eE".contains(text[position]) { position += 1 }
            let digits = String(text[start..<position])
            guard let number = Double(digits) else { fail("`\(digits)` is not a number") }
            return NSNumber(value: number)
        }

        private mutating func word() -> String {
            let start = position
            while position < text.count, text[position].isLetter || text[position].isNumber || "_.#@".contains(text[position]) {
                position += 1
            }
            return String(text[start..<position])
        }

        private mutating func symbol() -> String {
            let pair = String(text[position..<min(position + 2, text.count)])
            let symbol = ["==", "!=", "<>", ">=", "=>", "<=", "=<", "&&", "||"].contains(pair) ? pair : String(text[position])
            position += symbol.count
            return symbol
        }
    }
}

package import QueryVocabulary

/// Spells a statement for a database.
///
/// The lowering writes portable SQL. The words, quotes and numbers of its text differ between databases in a few ways, which do not depend
/// on the query. Text in quotes and comments stay what they are.
package struct SQLSpelling {
    private let dialect: SQLDialect
    private let traits: SQLTraits

    package init(_ dialect: SQLDialect) { (self.dialect, traits) = (dialect, dialect.traits) }

    package func text(of statement: String) -> String {
        guard dialect != .portable, dialect != .sqlite else { return statement }
        var tokens = SQLTokens.tokens(of: statement)
        if traits.keepsQualifiers { tokens = SQLColumnNames.named(tokens) }
        var text = ""
        var place = 0
        while place < tokens.count {
            let token = tokens[place]
            if let character = Self.character(at: place, of: tokens) {
                text += spelled(character)
                place += 4
                continue
            }
            text += spelled(token, isNegative: place > 0 && tokens[place - 1].text == "-")
            if token.text == "UNION", traits.namesDistinctUnions, Self.next(after: place, in: tokens)?.text != "ALL" { text += " DISTINCT" }
            place += 1
        }
        return text
    }

    private func spelled(_ token: SQLTokens.Token, isNegative: Bool) -> String {
        switch token.kind {
        case .text: return quoted(inner(of: token, "'"))
        case .identifier: return named(inner(of: token, "\""))
        case .number: return number(token.text, isNegative: isNegative)
        case .word: return traits.words[token.text] ?? token.text
        case .space, .comment, .sign: return token.text
        }
    }

    /// Returns the content of a token in quotes.
    private func inner(of token: SQLTokens.Token, _ quote: Unicode.Scalar) -> String {
        var content = String.UnicodeScalarView()
        var isSecond = false
        for scalar in token.text.unicodeScalars.dropFirst().dropLast() {
            if scalar == quote, !isSecond {
                isSecond = true
                continue
            }
            isSecond = false
            content.append(scalar)
        }
        return String(content)
    }

    private func quoted(_ text: String) -> String {
        let quote = traits.escapesWithBackslash ? "\\'" : "''"
        return "'\(escaped(text, quote: "'", as: quote))'"
    }

    private func named(_ name: String) -> String {
        let quote = traits.identifierQuote
        return "\(quote)\(escaped(name, quote: quote, as: "\(quote)\(quote)", isName: true))\(quote)"
    }

    private func escaped(_ text: String, quote: Unicode.Scalar, as escape: String, isName: Bool = false) -> String {
        let hasBackslash = traits.escapesWithBackslash && !(isName && quote == "`")
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case quote: result.append(contentsOf: escape.unicodeScalars)
            case "\\" where hasBackslash: result.append(contentsOf: "\\\\".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private func number(_ text: String, isNegative: Bool) -> String {
        if let suffix = traits.doubleSuffix, !text.allSatisfy(\.isWholeNumber) { return text + suffix }
        // A number that needs more than 32 bits would have no sign, and numbers with and without sign have no common type.
        if traits.castsLongIntegers, !isNegative, let value = UInt64(text), value > UInt64(UInt32.max) { return "toInt64(\(text))" }
        return text
    }

    // MARK: Characters

    /// Returns the number `n` if `char(n)` is at `place`.
    private static func character(at place: Int, of tokens: [SQLTokens.Token]) -> Unicode.Scalar? {
        guard place + 3 < tokens.count, tokens[place].text == "char", tokens[place].kind == .word, tokens[place + 1].text == "(",
            tokens[place + 3].text == ")"
        else { return nil }
        return UInt32(tokens[place + 2].text).flatMap(Unicode.Scalar.init)
    }

    private func spelled(_ character: Unicode.Scalar) -> String {
        switch traits.characters {
        case .function(let name): return "\(name)(\(character.value))"
        case .bytes: return "char(\(Array(String(character).utf8).map(String.init).joined(separator: ", ")))"
        case .escape:
            let digits = String(character.value, radix: 16)
            let (letter, length) = character.value > 0xFFFF ? ("U", 8) : ("u", 4)
            return "'\\\(letter)\(String(repeating: "0", count: length - digits.count))\(digits)'"
        }
    }

    private static func next(after place: Int, in tokens: [SQLTokens.Token]) -> SQLTokens.Token? {
        tokens[(place + 1)...].first { $0.kind != .space }
    }
}

/// Names the columns of `SELECT` lists.
///
/// ClickHouse calls a column `b.bucket` if several joined tables have a column of that name. Later tables need its plain name.
enum SQLColumnNames {
    /// Returns the tokens with `b.bucket AS bucket` for each `b.bucket` that is a whole item of a list.
    static func named(_ tokens: [SQLTokens.Token]) -> [SQLTokens.Token] {
        var result: [SQLTokens.Token] = []
        /// For each open parenthesis, the place where the current item starts; nil outside of lists.
        var starts: [Int?] = [nil]

        func endItem() {
            guard let start = starts[starts.count - 1] else { return }
            let item = result.indices[start...].filter { ![.space, .comment].contains(result[$0].kind) }
            guard item.count == 3, result[item[1]].text == ".", result[item[2]].text != "*" else { return }
            let name = result[item[2]]
            result.insert(contentsOf: [.init(kind: .word, text: " AS "), name], at: item[2] + 1)
        }

        for token in tokens {
            switch (token.kind, token.text) {
            case (.sign, "("):
                result.append(token)
                starts.append(nil)
            case (.sign, ")"):
                endItem()
                result.append(token)
                starts.removeLast()
            case (.sign, ","):
                endItem()
                result.append(token)
                if starts[starts.count - 1] != nil { starts[starts.count - 1] = result.count }
            case (.word, "FROM"):
                endItem()
                result.append(token)
                starts[starts.count - 1] = nil
            case (.word, "SELECT"), (.word, "DISTINCT"):
                result.append(token)
                starts[starts.count - 1] = result.count
            default: result.append(token)
            }
        }
        return result
    }
}

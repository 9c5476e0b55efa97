import QueryDiagnostics

/// Persons of a store.
extension Parser {
    /// Returns `person`, or an attribute such as `person.group`; nil if neither starts here.
    mutating func personFieldIfPresent() -> Name? {
        guard isPersonWord(current) else { return nil }
        var name = name(of: advance())
        guard at(.symbol), text(current) == ".", isAdjacent, peek().kind == .word, peek().range.start == current.range.end else {
            return name
        }
        advance()
        let attribute = advance()
        name.text += "." + text(attribute)
        name.range = name.range.union(attribute.range)
        return name
    }

    func isPersonWord(_ token: Token) -> Bool { token.kind == .word && text(token).lowercased() == "person" }

    /// True at `for person`.
    var startsForPerson: Bool { at(.for) && isPersonWord(peek()) }

    /// Parses `for person P07`.
    mutating func forPerson() -> Name? {
        advance()
        return person(after: "for person")
    }

    mutating func describePerson() -> StatementKind? { person(after: "describe person").map { .person(.describe($0)) } }

    mutating func forgetPerson() -> StatementKind? {
        guard let name = person(after: "forget person") else { return nil }
        offer([.keyword("confirmed")])
        let isConfirmed = eat(.confirmed)
        // `confirmed` in place of what follows would delete only the first person.
        let isMisspelled = !isConfirmed && Suggestion.slip(from: text(current), to: "confirmed") != nil && Parser.endsStatement(peek())
        guard isAtEnd || isMisspelled else {
            report(
                Diagnostic(
                    .severalPersons, "`forget person` forgets one person at a time, so \(quoted(current)) can't follow", at: current.range,
                    help: "write a statement for each person, such as `forget person P07`; an id with spaces or signs needs quotes"))
            return nil
        }
        return .person(.forget(name, isConfirmed: isConfirmed))
    }

    /// Parses `rename person "" to P01`.
    mutating func renamePerson() -> StatementKind? {
        advance()
        guard let name = person(after: "rename person") else { return nil }
        guard eat(.to) else {
            expected(.missingPart, "`rename person` needs `to` and a new id", help: "write for example `rename person \"\" to P01`")
            return nil
        }
        return id(after: "to").map { .person(.rename(name, to: $0)) }
    }

    /// Parses the id after the word `person`.
    private mutating func person(after words: String) -> Name? {
        advance()
        return id(after: words)
    }

    /// Returns the id of a person: a word, a number or text in quotes. Nil after reporting that it is missing.
    mutating func id(after words: String, example: String = "P07") -> Name? {
        if example == "P07" { offer([.fieldValue("person")]) }
        switch current.kind {
        case .string:
            return textIfPresent().map { Name($0.value, isQuoted: true, range: $0.range) }
        case .number, .percentile, .word, .quotedName: return name(of: advance())
        // `-5` is an id, like `5`.
        case .minus where peek().kind == .number && isPeekAdjacent:
            var name = name(of: advance())
            let number = advance()
            name.text += text(number)
            name.range = name.range.union(number.range)
            return name
        default:
            expected(
                .missingValue, "`\(words)` needs \(example == "P07" ? "a person" : "a name")",
                help: "write for example `\(words) \(example)`" + (example == "P07" ? ", or see `show persons`" : ""))
            return nil
        }
    }
}

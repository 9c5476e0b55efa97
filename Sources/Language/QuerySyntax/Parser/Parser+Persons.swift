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

    /// Parses `import "a.zip", "b.csv" for person P07`.
    mutating func importStatement() -> StatementKind? {
        guard let paths = texts(after: "import", example: "export.zip", role: .file) else { return nil }
        offer(["for person", "person from name", "person column", "replace"].map { .keyword($0) })
        var owner = ImportStatement.Owner.inFiles
        if startsForPerson {
            guard let name = forPerson() else { return nil }
            owner = .person(name)
        } else if isPersonWord(current) {
            advance()
            if at(.from), text(peek()).lowercased() == "name" {
                advance()
                advance()
                owner = .fileName
            } else if at(word: "column") {
                advance()
                guard let name = id(after: "person column", example: "Id") else { return nil }
                owner = .column(name)
            } else {
                expected(
                    .missingPart, "`person` needs `from name` or `column` and its name",
                    help: "write for example `import \"P07.zip\" person from name` or `import \"steps.csv\" person column Id`")
                return nil
            }
        }
        var statement = ImportStatement(paths: paths, owner: owner)
        if eat(word: "replace") {
            offer([.keyword("span"), .keyword("confirmed")])
            statement.replacement = eat(word: "span") ? .span : .everything
            statement.isConfirmed = eat(.confirmed)
        }
        return .importFiles(statement)
    }

    /// Moves past a word that is not reserved. Returns false if another token is next.
    private mutating func eat(word: String) -> Bool {
        guard at(word: word) else { return false }
        advance()
        return true
    }

    /// Parses the id after the word `person`.
    private mutating func person(after words: String) -> Name? {
        advance()
        return id(after: words)
    }

    /// Returns the id of a person: a word, a number or text in quotes. Nil after reporting that it is missing.
    private mutating func id(after words: String, example: String = "P07") -> Name? {
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

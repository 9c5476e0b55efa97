import QueryDiagnostics

/// The `import` statement.
extension Parser {
    /// Parses `import "a.zip", "b.csv" for person P07`, and the fields of tables, such as `start column "Time" type heartRate`.
    mutating func importStatement() -> StatementKind? {
        guard let paths = texts(after: "import", example: "export.zip", role: .file) else { return nil }
        var statement = ImportStatement(paths: paths)
        while true {
            offerImportParts(after: statement)
            if startsForPerson || isPersonWord(current) {
                guard case .inFiles = statement.owner else { return repeated("person") }
                guard let owner = importOwner() else { return nil }
                statement.owner = owner
            } else if let word = importWord() {
                guard statement[word] == nil else { return repeated(word.rawValue) }
                advance(by: word)
                guard let content = importContent(of: word) else { return nil }
                statement.fields.append(.init(word: word, content: content))
            } else {
                parseReplacement(of: &statement)
                return .importFiles(statement)
            }
        }
    }

    /// Parses `replace`, `replace span` and `confirmed` after them, if they are there.
    private mutating func parseReplacement(of statement: inout ImportStatement) {
        guard eat(word: "replace") else { return }
        offer([.keyword("span"), .keyword("confirmed")])
        statement.replacement = eat(word: "span") ? .span : .everything
        statement.isConfirmed = eat(.confirmed)
    }

    /// Moves past a word that is not reserved. Returns false if another token is next.
    private mutating func eat(word: String) -> Bool {
        guard at(word: word) else { return false }
        advance()
        return true
    }

    private mutating func offerImportParts(after statement: ImportStatement) {
        if case .inFiles = statement.owner { offer(["for person", "person from name", "person column"].map { .keyword($0) }) }
        offer(ImportStatement.Word.allCases.filter { statement[$0] == nil }.map { .keyword($0.rawValue) } + [.keyword("replace")])
    }

    private mutating func repeated(_ words: String) -> StatementKind? {
        report(Diagnostic(.duplicateClause, "`\(words)` appears twice", at: current.range, help: "keep one of them"))
        return nil
    }

    private mutating func importOwner() -> ImportStatement.Owner? {
        if startsForPerson { return forPerson().map { .person($0) } }
        advance()
        if at(.from), text(peek()).lowercased() == "name" {
            advance()
            advance()
            return .fileName
        }
        if at(word: "column") {
            advance()
            return id(after: "person column", example: "Id").map { .column($0) }
        }
        expected(
            .missingPart, "`person` needs `from name` or `column` and its name",
            help: "write for example `import \"P07.zip\" person from name` or `import \"steps.csv\" person column Id`")
        return nil
    }

    /// Returns the field that starts here. `time` alone is the time of day next to a date.
    private func importWord() -> ImportStatement.Word? {
        guard current.kind == .word else { return nil }
        let (first, second) = (text(current).lowercased(), text(peek()).lowercased())
        return ImportStatement.Word.allCases.first { word in
            let words = word.rawValue.split(separator: " ")
            return words[0] == first && (words.count == 1 || words[1] == second)
        } ?? (first == "time" ? .start : nil)
    }

    private mutating func advance(by word: ImportStatement.Word) {
        let isTwoWords = word.rawValue.contains(" ")
        advance()
        if isTwoWords { advance() }
    }

    /// Parses `column NAME`, or a text for all rows.
    private mutating func importContent(of word: ImportStatement.Word) -> ImportStatement.Content? {
        if word.canBeColumn {
            offer([.keyword("column")])
            if at(word: "column") {
                advance()
                return id(after: "\(word.rawValue) column", example: "\"\(word.rawValue)\"").map { .column($0) }
            }
        }
        if let text = textIfPresent() { return .text(Name(text.value, isQuoted: true, range: text.range)) }
        guard !isAtEnd, !at(.comma), !at(.pipe) else {
            let forms = word.canBeColumn ? "`column` and a name, or a text for all rows" : "a text"
            expected(
                .missingValue, "`\(word.rawValue)` needs \(forms)", help: "write for example `\(word.rawValue) \(word.example)`")
            return nil
        }
        // A unit, a zone, a number or a time is everything up to the next space.
        let start = current.range.start
        repeat { advance() } while isAdjacent && !isAtEnd && !at(.comma)
        let range = range(from: start)
        return .text(Name(source[range], range: range))
    }
}

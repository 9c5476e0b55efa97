import QueryDiagnostics
import QueryVocabulary

/// Statements about data, and commands of the shell.
extension Parser {
    mutating func describeStatement() -> StatementKind? {
        isPersonWord(current) ? describePerson() : metricReference(after: "describe").map { .describe($0) }
    }

    mutating func forgetStatement() -> StatementKind? {
        offer([.variable, .keyword("person"), .keyword("metric")])
        if startsMetricName { return forgetMetric() }
        if isPersonWord(current), !Parser.endsStatement(peek()) { return forgetPerson() }
        guard let name = newName(after: "forget") else { return nil }
        offer([.keyword("confirmed")])
        return .forget(name, isConfirmed: eat(.confirmed))
    }

    // MARK: Data

    /// `add summary on 2026-06-30 move 100 of 560 kcal, exercise 20 of 30 min`
    private mutating func addSummary() -> StatementKind? {
        advance()
        let example = "add summary on 2026-06-30 move 100 of 560 kcal, exercise 20 of 30 min, stand 8 of 12 hr"
        var owner: Name?
        if startsForPerson {
            guard let name = forPerson() else { return nil }
            owner = name
        }
        guard eat(.on) else {
            expected(.missingPart, "`add summary` needs `on` and a day", help: "write for example `\(example)`")
            return nil
        }
        guard let day = when(after: "add summary on") else { return nil }
        var parts: [AddSummaryStatement.Part] = []
        repeat {
            guard let part = summaryPart(after: parts, example: example) else { return nil }
            parts.append(part)
        } while eat(.comma)
        return .addSummary(AddSummaryStatement(person: owner, day: day, parts: parts))
    }

    private mutating func summaryPart(after earlier: [AddSummaryStatement.Part], example: String) -> AddSummaryStatement.Part? {
        let start = current.range.start
        let rings = ActivityRing.words
        offer(rings.map { .keyword($0) })
        guard at(.word), let ring = ActivityRing(word: text(current).lowercased()) else {
            let best = at(.word) ? Suggestion.best(for: text(current), among: rings) : nil
            expected(
                .unknownOption, isAtEnd ? "`add summary` needs a ring" : "a summary has no ring \(quoted(current))",
                help: "use \(Parser.alternatives(rings)), as in `\(example)`", fix: .spelling(best, at: current.range))
            return nil
        }
        if earlier.contains(where: { $0.ring == ring }) {
            expected(.duplicateClause, "\(quoted(current)) appears twice", help: "keep one of them")
            return nil
        }
        advance()
        guard let amount = numberOperand(after: ring.rawValue) else { return nil }
        var part = AddSummaryStatement.Part(ring: ring, amount: amount, range: range(from: start))
        if eat(.of) {
            guard let goal = numberOperand(after: "of") else { return nil }
            part.goal = goal
        }
        offer([.unit, .symbol(",")])
        if startsUnit(.element) {
            part.unit = unitRun()
        } else if let text = textIfPresent() {
            part.unit = UnitText(text: text.value, isQuoted: true, range: text.range)
        }
        part.range = range(from: start)
        return part
    }

    mutating func numberOperand(after before: String, example: String = "move 100 of 560 kcal") -> NumberOperand? {
        offer([.number])
        if let number = numberIfPresent() { return .number(number) }
        if let name = nameIfPresent() { return .name(name) }
        expected(.missingValue, "`\(before)` needs a number", help: "write for example `\(example)`")
        return nil
    }

    mutating func addStatement() -> StatementKind? {
        offer([.number, .keyword("summary")])
        if at(.word), text(current).lowercased() == "summary",
            peek().keyword == .on || peek().keyword == .for || Parser.endsStatement(peek())
        {
            return addSummary()
        }
        var amount: NumberOperand?
        var unit: UnitText?
        if let number = numberIfPresent() {
            amount = .number(number)
            if isAdjacent && (at(.word) || at(.symbol)) || isUnmistakableUnit || at(.count) || at(.min) || current.keyword?.timeUnit != nil
            {
                unit = unitRun()
            } else if let text = textIfPresent() {
                unit = UnitText(text: text.value, isQuoted: true, range: text.range)
            }
        } else if at(.compactDuration), let duration = compactAmount(), case .number(let count, let countRange)? = duration.count {
            // In `add 30min mindfulSession` the duration is a number with a unit of time.
            amount = .number(NumberLiteral(value: Double(count), text: source[countRange], range: countRange))
            let unitRange = SourceRange(countRange.end, duration.range.end)
            unit = UnitText(text: source[unitRange], isQuoted: false, range: unitRange)
        } else if isName(current), peek().kind == .number || peek().kind == .compactDuration {
            let written = current.range.union(peek().range)
            let corrected = "\(text(peek())) \(text(current))"
            report(
                Diagnostic(
                    .missingValue, "write the number before the metric", at: written, help: "write `add \(corrected)`",
                    fix: .init(written, corrected)))
            return nil
        } else if isTimeInBed || (isName(current) && ([.at, .from, .with, .for].contains(peek().keyword) || Parser.endsStatement(peek()))) {
            amount = nil
        } else if let name = nameIfPresent() {
            amount = .name(name)
            if isBareUnit { unit = unitRun() }
        } else {
            expected(.missingValue, "`add` needs a number", help: "write for example `add 500 count steps at now for 10min`")
            return nil
        }
        guard let metric = metricReference(after: "add") else { return nil }
        var statement = AddStatement(amount: amount, unit: unit, metric: metric, metadata: [])
        while !isAtEnd {
            guard addPart(&statement) else { return nil }
        }
        offer(["from", "at", "with", "for person"].map { .keyword($0) })
        return .add(statement)
    }

    private mutating func addPart(_ statement: inout AddStatement) -> Bool {
        let keyword = current.keyword
        if startsForPerson, statement.person == nil {
            statement.person = forPerson()
            return statement.person != nil
        }
        switch keyword {
        case .from where statement.source == nil:
            advance()
            statement.source = textOperand(after: "from", example: "Apple Watch", role: .source)
            return statement.source != nil
        case .at where statement.start == nil:
            advance()
            statement.start = when(after: "at")
            return statement.start != nil && addExtent(&statement)
        case .with where statement.metadata.isEmpty:
            advance()
            return addMetadata(&statement)
        case .from, .at, .with,
            .for where startsForPerson:
            expected(.duplicateClause, "\(quoted(current)) appears twice", help: "keep one of them")
            return false
        default:
            expected(
                .unexpectedText, "\(quoted(current)) can't be used here",
                help: "after the metric, write `from \"SOURCE\"`, `at TIME` or `with \"KEY\" = VALUE`")
            return false
        }
    }

    private mutating func addExtent(_ statement: inout AddStatement) -> Bool {
        offer([.keyword("for"), .keyword("to")])
        if at(.for), !startsForPerson {
            advance()
            statement.extent = timeAmountPhrase(after: "for").map { .duration($0) }
            return statement.extent != nil
        }
        if at(.to) {
            advance()
            statement.extent = when(after: "to").map { .end($0) }
            return statement.extent != nil
        }
        return true
    }

    private mutating func addMetadata(_ statement: inout AddStatement) -> Bool {
        repeat {
            offer([.text(.metadataKey)])
            guard let key = textIfPresent() else {
                expected(.textExpected, "`with` needs a metadata key in quotes", help: "write for example `with \"HKWasUserEntered\" = 1`")
                return false
            }
            guard eat(.equal) else {
                expected(.missingPart, "missing `=` after the key", help: "write for example `with \"HKWasUserEntered\" = 1`")
                return false
            }
            guard let value = literal(.element) else { return false }
            statement.metadata.append(.init(key: key, value: value))
        } while eat(.comma)
        return true
    }

    /// True if the rest of the statement has a `while` clause.
    private var hasIntervals: Bool {
        var distance = 0
        while !Parser.endsStatement(peek(distance)) {
            if peek(distance).spelling?.clause == .intervals { return true }
            distance += 1
        }
        return false
    }

    mutating func deleteStatement() -> StatementKind? {
        guard eat(.samples) else {
            expected(
                .missingPart, "`delete` needs `samples of` and a metric", help: "write for example `delete samples of steps yesterday`",
                fix: isName(current) && !hasIntervals ? [.init(SourceRange(at: current.range.start), "samples of ")] : nil)
            return nil
        }
        _ = eat(.of)
        guard let metric = metricReference(after: "delete samples of") else { return nil }
        let clauses = clauses(before: .confirmed)
        return .delete(DeleteStatement(metric: metric, clauses: clauses, isConfirmed: eat(.confirmed)))
    }

    /// True at `undo` and `undo confirmed`. The word is free as a name.
    var startsUndo: Bool {
        at(word: "undo") && (Parser.endsStatement(peek()) || peek().keyword == .confirmed && Parser.endsStatement(peek(2)))
    }

    mutating func undoStatement() -> StatementKind? {
        // Only the session knows whether `undo` is the name of a query.
        var asQuery = self
        let query = Parser.endsStatement(peek()) ? asQuery.query() : nil
        advance()
        offer([.keyword("confirmed")])
        return .undo(isConfirmed: eat(.confirmed), query: query)
    }

    mutating func exportStatement() -> StatementKind? {
        offer([.keyword("everything")])
        let subject: ExportStatement.Subject
        if at(.everything) {
            subject = .everything(advance().range)
        } else {
            guard let metric = metricReference(after: "export") else { return nil }
            subject = .metric(metric)
        }
        let clauses = clauses(before: .to, .pseudonymised, .pseudonymized, .with, .without)
        var names = ExportStatement.Names.kept
        offer([.keyword("pseudonymised"), .keyword("with"), .keyword("without"), .keyword("to")])
        if eat(.pseudonymised) || eat(.pseudonymized) {
            offer([.keyword("using"), .keyword("to")])
            names = .pseudonyms(key: nil)
            if eat(.using) {
                guard let key = textOperand(after: "using", example: "study.key", role: .file) else { return nil }
                names = .pseudonyms(key: key)
            }
        }
        var places: ExportStatement.Places?
        if at(.with) || at(.without) {
            guard let written = self.places() else { return nil }
            places = written
        }
        guard eat(.to) else {
            let known = if at(.using), case .kept = names { true } else { false }
            expected(
                .missingPart, known ? "`using` needs `pseudonymised` before it" : "`export` needs `to` and a file",
                help: known
                    ? "write for example `export everything pseudonymised using \"study.key\" to \"study.csv\"`"
                    : "write for example `export heartRate last year to \"hr.csv\"`")
            return nil
        }
        let path = textOperand(after: "to", example: "hr.csv", role: .file)
        if at(.using), case .pseudonyms(key: nil) = names {
            expected(
                .missingPart, "`using` must be before `to`",
                help: "write for example `export everything pseudonymised using \"study.key\" to \"study.csv\"`")
            return nil
        }
        return path.map {
            .export(ExportStatement(subject: subject, clauses: clauses, names: names, places: places, path: $0))
        }
    }

    /// Parses `with places` or `without places`. Returns nil after an error.
    private mutating func places() -> ExportStatement.Places? {
        let word = advance()
        guard eat(.places) else {
            expected(
                .missingPart, "`\(word.keyword == .with ? "with" : "without")` needs `places`",
                help: "write for example `export everything without places to \"all.jsonl\"`")
            return nil
        }
        return ExportStatement.Places(areWritten: word.keyword == .with, range: range(from: word.range.start))
    }

    /// Parses clauses up to one of `words`, which are words of the statement.
    private mutating func clauses(before words: Keyword...) -> [Clause] {
        let outer = terminator
        terminator = .keywords(words)
        defer { terminator = outer }
        return self.clauses()
    }

    // MARK: Shell

    /// Returns the rest of the statement as one text, or nil if it is empty.
    mutating func topic(_ expectation: CompletionItem) -> Name? {
        offer([expectation])
        guard !isAtEnd else { return nil }
        let start = current.range.start
        while !isAtEnd { advance() }
        let range = range(from: start)
        return Name(source[range].split(whereSeparator: \.isWhitespace).joined(separator: " "), range: range)
    }

    mutating func showStatement() -> StatementKind? {
        let lists = ListWord.allCases.map(\.rawValue)
        offer([.entries(.thing)])
        if let word = listOfOne { return oneOf(word) }
        guard at(.word), let word = ListWord(rawValue: text(current).lowercased()) else {
            let best = at(.word) ? Suggestion.best(for: text(current), among: lists) : nil
            expected(
                .unknownTopic, isAtEnd ? "`show` needs the name of a list" : "`show` has no list named \(quoted(current))",
                help: "write `show` and one of: \(lists.joined(separator: ", "))",
                fix: .spelling(best, at: current.range, asked: best.map { "show \($0)" }))
            return nil
        }
        let list = ListReference(word: word, range: advance().range)
        if word == .access { return showAccess() }
        guard word.canBeOfMetric, eat(.of) else { return .show(list, of: nil, clauses: []) }
        guard let metric = metricReference(after: "of") else { return nil }
        // Only `show overlap` can have clauses.
        return .show(list, of: metric, clauses: word == .overlap ? clauses() : [])
    }

    /// The list of a statement that shows one entry: `show electrocardiogram 3`, `show electrocardiogram n` or
    /// `show electrocardiograms 3`. Nil for the singular alone, which is a misspelled list.
    private var listOfOne: ListWord? {
        guard at(.word) else { return nil }
        let written = text(current).lowercased()
        let next = peek().kind
        return ListWord.allCases.first { list in
            list.singular == written && ![.endOfText, .newline, .semicolon].contains(next)
                || list.singular != nil && list.rawValue == written && next == .number
        }
    }

    /// Parses `electrocardiogram 3 as svg to "ecg.svg"`.
    private mutating func oneOf(_ word: ListWord) -> StatementKind? {
        let list = ListReference(word: word, range: advance().range)
        guard let number = count(after: "show \(word.singular ?? word.rawValue)") else { return nil }
        return .showOne(list, number: number, output: output())
    }

    mutating func runStatement() -> StatementKind? {
        guard let path = textOperand(after: "run", example: "report.tally", role: .file) else { return nil }
        var arguments: [Argument] = []
        while !isAtEnd {
            guard let argument = argument() else { return nil }
            arguments.append(argument)
        }
        return .run(path, arguments: arguments)
    }
}

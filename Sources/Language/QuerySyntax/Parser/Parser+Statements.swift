import QueryDiagnostics
import QueryVocabulary
import TerminalText

/// Statements that define, set, check or explain.
extension Parser {
    /// Returns the statement that starts here, or nil after reporting an error.
    mutating func statementKind() -> StatementKind? {
        guard let keyword = current.keyword else {
            if at(.word), text(current).lowercased() == "exit", Parser.endsStatement(peek()) {
                advance()
                return .quit
            }
            if at(word: "changes"), peek().keyword == .of { return changesStatement() }
            if at(word: "rename"), isPersonWord(peek()) { return renamePerson() }
            if at(word: "define"), isMetricWord(peek()) { return defineMetric() }
            if at(word: "anchor"), peek().keyword == .of { return anchorReference().map { .anchor($0) } }
            if startsUndo { return undoStatement() }
            if startsActAs { return actAsStatement() }
            if startsStop { return stopStatement() }
            for (verb, isAllowed) in [("allow", true), ("deny", false)] where at(word: verb) && startsAccess {
                return accessStatement(isAllowed: isAllowed)
            }
            return query().map { .query($0) }
        }
        if keyword == .tally, peek().kind == .number { return edition() }
        if keyword == .case, peek().kind == .string {
            advance()
            return textIfPresent().map { .testCase($0) }
        }
        if keyword == .case, isName(peek()), peek(2).kind != .equal, !Parser.endsStatement(peek()) {
            advance()
            let name = SourceRange(current.range.start, statementEnd)
            let written = source[name]
            report(
                Diagnostic(
                    .textExpected, "the name after `case` needs quotes", at: name, help: "write `case \"\(written)\"`",
                    fix: [.init(SourceRange(at: name.start), "\""), .init(SourceRange(at: name.end), "\"")]))
            while !isAtEnd { advance() }
            return nil
        }
        if let word = ReportWord(rawValue: keyword.rawValue), startsReportLine { return reportLine(word) }
        guard let restOfStatement = Self.verbs[keyword] else { return query().map { .query($0) } }
        advance()
        return restOfStatement(&self)
    }

    /// Parses the rest of a statement after each verb.
    static let verbs: [Keyword: @Sendable (inout Parser) -> StatementKind?] = [
        .let: { $0.letStatement() },
        .def: { $0.defStatement() },
        .param: { $0.paramStatement() },
        .set: { $0.setStatement() },
        .assert: { $0.assertStatement() },
        .expect: { $0.expectStatement() },
        .explain: { $0.explainStatement() },
        .watch: { $0.watchStatement() },
        .why: { $0.whyStatement() },
        .add: { $0.addStatement() },
        .load: { $0.loadStatement() },
        .delete: { $0.deleteStatement() },
        .import: { $0.importStatement() },
        .export: { $0.exportStatement() },
        .forget: { $0.forgetStatement() },
        .help: { .help($0.topic(.topic)) },
        .show: { $0.showStatement() },
        .describe: { $0.describeStatement() },
        .learn: { .learn($0.topic(.lesson)) },
        .run: { $0.runStatement() },
        .save: { $0.newName(after: "save").map { .save($0) } },
        .history: { _ in .history },
        .open: { $0.textOperand(after: "open", example: "health.tally", role: .file).map { .open($0) } },
        .quit: { _ in .quit },
    ]

    /// The newest edition of the language.
    private static let newestEdition = 2

    /// Parses `tally 2`.
    private mutating func edition() -> StatementKind? {
        let word = advance().range
        let token = advance()
        let place = SourceRange(word.start, token.range.end)
        guard let number = Int(text(token)), (1...Self.newestEdition).contains(number) else {
            let isNewer = Double(text(token)).map { $0 > Double(Self.newestEdition) } ?? false
            report(
                Diagnostic(
                    .unknownEdition,
                    isNewer ? "this program doesn't know edition \(text(token)) of the language" : "edition \(text(token)) does not exist",
                    at: token.range, help: isNewer ? "use a newer version of Tally for this script" : "write `tally \(Self.newestEdition)`",
                    note: isNewer ? "the newest edition that it knows is \(Self.newestEdition)" : nil,
                    fix: .init(
                        token.range, "\(Self.newestEdition)", keepsQuestion: false,
                        help: isNewer
                            ? "use a newer version of Tally, or write `tally \(Self.newestEdition)`" : "write `tally \(Self.newestEdition)`"
                    )))
            return nil
        }
        if !isFirstStatement {
            report(
                Diagnostic(
                    .misplacedEdition, "`\(source[place])` must be the first statement of a script", at: place,
                    help: "move it to the start, after comments, or remove it"))
        } else if number < Self.newestEdition {
            report(
                Diagnostic(
                    .olderEdition, "this script is written in edition 1, but Tally applies the rules of edition 2", at: place,
                    help: "check the script, then write `tally 2`",
                    note:
                        "in edition 1, `sleep` meant all of sleepAnalysis, `fill none` showed empty rows, and `while` and `holding` were names",
                    fix: .init(token.range, "2", keepsQuestion: false, help: "check the script, then write `tally 2`")))
        }
        return .edition(number)
    }

    // MARK: Definitions

    private mutating func equalSign(after what: String, example: String) -> Bool {
        offer([.symbol("=")])
        if at(.equal) {
            advance()
            return true
        }
        expected(.missingPart, "missing `=` after \(what)", help: "write for example `\(example)`")
        return false
    }

    private mutating func letStatement() -> StatementKind? {
        guard let name = newName(after: "let"), equalSign(after: "the name", example: "let goal = 500 kcal") else { return nil }
        return letValue().map { .letBinding(LetStatement(name: name, value: $0)) }
    }

    private mutating func letValue() -> LetStatement.Value? {
        offer([.value, .keyword("where"), .keyword("while"), .aggregate, .metric, .when, .span])
        if at(.where) {
            advance()
            return predicate().map { .predicate($0) }
        }
        if current.spelling?.clause == .intervals {
            advance()
            return intervalSet().map { .intervals($0) }
        }
        if at(word: "anchor"), peek().keyword == .of { return anchorReference().map { .anchor($0) } }
        if isUnmistakableUnit || isBareUnit && Parser.endsStatement(peek()) { return .unit(unitRun()) }
        if startsSet {
            expected(
                .missingValue, "missing `while` before a set of times, or `where` before a condition",
                help: "write for example `let quiet = while sleep and not workouts`, or `let night = where hour of day < 6`",
                fix: Diagnostic.Fix(SourceRange(at: current.range.start), "while "))
            return nil
        }
        if startsQuery, !isMonthPhrase { return query().map { .query($0) } }
        return literal(.definition).map(LetStatement.Value.init)
    }

    /// True if `not`, or names and then `and` or `or`, start here: a set of times, and not a query or a value.
    private var startsSet: Bool {
        if at(.not) { return true }
        guard !isAggregate(at: 0) else { return false }
        var distance = 0
        while isName(peek(distance)) { distance += 1 }
        return distance > 0 && [.and, .or].contains(peek(distance).keyword)
    }

    /// True if a query starts here. False if a value does.
    private var startsQuery: Bool {
        if isAggregate(at: 0) || isUnderscore(current) || at(.leftParenthesis) && (isAggregate(at: 1) || isName(peek())) { return true }
        switch current.keyword {
        case .yes, .no, .exactly: return false
        case .start: return peek().keyword != .of
        case _ where current.isReservedWord: return false
        default: return isName(current)
        }
    }

    private mutating func defStatement() -> StatementKind? {
        guard let name = newName(after: "def") else { return nil }
        if let aggregate = Aggregate.called(name.text.lowercased()) {
            expected(
                .reservedName, "`\(name.text)` can't be the name of a function, because it also means `\(aggregate.name)`",
                help: "choose another name, such as `my\(name.text.capitalizedFirst)`")
        }
        let opening = current.range
        let example = "def typical(m: metric, n = 30) = average m by day"
        guard eat(.leftParenthesis) else {
            expected(.missingPart, "`def` needs parentheses after the name", help: "write for example `\(example)`")
            return nil
        }
        var formals: [Formal] = []
        while !at(.rightParenthesis) {
            guard let formal = formal(after: "def") else { return nil }
            if let earlier = formals.first(where: { $0.name.key == formal.name.key }) {
                report(
                    Diagnostic(
                        .duplicateFormal, "\(quoted(formal.name.range)) appears twice", at: formal.name.range,
                        labels: [.init(earlier.name.range, "first used here")], help: "rename one of them"))
            }
            formals.append(formal)
            guard eat(.comma) else { break }
        }
        guard closeParenthesis(openedAt: opening), equalSign(after: "the parentheses", example: example) else { return nil }
        return query().map { .definition(DefStatement(name: name, formals: formals, body: $0)) }
    }

    /// `NAME [: TYPE] [= literal]`
    private mutating func formal(after verb: String) -> Formal? {
        guard let name = newName(after: verb) else { return nil }
        var formal = Formal(name: name)
        if eat(.colon) {
            guard let type = formalType() else { return nil }
            formal.type = type
        }
        offer([.symbol(":"), .symbol("=")])
        if at(.equal) {
            advance()
            guard let value = literal(.argument) else { return nil }
            formal.defaultValue = value
        }
        return formal
    }

    private mutating func formalType() -> FormalType? {
        let types = FormalType.Kind.allCases.map(\.rawValue)
        offer(types.map { .keyword($0) })
        if at(.word), let kind = FormalType.Kind(rawValue: text(current).lowercased()) {
            return FormalType(kind: kind, range: advance().range)
        }
        let best = at(.word) ? Suggestion.best(for: text(current), among: types) : nil
        expected(
            .unknownTypeName, isAtEnd ? "missing type after `:`" : "unknown type \(quoted(current))",
            help: "use \(Parser.alternatives(types))", fix: .spelling(best, at: current.range))
        return nil
    }

    private mutating func paramStatement() -> StatementKind? {
        guard let formal = formal(after: "param") else { return nil }
        if formal.name.key == "output" {
            report(
                Diagnostic(
                    .reservedParameter, "a parameter can't have the name `output`", at: formal.name.range,
                    help: "choose another name, such as `file`",
                    note: "`--output FILE` after the script writes its report"))
        }
        offer([.text(.summary)])
        return .parameter(
            ParamStatement(name: formal.name, type: formal.type, defaultValue: formal.defaultValue, summary: textIfPresent()))
    }

    private mutating func setStatement() -> StatementKind? {
        offer([.setting])
        let start = current.range.start
        var words: [String] = []
        while at(.word), !at(.of), !startsForPerson { words.append(text(advance())) }
        guard !words.isEmpty else {
            expected(
                .nameExpected, "`set` needs the name of a setting",
                help: "write for example `set zone = Europe/Berlin`, or see `show settings`")
            return nil
        }
        let setting = Name(words.joined(separator: " "), range: range(from: start))
        var metric: MetricReference?
        if eat(.of) {
            guard let reference = metricReference(after: "of") else { return nil }
            metric = reference
        }
        var owner: Name?
        if startsForPerson {
            guard let name = forPerson() else { return nil }
            owner = name
        }
        guard hasSettingSign(setting), let value = settingValue(of: setting) else { return nil }
        return .set(SetStatement(setting: setting, metric: metric, person: owner, value: value))
    }

    /// Returns true if `=` follows the setting. Reports an error in `set zone Berlin`, which lacks it before the last word.
    private mutating func hasSettingSign(_ setting: Name) -> Bool {
        guard isAtEnd, let last = previous, let space = setting.text.lastIndex(of: " ") else {
            return equalSign(after: "the setting", example: "set week = monday")
        }
        let end = last.range.start
        report(
            Diagnostic(
                .missingPart, "missing `=` after the setting", at: last.range,
                help: "write `set \(setting.text[..<space]) = \(text(last))`",
                fix: [.init(SourceRange(at: end), "= ")]))
        return false
    }

    /// Returns a value, the name of a zone, or any word, even a reserved one: `set week = monday`, `set sources = merged`.
    private mutating func settingValue(of setting: Name) -> Literal? {
        let isZone = [.zone, .storeZone].contains(SettingWord(folded: setting.key))
        offer([.settingValue(setting.text), isZone ? .zone : .value])
        let start = current.range.start
        // `P07` is a person, and a percentile is not the value of any setting.
        comparesPersons = true
        defer { comparesPersons = false }
        if SettingWord(folded: setting.key) == .dayParts, clockLength(at: 0) != nil { return times().map { .times($0) } }
        guard let value = plainSettingValue() else { return nil }
        if isZone { offer([.keyword("until")]) }
        guard isZone, at(.until) else { return value }
        switch value {
        case .name(let name): return zoneHistory(after: name, from: start).map { .zones($0) }
        case .texts(let texts) where texts.count == 1:
            let name = Name(texts[0].value, isQuoted: true, range: texts[0].range)
            return zoneHistory(after: name, from: start).map { .zones($0) }
        default: return value
        }
    }

    private mutating func plainSettingValue() -> Literal? {
        if at(.word), current.range.end == peek().range.start, peek().kind == .slash || peek().kind == .plus || peek().kind == .minus {
            let (name, range) = zoneName()
            return .name(Name(name, range: range))
        }
        if at(.word), current.isReservedWord, Parser.endsStatement(peek()), current.keyword?.weekdayValue == nil, !at(.now), !isSpan {
            let token = advance()
            return .name(Name(text(token), range: token.range))
        }
        return literal(.setting)
    }

    // MARK: Checks

    private mutating func condition() -> Condition? {
        offer(Comparison.allCases.map { .symbol($0.rawValue) })
        guard let comparison = comparison(current) else {
            expected(.missingPart, "missing comparison", help: "write for example `= 500` or `>= 10000`")
            return nil
        }
        advance()
        return literal(.setting).map { Condition(comparison: comparison, literal: $0) }
    }

    private mutating func query(until terminator: QueryTerminator) -> Query? {
        let outer = self.terminator
        self.terminator = terminator
        defer { self.terminator = outer }
        return query()
    }

    private mutating func assertStatement() -> StatementKind? {
        guard let query = query(until: .comparison), let condition = condition() else { return nil }
        var tolerance: AssertStatement.Tolerance?
        if eat(.within) {
            let start = current.range.start
            guard let (amount, isPercent) = allowance() else { return nil }
            tolerance = .init(amount: amount, isPercent: isPercent, range: range(from: start))
        }
        return .assert(AssertStatement(query: query, condition: condition, tolerance: tolerance))
    }

    /// Parses `1%`, `0.5`, `0.2 degC` or the name of a number.
    private mutating func allowance() -> (amount: Literal, isPercent: Bool)? {
        if isAtNumber || at(.compactDuration) {
            guard let amount = literal(.element) else { return nil }
            if case .number(let number, let unit?) = amount, unit.text == "%" { return (.number(number, nil), true) }
            return (amount, false)
        }
        if let name = nameIfPresent() { return (.name(name), eat(.percentSign)) }
        expected(.missingValue, "`within` needs a number", help: "write for example `within 1%` or `within 0.5`")
        return nil
    }

    private mutating func expectStatement() -> StatementKind? {
        let choices = ["rows", "row", "no data", "changed", "warning", "info", "error"]
        offer(choices.map { .keyword($0) })
        if at(word: "changed") { return expectedChange() }
        let keyword = current.keyword
        if let keyword, [.rows, .row, .no, .warning, .info, .error].contains(keyword) { advance() }
        switch keyword {
        case .rows: return count(after: "expect rows").map { .expect(.rows($0)) }
        case .row: return expectedRow(after: "expect row").map { .expect(.row($0.when, $0.values)) }
        case .no:
            if eat(.data) { return .expect(.noData) }
            expected(.missingPart, "`expect no` must be followed by `data`", help: "write `expect no data`")
            return nil
        case .warning: return codeReference(after: "expect warning", example: "W301").map { .expect(.warning($0)) }
        case .info: return codeReference(after: "expect info", example: "I410").map { .expect(.info($0)) }
        case .error: return expectedError()
        default:
            expectedOption(choices, after: "expect")
            return nil
        }
    }

    private mutating func expectedRow(after before: String) -> (when: When, values: [Literal])? {
        guard let when = when(after: before) else { return nil }
        var values: [Literal] = []
        // The time of day after a date can also be the value of a column of times.
        if isAtEnd || at(.of), case .instant(.date(_, _?)) = when.kind { return (when, []) }
        repeat {
            guard let value = literal(.cell) else { return nil }
            values.append(value)
        } while !isAtEnd && !at(.of)
        return (when, values)
    }

    /// Parses `changed 2 of moving` or `changed row 2025-01-01 150 of moving`.
    private mutating func expectedChange() -> StatementKind? {
        advance()
        offer([.number, .keyword("row")])
        var row: (when: When, values: [Literal])?
        var number: Count?
        if eat(.row) {
            guard let expected = expectedRow(after: "expect changed row") else { return nil }
            row = expected
        } else {
            guard let count = count(after: "expect changed") else { return nil }
            number = count
        }
        var watch: Name?
        offer([.keyword("of")])
        if eat(.of) {
            offer([.watch])
            guard let name = newName(after: "of") else { return nil }
            watch = name
        }
        return (row.map { .changedRow($0.when, $0.values, of: watch) } ?? number.map { .changed($0, of: watch) }).map { .expect($0) }
    }

    private mutating func codeReference(after before: String, example: String) -> CodeReference? {
        offer([.code])
        if at(.word) {
            let token = advance()
            return CodeReference(text: text(token).uppercased(), range: token.range)
        }
        expected(.missingPart, "`\(before)` needs a code", help: "write for example `\(before) \(example)`, or see `show codes`")
        return nil
    }

    private mutating func expectedError() -> StatementKind? {
        guard let code = codeReference(after: "expect error", example: "E120") else { return nil }
        guard eat(.colon) else { return .expect(.error(code, nil)) }
        if isAtEnd {
            expected(.missingPart, "missing statement after `:`", help: "write the statement that fails, or remove the colon")
            return nil
        }
        return nested { $0.statement() }.map { .expect(.error(code, $0)) }
    }

    // MARK: Explaining and watching

    private mutating func explainStatement() -> StatementKind? {
        guard let mode = explainMode() else { return nil }
        isExplaining = true
        defer { isExplaining = false }
        guard let query = query() else { return nil }
        if let output = query.output { check(output, of: mode) }
        return .explain(mode, query)
    }

    /// Reads the words after `explain`. Returns nil, after a report, if a dialect is missing after `for`.
    private mutating func explainMode() -> ExplainMode? {
        var read: [String] = []
        while true {
            let longer = ExplainMode.all.filter { $0.words.count > read.count && $0.words.starts(with: read) }
            let words = longer.map { $0.words[read.count] }
            offer(words.map { .keyword($0) })
            let mode = ExplainMode.all.first { $0.words == read }
            // A metric or a `let` can have the name of a mode. In that case nothing follows.
            let isMode = !Parser.endsStatement(peek()) && peek().kind != .pipe || isRecording || read.first == "sql"
            guard at(.word), words.contains(text(current).lowercased()), isMode else {
                if mode == nil { reportUnknownDialect() }
                return mode
            }
            read.append(text(current).lowercased())
            advance()
        }
    }

    private mutating func reportUnknownDialect() {
        let names = SQLDialect.allCases.map(\.rawValue)
        let best = at(.word) ? Suggestion.best(for: text(current), among: names) : nil
        expected(
            .unknownDialect, isAtEnd ? "missing database after `for`" : "unknown database \(quoted(current))",
            help: "use \(Parser.alternatives(names)), as in `explain sql for duckdb sum steps by day`",
            fix: .spelling(best, at: current.range))
    }

    /// Only `explain chart` takes an output: the format of a chart, with its axis and its rules.
    private mutating func check(_ output: Output, of mode: ExplainMode) {
        guard mode == .chart else { return reportOutputOfExplanation(at: output.range) }
        guard output.format.isPicture else {
            return report(
                Diagnostic(
                    .outputOfExplanation, "`explain chart` draws, and \(quoted(output.formatRange)) is not a chart", at: output.formatRange,
                    help: "name a chart, such as `as bars`", fix: [.init(output.formatRange, OutputFormat.chart.rawValue)]))
        }
        if let destination = output.destination {
            reportOutputOfExplanation(at: destination, "`explain chart` prints code and can't write a file")
        }
    }

    mutating func reportOutputOfExplanation(
        at range: SourceRange, _ message: String = "`explain` prints text and can't have an output format or a file"
    ) {
        report(
            Diagnostic(
                .outputOfExplanation, message, at: range,
                help: "remove `\(source[range])`. To write a file, use `tally explain '…' > FILE`",
                fix: [.init(SourceRange(tokenEnd(before: range.start), range.end), "")]))
    }

    private mutating func watchStatement() -> StatementKind? {
        var name: Name?
        if peek().kind == .equal {
            guard let given = newName(after: "watch") else { return nil }
            name = given
            advance()
        }
        guard let query = query(until: .watch) else { return nil }
        var statement = WatchStatement(name: name, query: query)
        offer([.keyword("every"), .keyword("until")])
        if eat(.every) {
            guard let rate = timeAmountPhrase(after: "every") else { return nil }
            statement.rate = rate
            // The output can also follow the rate: `watch sum steps every hour as svg to "steps.svg"`.
            if statement.query.output == nil, let output = output() {
                statement.query.output = output
                statement.query.range = statement.query.range.union(output.range)
            }
            offer([.keyword("until")])
        }
        guard eat(.until) else { return .watch(statement) }
        guard let condition = condition() else { return nil }
        statement.condition = condition
        return .watch(statement)
    }

    /// True at `stop` and a name or `all`.
    var startsStop: Bool {
        at(word: "stop") && (isName(peek()) || peek().keyword == .all || isRecording) && (Parser.endsStatement(peek(2)) || isRecording)
    }

    /// Parses `stop moving` or `stop all`.
    mutating func stopStatement() -> StatementKind? {
        advance()
        offer([.keyword("all"), .watch])
        if eat(.all) { return .stop(nil) }
        return newName(after: "stop").map { .stop($0) }
    }

    private mutating func whyStatement() -> StatementKind? {
        offer([.number, .when])
        if at(.number), peek().keyword?.timeUnit == nil, !isMonthPhrase { return count(after: "why").map { .why(.row($0)) } }
        if at(.timeOfDay) { return .why(.time(timeLiteral(advance()))) }
        return when(after: "why").map { .why(.when($0)) }
    }
}

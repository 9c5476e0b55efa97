import QueryCompiler
import QueryPlan
import QuerySyntax
package import Scripts
package import StoreCommands
package import TallyKit
import TerminalText

/// Runs text in a session: parses it, checks all of it, then runs one statement after the other.
extension Session {
    /// Runs all statements of `source` and stops at the first failure. If any statement has an error, none runs.
    package func run(_ source: SourceText, output: some SessionOutput) -> Outcome { run(ParsedScript(source), output: output) }

    /// Runs all statements of a script and stops at the first failure. If any statement has an error, none runs.
    package func run(_ script: ParsedScript, output: some SessionOutput) -> Outcome {
        course.hasShownTable = false
        enter(script.source.file)
        if let lesson = script.parsed.statements.first(where: \.kind.beginsLesson) {
            return run(script.source, withLessonBeforeOffset: lesson.range.end, output: output)
        }
        return run(script.parsed, output: output)
    }

    func run(_ parsed: ParseResult, output: some SessionOutput) -> Outcome {
        if let statement = parsed.statements.first(where: { refusal(of: $0) != nil }), let reason = refusal(of: statement) {
            output.report(failure(reason, at: statement), in: parsed.source)
            return .unavailable
        }
        let checked = check(parsed, limit: output.mostErrors)
        let errors = checked.findings.filter { $0.severity == .error }
        guard errors.isEmpty else {
            for error in errors { output.report(error, in: parsed.source) }
            return .wrong
        }
        return run(checked, output: output)
    }

    func run(_ script: CheckedScript, output: some SessionOutput) -> Outcome {
        for statement in script.parsed.statements {
            let outcome = run(statement, in: script.parsed.source, known: script.known(about: statement), output: output)
            guard outcome == .fine else { return outcome }
            if course.isEnded { break }
        }
        return .fine
    }

    /// Runs one statement of `source`. After `expect error CODE`, succeeds only if the statement fails with that code.
    ///
    /// - Parameter known: the result of checking the statement with its script.
    func run(
        _ statement: Statement, in source: SourceText, known: CheckedStatement = CheckedStatement(), output: some SessionOutput
    ) -> Outcome {
        if !source.isSecret(in: statement.range) { history.add(source[statement.range], of: actor) }
        let isExpectation = statement.kind.word == .expect
        let code = course.awaitedError
        course.awaitedError = nil
        if !isExpectation { course.given = GivenAnswer() }
        let watches = course.watches
        let recorder = FindingRecorder(output, isSilent: code != nil)
        let outcome = carryOut(statement, in: source, known: known, output: recorder)
        recorder.finish { [self] in proved($0, of: statement, in: source) }
        if !isExpectation {
            course.given.findings = recorder.findings
            tellChanges(since: watches, after: statement, output: output)
        }
        guard let code else { return outcome }
        guard
            let failure = ExpectationCheck.failure(of: code, outcome: outcome, findings: recorder.findings, at: statement.range)
        else { return .fine }
        output.report(failure, in: source)
        return .failed
    }

    /// Tells which rows of named watches a statement changed.
    private func tellChanges(since before: NamedWatches, after statement: Statement, output: some SessionOutput) {
        guard !course.watches.watches.isEmpty, !course.isEnded else { return }
        let told = tellChanges(since: before, mustLook: statement.kind.has(.changesMeanings), output: output)
        course.given.findings += told.findings
        course.given.changes = told.changes
    }

    /// Runs a single statement of a script.
    package func run(_ statement: ScriptStatement, output: some SessionOutput) -> Outcome {
        run(statement.statement, in: statement.source, output: output)
    }

    private func carryOut(
        _ statement: Statement, in source: SourceText, known: CheckedStatement, output: some SessionOutput
    ) -> Outcome {
        let ofSaved = library?.fill(&names, for: statement, in: source) ?? []
        let statement = statement.ready(in: source, knowing: names)
        for finding in statement.diagnostics + ofSaved { output.report(finding, in: source) }
        guard !statement.hasErrors, ofSaved.isEmpty else { return .wrong }
        do {
            if let reason = refusal(of: statement) { throw CommandError(.unavailable, reason) }
            return try StatementRunner(session: self, source: source, output: output, known: known).run(statement)
        } catch let error as CommandError {
            output.report(failure(error.message, at: statement), in: source)
            return error.outcome
        } catch is UserInterruption {
            return interrupted(output)
        } catch {
            switch StatementFailure(error, at: statement.range, isOfApp: actor != nil, canReturn: place.asker == nil) {
            case .cancelled: return interrupted(output)
            case .wrong(let finding):
                output.report(finding, in: source)
                return .wrong
            case .unavailable(let finding):
                output.report(finding, in: source)
                return .unavailable
            }
        }
    }

    /// Why the statement must not run in this session; nil if it may.
    private func refusal(of statement: Statement) -> String? { storage.mayOnlyAsk ? statement.kind.refusalToOnlyAsk : nil }

    private func interrupted(_ output: some SessionOutput) -> Outcome {
        output.note("interrupted")
        return .interrupted
    }

    private func failure(_ message: String, at statement: Statement) -> Diagnostic {
        Diagnostic(.statementFailed, message, at: statement.range)
    }

    /// Returns the message of `error` for users, without passwords.
    package static func message(of error: any Error) -> String {
        (error as? CommandError).map { SecretText.masked($0.message) } ?? StatementFailure.message(of: error)
    }

    /// Returns all errors and warnings about a script that can be found without running it.
    ///
    /// - Parameter keepsQuestions: true to omit fixes that change the meaning of a query.
    package func findings(in source: SourceText, keepingQuestions keepsQuestions: Bool = false) -> [Diagnostic] {
        findings(in: Parser.parse(source), limit: .max, keepingQuestions: keepsQuestions)
    }

    /// Returns all warnings about a script, and at most `limit` errors.
    package func findings(in script: ParsedScript, limit: Int) -> [Finding] {
        findings(in: script.parsed, limit: limit, keepingQuestions: false).map { Finding($0, in: script.source) }
    }

    private func findings(in parsed: ParseResult, limit: Int, keepingQuestions keepsQuestions: Bool) -> [Diagnostic] {
        let caller = place
        defer { place = caller }
        enter(parsed.source.file)
        return check(parsed, limit: limit, keepingQuestions: keepsQuestions).findings
    }

    /// Returns the script with the fixes that do not change the meaning of a statement, and the number of fixed findings.
    ///
    /// Each round fixes the errors that a program is shown.
    package func fixed(_ script: ParsedScript) -> (script: ParsedScript, count: Int) {
        let (text, count) = ScriptText.fixed(script.source) {
            findings(in: Parser.parse($0), limit: ShownErrors.forPrograms, keepingQuestions: true)
        }
        return (ParsedScript(SourceText(text, file: script.source.file)), count)
    }

    /// Returns the failed `statement` and the text after it with all errors fixed; nil if the fixes leave any error.
    package func fixed(_ statement: ScriptStatement) -> String? {
        let errors = { [self] in findings(in: $0).filter { $0.severity == .error } }
        let (fixed, count) = ScriptText.fixed(statement.rest, findings: errors)
        return count > 0 && errors(SourceText(fixed)).isEmpty ? fixed : nil
    }

    /// Returns true if `statement` is a question in everyday English, and `fixed` is the one query that it means.
    package func isQuestion(_ statement: ScriptStatement, meaning fixed: String) -> Bool {
        let errors = findings(in: statement.rest).filter { $0.severity == .error }
        let meant = Parser.parse(fixed).statements.map(\.kind.word)
        return errors.map(\.code) == [.typedQuestion] && meant == [.query]
    }

    /// Makes the script at `path` the outermost running script. Relative paths start from its folder.
    func enter(_ path: String) {
        place.folder = ScriptFile.folder(of: path)
        place.scripts = ScriptFile.identity(of: path).map { [$0] } ?? []
    }

    func check(
        _ parsed: ParseResult, limit: Int = ShownErrors.forPeople, keepingQuestions keepsQuestions: Bool = false
    ) -> CheckedScript {
        PipelineTrace.record(.check, "ParseResult → CheckedScript")
        do {
            return try withChecker(of: parsed.source) { checker in
                var checker = checker
                checker.keepsQuestions = keepsQuestions
                return checker.checked(parsed, limit: limit)
            }
        } catch {
            // The statement that reads the store will report that it cannot be read.
            return CheckedScript(unread: parsed, knowing: names, limit: limit)
        }
    }

    private func withChecker<Result>(of source: SourceText, _ body: (ScriptChecker) throws -> Result) throws -> Result {
        try store.readToCheck { try body(checker(of: source, reading: $0)) }
    }

    /// Returns a checker that knows the session and its store as they are now, for a script that is edited.
    package func checker(of source: SourceText) throws -> ScriptChecker {
        let caller = place
        defer { place = caller }
        // Paths in the script start from its folder.
        enter(source.file)
        var checker = try withChecker(of: source) { $0 }
        let store = store
        // The view of the store is closed by then, so names of values are read from a new one.
        checker.storedNames = { metric in
            (try? store.readToCheck { QueryRun.storedNames(of: metric, ofAllPersonsIn: $0) }) ?? []
        }
        return checker
    }

    private func checker(of source: SourceText, reading reader: any SampleSource) throws -> ScriptChecker {
        var checker = ScriptChecker(
            context: try context(reading: reader), changeNumber: reader.changeNumber, settings: settings, source: source,
            folder: place.folder, chain: place.scripts)
        checker.library = library
        // A view that can't be read is reported by the statement that reads it.
        checker.storedNames = { QueryRun.storedNames(of: $0, ofAllPersonsIn: reader) }
        checker.lastQuery = last.query
        checker.lastRows = last.knownRows
        return checker
    }

    /// Returns the findings of running `statement`, with only those fixes that work.
    private func proved(_ findings: [Diagnostic], of statement: Statement, in source: SourceText) -> [Diagnostic] {
        do {
            return try store.readToCheck { try checker(of: source, reading: $0).proved(findings, of: statement) }
        } catch {
            return findings.map(\.withoutFix)
        }
    }
}

extension Session {
    /// Binds the parameters of a script to their values.
    package func bindParameters(of script: ParsedScript, arguments: [String]) throws {
        // Errors in the script are reported when it is checked.
        guard !script.parsed.statements.contains(where: \.hasErrors) else { return }
        let parameters = script.parameters
        guard !parameters.parameters.isEmpty || !arguments.isEmpty else { return }
        let compiler = try read { try self.compiler(reading: $0) }
        let values = try parameters.bind(arguments, by: compiler)
        for entry in values.entries { names.set(entry) }
        place.givenParameters = values.given
    }
}

extension Finding {
    /// Creates a finding for an error without a source location, or about a whole file.
    package init(_ error: any Error, file: String = "-") {
        self.init(Diagnostic(.statementFailed, Session.message(of: error), at: SourceRange(at: 0)), in: SourceText("", file: file))
    }
}

package import QueryDiagnostics
import QueryEngine
import HealthModel
import QueryCompiler
import QueryHelp
import QuerySyntax
import QueryPlan
import SampleStore
import TallyKit

/// Text on its way through a session: parsed, checked whole, then run statement by statement.
extension Session {
    /// Runs every statement of `source` and stops at the first that fails. Nothing runs where any of them is wrong.
    package func run(_ source: SourceText, output: some SessionOutput) -> Outcome { run(ParsedScript(source), output: output) }

    /// Runs every statement of a script and stops at the first that fails. Nothing runs where any of them is wrong.
    package func run(_ script: ParsedScript, output: some SessionOutput) -> Outcome {
        course.hasShownTable = false
        enter(script.source.file)
        if let lesson = script.parsed.statements.first(where: \.kind.beginsLesson) {
            return run(script.source, withLessonBeforeOffset: lesson.range.end, output: output)
        }
        return run(script.parsed, output: output)
    }

    func run(_ parsed: ParseResult, output: some SessionOutput) -> Outcome {
        let checked = check(parsed)
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

    /// Runs one statement that `source` holds; after `expect error CODE`, whether it fails as it is expected to.
    ///
    /// - Parameter known: what was found out about it when the script was checked.
    func run(
        _ statement: Statement, in source: SourceText, known: CheckedStatement = CheckedStatement(), output: some SessionOutput
    ) -> Outcome {
        history.statements.append(source[statement.range])
        let isExpectation = statement.kind.isExpectation
        let code = course.awaitedError
        course.awaitedError = nil
        if !isExpectation { course.given = GivenAnswer() }
        let recorder = FindingRecorder(output, isSilent: code != nil)
        let outcome = carryOut(statement, in: source, known: known, output: recorder)
        recorder.finish { [self] in proved($0, of: statement, in: source) }
        if !isExpectation { course.given.findings = recorder.findings }
        guard let code else { return outcome }
        guard
            let failure = ExpectationCheck.failure(of: code, outcome: outcome, findings: recorder.findings, at: statement.range)
        else { return .fine }
        output.report(failure, in: source)
        return .failed
    }

    /// Runs one statement of a script of which the others wait.
    package func run(_ statement: ScriptStatement, output: some SessionOutput) -> Outcome {
        run(statement.statement, in: statement.source, output: output)
    }

    private func carryOut(
        _ statement: Statement, in source: SourceText, known: CheckedStatement, output: some SessionOutput
    ) -> Outcome {
        let ofSaved = library?.fill(&names, for: statement, in: source) ?? []
        let statement = statement.helped(in: source, knowing: names.knows)
        for finding in statement.diagnostics + ofSaved { output.report(finding, in: source) }
        guard !statement.hasErrors, ofSaved.isEmpty else { return .wrong }
        do {
            return try StatementRunner(session: self, source: source, output: output, known: known).run(statement)
        } catch let error as SessionError {
            output.report(failure(error.message, at: statement), in: source)
            return error.outcome
        } catch EngineError.tooManyRows(let count) {
            output.report(
                Diagnostic(
                    .tooManyRows, "this would give \(count) rows; at most \(QueryEngine.greatestRowCount) are shown", at: statement.range,
                    help: "choose fewer keys or a longer interval"), in: source)
            return .wrong
        } catch EngineError.cancelled {
            output.note("interrupted")
            return .interrupted
        } catch {
            output.report(failure(Self.message(of: error), at: statement), in: source)
            return .unavailable
        }
    }

    private func failure(_ message: String, at statement: Statement) -> Diagnostic {
        Diagnostic(.statementFailed, message, at: statement.range)
    }

    /// What `error` says to people.
    package static func message(of error: any Error) -> String {
        switch error {
        case let error as StoreError: error.description
        case let error as SessionError: error.message
        default: "\(error)"
        }
    }

    /// Returns everything that can be said about a script before any of it runs.
    ///
    /// - Parameter keepsQuestions: whether fixes that would ask another question are left out.
    package func findings(in source: SourceText, keepingQuestions keepsQuestions: Bool = false) -> [Diagnostic] {
        findings(in: Parser.parse(source), keepingQuestions: keepsQuestions)
    }

    package func findings(in script: ParsedScript) -> [Finding] {
        findings(in: script.parsed, keepingQuestions: false).map { Finding($0, in: script.source) }
    }

    private func findings(in parsed: ParseResult, keepingQuestions keepsQuestions: Bool) -> [Diagnostic] {
        let caller = place
        defer { place = caller }
        enter(parsed.source.file)
        return check(parsed, limit: .max, keepingQuestions: keepsQuestions).findings
    }

    /// Returns the script with the fixes that keep what each statement asks, and how many findings that settled.
    package func fixed(_ script: ParsedScript) -> (script: ParsedScript, count: Int) {
        let (text, count) = ScriptText.fixed(script.source) { findings(in: $0, keepingQuestions: true) }
        return (ParsedScript(SourceText(text, file: script.source.file)), count)
    }

    /// Returns `statement`, which failed, and what stands behind it, set right; nil where edits are not sure to set all of it right.
    package func fixed(_ statement: ScriptStatement) -> String? {
        let errors = { [self] in findings(in: $0).filter { $0.severity == .error } }
        let (fixed, count) = ScriptText.fixed(statement.rest, findings: errors)
        return count > 0 && errors(SourceText(fixed)).isEmpty ? fixed : nil
    }

    /// Makes paths relative to the script at `path`, which then is the first that runs.
    func enter(_ path: String) {
        place.folder = ScriptFile.folder(of: path)
        place.scripts = ScriptFile.identity(of: path).map { [$0] } ?? []
    }

    func check(
        _ parsed: ParseResult, limit: Int = ParseResult.maximumDiagnostics, keepingQuestions keepsQuestions: Bool = false
    ) -> CheckedScript {
        PipelineTrace.record(.check, "ParseResult → CheckedScript")
        do {
            return try read(for: .check) { reader in
                var checker = try checker(of: parsed.source, reading: reader)
                checker.keepsQuestions = keepsQuestions
                return checker.checked(parsed, limit: limit)
            }
        } catch {
            // A store that cannot be read is reported by the statement that reads it.
            return CheckedScript(parsed: parsed, findings: parsed.helped(knowing: names).diagnostics)
        }
    }

    private func checker(of source: SourceText, reading reader: any SampleSource) throws -> ScriptChecker {
        var checker = ScriptChecker(
            context: try context(reading: reader), changeNumber: reader.changeNumber, settings: settings, source: source,
            folder: place.folder, chain: place.scripts)
        checker.library = library
        checker.lastQuery = last.query
        checker.lastRows = last.knownRows
        return checker
    }

    /// Returns what running `statement` gave, and of the fixes those that work.
    private func proved(_ findings: [Diagnostic], of statement: Statement, in source: SourceText) -> [Diagnostic] {
        do {
            return try read(for: .check) { try checker(of: source, reading: $0).proved(findings, of: statement) }
        } catch {
            return findings.map(\.withoutFix)
        }
    }
}

extension Session {
    /// Gives the `param` lines of a script their values.
    package func bindParameters(of script: ParsedScript, arguments: [String]) throws {
        // What is wrong with the script is told when it is checked.
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
    /// A failure outside of any text, or of the whole of a file.
    package init(_ error: any Error, file: String = "-") {
        self.init(Diagnostic(.statementFailed, Session.message(of: error), at: SourceRange(at: 0)), in: SourceText("", file: file))
    }
}

import MarkdownPages
import QueryDiagnostics
import QuerySyntax
import ResultRendering
import Scripts
package import StoreCommands
import TallyKit

extension Session {
    /// Runs the blocks of a Markdown file, and writes the file with their answers. If a statement fails, writes nothing.
    package func weave(_ text: WovenText, to target: WeaveTarget, output: some SessionOutput) throws -> Outcome {
        guard text.mistakes.isEmpty else {
            for finding in text.mistakes { output.report(finding) }
            return .wrong
        }
        if text.blocks.isEmpty { output.note("\(text.source.file) has no blocks that start with ```tally") }
        let pictures = target.pictures(of: text)
        let run = WeaveRun(self, text, as: target.form, pictures: pictures, output: output)
        let started = now
        let outcome = try run.runBlocks()
        guard outcome == .fine else { return outcome }
        guard !output.isCancelled else {
            output.note("interrupted")
            return .interrupted
        }
        let bytes: [UInt8]
        switch target.form {
        case .markdown: bytes = text.text(with: run.answers)
        case .html:
            let zone = try read { try self.zone(in: $0) }
            let made = "\(Self.markOfReports)\(TimeText(zone: zone).local(started)) · \(zone.identifier)"
            bytes = Array(WovenPage(text, answers: run.answers, lines: [made]).text.utf8)
        }
        return try target.write(bytes, pictures: pictures?.made ?? [], of: text, output: output)
    }
}

/// One run of the blocks of a Markdown file.
private final class WeaveRun {
    private let session: Session
    private let text: WovenText
    private let output: any SessionOutput
    private let collector: ReportCollector
    /// The answers of the blocks so far, in Markdown or HTML.
    private(set) var answers: [String] = []

    init(_ session: Session, _ text: WovenText, as form: ReportForm, pictures: WovenPictures?, output: any SessionOutput) {
        (self.session, self.text, self.output) = (session, text, output)
        let document = pictures.map { pictures in ReportForm.markdown { pictures.add($0) } } ?? form.document
        // The title is that of the Markdown.
        collector = ReportCollector(document, title: "")
    }

    /// Checks all blocks, then runs one after the other.
    func runBlocks() throws -> Outcome {
        session.course.hasShownTable = false
        session.enter(text.source.file)
        // The format of the file is not that of each answer.
        if ReportForm(format: session.settings.format) != nil { session.settings.format = SessionSettings().format }
        let script = ParsedScript(text.script)
        try session.bindParameters(of: script, arguments: [])
        let checked = session.check(script.parsed, limit: ShownErrors.forPrograms)
        let mustFail = text.blocks.filter { $0.option == .error }.map(text.range(of:))
        let errors = checked.findings.filter { finding in
            finding.severity == .error && !mustFail.contains { $0.contains(finding.range.start) }
        }
        guard errors.isEmpty else {
            for error in errors.prefix(output.mostErrors) { report(Finding(error, in: text.script)) }
            return .wrong
        }
        // Blocks and statements have the same order.
        var rest = checked.parsed.statements[...]
        for block in text.blocks {
            let end = text.range(of: block).end
            let own = rest.prefix { $0.range.start < end }
            rest = rest.dropFirst(own.count)
            let outcome = block.isRun ? run(block, own, of: checked) : .fine
            guard outcome == .fine else { return outcome }
            let parts = collector.takeParts()
            answers.append(block.option == .quiet ? "" : parts)
        }
        return .fine
    }

    private func report(_ finding: Finding) { output.report(text.placed(finding)) }

    private func run(_ block: TallyBlock, _ statements: ArraySlice<Statement>, of script: CheckedScript) -> Outcome {
        let mustFail = block.option == .error
        var hasFailed = false
        let sink = ReportOutput(collector, console: output) { [self] in
            guard mustFail else { return report($0) }
            collector.add(printed: text.placed($0, in: block).text(usesColor: false, width: 80))
        }
        for statement in statements {
            if output.isCancelled { return .interrupted }
            if session.course.isEnded { break }
            let outcome = run(statement, of: script, mustFail: mustFail, output: sink)
            guard outcome == .fine || (mustFail && outcome != .interrupted) else { return outcome }
            hasFailed = hasFailed || outcome != .fine
        }
        guard mustFail, !hasFailed else { return .fine }
        output.report(
            WovenText.mistake(
                "this block has no error", help: "remove the word `error`", line: block.fence.firstLine, word: "error", in: text.source))
        return .failed
    }

    /// Runs a statement. One that must fail is checked alone, because the check of the script did not report its errors.
    private func run(_ statement: Statement, of script: CheckedScript, mustFail: Bool, output: ReportOutput) -> Outcome {
        let errors = script.findings.filter {
            $0.severity == .error && statement.range.start <= $0.range.start && $0.range.start <= statement.range.end
        }
        if mustFail, !errors.isEmpty {
            for error in errors { output.report(error, in: text.script) }
            return .wrong
        }
        return session.run(statement, in: text.script, known: script.known(about: statement), output: output)
    }
}

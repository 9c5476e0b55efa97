import QueryCompiler
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs `help` and `help TOPIC`.
extension StatementRunner {
    func help(_ topic: Name?) -> Outcome {
        guard let topic else {
            output.write(SessionHelp.overview)
            return .fine
        }
        if let definition = session.names.statement(defining: topic.key) {
            output.write(ScreenText.visible(definition) + "\n")
            return .fine
        }
        let context = try? session.read { try session.context(reading: $0) }
        let questions = SessionHelp.questions(like: topic.text, session.names, in: context) { query in
            !session.findings(in: SourceText(query)).contains { $0.severity == .error }
        }
        if let questions {
            output.write(questions)
            return .fine
        }
        if let page = SessionHelp.page(about: topic.text) {
            output.write(fitting(page))
            return .fine
        }
        if let finding = NameRules.unknownTopic(topic, in: session.names) { output.report(finding, in: source) }
        return .wrong
    }

    /// Wraps the lines of `page` that are wider than the screen, and keeps their indentation.
    private func fitting(_ page: String) -> String {
        guard let width = renderOptions.width else { return page }
        return page.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            guard ScreenText.width(line) > width else { return String(line) }
            let indent = String(line.prefix { $0 == " " }.prefix(width / 2))
            return ScreenText.wrapped(line, to: width, first: indent, indent: indent.count).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

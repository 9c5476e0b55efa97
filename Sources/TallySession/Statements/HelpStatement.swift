import Diagnostics
import DisplayText
import HealthModel
import QueryCompiler
import QuerySyntax
import Rendering

/// `help` and `help TOPIC`.
extension StatementRunner {
    func help(_ topic: Name?) -> Outcome {
        guard let topic else {
            output.write(HelpText.map)
            return .fine
        }
        if let definition = session.names.statement(defining: topic.key) {
            output.write(VisibleText.of(definition) + "\n")
            return .fine
        }
        if let page = HelpText.page(for: topic.text) {
            output.write(page)
            return .fine
        }
        output.report(
            Diagnostic(
                .unknownTopic, "there is no help on `\(topic.text)`", at: topic.range,
                help: Suggestion.best(for: topic.text, among: HelpText.topics).map { "did you mean `help \($0)`?" }
                    ?? "`help` lists the topics"), in: source)
        return .wrong
    }
}

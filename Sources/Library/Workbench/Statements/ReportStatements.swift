import QueryCompiler
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs `title`, `section` and `text`.
extension StatementRunner {
    /// Adds a line to the report, or prints it.
    func printLine(_ word: ReportWord, _ operand: TextOperand) throws(ToldMistake) -> Outcome {
        guard let text = session.names.text(operand) else {
            throw tell(.unquotedText(after: word.rawValue, at: operand.range, in: source))
        }
        if let collector = output.collector {
            collector.add(word, text)
            return .fine
        }
        let format = session.settings.format.definition
        // Programs that read the rows could not read the line.
        guard format.isForPeople || format.picture == .blocks else {
            output.note(text)
            return .fine
        }
        if session.course.hasShownTable { output.write("\n") }
        session.course.hasShownTable = true
        let lines = ScreenText.wrapped(ScreenText.visible(text), to: renderOptions.width ?? .max)
        output.write(lines.joined(separator: "\n") + "\n")
        return .fine
    }
}

import Lessons
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import Scripts
import StoreCommands

/// Exercises with the learner's store.
extension LessonRun {
    func ask(_ own: Lesson.Own, _ output: some SessionOutput) {
        let text = LessonText(output)
        output.write(text.paragraph("With your own data: " + own.question))
        output.write(text.lines(of: own.query, first: "    "))
        output.write(text.lines(of: "(Enter runs it on your own store; or type another query; `skip` goes on)"))
    }

    /// Runs the query, or another one that the learner types, on the store of the session that started the lesson. Nothing is written.
    func take(_ line: String, _ own: Lesson.Own, _ output: some SessionOutput) {
        let text = LessonText(output)
        switch line.lowercased() {
        case "skip", "next": pass(output)
        case "hint": output.write(text.lines(of: own.advice, first: "Look for: "))
        case "":
            output.write(text.statement(own.query))
            if answer(own.query, output) { output.write(text.paragraph(own.advice)) }
            pass(output)
        default:
            _ = answer(line, output)
        }
    }

    /// Returns false if the statements have no answer, after saying why. The lesson may be a file of somebody else, so only statements run
    /// that read.
    private func answer(_ statements: String, _ output: some SessionOutput) -> Bool {
        guard Parser.parse(SourceText(statements)).statements.allSatisfy(\.kind.isReading) else {
            output.write(LessonText(output).lines(of: "A lesson only reads your store. Type a query, or `skip` to go on."))
            return false
        }
        let count = ownSession.last.count
        guard ownSession.run(SourceText(statements), output: output) == .fine else { return false }
        guard ownSession.last.count > count, let table = ownSession.last.table,
            table.columns.allSatisfy({ $0.values.allSatisfy { $0 == nil } })
        else { return true }
        let text = LessonText(output)
        let later = "To try it on made-up data, quit, run `tally demo`, and type `learn \(lesson.command)`."
        output.write(text.paragraph("Your store has no samples for this. \(later)"))
        return false
    }
}

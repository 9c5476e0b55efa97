package import Lessons
import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax

extension LessonCatalog {
    /// Splits the words after `learn`.
    package static func asked(_ words: Name) -> (lesson: String, isAgain: Bool) {
        split(words.text)
    }

    /// Returns an error if the lesson does not exist, otherwise nil.
    package static func unknownLesson(_ words: Name) -> Diagnostic? {
        let (lesson, isAgain) = asked(words)
        guard words.key != "reset", !isPath(lesson), index(of: lesson) == nil else { return nil }
        let best = Suggestion.best(for: lesson, among: names)
        return Diagnostic(
            .unknownLesson, "unknown lesson `\(lesson)`", at: words.range,
            help: "`learn` lists the lessons",
            fix: .spelling(best.map { isAgain ? "\($0) again" : $0 }, at: words.range, asked: best.map { "learn \($0)" }))
    }
}

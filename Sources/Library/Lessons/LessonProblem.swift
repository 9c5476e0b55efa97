/// A mistake in the text of a lesson, for its author.
package struct LessonProblem: Sendable, Hashable {
    /// The place in the file, from 1.
    package var line: Int
    package var column: Int
    package var message: String
    /// The text to write instead, in words.
    package var help: String

    package init(line: Int, column: Int = 1, _ message: String, help: String) {
        (self.line, self.column, self.message, self.help) = (line, column, message, help)
    }
}

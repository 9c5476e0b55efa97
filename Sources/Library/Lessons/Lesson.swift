/// A lesson: text, queries that run between the text, and stops where the learner answers.
///
/// A lesson is stored as a Markdown file, which people can also read directly. `LessonReader` documents the format.
package struct Lesson: Sendable {
    /// The name for `learn`, a single word.
    package var name: String
    package var title: String
    /// A one-line summary.
    package var summary = ""
    /// Statements that create the data and set the time and the zone.
    package var setup = ""
    package var parts: [Part] = []

    package enum Part: Sendable {
        case heading(String)
        case paragraph(String)
        /// Statements that run during the lesson. They are shown as if the learner had typed them.
        case run(String)
        /// Expectations about the statements before, only for tests.
        case check(String)
        /// Swift code that can be run.
        case program(Program)
        case prediction(Prediction)
        case task(Task)

        /// True if the learner answers here.
        var isStop: Bool {
            switch self {
            case .prediction, .task: true
            default: false
            }
        }
    }

    /// The Swift code of a query, and what it prints.
    package struct Program: Sendable {
        /// `explain swift async QUERY` or `explain chart QUERY`
        package var query = ""
        /// The lines that the code printed when the lesson was written.
        package var output: [String] = []
    }

    /// A question about the next result. The answer is a number or one of several choices.
    package struct Prediction: Sendable {
        package struct Choice: Sendable {
            package var text: String
            package var isRight: Bool
            /// The response if the learner picks this choice.
            package var remark: String?
        }

        package var question = ""
        package var choices: [Choice] = []
        /// The right number; nil if there are choices.
        package var answer: String?
        /// Likely wrong numbers, each with a response.
        package var mistakes: [(answer: String, remark: String)] = []
        /// The reason for the right answer.
        package var reason = ""
    }

    /// A statement that the learner writes. Any statement with the right answer is accepted.
    package struct Task: Sendable {
        package var question = ""
        /// A statement with `___` in place of the missing part.
        package var template: String?
        package var solution = ""
        package var hints: [String] = []
        /// Likely wrong statements, each with a response.
        package var mistakes: [(answer: String, remark: String)] = []
        package var reason = ""
    }

    /// The indices of the parts where the learner answers.
    package var stops: [Int] { parts.indices.filter { parts[$0].isStop } }

    /// The lesson as one script, with the solutions of its tasks, for tests.
    package var script: String {
        let statements = parts.compactMap { part -> String? in
            switch part {
            case .run(let text), .check(let text): text
            case .task(let task): task.solution
            case .program(let program): program.query
            case .heading, .paragraph, .prediction: nil
            }
        }
        return ([setup] + statements).joined(separator: "\n") + "\n"
    }
}

/// One lesson: text, queries that run while it is read, and stops where the learner answers.
///
/// It is a Markdown file, so that it reads well by itself; `LessonReader` says which blocks mean what.
package struct Lesson: Sendable {
    /// What `learn` calls it: one word.
    package var name: String
    package var title: String
    /// One line about it.
    package var summary = ""
    /// Statements that make its data and fix its time and zone.
    package var setup = ""
    package var parts: [Part] = []

    package enum Part: Sendable {
        case heading(String)
        case paragraph(String)
        /// Statements that run while the lesson is read; they are shown as they would be typed.
        case run(String)
        /// Expectations of the statements before, which only tests look at.
        case check(String)
        case prediction(Prediction)
        case task(Task)

        /// Whether the learner answers here.
        var isStop: Bool {
            switch self {
            case .prediction, .task: true
            default: false
            }
        }
    }

    /// A question before the answer is seen: a number, or one of several choices.
    package struct Prediction: Sendable {
        package struct Choice: Sendable {
            package var text: String
            package var isRight: Bool
            /// What is said to who chooses it.
            package var remark: String?
        }

        package var question = ""
        package var choices: [Choice] = []
        /// The number that is right, where there are no choices.
        package var answer: String?
        /// Numbers that are likely to be given, each with what is said about it.
        package var mistakes: [(answer: String, remark: String)] = []
        /// Why it is so.
        package var reason = ""
    }

    /// A statement that the learner writes; what it answers counts, not how it is written.
    package struct Task: Sendable {
        package var question = ""
        /// A statement with `___` where something is missing.
        package var template: String?
        package var solution = ""
        package var hints: [String] = []
        /// Statements that are likely to be tried, each with what is said about it.
        package var mistakes: [(answer: String, remark: String)] = []
        package var reason = ""
    }

    /// The places of the parts at which the learner answers.
    package var stops: [Int] { parts.indices.filter { parts[$0].isStop } }

    /// All of it as one script, with the solutions in place of what the learner writes: what tests run.
    package var script: String {
        let statements = parts.compactMap { part -> String? in
            switch part {
            case .run(let text), .check(let text): text
            case .task(let task): task.solution
            case .heading, .paragraph, .prediction: nil
            }
        }
        return ([setup] + statements).joined(separator: "\n") + "\n"
    }
}

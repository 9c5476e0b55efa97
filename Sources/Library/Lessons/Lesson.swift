import Foundation

/// A lesson: text, queries that run between the text, and stops where the learner answers.
///
/// A lesson is stored as a Markdown file, which people can also read directly. `LessonReader` documents the format.
package struct Lesson: Sendable {
    /// The name for `learn`, a single word.
    package var name: String
    package var title: String
    /// One line that says what the learner will be able to do.
    package var goal = ""
    /// The file of a lesson that a teacher wrote; nil for one of the catalog.
    package var path: String?
    /// Statements that create the data and set the time and the zone.
    package var setup = ""
    /// An export of Apple's Health app in XML, for samples that statements cannot create, such as workouts; empty if there is none.
    package var export = ""
    /// The line in the file where the block of the setup starts, from 1; 0 if there is none.
    package var setupLine = 0
    package var parts: [Part] = []
    /// The line in the file where each part starts, from 1.
    package var lines: [Int] = []
    /// The mistakes that the reader found.
    package var problems: [LessonProblem] = []

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
        case own(Own)

        /// True if the learner answers here.
        var isStop: Bool {
            switch self {
            case .prediction, .task, .own: true
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
            package var line = 0
        }

        package var question = ""
        package var choices: [Choice] = []
        /// The right number; nil if there are choices.
        package var answer: String?
        package var answerLine = 0
        /// Likely wrong numbers, each with a response.
        package var mistakes: [Mistake] = []
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
        package var mistakes: [Mistake] = []
        package var reason = ""
        package var solutionLine = 0
    }

    /// A likely wrong answer, and the response that says what it reveals.
    package struct Mistake: Sendable {
        package var answer: String
        package var remark: String
        package var line = 0
    }

    /// An exercise with the learner's store.
    package struct Own: Sendable {
        package var question = ""
        /// A query to run on the learner's store, as it is or changed.
        package var query = ""
        /// A sentence about the answer: a row or a difference to look for.
        package var advice = ""
        package var queryLine = 0
    }

    /// The name of the file with the export, next to a notebook.
    package var exportName: String { name + ".xml" }
    /// The words after `learn` that start the lesson.
    package var command: String { path.map { "\"\($0)\"" } ?? name }
    /// The name of the lesson in the file of the learner's progress.
    package var key: String { path.map { URL(filePath: $0).standardizedFileURL.absoluteString } ?? name }

    /// The indices of the parts where the learner answers.
    package var stops: [Int] { parts.indices.filter { parts[$0].isStop } }

    /// The lesson as one script, with the solutions of its tasks, for tests. Each statement is in its line and column of the file.
    package var script: String {
        var script = setupLine > 0 ? String(repeating: "\n", count: setupLine) : ""
        script += setup
        for (part, line) in zip(parts, lines) {
            let (text, start): (String, Int) =
                switch part {
                case .run(let text), .check(let text): (text, line + 1)
                case .task(let task): ("  " + task.solution, task.solutionLine)
                case .program(let program): (program.query, line + 1)
                case .heading, .paragraph, .prediction, .own: ("", 0)
                }
            guard start > 0 else { continue }
            let next = script.count { $0.isNewline } + 1
            script += String(repeating: "\n", count: max(1, start - next)) + text
        }
        return script + "\n"
    }
}

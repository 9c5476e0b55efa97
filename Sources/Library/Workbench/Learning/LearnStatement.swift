import Lessons
import QuerySyntax
import Scripts
import StoreCommands
import TallyKit

/// Runs `learn` and `learn LESSON`.
extension StatementRunner {
    func learn(_ words: Name?) throws -> Outcome {
        guard let words else {
            listLessons()
            return .fine
        }
        if words.key == "reset" {
            try session.lessons.progress?.forgetAll()
            output.note("cleared the progress of all lessons")
            return .fine
        }
        let (asked, isAgain) = LessonCatalog.asked(words)
        if LessonCatalog.isPath(asked) {
            begin(try LessonFile.read(asked), named: "Lesson", isAgain: isAgain)
            return .fine
        }
        guard let index = LessonCatalog.index(of: asked) else {
            if let finding = LessonCatalog.unknownLesson(words) { output.report(finding, in: source) }
            return .wrong
        }
        begin(LessonCatalog.all[index], named: "Lesson \(index + 1) of \(LessonCatalog.all.count)", isAgain: isAgain)
        return .fine
    }

    /// Starts a lesson where the learner stopped, or at its start.
    private func begin(_ lesson: Lesson, named name: String, isAgain: Bool) {
        let run = LessonRun(lesson, in: session)
        session.lessons.current = run
        var first = 0
        if !isAgain, case .begun(let stops) = session.lessons.progress?.states[lesson.key] { first = stops }
        let text = LessonText(output)
        output.write(text.heading("\(name): \(lesson.title)").dropFirst() + text.lines(of: lesson.goal, first: "Goal: "))
        if first > 0 {
            output.write(
                text.lines(of: "You have passed \(first) of \(lesson.stops.count) questions. `learn \(lesson.command) again` starts over."))
        } else {
            let saved = session.lessons.progress == nil ? "" : "; your progress is saved"
            output.write(text.lines(of: "This lesson uses its own samples. Type `quit` to leave\(saved)."))
        }
        run.begin(at: first, output: output)
    }

    private func listLessons() {
        let lessons = LessonCatalog.all
        let states = session.lessons.progress?.states ?? [:]
        list([
            "number": .counts(lessons.indices.map { $0 + 1 }),
            "lesson": .texts(lessons.map(\.name)),
            "goal": .texts(lessons.map(\.goal)),
            "so far": .texts(
                lessons.map { lesson in
                    switch states[lesson.name] {
                    case .done: "done"
                    case .begun(let stops): "\(stops) of \(lesson.stops.count)"
                    case nil: ""
                    }
                }),
        ])
        let next = lessons.first { states[$0.name] != .done } ?? lessons.first
        if let next { output.note("type `learn \(next.name)` to start") }
    }
}

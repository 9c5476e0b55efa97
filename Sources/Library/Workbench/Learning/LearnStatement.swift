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
        guard let index = LessonCatalog.index(of: asked) else {
            if let finding = LessonCatalog.unknownLesson(words) { output.report(finding, in: source) }
            return .wrong
        }
        let lesson = LessonCatalog.all[index]
        let run = LessonRun(lesson, progress: session.lessons.progress, runner: session.lessons.runner, nextStore: session.storage.name)
        session.lessons.current = run
        var first = 0
        if !isAgain, case .begun(let stops) = session.lessons.progress?.states[lesson.name] { first = stops }
        let text = LessonText(output)
        output.write(
            text.heading("Lesson \(index + 1) of \(LessonCatalog.all.count): \(lesson.title)").dropFirst() + text.lines(of: lesson.summary))
        if first > 0 {
            output.write(
                text.lines(of: "You have passed \(first) of \(lesson.stops.count) questions. `learn \(lesson.name) again` starts over."))
        } else {
            output.write(text.lines(of: "This lesson uses its own samples. Type `quit` to leave; your progress is saved."))
        }
        run.begin(at: first, output: output)
        return .fine
    }

    private func listLessons() {
        let lessons = LessonCatalog.all
        let states = session.lessons.progress?.states ?? [:]
        list([
            "number": .counts(lessons.indices.map { $0 + 1 }),
            "lesson": .texts(lessons.map(\.name)),
            "about": .texts(lessons.map(\.summary)),
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

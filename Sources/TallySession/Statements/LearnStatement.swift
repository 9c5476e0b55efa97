import Diagnostics
import QuerySyntax

/// `learn` and `learn LESSON`.
extension StatementRunner {
    func learn(_ words: Name?) throws -> Outcome {
        guard let words else {
            listLessons()
            return .fine
        }
        if words.key == "reset" {
            try session.lessonProgress?.forgetAll()
            output.note("every lesson begins anew")
            return .fine
        }
        let again = " again"
        let isAgain = words.text.lowercased().hasSuffix(again)
        let asked = isAgain ? String(words.text.dropLast(again.count)) : words.text
        guard let index = LessonCatalog.index(of: asked) else {
            let nearest = Suggestion.best(for: asked, among: LessonCatalog.names)
            output.report(
                Diagnostic(
                    .unknownLesson, "there is no lesson `\(asked)`", at: words.range,
                    help: "`learn` lists the lessons",
                    fix: .spelling(nearest.map { $0 + (isAgain ? again : "") }, at: words.range, asked: nearest.map { "learn \($0)" })),
                in: source)
            return .wrong
        }
        let lesson = LessonCatalog.all[index]
        let run = LessonRun(lesson, progress: session.lessonProgress)
        session.lesson = run
        var first = 0
        if !isAgain, case .begun(let stops) = session.lessonProgress?.states[lesson.name] { first = stops }
        let text = LessonText(output)
        output.write(
            text.heading("Lesson \(index + 1) of \(LessonCatalog.all.count): \(lesson.title)").dropFirst() + text.wrapped(lesson.summary))
        if first > 0 {
            output.write(
                text.wrapped("You have passed \(first) of \(lesson.stops.count) questions; `learn \(lesson.name) again` starts over."))
        } else {
            output.write(text.wrapped("Your own samples are out of reach here. `quit` leaves; what you have done is remembered."))
        }
        run.begin(at: first, output: output)
        return .fine
    }

    private func listLessons() {
        let lessons = LessonCatalog.all
        let states = session.lessonProgress?.states ?? [:]
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
        if let next { output.note("`learn \(next.name)` begins") }
    }
}

import QueryPlan
import QuerySyntax
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs `show gad7`, `show gad7 3` and the same for `phq9`. Risks are Apple's names for scores, never a diagnosis.
extension StatementRunner {
    func questionnaireRows(_ metric: MetricID) throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let found = try StoredRecording.all(metric, in: reader)
            let numbers = ListColumn.counts(found.indices.map { $0 + 1 })
            let starts = ListColumn.dates(found.map { String(ISO8601.text(of: $0.start, in: zone).prefix(16)) })
            let scores = ListColumn.numbers(found.map(\.amount))
            let risks = ListColumn.texts(found.map { risk(of: $0.amount, metric) })
            let sources = ListColumn.details(found.map(\.source))
            guard try reader.persons().count > 1 else {
                return ["number": numbers, "start": starts, "score": scores, "risk": risks, "source": sources]
            }
            return [
                "number": numbers, "person": .texts(found.map(\.person)), "start": starts, "score": scores, "risk": risks,
                "source": sources,
            ]
        }
    }

    func showQuestionnaire(
        _ questionnaire: Questionnaire, _ number: Count, of list: ListReference, output wanted: QuerySyntax.Output?
    ) throws -> Outcome {
        let (one, zone) = try session.readToAnswer { reader in
            let all = try StoredRecording.all(questionnaire.metric, in: reader)
            return (try entry(number, of: list, in: all, reader), try session.zone(in: reader))
        }
        let answers = questionnaire.answers(in: one.facts)
        let points = answers.map { $0.flatMap { answer in answer == Questionnaire.noAnswer ? nil : Questionnaire.points(of: answer) } }
        let questions = answers.indices.map { $0 + 1 }
        if wanted != nil {
            let columns = [
                KeyColumn(name: "question", values: questions.map { .integer($0) }),
                KeyColumn(name: "answer", values: answers.map { $0.map { .text($0) } }),
                KeyColumn(name: "points", values: points.map { $0.map { .integer($0) } }),
            ]
            try write(columns, rowCount: answers.count, wanted)
            return .fine
        }
        self.list([
            "question": .counts(questions), "answer": .texts(answers.map { $0.map { words(of: $0).capitalizedFirst } ?? "·" }),
            "points": .numbers(points.map { $0.map(Double.init) }),
        ])
        let start = ISO8601.text(of: one.start, in: zone).prefix(16).replacing("T", with: " ")
        output.note(
            "\(list.word.rawValue) of \(start), source \(ScreenText.visible(one.source)): score \(one.amount.short) of "
                + "\(questionnaire.greatestScore), \(words(of: risk(of: one.amount, questionnaire.metric)))")
        if answers.allSatisfy({ $0 == nil }) {
            output.note("the store does not have the answers")
        } else if Double(points.compactMap(\.self).reduce(0, +)) != one.amount {
            output.note("the answers add up to \(points.compactMap(\.self).reduce(0, +)), not to the score")
        }
        output.note("the names of scores are Apple's. They are not a diagnosis")
        return .fine
    }

    private func risk(of score: Double, _ metric: MetricID) -> String {
        guard let classes = SampleField.all(of: metric).first?.classes else { return "" }
        return classes.names[classes.index(of: score)]
    }

    /// Returns one of Apple's names as words: `several days`.
    private func words(of name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
    }
}

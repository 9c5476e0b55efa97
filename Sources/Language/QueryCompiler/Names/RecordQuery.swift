import HealthModel
import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary

extension RecordPhrase.Noun {
    /// Returns what a noun after a superlative means; nil if it means nothing.
    package init?(_ noun: Name) {
        if ["workout", "workouts", "session", "training"].contains(noun.key) {
            self = .workouts
        } else if let activity = WorkoutActivityType.meant(by: noun.text) {
            self = .activity(activity.shortName)
        } else if noun.key == "k" {
            // Runners say 5k.
            self = .distance("km")
        } else if case .success(let unit) = HealthUnit.parseForPeople(noun.text), HealthUnit("m").map(unit.isCompatible) == true {
            self = .distance(noun.text)
        } else {
            return nil
        }
    }
}

extension Binder {
    /// Returns the query that a superlative stands for.
    func query(of record: RecordPhrase) throws(Reported) -> Query {
        if let query = RecordPhrase.Noun(record.noun).flatMap(record.query) { return query }
        let word = record.word.rawValue
        let isDistance = if case .distance? = RecordPhrase.Noun(record.noun) { true } else { false }
        throw report(
            .recordOfNothing,
            isDistance
                ? "`\(word)` finds whole workouts, so it can't have a distance" : "`\(record.noun.text)` is not an activity of workouts",
            at: record.range,
            help: isDistance ? "write for example `fastest 5 km`" : "write for example `\(word) run`, or `\(word) workout`")
    }
}

import HealthModel
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QuerySyntax

/// Checks of doses of medications.
extension AnswerChecks {
    /// Checks for doses that do not count in an adherence, because their status is a word that is not known (S2.16).
    func dosesWithoutStatus(_ measure: QueryPlan.Measure, at range: SourceRange) throws -> Diagnostic? {
        guard measure.countsSchedule else { return nil }
        let count = try sampleCount(of: measure.metric, where: .numberIn(.value, [Double(CategoryType.unlistedRaw)]))
        guard count > 0 else { return nil }
        return Diagnostic(
            .dosesWithoutStatus,
            count == 1
                ? "1 dose has a status that Tally doesn't know, and does not count"
                : "\(count) doses have a status that Tally doesn't know, and do not count",
            at: range, help: "`count \(measure.metric.shortName) by value` shows the statuses",
            note: "an app can write the status in the language of the phone")
    }
}

import HealthModel
import QueryDiagnostics
import QueryPlan
package import QuerySyntax
import QueryVocabulary

/// Goals that a store keeps.
extension Binder {
    fileprivate func reportNoTotal(_ metric: MetricInfo, _ reference: MetricReference) -> Reported {
        report(
            .goalValue, "a goal needs a total, but \(metric.name) has none", at: reference.range,
            help: "write for example `set goal of steps = 10000`")
    }
}

extension QueryCompiler {
    /// A goal that a store keeps.
    package struct KeptGoal: Sendable {
        /// The name of the store's setting.
        package var setting: String
        /// The value of the setting; nil to remove it.
        package var text: String?
    }

    /// Returns the goal in `set goal of METRIC = VALUE`, or the errors in the statement.
    package func goal(of statement: SetStatement) -> Resolved<KeptGoal> {
        Binder.outcome(in: context) { (binder) throws(Reported) in
            guard let reference = statement.metric else {
                throw binder.report(
                    .missingMetric, "`set goal` needs a metric", at: statement.setting.range, help: "write `set goal of steps = 10000`")
            }
            let info = try binder.metric(reference)
            guard MeasuredMetric(info: info).nature(context.styles) != .discrete else {
                throw binder.report(
                    .goalValue, "a goal needs a total, but the samples of \(info.name) are readings", at: reference.range,
                    help: "draw a line instead, as in `average \(info.name) by day as chart rule 70`")
            }
            guard case .measures(let measures) = QuerySyntax.Query(reference).source else { throw binder.reportNoTotal(info, reference) }
            let columns = try MeasureBinder(binder).bind(measures)
            guard let column = columns.first, let unit = column.measure.unit else { throw binder.reportNoTotal(info, reference) }
            let amount = try binder.goal(statement.value, of: column)
            return KeptGoal(
                setting: StoredGoal.setting(of: column.metric.name), text: amount.map { StoredGoal.text(of: $0, unit) })
        }
    }
}

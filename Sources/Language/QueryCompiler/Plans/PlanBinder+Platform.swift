import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The rules of Android that are other rules of a plan (S15), and what Tally says about a store of two platforms.
extension PlanBinder {
    func applyPlatform(to plan: inout Plan, _ columns: [BoundColumn]) {
        guard case .statistics(var measures) = plan.subject else { return }
        func isChanged(_ measure: QueryPlan.Measure) -> Bool {
            context.contents.metrics[measure.metric] != nil && measure.dependsOnPlatform(in: plan.following(measure))
                && hasSamplesOfAndroid(measure.metric, plan)
        }
        if context.mixesPlatforms, let index = measures.firstIndex(where: isChanged) {
            binder.report(
                .mixedPlatforms,
                "the store has exports of iPhone and of Android, so \(measures[index].metric.shortName) is counted by Apple's rules",
                at: columns[index].range, help: "for those of Android, use `set merging = android`",
                note: "`help android` says what differs")
        }
        guard measures.contains(where: { $0.countsFoodWhole(in: plan.following($0)) }) else { return }
        if measures.allSatisfy({ $0.own == nil && $0.countsFoodWhole(in: plan) }) {
            plan.choices = plan.choices.ofFoodOnAndroid
            return
        }
        for index in measures.indices {
            var followed = plan.following(measures[index])
            guard measures[index].countsFoodWhole(in: followed) else { continue }
            followed.choices = followed.choices.ofFoodOnAndroid
            measures[index].own = MeasureRules(followed, text: measures[index].own?.text ?? "edges overlap assign by start sources raw")
        }
        plan.subject = .statistics(measures)
    }
}

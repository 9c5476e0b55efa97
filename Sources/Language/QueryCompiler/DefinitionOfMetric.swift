package import HealthModel
import QueryDiagnostics
package import QuerySyntax

extension QueryCompiler {
    /// Returns the metrics that a store defines after the statement, or the errors in it.
    ///
    /// - Parameter defined: the metrics that it defines before.
    package func metrics(after statement: MetricStatement, _ defined: [OwnMetric]) -> Resolved<[OwnMetric]> {
        Binder.outcome(in: context) { (binder) throws(Reported) in
            switch statement {
            case .define(let definition):
                let metric = try binder.metric(definition)
                return (defined.filter { $0.name != metric.name } + [metric]).sorted { $0.definition < $1.definition }
            case .forget(let name):
                let metric = try binder.definedMetric(name, defined)
                return defined.filter { $0 != metric }
            }
        }
    }
}

extension Binder {
    /// Returns the metric that `define metric` defines.
    fileprivate func metric(_ definition: MetricDefinition) throws(Reported) -> OwnMetric {
        let name = definition.name
        let example = "write a name of letters, digits and `_`, such as `define metric mood from 1 to 10`"
        guard OwnMetric.isName(name.text) else {
            throw report(.definedOtherwise, "`\(name.text)` can't be the name of a metric", at: name.range, help: example)
        }
        guard case .unknown = MetricCatalog.resolve(name: name.text) else {
            throw report(.definedOtherwise, "`\(name.text)` is already the name of a metric", at: name.range, help: "choose another name")
        }
        var metric = OwnMetric(name: name.text, isCumulative: definition.isCumulative)
        if let unit = definition.unit { metric.unit = ownUnit(unit) }
        if let scale = definition.scale {
            guard scale.low.value < scale.high.value else {
                throw report(
                    .emptyRange, "the scale ends before it starts", at: scale.low.range.union(scale.high.range),
                    help: "write the smaller number first",
                    fix: [.init(scale.low.range, scale.high.text), .init(scale.high.range, scale.low.text)])
            }
            metric.scale = scale.low.value...scale.high.value
        }
        // An alias of another metric is free.
        let others = context.contents.metricNames.own(named: name.text).filter {
            $0 != metric && foldedName($0.name) == foldedName(name.text)
        }
        if let other = others.first(where: { context.contents.metrics[$0.id] != nil }) {
            throw report(
                .definedOtherwise, "the store has samples of `\(other.name)`, which is defined otherwise: `\(other.definition)`",
                at: name.range, help: "choose another name, or delete these samples first: `delete samples of \(other.name) all time`")
        }
        return metric
    }

    /// Returns the unit of a metric of one's own. Every word can be one, such as `pills`.
    private func ownUnit(_ written: UnitText) -> HealthUnit {
        if case .success(let unit) = HealthUnit.parseForPeople(written.text, for: nil) { return unit }
        report(
            .unitOfOnesOwn, "`\(written.text)` is not a unit that Tally knows, so it can't be converted to others", at: written.range,
            help: nil)
        return HealthUnit(unreadable: written.text)
    }

    fileprivate func definedMetric(_ name: Name, _ defined: [OwnMetric]) throws(Reported) -> OwnMetric {
        guard let metric = defined.first(where: { foldedName($0.name) == foldedName(name.text) }) else {
            throw report(
                .unknownMetric, "the store does not define a metric `\(name.text)`", at: name.range,
                fix: .spelling(Suggestion.best(for: name.text, among: defined.map(\.name)), at: name.range))
        }
        guard let summary = context.contents.metrics[metric.id] else { return metric }
        throw report(
            .metricHasSamples, "`\(metric.name)` has \(summary.count == 1 ? "a sample" : "\(summary.count) samples")", at: name.range,
            help: "delete them first: `delete samples of \(metric.name) all time`")
    }
}

package import HealthModel
package import QueryPlan

extension QueryEngine {
    /// Returns the number of samples that `pipeline` reads without quarter hours, for showing progress.
    ///
    /// Uses the store's information about blocks and does not read samples.
    package static func sampleCount(of pipeline: Pipeline, in source: any SampleSource) throws -> Int {
        let plan = pipeline.plan
        if let cohort = plan.cohort {
            return try plan.askedMembers.reduce(0) { count, member in
                try count + sampleCount(of: Pipeline(plan: cohort.plans[member.plan]), in: source.view(of: member.person.id))
            }
        }
        var count = 0
        for metric in plan.metrics where !plan.range.isUnknown {
            count += try source.size(of: ReadRequest(plan, metric))?.sampleCount ?? source.metricSummary(of: metric)?.count ?? 0
        }
        for stage in pipeline.stages {
            switch stage.kind {
            case .compare(let period): count += try sampleCount(of: period.earlier, in: source)
            case .join(let joined): count += try sampleCount(of: joined.rows, in: source)
            case .versus(let compared): count += try sampleCount(of: compared.rows, in: source)
            default: break
            }
        }
        return count
    }
}

extension Plan {
    /// The metrics whose samples are read, once for each pass over them.
    fileprivate var metrics: [MetricID] {
        switch subject {
        case .statistics(let measures): MeasureGroup.groups(of: measures, in: self).map(\.metric)
        case .samples(let listing): [listing.metric]
        case .summaries: []
        }
    }
}

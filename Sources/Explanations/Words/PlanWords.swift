import CalendarIntervals
package import HealthModel
package import QueryPlan

/// A plan in words that a beginner understands: what is computed, of what, over which buckets, and by which rules.
package struct PlanWords: Sendable {
    let plan: Plan
    /// Printed names of the sources of each metric, best first.
    let sources: [MetricID: [String]]

    package init(_ plan: Plan, sources: [MetricID: [String]]) {
        self.plan = plan
        self.sources = sources
    }

    /// One sentence a line.
    package var lines: [String] {
        switch plan.subject {
        case .statistics(let measures):
            measures.map(sentence) + [buckets, range, edges] + sharing(measures) + merging(measures) + settings(measures)
        case .samples(let listing): ["Lists the samples of \(listing.metric.shortName), one a row.", range, edges]
        case .summaries: ["Lists the activity summaries, one a day.", range]
        }
    }

    private func sentence(_ measure: Measure) -> String {
        let name = measure.metric.shortName
        let unit = measure.unit.map { " in \($0.symbol)" } ?? ""
        let what =
            switch (measure.aggregate, measure.style) {
            case (.sum, _): "adds up \(name)\(unit)"
            case (.average, .discreteTemporallyWeighted): "averages \(name)\(unit), each sample weighted by its time in the bucket"
            case (.average, .discreteEquivalentContinuousLevel): "averages \(name)\(unit) as sound energy over time"
            case (.average, _): "averages \(name)\(unit), every sample alike"
            case (.min, _): "takes the smallest \(name)\(unit)"
            case (.max, _): "takes the greatest \(name)\(unit)"
            case (.latest, _): "takes the \(name) that starts last\(unit)"
            case (.first, _): "takes the \(name) that starts first\(unit)"
            case (.count, _): "counts the samples of \(name), before sources are merged"
            case (.duration, _): "measures the time that samples of \(name) cover\(unit)"
            case (.median, _): "takes the middle \(name)\(unit), unweighted"
            case (.stddev, _): "takes the sample standard deviation of \(name)\(unit)"
            case (.percentile(let percent), _): "takes the \(percent)th percentile of \(name)\(unit), interpolated, unweighted"
            }
        let style = measure.style.map { " \(name) is \($0.rawValue)." } ?? ""
        return "\(measure.name): \(what).\(style)"
    }

    private var buckets: String {
        let keys = plan.grid.profiles.map(\.rawValue) + plan.splits.map(\.name)
        let beside = keys.isEmpty ? "" : ", and for each \(keys.joined(separator: " and "))"
        guard let interval = plan.grid.intervalText else {
            return keys.isEmpty ? "One row for the whole range." : "One row for each \(keys.joined(separator: " and "))."
        }
        let anchor = plan.grid.anchorText.map { ", anchored at \($0)" } ?? ""
        let lengths = zip(plan.grid.groupStarts, plan.grid.groupEnds).map { $1 - $0 }
        let short = lengths.min() ?? 0
        let long = lengths.max() ?? 0
        let uneven = short == long ? "" : " They last from \(hours(short)) to \(hours(long)) hours."
        return
            "One row for each \(interval)\(anchor)\(beside): \(plan.grid.groupCount) \(plan.grid.groupCount == 1 ? "row" : "rows").\(uneven)"
    }

    private func hours(_ milliseconds: Int64) -> String {
        let hours = Double(milliseconds) / 3_600_000
        return hours == hours.rounded() ? "\(Int(hours))" : "\(hours)"
    }

    private var range: String {
        guard !plan.range.isUnknown else { return "There are no samples, so there is no range." }
        let zone = plan.usesSampleZones ? "on the clock of each sample's own zone" : "in \(plan.zone.identifier)"
        func text(_ instant: Instant) -> String {
            plan.usesSampleZones
                ? ISO8601.text(of: CivilDateTime(localMilliseconds: instant.milliseconds)) : ISO8601.text(of: instant, in: plan.zone)
        }
        let last = plan.range.includesEnd ? ", that instant included" : ""
        return "From \(text(plan.range.start)) to \(text(plan.range.end))\(last), \(zone)."
    }

    private var edges: String {
        switch plan.edges {
        case .clip: "Of a sample that crosses an end of the range only the part inside counts."
        case .overlap: "A sample that touches the range counts whole, as in HealthKit without options."
        case .strictStart: "Samples that start inside the range count whole."
        case .strictEnd: "Samples that end inside the range count whole."
        case .strict: "Only samples that lie wholly inside the range count."
        }
    }

    private func sharing(_ measures: [Measure]) -> [String] {
        guard plan.grid.bucketCount > 1 else { return [] }
        switch plan.assignment {
        case .start: return ["A sample belongs whole to the bucket in which it starts."]
        case .end: return ["A sample belongs whole to the bucket in which it ends."]
        case .share:
            let hasSum = measures.contains { $0.aggregate == .sum }
            return hasSum ? ["A sample that crosses an edge gives each bucket its share of the time."] : []
        }
    }

    private func merging(_ measures: [Measure]) -> [String] {
        let sums = measures.filter { $0.aggregate == .sum && $0.style == .cumulative }
        guard let first = sums.first else { return [] }
        switch plan.sourceRule {
        case .raw: return ["Everything that every source recorded is added, also where two recorded the same."]
        case .separate: return ["Each source stands alone; nothing is merged."]
        case .merged:
            let names = sources[first.metric] ?? []
            guard names.count > 1 else { return [] }
            return ["Sources are merged: at each moment the best one that records counts: \(names.joined(separator: ", then "))."]
        }
    }

    /// The settings that have a say in these measures, where nobody authoritative knows what is right.
    private func settings(_ measures: [Measure]) -> [String] {
        var names: [String] = []
        let rules = plan.rules
        if measures.contains(where: { $0.aggregate == .average && $0.style != .discreteArithmetic }) {
            names.append("weighting = \(rules.weighting.rawValue)")
        }
        if measures.contains(where: { $0.style != .cumulative && $0.style != nil }) {
            names += ["span = \(rules.span.rawValue)", "discrete merge = \(rules.discreteMerge.rawValue)"]
        }
        if measures.contains(where: { $0.aggregate == .duration }) { names.append("duration = \(rules.duration.rawValue)") }
        let ranks = measures.contains {
            if case .percentile = $0.aggregate { return true }
            return $0.aggregate == .median
        }
        if ranks { names.append("percentile = \(rules.percentile.rawValue)") }
        if measures.contains(where: { $0.aggregate == .count }) { names.append("count = \(rules.count.rawValue)") }
        return names.isEmpty ? [] : ["Settings: \(names.joined(separator: ", "))."]
    }
}

extension Profile {
    /// As the language writes it: `hour of day`.
    var phrase: String {
        var words = ""
        for letter in rawValue { words += letter.isUppercase ? " " + letter.lowercased() : String(letter) }
        return words
    }
}

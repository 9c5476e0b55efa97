package import HealthModel
package import QueryPlan
import QueryVocabulary
package import StorageModel

/// A query that is answered with sums of quarter hours that a warehouse added up for each bucket.
///
/// The warehouse adds up the states of accumulators. They are then read in the same way as quarter hours of a store, so the rest of the
/// answer is computed by the same code. A bucket has its whole state in one of its quarter hours.
package struct QuarterTask {
    /// Persons whose samples count in the same rows.
    package struct Unit {
        package var persons: [String]
        /// One of the people, for facts that all of them share.
        fileprivate var member: Cohort.Member
    }

    /// The quarter hours of a bucket.
    package struct Place: Hashable {
        package var quarters: Range<Int64>
        /// The quarter hour that gets their state.
        package var place: Int64
    }

    /// The people with the same days.
    package struct Zone {
        package var units: [Int]
        package var places: [Place]
        /// The time of the buckets, in whole quarter hours.
        package var start: Int64
        package var end: Int64
    }

    /// A state that the warehouse added up.
    package struct State {
        package var unit: Int
        package var metric: MetricID
        package var part: QuarterPart
        /// The id of the source; 0 for all sources.
        package var source: Int32
        package var place: Int64
        package var columns: [Double]

        package init(unit: Int, metric: MetricID, part: QuarterPart, source: Int32, place: Int64, columns: [Double]) {
            (self.unit, self.metric, self.part, self.source, self.place, self.columns) = (unit, metric, part, source, place, columns)
        }
    }

    /// The reason why quarter hours cannot answer a query.
    package struct Obstacle: Error, Hashable {
        package var reason: String

        package init(reason: String) { self.reason = reason }
    }

    package private(set) var units: [Unit] = []
    package private(set) var zones: [Zone] = []
    /// For each metric, the parts that the measures read.
    package private(set) var parts: [MetricID: Set<QuarterPart>] = [:]
    /// The metrics whose samples across the edges of quarter hours are needed in addition.
    package private(set) var crossing: Set<MetricID> = []
    private let original: Plan
    private var plan: Plan

    /// - Parameters:
    ///   - view: The facts about the samples.
    ///   - person: The person of a query about one.
    package init(_ plan: Plan, over view: any SampleSource, person: String) throws {
        original = plan
        self.plan = plan
        guard case .statistics(let measures) = plan.subject else { throw Obstacle(reason: "they have no single samples") }
        guard !plan.range.isUnknown else { throw Obstacle(reason: "there are no samples") }
        let members = plan.cohort == nil ? [Cohort.Member(Person(id: person), plan: 0)] : plan.askedMembers
        let plans = plan.cohort?.plans ?? [plan]
        for member in members { try check(plans[member.plan].asked(of: member.person), measures) }
        addUnits(of: members, plans.count)
        try findParts(measures)
        let widened = try plans.enumerated().map { index, own in
            try widen(own, for: members.filter { $0.plan == index }.map(\.person.id), in: view)
        }
        if plan.cohort != nil {
            self.plan.cohort = Cohort(units.map(\.member), plans: widened)
        } else {
            self.plan = widened[0]
        }
        for (index, own) in widened.enumerated() { try addZone(own, index) }
        if parts.values.contains(where: { $0.contains(.merged) }) {
            for metric in parts.keys { parts[metric]?.insert(.presence) }
        }
    }

    /// Throws the reason why quarter hours cannot answer a measure for a person.
    private func check(_ plan: Plan, _ measures: [Measure]) throws {
        var plan = plan.withSplitOfSeparateSources
        plan.splits.removeAll(where: \.isOfPerson)
        for measure in measures {
            if measure.aggregate.countsQuarters { throw Obstacle(reason: "`\(measure.aggregate.name)` needs each quarter hour") }
            var own = measure
            if case .statistics(let asked) = plan.subject, let place = measures.firstIndex(where: { $0.name == measure.name }) {
                own = asked[place]
            }
            let following = plan.following(own)
            if !following.preferredSources.isEmpty { throw Obstacle(reason: "`prefer` needs the source of each sample") }
            // The edges at the ends of the range are moved to quarter hours later.
            var inner = following
            inner.grid = TimeGrid(
                edges: following.grid.edges.filter { $0 > plan.range.start.milliseconds && $0 < plan.range.end.milliseconds })
            let column = measure.column(in: following, times: nil)
            if let obstacle = inner.obstacleToQuarterHours(own, column: column) { throw Obstacle(reason: obstacle) }
        }
    }

    private mutating func addUnits(of members: [Cohort.Member], _ planCount: Int) {
        struct Kind: Hashable {
            var plan: Int
            var facts: [KeyValue?]
        }
        var numbers: [Kind: Int] = [:]
        let isByPerson = original.splits.contains(.person(.id))
        for member in members {
            let facts = original.splits.map { split in
                if case .person(let field) = split { field.value(of: member.person) } else { nil as KeyValue? }
            }
            let kind = Kind(plan: member.plan, facts: isByPerson ? [.text(member.person.id)] : facts)
            if let number = numbers[kind] {
                units[number].persons.append(member.person.id)
            } else {
                numbers[kind] = units.count
                units.append(Unit(persons: [member.person.id], member: member))
            }
        }
    }

    private mutating func findParts(_ measures: [Measure]) throws {
        for measure in measures {
            let following = original.following(measure)
            let treatment = measure.treatment(in: following)
            let column = measure.column(in: following, times: nil)
            parts[measure.metric, default: []].formUnion(column.quarterParts(isMerged: treatment.isMerged))
            // Counts tell which sources and people have samples.
            parts[measure.metric]?.insert(.count)
            if !treatment.isMerged { crossing.insert(measure.metric) }
        }
    }

    /// Returns a plan whose range consists of whole quarter hours. Samples must not be in the added time.
    private func widen(_ plan: Plan, for persons: [String], in view: any SampleSource) throws -> Plan {
        let (start, end) = (plan.range.start.milliseconds, plan.range.end.milliseconds)
        var first = QuarterHour.holding(start)
        let last = QuarterHour.holding(end - (plan.range.includesEnd ? 0 : 1)) + 1
        for person in persons {
            let own = try view.view(of: person)
            for metric in parts.keys {
                guard let summary = try own.metricSummary(of: metric) else { continue }
                if first * QuarterHour.milliseconds < start, summary.firstStart.milliseconds < start {
                    throw Obstacle(reason: "the range does not start at a full quarter hour")
                }
                let isBefore = plan.range.includesEnd ? summary.lastStart.milliseconds <= end : summary.lastStart.milliseconds < end
                if last * QuarterHour.milliseconds > end, summary.lastEnd.milliseconds > end || !isBefore {
                    throw Obstacle(reason: "the range does not end at a full quarter hour, and there are samples after it")
                }
            }
        }
        first = min(first, last - 1)
        var widened = plan
        widened.grid.isPartial = plan.grid.hasTimeKey ? plan.partialGroups : nil
        widened.range = PlanRange(
            start: Instant(milliseconds: first * QuarterHour.milliseconds), end: Instant(milliseconds: last * QuarterHour.milliseconds))
        let edges = widened.grid.edges
        if let least = edges.first, let greatest = edges.last {
            widened.grid.edges[0] = min(least, widened.range.start.milliseconds)
            widened.grid.edges[edges.count - 1] = max(greatest, widened.range.end.milliseconds)
        }
        return widened
    }

    private mutating func addZone(_ plan: Plan, _ index: Int) throws {
        let start = QuarterHour.holding(plan.range.start.milliseconds)
        let end = QuarterHour.holding(plan.range.end.milliseconds)
        var zone = Zone(units: units.indices.filter { units[$0].member.plan == index }, places: [], start: start, end: end)
        var firsts: [Int: Int64] = [:]
        for (group, span) in plan.groupsInRange where group >= 0 && !span.isEmpty {
            let quarters = QuarterHour.holding(span.lowerBound)..<QuarterHour.holding(span.upperBound)
            guard !quarters.isEmpty else { continue }
            let place = firsts[group] ?? quarters.lowerBound
            firsts[group] = place
            zone.places.append(Place(quarters: quarters, place: place))
        }
        zones.append(zone)
    }

    /// Returns the rows of the query.
    ///
    /// - Parameters:
    ///   - states: What the warehouse added up.
    ///   - crossing: For each unit and metric, the samples across edges of quarter hours, in order.
    package func table(
        _ states: [State], crossing: [Int: [MetricID: SampleBatch]], over view: any SampleSource, options: EngineOptions
    ) throws -> ResultTable {
        var contents = units.map { _ in [MetricID: AddedQuarters.Content]() }
        for state in states { contents[state.unit][state.metric, default: .init()].add(state) }
        for (unit, samples) in crossing {
            for (metric, batch) in samples { contents[unit][metric, default: .init()].crossing = batch }
        }
        var views: [String: AddedQuarters] = [:]
        for (unit, contents) in zip(units, contents) {
            views[unit.member.person.id] = AddedQuarters(
                contents, facts: try view.view(of: unit.member.person.id),
                summary: { metric in
                    try unit.persons.compactMap { try view.view(of: $0).metricSummary(of: metric) }
                        .reduce(nil as MetricSummary?) { $0?.covering($1) ?? $1 }
                })
        }
        var own = options
        (own.quarterHours, own.trace) = (.always, nil)
        let source: any SampleSource
        if plan.cohort == nil {
            guard let only = views.values.first else { throw Obstacle(reason: "there are no samples") }
            source = only
        } else {
            source = AddedCohort(views: views, all: view)
        }
        var table = try QueryEngine.run(plan, over: source, options: own)
        table.header.range = QueryEngine.header(of: original).range
        guard let cohort = original.cohort else { return table }
        table.header.persons?.count = original.askedMembers.count
        // A row over the whole range of several zones has the times of the range.
        let grid = CohortGrid(original, cohort).grid
        if cohort.hasOwnDays, !original.hasRowsOfPersons, grid.groupCount == 1, let start = grid.groupStarts.first,
            let end = grid.groupEnds.first
        {
            table.starts = table.starts.map { _ in start }
            table.ends = table.ends.map { _ in end }
        }
        return table
    }
}

extension MetricSummary {
    /// Returns a summary over the times of both.
    fileprivate func covering(_ other: MetricSummary) -> MetricSummary {
        var summary = self
        summary.count += other.count
        summary.firstStart = min(firstStart, other.firstStart)
        summary.lastStart = max(lastStart, other.lastStart)
        summary.lastEnd = max(lastEnd, other.lastEnd)
        return summary
    }
}

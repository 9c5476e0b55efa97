import CalendarIntervals
package import HealthModel
package import QueryPlan
import QueryVocabulary

extension QueryEngine {
    /// Returns the samples that contribute to a cell of `table`, the answer to `plan`, in time order.
    ///
    /// Suppressed samples are included with a contribution of 0. The result is empty for a cell without samples, or whose value comes from
    /// `fill`.
    ///
    /// - Parameters:
    ///   - row: A row of `table`.
    ///   - index: The index of a measure of `plan`, and of a value column of `table`.
    package static func contributions(
        toRow row: Int, column index: Int, of table: ResultTable, plan: Plan, over source: any SampleSource,
        options: EngineOptions = EngineOptions()
    ) throws -> [Contribution] {
        guard case .statistics(let measures) = plan.subject, measures.indices.contains(index) else { return [] }
        // `partial drop` and `fill none` remove rows, so the index of a row is not that of its group.
        guard row < table.rowCount else { return [] }
        var measure = measures[index]
        if measure.form == .rowLength || measure.form == .splitSpeed { return [] }
        let condition = measure.condition
        measure.condition = nil
        let followed = plan.following(measure)
        let keyCount = followed.withSplitOfSeparateSources.splitColumnCount
        let values = table.keys.suffix(keyCount).map { $0.values[row] }
        func found(_ plan: Plan, _ values: [KeyValue?]) throws -> [SampleInCell] {
            try samples(toRow: row, of: table, measure, keyed: values, plan: plan, over: source, options: options)
        }
        if let condition {
            // A key divides the samples as the share does.
            func divided(_ plan: Plan) -> Plan {
                var plan = plan.withSplitOfSeparateSources
                plan.splits.append(.condition(condition, name: measure.name))
                plan.cohort = plan.cohort?.mapping(divided)
                return plan
            }
            let parts = try [true, false].map { try found(divided(plan), values + [.flag($0)]) }
            guard let cell = table.columns[index].values[row] else { return [] }
            var rules = followed
            rules.rules.duration = .sum
            (measure.own, measure.unit) = (nil, nil)
            let all = parts[0] + parts[1]
            let amounts = Attribution(measure: measure, plan: rules)
                .attribute(all.map(\.participant), matching: parts[0].count, cell: cell)
            return zip(all, amounts).map { contribution($0, $1, of: measures[index]) }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        }
        let all = try found(plan, values)
        // If better sources cover everything, the cell is null and its samples add nothing.
        let cell = table.columns[index].values[row] ?? (all.allSatisfy(\.participant.isSuppressed) ? 0 : nil)
        guard let cell, !all.isEmpty else { return [] }
        measure.own = nil
        let parts = Attribution(measure: measure, plan: followed).attribute(all.map(\.participant), cell: cell)
        return zip(all, parts).map { contribution($0, $1, of: measure) }
    }

    private static func contribution(
        _ sample: SampleInCell, _ part: (share: Double, contribution: Double), of measure: Measure
    ) -> Contribution {
        let participant = sample.participant
        return Contribution(
            person: sample.person, start: sample.place(participant.start), end: sample.place(participant.end),
            value: measure.valueConversion(participant.value), valueName: sample.name, source: sample.source, share: part.share,
            contribution: part.contribution, insideSeconds: Double(participant.inside) / 1000,
            suppressedSeconds: Double(participant.suppressed.reduce(0) { $0 + ($1.to - $1.from) }) / 1000,
            suppressedBy: sample.holders)
    }

    /// Returns the samples in the cells of a row.
    private static func samples(
        toRow row: Int, of table: ResultTable, _ measure: Measure, keyed values: [KeyValue?], plan: Plan, over source: any SampleSource,
        options: EngineOptions
    ) throws -> [SampleInCell] {
        guard let cohort = plan.cohort else {
            return try samples(inCellsOf: measure, keyed: values, of: plan, over: source, options: options) { grid, group in
                grid.isGroup(group, ofRow: row, in: table)
            }
        }
        return try plan.askedMembers.filter { table.isOfPerson($0.person, row: row) }.flatMap { member -> [SampleInCell] in
            let part = cohort.plans[member.plan].asked(of: member.person)
            let zone = cohort.hasOwnDays ? part.zone : nil
            let own = try samples(
                inCellsOf: measure, keyed: values, of: part, over: source.view(of: member.person.id), options: options
            ) { grid, group in grid.isGroup(group, ofRow: row, in: table, zone) }
            return own.map { sample in
                var sample = sample
                sample.zone = zone
                return sample
            }
        }
    }

    /// A sample in a cell, with the names of its person and sources.
    private struct SampleInCell {
        var participant: Participant
        var person: String?
        var source: String
        /// The name of the value of a category or a workout.
        var name: String?
        var holders: [String]
        /// The zone of the person, if rows have local times.
        var zone: Zone?

        func place(_ time: Int64) -> Instant {
            let instant = Instant(milliseconds: time)
            return zone.map { Instant(milliseconds: $0.localMilliseconds(at: instant)) } ?? instant
        }
    }

    /// Returns the samples of one person in the groups that belong to a row.
    private static func samples(
        inCellsOf measure: Measure, keyed values: [KeyValue?], of plan: Plan, over source: any SampleSource, options: EngineOptions,
        isInRow: (TimeGrid, Int) -> Bool
    ) throws -> [SampleInCell] {
        let followed = plan.following(measure).withSplitOfSeparateSources
        let persons = try PersonKeys(followed, source: source)
        let plan = try withEvents(persons.plan, over: source, options: options)
        let person = try source.persons().first.flatMap { $0.id.isEmpty ? nil : $0.id }
        var measure = measure
        measure.own = nil
        let sources = try source.sources()
        return try (0..<plan.grid.groupCount).filter { isInRow(plan.grid, $0) }.flatMap { group -> [SampleInCell] in
            var own: [Participant] = []
            for plan in plan.narrowed(to: measure) where own.isEmpty {
                own = try participants(of: measure, ofGroup: group, keyed: persons.rest(of: values), in: plan, source, options)
            }
            let names = try names(of: measure, own, in: plan, source)
            return own.map { participant in
                let ranksRecords = measure.ranksRecords(in: followed)
                let holders = participant.suppressed.reduce(into: [String]()) { names, segment in
                    let name = sources[segment.owner].map { owner in
                        ranksRecords && segment.owner == participant.source ? "a later record of \(owner.name)" : owner.name
                    }
                    let shown = name ?? (segment.owner == RecordBranch.notListed ? "not in the list of apps" : "")
                    if !names.contains(shown) { names.append(shown) }
                }
                return SampleInCell(
                    participant: participant, person: person, source: sources[participant.source]?.name ?? "",
                    name: names?.names(of: participant.value, number: participant.number, metadata: participant.metadata).shown,
                    holders: holders)
            }
        }
    }

    /// Returns the samples of a measure in a group of the grid, or in the time of its row that the measure counts.
    private static func participants(
        of measure: Measure, ofGroup found: Int, keyed values: [KeyValue?], in whole: Plan, _ source: any SampleSource,
        _ options: EngineOptions
    ) throws -> [Participant] {
        var (plan, group) = (whole, found)
        if plan.events != nil {
            let times = try EventTimes(plan, of: measure, in: source)
            (plan, group) = (times.plans[times.places[found].plan], times.places[found].group)
        }
        let times = try WorkoutTimes(for: [measure], in: plan, of: source)
        let collector = ContributionCollector(
            group: group, of: plan.grid.groupCount, activeTime: times.map { ($0, measure.addsActiveTime(plan)) },
            workouts: try wholeWorkouts(of: measure, in: plan, source))
        let query = try StatisticsQuery(
            plan, measures: [measure], source: source, options: options, observer: collector, only: plan.ownWorkouts(of: measure))
        _ = try query.run()
        let found = query.keyValues().firstIndex(of: values).flatMap(collector.participants) ?? []
        guard measure.aggregate.needsBeats else { return found }
        return found.compactMap { participant in
            query.context.metadata.variability(participant.metadata).map { variability in
                var participant = participant
                participant.value = variability.value(of: measure.aggregate)
                return participant
            }
        }
    }

    /// Returns the workouts of a measure that counts each of their amounts at its time; none for other measures.
    private static func wholeWorkouts(
        of measure: Measure, in plan: Plan, _ source: any SampleSource
    ) throws -> [Int64: ContributionCollector.WholeWorkout] {
        guard let field = measure.workoutField, MeasureGroup.groups(of: [measure], in: plan)[0].placement(in: plan) == .byTime else {
            return [:]
        }
        return try source.workouts(near: SampleWindow(plan.range, rule: plan.edges)).compactMapValues { workout in
            workout.value(of: field).map { .init(start: workout.start.milliseconds, end: workout.end.milliseconds, value: $0) }
        }
    }

    /// Returns the names of the values of samples; nil if their values are numbers.
    private static func names(
        of measure: Measure, _ participants: [Participant], in plan: Plan, _ source: any SampleSource
    ) throws -> SampleNames? {
        guard measure.workoutField == nil else { return nil }
        let metadata = MetadataCache(source, keys: [MetadataKey.categoryValueName])
        try metadata.load(participants.map(\.metadata))
        let window = SampleWindow(plan.range, rule: plan.edges)
        let workouts = measure.metric == .workouts ? try source.workouts(near: window) : [:]
        return SampleNames(of: measure.metric, metadata: metadata, workouts: workouts)
    }
}

extension TimeGrid {
    /// Returns true if a row of the plan's table has the time and the slots of a group.
    ///
    /// - Parameter zone: The zone of the person whose grid this is, if rows have local times.
    fileprivate func isGroup(_ group: Int, ofRow row: Int, in table: ResultTable, _ zone: Zone? = nil) -> Bool {
        if hasTimeKey {
            if let zone {
                let start = Instant(milliseconds: groupStarts[group])
                let isWhole = intervalText == nil && profiles.isEmpty && events == nil
                if !isWhole, zone.localMilliseconds(at: start) != table.starts[row] { return false }
                // A time that clocks show twice is two rows of a person.
                if let offset = table.offsets?[row].start, Int64(zone.offsetSeconds(at: start)) != Int64(offset) { return false }
            } else if (groupStarts[group], groupEnds[group]) != (table.starts[row], table.ends[row]) {
                return false
            }
        }
        return profiles.indices.allSatisfy { table.keys[$0].values[row] == profiles[$0].keyValue(ofSlot: Int(slots[$0][group])) }
    }
}

extension ResultTable {
    /// Returns false for a row of another person.
    fileprivate func isOfPerson(_ person: Person, row: Int) -> Bool {
        guard let ids = keys.first(where: { $0.name == PersonField.idName })?.values else { return true }
        return ids[row] == PersonField.id.value(of: person)
    }
}

extension Measure {
    /// The unit in which `why` shows the values of samples: that of the column, or the storage unit if the column counts samples or time.
    package var sampleUnit: HealthUnit? {
        switch result {
        case .value, .difference: unit
        case .share where aggregate.needsBeats: unit
        case .count, .time, .share, .clock: storageUnit
        }
    }

    /// Returns the conversion of sample values to `sampleUnit`.
    var valueConversion: (Double) -> Double {
        guard let unit = sampleUnit, let conversion = storageUnit?.conversion(to: unit) else { return { $0 } }
        return { conversion($0) }
    }
}

extension Plan {
    /// Returns the plan with shorter and longer times near events, if a measure is the nearest value without a limit. The first one with a
    /// sample has the nearest. Returns only the plan for all other measures.
    fileprivate func narrowed(to measure: Measure) -> [Plan] {
        guard let window, window.length == nil, isNearest(measure) else { return [self] }
        return ([1, 30, 365, 1_000_000] as [Int64]).map { days in
            var plan = self
            plan.window?.length = days * millisecondsPerDay
            return plan
        }
    }
}

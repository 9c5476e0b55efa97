import CalendarIntervals
import HealthModel

/// The rows of people with different days: groups of the same local time are one group.
package struct CohortGrid {
    /// The groups of all time zones, on local time.
    package private(set) var grid: TimeGrid
    package private(set) var range: PlanRange
    /// For each plan, the group of each of its groups.
    package private(set) var groups: [[Int]]

    /// The place of a group among those of all time zones.
    private struct Place: Hashable, Comparable {
        var start: Int64
        var slots: [Int32]

        static func < (a: Place, b: Place) -> Bool {
            a.start != b.start ? a.start < b.start : a.slots.lexicographicallyPrecedes(b.slots)
        }
    }

    /// - Parameter plan: The plan with the rows of all people.
    package init(_ plan: Plan, _ cohort: Cohort) {
        grid = plan.grid
        range = plan.range
        groups = cohort.plans.map { Array(0..<$0.grid.groupCount) }
        guard cohort.hasOwnDays, !cohort.plans.contains(where: \.range.isUnknown) else { return }
        let starts = cohort.plans.map { $0.local($0.range.start.milliseconds) }
        let ends = cohort.plans.map { $0.local($0.range.end.milliseconds) }
        range.start = Instant(milliseconds: starts.min() ?? 0)
        range.end = Instant(milliseconds: ends.max() ?? 0)
        range.includesEnd = cohort.plans.contains(where: \.range.includesEnd)
        unite(cohort.plans)
    }

    private mutating func unite(_ plans: [Plan]) {
        let model = plans[0].grid
        let isDivided = model.hasTimeKey && (model.intervalText != nil || !model.profiles.isEmpty)
        let places = plans.map { plan in
            (0..<plan.grid.groupCount).map { group in
                Place(start: isDivided ? plan.local(plan.grid.groupStarts[group]) : 0, slots: plan.grid.slots.map { $0[group] })
            }
        }
        let all = Set(places.flatMap(\.self)).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(all, 0...))
        groups = places.map { $0.map { numbers[$0] ?? 0 } }
        grid = TimeGrid(edges: [range.start.milliseconds, max(range.end.milliseconds, range.start.milliseconds + 1)])
        (grid.intervalText, grid.anchorText, grid.profiles) = (model.intervalText, model.anchorText, model.profiles)
        grid.groupCount = all.count
        grid.slots = model.profiles.indices.map { profile in all.map { $0.slots[profile] } }
        guard model.hasTimeKey else {
            (grid.groupStarts, grid.groupEnds) = ([], [])
            return
        }
        grid.groupStarts = isDivided ? all.map(\.start) : [range.start.milliseconds]
        var ends = [Int64?](repeating: nil, count: all.count)
        var isPartial = [Bool](repeating: false, count: all.count)
        for (plan, own) in zip(plans, groups) {
            let partial = plan.partialGroups
            for (index, group) in own.enumerated() {
                isPartial[group] = isPartial[group] || partial[index]
                // When clocks change, an hour is longer or shorter for some people.
                let end = plan.local(plan.grid.groupEnds[index])
                if end > grid.groupStarts[group] { ends[group] = isDivided ? min(ends[group] ?? end, end) : max(ends[group] ?? end, end) }
            }
            // Before the first row of a person and after the last one, the time is not in the person's range, or has not begun.
            let known = Set(own)
            guard let first = own.first, let last = own.last else { continue }
            for group in all.indices where (group < first || group > last) && !known.contains(group) { isPartial[group] = true }
        }
        grid.groupEnds = zip(grid.groupStarts, ends).map { start, end in end ?? start }
        grid.isPartial = isPartial
    }
}

extension Plan {
    /// Returns the local time of an instant, as milliseconds on the time line of rows with own days.
    package func local(_ milliseconds: Int64) -> Int64 { zone.localMilliseconds(at: Instant(milliseconds: milliseconds)) }
}

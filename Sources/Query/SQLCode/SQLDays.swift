import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Writes out the rows of people with different days, with the edges of each time zone (S14.4).
///
/// Rows by person are those of their zones. Rows that combine people are those of the local times of all zones. There, an hour that the
/// clocks repeat is two buckets of one row: the second has the number of the row plus the number of all rows.
struct SQLDays {
    /// The plan of all people. The plans of its cohort have the rules of the measures.
    let plan: Plan
    let cohort: Cohort
    let hasInstants: Bool
    let hasTexts: Bool
    private let common: CohortGrid
    /// For each plan, the bucket of each group; nil for groups that are not rows.
    private let buckets: [[Int?]]
    /// For each row by person, its plan and group.
    private let rows: [(zone: Int, group: Int)]
    /// For rows that combine people, the groups of ``common`` that are rows.
    private let groups: [Int]

    init(_ plan: Plan, _ cohort: Cohort, hasInstants: Bool = false, hasTexts: Bool = true) {
        (self.plan, self.cohort, self.hasInstants, self.hasTexts) = (plan, cohort, hasInstants, hasTexts)
        let common = CohortGrid(plan, cohort)
        self.common = common
        guard !plan.hasRowsOfPersons else {
            var rows: [(zone: Int, group: Int)] = []
            buckets = cohort.plans.enumerated().map { zone, own in
                let partial = own.partialGroups
                return (0..<own.grid.groupCount).map { group in
                    guard plan.partial != .drop || !partial[group] else { return nil }
                    rows.append((zone, group))
                    return rows.count - 1
                }
            }
            self.rows = rows
            groups = []
            return
        }
        var whole = plan
        whole.grid = common.grid
        let partial = whole.partialGroups
        let groups = (0..<common.grid.groupCount).filter { plan.partial != .drop || !partial[$0] }
        let rowOfGroup = Dictionary(uniqueKeysWithValues: zip(groups, 0...))
        buckets = common.groups.map { own in
            var seen: [Int: Int] = [:]
            return own.map { group in
                guard let row = rowOfGroup[group] else { return nil }
                defer { seen[row, default: 0] += 1 }
                return row + groups.count * seen[row, default: 0]
            }
        }
        self.groups = groups
        rows = []
    }

    /// The number of rows that combine people, if buckets have greater numbers than rows; nil otherwise.
    var repeatedRowCount: Int? {
        guard !plan.hasRowsOfPersons else { return nil }
        return (buckets.flatMap { $0.compactMap(\.self) }.max() ?? 0) >= groups.count && !groups.isEmpty ? groups.count : nil
    }

    /// All times that rows can have, on local time.
    var times: Set<Range<Int64>> {
        func times(_ starts: [Int64], _ ends: [Int64], _ place: (Int64) -> Int64) -> [Range<Int64>] {
            zip(starts, ends).filter { $0.0 != .min }.map { start, end in place(start)..<max(place(start), place(end)) }
        }
        guard plan.hasRowsOfPersons else { return Set(times(common.grid.groupStarts, common.grid.groupEnds) { $0 }) }
        return Set(cohort.plans.flatMap { own in times(own.grid.groupStarts, own.grid.groupEnds, own.local) })
    }

    // MARK: Tables

    func add(to query: inout SQLQuery) {
        if plan.hasRowsOfPersons { addRowsOfZones(to: &query) } else { addCommonRows(to: &query) }
        addSlices(named: "slices", "The time spans of each row in each time zone, in milliseconds.", to: &query)
    }

    /// Adds the time spans of rows.
    func addSlices(named name: String, _ purpose: String, to query: inout SQLQuery) {
        let slices = cohort.plans.enumerated().flatMap { zone, own in
            SQLBuckets(plan: own).sliceBounds().enumerated().compactMap { bucket, bounds -> [String]? in
                let group = own.grid.groupOfBucket.map { Int($0[bucket]) } ?? bucket
                guard buckets[zone].indices.contains(group), let number = buckets[zone][group] else { return nil }
                return ["\(number)", "\(zone)"] + bounds
            }
        }
        query.add(name, columns: ["bucket", "zone_number", "from_ms", "to_ms"], purpose, rows: slices)
    }

    private func addCommonRows(to query: inout SQLQuery) {
        var whole = plan
        (whole.grid, whole.range, whole.zone, whole.cohort) = (common.grid, common.range, .utc, nil)
        let partial = whole.partialGroups
        let shown = SQLBuckets(plan: whole, hasInstants: hasInstants, hasTexts: hasTexts, hasSuffix: false)
        shown.addRows(
            "buckets", columns: ["bucket"] + shown.tableColumns + ["partial"],
            "One row for each local time. The days are those of each person's own time zone.",
            rows: groups.enumerated().map { row, group in ["\(row)"] + shown.labels(of: group) + [partial[group] ? "'true'" : "'false'"] },
            times: common.grid.hasTimeKey ? groups.map { (common.grid.groupStarts[$0], common.grid.groupEnds[$0]) } : [], to: &query)
    }

    /// Adds the rows of all zones. Rows with the same local start are in the order of their keys, so they share a place.
    private func addRowsOfZones(to query: inout SQLQuery) {
        func local(_ time: Int64, _ zone: Int) -> Int64 { time == .min ? time : cohort.plans[zone].local(time) }
        func place(_ row: (zone: Int, group: Int)) -> [Int64] {
            let grid = cohort.plans[row.zone].grid
            return (grid.hasTimeKey ? [local(grid.groupStarts[row.group], row.zone)] : []) + grid.slots.map { Int64($0[row.group]) }
        }
        let places = Set(rows.map(place)).sorted { $0.lexicographicallyPrecedes($1) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(places, 0...))
        let partial = cohort.plans.map(\.partialGroups)
        let shown = cohort.plans.map { SQLBuckets(plan: $0, hasInstants: hasInstants, hasTexts: hasTexts) }
        let cells = rows.enumerated().map { number, row -> [String] in
            var labels = shown[row.zone].labels(of: row.group)
            // Stages compare local times. A program that reads the rows has the zone of each.
            if hasInstants, hasTexts, shown[row.zone].hasTime {
                let grid = cohort.plans[row.zone].grid
                let times = [grid.groupStarts[row.group], grid.groupEnds[row.group]]
                labels.replaceSubrange((labels.count - 2)..., with: times.map { $0 == .min ? "NULL" : "\(local($0, row.zone))" })
            }
            return ["\(number)", "\(row.zone)", "\(numbers[place(row)] ?? 0)"] + labels + [
                partial[row.zone][row.group] ? "'true'" : "'false'"
            ]
        }
        query.add(
            "buckets",
            columns: ["bucket", "zone_number", "place"] + SQLBuckets(plan: plan, hasInstants: hasInstants, hasTexts: hasTexts).tableColumns
                + ["partial"],
            "The rows of each time zone. Rows with the same local start have the same place.", rows: cells)
    }

    // MARK: Quarter hours

    /// The bucket and the zone of each group that is a row.
    private var places: [(bucket: Int, zone: Int, group: Int)] {
        buckets.enumerated().flatMap { zone, own in own.enumerated().compactMap { group, bucket in bucket.map { ($0, zone, group) } } }
    }

    /// The bucket and the number of quarter hours of each group.
    var quarterCounts: [[String]] {
        let counts = cohort.plans.map(\.quarterCounts)
        return places.map { ["\($0.bucket)", "\(counts[$0.zone][$0.group])"] }
    }

    /// The time spans of buckets inside the range.
    var quarterSpans: [[String]] {
        cohort.plans.enumerated().flatMap { zone, own in
            own.groupsInRange.compactMap { group, span -> [String]? in
                guard !span.isEmpty, buckets[zone].indices.contains(group), let bucket = buckets[zone][group] else { return nil }
                return ["\(bucket)", "\(zone)", "\(span.lowerBound)", "\(span.upperBound)"]
            }
        }
    }
}

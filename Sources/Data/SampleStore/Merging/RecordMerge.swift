package import HealthModel

/// A record that can be imported several times. It is recognized by its identity and the metadata rule S1.2.
package protocol IdentifiedRecord: Equatable {
    associatedtype Identity: Hashable
    /// The properties that are equal in two copies of the record, without metadata. Stores look records up by them.
    var identity: Identity { get }
    /// Returns true if `other`, which has the same identity, can be a copy of this record apart from its metadata. The default is true.
    func isCopy(of other: Self) -> Bool
    var metadata: Int32 { get set }
    /// The sample number. 0 before the record has one.
    var number: Int64 { get set }
    /// Adds the additional information of `other`, which has the same identity and metadata. The result does not depend on the order.
    mutating func combine(with other: Self, order: any ContentOrder)
}

/// The result of merging a record into the stored ones of the same identity.
package enum RecordChange: Equatable {
    case added
    case changed(index: Int)
    case none
}

extension IdentifiedRecord {
    package func isCopy(of other: Self) -> Bool { true }

    /// Merges this record into the stored ones of its identity. Its copies are either one without metadata, or one for each metadata set.
    package func merge(into group: inout [Self], order: any ContentOrder) throws -> RecordChange {
        let copies = group.indices.filter { isCopy(of: group[$0]) }
        if let same = try same(in: group, copies, order: order) {
            let before = group[same]
            if before.metadata != metadata, try order.metadata(metadata, precedes: before.metadata) { group[same].metadata = metadata }
            group[same].combine(with: self, order: order)
            return group[same] == before ? .none : .changed(index: same)
        }
        if metadata == 0 && !copies.isEmpty { return .none }
        if let first = copies.first, group[first].metadata == 0 {
            let number = group[first].number
            group[first] = self
            group[first].number = number
            return .changed(index: first)
        }
        group.append(self)
        return .added
    }

    /// Returns the copy with the same metadata, or nil.
    private func same(in group: [Self], _ copies: [Int], order: any ContentOrder) throws -> Int? {
        try copies.first { group[$0].metadata == metadata }
            ?? copies.first { index in
                try metadata != 0 && group[index].metadata != 0 && order.metadata(group[index].metadata, isAlike: metadata)
            }
    }

    /// Returns the place in `group` of the record into which `merge` merged this one.
    package func place(in group: [Self], after change: RecordChange, order: any ContentOrder) throws -> Int? {
        switch change {
        case .added: return group.indices.last
        case .changed(let index): return index
        case .none:
            let copies = group.indices.filter { isCopy(of: group[$0]) }
            return try same(in: group, copies, order: order) ?? copies.first
        }
    }
}

extension Workout: IdentifiedRecord {
    /// Merges this workout into the stored ones of its identity. If it `replaces` and was created later or earlier than the only stored
    /// one, the later of both is kept (`ImportBatch.replacing`).
    package func merge(into group: inout [Workout], order: any ContentOrder, replaces: Bool) throws -> RecordChange {
        guard replaces, group.count == 1, let created, let before = group[0].created, created != before else {
            return try merge(into: &group, order: order)
        }
        guard created > before else { return .none }
        var workout = self
        workout.number = group[0].number
        group[0] = workout
        return .changed(index: 0)
    }

    package struct Identity: Hashable {
        package var activity: String
        package var source: Int32
        package var start: Instant
        package var end: Instant
    }

    package var identity: Identity { Identity(activity: activity, source: source, start: start, end: end) }

    /// Keeps the greater of two numbers, unless they are one number in two units, and the earlier of two creation times. Combines
    /// statistics, events, routes and parts.
    package mutating func combine(with other: Workout, order: any ContentOrder) {
        activeSeconds = greater(activeSeconds, other.activeSeconds)
        created = [created, other.created].compactMap(\.self).min()
        origin = order.first(of: origin, other.origin)
        statistics.combine(with: other.statistics)
        events = Array(Set(events).union(other.events))
        routes = Array(Set(routes).union(other.routes))
        for activity in other.activities {
            if let index = activities.firstIndex(where: { $0.isCopy(of: activity) }) {
                activities[index].combine(with: activity, order: order)
            } else {
                activities.append(activity)
            }
        }
        sortParts()
    }

    /// Returns true if another workout records the same duration, statistics, events and parts. Exports before iOS 16 have no parts.
    package func hasSameRecords(as other: Workout) -> Bool {
        guard areSame(activeSeconds, other.activeSeconds), Set(events) == Set(other.events), statistics.areSame(as: other.statistics)
        else { return false }
        if activities.isEmpty || other.activities.isEmpty { return true }
        return activities.count == other.activities.count
            && activities.allSatisfy { own in
                other.activities.contains {
                    own.isCopy(of: $0) && areSame(own.activeSeconds, $0.activeSeconds) && own.statistics.areSame(as: $0.statistics)
                }
            }
    }

    /// Removes the series and returns them.
    package mutating func takeSeries() -> [TimeSeries] {
        defer { series = [] }
        return series
    }

    /// Returns true if `a` comes before `b` in the order of start, end, activity and source.
    package static func precedes(_ a: Workout, _ b: Workout, order: any ContentOrder) -> Bool {
        let (left, right) = ((a.start, a.end, a.activity), (b.start, b.end, b.activity))
        if left != right { return left < right }
        return a.source == b.source ? a.number < b.number : order.source(a.source, precedes: b.source)
    }

    /// Sorts statistics, events, routes and parts, so that their order does not depend on the import.
    mutating func sortParts() {
        statistics.sortByMetric()
        events.sortByTime()
        routes.sort()
        for index in activities.indices { activities[index].sortParts() }
        activities.sort { ($0.start, $0.end, $0.activity) < ($1.start, $1.end, $1.activity) }
    }
}

extension Workout.Activity {
    /// Returns true if another part of the same workout is this one.
    fileprivate func isCopy(of other: Workout.Activity) -> Bool {
        activity == other.activity && start == other.start && end == other.end
    }

    fileprivate mutating func combine(with other: Workout.Activity, order: any ContentOrder) {
        uuid = uuid.isEmpty || other.uuid.isEmpty ? uuid + other.uuid : min(uuid, other.uuid)
        activeSeconds = greater(activeSeconds, other.activeSeconds)
        if metadata != other.metadata,
            metadata == 0 || other.metadata != 0 && (try? order.metadata(other.metadata, precedes: metadata)) == true
        {
            metadata = other.metadata
        }
        statistics.combine(with: other.statistics)
        events = Array(Set(events).union(other.events))
    }

    fileprivate mutating func sortParts() {
        statistics.sortByMetric()
        events.sortByTime()
    }
}

extension [Workout.Event] {
    fileprivate mutating func sortByTime() { sort { ($0.start, $0.end, $0.type) < ($1.start, $1.end, $1.type) } }
}

extension [Workout.Statistic] {
    fileprivate mutating func sortByMetric() { sort { ($0.metric.identifier, $0.unit) < ($1.metric.identifier, $1.unit) } }

    /// Returns true if another list has the same numbers, also in other units.
    fileprivate func areSame(as others: [Workout.Statistic]) -> Bool {
        count == others.count
            && allSatisfy { own in others.contains { $0.metric == own.metric && $0.converted(to: own.unit).map(own.isSame) == true } }
    }

    /// Adds statistics to those of their metrics. The unit that comes first by its text is kept if one can be converted to the other.
    fileprivate mutating func combine(with others: [Workout.Statistic]) {
        for other in others { combine(with: other) }
    }

    private mutating func combine(with statistic: Workout.Statistic) {
        for index in indices where self[index].metric == statistic.metric {
            let unit = Swift.min(self[index].unit, statistic.unit)
            guard var kept = self[index].converted(to: unit), let added = statistic.converted(to: unit) else { continue }
            kept.combine(with: added)
            self[index] = kept
            return
        }
        append(statistic)
    }
}

extension Workout.Statistic {
    /// Returns the statistic in another unit. Nil if its unit cannot be converted.
    fileprivate func converted(to unit: String) -> Workout.Statistic? {
        if unit == self.unit { return self }
        guard let from = HealthUnit(self.unit), let to = HealthUnit(unit), let conversion = from.conversion(to: to) else { return nil }
        return Workout.Statistic(
            metric: metric, sum: sum.map { conversion($0) }, average: average.map { conversion($0) },
            minimum: minimum.map { conversion($0) }, maximum: maximum.map { conversion($0) }, unit: unit)
    }

    /// Returns true if another statistic in the same unit has the same numbers.
    fileprivate func isSame(_ other: Workout.Statistic) -> Bool {
        let pairs = [(sum, other.sum), (average, other.average), (minimum, other.minimum), (maximum, other.maximum)]
        return pairs.allSatisfy { areSame($0, $1) }
    }

    fileprivate mutating func combine(with other: Workout.Statistic) {
        sum = greater(sum, other.sum)
        average = greater(average, other.average)
        minimum = greater(minimum, other.minimum)
        maximum = greater(maximum, other.maximum)
    }
}

extension ActivitySummary {
    /// Keeps the greater value of each field. The summary of the export's day grows with the next export.
    package mutating func combine(with other: ActivitySummary) {
        activeEnergy = greater(activeEnergy, other.activeEnergy)
        activeEnergyGoal = greater(activeEnergyGoal, other.activeEnergyGoal)
        moveTime = greater(moveTime, other.moveTime)
        moveTimeGoal = greater(moveTimeGoal, other.moveTimeGoal)
        exerciseTime = greater(exerciseTime, other.exerciseTime)
        exerciseTimeGoal = greater(exerciseTimeGoal, other.exerciseTimeGoal)
        standHours = greater(standHours, other.standHours)
        standHoursGoal = greater(standHoursGoal, other.standHoursGoal)
        isPaused = isPaused || other.isPaused
    }

    /// Returns the summary that a store keeps of a day.
    ///
    /// - Parameter replaces: True if the stored numbers do not count (`ImportBatch.replacing`).
    package func merged(with stored: ActivitySummary?, replaces: Bool) -> ActivitySummary {
        guard var stored, !replaces else { return self }
        stored.combine(with: self)
        return stored
    }
}

/// A correlation with its number in a store. Its members are sorted.
package struct StoredCorrelation: IdentifiedRecord {
    package struct Identity: Hashable {
        package var source: Int32
        package var start: Instant
        package var end: Instant
    }

    package var correlation: Correlation
    package var number: Int64 = 0

    package init(_ correlation: Correlation) {
        self.correlation = correlation
        self.correlation.members.sort {
            ($0.metric.identifier, $0.start, $0.end, $0.value) < ($1.metric.identifier, $1.start, $1.end, $1.value)
        }
    }

    /// Returns true if `a` comes before `b` in the order of start, end, type and source.
    package static func precedes(_ a: StoredCorrelation, _ b: StoredCorrelation, order: any ContentOrder) -> Bool {
        let (left, right) = (
            (a.correlation.start, a.correlation.end, a.correlation.type), (b.correlation.start, b.correlation.end, b.correlation.type)
        )
        if left != right { return left < right }
        let (source, other) = (a.correlation.source, b.correlation.source)
        return source == other ? a.number < b.number : order.source(source, precedes: other)
    }

    package var metadata: Int32 {
        get { correlation.metadata }
        set { correlation.metadata = newValue }
    }
    package var identity: Identity { Identity(source: correlation.source, start: correlation.start, end: correlation.end) }

    package func isCopy(of other: StoredCorrelation) -> Bool {
        correlation.type == other.correlation.type && correlation.members == other.correlation.members
    }

    package mutating func combine(with other: StoredCorrelation, order: any ContentOrder) {
        correlation.origin = order.first(of: correlation.origin, other.correlation.origin)
    }
}

/// Returns true if two numbers can be one number in two units, or if both are unknown.
private func areSame(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return SixDigits.agree(a, b)
}

/// Returns the greater of two numbers. Nil is less than any number.
///
/// Of two numbers that can be one number in two units (S1.2), the one with fewer digits is the one that was not converted: 34 min are
/// 2,040 s, but the same workout in an export with hours has 2,040.0012 s. The result thus does not depend on the order of import.
private func greater(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    guard a != b, SixDigits.agree(a, b) else { return max(a, b) }
    let (digits, others) = (SixDigits.count(a), SixDigits.count(b))
    return digits == others ? max(a, b) : digits < others ? a : b
}

package import HealthModel

/// A record that can be imported several times. It is recognized by its identity and the metadata rule S1.2.
package protocol IdentifiedRecord: Equatable {
    associatedtype Identity: Hashable
    /// The properties that are equal in two copies of the record, without metadata.
    var identity: Identity { get }
    var metadata: Int32 { get }
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
    /// Merges this record into the stored ones of its identity: either one without metadata, or one for each metadata set.
    package func merge(into group: inout [Self], order: any ContentOrder) -> RecordChange {
        if let same = group.firstIndex(where: { $0.metadata == metadata }) {
            let before = group[same]
            group[same].combine(with: self, order: order)
            return group[same] == before ? .none : .changed(index: same)
        }
        if metadata == 0 && !group.isEmpty { return .none }
        if let first = group.first, first.metadata == 0 {
            group[0] = self
            group[0].number = first.number
            return .changed(index: 0)
        }
        group.append(self)
        return .added
    }
}

extension Workout: IdentifiedRecord {
    package struct Identity: Hashable {
        package var activity: String
        package var source: Int32
        package var start: Instant
        package var end: Instant
    }

    package var identity: Identity { Identity(activity: activity, source: source, start: start, end: end) }

    /// Keeps the greater of two numbers and the earlier of two creation times. Combines statistics, events and routes.
    package mutating func combine(with other: Workout, order: any ContentOrder) {
        activeSeconds = greater(activeSeconds, other.activeSeconds)
        created = [created, other.created].compactMap(\.self).min()
        origin = order.first(of: origin, other.origin)
        for statistic in other.statistics {
            if let index = statistics.firstIndex(where: { $0.metric == statistic.metric && $0.unit == statistic.unit }) {
                statistics[index].combine(with: statistic)
            } else {
                statistics.append(statistic)
            }
        }
        events = Array(Set(events).union(other.events))
        routes = Array(Set(routes).union(other.routes))
        sortParts()
    }

    /// Returns true if `a` comes before `b` in the order of start, end, activity and source.
    package static func precedes(_ a: Workout, _ b: Workout, order: any ContentOrder) -> Bool {
        let (left, right) = ((a.start, a.end, a.activity), (b.start, b.end, b.activity))
        if left != right { return left < right }
        return a.source == b.source ? a.number < b.number : order.source(a.source, precedes: b.source)
    }

    /// Sorts statistics, events and routes, so that their order does not depend on the import.
    mutating func sortParts() {
        statistics.sort { ($0.metric.identifier, $0.unit) < ($1.metric.identifier, $1.unit) }
        events.sort { ($0.start, $0.end, $0.type) < ($1.start, $1.end, $1.type) }
        routes.sort()
    }
}

extension Workout.Statistic {
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
}

/// A correlation with its number in a store. Its members are sorted.
package struct StoredCorrelation: IdentifiedRecord {
    package struct Identity: Hashable {
        package var type: String
        package var source: Int32
        package var start: Instant
        package var end: Instant
        package var members: [Correlation.Member]
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

    package var metadata: Int32 { correlation.metadata }
    package var identity: Identity {
        Identity(
            type: correlation.type, source: correlation.source, start: correlation.start, end: correlation.end,
            members: correlation.members)
    }

    package mutating func combine(with other: StoredCorrelation, order: any ContentOrder) {
        correlation.origin = order.first(of: correlation.origin, other.correlation.origin)
    }
}

/// Returns the greater of two numbers. Nil is less than any number.
private func greater(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return max(a, b)
}

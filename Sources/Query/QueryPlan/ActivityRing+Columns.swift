package import HealthModel
package import QueryVocabulary

extension ActivityRing {
    /// The unit in which summaries keep the amount and the goal.
    package var unit: HealthUnit {
        switch self {
        case .move: .kilocalorie
        case .moveTime, .exercise: .minute
        case .stand: .hour
        }
    }

    /// Apple's short name of the metric that fills the ring.
    package var metric: String {
        switch self {
        case .move: "activeEnergyBurned"
        case .moveTime: "appleMoveTime"
        case .exercise: "appleExerciseTime"
        case .stand: "appleStandHour"
        }
    }

    fileprivate var fields: (amount: WritableKeyPath<ActivitySummary, Double?>, goal: WritableKeyPath<ActivitySummary, Double?>) {
        switch self {
        case .move: (\.activeEnergy, \.activeEnergyGoal)
        case .moveTime: (\.moveTime, \.moveTimeGoal)
        case .exercise: (\.exerciseTime, \.exerciseTimeGoal)
        case .stand: (\.standHours, \.standHoursGoal)
        }
    }
}

extension ActivitySummary {
    /// The amount and the goal of a ring, in the unit of the ring.
    package subscript(ring: ActivityRing) -> (amount: Double?, goal: Double?) {
        get { (self[keyPath: ring.fields.amount], self[keyPath: ring.fields.goal]) }
        set { (self[keyPath: ring.fields.amount], self[keyPath: ring.fields.goal]) = newValue }
    }

    /// Returns the goal of a ring, or nil if no goal is set, which summaries record as 0 (S7.2).
    package func goal(of ring: ActivityRing) -> Double? { self[ring].goal.flatMap { $0 > 0 ? $0 : nil } }
}

/// A column of `summaries` (S7.2).
package struct RingColumn: Sendable {
    package enum Part: String, Sendable, CaseIterable {
        case amount = ""
        case goal = "Goal"
        /// The quotient of amount and goal.
        case progress = "Progress"
    }

    package let ring: ActivityRing
    package let part: Part

    /// All columns, in the order of an answer.
    package static let all: [RingColumn] = ActivityRing.allCases.flatMap { ring in Part.allCases.map { RingColumn(ring: ring, part: $0) } }

    package var name: String { ring.rawValue + part.rawValue }

    /// Apple's unit string. Hours of standing are counted.
    package var unit: String { part == .progress ? "%" : ring == .stand ? "count" : ring.unit.symbol }

    /// True if it makes sense to add up the rows.
    package var isAdditive: Bool { part == .amount }

    /// True if the number can still grow on a day that is not over.
    package var accumulates: Bool { part != .goal }

    /// True if few people have the ring, so that an answer leaves out the column if it is empty.
    package var isOptional: Bool { ring == .moveTime }

    /// Returns the value on the day of `summary`.
    package func value(of summary: ActivitySummary) -> Double? {
        switch part {
        case .amount: return summary[ring].amount
        case .goal: return summary.goal(of: ring)
        case .progress:
            guard let amount = summary[ring].amount, let goal = summary.goal(of: ring) else { return nil }
            return amount / goal
        }
    }
}

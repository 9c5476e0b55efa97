public import Foundation
@_spi(Guests) import TallyKit

// Sendable: programs hand summaries on after they are filled. A program that changes one must do so in one task.
/// The rings of a day: what was reached, and the goals.
public final class HKActivitySummary: NSObject, @unchecked Sendable {
    /// The unit of the move ring: energy or minutes.
    public var activityMoveMode: HKActivityMoveMode = .activeEnergy
    /// The active energy of the day.
    public var activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
    /// The goal of active energy; 0 if there is none.
    public var activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
    /// The minutes of movement.
    public var appleMoveTime = HKQuantity(unit: .minute(), doubleValue: 0)
    /// The goal in minutes of movement; 0 if there is none.
    public var appleMoveTimeGoal = HKQuantity(unit: .minute(), doubleValue: 0)
    /// The minutes of exercise.
    public var appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: 0)
    /// The goal in minutes of exercise; nil if there is none.
    public var exerciseTimeGoal: HKQuantity?
    /// The number of hours with some standing.
    public var appleStandHours = HKQuantity(unit: .count(), doubleValue: 0)
    /// The goal in hours; nil if there is none.
    public var standHoursGoal: HKQuantity?
    /// True if the rings were paused on that day.
    public var isPaused = false

    /// The goal in minutes of exercise; 0 if there is none.
    public var appleExerciseTimeGoal: HKQuantity {
        get { exerciseTimeGoal ?? HKQuantity(unit: .minute(), doubleValue: 0) }
        set { exerciseTimeGoal = newValue }
    }
    /// The goal in hours; 0 if there is none.
    public var appleStandHoursGoal: HKQuantity {
        get { standHoursGoal ?? HKQuantity(unit: .count(), doubleValue: 0) }
        set { standHoursGoal = newValue }
    }

    private let day: DateComponents?
    private let name: String?

    /// Creates an empty summary, to be filled and shown. It has no day.
    public override init() {
        day = nil
        name = nil
    }

    init(_ summary: ActivitySummary) {
        day = summary.date
        name = summary.day
        super.init()
        func quantity(_ unit: HKUnit, _ value: Double?) -> HKQuantity { HKQuantity(unit: unit, doubleValue: value ?? 0) }
        activeEnergyBurned = quantity(.kilocalorie(), summary.activeEnergy)
        activeEnergyBurnedGoal = quantity(.kilocalorie(), summary.activeEnergyGoal)
        appleMoveTime = quantity(.minute(), summary.moveTime)
        appleMoveTimeGoal = quantity(.minute(), summary.moveTimeGoal)
        appleExerciseTime = quantity(.minute(), summary.exerciseTime)
        exerciseTimeGoal = summary.exerciseTimeGoal.flatMap { $0 > 0 ? quantity(.minute(), $0) : nil }
        appleStandHours = quantity(.count(), summary.standHours)
        standHoursGoal = summary.standHoursGoal.flatMap { $0 > 0 ? quantity(.count(), $0) : nil }
        isPaused = summary.isPaused
        if (summary.moveTimeGoal ?? 0) > 0, (summary.activeEnergyGoal ?? 0) == 0 { activityMoveMode = .appleMoveTime }
    }

    /// Returns the year, month and day of the summary, with the era and the calendar.
    public func dateComponents(for calendar: Calendar) -> DateComponents {
        var components = DateComponents()
        components.calendar = calendar
        guard let day else { return components }
        components.era = 1
        (components.year, components.month, components.day) = (day.year, day.month, day.day)
        return components
    }

    /// Returns true if the day is from `first` through `last`, written as `yyyy-MM-dd`. A bound that is nil does not choose.
    func isIn(_ first: String?, _ last: String?) -> Bool {
        guard let name else { return false }
        return (first.map { $0 <= name } ?? true) && (last.map { name <= $0 } ?? true)
    }
}

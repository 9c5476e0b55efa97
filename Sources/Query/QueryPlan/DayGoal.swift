package import HealthModel
package import QueryVocabulary

/// The goal of a day, in the unit of a column.
package enum DayGoal: Sendable {
    /// The goal in the query; nil for `goal none`.
    case written(Double?)
    /// The goal of the day's activity summary, or else the one that the store keeps.
    case kept(ActivityGoal?, StoredGoal?)
}

/// A goal of the activity summaries, in the unit of a column.
package struct ActivityGoal: Sendable {
    package var ring: ActivityRing
    package var conversion: UnitConversion

    package init(_ ring: ActivityRing, conversion: UnitConversion) {
        self.ring = ring
        self.conversion = conversion
    }

    /// Returns the goal of a day, or nil if no goal is set.
    package func amount(of summary: ActivitySummary) -> Double? { summary.goal(of: ring).map { conversion($0) } }
}

/// A goal that the store keeps as a setting, such as `10000 count`.
package struct StoredGoal: Sendable {
    /// The name of the setting.
    package let setting: String
    private let unit: HealthUnit

    /// - Parameters:
    ///   - metric: The name of the metric, or of its part.
    ///   - unit: The unit of the column.
    package init(of metric: String, in unit: HealthUnit) {
        setting = Self.setting(of: metric)
        self.unit = unit
    }

    /// Returns the name of the setting for the goal of a metric.
    package static func setting(of metric: String) -> String { PersonalSetting.goalPrefix + metric }

    /// Returns the value of the setting for a goal.
    package static func text(of amount: Double, _ unit: HealthUnit) -> String {
        let number = amount == amount.rounded() && abs(amount) < 1e15 ? "\(Int64(amount))" : "\(amount)"
        return "\(number) \(unit.symbol)"
    }

    /// Returns the goal in the unit of the column, or nil if its unit does not fit.
    package func amount(in text: String) -> Double? {
        Self.parts(text).flatMap { HealthUnit.convert($0.number, from: $0.unit, to: unit) }
    }

    /// Returns true if a text is the value of such a setting.
    package static func isValid(_ text: String) -> Bool { parts(text) != nil }

    private static func parts(_ text: String) -> (number: Double, unit: HealthUnit)? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let number = Double(parts[0]), let unit = HealthUnit(String(parts[1])) else { return nil }
        return (number, unit)
    }
}

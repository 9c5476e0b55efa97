import CalendarIntervals
import HealthModel
package import QueryPlan

/// The order of the values of a key column: numbers by size, weekdays from Monday, category values by their number, no before yes, texts
/// alphabetically.
package struct KeyOrder {
    /// The position of a value in the order.
    package struct Place: Comparable {
        var number: Double
        var text: String

        package static func < (a: Place, b: Place) -> Bool { (a.number, a.text) < (b.number, b.text) }
    }

    private let isWeekday: Bool
    private let isOfLimits: Bool
    private let names: ValueNames?
    private let order: [String]

    package init(_ column: KeyColumn) {
        isWeekday = column.name == Profile.weekday.rawValue
        isOfLimits = column.name == SampleField.limits.name
        names = column.valueNames
        order = column.order
    }

    package func place(_ value: KeyValue) -> Place {
        switch value {
        case .integer(let number): Place(number: Double(number), text: "")
        case .number(let number): Place(number: number, text: "")
        case .flag(let answer): Place(number: answer ? 1 : 0, text: "")
        case .text(let text) where isOfLimits: Place(number: WorkoutZones.limits(in: text).minimum ?? -.infinity, text: text)
        case .text(let text): Place(number: Double(rank(of: text)), text: text)
        }
    }

    private func rank(of text: String) -> Int {
        isWeekday
            ? Weekday.allCases.firstIndex { $0.name == text } ?? 0 : names?.rank(of: text) ?? order.firstIndex(of: text) ?? order.count
    }

    /// Returns true if `a` comes before `b`. A missing value comes first.
    package func precedes(_ a: KeyValue?, _ b: KeyValue?) -> Bool {
        guard let b else { return false }
        guard let a else { return true }
        return place(a) < place(b)
    }

    /// Returns true if the keys `a` come before `b`, the first key being the most significant.
    package static func precedes(_ a: [KeyValue?], _ b: [KeyValue?], _ orders: [KeyOrder]) -> Bool {
        for (index, order) in orders.enumerated() where a[index] != b[index] { return order.precedes(a[index], b[index]) }
        return false
    }
}

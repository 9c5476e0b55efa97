import CalendarIntervals
import QueryPlan
import TallyCharts

/// The slots of a profile: their order in the calendar, and their names.
struct SlotNames {
    private let profile: Profile
    /// The first day of the week, from 0 for Monday.
    private let firstDay: Int

    init(_ profile: Profile, weekStart: Weekday) {
        self.profile = profile
        firstDay = weekStart.rawValue - 1
    }

    /// Returns the position of a row's key in the calendar, from 0.
    func rank(of key: KeyValue?) -> Int {
        switch key {
        case .text(let name)?:
            profile == .weekday
                ? ((Weekday.allCases.firstIndex { $0.name == name } ?? 0) - firstDay + 7) % 7 : profile.slotNames?.firstIndex(of: name) ?? 0
        case .integer(let number)?: number - profile.firstNumber
        case .number, .flag, nil: 0
        }
    }

    /// All slots with their numbers: from 0 for Monday and for parts of a day, and as they are shown for others.
    var all: [(key: Int, name: String)] {
        (0..<profile.slotCount).map { rank in
            let key = profile == .weekday ? (rank + firstDay) % 7 : rank + (profile.slotNames == nil ? profile.firstNumber : 0)
            return (key, label(rank))
        }
    }

    func label(of key: KeyValue?) -> String { label(rank(of: key)) }

    func axis(of ranks: [Int]) -> SlotAxis {
        SlotAxis(labels: ranks.map { label($0) }, shortLabels: ranks.map { label($0, isShort: true) })
    }

    private func label(_ rank: Int, isShort: Bool = false) -> String {
        switch profile {
        case .weekday: return day(rank + firstDay, letters: isShort ? 2 : 3)
        case .hourOfDay: return Self.two(rank)
        // The hours of a week count from Monday, independent of the first day of the week.
        case .hourOfWeek: return day(rank / 24) + (isShort ? "" : " \(Self.two(rank % 24))")
        case .monthOfYear: return String(Self.months[rank % 12].prefix(isShort ? 1 : 3))
        case .dayOfMonth, .weekOfYear: return String(rank + profile.firstNumber)
        case .partOfDay, .weekdayOrWeekend: return isShort ? String(profile.label(ofSlot: rank).prefix(4)) : profile.label(ofSlot: rank)
        }
    }

    private func day(_ index: Int, letters: Int = 3) -> String { String(Weekday.allCases[index % 7].name.prefix(letters)) }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

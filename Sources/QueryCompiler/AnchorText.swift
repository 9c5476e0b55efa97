import CalendarIntervals
import QuerySyntax

/// Anchors as the formatter prints them.
enum AnchorText {
    static func text(of anchor: Anchor) -> String {
        switch anchor {
        case .time(let time): text(of: time)
        case .weekday(let phrase, let time): joined(phrase.weekday.rawValue, time)
        case .dayOfMonth(.number(let day, _), let time): joined("day \(day)", time)
        case .dayOfMonth(.name(let name), let time): joined("day \(name.text)", time)
        case .date(let date, let time): joined(ISO8601.text(of: date.civil), time)
        case .dateTime(let literal):
            ISO8601.text(of: CivilDateTime(date: literal.date.civil, millisecondOfDay: literal.time.millisecondOfDay))
                + (literal.offsetSeconds.map(ISO8601.text(offsetSeconds:)) ?? "")
        case .name(let name): name.text
        }
    }

    private static func joined(_ text: String, _ time: TimeLiteral?) -> String {
        time.map { "\(text) \(self.text(of: $0))" } ?? text
    }

    static func text(of time: TimeLiteral) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return two(time.hour) + ":" + two(time.minute) + (time.second == 0 ? "" : ":" + two(time.second))
    }
}

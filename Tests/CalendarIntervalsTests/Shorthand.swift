import CalendarIntervals
import HealthModel
import Testing

// Shorthand for these tests: times, intervals and schedules from text.

func zone(_ name: String) throws -> Zone { try #require(Zone.named(name)) }

func instant(_ text: String, _ zoneName: String) throws -> Instant {
    try #require(ISO8601.read(text)).instant(in: try zone(zoneName))
}

func range(_ start: String, _ end: String, _ zone: String) throws -> Range<Instant> {
    try instant(start, zone)..<instant(end, zone)
}

/// Returns the interval for `hour`, `15min`, `6h` or `2 weeks`.
func components(_ text: String) throws -> IntervalComponents {
    let digits = text.prefix(while: \.isNumber)
    let word = text.dropFirst(digits.count).drop(while: { $0 == " " })
    let tokens: [Substring: CalendarPeriod] = ["s": .second, "min": .minute, "h": .hour]
    let period = tokens[word] ?? CalendarPeriod.allCases.first { word == $0.name || word == $0.name + "s" }
    return IntervalComponents(Int(digits) ?? 1, try #require(period))
}

func schedule(_ interval: String, from anchor: String, _ zoneName: String, grid: BucketGrid = .elapsed) throws -> BucketSchedule {
    let anchor = try #require(ISO8601.read(anchor)).civil
    return BucketSchedule(interval: try components(interval), anchor: anchor, zone: try zone(zoneName), grid: grid)
}

func edges(_ schedule: BucketSchedule, _ indices: ClosedRange<Int>) -> [String] {
    indices.map { ISO8601.text(of: schedule.edge($0), in: schedule.zone) }
}

func texts(_ edges: [Int64], _ zone: Zone) -> [String] {
    edges.map { ISO8601.text(of: Instant(milliseconds: $0), in: zone) }
}

import Charts
import HealthKit
import SwiftUI
import Testing

/// The calendar of all tests, which is also that of `Calendar.current`. Weeks start on Monday.
let berlin: Calendar = {
    guard let zone = TimeZone(identifier: "Europe/Berlin") else { fatalError("Europe/Berlin is not a known zone") }
    NSTimeZone.default = zone
    var calendar = Calendar(identifier: .gregorian)
    (calendar.timeZone, calendar.locale, calendar.firstWeekday) = (zone, Locale(identifier: "en_GB"), 2)
    return calendar
}()

/// Returns the time that a clock in Berlin shows, such as `2026-03-28 08:30`.
func at(_ text: String) -> Date {
    let parts = text.split { "- :".contains($0) }.compactMap { Int($0) } + [0, 0]
    let components = DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4])
    guard let date = berlin.date(from: components) else { fatalError("not a time: \(text)") }
    return date
}

/// Returns a store in memory that holds the samples of statements, whose times are those of Berlin.
func filled(_ statements: String) throws -> HKHealthStore {
    let store = HKHealthStore.inMemory()
    try store.load("set zone = \(berlin.timeZone.identifier)\n" + statements)
    return store
}

extension View {
    /// The view in Berlin, with the formats of a language.
    @MainActor func inBerlin(_ locale: String = "en_GB") -> some View {
        environment(\.calendar, berlin).environment(\.locale, Locale(identifier: locale))
    }
}

/// Draws the chart of a view.
@MainActor func inspected(_ view: some View, width: CGFloat = 390) throws -> ChartInspection {
    try #require(ChartInspection(of: view.inBerlin(), width: width))
}

extension ChartInspection {
    /// The marks of a kind, and of a series if it is given.
    func marks(_ kind: String, _ series: String? = nil) -> [Mark] { marks.filter { $0.kind == kind && $0.series == series ?? $0.series } }

    /// The labels of an axis that are shown, from left to right or from top to bottom.
    static func shown(_ ticks: [Tick]) -> [String] {
        ticks.filter(\.isLabelShown).sorted { $0.position < $1.position }.compactMap(\.label)
    }

    /// The distance of a moment from the left of the picture.
    func x(_ date: Date) -> CGFloat {
        guard case .dates(let first, let last) = xDomain else { return .nan }
        return plotFrame.minX + plotFrame.width * date.timeIntervalSince(first) / last.timeIntervalSince(first)
    }

    /// The distance of a number from the top of the picture.
    func y(_ value: Double) -> CGFloat {
        guard case .numbers(let first, let last) = yDomain else { return .nan }
        return plotFrame.maxY - plotFrame.height * (value - first) / (last - first)
    }
}

/// True if numbers are equal but for rounding.
func isClose(_ first: [Double], _ second: [Double]) -> Bool {
    first.count == second.count && zip(first, second).allSatisfy { abs($0 - $1) < 0.001 }
}

/// Returns pairs of texts of a picture that touch each other, and texts that leave it. Lines of text have space above and below letters.
@MainActor func collisions(_ view: some View, width: CGFloat) -> [String] {
    let inspection = ViewInspection(of: view, width: width)
    let texts = inspection.texts.map { ($0.string, $0.frame.insetBy(dx: 0, dy: $0.frame.height * 0.15)) }
    let picture = CGRect(origin: .zero, size: inspection.size)
    var found = texts.filter { !picture.contains($0.1) }.map { "\($0.0) leaves the picture" }
    for (index, first) in texts.enumerated() {
        found += texts[(index + 1)...].filter { first.1.intersects($0.1) }.map { "\(first.0) touches \($0.0)" }
    }
    return found
}

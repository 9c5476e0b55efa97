import CalendarIntervals
import Foundation
import HealthModel
import Testing

/// Cases in which Calendar of this toolchain breaks rule S3.7, with its result and ours.
///
/// If a test fails on Calendar's side, Foundation has been fixed, and the exception in `CalendarOracle` can be removed.
@Suite("Exceptions of Foundation's Calendar")
struct CalendarExceptionTests {
    /// Returns edge `k` from Calendar and from the schedule.
    private func edge(
        _ k: Int, _ component: Calendar.Component, _ interval: String, from anchor: String, _ name: String
    ) throws -> (calendar: String, ours: String) {
        let schedule = try schedule(interval, from: anchor, name)
        let start = Date(timeIntervalSince1970: Double(schedule.edge(0).milliseconds) / 1000)
        let date = try #require(CalendarOracle(name).calendar.date(byAdding: component, value: k, to: start))
        let theirs = Instant(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
        return (ISO8601.text(of: theirs, in: schedule.zone), ISO8601.text(of: schedule.edge(k), in: schedule.zone))
    }

    @Test("S3.7 If the anchor is later, Calendar uses the second 01:30; we use the first")
    func secondOccurrence() throws {
        let edge = try edge(-3, .day, "day", from: "2025-11-05T01:30", "America/Los_Angeles")
        #expect(edge.calendar == "2025-11-02T01:30:00-08:00")
        #expect(edge.ours == "2025-11-02T01:30:00-07:00")
    }

    @Test("S3.7 Across Apia's skipped day, Calendar's weeks from Monday become weeks from Tuesday; ours still start on Monday")
    func skippedDay() throws {
        let edge = try edge(40, .weekOfYear, "week", from: "2011-08-01", "Pacific/Apia")
        #expect(edge.calendar == "2012-05-08T00:00:00+13:00")
        #expect(edge.ours == "2012-05-07T00:00:00+13:00")
    }

    @Test("S3.7 Calendar is an hour off at a clock change if the zone's standard offset was different at the anchor")
    func standardOffset() throws {
        let edge = try edge(16_736, .day, "day", from: "1970-01-05", "America/Anchorage")
        #expect(edge.calendar == "2015-11-01T01:00:00-08:00")
        #expect(edge.ours == "2015-11-01T00:00:00-08:00")
    }

    @Test("S3.7 Calendar does not add quarters; we add three months each")
    func quarter() throws {
        let edge = try edge(1, .quarter, "quarter", from: "2024-01-01", "UTC")
        #expect(edge.calendar == "2024-01-01T00:00:00Z")
        #expect(edge.ours == "2024-04-01T00:00:00Z")
    }

    @Test("S3.7 Going back from the 31st, Calendar skips February; we use its last day")
    func negativeMonths() throws {
        let march = try edge(-23, .month, "month", from: "2000-01-31", "UTC")
        #expect(march.calendar == "1998-03-01T00:00:00Z")
        #expect(march.ours == "1998-02-28T00:00:00Z")
        let leap = try edge(-47, .month, "month", from: "2000-01-31", "UTC")
        #expect(leap.calendar == "1996-02-28T00:00:00Z")
        #expect(leap.ours == "1996-02-29T00:00:00Z")
    }
}

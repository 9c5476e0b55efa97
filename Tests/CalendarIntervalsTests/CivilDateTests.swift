import CalendarIntervals
import Foundation
import HealthModel
import RandomTesting
import Testing

@Suite("Civil dates")
struct CivilDateTests {
    @Test("Dates, weekdays and weeks agree with Calendar from 1600 to 9999")
    func oracle() throws {
        var iso = Calendar(identifier: .iso8601)
        iso.timeZone = .gmt
        var american = Calendar(identifier: .gregorian)
        american.timeZone = .gmt
        american.firstWeekday = 1
        american.minimumDaysInFirstWeek = 4
        var random = SplitMix64(standardSeed: 1600)
        for _ in 0..<3000 {
            let dayNumber = Int.random(in: -135_140..<2_932_896, using: &random)
            let date = CivilDate(dayNumber: dayNumber)
            let theirs = Date(timeIntervalSince1970: Double(dayNumber) * 86_400)
            let parts = iso.dateComponents([.year, .month, .day, .weekday, .yearForWeekOfYear, .weekOfYear], from: theirs)
            #expect([date.year, date.month, date.day] == [parts.year, parts.month, parts.day])
            #expect(date.dayNumber == dayNumber)
            #expect(date.weekday.rawValue % 7 + 1 == parts.weekday)
            #expect(date.dayOfYear == iso.ordinality(of: .day, in: .year, for: theirs))
            let week = CivilWeek(holding: date)
            #expect([week.year, week.week] == [parts.yearForWeekOfYear, parts.weekOfYear])
            #expect(CivilWeek(year: week.year, week: week.week) == week)
            #expect(week.firstDay() == date.startOfWeek(.monday))
            let sundays = american.dateComponents([.yearForWeekOfYear, .weekOfYear], from: theirs)
            let sundayWeek = CivilWeek(holding: date, weekStart: .sunday)
            #expect([sundayWeek.year, sundayWeek.week] == [sundays.yearForWeekOfYear, sundays.weekOfYear])
        }
    }

    @Test(
        "Impossible dates are rejected",
        arguments: [(2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0)])
    func impossible(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test("A year with 52 weeks has no week 53")
    func weeks() {
        #expect(CivilWeek(year: 2020, week: 53) != nil)
        #expect(CivilWeek(year: 2021, week: 53) == nil)
        #expect(CivilWeek(year: 2021, week: 0) == nil)
        #expect(CivilWeek(year: 2024, week: 10)?.firstDay() == CivilDate(year: 2024, month: 3, day: 4))
    }

    @Test("Adding months clamps to the last day of shorter months")
    func months() throws {
        let january = try #require(CivilDate(year: 2024, month: 1, day: 31))
        #expect(january.adding(months: 1) == CivilDate(year: 2024, month: 2, day: 29))
        #expect(january.adding(months: -11) == CivilDate(year: 2023, month: 2, day: 28))
        #expect(january.adding(months: 24) == CivilDate(year: 2026, month: 1, day: 31))
        #expect(january.adding(days: -31) == CivilDate(year: 2023, month: 12, day: 31))
    }

    @Test("A week starts on the last first day of weeks")
    func weekStarts() throws {
        let date = try #require(CivilDate(year: 2024, month: 5, day: 16))  // a Thursday
        #expect(date.startOfWeek(.monday) == CivilDate(year: 2024, month: 5, day: 13))
        #expect(date.startOfWeek(.sunday) == CivilDate(year: 2024, month: 5, day: 12))
        #expect(date.startOfWeek(.thursday) == date)
    }

    @Test("Local times before 1970 split into date and time of day")
    func beforeEpoch() {
        let civil = CivilDateTime(localMilliseconds: -1)
        #expect(civil.date == CivilDate(year: 1969, month: 12, day: 31))
        #expect(ISO8601.text(of: civil) == "1969-12-31T23:59:59.999")
        #expect(civil.localMilliseconds == -1)
    }

    @Test(
        "Intervals print as written in queries",
        arguments: [
            (1, CalendarPeriod.hour, "hour"), (15, .minute, "15min"), (6, .hour, "6h"), (90, .second, "90s"), (2, .week, "2 weeks"),
            (1, .month, "month"),
        ])
    func texts(count: Int, period: CalendarPeriod, text: String) {
        #expect(IntervalComponents(count, period).description == text)
    }

    @Test("An elapsed length is expressed in the longest period that divides it")
    func elapsed() {
        #expect(IntervalComponents(elapsedMilliseconds: 5_400_000) == IntervalComponents(90, .minute))
        #expect(IntervalComponents(elapsedMilliseconds: 7_200_000) == IntervalComponents(2, .hour))
        #expect(IntervalComponents(elapsedMilliseconds: 1000) == IntervalComponents(1, .second))
        #expect(IntervalComponents(elapsedMilliseconds: 1500) == nil)
        #expect(IntervalComponents(elapsedMilliseconds: 0) == nil)
    }
}

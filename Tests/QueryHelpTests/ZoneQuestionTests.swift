import QueryDiagnostics
import QueryHelp
import QuerySyntax
import Testing

/// Questions about the time in zones (S7.7), about limits of one's own, and about time zones.
@Suite("Questions about zones")
struct ZoneQuestionTests {
    /// Returns the queries that a question gets.
    private func offers(_ question: String) -> [Substring] {
        let findings = Parser.parse(SourceText(question)).helped().diagnostics
        let help = findings.first { $0.code == .typedQuestion }?.help ?? ""
        return help.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    @Test(
        "S7.7 A question that names a zone gets the recorded time in it first",
        arguments: [
            ("how long was I in zone 4 last month", "sum heartRateZones last month where zone = 4"),
            ("minutes in zone 5 this week", "sum heartRateZones this week where zone = 5"),
            (
                "how much time did I spend in zone 2 while running this year",
                "sum heartRateZones this year where zone = 2 while workouts is running"
            ),
            (
                "how many hours was I in zone 2 on my rides this year",
                "sum heartRateZones in hr this year where zone = 2 while workouts is cycling"
            ),
            ("time in zone 4 or higher per week this year", "sum heartRateZones by week this year where zone >= 4"),
            ("how much time in zone 3 and above last 30 days", "sum heartRateZones last 30 days where zone >= 3"),
            ("how long was I in zones 2 to 3 last month", "sum heartRateZones last month where zone between 2 and 3"),
            ("how many minutes in zone 4 and 5 this week", "sum heartRateZones this week where zone in (4, 5)"),
            ("my average time in zone 2 per week this year", "sum heartRateZones by week this year where zone = 2 | average"),
            ("which day did I spend the most time in zone 5 this month", "sum heartRateZones by day this month where zone = 5 | top 1"),
            ("what was my time in zone 2 yesterday", "sum heartRateZones yesterday where zone = 2"),
            ("total time zone 2 this week", "sum heartRateZones this week where zone = 2"),
            ("how many minutes in zone one did I have today", "sum heartRateZones today where zone = 1"),
            (
                "how long was I in power zone 4 on my rides this year",
                "sum cyclingPowerZones this year where zone = 4 while workouts is cycling"
            ),
        ])
    func named(question: String, query: String) {
        #expect(offers(question).first.map(String.init) == query)
    }

    @Test(
        "S7.7 A question about all zones gets a row for each of them first",
        arguments: [
            ("time in heart rate zones by month", "sum heartRateZones by month and zone"),
            ("how long was I in each zone this month", "sum heartRateZones by zone this month"),
            ("show me time in zones by week", "sum heartRateZones by week and zone"),
            ("time in cycling power zones this year", "sum cyclingPowerZones by zone this year"),
        ])
    func all(question: String, query: String) {
        #expect(offers(question).first.map(String.init) == query)
    }

    @Test("S7.7 Stores without zones have heart rates, so the second offer has bands of them")
    func bands() {
        #expect(
            offers("how long was I in zone 4 last month").dropFirst() == [
                "duration heartRate by bands 100, 120, 140 last month holding 2min"
            ])
        #expect(offers("how long was I in power zone 4 last month").count == 1)
    }

    @Test(
        "S7.7 Limits of one's own are not zones",
        arguments: [
            ("minutes in zone 2 (110-130 bpm) last 7 days", "duration heartRate last 7 days where value between 110 and 130 holding 2min"),
            ("time in zones 100, 120, 140, 160 last 7 days", "duration heartRate by bands 100, 120, 140, 160 last 7 days holding 2min"),
            (
                "how long was my heart rate between 120 and 140 last week",
                "duration heartRate last week where value between 120 and 140 holding 2min"
            ),
        ])
    func limits(question: String, query: String) {
        #expect(offers(question) == [Substring(query)])
    }

    @Test(
        "A time zone is not a zone of heart rate", arguments: ["in which time zone was I last week", "what time zone was I in yesterday"])
    func timeZones(question: String) {
        #expect(!offers(question).contains { $0.contains("heartRate") })
    }
}

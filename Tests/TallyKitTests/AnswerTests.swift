import Foundation
import TallyKit
import Testing

/// 2026-01-01T00:00:00Z
let newYear = Date(timeIntervalSince1970: 1_767_225_600)

/// Returns the instant `hours` hours after the start of 2025, in UTC.
func hour(_ hours: Double) -> Date { Date(timeIntervalSince1970: 1_735_689_600 + hours * 3600) }

/// The same walk on a watch (600 steps from 08:00 to 09:00) and on a phone (400 steps from 08:30 to 09:30).
func walk() async throws -> HealthStore {
    let store = HealthStore.inMemory()
    try await store.add([
        HealthSample(.stepCount, from: hour(8), to: hour(9), value: 600, source: "Watch"),
        HealthSample(.stepCount, from: hour(8.5), to: hour(9.5), value: 400, source: "iPhone"),
        HealthSample(.heartRate, from: hour(8), value: 1, unit: "count/s", source: "Watch"),
        HealthSample(.heartRate, from: hour(9), value: 80, source: "Watch"),
    ])
    return store
}

@Suite("Answers in Swift")
struct AnswerTests {
    private let context = QueryContext(zone: "UTC", now: newYear)

    @Test("Rows have times, numbers by name and a partial mark, and watch and phone are merged")
    func rows() async throws {
        let store = try await walk()
        checkRows(try await store.answer("sum steps by hour", context: context))
    }

    private func checkRows(_ answer: Answer) {
        #expect(answer.query == "sum steps by hour")
        #expect(answer.rows.map(\.start) == [hour(8), hour(9)])
        #expect(answer.rows.map(\.end) == [hour(9), hour(10)])
        // The phone adds the half hour that the watch did not record.
        #expect(answer.rows.map { $0["sum"] as Double? } == [600, 200])
        #expect(answer.rows.map(\.isPartial) == [false, false])
        #expect(answer.columns.map(\.name) == ["sum"])
        #expect(answer.columns["sum"]?.unit == "count")
        #expect(answer.columns["sum"]?.metric == .stepCount && answer.columns["sum"]?.aggregate == "sum")
        #expect(answer.columns["sum"]?.values == [600, 200])
        #expect(answer.columns["median"] == nil)
        #expect(answer.zone == "UTC")
        #expect(answer.interval == "hour")
        // Without a range, an answer covers the time of the samples in whole buckets.
        #expect(answer.range == hour(8)..<hour(10))
    }

    @Test("An unknown metric is the metric of its column, and columns of several metrics and fields of summaries have none")
    func metrics() async throws {
        let store = try await walk()
        let rings = MetricID("HKQuantityTypeIdentifierRingsOfTomorrow")
        try await store.add([HealthSample(rings, from: hour(8), to: hour(9), value: 3, source: "Watch")])
        let answer = try await store.answer("count \(rings.identifier), sum steps by day", context: context)
        #expect(answer.columns.map(\.metric) == [rings, .stepCount])
        let ratio = try await store.answer("sum steps called s, count heartRate called c by day | derive share = s / c", context: context)
        #expect(ratio.columns["share"]?.metric == nil && ratio.columns["share"]?.aggregate == "derived")
        let summaries = try await store.answer("summaries on 2025-01-01", context: context)
        #expect(!summaries.columns.isEmpty && summaries.columns.allSatisfy { $0.metric == nil })
    }

    @Test("Keys other than time and texts of samples are read by name")
    func keys() async throws {
        let store = try await walk()
        let bySource = try await store.answer("sum steps by source", context: context)
        #expect(bySource.keys == ["source"])
        #expect(bySource.rows.map { $0["source"] as String? } == ["Watch", "iPhone"])
        #expect(bySource.rows.map { $0["sum"] as Double? } == [600, 400])
        let byHour = try await store.answer("average heartRate by hour of day", context: context)
        #expect(byHour.rows.first { $0.key("hourOfDay") == .number(9) }?["average"] as Double? == 80)
    }

    @Test("An answer with one row and one column has a value, and imported units are converted")
    func value() async throws {
        let store = try await walk()
        #expect(try await store.answer("min heartRate", context: context).value == 60)
        #expect(try await store.answer("sum steps on 2025-01-01", context: context).value == 800)
        #expect(try await store.answer("sum steps by hour", context: context).value == nil)
        #expect(try await store.answer("sum steps on 2024-12-31", context: context).value == nil)
    }

    @Test("Every format gives text, and a chart can be text, a drawing or a page")
    func formats() async throws {
        let store = try await walk()
        let answer = try await store.answer("sum steps by hour", context: context)
        #expect(
            answer.formatted(as: .csv) == """
                start,end,sum,partial
                2025-01-01T08:00:00Z,2025-01-01T09:00:00Z,600,false
                2025-01-01T09:00:00Z,2025-01-01T10:00:00Z,200,false

                """)
        #expect(OutputFormat.allCases.allSatisfy { !answer.formatted(as: $0).isEmpty })
        #expect(try answer.chart(.svg).hasPrefix("<svg"))
        #expect(try answer.chart(.html, as: .line).lowercased().hasPrefix("<!doctype html>"))
        let lines = try answer.chart(.text, width: 60).split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 60 })
        // Names have no order for a line.
        let bySource = try await store.answer("sum steps by source", context: context)
        let error = #expect(throws: ChartError.self) { try bySource.chart(.svg, as: .line) }
        #expect(error?.help.isEmpty == false)
    }

    @Test("JSON is a document that programs can read")
    func json() async throws {
        let store = try await walk()
        let text = try await store.answer("sum steps by hour", context: context).formatted(as: .json)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Set(document.keys) == ["query", "zone", "range", "interval", "anchor", "columns", "rows", "diagnostics"])
        #expect((document["rows"] as? [[String: Any]])?.map { $0["sum"] as? Int } == [600, 200])
    }

    @Test("An answer contains findings that do not stop the query")
    func findings() async throws {
        let store = try await walk()
        let answer = try await store.answer("sum steps by hour sources raw", context: context)
        #expect(answer.diagnostics.map(\.code) == ["W210"])
        #expect(answer.diagnostics.first?.severity == .warning)
        #expect(answer.rows.map { $0["sum"] as Double? } == [800, 200])
    }

    @Test(
        "The warning about raw sources knows all of the time that counts, and no other",
        arguments: [
            ("sum steps sources raw", true), ("sum steps by month sources raw", true),
            ("sum steps by day sources raw assign by start", true),
            ("sum steps by day sources raw where value > 15", true), ("sum steps sources raw | top 1", true),
            ("sum steps by day sources raw since 2025-01-01", false), ("sum steps sources raw where value > 500", false),
            ("sum steps sources raw while heartRate > 120", false), ("sum steps by workout sources raw", false),
            ("sum steps sources raw from 2024-01-01 to 2024-01-01T08:15", false),
            ("sum steps sources raw from 2024-01-01 to 2024-01-01T08:45", true),
        ])
    func rawSources(query: String, countsTwice: Bool) async throws {
        let store = HealthStore.inMemory()
        try await store.load(
            """
            set zone = UTC
            add 600 count steps from "Watch" at 2024-01-01 08:00 to 2024-01-01 09:00
            add 400 count steps from "iPhone" at 2024-01-01 08:30 to 2024-01-01 09:30
            add 10 count steps from "Watch" at 2025-06-01 08:00 for 10min
            add 20 count steps from "iPhone" at 2025-12-30 08:00 for 10min
            load heartRate from "Watch" at 2025-06-01 08:00 every 5min for 5min: 150 150
            """)
        let answer = try await store.answer(query, context: QueryContext(zone: "UTC"))
        #expect(answer.diagnostics.map(\.code).contains("W210") == countsTwice, "\(query)")
    }
}

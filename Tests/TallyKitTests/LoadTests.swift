import Foundation
import QueryVocabulary
import TallyKit
import Testing

@Suite("Stores filled from statements")
struct LoadTests {
    private let context = QueryContext(zone: "UTC", now: newYear)

    private func number(_ query: String, _ store: HealthStore, _ column: String) async throws -> Double? {
        try await store.answer(query, context: context).rows.first?[column]
    }

    /// Returns the error of a load.
    private func error(_ statements: String, _ store: HealthStore) async -> QueryError? {
        do throws(QueryError) {
            try await store.load(statements, context: context)
            return nil
        } catch {
            return error
        }
    }

    @Test("Statements add samples of any source, with comments and several on a line")
    func samples() async throws {
        let store = HealthStore.inMemory()
        try await store.load(
            """
            # A walk and four readings, one of which is missing.
            add 500 count steps from "Watch" at 2024-12-30 08:00 for 10min; add 40 count steps from "iPhone" at 2024-12-30 09:00
            load heartRate from "Watch" at 2024-12-30 10:00 every 5min: 60 70 _ 80
            """, context: context)
        #expect(try await number("sum steps on 2024-12-30", store, "sum") == 540)
        #expect(try await number("count heartRate on 2024-12-30", store, "count") == 3)
        #expect(try await store.sources().values.sorted() == ["Watch", "iPhone"])
    }

    @Test("S1.6 A metric of one's own is the same metric in a program and in a statement")
    func ownMetrics() async throws {
        let store = HealthStore.inMemory()
        try await store.load("define metric mood from 1 to 10; add 7 mood at 2024-12-30 08:00", context: context)
        #expect(try await number("average mood on 2024-12-30", store, "average") == 7)
        let mood = try #require(MetricID.own("mood", scale: 1...10))
        #expect(mood.shortName == "mood")
        let added = try await store.add([HealthSample(mood, from: newYear.addingTimeInterval(-3600), value: 9, source: "Diary")])
        #expect(added.added == 1)
        #expect(try await number("average mood since 2024-12-30", store, "average") == 8)
        await #expect(throws: HealthStoreError.self) {
            try await store.add([HealthSample(mood, from: newYear, value: 11, source: "Diary")])
        }
        #expect(await error("add 11 mood at 2024-12-30 09:00", store)?.diagnostics.map(\.code) == ["E373"])
        #expect(MetricID.own("two words") == nil && MetricID.own("steps") == nil && MetricID.own("tea", unit: "big cups") == nil)
    }

    @Test("`add summary` adds the rings of a day")
    func summaries() async throws {
        let store = HealthStore.inMemory()
        try await store.load("add summary on 2024-12-30 move 100 of 560 kcal", context: context)
        #expect(try await store.answer("summaries on 2024-12-30", context: context).rows.count == 1)
    }

    @Test("`set now` and `set zone` change the times of the statements after them")
    func times() async throws {
        let store = HealthStore.inMemory()
        // Midnight in New York is 05:00 in UTC.
        try await store.load(
            """
            add 1 count steps at 2024-12-29 00:00
            set zone = America/New_York
            add 2 count steps at 2024-12-29 00:00
            set now = 2024-12-28 12:00
            add 4 count steps at today
            """, context: context)
        let answer = try await store.answer("sum steps by hour from 2024-12-28 to 2024-12-30", context: context)
        let found = answer.rows.compactMap { row in (row["sum"] as Double?).map { ($0, row.start) } }.filter { $0.0 > 0 }
        #expect(found.map(\.0) == [4, 1, 2])
        let midnight = try #require(found.dropFirst().first?.1)
        #expect(found.map { $0.1?.timeIntervalSince(midnight) } == [-19 * 3600, 0, 5 * 3600])
    }

    @Test("S10.4 `allow` and `deny` keep decisions, and `set device state` keeps the state")
    func access() async throws {
        let store = HealthStore.inMemory()
        try await store.load(
            """
            allow "com.example.trends" to read steps, write heartRate
            deny "com.example.trends" to write steps
            set device state = guest
            """, context: context)
        let steps = try #require(try await store.access().first { $0.metric == .stepCount })
        #expect(steps.mayRead == true && steps.mayWrite == false)
        #expect(try await store.access().first { $0.metric == .heartRate }?.mayWrite == true)
        #expect(try await store.deviceState() == .guest)
    }

    @Test("Nothing is written if a statement is wrong, and the error has all mistakes with their lines")
    func wrong() async throws {
        let store = HealthStore.inMemory()
        let found = await error(
            """
            add 500 count steps at 2024-12-30 08:00
            allow "a/b" to read steps
            sum steps
            """, store)
        #expect(found?.diagnostics.map(\.range.lowerBound.line) == [2, 3])
        #expect(found?.diagnostics.last?.help?.contains("`add`, `load`, `allow`, `deny`") == true)
        #expect(try await store.metrics().isEmpty)
    }

    @Test("S10.4 An app loads samples as itself and only what it may write; decisions are the owner's")
    func app() async throws {
        let store = HealthStore.inMemory()
        let app = store.acting(as: "com.example.trends")
        func reason(_ statements: String) async -> HealthStoreError.Reason? {
            guard case .store(let refusal)? = await error(statements, app)?.reason else { return nil }
            return refusal.reason
        }
        let add = "add 5 count steps at 2024-12-30 08:00"
        #expect(await reason(add) == .authorizationNotDetermined)
        #expect(await reason("allow \"com.example.trends\" to write steps") == .ownersOnly)
        try await store.load("allow \"com.example.trends\" to write steps")
        try await app.load(add, context: context)
        #expect(try await store.sources().values.sorted() == ["com.example.trends"])
        #expect(await error("add 5 count steps from \"Watch\" at 2024-12-30 08:00", app)?.reason == .wrongQuery)
    }

    @Test("A setting that the store can't keep is an error")
    func settings() async throws {
        #expect(await error("set width = 80", HealthStore.inMemory())?.diagnostics.count == 1)
    }

    @Test("The help about a statement that can't be loaded names all settings that can")
    func loadedSettings() async throws {
        let help = try #require(await error("help", HealthStore.inMemory())?.diagnostics.first?.help)
        for setting in SettingWord.allCases {
            #expect(help.contains("`\(setting.name)`") == setting.definition.isLoaded, "\(setting.name)")
        }
    }
}

#if Warehouses
import Foundation
import HealthModel
import Synchronization
@_spi(Guests) import TallyKit
@_spi(Guests) import Warehouses

extension Reader {
    /// Answers of engines. A zero separates the answers: of the table of persons, of the table of sources, and then of all other requests
    /// in turn. What is read as an answer is JSON for another parser as well.
    static let answers = Reader(
        name: "answers", longest: 1500, memory: 1536,
        words: [
            "\"meta\":[{\"name\":\"a\",\"type\":\"Int64\"}]", "\"data\":[[", "\"rows\":1", "\"exception\":\"Code: 241. DB::Exception: x\"",
            "null", "1e308", "9223372036854775807", "\\ud83d\\ude00", "]]", "[[[[[[[[", "{\"a\":",
        ],
        seeds: {
            func answer(_ rows: [String], columns: Int) -> String {
                let names = (0..<columns).map { "{\"name\":\"c\($0)\"}" }.joined(separator: ",")
                return "{\"meta\":[\(names)],\"data\":[\(rows.joined(separator: ","))],\"rows\":\(rows.count)}"
            }
            let persons = answer(["[\"s\",\"P1\",\"UTC\",1,\"{\\\"age\\\":\\\"34\\\"}\",\"{}\"]"], columns: 6)
            let times = "1767225600000,1767225600000,1767229200000"
            let sources = answer(["[\"P1\",\"HKQuantityTypeIdentifierStepCount\",\"Watch\",0,1,2,\(times),1,0,\"\"]"], columns: 12)
            let samples = answer(["[1767225600000,1767229200000,5,\"Watch\",0,1]"], columns: 6)
            let sums = answer(["[0,\"HKQuantityTypeIdentifierStepCount\",\"\",1,0,1,2,3,4,5,6]"], columns: 11)
            let rows = answer(["[\"1767225600000\",\"1767312000000\",5,1]"], columns: 4)
            return [[persons, sources, samples], [persons, sources, sums, samples], [persons, sources, rows]].map {
                $0.joined(separator: "\0")
            }.inputs
        },
        check: { input in
            let parts = input.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
            for part in parts {
                _ = try? AnswerReader.object(in: part)
                guard let answer = try? AnswerReader.rows(in: part) else { continue }
                try demand(answer.rows.allSatisfy { $0.count == answer.names.count }, "each row has all columns")
                guard String(validating: part, as: UTF8.self) != nil, !part.contains(where: { $0 < 0x20 }) else { continue }
                try demand((try? JSONSerialization.jsonObject(with: Data(part))) != nil, "an answer is JSON")
            }
            for runsSQL in [false, true] { ask(PlayedClient(parts, runsSQL: runsSQL)) }
        })

    /// Asks all kinds of questions. The answers are wrong, but never more than that.
    private static func ask(_ client: PlayedClient) {
        guard let store = try? WarehouseStore(client) else { return }
        let session = SmallSession.make(over: HealthStore(store, surroundings: Surroundings(at: Instant(milliseconds: 1_767_571_200_000))))
        SmallSession.run(
            """
            sum steps by day last 7 days; average heartRate by hour today; sum steps by person; list steps last 3 days; show persons
            show sources; describe steps; sum steps by source | rank; median steps by week where source is "Watch"; show metrics
            """, in: session)
    }

    /// Addresses of engines. What is printed has no password, and is an address of the same place.
    static let addresses = Reader(
        name: "addresses", longest: 200,
        words: ["clickhouse://", "clickhouse+https://", "spark://", "spark:local[2]", "?store=", "%40", "[::1]", ":8123", "/data/x", "@"],
        seeds: {
            [
                "clickhouse://ann:secret@localhost:8123/study", "clickhouse+https://[::1]/a%20b?store=x", "spark://master:7077/data/study",
                "spark:local[2]/data", "clickhouse://127.0.0.1/x",
            ].inputs
        },
        check: { input in
            guard let text = String(validating: input, as: UTF8.self) else { return }
            let driver = KnownWarehouses()
            _ = driver.warning(about: text)
            guard let site = try? driver.site(at: text, by: WarehouseLogin(isInsecure: true)) else { return }
            try demand(driver.isAddress(text), "what is read as an address looks like one")
            try demand(site.place.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "an address can be printed")
            guard !site.place.contains(":***@") else { return }
            let again = try? driver.site(at: site.place, by: WarehouseLogin(isInsecure: true))
            try demand(again?.place == site.place && again?.store == site.store, "`\(site.place)` is an address of the same place")
        })
}

/// An engine that gives answers from a list, in turn.
private final class PlayedClient: WarehouseClient, QuarterAdding {
    private let answers: [[UInt8]]
    private let count = Mutex(0)
    let runsSQL: Bool

    init(_ answers: [[UInt8]], runsSQL: Bool) { (self.answers, self.runsSQL) = (answers, runsSQL) }

    var place: String { "clickhouse://played/x" }
    var name: String { "Played" }
    var dialect: WarehouseDialect { .clickHouse }
    var takesTables: Bool { true }
    var quarters: (any QuarterAdding)? { runsSQL ? nil : self }

    private func answer(_ number: Int) throws -> WarehouseRows {
        guard number < answers.count else { return WarehouseRows() }
        return try AnswerReader.rows(in: answers[number])
    }

    private func next() throws -> WarehouseRows {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return try answer(answers.count > 2 ? 2 + number % (answers.count - 2) : 2)
    }

    func mark() -> Int64 { 1 }
    func rows(of table: WarehouseTable, _ columns: [String]) throws -> [[WarehouseValue]] { try answer(table == .persons ? 0 : 1).rows }
    func samples(of metric: MetricID, person: String, from: Instant, through: Instant) throws -> [[WarehouseValue]] { try next().rows }
    func run(_ statement: WarehouseStatement, isCancelled: @escaping () -> Bool) throws -> WarehouseRows { try next() }
    func added(_ question: QuarterQuestion, isCancelled: @escaping () -> Bool) throws -> [[WarehouseValue]] { try next().rows }
    func crossingSamples(
        of metric: MetricID, _ question: QuarterQuestion, most: Int, isCancelled: @escaping () -> Bool
    ) throws -> [[WarehouseValue]] { try next().rows }
}
#endif

import Foundation
import TallyKit

/// Shows how an app uses the library: it adds samples, asks queries, draws a chart, and handles a wrong query.
@main
struct Embedding {
    static func main() async throws {
        let berlin = QueryContext(zone: "Europe/Berlin", now: try Date("2026-03-30T12:00:00Z", strategy: .iso8601))
        let store = HealthStore.inMemory()
        try await store.add(walks(until: berlin.now ?? .now))

        print("# A query as text\n")
        let answer = try await store.answer("sum steps by day last 4 days", context: berlin)
        for row in answer.rows {
            guard let start = row.start, let steps: Double = row["sum"] else { continue }
            let hours = row.end.map { $0.timeIntervalSince(start) / 3600 } ?? 0
            print("\(start.formatted(.iso8601)): \(Int(steps)) steps in \(Int(hours)) hours\(row.isPartial ? ", so far" : "")")
        }
        print("in \(answer.columns["sum"]?.unit ?? "no unit"), \(answer.zone)\n")

        print("# The same query in Swift\n")
        let query = StatisticsQuery.sum(.stepCount).by(.day).last(4, .days)
        print(query.text)
        print(try await store.answer(query, context: berlin).formatted(as: .csv))

        print("# A chart\n")
        print(try answer.chart(.text, width: 60))

        print("# An explanation\n")
        let compiled = try await store.compile(ParsedQuery("average heartRate by hour of day"), context: berlin)
        print(try await store.explain(compiled, as: .words, width: 70))

        print("# A wrong query\n")
        do {
            _ = try await store.answer("sum stpes by day", context: berlin)
        } catch {
            for finding in error.diagnostics {
                print("\(finding.code): \(finding.message)")
                if let fix = finding.fix { print("did you mean: \(fix.text)") }
            }
        }

        print("\n# The app's own samples\n")
        let own = HealthStore(source: Pedometer(minutes: [60, 61, 62, 240]))
        let byHour = try await own.answer("sum steps by hour", context: QueryContext(zone: "UTC", now: berlin.now))
        print(byHour.formatted(as: .csv))
    }

    /// Returns a week of walks, half an hour each morning. The watch records all of each walk, the phone only its second half.
    private static func walks(until now: Date) -> [HealthSample] {
        (1...7).flatMap { day -> [HealthSample] in
            let start = now.addingTimeInterval(Double(-day) * 86_400 - 4 * 3600)
            return [
                HealthSample(.stepCount, from: start, to: start + 1800, value: 3000 + Double(day) * 100, source: "Watch"),
                HealthSample(.stepCount, from: start + 900, to: start + 1800, value: 1400, source: "iPhone"),
                HealthSample(.heartRate, from: start, value: 90 + Double(day), unit: "count/min", source: "Watch"),
            ]
        }
    }
}

/// A source that has ten steps in each of its minutes. An app needs only this much code to answer queries from its own data.
struct Pedometer: SampleSource, Sendable {
    /// Minutes since 1970, in ascending order.
    var minutes: [Int64]

    private var starts: [Instant] { minutes.map { Instant(seconds: $0 * 60) } }

    func sources() throws -> [Int32: Source] { [0: Source(name: "Pedometer")] }

    func metricSummaries() throws -> [MetricSummary] {
        guard let first = starts.first, let last = starts.last else { return [] }
        let end = last.advanced(byMilliseconds: 60_000)
        let bySource = MetricSummary.BySource(source: 0, count: minutes.count, firstStart: first, lastEnd: end)
        return [
            MetricSummary(
                metric: .stepCount, count: minutes.count, firstStart: first, lastStart: last, lastEnd: end, sources: [bySource])
        ]
    }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard metric == .stepCount else { return }
        var batch = SampleBatch()
        for (number, start) in starts.enumerated() {
            batch.append(
                start: start, end: start.advanced(byMilliseconds: 60_000), value: 10, source: 0, number: Int64(number + 1))
        }
        _ = try body(batch)
    }
}

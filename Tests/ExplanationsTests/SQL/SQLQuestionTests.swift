import Foundation
import QueryDiagnostics
import SampleDatabase
import Testing

/// Runs the output of `explain sql` for random queries in SQLite and compares the rows with csv.
@Suite("SQL of random queries")
struct SQLQuestionTests {
    @Test("SQL returns the same rows as csv, column by column")
    func rows() throws {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["TALLY_CASES"].flatMap(UInt64.init) ?? 21
        for seed in first..<first + count {
            var question = SQLQuestion(seed: seed)
            let session = try SQLSession(zone: question.zone, now: question.now)
            try session.write(question.samples())
            var comparedCount = 0
            while comparedCount < 10 {
                let query = question.query()
                // Invalid queries, such as a test whether sleep is above 80, have no rows.
                guard let rows = try? session.rows(query) else { continue }
                let place: Comment = "seed \(seed), \(question.zone), now \(question.now): \(query)"
                do {
                    // Stages can compute values close to zero: the difference of two nearly equal numbers.
                    let difference = try session.databaseRows(query).difference(from: rows) { _ in query.contains("|") ? 1 : 0 }
                    #expect(difference == nil, place)
                    comparedCount += 1
                } catch let refused as SQLSession.Refused where refused.findings.allSatisfy({ $0.code == .stageBeyondSQL }) {
                    continue
                } catch {
                    Issue.record(error, place)
                    comparedCount += 1
                }
            }
        }
    }
}

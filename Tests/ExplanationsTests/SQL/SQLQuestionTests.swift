import QueryDiagnostics
import Foundation
import SampleDatabase
import Testing

/// `explain sql` over the language: the text of each random question is run in SQLite, and gives the rows that csv shows.
@Suite("SQL of random questions")
struct SQLQuestionTests {
    @Test("The rows of the SQL are the rows of csv, column by column")
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
                // What is no question, such as whether sleep is more than 80, has no rows.
                guard let rows = try? session.rows(query) else { continue }
                let place: Comment = "seed \(seed), \(question.zone), now \(question.now): \(query)"
                do {
                    // What stages compute may be next to nothing, a difference of two that are alike.
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

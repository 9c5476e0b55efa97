import Diagnostics
import Foundation
import Testing

/// `explain sql` over the language: the text of each random question is run in SQLite, and gives the rows that csv shows.
@Suite("SQL of random questions")
struct SQLQuestionTests {
    @Test("The rows of the SQL are the rows of csv, column by column")
    func rows() throws {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["TALLY_CASES"].flatMap(UInt64.init) ?? 30
        for seed in first..<first + count {
            var question = SQLQuestion(seed: seed)
            let session = try SQLSession(zone: question.zone, now: question.now)
            try session.write(question.samples())
            for _ in 0..<10 {
                let query = question.query()
                do {
                    let difference = try session.difference(query)
                    #expect(difference == nil, "seed \(seed), \(question.zone), now \(question.now): \(query)")
                } catch let refused as SQLSession.Refused {
                    Issue.record("seed \(seed): \(query): \(refused.findings.map(\.message))")
                } catch {
                    Issue.record("seed \(seed): \(query): \(error)")
                }
            }
        }
    }
}

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
        let count = environment["TALLY_CASES"].flatMap(UInt64.init) ?? 25
        var comparedCount: UInt64 = 0
        for seed in first..<first + count {
            var question = SQLQuestion(seed: seed)
            let session = try SQLSession(zone: question.zone, now: question.now)
            try session.write(question.samples())
            for _ in 0..<10 {
                let query = question.query()
                guard let rows = try? session.rows(query) else { continue }
                comparedCount += 1
                let place: Comment = "seed \(seed), \(question.zone), now \(question.now): \(query)"
                do {
                    let difference = try session.databaseRows(query).difference(from: rows)
                    #expect(difference == nil, place)
                } catch {
                    Issue.record(error, place)
                }
            }
        }
        // One in fifteen or so is no question.
        #expect(comparedCount >= count * 8)
    }
}

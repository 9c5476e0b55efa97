import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import QuerySyntax
import RandomTesting
import TallyKit
import Testing
import Workbench

/// Misspells every word of the language in each place where the corpus uses it: one letter dropped, doubled or swapped with the next.
@Suite("Misspelled words")
struct SpellingLawTests {
    private struct Case {
        var right: String
        var wrong: String
    }

    private static let seed = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? 20_261_122
    private static let count = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap { Int($0) } ?? 400

    @Test("95 of 100 misspelled words get the right word as a fix, and all get help")
    func misspelledWords() throws {
        let session = Session(
            .inMemory(in: Surroundings(at: Instant(seconds: 1_782_835_200), zone: Zone.named("Europe/Berlin") ?? .utc)), named: "memory")
        let errors = { (text: String) in session.findings(in: SourceText(text)).filter { $0.severity == .error } }
        let right = try WrongStatements.corpus().filter { errors($0).isEmpty }
        var random = SplitMix64(seed: Self.seed)
        let cases = Self.cases(of: right, random: &random).shuffled(using: &random)
        var (wrong, mended) = (0, 0)
        var missed: [String] = []
        for example in cases.prefix(Self.count) {
            let found = errors(example.wrong)
            // Some misspellings mean something else: `day` and `days`, `min` and `in`.
            guard !found.isEmpty else { continue }
            wrong += 1
            #expect(found.allSatisfy { $0.help != nil || $0.note != nil }, "`\(example.wrong)`: \(found.map(\.message))")
            if Self.isSame(Self.mended(example.wrong, by: found), example.right) {
                mended += 1
            } else {
                missed.append("`\(example.wrong)`: \(found.map { "\($0.message); \($0.help ?? "")" })")
            }
        }
        print("\(wrong) misspelled words in \(right.count) statements, \(mended) right fixes; TALLY_SEED=\(Self.seed)")
        #expect(wrong >= min(Self.count, cases.count) * 8 / 10)
        #expect(mended * 100 >= wrong * 95, "\(missed.joined(separator: "\n"))")
    }

    /// Three misspellings of each word in each context, where a context is the statement's first word and the word before.
    private static func cases(of statements: [String], random: inout SplitMix64) -> [Case] {
        var cases: [Case] = []
        var seen: Set<[String]> = []
        for statement in statements {
            let source = SourceText(statement)
            let tokens = Parser.parse(source).tokens.filter { !$0.isTrivia }
            for (index, token) in tokens.enumerated() where token.kind == .word && token.spelling != nil && token.range.length > 1 {
                let word = source[token.range]
                let context = [word, source[tokens[0].range], index > 0 ? source[tokens[index - 1].range] : ""].map { $0.lowercased() }
                guard seen.insert(context).inserted else { continue }
                cases += misspellings(of: word, random: &random).map { slip in
                    let edit = Diagnostic.Edit(token.range, slip)
                    return Case(right: statement, wrong: [edit].applied(to: source))
                }
            }
        }
        return cases
    }

    private static func misspellings(of word: String, random: inout SplitMix64) -> [String] {
        let letters = Array(word)
        let place = Int.random(in: 0..<letters.count, using: &random)
        var (dropped, doubled, swapped) = (letters, letters, letters)
        dropped.remove(at: place)
        doubled.insert(letters[place], at: place)
        swapped.swapAt(place, place + 1 < letters.count ? place + 1 : place - 1)
        return [dropped, doubled, swapped].map { String($0) }.filter { $0 != word }
    }

    private static func mended(_ wrong: String, by errors: [Diagnostic]) -> String {
        errors.flatMap(\.edits).sorted { $0.range.start < $1.range.start }.applied(to: SourceText(wrong))
    }

    /// Returns true if two statements are the same after formatting.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        QueryFormatter.format(Parser.parse(one)).lowercased() == QueryFormatter.format(Parser.parse(other)).lowercased()
    }
}

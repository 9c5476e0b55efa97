import CalendarIntervals
import Foundation
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import RandomTesting
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Misspells the words of each closed list of the language, in a statement that uses the word.
@Suite("Misspelled words of closed lists")
struct ChoiceSpellingTests {
    /// A right statement and the word in it that is misspelled.
    private struct Place: Hashable {
        var statement: String
        var word: String

        /// Returns the statement with another word in place of the last occurrence of the word.
        func written(_ slip: String) -> String? {
            guard let place = statement.range(of: word, options: .backwards) else { return nil }
            return statement.replacingCharacters(in: place, with: slip)
        }
    }

    /// The number of slips in each word. A large number makes all of them.
    private static let count = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap { Int($0) } ?? 2
    /// Shorter words are too similar to others.
    private static let shortestWord = 5

    private static func session() -> Session {
        Session(
            .inMemory(in: Surroundings(at: Instant(seconds: 1_782_835_200), zone: Zone.named("Europe/Berlin") ?? .utc)), named: "memory")
    }

    @Test(
        "A slip in one letter of a word of a closed list is corrected, and the fix is right",
        arguments: ["grammar", "settings", "times", "units", "activities", "values"])
    func slips(list: String) {
        let session = Self.session()
        let errors = { (text: String) in session.findings(in: SourceText(text)).filter { $0.severity == .error } }
        let places = Self.places(of: list).filter { $0.word.count >= Self.shortestWord && errors($0.statement).isEmpty }
        var random = SplitMix64(seed: 20_261_127)
        var (wrong, missed) = (0, [String]())
        for place in places {
            for slip in Self.slips(in: place.word).shuffled(using: &random).prefix(Self.count) {
                guard let written = place.written(slip) else { continue }
                let found = errors(written)
                // Some slips are right, such as `month` for `months`.
                guard !found.isEmpty else { continue }
                wrong += 1
                let mended = Self.mended(written, by: found)
                if mended == written || !Self.isMeant(place.statement, mended, insteadOf: written) {
                    missed.append("`\(written)` becomes `\(mended)`: \(found.map { "\($0.message); \($0.help ?? "")" })")
                } else {
                    #expect(errors(mended).isEmpty, "`\(written)` becomes `\(mended)`, which is wrong too")
                }
            }
        }
        #expect(wrong >= 20)
        #expect(missed.isEmpty, "\(missed.count) of \(wrong): \(missed.joined(separator: "\n"))")
    }

    @Test(
        "A word that no choice resembles gets the list of choices",
        arguments: [
            ("sum steps by day strict middle", "strict start"), ("sum steps by day fill bananas", "`linear`"),
            ("set now = tommorow", "yesterday 12:00"), ("set width = broad", "from 20 to 1000"), ("regularty sleep", "| regularity"),
            ("sum steps by day assign by tone", "assign by share"), ("act as nobody", "`owner`"),
        ])
    func choices(statement: String, choice: String) throws {
        let errors = Self.session().findings(in: SourceText(statement)).filter { $0.severity == .error }
        let help = try #require(errors.first?.help, "`\(statement)` has no error with help")
        #expect(help.contains(choice), "`\(statement)`: \(help)")
    }

    @Test(
        "A word with several wrong letters gets the only choice that starts with the same letter",
        arguments: [
            ("sum steps by day assign by shair", "sum steps by day assign by share"),
            ("sum steps by day edges otward", "sum steps by day edges outward"),
            ("sum steps by day | smooth half-lief 3 days", "sum steps by day | smooth half-life 3 days"),
            ("act as ownr", "act as owner"), ("set week = tursday", "set week = thursday"),
            ("sum steps on 3 janury 2025", "sum steps on 3 january 2025"),
        ])
    func nearest(statement: String, right: String) {
        let errors = Self.session().findings(in: SourceText(statement)).filter { $0.severity == .error }
        #expect(Self.mended(statement, by: errors) == right)
    }

    // MARK: Words

    private static func places(of list: String) -> [Place] {
        switch list {
        case "grammar": grammar + choices
        case "settings": settings
        case "times": times
        case "units": units
        case "activities": using(WorkoutActivityType.all.map(\.shortName), in: "count workouts where activity is …")
        default: CategoryType.all.flatMap { using($0.valueNames, in: "count \($0.id.shortName) where value is …") }
        }
    }

    /// Returns the statement with each word in place of `…`.
    private static func using(_ words: [String], in statement: String) -> [Place] {
        words.map { Place(statement: statement.replacing("…", with: $0), word: $0) }
    }

    /// The words of all forms in the table of the language, in their examples.
    private static let grammar: [Place] = Grammar.entries.flatMap { entry in
        entry.phrase.split(separator: " ").map { Place(statement: entry.example, word: String($0)) }
    }

    private static let choices: [Place] = {
        var places: [Place] = []
        for choice in ChoiceClause.allCases.flatMap(\.choices) {
            places += choice.text.split(separator: " ").map { Place(statement: "sum steps by day \(choice.text)", word: String($0)) }
        }
        places += GroupingWord.allCases.map { Place(statement: "sum steps by \($0.example)", word: $0.rawValue) }
        places += using(["previous", "linear"], in: "sum steps by day fill …")
        places += using(["elapsed", "clock", "weekday"], in: "sum steps by day this month | compare to previous month aligned …")
        places += using(["previous"], in: "sum steps by day last 7 days | compare to …")
        places += using(["descending", "ascending"], in: "sum steps by day | sort sum …")
        places += using([SmoothingMethod.loess.rawValue], in: "sum steps by day | smooth … 30 days")
        places += using(SQLDialect.allCases.map(\.rawValue), in: "explain sql for … sum steps")
        places += using(ListWord.allCases.map(\.rawValue), in: "show …")
        places += using(["words", "buckets", "swift"], in: "explain … sum steps")
        places += using(["source", "device", "product"], in: "count heartRate where … contains \"a\"")
        places += using(["matches", "contains"], in: "count heartRate where source … \"a\"")
        places += using(["activity"], in: "count workouts where … is running")
        return places
    }()

    private static let settings: [Place] = SettingCatalog.all.flatMap { (setting: SettingEntry<SessionSettings>) -> [Place] in
        let statement = "set \(setting.name) = \(setting.choices.first ?? "auto")"
        let names = setting.name.split(separator: " ").map { Place(statement: statement, word: String($0)) }
        return names + using(setting.choices, in: "set \(setting.name) = …")
    }

    private static let times: [Place] = {
        var places: [Place] = []
        let periods = CalendarPeriod.allCases.map(\.name)
        places += using(periods, in: "sum steps this …") + using(periods, in: "sum steps by …")
        places += using(periods.map { $0 + "s" }, in: "sum steps last 3 …")
        let statements = ["sum steps on …", "sum steps by week anchor …", "sum steps last …", "set week = …"]
        for statement in statements { places += using(Weekday.allCases.map(\.name), in: statement) }
        let months = ["sum steps during … 2024", "sum steps on 3 … 2024", "sum steps since … 3", "sum steps last …"]
        for statement in months { places += using(Month.names, in: statement) }
        for part in DayPart.allCases { places += using([part.rawValue], in: "sum steps \(part.opener) …") }
        return places + using(["today", "yesterday"], in: "sum steps by hour …")
    }()

    /// The names under which people know units, each with one metric that has the unit.
    private static let units: [Place] = {
        var seen: Set<String> = []
        var places: [Place] = []
        let measures = [
            "sum distance", "max weight", "sum activeEnergy", "sum dietaryWater", "max bodyTemperature", "max bloodPressureSystolic",
        ]
        for measure in measures {
            guard case .known(let info) = MetricCatalog.resolve(name: String(measure.dropFirst(4))), case .quantity(let type) = info.kind
            else { continue }
            places += using(HealthUnit.compatibleUnits(with: type.usualUnit).flatMap(\.commonNames), in: "\(measure) in …")
        }
        return places.filter { $0.word.allSatisfy(\.isLetter) && seen.insert($0.word).inserted }
    }()

    // MARK: Slips

    /// Returns the word with one letter left out, doubled or swapped with the next one. The first letter stays.
    private static func slips(in word: String) -> [String] {
        let letters = Array(word)
        var slips: Set<String> = []
        for place in letters.indices.dropFirst() {
            var (dropped, doubled, swapped) = (letters, letters, letters)
            dropped.remove(at: place)
            doubled.insert(letters[place], at: place)
            if place + 1 < letters.count { swapped.swapAt(place, place + 1) }
            slips.formUnion([dropped, doubled, swapped].map { String($0) })
        }
        return slips.subtracting([word]).sorted()
    }

    private static func mended(_ wrong: String, by errors: [Diagnostic]) -> String {
        errors.flatMap(\.edits).sorted { $0.range.start < $1.range.start }.applied(to: SourceText(wrong))
    }

    /// Returns true if `mended` asks the same as `right`, or changes no more letters of `written`, so that it is as likely.
    private static func isMeant(_ right: String, _ mended: String, insteadOf written: String) -> Bool {
        if isSame(right, mended) { return true }
        let change = { (text: String) in
            (Suggestion.distance(Array(written), Array(text), bound: 30) ?? .max, Suggestion.otherLetters(in: written, than: text))
        }
        return change(mended) <= change(right)
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        if QueryFormatter.format(Parser.parse(one)).lowercased() == QueryFormatter.format(Parser.parse(other)).lowercased() { return true }
        let words = [one, other].map { text in
            let output = RecordingOutput()
            return session().run(SourceText("explain words \(text)"), output: output) == .fine ? output.text : nil
        }
        return words[0] != nil && words[0] == words[1]
    }
}

import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryVocabulary
import ResultRendering
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Checking a script before it runs")
struct CheckTests {
    private func findings(_ script: String) -> [Diagnostic] {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "test")
        return session.findings(in: SourceText(script)).filter { $0.severity == .error }
    }

    @Test(
        "An unknown name is an error",
        arguments: [
            ("why banana", "E139"), ("learn anhcor", "E249"), ("learn anhcor again", "E249"), ("help xyzzy", "E015"),
            ("show xyzzy", "E015"), ("describe xyzzy", "E101"), ("forget xyzzy", "E175"), ("save xyzzy", "E243"), ("save steps", "E172"),
            ("run xyzzy", "E138"), ("import xyzzy", "E138"), ("open xyzzy", "E138"), ("export steps to xyzzy", "E138"),
            ("show overlap", "E110"), ("show overlap of steps fill zero", "E159"), ("explain steps as csv", "E266"),
            ("sum HKQuantityTypeIdentifierStepCont today", "E101"), ("set store zone = Nowhere", "E145"),
        ])
    func nothing(statement: String, code: String) {
        #expect(findings(statement).map(\.code.rawValue) == [code], "\(statement)")
    }

    @Test(
        "Names from earlier lines, and names that are only known when running, are not errors",
        arguments: [
            "why 3", "why 2025-01-01", "why 14:00", "let r = 2\nwhy r", "learn", "learn 3", "learn anchors again", "learn reset", "help",
            "help sum", "let goal = 500\nhelp goal\ndescribe goal\nforget goal", "sum steps\nsave mine\nforget mine",
            "let goal = 500\nsave goal", "let path = \"a.csv\"\nimport path\nexport steps to path",
            "param file: text \"the report\"\nimport file", "import \"new.zip\"\nsum HKQuantityTypeIdentifierFutureThing",
            "load HKQuantityTypeIdentifierFutureThing at 2025-01-01 every 1h: 1 2\nmax HKQuantityTypeIdentifierFutureThing",
            "show overlap of steps by day", "let home = \"Europe/Berlin\"\nset store zone = home",
            "set store zone = \"Europe/Berlin\" until 2026-10-15, \"America/New_York\"",
        ])
    func fine(script: String) {
        // An unlisted type is treated as discrete.
        #expect(findings(script).filter { $0.code != .sumOfDiscrete }.map(\.code.rawValue) == [])
    }

    @Test(
        "A misspelled word has a fix",
        arguments: [
            ("learn anhcor again", "learn anchors again"), ("help ancor", "help anchor"),
            ("sum HKQuantityTypeIdentifierStepCont today", "sum stepCount today"),
            ("count steps where metadata \"k\" is msising", "count steps where metadata \"k\" is missing"),
            ("explain sum steps by day as csv to \"x.csv\"", "explain sum steps by day"),
            ("explain sum steps by day to \"x.csv\"", "explain sum steps by day"),
        ])
    func fixes(statement: String, fixed: String) throws {
        let finding = try #require(findings(statement).first)
        #expect(finding.edits.applied(to: SourceText(statement)) == fixed)
    }

    @Test(
        "A mistake in a definition is reported there, and not again where the name is used",
        arguments: [
            ("param m: metric = stepz \"x\"\nsum m by day\naverage m by week", "E101"),
            ("param n: number = abc \"x\"\nsum steps last n days\nsum steps last n weeks", "E205"),
            ("let total = sum stepz by day\ntotal\ntotal | top 3", "E101"),
        ])
    func mistakeInDefinition(script: String, code: String) {
        let errors = findings(script).filter { $0.severity == .error }
        #expect(errors.map(\.code.rawValue) == [code], "\(errors.map(\.message))")
    }

    @Test(
        "A word from another place of the language leads to its place",
        arguments: [
            ("sum steps by nights", "by night"), ("running", "duration workouts where activity is running"),
            ("overlap of steps", "show overlap of steps"), ("overlap steps", "show overlap of steps"),
            ("duration workouts where running", "activity is running"), ("sum steps by day | chart", "as chart"),
            ("sum steps by day as csv \"x.csv\"", "to \"x.csv\""),
        ])
    func otherPlace(statement: String, answer: String) throws {
        let finding = try #require(findings(statement).first { $0.severity == .error })
        #expect(finding.help?.contains(answer) == true, "\(finding.message); \(finding.help ?? "")")
    }

    @Test("A metric that is misspelled as a default has its fix")
    func defaultMetric() throws {
        let script = "param m: metric = stepz \"x\""
        let finding = try #require(findings(script).first)
        #expect(finding.edits.applied(to: SourceText(script)) == "param m: metric = steps \"x\"")
    }

    @Test("A word after `by` that isn't a key says what can be grouped by")
    func wrongKey() throws {
        let finding = try #require(findings("sum steps by flavor").first)
        #expect(finding.code == .unknownName && finding.message == "can't group by `flavor`")
        #expect(finding.help?.contains("`weekday`") == true && finding.help?.contains("`source`") == true)
    }

    @Test("A chain of ten thousand names is checked quickly", arguments: ["", "where "])
    func chain(word: String) {
        let lines = (1..<10_000).map { "let a\($0) = \(word)a\($0 - 1)" }
        let script = (["let a0 = \(word.isEmpty ? "steps" : "where value > 1")"] + lines).joined(separator: "\n")
        var found: [Diagnostic] = []
        let elapsed = ContinuousClock().measure { found = findings(script) }
        #expect(found.isEmpty)
        // This takes about one second on an idle machine. It took over twenty seconds before names were added in place.
        #expect(elapsed < .seconds(8))
    }

    @Test("Circular names are an error")
    func circles() {
        #expect(findings("let x = y\nlet y = x\nsum steps where x").map(\.code.rawValue) == ["E177"])
        #expect(findings("let a = a by day").map(\.code.rawValue) == ["E177"])
        #expect(findings("let b = sum steps\nlet a = b by day\nlet b = a by week").map(\.code.rawValue) == ["E177"])
    }

    @Test("A `let` with an error does not change the name")
    func wrongLet() {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_736_208_000))), named: "test")
        session.settings.format = .csv
        let output = RecordingOutput()
        _ = session.run(SourceText("let mine = sum steps"), output: output)
        #expect(session.run(SourceText("let mine = mine by day"), output: output) == .wrong)
        #expect(session.run(SourceText("let other = sum heartRate"), output: output) == .wrong)
        #expect(session.run(SourceText("mine on 2025-01-01"), output: output) == .fine)
        #expect(session.run(SourceText("other"), output: RecordingOutput()) == .wrong)
    }
}

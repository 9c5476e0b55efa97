import CalendarIntervals
import HealthModel
import LineHelp
import QueryCompiler
import QueryDiagnostics
import QuerySyntax
import Testing
import Workbench

@Suite("Completion candidates")
struct CandidateListTests {
    private func candidates(_ text: String, names: NameTable = NameTable()) -> [CompletionSet.Candidate] {
        var knowledge = EditingKnowledge.ofTests
        knowledge.context.names = names
        return CandidateList(for: text, at: text.utf8.count, knowledge: knowledge).completions.candidates
    }

    @Test("Without typed letters, metrics with samples are listed with count and range, most samples first")
    func metricsWithSamples() {
        let candidates = candidates("count ")
        #expect(candidates.map(\.text) == ["heartRate", "stepCount", "sleep", "sleepAnalysis", "timeInBed"])
        #expect(
            candidates.map(\.detail).prefix(2) == ["3,000 samples, 1970-01-01 to 1970-01-10", "1,200 samples, 1970-01-01 to 1970-01-10"])
    }

    @Test(
        "After an aggregate, only metrics that it works on are listed", arguments: [("sum ", "stepCount"), ("average ", "heartRate")])
    func legalMetrics(text: String, metric: String) {
        #expect(candidates(text).map(\.text) == [metric])
    }

    @Test(
        "Units and values fit the current metric",
        arguments: [
            ("sum distanceWalkingRunning in ", "mi", "kg"), ("average weight where value > 5 k", "kg", "km"),
            ("duration sleep where value is ", "asleepCore", "stood"), ("duration sleep in ", "hr", "km"),
        ])
    func fitting(text: String, fits: String, doesNot: String) {
        let texts = candidates(text).map(\.text)
        #expect(texts.contains(fits) && !texts.contains(doesNot))
    }

    @Test(
        "After a pipe, the columns of the rows before it are listed",
        arguments: [
            ("sum steps by day | sort ", ["sum"]), ("average, max heartRate by day and source | top 3 by ", ["average", "max", "source"]),
            ("sum steps by day | derive half = sum / 2 | sort ", ["sum", "half"]),
        ])
    func columns(text: String, columns: [String]) {
        #expect(candidates(text).map(\.text) == columns)
    }

    @Test(
        "Only clauses that the kind of query allows are listed",
        arguments: [
            ("sum steps by day last 7 days ", "where", "limit"), ("sum steps by day last 7 days ", "zone", "newest"),
            ("samples of heartRate ", "limit", "by"), ("samples of heartRate ", "newest", "fill"), ("summaries ", "limit", "where"),
            ("progress steps ", "against", "by"), ("sum steps by day ", "while", "newest"), ("average heartRate ", "holding", "limit"),
            ("samples of heartRate ", "while", "holding"), ("progress steps ", "against", "while"), ("summaries ", "limit", "holding"),
        ])
    func clauses(text: String, taken: String, refused: String) {
        let texts = candidates(text).map(\.text)
        #expect(texts.contains(taken) && !texts.contains(refused))
    }

    @Test(
        "After `by`, keys of samples and of intervals are listed",
        arguments: ["night", "workout", "each", "bins of", "bands", "value", "activity", "day", "source"])
    func keys(key: String) {
        let texts = candidates("average heartRate by ").map(\.text)
        #expect(texts.contains { $0 == key || $0.hasPrefix(key + " ") }, "\(texts)")
    }

    @Test(
        "After `while`, words of sets and metrics with samples are listed",
        arguments: [
            ("sum steps while ", ["not", "within", "sessions", "sleep"]), ("sum steps while not ", ["within", "sessions", "sleep"]),
            ("sum steps while sleep and ", ["not", "within", "sleep"]), ("sum steps while within 2h ", ["after", "before", "of"]),
            ("sum steps while within 2h after ", ["sleep"]), ("sum steps while sessions of ", ["sleep"]),
            ("sum steps while sleepAnalysis is ", ["awake", "asleepCore"]), ("sum steps by each (", ["not", "sessions", "sleep"]),
        ])
    func sets(text: String, words: [String]) {
        let texts = candidates(text).map(\.text)
        for word in words { #expect(texts.contains(word), "\(word) in \(texts)") }
        #expect(!texts.contains("by") && !texts.contains("where") && !texts.contains("let"))
    }

    /// Returns the names that a script defines.
    private func names(_ text: String) -> NameTable {
        var names = NameTable()
        let script = Parser.parse(text)
        for statement in script.statements {
            guard case .letBinding(let binding) = statement.kind else { continue }
            names.set(NameTable.Entry(name: binding.name.text, value: binding.value, source: script.source))
        }
        return names
    }

    @Test("A name for a set is listed after `while` and not after `where`")
    func namedSets() {
        let names = self.names("let quiet = while sleep and not workouts")
        #expect(candidates("sum steps while ", names: names).map(\.text).contains("quiet"))
        #expect(!candidates("sum steps where ", names: names).map(\.text).contains("quiet"))
    }

    @Test("Names are listed if their value is allowed at that place")
    func names() {
        let names = self.names("let night = where hour of day < 5\nlet holiday = during 2024-08\nlet watch = sum steps by day")
        #expect(candidates("sum steps where ", names: names).map(\.text).contains("night"))
        #expect(!candidates("sum steps where ", names: names).map(\.text).contains("watch"))
        #expect(candidates("wat", names: names).map(\.text).contains("watch"))
    }

    @Test("If there is nothing to list, a note describes what to type", arguments: [("sum steps by day | top ", "a number, such as 3")])
    func notes(text: String, note: String) {
        let completions = CandidateList(for: text, at: text.utf8.count, knowledge: .ofTests).completions
        #expect(completions.notes.contains(note))
    }

    @Test("With typed letters, all metrics with a matching name are listed, those with samples first")
    func metricsByName() {
        let texts = candidates("count st").map(\.text)
        #expect(texts.first == "stepCount")
        #expect(texts.contains("stairAscentSpeed"))
        #expect(candidates("average rest").map(\.text).contains("restingHeartRate"))
    }

    @Test("Sources are quoted, and quotes in their name are doubled")
    func sources() {
        #expect(candidates("sum steps prefer ").map(\.text) == ["\"Anna’s Watch\"", "\"the \"\"good\"\" scale\""])
        #expect(candidates("sum steps where source = \"the").map(\.text) == ["\"the \"\"good\"\" scale\""])
    }

    @Test(
        "Words of the language are completed in any case",
        arguments: [
            ("sum steps BY", "by"), ("sum steps by we", "week"), ("sum steps by day fi", "fill"), ("sum steps as js", "json"),
            ("set week = mo", "monday"), ("sum steps zone europe/ber", "Europe/Berlin"), ("help E12", "E120"), ("show so", "sources"),
            ("qu", "quit"), ("sum distance in k", "km"),
        ])
    func words(text: String, word: String) {
        #expect(candidates(text).map(\.text).contains(word))
    }

    @Test(
        "Candidates are valid at their place", arguments: ["sum steps by ", "sum steps where ", "sum steps last ", "set ", "show "])
    func nothingElse(text: String) {
        let texts = candidates(text).map(\.text)
        #expect(!texts.isEmpty)
        #expect(!texts.contains("let") && !texts.contains("anchor") && !texts.contains("heartRate"))
    }
}

extension EditingKnowledge {
    /// A store with steps, heart rates and sleep from the first days of 1970. The current time is two days later.
    static let ofTests: EditingKnowledge = {
        let day: Int64 = 86_400_000
        var context = CompilationContext(now: Instant(milliseconds: 11 * day), zone: .utc)
        let counts = [
            ("HKQuantityTypeIdentifierStepCount", 1_200), ("HKQuantityTypeIdentifierHeartRate", 3_000),
            ("HKCategoryTypeIdentifierSleepAnalysis", 90),
        ]
        for (identifier, count) in counts {
            let metric = MetricID(identifier)
            let last = Instant(milliseconds: 9 * day)
            context.contents.metrics[metric] = MetricSummary(
                metric: metric, count: count, firstStart: Instant(milliseconds: 0), lastStart: last, lastEnd: last, fileUnit: nil,
                sources: [])
        }
        context.contents.sources = [1: Source(name: "Anna’s Watch"), 2: Source(name: "the \"good\" scale")]
        return EditingKnowledge(context: context)
    }()
}

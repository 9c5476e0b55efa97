import Diagnostics
import HealthModel
import QueryCompiler
import QuerySyntax
import Shell
import Testing

@Suite("Candidates of a completion")
struct CandidateListTests {
    private let contents: StoreContents = {
        var contents = StoreContents()
        for (identifier, count) in [("HKQuantityTypeIdentifierStepCount", 1_200), ("HKQuantityTypeIdentifierHeartRate", 3_000)] {
            let metric = MetricID(identifier)
            contents.metrics[metric] = MetricSummary(
                metric: metric, count: count, firstStart: Instant(milliseconds: 0), lastStart: Instant(milliseconds: 0),
                lastEnd: Instant(milliseconds: 0), fileUnit: nil, sources: [])
        }
        contents.sources = [1: Source(name: "Anna’s Watch"), 2: Source(name: "the \"good\" scale")]
        return contents
    }()

    private func candidates(_ text: String) -> [CompletionSet.Candidate] {
        let completion = Completion.at(text.utf8.count, in: text)
        let typed = String(decoding: text.utf8.dropFirst(completion.replaced.start), as: UTF8.self)
        return CandidateList(typed: typed, contents: contents, names: NameTable()).candidates(for: completion)
    }

    @Test("Without a letter, the metrics with samples are offered, the most recorded first")
    func metricsWithSamples() {
        let candidates = candidates("sum ").filter { $0.detail.hasSuffix("samples") }
        #expect(candidates.map(\.text) == ["heartRate", "stepCount"])
        #expect(candidates.map(\.detail) == ["3,000 samples", "1,200 samples"])
    }

    @Test("With letters every metric is offered by the name that begins so, those with samples first")
    func metricsByName() {
        let texts = candidates("sum st").map(\.text)
        #expect(texts.first == "stepCount")
        #expect(texts.contains("stairAscentSpeed"))
        #expect(candidates("sum rest").map(\.text).contains("restingHeartRate"))
    }

    @Test("Sources are quoted, and a quote within is doubled")
    func sources() {
        #expect(candidates("sum steps prefer ").map(\.text) == ["\"Anna’s Watch\"", "\"the \"\"good\"\" scale\""])
        #expect(candidates("sum steps where source = \"the").map(\.text) == ["\"the \"\"good\"\" scale\""])
    }

    @Test(
        "Words of the language are completed in their place, whatever the case",
        arguments: [
            ("sum steps BY", "by"), ("sum steps by we", "week"), ("sum steps by day fi", "fill"), ("sum steps as js", "json"),
            ("set week = mo", "monday"), ("sum steps zone europe/ber", "Europe/Berlin"), ("help E12", "E120"), ("show so", "sources"),
            ("qu", "quit"), ("sum distance in k", "km"),
        ])
    func words(text: String, word: String) {
        #expect(candidates(text).map(\.text).contains(word))
    }

    @Test(
        "Nothing is offered that cannot stand there", arguments: ["sum steps by ", "sum steps where ", "sum steps last ", "set ", "show "])
    func nothingElse(text: String) {
        let texts = candidates(text).map(\.text)
        #expect(!texts.isEmpty)
        #expect(!texts.contains("let") && !texts.contains("anchor") && !texts.contains("heartRate"))
    }
}

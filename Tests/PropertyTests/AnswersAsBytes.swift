import Foundation
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine
import ResultRendering
import RowStages
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Asks the same question of every kind of store and compares the answers as text.
@Suite("Answers, byte for byte")
struct AnswersAsBytes {
    @Test("The CSV of a random query has the same bytes for each store, block size and format, number of threads and plan (S6.7)")
    func queries() throws {
        var blocks = 0
        let cases = seeds(6)
        for seed in cases {
            var random = SplitMix64(seed: seed ^ 0x6279_7465)
            var question = RandomCase(seed: seed)
            if random.chance(50) { question = question.favoringQuarterHours }
            if random.chance(10) { question = question.repeated(random.pick(20...80), &random) }
            try StoredForms.withForms(of: question, &random) { forms in
                let expected = try Self.answer(to: question, from: forms.memory, .off)
                for form in forms.files {
                    for use in QuarterUse.allCases {
                        let found = try Self.answer(to: question, from: form.store, use)
                        #expect(found == expected, "\(form.name), quarter hours \(use): \(question)")
                    }
                    blocks += try form.store.read {
                        try $0.capabilities.blocks?.size(of: question.metric, from: .min, through: .max, values: nil)?.blockCount ?? 0
                    }
                }
            }
        }
        // A test whose files have no or only single blocks never uses another thread.
        #expect(blocks > 4 * cases.count, "\(blocks) blocks in \(cases.count) cases")
    }

    @Test("Blocks of thousands of samples, of which parts are read, give the same answers")
    func largeBlocks() throws {
        for seed in seeds(1) {
            var random = SplitMix64(seed: seed ^ 0x6C61_7267)
            let question = RandomCase(seed: seed).dense(4000, &random)
            let fixed = Self.partialReads.map { RandomStatement.text(of: $0, over: question) }
            let statements = (0..<4).map { _ in RandomStatement.text(over: question, &random) } + fixed
            try StoredForms.withForms(of: question, &random) { forms in
                let expected = RandomStatement.outputs(of: statements, over: question, from: forms.memory, .off)
                #expect(expected.contains { $0.isAnswer }, "seed \(seed)")
                for form in forms.files {
                    // The second time, the store has kept the blocks.
                    for _ in 0..<2 {
                        let found = RandomStatement.outputs(of: statements, over: question, from: form.store, .off)
                        #expect(found == expected, "\(form.name), seed \(seed), \(statements)")
                    }
                }
            }
        }
    }

    /// Questions that need only parts of blocks.
    private static let partialReads = [
        "sum * by day sources raw assign by start where value > 55", "p95 * by week sources raw", "median *, count * by day sources raw",
        "count * by bins of 10 sources raw", "average * by day where hour of day between 6 and 9", "count * where weekday is sunday by 6h",
        "sum *, count * by hour sources raw assign by start where value between 10 and 90",
        "average *, sum * by day assign by start where value < 60",
        "count *, average * sources raw where value = 70", "count *, sum * by day assign by start sources raw where value = 20.5",
        "count *, average * by day assign by start sources raw where value between 20.2 and 20.8",
        "sum * by month sources raw assign by start where value >= 20.5",
        "duration * where value > 100 holding 2min", "average * by day holding 5min", "latest * by hour where hour of day < 3",
        "duration *, count * by day where value between 20.2 and 90 holding 2min", "duration * by weekday holding 90s",
        "duration *, count * by 12h assign by end where value < 100 holding 1h", "count * by day assign by start holding 2min",
    ]

    /// Returns the CSV, or the error of a question that has no answer.
    private static func answer(to question: RandomCase, from store: any SampleStorage, _ use: QuarterUse) throws -> String {
        try store.read { source in
            let plan = try question.plan()
            do {
                return ResultRenderer.text(of: try QueryEngine.run(plan, over: source, options: EngineOptions(quarterHours: use)), as: .csv)
            } catch let error as EngineError {
                return "\(error)"
            }
        }
    }

    @Test("The CSV and the messages of a random statement are the same for each store, block size and format, number of threads and plan")
    func statements() throws {
        var answered = 0
        let cases = seeds(8)
        for seed in cases {
            var random = SplitMix64(seed: seed ^ 0x7465_7874)
            let question = RandomCase(seed: seed)
            let statements = (0..<3).map { _ in RandomStatement.text(over: question, &random) }
            try StoredForms.withForms(of: question, &random) { forms in
                let expected = RandomStatement.outputs(of: statements, over: question, from: forms.memory, .off)
                answered += expected.count { $0.isAnswer }
                for form in forms.files {
                    for use in QuarterUse.allCases {
                        let found = RandomStatement.outputs(of: statements, over: question, from: form.store, use)
                        #expect(found == expected, "\(form.name), quarter hours \(use), seed \(seed), \(statements)")
                    }
                }
            }
        }
        // Most errors come before a store is read, so a test of errors shows nothing.
        #expect(2 * answered > 3 * cases.count, "\(answered) of \(3 * cases.count) statements have an answer")
    }
}

/// The samples of one case in memory and in files.
struct StoredForms {
    struct Form {
        var name: String
        var store: any SampleStorage
    }

    var memory = MemoryStore()
    var files: [Form] = []

    /// Writes the samples of a case to memory and to two files with blocks of different sizes and perhaps formats, and calls `body`. Then
    /// it deletes the files.
    ///
    /// Each file is open twice: once with a second thread for blocks, once without it.
    static func withForms<Result>(
        of question: RandomCase, _ random: inout SplitMix64, _ body: (StoredForms) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var forms = StoredForms()
        let batchSize = random.pick([1, 5, 1000])
        try question.write(to: forms.memory, batchesOf: batchSize)
        for blockRows in [random.pick(question.samples.count > 200 ? [7, 64] : [1, 2, 7]), random.pick([100, 16_384])] {
            var options = StoreOptions()
            (options.blockRows, options.smallWriteRows, options.rowTableRows) = (blockRows, random.pick([0, 0, 3, 512]), 5)
            options.blockFormat = random.pick(BlockCodec.Format.allCases)
            let path = folder.appending(path: "\(blockRows)").path
            let writer = try SQLiteStore.open(path: path, mode: .create, options: options)
            try question.write(to: writer, batchesOf: batchSize)
            if random.chance(80) { try QuarterUpkeep(writer, leastSampleCount: 0).run() }
            for threads in [1, 2] {
                options.helperCount = threads - 1
                let store = try SQLiteStore.open(path: path, mode: .readOnly, options: options)
                forms.files.append(Form(name: "blocks of \(blockRows), \(options.blockFormat), \(threads) threads", store: store))
            }
        }
        return try body(forms)
    }
}

extension RandomCase {
    /// This case with many samples close to each other, most of them with whole numbers.
    fileprivate func dense(_ count: Int, _ random: inout SplitMix64) -> RandomCase {
        let window = query.window.interval
        let models = samples.filter { $0.end - $0.start <= 7_200_000 }
        var result = self
        result.samples = []
        var start = window.start - 43_200_000
        let grain: Int64 = random.pick([1, 1000, 60_000])
        let wholePercent = random.pick([100, 100, 95, 0])
        // Instants of one source at different times, except a few.
        let isSeries = random.chance(50)
        for number in 0..<count {
            guard var sample = models.isEmpty ? samples.first : random.pick(models) else { break }
            let isInSeries = isSeries && number % 1500 != 700
            if isInSeries, let first = models.first { sample.source = first.source }
            let length = isInSeries || random.chance(70) ? 0 : sample.end - sample.start
            start += max(isSeries ? 1 : 0, Int64.random(in: 0...150_000 / grain, using: &random)) * grain
            (sample.start, sample.end, sample.created, sample.number) = (start, start + length, nil, number)
            if query.style != .sleep, wholePercent == 0 { sample.value = random.pick([20, 20.5, 20.7, 21]) }
            if query.style != .sleep, random.chance(wholePercent) { sample.value = Double(Int.random(in: 0...180, using: &random)) }
            result.samples.append(sample)
        }
        return result
    }

    /// This case with more samples: copies of each, moved by random times.
    fileprivate func repeated(_ times: Int, _ random: inout SplitMix64) -> RandomCase {
        let window = query.window.interval
        let day: Int64 = 86_400_000
        var result = self
        for _ in 0..<times {
            for sample in samples {
                var copy = sample
                let grain: Int64 = random.pick([60_000, 1000, 1])
                let start = Int64.random(in: window.start - day...window.end + day, using: &random) / grain * grain
                (copy.start, copy.end) = (start, start + min(sample.end - sample.start, 7_200_000))
                copy.created = nil
                result.samples.append(copy)
            }
        }
        for index in result.samples.indices { result.samples[index].number = index }
        return result
    }
}

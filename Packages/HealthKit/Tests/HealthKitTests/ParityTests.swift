import Foundation
import HealthKit
import RandomTesting
import ReferenceEngine
import Testing

/// Random questions to the module, to the language and to the reference engine.
///
/// `TALLY_CASES` sets the number of questions, and `TALLY_SEED` the first seed. A difference prints its seed.
@Suite("The module against the language and the reference engine")
struct ParityTests {
    @Test("Random questions have the same answer in the module, in the language and in the reference engine")
    func questions() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["TALLY_CASES"].flatMap(Int.init) ?? 100
        let first = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 1
        let wanted = environment["TALLY_QUESTION"].flatMap(Int.init)
        var tally = ParityCount()
        var seed = first
        while tally.total < count {
            var random = SplitMix64(seed: seed)
            let store = try await ParityStore(&random)
            defer { store.removeFile() }
            for number in 0..<min(8, count - tally.total) {
                let question = store.question(seed, &random)
                let reference = ParityReference(question, in: store)
                let buckets = question.kind == .samples ? [] : reference.buckets()
                let module = ParityModule(store: store, question: question, reference: reference)
                let language = ParityLanguage(store: store, question: question, reference: reference)
                if let wanted, wanted != number { continue }
                let ofModule = await module.difference(buckets)
                let ofLanguage = await language.difference(buckets)
                tally.note(
                    question, store, reference, buckets, isAsked: language.queries != nil, isDifferent: ofModule ?? ofLanguage != nil)
                guard ofModule ?? ofLanguage != nil, tally.differences <= 10 else { continue }
                Issue.record(
                    """
                    seed \(seed), question \(number)
                    module: \(ofModule ?? "agrees")
                    language: \(ofLanguage ?? "agrees")
                    \(question)
                    \(reference.samples.sorted { $0.start < $1.start }.map { "  \($0)" }.joined(separator: "\n"))
                    """)
            }
            seed += 1
        }
        print(tally.text)
        #expect(tally.differences == 0)
    }
}

/// The number of questions by kind.
private struct ParityCount {
    private(set) var total = 0
    private(set) var differences = 0
    private var bucketCount = 0
    private var kinds: [String: Int] = [:]

    mutating func note(
        _ question: ParityQuestion, _ store: ParityStore, _ reference: ParityReference, _ buckets: [ParityBucket], isAsked: Bool,
        isDifferent: Bool
    ) {
        total += 1
        bucketCount += buckets.count
        let priority = store.priorities[question.metric.identifier] ?? []
        if isDifferent { differences += 1 }
        let isCollection = question.kind == .collection
        let options = question.options
        let facts: [(String, Bool)] = [
            (question.kind.rawValue, true), ("asked in the language", isAsked), ("without chosen samples", reference.chosen.isEmpty),
            ("with an order of sources", question.kind != .samples && priority.count > 1), ("in a file", store.file != nil),
            ("asked by an app without permissions", store.app != nil), ("after deletions", store.hasDeletions),
            ("in the current calendar", isCollection && question.calendar == .none),
            ("with descriptors", question.isAsync && question.kind != .samples),
            ("mixed components", isCollection && question.interval.isMixed),
            ("anchor after all samples", isCollection && question.anchor > reference.samples.map(\.end).max() ?? .max),
            ("separate sources", question.kind != .samples && options.contains(.separateBySource)),
            ("most recent", question.kind != .samples && options.contains(.mostRecent)),
            ("duration", question.kind != .samples && options.contains(.duration)),
            ("range of time with edges", question.range != nil), ("zone \(question.zone)", true), (question.metric.name, true),
        ]
        for (name, isTrue) in facts where isTrue { kinds[name, default: 0] += 1 }
    }

    var text: String {
        "\(total) questions with \(bucketCount) buckets, \(differences) differences: "
            + kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}

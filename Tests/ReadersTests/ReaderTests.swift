import Foundation
import RandomTesting
import Readers
import Testing

/// Replays the inputs that fuzzers kept. `make fuzz` looks for new ones.
@Suite("Readers of bytes from outside")
struct ReaderTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz").standardized

    private static func inputs(_ kind: String, of reader: String) -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: kind).appending(path: reader)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
        return names.compactMap { name in (try? Data(contentsOf: folder.appending(path: name))).map { (name, Array($0)) } }
    }

    @Test("Every property holds for seeds, corpus and findings", arguments: Reader.all.map(\.name))
    func properties(name: String) throws {
        let reader = try #require(Reader.all.first { $0.name == name })
        let seeds = reader.seeds().enumerated().map { (name: "seed \($0)", bytes: $1) }
        let kept = Self.inputs("Corpus", of: name)
        #expect(!seeds.isEmpty)
        for input in seeds + kept + Self.inputs("Findings", of: name) {
            #expect(throws: Never.self, "\(name), \(input.name)") { try reader.check(input.bytes) }
        }
    }

    @Test("Every property holds for random inputs (TALLY_CASES, TALLY_SEED)", arguments: Reader.all.map(\.name))
    func randomInputs(name: String) throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["TALLY_CASES"].flatMap { Int($0) } ?? 20
        let seed = environment["TALLY_SEED"].flatMap { UInt64($0) } ?? 1
        let reader = try #require(Reader.all.first { $0.name == name })
        let known = reader.seeds() + Self.inputs("Corpus", of: name).map(\.bytes)
        var random = SplitMix64(seed: seed)
        for number in 0..<count {
            let input = reader.randomInput(from: known, using: &random)
            #expect(throws: Never.self, "\(name), input \(number) of TALLY_SEED=\(seed): \(Data(input).base64EncodedString())") {
                try reader.check(input)
            }
        }
    }

    @Test("Each folder of inputs has a reader, and all corpora together are small")
    func folders() throws {
        var size = 0
        for kind in ["Corpus", "Findings"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: kind).path) {
                #expect(Reader.all.contains { $0.name == name }, "\(kind)/\(name)")
                size += Self.inputs(kind, of: name).reduce(0) { $0 + $1.bytes.count }
            }
        }
        #expect(size < 1_000_000)
    }
}

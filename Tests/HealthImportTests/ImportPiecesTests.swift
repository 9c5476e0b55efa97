import CalendarIntervals
import DemoData
import Foundation
import HealthImport
import HealthModel
import RandomTesting
import Testing

/// An import reads pieces of a document on several threads. It must give the same batches, in the same order, and the same report as one
/// thread that reads everything.
///
/// `TALLY_CASES` sets the number of random documents of each format, and `TALLY_SEED` the first seed.
@Suite("Imports in pieces") struct ImportPiecesTests {
    private static let caseCount = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap { Int($0) } ?? 60

    /// Everything that an import gives.
    private struct Outcome {
        var batches: [ImportBatch] = []
        var progress: [ReadingProgress] = []
        var report: ImportReport?
        var error = ""

        init(_ bytes: [UInt8], threads: Int, chunk: Int, rows: Int, person: String) throws {
            var options = ImportOptions()
            (options.threads, options.chunkBytes, options.batchRows, options.person) = (threads, chunk, rows, person)
            options.zones["P1"] = Zone.named("Asia/Tokyo")
            // Small documents are still cut into pieces.
            options.mapping.probeBytes = 100
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-import-\(UUID().uuidString)").path
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            let sink = CollectingSink()
            var importer = Importer(sink: sink, options: options, clock: { 0 })
            var progress: [ReadingProgress] = []
            importer.progress = { progress.append($0) }
            do {
                report = try importer.importFile(path)
                report?.file = ""
            } catch let failure as ImportError {
                error = "\(failure)".replacing(path, with: "")
            }
            (batches, self.progress) = (sink.batches, progress)
        }

        /// Returns the first difference. Nil if there is none.
        func difference(to other: Outcome) -> String? {
            if error != other.error { return "errors: \(error), \(other.error)" }
            if progress != other.progress { return "progress: \(progress), \(other.progress)" }
            if report != other.report { return "reports: \(report?.json ?? ""), \(other.report?.json ?? "")" }
            if batches.count != other.batches.count { return "\(batches.count) and \(other.batches.count) batches" }
            for (number, (a, b)) in zip(batches, other.batches).enumerated() where a != b { return "batch \(number)" }
            return nil
        }
    }

    /// Returns the number of rows that were read.
    @discardableResult
    private func expectSameImports(_ bytes: [UInt8], chunk: Int, rows: Int, person: String = "", _ name: String) throws -> Int {
        let alone = try Outcome(bytes, threads: 1, chunk: 1 << 20, rows: rows, person: person)
        let together = try Outcome(bytes, threads: 3, chunk: chunk, rows: rows, person: person)
        let difference = together.difference(to: alone)
        #expect(difference == nil, "\(name), chunks of \(chunk) bytes, batches of \(rows) rows")
        return alone.report?.findings.rows ?? 0
    }

    // MARK: - Random documents

    @Test("Random exports give the same batches and reports for all sizes of pieces", arguments: [testSeed])
    func exports(seed: UInt64) throws {
        try expectSameImportsOfRandomDocuments(seed: seed) { RandomExport(&$0).text }
    }

    @Test("Random tables give the same batches and reports for all sizes of pieces", arguments: [testSeed])
    func tables(seed: UInt64) throws {
        try expectSameImportsOfRandomDocuments(seed: seed) { randomTable(&$0) }
    }

    @Test("Random JSON Lines give the same batches and reports for all sizes of pieces", arguments: [testSeed])
    func jsonLines(seed: UInt64) throws {
        try expectSameImportsOfRandomDocuments(seed: seed) { randomJSONLines(&$0) }
    }

    private func expectSameImportsOfRandomDocuments(seed: UInt64, _ document: (inout SplitMix64) -> String) throws {
        print("seed \(seed)")
        var rowCount = 0
        for number in 0..<UInt64(ImportPiecesTests.caseCount) {
            var random = SplitMix64(seed: seed &+ number)
            var bytes = Array(document(&random).utf8)
            if random.chance(30) { bytes.removeLast(Int.random(in: 0...bytes.count / 2, using: &random)) }
            let chunk = random.pick([random.pick(1...60), random.pick(100...900), random.pick(1000...20_000), 1 << 20])
            let rows = random.pick([1, 7, 16, 100, 1 << 18])
            rowCount += try expectSameImports(
                bytes, chunk: chunk, rows: rows, person: random.pick(["", "", "P1"]), "seed \(seed &+ number)")
        }
        #expect(rowCount > ImportPiecesTests.caseCount, "most documents have rows")
    }

    @Test("A small document that is truncated at any byte gives the same batches and report", arguments: [testSeed])
    func truncated(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let documents = [RandomExport(&random, elements: 8).text, randomTable(&random, rows: 8), randomJSONLines(&random, rows: 8)]
        for text in documents {
            let bytes = Array(text.utf8)
            let step = max(1, bytes.count / (ImportPiecesTests.caseCount * 2))
            let rowCounts = try stride(from: 1, through: bytes.count, by: step).map { length in
                try expectSameImports(Array(bytes.prefix(length)), chunk: 97, rows: 1 << 18, "\(length) bytes")
            }
            #expect(rowCounts.max() ?? 0 > 0, "a document without rows shows nothing")
        }
    }

    @Test("A first row that goes through very many pieces does not stop the import")
    func longFirstRow() throws {
        let header = "type,source,start,end,value,unit"
        let row = "steps,W,2024-03-10T12:00:00Z,2024-03-10T12:01:00Z,1,count"
        let lines = String(repeating: "\n" + row, count: 60)
        let closed = "\(header)\nsteps,\"W\(lines)\",2024-03-10T12:00:00Z,,1,count\n\(row)\n"
        let unclosed = "<HealthData>\n <Record type=\"a\(String(repeating: "\n <Record ", count: 60))\"/>\n</HealthData>"
        for chunk in [4, 30, 100] {
            let rows = try expectSameImports(Array(closed.utf8), chunk: chunk, rows: 1 << 18, "a long first row")
            #expect(rows == 2, "chunks of \(chunk) bytes")
            for text in ["\(header)\nsteps,\"W\(lines)", unclosed] {
                try expectSameImports(Array(text.utf8), chunk: chunk, rows: 1 << 18, "a first row without an end")
            }
        }
    }

    @Test("An export with all traps gives the same batches and reports for all sizes of pieces", arguments: [200, 5000, 100_000])
    func traps(chunk: Int) throws {
        var options = GenerateOptions(now: Instant(seconds: 1_774_983_600), zone: try #require(Zone.named("Europe/Berlin")))
        options.size = .days(2)
        options.traps = .all
        var bytes: [UInt8] = []
        _ = try generateExport(options) { bytes.append(contentsOf: $0) }
        for rows in [1000, 1 << 18] {
            #expect(try expectSameImports(bytes, chunk: chunk, rows: rows, "all traps") > 1000, "two days have thousands of rows")
        }
    }

    @Test("An element that is larger than the pieces, or too long, gives the same batches and report", arguments: [100_000, 17 << 20])
    func largeElements(length: Int) throws {
        var random = SplitMix64(seed: testSeed)
        let record = RandomExport(&random, elements: 3).text
        let filler = String(repeating: "x", count: length)
        let text =
            record.replacing("</HealthData>", with: "")
            + "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"\(filler)\"\n value=\"1\"/>\n<!-- \(filler)\n<Record \n-->\n"
            + record.replacing("<HealthData>", with: "")
        let rows = try expectSameImports(Array(text.utf8), chunk: min(length / 10, 1 << 20), rows: 100, "\(length) bytes")
        #expect(rows > 0)
    }

    @Test("A line of JSON that is too long is one bad row, for all sizes of pieces", arguments: [100_000, 16 << 20])
    func longLine(chunk: Int) throws {
        let row = #"{"type":"steps","start":"2024-03-10T12:00:00Z","value":1,"unit":"count"}"#
        let text = row + "\n{\"type\":\"" + String(repeating: "x", count: 5 << 20) + "\"}\n" + row + "\n"
        var options = ImportOptions()
        options.chunkBytes = chunk
        let imported = try importBytes(text.utf8, options: options)
        #expect(imported.rows.count == 2)
        #expect(imported.issues == [.badTableRow: [2]])
        #expect(imported.report.findings.rows == 3)
    }

    @Test("A line of JSON can have any number of metadata keys, also after other lines with many")
    func manyKeys() throws {
        let rows = (0..<30).map { row in
            let metadata = (0..<90).map { "\"key \(row * 90 + $0)\":\"\($0)\"" }.joined(separator: ",")
            return #"{"type":"steps","start":"2024-03-10T12:00:00Z","value":1,"unit":"count","metadata":{"# + metadata + "}}"
        }
        let imported = try importBytes(rows.joined(separator: "\n").utf8)
        #expect(imported.rows.map(\.metadata.count) == Array(repeating: 90, count: 30))
    }
}

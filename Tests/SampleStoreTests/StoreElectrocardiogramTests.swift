import Foundation
import GRDB
import HealthModel
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Electrocardiograms are samples with a series, in both stores.
@Suite("Electrocardiograms of stores") struct StoreElectrocardiogramTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func stores() throws -> [any PersonKeeping & UndoKeeping] {
        [MemoryStore(), try SQLiteStore.open(path: directory.path("\(directory.names.count)"), mode: .create)]
    }

    /// Two voltages a second.
    private static func curve(from second: Int64, _ voltages: [Double]) -> TimeSeries {
        let times = voltages.indices.map { second * 1000 + Int64($0) * 500 }
        guard let series = TimeSeries(.electrocardiogram, name: "ecg.csv", times: times, values: [voltages]) else {
            preconditionFailure("not a series")
        }
        return series
    }

    /// A batch with one electrocardiogram of 30 s.
    private func batch(
        at second: Int64 = 100, value: Double = 1, symptoms: String = "", created: Int64? = 1000, voltages: [Double] = [1.5, -2, 3],
        person: String = ""
    ) -> ImportBatch {
        var batch = ImportBatch()
        batch.person = person
        batch.sources = [Source(name: "ECG")]
        if !symptoms.isEmpty { batch.metadata.append(MetadataSet([.init(key: "symptoms", value: symptoms)])) }
        let (start, end) = (Instant(seconds: second), Instant(seconds: second + 30))
        var samples = SampleBatch()
        samples.append(
            start: start, end: end, value: value, source: 0, metadata: symptoms.isEmpty ? 0 : 1,
            created: created.map { Instant(seconds: $0) })
        batch.samples = [.electrocardiograms: samples]
        batch.replacing = [.electrocardiograms]
        if !voltages.isEmpty {
            let series = Self.curve(from: second, voltages)
            batch.series = [SampleSeries(metric: .electrocardiograms, start: start, end: end, source: 0, series: series)]
        }
        return batch
    }

    private struct Found: Equatable {
        var number: Int64
        var value: Double
        var voltages: [[Double]]
    }

    private func found(_ store: any SampleStorage, of person: String? = nil) throws -> [Found] {
        try store.read { reader in
            let view = try person.map { try reader.view(of: $0) } ?? reader
            var found: [Found] = []
            try view.scan(.electrocardiograms, from: .min, through: .max, columns: [.values, .numbers]) { rows in
                for row in 0..<rows.count {
                    let series = try view.series(.electrocardiogram, of: rows.numbers[row])
                    found.append(Found(number: rows.numbers[row], value: rows.values[row], voltages: series.map { $0[.voltage] }))
                }
                return true
            }
            return found
        }
    }

    private func count(_ table: String, _ file: SQLiteStore) throws -> Int? {
        try DatabaseQueue(path: file.path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }

    @Test("An electrocardiogram keeps its voltages, and writing it again changes nothing")
    func idempotence() throws {
        for store in try stores() {
            _ = try store.write(batch())
            let change = try store.read { $0.changeNumber }
            let outcome = try store.write(batch())
            #expect(outcome[.electrocardiograms]?.added == 0 && outcome[.electrocardiograms]?.alreadyThere == 1)
            #expect(try store.read { $0.changeNumber } == change)
            #expect(try found(store).map(\.voltages) == [[[1.5, -2, 3]]])
            #expect(try store.read { try $0.series(.electrocardiogram, of: 99) } == [])
            #expect(try store.read { try $0.series(.route, of: found(store)[0].number) } == [])
            if let file = store as? SQLiteStore { #expect(try file.checkIntegrity() == []) }
        }
    }

    @Test("A later export changes the symptoms and the classification of a recording and adds no second one, in any order")
    func laterExport() throws {
        let batches = [batch(), batch(value: 6, symptoms: "Dizziness", created: 2000)]
        for order in [batches, batches.reversed()] {
            for store in try stores() {
                for batch in order { _ = try store.write(batch) }
                let kept = try found(store)
                #expect(kept.map(\.value) == [6] && kept.map(\.voltages) == [[[1.5, -2, 3]]])
            }
        }
    }

    @Test("A recording that was there without voltages gets them, and taking that back removes only them")
    func lateVoltages() throws {
        for store in try stores() {
            store.begin(StoreDeed("first", at: Instant(seconds: 0)))
            _ = try store.write(batch(voltages: []))
            store.begin(StoreDeed("second", at: Instant(seconds: 1)))
            _ = try store.write(batch())
            #expect(try found(store).map(\.voltages) == [[[1.5, -2, 3]]])
            #expect(try store.undo(try #require(try store.undoSteps().first)))
            #expect(try found(store).map(\.voltages) == [[]])
        }
    }

    @Test("Deleting a recording deletes its voltages, and taking it back restores them")
    func deletion() throws {
        for store in try stores() {
            store.begin(StoreDeed("import", at: Instant(seconds: 0)))
            _ = try store.write(batch())
            _ = try store.write(batch(at: 500, voltages: [9]))
            let before = try found(store)
            store.begin(StoreDeed("delete", at: Instant(seconds: 1)))
            #expect(try store.delete(.electrocardiograms, numbers: [before[0].number], starting: .min ... .max) == 1)
            #expect(try found(store) == [before[1]])
            if let file = store as? SQLiteStore {
                #expect(try count("series", file) == 1)
                #expect(try file.checkIntegrity() == [])
            }
            #expect(try store.undo(try #require(try store.undoSteps().first)))
            #expect(try found(store) == before)
            #expect(try store.undo(try #require(try store.undoSteps().first)))
            #expect(try found(store).isEmpty)
            if let file = store as? SQLiteStore {
                #expect(try count("series", file) == 0)
                #expect(try file.checkIntegrity() == [])
            }
        }
    }

    @Test("A person sees no recording of another one, and forgetting a person leaves no voltage")
    func persons() throws {
        for store in try stores() {
            _ = try store.write([batch(person: "A"), batch(voltages: [7, 8], person: "B")])
            let (a, b) = (try found(store, of: "A"), try found(store, of: "B"))
            #expect(a.map(\.voltages) == [[[1.5, -2, 3]]] && b.map(\.voltages) == [[[7, 8]]])
            #expect(try store.read { try $0.view(of: "A").series(.electrocardiogram, of: b[0].number) } == [])
            _ = try store.forget(person: "A")
            #expect(try found(store) == b)
            if let file = store as? SQLiteStore {
                #expect(try count("series", file) == 1)
                #expect(try count("earlier_series", file) == 0)
                #expect(try file.checkIntegrity() == [])
            }
        }
    }

    @Test("A check finds voltages whose recording is missing, and a series of an unknown kind")
    func lost() throws {
        let store = try SQLiteStore.open(path: directory.path("lost"), mode: .create)
        _ = try store.write(batch())
        let queue = try DatabaseQueue(path: store.path)
        try queue.write { try $0.execute(sql: "UPDATE series SET owner = 77") }
        #expect(try store.checkIntegrity().map(\.message).contains("`series`: 1 row of a missing sample"))
        try queue.write { try $0.execute(sql: "UPDATE series SET kind = 9") }
        #expect(try store.checkIntegrity().map(\.message).contains("`series`: series 0 of 77 is of the unknown kind 9"))
    }

    @Test("An app without permission sees no electrocardiogram of others")
    func apps() throws {
        for store in try stores() {
            _ = try store.write(batch())
            let number = try found(store)[0].number
            let app = AppStorage(store, app: "com.example.trends")
            #expect(try app.read { try $0.series(.electrocardiogram, of: number) } == [])
        }
    }

    @Test("Many recordings in blocks and in the table of fresh rows keep their voltages")
    func blocks() throws {
        var options = StoreOptions()
        options.blockRows = 4
        let store = try SQLiteStore.open(path: directory.path("blocks"), mode: .create, options: options)
        for index in 0..<20 { _ = try store.write(batch(at: Int64((index * 7) % 20) * 100, voltages: [Double(index)])) }
        #expect(try found(store).compactMap { $0.voltages.first?.first }.map { Int($0) * 7 % 20 } == Array(0..<20))
        #expect(try store.checkIntegrity() == [])
    }
}

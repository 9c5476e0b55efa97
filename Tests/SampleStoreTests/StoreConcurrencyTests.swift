import Dispatch
import Foundation
import GRDB
import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Synchronization
import Testing

@Suite struct StoreConcurrencyTests {
    private let directory: TemporaryDirectory
    private let steps = RandomBatch.metrics[0]

    init() throws { directory = try TemporaryDirectory() }

    /// Returns a batch of `count` samples in seconds from `first`, each with value 1.
    private func batch(first: Int, count: Int) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch")]
        var rows = SampleBatch()
        for index in first..<(first + count) {
            rows.starts.append(Int64(index) * 1000)
            rows.ends.append(Int64(index) * 1000 + 1000)
            rows.values.append(1)
            rows.sources.append(0)
        }
        batch.samples[steps] = rows
        return batch
    }

    private func count(_ view: any SampleSource) throws -> Int {
        var count = 0
        try view.scan(steps, from: .min, through: .max, columns: [.values]) { batch in
            count += batch.count
            return true
        }
        return count
    }

    @Test("Readers only see complete batches, and reads do not fail while another connection writes", arguments: [1000, 64])
    func readWhileWriting(batchRows: Int) throws {
        let path = directory.path("store")
        var options = StoreOptions()
        options.blockRows = 200
        let writer = try SQLiteStore.open(path: path, mode: .create, options: options)
        let isDone = Mutex(false)
        let failures = Mutex<[String]>([])
        let group = DispatchGroup()
        for reader in 0..<2 {
            let store = try reader == 0 ? writer : SQLiteStore.open(path: path, mode: .readOnly)
            DispatchQueue.global().async(group: group) {
                var last = 0
                while !isDone.withLock({ $0 }) {
                    do {
                        let (count, summed) = try store.read { view in
                            (try self.count(view), try view.metricSummary(of: self.steps)?.count ?? 0)
                        }
                        if count % batchRows != 0 || count != summed || count < last {
                            failures.withLock { $0.append("\(count) samples, \(summed) in the summary, \(last) before") }
                        }
                        last = count
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
        }
        for index in (0..<30).reversed() { _ = try writer.write(batch(first: index * batchRows, count: batchRows)) }
        isDone.withLock { $0 = true }
        group.wait()
        #expect(failures.withLock { $0 } == [])
        #expect(try writer.read { try count($0) } == 30 * batchRows)
    }

    @Test("Two stores on one file take turns and never use a sample number twice")
    func twoWriters() throws {
        let path = directory.path("store")
        var options = StoreOptions()
        // SQLite keeps no order of those that wait. On a slow machine, one may wait for all writes of the other.
        options.writeTimeoutSeconds = 60
        let stores = try [
            SQLiteStore.open(path: path, mode: .create, options: options), SQLiteStore.open(path: path, mode: .readWrite, options: options),
        ]
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            do {
                for turn in 0..<20 {
                    var batch = batch(first: turn * 50, count: 50)
                    batch.sources = [Source(name: "Source \(index) \(turn)")]
                    _ = try stores[index].write(batch)
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let findings = try stores[0].checkIntegrity()
        #expect(findings == [])
        try stores[1].read { view throws in
            #expect(try count(view) == 2000)
            #expect(try view.sources().count == 40)
            #expect(view.changeNumber == 40)
        }
    }

    @Test("Stores created at the same path at the same time are one store")
    func createdTogether() throws {
        let path = directory.path("store")
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do {
                _ = try SQLiteStore.open(path: path, mode: .create).write(batch(first: index, count: 1))
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try SQLiteStore.open(path: path, mode: .readOnly).read { try count($0) } == 8)
        #expect(Set(directory.names).isSubset(of: ["store", "store-wal", "store-shm"]), "no draft is left")
    }

    @Test("A write that fails changes nothing, in the file and in memory")
    func failedWrite() throws {
        let path = directory.path("store")
        var options = StoreOptions()
        options.writeTimeoutSeconds = 0.05
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        _ = try store.write(batch(first: 0, count: 10))
        let blocker = try DatabaseQueue(path: path)
        try blocker.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TEMP TABLE unused (x); BEGIN IMMEDIATE")
            defer { try? db.execute(sql: "ROLLBACK") }
            var other = batch(first: 10, count: 10)
            other.sources = [Source(name: "Other")]
            #expect(throws: StoreError.self) { try store.write(other) }
        }
        try store.read { view throws in
            #expect(try view.sources().values.map(\.name) == ["Watch"])
            #expect(try count(view) == 10)
        }
        var other = batch(first: 10, count: 10)
        other.sources = [Source(name: "Other")]
        #expect(try store.write(other)[steps]?.added == 10)
        #expect(try store.read { try Set($0.sources().values.map(\.name)) } == ["Watch", "Other"])
    }

    @Test("Many small writes in order do not leave many small blocks")
    func noSmallBlocks() throws {
        var options = StoreOptions()
        options.blockRows = 256
        options.smallWriteRows = 20
        options.rowTableRows = 60
        let store = try SQLiteStore.open(path: directory.path("store"), mode: .create, options: options)
        for index in 0..<300 { _ = try store.write(batch(first: index * 10, count: 10)) }
        try store.foldFreshRows()
        var info = try store.info()
        #expect(info.sampleCount == 3000 && info.freshCount == 0)
        #expect(info.blockCount == 12)
        let log = try FileManager.default.attributesOfItem(atPath: directory.path("store-wal"))[.size] as? NSNumber
        #expect(log == 0, "everything is in the file itself")
        let all = try store.read { try $0.plainSamples(steps) }
        _ = try store.delete(steps, numbers: Set(all.map(\.number).filter { $0 % 8 != 0 }))
        info = try store.info()
        #expect(info.sampleCount == 375)
        #expect(info.blockCount <= 3, "what deletes leave is joined")
        #expect(try store.checkIntegrity() == [])
    }

    @Test("Samples before and after the first block, which is full, become two blocks")
    func aroundFullBlock() throws {
        var options = StoreOptions()
        options.blockRows = 256
        options.smallWriteRows = 0
        let store = try SQLiteStore.open(path: directory.path("store"), mode: .create, options: options)
        _ = try store.write(batch(first: 1000, count: 256))
        var around = batch(first: 0, count: 10)
        let after = batch(first: 5000, count: 10)
        for (metric, rows) in after.samples { around.samples[metric]?.append(rows, 0..<rows.count) }
        _ = try store.write(around)
        #expect(try store.checkIntegrity() == [])
        let starts = try store.read { try $0.plainSamples(steps).map(\.sample.start) }
        #expect(starts.count == 276 && zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("Old samples in any order end up in blocks of a reasonable size")
    func backwards() throws {
        var options = StoreOptions()
        options.blockRows = 256
        options.smallWriteRows = 0
        let store = try SQLiteStore.open(path: directory.path("store"), mode: .create, options: options)
        var generator = SplitMix64(seed: 4)
        for index in Array(0..<300).reversed() { _ = try store.write(batch(first: index * 10, count: 10)) }
        #expect(try store.info().blockCount <= 24)
        for index in Array(300..<600).shuffled(using: &generator) { _ = try store.write(batch(first: index * 10, count: 10)) }
        #expect(try store.info().blockCount <= 48)
        #expect(try store.info().sampleCount == 6000)
        #expect(try store.checkIntegrity() == [])
    }
}

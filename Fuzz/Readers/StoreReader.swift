import Foundation
import GRDB
import HealthModel
import QueryEngine
import SQLiteStorage
import SampleStore
import StorageModel
import SystemBridges
import TallyKit

extension Reader {
    /// Files of stores. An input is a list of damages to a good store, of eight bytes each: kind, two small numbers, a place, and a value.
    ///
    /// Opening a damaged store, checking it and reading it ends with an error or with samples. If the check finds nothing, the samples of
    /// each metric can be read, and their number is that of its summary.
    static let stores = Reader(
        name: "stores", longest: 64, memory: 1536, seconds: 20,
        seeds: {
            (UInt8(0)..<8).flatMap { kind in
                [[kind, 0, 0, 1, 0, 0, 0, 255], [kind, 3, 1, 9, 4, 1, 2, 3], [kind, 9, 4, 200, 30, 0, 0, 1]]
            }
        },
        check: { input in
            try ScratchFile.with(GoodStore.bytes) { path in
                var damages = input[...]
                while damages.count >= 8 {
                    try Damage(Array(damages.prefix(8))).apply(to: path)
                    damages = damages.dropFirst(8)
                }
                try StoreCheck.check(path)
            }
        })
}

/// A small store with everything that a store can have.
enum GoodStore {
    static let bytes: [UInt8] = {
        do {
            return try ScratchFile.with([]) { path in
                try FilePath.remove(path)
                try fill(path)
                return Array(try Data(contentsOf: URL(filePath: path)))
            }
        } catch { preconditionFailure("the good store cannot be made: \(error)") }
    }()

    /// A workout with two parts and a route.
    private static let workout: Workout = {
        func instant(_ second: Int64) -> Instant { Instant(milliseconds: 1_700_000_000_000 + second * 1000) }
        var workout = Workout(activity: "HKWorkoutActivityTypeRunning", start: instant(0), end: instant(600), source: 0)
        workout.activities = [0, 300].map { second in
            Workout.Activity(
                activity: workout.activity, start: instant(second), end: instant(second + 300),
                statistics: [.init(metric: MetricID("HKQuantityTypeIdentifierDistanceWalkingRunning"), sum: 1.5, unit: "km")],
                events: [.init(type: "HKWorkoutEventTypeLap", start: instant(second), end: instant(second + 60))])
        }
        let times = (0..<300).map { instant($0 * 2).milliseconds }
        let places = (0..<300).map { Double($0) / 100_000 }
        workout.series = [
            TimeSeries(.route, name: "route.gpx", times: times, values: [places, places, places, [], [], [], []])
        ].compactMap(\.self)
        return workout
    }()

    private static func fill(_ path: String) throws {
        var options = StoreOptions()
        (options.blockRows, options.smallWriteRows, options.rowTableRows) = (32, 8, 16)
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        for person in ["", "P2"] {
            var batch = ImportBatch()
            batch.person = person
            batch.sources = [Source(name: "Watch"), Source(name: "Phone")]
            batch.origins = [Origin(source: 0), Origin(source: 1)]
            for metric in ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"] {
                var rows = SampleBatch()
                for row in 0..<100 {
                    let start = 1_700_000_000_000 + Int64(row) * 600_000
                    rows.append(
                        start: Instant(milliseconds: start), end: Instant(milliseconds: start + 300_000), value: Double(row * 7 % 50),
                        source: Int32(row % 2))
                }
                batch.samples[MetricID(metric)] = rows
            }
            batch.workouts = [workout]
            _ = try store.write(batch)
        }
        try store.foldFreshRows()
        let steps = MetricID("HKQuantityTypeIdentifierStepCount")
        try store.setSetting("zone", to: "Europe/Berlin")
        try store.update([PersonUpdate(id: "P2")])
        _ = try store.delete(steps, numbers: [5, 6, 7], starting: .min ... .max, of: "P2")
        try QuarterSums.upkeep(of: store, isCancelled: { false })?.run()
        try store.foldFreshRows()
    }
}

/// A damage of a file.
private struct Damage {
    private let kind, first, second: UInt8
    private let place: Int
    private let value: UInt8
    private let number: Int64

    init(_ bytes: [UInt8]) {
        (kind, first, second, value) = (bytes[0] % 8, bytes[1], bytes[2], bytes[7])
        place = Int(bytes[3]) | Int(bytes[4]) << 8 | Int(bytes[5]) << 16
        // Small numbers, and some of the greatest.
        number = bytes[6] < 128 ? Int64(Int8(bitPattern: value)) : bytes[6] < 192 ? Int64(value) << 56 : Int64.max - Int64(value)
    }

    func apply(to path: String) throws {
        switch kind {
        case 0...2:
            var bytes = Array(try Data(contentsOf: URL(filePath: path)))
            guard !bytes.isEmpty else { return }
            switch kind {
            case 0: bytes[place % bytes.count] ^= max(1, value)
            case 1: for index in 0..<min(8192, bytes.count - place % bytes.count) { bytes[place % bytes.count + index] = value }
            default: bytes.removeLast(min(bytes.count, place))
            }
            try Data(bytes).write(to: URL(filePath: path))
        default:
            // A file that cannot be opened has enough damages.
            try? changeRow(path)
        }
    }

    /// Changes a value in a table. Blocks and sums get checksums that are right.
    private func changeRow(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA wal_autocheckpoint = 1")
            let kinds = ["blockContent": "block", "quarterPart": "quarter", "quarterChunk": "quarter", "series": "series"]
            let all = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
            let names = kind >= 6 ? all.filter { kinds[$0] != nil } : all
            guard !names.isEmpty else { return }
            let table = names[Int(first) % names.count]
            let columns = try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table])
            let rowCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\(table)\"") ?? 0
            guard rowCount > 0 else { return }
            let column: Row? = kind >= 6 ? columns.first { $0["type"] == "BLOB" } : columns[Int(second) % columns.count]
            guard let column else { return }
            let name: String = column["name"]
            let row = place % rowCount
            let old = try DatabaseValue.fetchOne(db, sql: "SELECT \"\(name)\" FROM \"\(table)\" LIMIT 1 OFFSET \(row)") ?? .null
            guard let new = changed(old, of: kind >= 6 ? kinds[table] : nil) else {
                try db.execute(sql: "DELETE FROM \"\(table)\" WHERE \"\(name)\" IS ?", arguments: [old])
                return
            }
            try db.execute(sql: "UPDATE \"\(table)\" SET \"\(name)\" = ? WHERE \"\(name)\" IS ?", arguments: [new, old])
        }
    }

    /// Returns another value; nil to delete the row.
    private func changed(_ old: DatabaseValue, of form: String?) -> DatabaseValue? {
        switch old.storage {
        case .blob(let data):
            var bytes = Array(data)
            guard !bytes.isEmpty else { return nil }
            bytes[(place >> 4 + Int(second)) % bytes.count] ^= max(1, value)
            if form == "block" { BlockSeal.seal(&bytes, as: nil) }
            if form == "quarter" { QuarterSeal.seal(&bytes) }
            if form == "series" { QuarterSeal.seal(&bytes, as: SeriesCodec.format) }
            return Data(bytes).databaseValue
        case .int64: return kind == 3 ? nil : number.databaseValue
        case .double: return Double(number).databaseValue
        case .string(let text): return (kind == 4 ? String(text.dropLast(Int(value) % (text.count + 1))) : "\u{202E}\(value)").databaseValue
        case .null: return number.databaseValue
        }
    }
}

private enum StoreCheck {
    static func check(_ path: String) throws {
        guard let store = try? SQLiteStore.open(path: path, mode: .readWrite) else { return }
        let findings = try? store.checkIntegrity()
        let isSound = findings?.isEmpty ?? false
        for person in (try? store.read({ try $0.persons().map(\.id) })) ?? [] {
            do { try store.read { try read($0.view(of: person), isSound) } } catch let broken as BrokenProperty { throw broken } catch {
                try demand(!isSound, "a store without findings can be read, but: \(error)")
            }
        }
        // Writing to a damaged store is an error, or works.
        try? store.setSetting("zone", to: "UTC")
        try? store.foldFreshRows()
        _ = try? store.delete(MetricID("HKQuantityTypeIdentifierStepCount"), numbers: [9], starting: .min ... .max, of: "P2")
        let session = SmallSession.make(over: HealthStore(store, surroundings: Surroundings(at: Instant(milliseconds: 1_700_100_000_000))))
        SmallSession.run(
            "sum steps by hour on 2023-11-15; average heartRate by day; show sources; show persons; changes steps", in: session)
    }

    private static func read(_ view: any SampleSource, _ isSound: Bool) throws {
        for summary in try view.metricSummaries() {
            var count = 0
            try view.scan(summary.metric, from: .min, through: .max, values: nil, columns: .all) { batch in
                count += batch.count
                for index in batch.starts.indices {
                    try demand(batch.starts[index] <= batch.ends[index], "a sample does not end before its start")
                }
                return true
            }
            if isSound { try demand(count == summary.count, "\(count) samples were read, and the summary has \(summary.count)") }
        }
        for workout in try view.workouts(from: .min, through: .max) { _ = try view.series(.route, of: workout.number) }
        _ = try view.correlations(from: .min, through: .max)
        _ = try view.activitySummaries(from: "0000-01-01", through: "9999-12-31")
    }
}

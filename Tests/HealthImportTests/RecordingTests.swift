import CalendarIntervals
import DemoData
import Foundation
import HealthImport
import HealthModel
import SampleStore
import StorageModel
import SystemBridges
import Testing

/// An import of recordings into a store in memory.
struct RecordingImport {
    let store = MemoryStore()
    private(set) var report: ImportReport?

    /// Imports the bytes of a file with a name that says nothing.
    @discardableResult
    mutating func add(_ bytes: [UInt8], threads: Int = 2, rows: Int = 1 << 16, chunk: Int = 1 << 20) throws -> ImportReport {
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-recording-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        return try add(path: path, threads: threads, rows: rows, chunk: chunk)
    }

    @discardableResult
    mutating func add(path: String, threads: Int = 2, rows: Int = 1 << 16, chunk: Int = 1 << 20) throws -> ImportReport {
        var options = ImportOptions()
        (options.threads, options.batchRows, options.chunkBytes) = (threads, rows, chunk)
        let found = try Importer(sink: store, options: options, clock: { 0 }).importFile(path)
        report = found
        return found
    }

    /// The samples of a quantity, in order.
    func samples(_ name: String) throws -> SampleBatch {
        var all = SampleBatch()
        try store.read { view in
            try view.scan(
                MetricID(name.contains(" ") ? name : "HKQuantityTypeIdentifier" + name), from: .min, through: .max,
                columns: [.values, .sources, .origins, .metadata, .units, .created, .numbers]
            ) { batch in
                for row in 0..<batch.count {
                    all.starts.append(batch.starts[row])
                    all.ends.append(batch.ends[row])
                    all.values.append(batch.values[row])
                }
                return true
            }
        }
        return all
    }

    func values(_ name: String) throws -> [Double] { try samples(name).values }

    var workouts: [Workout] { get throws { try store.read { view in try view.workouts(from: .min, through: .max) } } }

    func series() throws -> [TimeSeries] { try store.read { view in try workouts.flatMap { try view.series(.route, of: $0.number) } } }
}

@Suite("FIT")
struct FITTests {
    private func imported(_ bytes: [UInt8]) throws -> RecordingImport {
        var result = RecordingImport()
        try result.add(bytes)
        return result
    }

    private let start = FITBytes.start

    @Test("The checksum of the digits 1 to 9 is BB3D, that of CRC-16/ARC")
    func checksum() { #expect(FITBytes.checksum(of: Array("123456789".utf8)) == [0x3D, 0xBB]) }

    @Test("A file whose kind has no measurements is counted, and one of any other kind is read", arguments: [4, 6, 5, 34, 44])
    func kinds(type: Int) throws {
        var file = FITBytes()
        file.add(0, .uint8(0, type), .uint16(1, 1))
        file.add(20, .uint32(253, start), .uint8(3, 120))
        let found = try imported(file.file())
        let isRead = type == 4 || type == 44
        #expect(try found.values("HeartRate").count == (isRead ? 1 : 0))
        let names = [6: "course", 5: "workout plan", 34: "segment"]
        #expect(found.report?.emptiness == names[type].map { "contains no samples (it contains 1 file of the type \($0))" })
    }

    @Test("A file with the message of a course is one if it does not name its kind")
    func courseWithoutKind() throws {
        var file = FITBytes()
        file.add(31, .uint8(4, 1))
        file.add(20, .uint32(253, start), .uint8(3, 120))
        #expect(try imported(file.file()).values("HeartRate").isEmpty)
    }

    @Test("Altitudes without a place are counted")
    func altitudesWithoutPlaces() throws {
        var file = FITBytes()
        for second in 0..<3 { file.add(20, .uint32(253, start + second), .uint16(2, 2600 + second), .uint8(3, 120)) }
        #expect(try imported(file.file()).report?.findings.unreadElements == ["values of altitude without a place": 3])
    }

    @Test("Both orders of bytes and both sizes of headers have the same samples", arguments: [false, true], [12, 14])
    func orders(isBigEndian: Bool, headerSize: Int) throws {
        var file = FITBytes(isBigEndian: isBigEndian)
        for second in 0..<3 {
            file.add(
                20, .uint32(253, start + second), .sint32(0, 596_523_235), .sint32(1, -119_304_647), .uint16(2, 2600),
                .uint8(3, 140 + second),
                .uint32(5, second * 350), .uint16(6, 3500), .sint8(13, -7))
        }
        file.addSession(seconds: 2, .uint32(9, 700), .uint16(11, 3))
        let found = try imported(file.file(headerSize: headerSize))
        #expect(try found.values("HeartRate") == [140, 141, 142])
        // 3.5 m/s are 12.6 km/hr, and 3.5 m are 0.0035 km.
        #expect(try found.values("RunningSpeed").allSatisfy { abs($0 - 12.6) < 1e-9 })
        #expect(try found.values("DistanceWalkingRunning").allSatisfy { abs($0 - 0.0035) < 1e-12 })
        #expect(try found.samples("HeartRate").starts == (0..<3).map { FITBytes.startMilliseconds + $0 * 1000 })
        #expect(try found.values("own:deviceTemperature in degC") == [-7, -7, -7])
        // 596,523,235 of 2³¹ half circles are 50°, and −119,304,647 are −10°. (2600 / 5) − 500 = 20 m.
        let route = try #require(try found.series().first)
        #expect(abs(route[.latitude][0] - 50) < 1e-7 && abs(route[.longitude][0] + 10) < 1e-7 && route[.altitude] == [20, 20, 20])
        #expect(found.report?.isComplete == true)
    }

    @Test("Five bits of a time roll over after 32 seconds")
    func compressedTimes() throws {
        var file = FITBytes()
        file.define(20, local: 0, [.uint32(253, 0), .uint8(3, 0)])
        // The last five bits of the start are 0.
        #expect(start & 0x1F == 0)
        file.put(local: 0, [.uint32(253, start + 30), .uint8(3, 100)])
        file.define(20, local: 1, [.uint8(3, 0)])
        for (second, rate) in [(31, 101), (33, 102), (64, 103), (64, 104)] {
            file.putCompressed(local: 1, seconds: second, [.uint8(3, rate)])
        }
        file.addSession(seconds: 100)
        let found = try imported(file.file())
        let seconds = try found.samples("HeartRate").starts.map { ($0 - FITBytes.startMilliseconds) / 1000 }
        #expect(seconds == [30, 31, 33, 64, 64])
    }

    @Test("A record whose time can't be read has no samples, and later times of five bits follow the last time")
    func unreadableTimes() throws {
        var file = FITBytes()
        file.define(20, local: 0, [.uint32(253, 0), .uint8(3, 0)])
        file.put(local: 0, [.uint32(253, start + 30), .uint8(3, 100)])
        file.put(local: 0, [.uint32(253, 0xFFFF_FFFF), .uint8(3, 101)])
        file.define(20, local: 1, [.uint8(3, 0)])
        file.putCompressed(local: 1, seconds: 31, [.uint8(3, 102)])
        file.addSession(seconds: 100)
        let found = try imported(file.file())
        #expect(try found.values("HeartRate") == [100, 102])
    }

    @Test("Numbers that mean no value are not samples")
    func invalidValues() throws {
        var file = FITBytes()
        file.add(20, .uint32(253, start), .uint8(3, 0xFF), .uint8(4, 0xFF), .uint16(7, 0xFFFF), .uint16(6, 0xFFFF), .uint32(5, 0xFFFF_FFFF))
        file.add(20, .uint32(253, start + 1), .sint32(0, 0x7FFF_FFFF), .sint32(1, 0x7FFF_FFFF), .sint8(13, 0x7F), .uint16(2, 0xFFFF))
        file.addSession(seconds: 1)
        let found = try imported(file.file())
        #expect(found.report?.findings.rows == 1)
        #expect(try found.workouts.count == 1 && found.series().isEmpty)
    }

    @Test(
        "Impossible numbers are left out, in each field and of each type",
        arguments: [1e300, -1e300, 2e12, .infinity, .nan])
    func impossibleNumbers(number: Double) throws {
        let bits = Int(truncatingIfNeeded: number.bitPattern)
        for message in [18, 19, 20, 30, 51, 55, 101] {
            var fit = FITBytes()
            fit.addSession(seconds: 60)
            for field in UInt8(0)...120 where field != 2 {
                fit.add(
                    message, .uint32(253, FITBytes.start + 30), .uint32(2, FITBytes.start), FITBytes.Field(field, 0x89, [bits], size: 8))
            }
            var imported = RecordingImport()
            try imported.add(fit.file())
            let workouts = try imported.workouts
            #expect(!workouts.isEmpty && workouts.allSatisfy { $0.end.milliseconds < 2_000_000_000_000 })
        }
    }

    @Test("The time before the first start of the timer and after its last stop is a pause, unless records go on")
    func timerAtTheEnds() throws {
        func pauses(startsAt first: Int, stopsAt last: Int, records: Range<Int>) throws -> [[Int]] {
            var file = FITBytes()
            file.add(21, .uint32(253, start + first), .uint8(0, 0), .uint8(1, 0))
            for second in records { file.add(20, .uint32(253, start + second), .uint8(3, 120)) }
            file.add(21, .uint32(253, start + last), .uint8(0, 0), .uint8(1, 4))
            file.addSession(seconds: 100)
            return try imported(file.file()).workouts[0].events.filter { $0.type.hasSuffix("Pause") }.map { event in
                [event.start, event.end].map { Int($0.milliseconds / 1000) - Int(FITBytes.startMilliseconds / 1000) }
            }
        }
        #expect(try pauses(startsAt: 0, stopsAt: 60, records: 0..<60) == [[60, 100]])
        #expect(try pauses(startsAt: 20, stopsAt: 100, records: 20..<100) == [[0, 20]])
        #expect(try pauses(startsAt: 0, stopsAt: 60, records: 0..<100) == [])
        #expect(try pauses(startsAt: 0, stopsAt: 100, records: 0..<100) == [])
    }

    @Test("A counter of a day that falls a little does not begin again")
    func correctedCounter() throws {
        var file = FITBytes()
        file.add(103, .uint32(253, start), .uint32(0, start))
        // Walking cycles are half steps.
        for (minute, cycles) in [(0, 100), (60, 2600), (120, 2550), (180, 3100)] {
            file.add(55, .uint32(253, start + minute * 60), .uint8(5, 6), .uint32(3, cycles))
        }
        let steps = try imported(file.file()).values("StepCount")
        // 2,500 in the second hour, and 500 above that until the end. The first 100 are from before the file.
        #expect(steps.reduce(0, +) == 3000)
    }

    @Test("Chained files are several activities, and each has its own definitions")
    func chained() throws {
        var (first, second) = (FITBytes(), FITBytes())
        first.add(20, .uint32(253, start), .uint8(3, 90))
        first.addSession(seconds: 10)
        second.add(20, .uint8(3, 95), .uint32(253, start + 100))
        second.addSession(seconds: 20, sport: 2, after: 90)
        let found = try imported(first.file() + second.file(headerSize: 12))
        #expect(try found.workouts.map(\.activity) == ["HKWorkoutActivityTypeRunning", "HKWorkoutActivityTypeCycling"])
        #expect(try found.values("HeartRate") == [90, 95])
    }

    @Test("A file that is cut anywhere keeps the samples before that place")
    func cutAnywhere() throws {
        var file = FITBytes()
        for second in 0..<5 { file.add(20, .uint32(253, start + second), .uint8(3, 100 + second)) }
        file.addSession(seconds: 4)
        let whole = file.file()
        for count in stride(from: 14, to: whole.count, by: 3) {
            let found = try imported(Array(whole[..<count]))
            let rates = try found.values("HeartRate")
            #expect(rates == Array([100, 101, 102, 103, 104].prefix(rates.count)))
            // Without the two bytes of the checksum, the data are whole.
            #expect(found.report?.findings.isCutOff == (count != whole.count - 2), "\(count) of \(whole.count) bytes")
        }
    }

    @Test("A message without a definition ends the reading, and what was read is kept")
    func missingDefinition() throws {
        var file = FITBytes()
        file.add(20, .uint32(253, start), .uint8(3, 100))
        file.put(local: 9, [.uint8(3, 100)])
        let found = try imported(file.file())
        #expect(try found.values("HeartRate") == [100])
        #expect(found.report?.findings.issues.count(.garbage) == 1)
    }

    @Test("Blood pressure is a correlation, and a scale has mass, fat and bones")
    func measurements() throws {
        var file = FITBytes()
        file.add(51, .uint32(253, start), .uint16(0, 121), .uint16(1, 79), .uint8(6, 66))
        file.add(30, .uint32(253, start), .uint16(0, 7250), .uint16(1, 2150), .uint16(4, 310), .uint16(13, 231))
        // The scale is still calculating.
        file.add(30, .uint32(253, start + 60), .uint16(0, 0xFFFE), .uint16(1, 0))
        let found = try imported(file.file())
        #expect(try found.values("BloodPressureSystolic") == [121] && found.values("BloodPressureDiastolic") == [79])
        #expect(try found.values("HeartRate") == [66] && found.values("BodyMass") == [72.5])
        #expect(try found.values("BodyFatPercentage") == [0.215] && found.values("BodyMassIndex") == [23.1])
        #expect(found.report?.findings.correlations == 1)
    }

    @Test("Stages of sleep last until the next one, and nothing is added where nothing was measured")
    func sleep() throws {
        var file = FITBytes()
        for (minute, level) in [(0, 1), (10, 2), (40, 3), (60, 0), (70, 4)] {
            file.add(275, .uint32(253, start + minute * 60), .uint8(0, level))
        }
        file.add(21, .uint32(253, start + 100 * 60), .uint8(0, 74), .uint8(1, 1))
        let found = try imported(file.file())
        var all: [String] = []
        try found.store.read { view in
            try view.scan(
                MetricID("HKCategoryTypeIdentifierSleepAnalysis"), from: .min, through: .max,
                columns: [.values, .sources, .origins, .metadata, .units, .created, .numbers]
            ) { batch in
                for row in 0..<batch.count { all.append("\(Int(batch.values[row])) \((batch.ends[row] - batch.starts[row]) / 60_000)") }
                return true
            }
        }
        #expect(all == ["2 10", "3 30", "4 20", "5 30"])
    }

    @Test("Strokes come from the lengths of a pool")
    func lengths() throws {
        var file = FITBytes()
        for (index, strokes) in [20, 22, 0xFFFF, 21].enumerated() {
            file.add(101, .uint32(253, start + index * 30 + 30), .uint32(2, start + index * 30), .uint32(3, 30_000), .uint16(5, strokes))
        }
        file.addSession(seconds: 120, sport: 5, .uint32(10, 63), .uint32(9, 7500), .uint16(44, 2500))
        let found = try imported(file.file())
        #expect(try found.values("SwimmingStrokeCount") == [20, 22, 21] && found.values("DistanceSwimming") == [75])
        let workout = try #require(try found.workouts.first)
        #expect(workout.statistics.first { $0.metric.identifier.hasSuffix("SwimmingStrokeCount") }?.sum == 63)
    }

    @Test("Two records of one second count twice, and what is missing after the last record counts until the end")
    func distances() throws {
        var file = FITBytes()
        for (second, meters) in [(30, 25), (60, 50), (60, 75), (60, 100), (90, 124)] {
            file.add(20, .uint32(253, start + second), .uint32(5, meters * 100))
        }
        file.addSession(seconds: 95, sport: 5, .uint32(9, 12_500))
        let samples = try imported(file.file()).samples("DistanceSwimming")
        #expect(samples.values == [25, 75, 24, 1])
        #expect(samples.starts.map { ($0 - FITBytes.startMilliseconds) / 1000 } == [0, 30, 60, 90])
        #expect(samples.ends.map { ($0 - FITBytes.startMilliseconds) / 1000 } == [30, 60, 90, 95])
    }

    @Test("Laps whose lengths reach into the next lap by a part of a second are all parts of the workout")
    func laps() throws {
        var file = FITBytes()
        for (second, length) in [(0, 60_460), (60, 59_870), (120, 61_000)] {
            file.add(
                19, .uint32(253, start + second + 60), .uint32(2, start + second), .uint32(7, length), .uint32(8, length), .uint8(25, 2))
        }
        file.addSession(seconds: 180, sport: 2)
        let workout = try #require(try imported(file.file()).workouts.first)
        #expect(workout.events.map { ($0.end.milliseconds - $0.start.milliseconds) } == [60_000, 59_870, 60_000])
        #expect(workout.parts.map(\.name) == ["lap 1", "lap 2", "lap 3"])
    }

    @Test("A file without an activity is not an error, and a file of settings has no samples")
    func settings() throws {
        var file = FITBytes()
        file.add(0, .uint8(0, 2), .uint16(1, 1), .uint16(2, 3121))
        let found = try imported(file.file())
        #expect(found.report?.emptiness == "contains no samples (it contains 1 file of the type settings)")
    }

    @Test("A control character in a name becomes a space or is left out")
    func names() throws {
        var file = FITBytes()
        file.add(0, .uint8(0, 4), .text(8, "A\u{1B}[31m\nB"))
        file.add(20, .uint32(253, start), .uint8(3, 90))
        file.addSession(seconds: 1)
        let found = try imported(file.file())
        #expect(found.report?.findings.sources.keys.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } } == true)
    }
}

@Suite("Recordings")
struct RecordingTests {
    private func life(_ form: GenerateOptions.Form, days: Int = 40) throws -> (bytes: [UInt8], manifest: ExportManifest) {
        var options = GenerateOptions(now: Instant(milliseconds: FITBytes.startMilliseconds), zone: Zone.named("Europe/Berlin") ?? .utc)
        (options.form, options.size, options.seed) = (form, .days(days), 3)
        var bytes: [UInt8] = []
        let manifest = try generateExport(options) { bytes += $0 }
        return (bytes, manifest)
    }

    @Test(
        "A generated file has the samples of its manifest, and a second import adds nothing",
        arguments: [GenerateOptions.Form.fit, .tcx, .gpx])
    func generated(form: GenerateOptions.Form) throws {
        let (bytes, manifest) = try life(form)
        var found = RecordingImport()
        let report = try found.add(bytes)
        #expect(manifest.workoutCount > 3 && report.isComplete && report.findings.issues.entries.isEmpty)
        #expect(try found.workouts.count == manifest.workoutCount)
        #expect(try found.samples("HeartRate").count == manifest.sampleCount)
        #expect(try found.add(bytes).added == 0)
    }

    @Test("FIT and TCX of the same life have the same distances and active times")
    func sameLife() throws {
        var (fit, tcx) = (RecordingImport(), RecordingImport())
        try fit.add(life(.fit).bytes)
        try tcx.add(life(.tcx).bytes)
        for name in ["DistanceWalkingRunning", "DistanceCycling"] {
            let (a, b) = (try fit.values(name).reduce(0, +), try tcx.values(name).reduce(0, +))
            // One walk has only places, which the two formats round differently.
            #expect(abs(a - b) < 0.2 && a > 0)
        }
        #expect(try fit.workouts.map(\.duration) == tcx.workouts.map(\.duration))
    }

    @Test("One thread and three, with small batches and pieces, have the same result", arguments: [GenerateOptions.Form.fit, .tcx, .gpx])
    func threads(form: GenerateOptions.Form) throws {
        let bytes = try life(form, days: 20).bytes
        var (alone, together) = (RecordingImport(), RecordingImport())
        let first = try alone.add(bytes, threads: 1)
        let second = try together.add(bytes, threads: 3, rows: 100, chunk: 999)
        #expect(first.findings.rows == second.findings.rows && first.findings.metrics == second.findings.metrics)
        #expect(try alone.values("HeartRate") == together.values("HeartRate"))
        #expect(try alone.workouts.map(\.duration) == together.workouts.map(\.duration))
    }

    @Test("A folder of files, some with gzip, is one import, and a file that is none of them is counted")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-recordings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "activities"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let fit = try life(.fit, days: 20)
        let gpx = try life(.gpx, days: 20)
        try Data(RecordingTests.gzip(fit.bytes)).write(to: folder.appending(path: "activities/1.fit.gz"))
        try Data(gpx.bytes).write(to: folder.appending(path: "activities/2.gpx"))
        try Data("no".utf8).write(to: folder.appending(path: "activities/3.fit"))
        try Data("a,b\n".utf8).write(to: folder.appending(path: "activities.csv"))
        var found = RecordingImport()
        let report = try found.add(path: folder.path)
        #expect(try found.workouts.count == fit.manifest.workoutCount + gpx.manifest.workoutCount)
        #expect(report.findings.issues.entries.map(\.issue) == [.unreadableFile] && report.findings.issues.entries[0].lines == [3])
        #expect(report.unreadFiles.entries.map(\.kind) == ["tables"] && report.unreadFiles.entries[0].count == 1)
        #expect(try found.add(path: folder.path).added == 0)
    }

    @Test("A gzip file is read as what it contains, and damage is reported")
    func gzip() throws {
        let fit = try life(.fit, days: 20)
        let packed = RecordingTests.gzip(fit.bytes)
        var found = RecordingImport()
        #expect(try found.add(packed).isComplete)
        #expect(try found.workouts.count == fit.manifest.workoutCount)
        var damaged = packed
        damaged[damaged.count - 6] ^= 1
        var other = RecordingImport()
        let report = try other.add(damaged)
        #expect(!report.isComplete && report.warnings == ["the checksum of the gzip file is wrong: the file is damaged"])
        var cut = RecordingImport()
        #expect(try !cut.add(Array(packed.dropLast(40))).isComplete)
    }

    /// Packs bytes as gzip does, with the name of a file.
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3] + Array("a.fit".utf8) + [0]
        var deflater = Deflater()
        deflater.deflate(bytes[...], isLast: true) { result += $0 }
        func little(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        return result + little(crc32(0, adding: bytes[...])) + little(UInt32(truncatingIfNeeded: bytes.count))
    }

    @Test("A multi-sport session of TCX is one workout with an activity for each sport")
    func multisport() throws {
        func activity(_ sport: String, _ minute: Int) -> String {
            """
            <Activity Sport="\(sport)"><Id>x</Id><Lap StartTime="2026-11-02T08:\(minute):00Z"><TotalTimeSeconds>600</TotalTimeSeconds>\
            <DistanceMeters>2000</DistanceMeters></Lap></Activity>
            """
        }
        let text =
            "<?xml version=\"1.0\"?><TrainingCenterDatabase><Activities><MultiSportSession><Id>x</Id><FirstSport>" + activity("Biking", 10)
            + "</FirstSport><NextSport><Transition StartTime=\"2026-11-02T08:20:00Z\"/>" + activity("Running", 21)
            + "</NextSport></MultiSportSession></Activities></TrainingCenterDatabase>"
        var found = RecordingImport()
        try found.add(Array(text.utf8))
        let workout = try #require(try found.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeSwimBikeRun" && workout.activities.map(\.activity).count == 2)
        #expect(try found.values("DistanceCycling") == [2] && found.values("DistanceWalkingRunning") == [2])
    }

    @Test("Points of GPX in any order have the line and the pauses of those in order")
    func unorderedPoints() throws {
        /// The metrics of a run of two segments, whose points come in these orders. One degree of a meridian is more than 110 km.
        func run(_ first: [Int], _ second: [Int], secondIsFirst: Bool = false) throws -> (distances: [Double], seconds: [Double]) {
            func segment(_ seconds: [Int]) -> String {
                "<trkseg>"
                    + seconds.map { second in
                        let clock = second < 10 ? "0\(second)" : "\(second)"
                        return "<trkpt lat=\"0.\(1000 + second * second)\" lon=\"2\"><time>2026-11-02T08:00:\(clock)Z</time></trkpt>"
                    }.joined() + "</trkseg>"
            }
            let parts = secondIsFirst ? segment(second) + segment(first) : segment(first) + segment(second)
            var found = RecordingImport()
            try found.add(Array("<?xml version=\"1.0\"?><gpx><trk><type>running</type>\(parts)</trk></gpx>".utf8))
            return (try found.values("DistanceWalkingRunning"), try found.workouts.map(\.duration))
        }
        let right = try run([1, 2, 3, 4], [20, 21, 22])
        #expect(right.distances.count == 5 && right.seconds == [5])
        #expect(try run([1, 3, 4, 2], [22, 20, 21]) == right)
        #expect(try run([1, 2, 3, 4], [20, 21, 22], secondIsFirst: true).distances == right.distances)
    }

    @Test("XML with entities, damage or a cut keeps what came before, and does not hang")
    func damagedTracks() throws {
        let text = """
            <?xml version="1.0"?><gpx><trk><type>run</type><trkseg><trkpt lat="1" lon="2">\
            <time>2026-11-02T08:00:00Z</time><extensions><hr>100</hr></extensions></trkpt><trkpt lat="1" lon="2">\
            <time>2026-11-02T08:01:00Z</time></trkpt></trkseg></trk></gpx>
            """
        for count in stride(from: 26, to: text.utf8.count, by: 7) {
            var found = RecordingImport()
            let report = try found.add(Array(text.utf8.prefix(count)))
            #expect(report.findings.isCutOff)
        }
        var found = RecordingImport()
        let bomb = "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a \"b\">]>" + text.dropFirst(21)
        #expect(try found.add(Array(bomb.utf8)).findings.rows == 0)
    }
}

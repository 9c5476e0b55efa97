import CalendarIntervals
import Foundation
import HealthImport
import HealthModel
import SampleStore
import StorageModel
import Testing

/// An export as a zip archive with routes.
struct RoutedArchive {
    /// A workout of 40 minutes with some elements.
    static func workout(_ body: String, activity: String = "Running", hour: Int = 7) -> String {
        """
        <Workout workoutActivityType="HKWorkoutActivityType\(activity)" duration="40" durationUnit="min" sourceName="Watch" \
        startDate="2024-05-04 0\(hour):00:00 +0000" endDate="2024-05-04 0\(hour):40:00 +0000">\(body)</Workout>
        """
    }

    static func reference(_ path: String) -> String { #"<WorkoutRoute sourceName="Watch"><FileReference path="\#(path)"/></WorkoutRoute>"# }

    static func export(_ body: String) -> String {
        "<HealthData locale=\"en_US\">\n<ExportDate value=\"2024-05-05 00:00:00 +0000\"/>\n\(body)\n</HealthData>\n"
    }

    /// A GPX file in Apple's form with the given points.
    static func gpx(_ points: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><time>2024-05-05T00:00:00Z</time></metadata>
          <trk><name>Route</name><trkseg>
        \(points)
          </trkseg></trk>
        </gpx>

        """
    }

    static func point(_ time: String, lat: Double = 0, lon: Double = 0, more: String = "") -> String {
        #"<trkpt lon="\#(lon)" lat="\#(lat)"><ele>12.5</ele><time>2024-05-04T\#(time)Z</time>\#(more)</trkpt>"#
    }

    /// Imports an archive whose files are below `apple_health_export`.
    static func run(_ body: String, _ files: [String: String], folder: String = "apple_health_export/") throws -> Imported {
        let entries = [ZipTestArchive.Entry(folder + "export.xml", export(body))]
        return try importBytes(
            ZipTestArchive.make(entries + files.sorted { $0.key < $1.key }.map { ZipTestArchive.Entry(folder + $0.key, $0.value) }))
    }
}

@Suite("Routes of workouts") struct ImportRouteTests {
    private typealias Archive = RoutedArchive
    private let path = "workout-routes/route_2024-05-04_9.40am.gpx"

    private func problems(_ imported: Imported) -> [RouteFindings.Problem: Int] {
        imported.report.findings.routes.problems.mapValues(\.count)
    }

    private func import1(_ gpx: String) throws -> Imported {
        try Archive.run(Archive.workout(Archive.reference("/" + path)), [path: gpx])
    }

    @Test("A route has the points of its file, with Apple's negative numbers as unknown")
    func points() throws {
        let known = "<extensions><speed>2.463231</speed><course>193.2</course><hAcc>8.1</hAcc><vAcc>6.4</vAcc></extensions>"
        let unknown = "<extensions><speed>-1.0</speed><course>-1</course><hAcc>9</hAcc><vAcc>-1</vAcc></extensions>"
        let imported = try import1(
            Archive.gpx(
                Archive.point("07:00:01", lat: 37.781672, lon: -122.396397, more: known)
                    + Archive.point("07:00:02.500", lat: -37.781670, lon: 122.396396, more: unknown)))
        let workout = try #require(imported.sink.workouts.first)
        let route = try #require(workout.series.first)
        #expect(imported.sink.workouts.count == 1 && workout.series.count == 1 && route.name == "/" + path)
        #expect(route.times == [milliseconds("2024-05-04T07:00:01Z"), milliseconds("2024-05-04T07:00:02Z") + 500])
        #expect(route[.latitude] == [37.781672, -37.781670] && route[.longitude] == [-122.396397, 122.396396])
        #expect(route[.horizontalAccuracy] == [8.1, 9] && route[.speed].first == 2.463231 && route[.course].first == 193.2)
        #expect(route[.altitude].first == 12.5 && route[.verticalAccuracy].first == 6.4)
        for column in [TimeSeries.Column.altitude, .speed, .course, .verticalAccuracy] {
            let last = try #require(route[column].last)
            #expect(last.isNaN)
        }
        #expect(imported.report.isComplete && imported.report.unreadFiles.entries.isEmpty)
        #expect(imported.report.findings.unreadElements.isEmpty)
        #expect(imported.report.text(in: .utc).contains("routes:\n  1 route with 2 points\n"))
    }

    @Test("A route in a folder is read as in an archive, and the export alone says how many it names")
    func folderAndFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-routes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("apple_health_export")
        try FileManager.default.createDirectory(at: inner.appendingPathComponent("workout-routes"), withIntermediateDirectories: true)
        let body = Archive.workout(Archive.reference("/" + path)) + Archive.workout(Archive.reference("/other.gpx"), hour: 8)
        try Data(Archive.export(body).utf8).write(to: inner.appendingPathComponent("export.xml"))
        try Data(Archive.gpx(Archive.point("07:00:01")).utf8).write(to: inner.appendingPathComponent(path))
        for place in [folder, inner] {
            let imported = try importFile(place.path)
            #expect(imported.sink.workouts.map(\.series.count) == [1, 0] && problems(imported) == [.missing: 1])
        }
        let alone = try importFile(inner.appendingPathComponent("export.xml").path)
        #expect(alone.sink.workouts.map(\.series.count) == [0, 0] && alone.report.findings.routes.namedCount == 2)
        #expect(alone.report.text(in: .utc).contains("2 routes not imported: the points are in other files of the export."))
    }

    @Test(
        "A file without a route is named, and its workout is kept",
        arguments: [
            ("", RouteFindings.Problem.notGPX), ("{\"a\": 1}", .damaged), ("<html><body>no</body></html>", .notGPX),
            ("<gpx><trk><trkseg></trkseg></trk></gpx>", .noPoints),
            ("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>", .noUsablePoint),
            (
                "<gpx><trk><trkseg><trkpt lat=\"91\" lon=\"2\"><time>2024-05-04T07:00:00Z</time></trkpt></trkseg></trk></gpx>",
                .noUsablePoint
            ),
            ("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2024-05-04T07:00:00Z</time></trkpt></trkseg>", .damaged),
            ("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2024-05-04T07:0", .damaged),
            ("<!DOCTYPE gpx [\n<!ENTITY a \"b\">\n]>\n<gpx></gpx>", .damaged),
        ])
    func wrongFiles(text: String, problem: RouteFindings.Problem) throws {
        let imported = try import1(text)
        #expect(imported.sink.workouts.map(\.series) == [[]] && problems(imported) == [problem: 1])
        #expect(imported.report.isComplete && imported.report.findings.skippedRows == 0)
        #expect(imported.report.text(in: .utc).contains("1 file "))
    }

    @Test("A path that leaves the export finds nothing, and one with another folder finds the only file with its name")
    func paths() throws {
        let gpx = Archive.gpx(Archive.point("07:00:01"))
        for path in ["../../etc/passwd", "/etc/passwd", "..", "/", "", "./x.gpx", "workout-routes/../x.gpx\u{0}"] {
            let imported = try Archive.run(Archive.workout(Archive.reference(path)), ["workout-routes/a.gpx": gpx])
            #expect(imported.sink.workouts.map(\.series) == [[]], "\(path)")
            #expect(imported.report.unreadFiles.entries.map(\.kind) == ["workout routes"])
        }
        for path in ["a.gpx", "/routes/a.gpx", "workout-routes\\a.gpx", "//workout-routes//a.gpx"] {
            let imported = try Archive.run(Archive.workout(Archive.reference(path)), ["workout-routes/a.gpx": gpx])
            #expect(imported.sink.workouts.map(\.series.count) == [1], "\(path)")
        }
        let twice = try Archive.run(Archive.workout(Archive.reference("a.gpx")), ["x/a.gpx": gpx, "y/a.gpx": gpx])
        #expect(problems(twice) == [.missing: 1])
    }

    @Test("A damaged entry of the archive loses only its route")
    func damagedEntry() throws {
        var archive = ZipTestArchive()
        archive.add(.init("export.xml", Archive.export(Archive.workout(Archive.reference("/a.gpx")))))
        var entry = ZipTestArchive.Entry("a.gpx", Archive.gpx(Archive.point("07:00:01")))
        entry.isDeflated = false
        archive.add(entry)
        var bytes = archive.finished()
        bytes[archive.lastData.upperBound - 5] ^= 1
        let imported = try importBytes(bytes)
        #expect(imported.sink.workouts.map(\.series) == [[]] && problems(imported) == [.unreadable: 1])
    }

    @Test("Many workouts are written with their routes in batches that have the names they need")
    func batches() throws {
        let points = (0..<60).map { Archive.point("07:10:\($0 < 10 ? "0" : "")\($0)") }.joined()
        var files: [String: String] = [:]
        var body = ""
        for number in 0..<400 {
            files["r/\(number).gpx"] = Archive.gpx(points)
            body +=
                Archive.workout(
                    Archive.reference("/r/\(number).gpx")
                        + #"<MetadataEntry key="HKTimeZone" value="Europe/\#(number % 3 == 0 ? "Paris" : "Rome")"/>"#,
                    activity: number % 2 == 0 ? "Running" : "Hiking") + "\n"
        }
        let imported = try Archive.run(body, files)
        #expect(imported.sink.workouts.count == 400 && imported.sink.workouts.allSatisfy { $0.series.map(\.count) == [60] })
        #expect(imported.report.findings.routes.pointCount == 24_000)
        for batch in imported.sink.batches {
            #expect(batch.workouts.count <= 256)
            for workout in batch.workouts {
                #expect(batch.sources[Int(workout.source)].name == "Watch")
                #expect(batch.metadata[Int(workout.metadata)].zoneIdentifier?.hasPrefix("Europe/") == true)
            }
        }
    }

    @Test("A second import changes nothing, and an import of the archive adds routes to workouts that are there")
    func again() throws {
        let store = MemoryStore()
        func run(_ archive: [UInt8]) throws -> ImportReport {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("tally-routes-\(UUID().uuidString)").path
            try Data(archive).write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            return try Importer(sink: store, clock: { 0 }).importFile(path)
        }
        func routes() throws -> [[TimeSeries]] {
            try store.read { view in try view.workouts(from: .min, through: .max).map { try view.series(.route, of: $0.number) } }
        }
        let export = Archive.export(Archive.workout(Archive.reference("/" + path)))
        #expect(try run(Array(export.utf8)).added == 1)
        #expect(try routes() == [[]])
        let whole = ZipTestArchive.make([.init("export.xml", export), .init(path, Archive.gpx(Archive.point("07:00:01")))])
        #expect(try run(whole).added == 0)
        #expect(try routes().map(\.count) == [1])
        let change = store.changeMark()
        #expect(try run(whole).alreadyThere == 1)
        #expect(try store.changeMark() == change && routes().map(\.count) == [1])
    }

    @Test("Parts keep what is theirs, and a part without an end lasts until its duration or the end of the workout")
    func activities() throws {
        let imported = try importExport(
            Archive.workout(
                """
                <WorkoutActivity uuid="B" startDate="2024-05-04 07:20:00 +0000" duration="5" durationUnit="min"/>
                <WorkoutActivity uuid="C" startDate="2024-05-04 07:30:00 +0000"/>
                <WorkoutActivity uuid="D" startDate="yesterday"><WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="7" \
                unit="kcal"/></WorkoutActivity>
                <WorkoutActivity uuid="A" startDate="2024-05-04 07:00:00 +0000" endDate="2024-05-04 07:20:00 +0000" duration="19.5">
                  <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-05-04 07:00:00 +0000" duration="3"/>
                  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="4" unit="km"/>
                  <MetadataEntry key="WOIntervalStepKeyPath" value="0.0.0"/>
                </WorkoutActivity>
                """))
        let workout = try #require(imported.sink.workouts.first)
        #expect(workout.events.isEmpty && workout.statistics.isEmpty)
        #expect(workout.activities.map(\.uuid) == ["B", "C", "A"])
        #expect(workout.activities.map(\.activeSeconds) == [300, nil, 1170])
        let ends = ["07:25", "07:40", "07:20"].map { Instant(milliseconds: milliseconds("2024-05-04T\($0):00Z")) }
        #expect(workout.activities.map(\.end) == ends)
        let whole = workout.activities[2]
        #expect(whole.activity == "HKWorkoutActivityTypeRunning" && whole.statistics.map(\.sum) == [4] && whole.events.count == 1)
        #expect(imported.sink.batches[0].metadata[Int(whole.metadata)].entries == [.init(key: "WOIntervalStepKeyPath", value: "0.0.0")])
        #expect(imported.issues[.badDate]?.count == 1)
    }
}

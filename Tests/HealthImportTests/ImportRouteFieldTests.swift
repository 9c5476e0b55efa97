import HealthImport
import HealthModel
import Testing

/// Routes and parts of workouts after public reports, each with data of our own.
@Suite("Routes and parts in the field") struct ImportRouteFieldTests {
    private typealias Archive = RoutedArchive

    private func one(_ gpx: String) throws -> (workout: Workout, findings: RouteFindings) {
        let imported = try Archive.run(Archive.workout(Archive.reference("/workout-routes/a.gpx")), ["workout-routes/a.gpx": gpx])
        return (try #require(imported.sink.workouts.first), imported.report.findings.routes)
    }

    /// https://github.com/dogsheep/healthkit-to-sqlite/issues/10: iOS 13 moved the points from the export to files.
    @Test("Points that are elements of an export of iOS 12 are a route, and points in a file of iOS 13 are one, too")
    func pointsInTheExport() throws {
        let location = #"latitude="37.5" longitude="-122.25" altitude="21.25" horizontalAccuracy="2.5" verticalAccuracy="1.5" course="-1""#
        let imported = try importExport(
            Archive.workout(
                """
                <WorkoutRoute sourceName="Phone" startDate="2024-05-04 07:00:00 +0000" endDate="2024-05-04 07:40:00 +0000">
                <Location date="2024-05-04 00:00:05 -0700" \(location) speed="2.5"/>
                <Location date="2024-05-04 00:00:09 -0700" \(location) speed="3.5"/>
                <Location date="never" \(location) speed="3.5"/>
                </WorkoutRoute>
                """))
        let route = try #require(imported.sink.workouts.first?.series.first)
        #expect(route.times == ["07:00:05", "07:00:09"].map { milliseconds("2024-05-04T\($0)Z") })
        #expect(route[.latitude] == [37.5, 37.5] && route[.speed] == [2.5, 3.5] && route[.course] == [])
        #expect(imported.report.findings.routes.lostPointCount == 1 && imported.report.findings.routes.readCount == 1)
    }

    /// https://github.com/OpenTracksApp/OpenTracks/issues/624 and https://github.com/SamR1/FitTrackee/issues/96
    @Test("A planned track without times gives no route, and says so")
    func withoutTimes() throws {
        let found = try one(Archive.gpx(#"<trkpt lon="1" lat="2"><ele>3</ele></trkpt><trkpt lon="1" lat="2.1"><time></time></trkpt>"#))
        #expect(found.workout.series.isEmpty && found.findings.problems[.noUsablePoint]?.count == 1 && found.findings.lostPointCount == 2)
    }

    /// https://github.com/martin-ueding/geo-activity-playground/issues/110: some files have no track at all.
    @Test("A file without a track is a route without a point")
    func empty() throws {
        let found = try one(
            "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><rte><rtept lat=\"1\" lon=\"2\"/></rte><wpt lat=\"1\" lon=\"2\"/></gpx>")
        #expect(found.workout.series.isEmpty && found.findings.problems[.noPoints]?.count == 1)
    }

    /// https://github.com/pilif/GpxExport/issues/1: a workout with several routes.
    @Test("A workout with two routes has both, and a route that it names twice is one")
    func twoRoutes() throws {
        let (a, b) = (Archive.gpx(Archive.point("07:00:00")), Archive.gpx(Archive.point("07:20:00")))
        let body = ["/a.gpx", "/b.gpx", "/a.gpx"].map(Archive.reference).joined()
        let imported = try Archive.run(Archive.workout(body), ["a.gpx": a, "b.gpx": b])
        #expect(imported.sink.workouts.map { $0.series.map(\.name) } == [["/a.gpx", "/b.gpx"]])
    }

    /// https://github.com/WorkoutExporter/WorkoutExporter/issues/8: an app that crashed at a workout indoors.
    @Test("A workout without a route needs none")
    func indoors() throws {
        let imported = try Archive.run(Archive.workout(""), ["a.gpx": Archive.gpx(Archive.point("07:00:00"))])
        #expect(imported.sink.workouts.map(\.series) == [[]] && imported.report.findings.routes == RouteFindings())
        #expect(imported.report.unreadFiles.entries.map(\.singular) == ["workout route"])
    }

    /// https://github.com/jovandeginste/workout-tracker/pull/20 and https://github.com/jonasoreland/runnerup/issues/884
    @Test("Segments between pauses are one route, also empty ones and those of one point")
    func segments() throws {
        let gap = "</trkseg><trkseg></trkseg><trkseg>"
        let found = try one(
            Archive.gpx(
                Archive.point("07:00:00") + Archive.point("07:05:00") + gap + Archive.point("07:15:00") + gap + Archive.point("07:20:00")))
        #expect(found.workout.series.map(\.count) == [4] && found.findings.sortedCount == 0)
    }

    /// https://github.com/tumic0/GPXSee/issues/521: times that go backward.
    @Test("Points out of order are sorted by time, with their numbers")
    func backward() throws {
        let found = try one(
            Archive.gpx(Archive.point("07:00:09", lat: 3) + Archive.point("07:00:01", lat: 1) + Archive.point("07:00:05", lat: 2)))
        let route = try #require(found.workout.series.first)
        #expect(route[.latitude] == [1, 2, 3] && found.findings.sortedCount == 1)
    }

    /// https://github.com/Freika/dawarich/issues/3046: a route that begins before midnight and whose file is named after it.
    @Test("A route over midnight is one route in the order of time")
    func midnight() throws {
        let points = ["2024-04-27T23:59:58Z", "2024-04-28T00:00:02Z", "2024-04-28T02:00:04+02:00"].map {
            #"<trkpt lat="1" lon="2"><time>\#($0)</time></trkpt>"#
        }
        let found = try one(Archive.gpx(points.joined()))
        #expect(found.workout.series.first?.times.map { $0 - milliseconds("2024-04-28T00:00:00Z") } == [-2000, 2000, 4000])
    }

    /// https://github.com/jovandeginste/workout-tracker/issues/298: a file of another program has heart rates and speeds with a prefix.
    @Test("Extensions of other programs are read by their names, and unknown ones are left out")
    func extensions() throws {
        let more =
            "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>140</gpxtpx:hr><gpxtpx:speed>2.5</gpxtpx:speed>"
            + "</gpxtpx:TrackPointExtension></extensions>"
        let found = try one(Archive.gpx(Archive.point("07:00:00", more: more) + Archive.point("07:00:05")))
        let speeds = try #require(found.workout.series.first)[.speed]
        #expect(speeds.first == 2.5 && speeds.count == 2)
    }

    /// https://github.com/Lybron/health-auto-export/issues/54: a run with a part for each step of its plan.
    @Test("Distances of the parts of a run are not added to the run")
    func intervals() throws {
        func distance(_ kilometers: Double) -> String {
            #"<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="\#(kilometers)" unit="km"/>"#
        }
        let parts = [0, 10, 20, 30].map { minute in
            """
            <WorkoutActivity uuid="\(minute)" startDate="2024-05-04 07:\(minute == 0 ? "00" : "\(minute)"):00 +0000" duration="10">\(distance(2))\
            </WorkoutActivity>
            """
        }
        let imported = try importExport(Archive.workout(parts.joined() + distance(8)))
        let workout = try #require(imported.sink.workouts.first)
        #expect(workout.statistics.map(\.sum) == [8] && workout.activities.map { $0.statistics.map(\.sum) } == [[2], [2], [2], [2]])
    }

    /// https://github.com/Lybron/health-auto-export/issues/52 and Apple's document type: a part of an export has no activity.
    @Test("Parts of a triathlon get their sport from their distance")
    func triathlon() throws {
        func part(_ minute: Int, _ statistic: String) -> String {
            let time = "2024-05-04 07:\(minute < 10 ? "0" : "")\(minute):00 +0000"
            return #"<WorkoutActivity uuid="\#(minute)" startDate="\#(time)" duration="5">\#(statistic)</WorkoutActivity>"#
        }
        func distance(_ kind: String) -> String {
            #"<WorkoutStatistics type="HKQuantityTypeIdentifierDistance\#(kind)" sum="1" unit="km"/>"#
        }
        let parts = [
            part(0, distance("Swimming")), part(5, ""), part(8, distance("Cycling")), part(13, ""), part(15, distance("WalkingRunning")),
        ]
        let imported = try importExport(Archive.workout(parts.joined(), activity: "SwimBikeRun"))
        let sports = try #require(imported.sink.workouts.first).activities.map { $0.activity.dropFirst("HKWorkoutActivityType".count) }
        #expect(sports == ["Swimming", "Transition", "Cycling", "Transition", "Running"])
    }
}

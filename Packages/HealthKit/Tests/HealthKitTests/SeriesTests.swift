import Foundation
import HealthKit
import Synchronization
import TallyKit
import Testing

/// Routes of workouts, parts of workouts and electrocardiograms.
@Suite("Series and parts of workouts")
struct SeriesTests {
    @Test("Queries of electrocardiograms, heartbeats and routes of an empty store find nothing, without an error")
    func nothing() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(sample(steps, 5, .count(), "2026-03-02T08:00:00Z"))
        let sinus = HKQuery.predicateForElectrocardiograms(classification: .sinusRhythm)
        #expect(
            try await HKSampleQueryDescriptor(predicates: [.electrocardiogram(sinus)], sortDescriptors: []).result(for: store).isEmpty)
        #expect(try await HKSampleQueryDescriptor(predicates: [.heartbeatSeries()], sortDescriptors: []).result(for: store).isEmpty)
        #expect(try await HKSampleQueryDescriptor(predicates: [.workoutRoute()], sortDescriptors: []).result(for: store).isEmpty)
        for type: HKSampleType in [.electrocardiogramType(), HKSeriesType.heartbeat(), HKSeriesType.workoutRoute()] {
            let found: (count: Int?, hasError: Bool) = await answer { done in
                let query = HKSampleQuery(sampleType: type, predicate: nil, limit: 1, sortDescriptors: nil) { _, samples, error in
                    done((samples?.count, error != nil))
                }
                store.execute(query)
            }
            #expect(found.count == 0 && !found.hasError)
        }
    }

    @Test("The distance of two points is that on a round earth")
    func distance() {
        // Greenwich to the pole is a quarter of the circumference, 2π · 6,371,008.8 m.
        let greenwich = CLLocation(latitude: 0, longitude: 0)
        let pole = CLLocation(latitude: 90, longitude: 0)
        #expect(abs(greenwich.distance(from: pole) - Double.pi / 2 * 6_371_008.8) < 0.01)
        #expect(greenwich.distance(from: greenwich) == 0)
        #expect(abs(greenwich.distance(from: CLLocation(latitude: 0, longitude: 180)) - Double.pi * 6_371_008.8) < 0.01)
    }

    /// A store with a run of two parts and a route of 600 points, a second apart.
    private func storeWithRoute() async throws -> HKHealthStore {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("healthkit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func part(_ uuid: String, _ start: Int, _ end: Int, _ kilometers: Double) -> String {
            """
            <WorkoutActivity uuid="\(uuid)" startDate="2026-03-02 08:\(start):00 +0000" endDate="2026-03-02 08:\(end):00 +0000">
            <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="\(kilometers)" unit="km"/></WorkoutActivity>
            """
        }
        let export = """
            <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" sourceName="Watch" \
            startDate="2026-03-02 08:10:00 +0000" endDate="2026-03-02 08:40:00 +0000">
            \(part("3F2504E0-4F89-41D3-9A0C-0305E82C3301", 10, 25, 2.5))\(part("", 25, 40, 2))
            <WorkoutRoute sourceName="Watch"><FileReference path="/r.gpx"/></WorkoutRoute></Workout>
            <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="30" sourceName="Watch" \
            startDate="2026-03-03 08:10:00 +0000" endDate="2026-03-03 08:40:00 +0000"/></HealthData>
            """
        let points = (0..<600).map { second in
            let time = "2026-03-02T08:\(10 + second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
            let speed = second == 0 ? "-1" : "2.5"
            return "<trkpt lat=\"1.5\" lon=\"\(Double(second) / 1000)\"><time>\(time)</time><speed>\(speed)</speed></trkpt>"
        }
        try Data(export.utf8).write(to: folder.appendingPathComponent("export.xml"))
        try Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8).write(to: folder.appendingPathComponent("r.gpx"))
        let health = HealthStore.inMemory()
        try await health.importExport(at: folder)
        return HKHealthStore(over: health)
    }

    @Test("A route is a sample of its workout's source, and its points have Apple's numbers for what is unknown")
    func route() async throws {
        let store = try await storeWithRoute()
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store)
            .sorted { $0.startDate < $1.startDate }
        let run = try #require(workouts.first)
        let ofRun = HKQuery.predicateForObjects(from: run)
        let routes = try await HKSampleQueryDescriptor(predicates: [.workoutRoute(ofRun)], sortDescriptors: []).result(for: store)
        let route = try #require(routes.first)
        #expect(routes.count == 1 && route.count == 600 && route.sourceRevision.source.name == "Watch" && route.uuid != run.uuid)
        #expect(route.endDate.timeIntervalSince(route.startDate) == 599)
        var points: [CLLocation] = []
        for try await point in HKWorkoutRouteQueryDescriptor(route).results(for: store) { points.append(point) }
        #expect(points.count == 600 && points[0].coordinate == CLLocationCoordinate2D(latitude: 1.5, longitude: 0))
        #expect(points[0].speed == -1 && points[1].speed == 2.5 && points[0].course == -1 && points[0].verticalAccuracy == -1)
        #expect(points[599].timestamp == route.endDate && points[599].coordinate.longitude == 0.599)
        let pieces: [Int] = await answer { done in
            let counts = Counts()
            store.execute(
                HKWorkoutRouteQuery(route: route) { _, locations, isDone, _ in
                    let all = counts.add(locations?.count ?? 0)
                    if isDone { done(all) }
                })
        }
        #expect(pieces == [512, 88])
    }

    @Test("Routes come with changes, and their sources are those of the workouts")
    func changes() async throws {
        let store = try await storeWithRoute()
        let query = HKAnchoredObjectQueryDescriptor(predicates: [.workoutRoute()], anchor: nil)
        let first = try await query.result(for: store)
        let route = try #require(first.addedSamples.first)
        #expect(first.addedSamples.count == 1 && first.deletedObjects.isEmpty)
        #expect(try await HKSourceQueryDescriptor(predicate: .workoutRoute()).result(for: store).map(\.name) == ["Watch"])
        let later = HKAnchoredObjectQueryDescriptor(predicates: [.workoutRoute()], anchor: first.newAnchor)
        #expect(try await later.result(for: store).addedSamples.isEmpty)
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store)
        try await store.delete(workouts.filter { $0.workoutActivityType == .running })
        let last = try await later.result(for: store)
        #expect(last.addedSamples.isEmpty && last.deletedObjects.map(\.uuid) == [route.uuid])
    }

    /// A store with an electrocardiogram of 1024 voltages at 512 Hz.
    private func storeWithElectrocardiogram() async throws -> HKHealthStore {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("healthkit-\(UUID().uuidString)")
        let inner = folder.appendingPathComponent("electrocardiograms")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let header = """
            Recorded Date,2026-03-02 08:10:00 +0000
            Classification,Sinus Rhythm
            Symptoms,Dizziness
            Software Version,1.90
            Device,"Watch6,7"
            Sample Rate,512 hertz
            Average Heart Rate,64 bpm

            """
        let voltages = (0..<1024).map { "\(Double($0) / 4)\n" }.joined()
        try Data("<HealthData></HealthData>".utf8).write(to: folder.appendingPathComponent("export.xml"))
        try Data((header + voltages).utf8).write(to: inner.appendingPathComponent("ecg_2026-03-02.csv"))
        let health = HealthStore.inMemory()
        try await health.importExport(at: folder)
        return HKHealthStore(over: health)
    }

    @Test("An electrocardiogram has what the watch classified, and a query reads its voltages")
    func electrocardiogram() async throws {
        let store = try await storeWithElectrocardiogram()
        let sinus = HKQuery.predicateForElectrocardiograms(classification: .sinusRhythm)
        let found = try await HKSampleQueryDescriptor(predicates: [.electrocardiogram(sinus)], sortDescriptors: []).result(for: store)
        let one = try #require(found.first)
        #expect(found.count == 1 && one.classification == .sinusRhythm && one.symptomsStatus == .present)
        #expect(one.numberOfVoltageMeasurements == 1024 && one.samplingFrequency?.doubleValue(for: .hertz()) == 512)
        #expect(one.averageHeartRate?.doubleValue(for: HKUnit.count().unitDivided(by: .minute())) == 64)
        #expect(one.endDate.timeIntervalSince(one.startDate) == 2 && one.sourceRevision.source.name == "ECG")
        let other = HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation)
        #expect(
            try await HKSampleQueryDescriptor(predicates: [.electrocardiogram(other)], sortDescriptors: []).result(for: store).isEmpty)
        let voltages: [Double] = await answer { done in
            let all = Voltages()
            store.execute(
                HKElectrocardiogramQuery(one) { _, result in
                    switch result {
                    case .measurement(let measurement): all.add(measurement)
                    case .done: done(all.found)
                    case .error: done([])
                    }
                })
        }
        #expect(voltages.count == 1024 && voltages[4] == 1 && voltages[1023] == 255.75)
    }

    @Test("A workout has its parts, and a workout without parts is one part")
    func activities() async throws {
        let store = try await storeWithRoute()
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store)
            .sorted { $0.startDate < $1.startDate }
        let parts = workouts[0].workoutActivities
        let distance = HKQuantityType(.distanceWalkingRunning)
        #expect(parts.map { $0.statistics(for: distance)?.sumQuantity()?.doubleValue(for: .meter()) } == [2500, 2000])
        #expect(parts.map { $0.workoutConfiguration.activityType } == [.running, .running] && parts.map(\.duration) == [900, 900])
        #expect(parts[0].uuid.uuidString == "3F2504E0-4F89-41D3-9A0C-0305E82C3301" && parts[1].uuid != parts[0].uuid)
        #expect(workouts[0].totalDistance == nil)
        let yoga = workouts[1].workoutActivities
        #expect(yoga.map { $0.workoutConfiguration.activityType } == [.yoga] && yoga.map(\.endDate) == [workouts[1].endDate])
    }
}

/// The numbers of points of a route, as its query delivers them.
private final class Counts: Sendable {
    private let all = Mutex<[Int]>([])

    func add(_ count: Int) -> [Int] {
        all.withLock { all in
            all.append(count)
            return all
        }
    }
}

/// The voltages of an electrocardiogram in microvolts, as its query delivers them.
private final class Voltages: Sendable {
    private let all = Mutex<[Double]>([])

    var found: [Double] { all.withLock { $0 } }

    func add(_ measurement: HKElectrocardiogram.VoltageMeasurement) {
        guard let voltage = measurement.quantity(for: .appleWatchSimilarToLeadI) else { return }
        all.withLock { $0.append(voltage.doubleValue(for: .voltUnit(with: .micro))) }
    }
}

internal import CalendarIntervals
import HealthModel

/// Writes the workouts of a life as watches and bicycle computers do: one FIT file after another, or a file of TCX or GPX.
struct RecordingWriter {
    private let life: LifeGenerator
    private let sink: ByteSink

    init(_ life: LifeGenerator, sink: @escaping ByteSink) { (self.life, self.sink) = (life, sink) }

    /// A workout with the points that a device records.
    private struct Recording {
        var workout: Workout
        var points: [LifeRoute.Point]
        /// Beats per minute at each point.
        var rates: [Int]
        var meters: Double
        /// Seconds east of UTC.
        var offset: Int
        var isOutdoor: Bool

        var start: Int { Int(workout.start.milliseconds / 1000) }
        var end: Int { Int(workout.end.milliseconds / 1000) }
        var energy: Int {
            Int((workout.statistics.first { $0.metric == LifeStream.activeEnergy.metric }?.sum ?? 0).rounded())
        }

        /// The pause without points; nil for a workout without a pause.
        var pause: Range<Int>? {
            let times = ["Pause", "Resume"].compactMap { name in workout.events.first { $0.type.hasSuffix(name) }?.start.milliseconds }
            return times.count == 2 ? Int(times[0] / 1000)..<Int(times[1] / 1000) : nil
        }

        /// Returns the pause between a point and the one before it; nil if they follow each other.
        func pause(before index: Int) -> Range<Int>? {
            guard let pause, index > 0, points[index - 1].second < pause.lowerBound, points[index].second >= pause.upperBound else {
                return nil
            }
            return pause
        }

        /// The centimeters until a point.
        func centimeters(_ index: Int) -> Int { Int((meters * 100 * points[index].share).rounded()) }
    }

    private func forEachRecording(
        _ manifest: inout ExportManifest, outdoorsOnly: Bool = false, _ body: (Recording) throws -> Void
    ) throws {
        var column = life.emptyColumn()
        for day in life.dayNumbers {
            let plan = life.plan(day)
            column.removeAll()
            let workouts = life.workouts(plan, &column)
            guard !workouts.isEmpty else { continue }
            column.removeAll()
            LifeStream.heartRate.append(plan, seed: life.seed, to: &column)
            for workout in workouts {
                let recording = recording(workout, plan, column.samples)
                guard recording.isOutdoor || !outdoorsOnly else { continue }
                count(recording, in: &manifest)
                try body(recording)
            }
        }
    }

    private func recording(_ workout: Workout, _ plan: DayPlan, _ samples: SampleBatch) -> Recording {
        let route = LifeRoute("", of: workout)
        let points = route.points
        let known = samples.starts.indices.filter { samples.sources[$0] == LifeSource.watch.rawValue }
            .sorted { samples.starts[$0] < samples.starts[$1] }
        var place = 0
        let rates = points.map { point -> Int in
            while place + 1 < known.count, samples.starts[known[place + 1]] <= Int64(point.second) * 1000 { place += 1 }
            return known.isEmpty ? 100 : Int(samples.values[known[place]].rounded())
        }
        let hasDistance = workout.statistics.contains { $0.metric.identifier.contains("Distance") }
        return Recording(
            workout: workout, points: points, rates: rates, meters: hasDistance ? route.meters : 0,
            offset: plan.zone.offsetSeconds(at: workout.start), isOutdoor: !workout.routes.isEmpty)
    }

    private func count(_ recording: Recording, in manifest: inout ExportManifest) {
        manifest.workoutCount += 1
        manifest.recordCount += recording.points.count
        manifest.sampleCounts[LifeStream.heartRate.metric, default: 0] += recording.points.count
    }

    // MARK: - FIT

    func writeFIT() throws -> ExportManifest { try write("", "", fit) }

    private func fit(_ recording: Recording) -> [UInt8] {
        func time(_ second: Int) -> FITWriter.Value { .uint32(second - FITWriter.epoch) }
        func degrees(_ number: Double) -> FITWriter.Value { .sint32(Int((number / 180 * 2_147_483_648).rounded())) }
        var file = FITWriter()
        file.add(0, local: 0, [0: .uint8(4), 1: .uint16(255), 2: .uint16(1), 4: time(recording.start), 8: .text("Made-up Watch")])
        file.add(21, local: 1, [253: time(recording.start), 0: .uint8(0), 1: .uint8(0)])
        for (index, point) in recording.points.enumerated() {
            if let pause = recording.pause(before: index) {
                file.add(21, local: 1, [253: time(pause.lowerBound), 0: .uint8(0), 1: .uint8(4)])
                file.add(21, local: 1, [253: time(pause.upperBound), 0: .uint8(0), 1: .uint8(0)])
            }
            let (rate, altitude) = (FITWriter.Value.uint8(recording.rates[index]), FITWriter.Value.uint16(Int((point.altitude + 500) * 5)))
            let distance = FITWriter.Value.uint32(recording.meters > 0 ? recording.centimeters(index) : nil)
            if recording.isOutdoor {
                let place = (degrees(point.latitude), degrees(point.longitude))
                file.add(20, local: 2, [253: time(point.second), 0: place.0, 1: place.1, 2: altitude, 3: rate, 5: distance])
            } else {
                file.add(20, local: 2, [253: time(point.second), 3: rate, 5: distance])
            }
        }
        file.add(21, local: 1, [253: time(recording.end), 0: .uint8(0), 1: .uint8(4)])
        let elapsed = FITWriter.Value.uint32((recording.end - recording.start) * 1000)
        let active = FITWriter.Value.uint32(Int(((recording.workout.activeSeconds ?? 0) * 1000).rounded()))
        let distance = FITWriter.Value.uint32(recording.meters > 0 ? Int((recording.meters * 100).rounded()) : nil)
        let (start, end, energy) = (time(recording.start), time(recording.end), FITWriter.Value.uint16(recording.energy))
        file.add(19, local: 3, [253: end, 2: start, 7: elapsed, 8: active, 9: distance, 11: energy])
        let sport = Self.sport(of: recording.workout)
        file.add(
            18, local: 4,
            [253: end, 2: start, 5: .uint8(sport.0), 6: .uint8(sport.1), 7: elapsed, 8: active, 9: distance, 11: energy])
        file.add(34, local: 5, [253: end, 0: active, 1: .uint16(1), 5: time(recording.end + recording.offset)])
        return file.file
    }

    private static func sport(of workout: Workout) -> (Int, Int) {
        switch workout.activity.dropFirst("HKWorkoutActivityType".count) {
        case "Running": (1, 0)
        case "Walking": (11, 0)
        case "Cycling": (2, 0)
        case "Hiking": (17, 0)
        case "Swimming": (5, 17)
        case "Yoga": (10, 43)
        case "TraditionalStrengthTraining", "FunctionalStrengthTraining": (10, 20)
        default: (0, 0)
        }
    }

    // MARK: - TCX and GPX

    func writeTCX() throws -> ExportManifest {
        let start = """
            <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
             <Activities>

            """
        return try write(start, " </Activities>\n</TrainingCenterDatabase>\n", tcx)
    }

    func writeGPX() throws -> ExportManifest {
        let start = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Made-up Watch" xmlns="http://www.topografix.com/GPX/1/1">

            """
        // Workouts inside have no places.
        return try write(start, "</gpx>\n", outdoorsOnly: true, gpx)
    }

    /// Writes a text for each recording between a start and an end.
    private func write(
        _ start: String, _ end: String, outdoorsOnly: Bool = false, _ text: (Recording) -> [UInt8]
    ) throws -> ExportManifest {
        var manifest = ExportManifest()
        var byteCount = 0
        func pass(_ bytes: [UInt8]) throws {
            byteCount += bytes.count
            try sink(bytes[...])
        }
        if !start.isEmpty { try pass(Array(start.utf8)) }
        try forEachRecording(&manifest, outdoorsOnly: outdoorsOnly) { try pass(text($0)) }
        if manifest.workoutCount == 0 { throw GenerateFailure.nothingToWrite }
        if !end.isEmpty { try pass(Array(end.utf8)) }
        manifest.byteCount = byteCount
        return manifest
    }

    private func tcx(_ recording: Recording) -> [UInt8] {
        var text: [UInt8] = []
        let activity = recording.workout.activity.dropFirst("HKWorkoutActivityType".count)
        text.append("  <Activity Sport=\"\(activity == "Cycling" ? "Biking" : String(activity))\">\n   <Id>")
        text.append(utc: recording.start)
        text.append("</Id>\n   <Lap StartTime=\"")
        text.append(utc: recording.start)
        text.append("\">\n    <TotalTimeSeconds>\(recording.workout.activeSeconds ?? 0)</TotalTimeSeconds>\n    <DistanceMeters>")
        text.append(recording.meters, decimals: 2)
        text.append("</DistanceMeters>\n    <Calories>\(recording.energy)</Calories>\n    <Track>\n")
        for (index, point) in recording.points.enumerated() {
            if recording.pause(before: index) != nil {
                text.append("    </Track>\n    <Track>\n")
            }
            text.append("     <Trackpoint><Time>")
            text.append(utc: point.second)
            text.append("</Time>")
            if recording.isOutdoor {
                text.append("<Position><LatitudeDegrees>")
                text.append(point.latitude, decimals: 6)
                text.append("</LatitudeDegrees><LongitudeDegrees>")
                text.append(point.longitude, decimals: 6)
                text.append("</LongitudeDegrees></Position><AltitudeMeters>")
                text.append(point.altitude, decimals: 2)
                text.append("</AltitudeMeters>")
            }
            if recording.meters > 0 {
                text.append("<DistanceMeters>")
                text.append(Double(recording.centimeters(index)) / 100, decimals: 2)
                text.append("</DistanceMeters>")
            }
            text.append("<HeartRateBpm><Value>\(recording.rates[index])</Value></HeartRateBpm></Trackpoint>\n")
        }
        text.append("    </Track>\n   </Lap>\n   <Creator><Name>Made-up Watch</Name></Creator>\n  </Activity>\n")
        return text
    }

    private func gpx(_ recording: Recording) -> [UInt8] {
        var text: [UInt8] = []
        text.append(" <trk><type>\(recording.workout.activity.dropFirst("HKWorkoutActivityType".count).lowercased())</type><trkseg>\n")
        for (index, point) in recording.points.enumerated() {
            if recording.pause(before: index) != nil {
                text.append(" </trkseg><trkseg>\n")
            }
            text.append("  <trkpt lat=\"")
            text.append(point.latitude, decimals: 6)
            text.append("\" lon=\"")
            text.append(point.longitude, decimals: 6)
            text.append("\"><ele>")
            text.append(point.altitude, decimals: 2)
            text.append("</ele><time>")
            text.append(utc: point.second)
            text.append("</time><extensions><hr>\(recording.rates[index])</hr></extensions></trkpt>\n")
        }
        text.append(" </trkseg></trk>\n")
        return text
    }
}

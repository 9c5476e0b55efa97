internal import CalendarIntervals
import HealthModel

/// Writes a life as the export of a Fitbit account that Google Takeout makes: a zip archive with documents for 30 days each.
///
/// The steps are there twice, as documents of Fitbit and as tables of Google.
struct FitbitWriter {
    private let life: LifeGenerator
    private let sink: ByteSink

    init(_ life: LifeGenerator, sink: @escaping ByteSink) { (self.life, self.sink) = (life, sink) }

    private static let folder = "Takeout/Fitbit/Global Export Data/"
    private static let daysPerFile = 30

    func write() throws -> ExportManifest {
        var manifest = ExportManifest()
        var zip = ZipWriter(sink: sink)
        for first in stride(from: life.dayNumbers.lowerBound, through: life.dayNumbers.upperBound, by: Self.daysPerFile) {
            let plans = (first...min(first + Self.daysPerFile - 1, life.dayNumbers.upperBound)).map(life.plan)
            let date = ISO8601.text(of: CivilDate(dayNumber: first))
            let minutes = minutes(plans)
            let documents: [(family: String, entries: [String])] = [
                ("steps", steps(minutes, &manifest)), ("heart_rate", heartRates(plans, &manifest)), ("sleep", nights(plans, &manifest)),
                ("weight", weights(plans, &manifest)), ("resting_heart_rate", restingHeartRates(plans, &manifest)),
                ("exercise", exercises(plans, &manifest)),
            ]
            for (family, entries) in documents {
                try add("\(Self.folder)\(family)-\(date).json", "[" + entries.joined(separator: ",\n") + "]\n", to: &zip, &manifest)
            }
            try add(
                "Takeout/Fitbit/Oxygen Saturation (SpO2)/Minute SpO2 - \(date).csv",
                "timestamp,value\n" + oxygen(plans, &manifest).joined(), to: &zip, &manifest)
            let rows = minutes.map { "\(Self.utc($0.minute * 60)),\($0.steps),Made-up Watch\n" }
            try add(
                "Takeout/Fitbit/Physical Activity_GoogleData/steps_\(date).csv", "timestamp,steps,data source\n" + rows.joined(), to: &zip,
                &manifest)
        }
        try zip.finish()
        return manifest
    }

    private func add(_ path: String, _ text: String, to zip: inout ZipWriter, _ manifest: inout ExportManifest) throws {
        let bytes = Array(text.utf8)
        manifest.byteCount += bytes.count
        try zip.add(path) { sink in try sink(bytes[...]) }
    }

    /// Counts entries of a document.
    private func count(_ name: String, _ entries: [String], _ manifest: inout ExportManifest) -> [String] {
        manifest.sampleCounts[LifeStream.named(name).metric, default: 0] += entries.count
        manifest.recordCount += entries.count
        return entries
    }

    /// Returns the samples of a stream with the plan of their day, without those of the phone if the watch has some.
    private func samples(_ name: String, _ plans: [DayPlan], of source: LifeSource) -> [(
        plan: DayPlan, start: Int, end: Int, value: Double
    )] {
        let stream = LifeStream.named(name)
        var column = life.emptyColumn()
        var found: [(plan: DayPlan, start: Int, end: Int, value: Double)] = []
        for plan in plans {
            column.removeAll()
            stream.append(plan, seed: life.seed, to: &column)
            let samples = column.samples
            for index in samples.starts.indices where samples.sources[index] == source.rawValue {
                found.append((plan, Int(samples.starts[index] / 1000), Int(samples.ends[index] / 1000), samples.values[index]))
            }
        }
        return found
    }

    // MARK: - Documents

    /// The steps of the watch by minutes since 1970.
    private func minutes(_ plans: [DayPlan]) -> [(minute: Int, steps: Int)] {
        var steps: [Int: Int] = [:]
        for sample in samples("StepCount", plans, of: .watch) { steps[sample.start / 60, default: 0] += Int(sample.value.rounded()) }
        return steps.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { (minute: $0.key, steps: $0.value) }
    }

    private func steps(_ minutes: [(minute: Int, steps: Int)], _ manifest: inout ExportManifest) -> [String] {
        let entries = minutes.map { "{\"dateTime\" : \"\(Self.clock($0.minute * 60))\", \"value\" : \"\($0.steps)\"}" }
        return count("StepCount", entries, &manifest)
    }

    private func heartRates(_ plans: [DayPlan], _ manifest: inout ExportManifest) -> [String] {
        let entries = samples("HeartRate", plans, of: .watch).map {
            "{\"dateTime\" : \"\(Self.clock($0.start))\", \"value\" : {\"bpm\" : \(Int($0.value.rounded())), \"confidence\" : 3}}"
        }
        return count("HeartRate", entries, &manifest)
    }

    private func restingHeartRates(_ plans: [DayPlan], _ manifest: inout ExportManifest) -> [String] {
        let entries = samples("RestingHeartRate", plans, of: .watch).map { sample in
            let date = Self.clock(sample.plan.dayNumber * 86_400)
            return
                "{\"dateTime\" : \"\(date)\", \"value\" : {\"date\" : \"\(date.prefix(8))\", \"value\" : \(sample.value), \"error\" : 6.5}}"
        }
        return count("RestingHeartRate", entries, &manifest)
    }

    private func weights(_ plans: [DayPlan], _ manifest: inout ExportManifest) -> [String] {
        let entries = samples("BodyMass", plans, of: .scale).map { sample in
            let clock = Self.clock(sample.start + offset(sample.plan, sample.start))
            let pounds = (sample.value / 0.45359237 * 10).rounded() / 10
            return
                "{\"logId\" : \(sample.start)000, \"weight\" : \(pounds), \"date\" : \"\(clock.prefix(8))\", \"time\" : \"\(clock.suffix(8))\"}"
        }
        return count("BodyMass", entries, &manifest)
    }

    private func oxygen(_ plans: [DayPlan], _ manifest: inout ExportManifest) -> [String] {
        let rows = samples("OxygenSaturation", plans, of: .watch).map { "\(Self.utc($0.start)),\((($0.value * 1000).rounded() / 10))\n" }
        return count("OxygenSaturation", rows, &manifest)
    }

    /// The levels of Fitbit for Apple's values.
    private static let levels: [Int: String] = [1: "asleep", 2: "wake", 3: "light", 4: "deep", 5: "rem"]

    private func nights(_ plans: [DayPlan], _ manifest: inout ExportManifest) -> [String] {
        plans.compactMap { plan in
            let parts = samples("SleepAnalysis", [plan], of: .watch).filter { Self.levels[Int($0.value)] != nil }
            guard let start = parts.map(\.start).min(), let end = parts.map(\.end).max() else { return nil }
            // The whole night has the clock of its start.
            let offset = offset(plan, start)
            let levels = parts.map { part in
                "{\"dateTime\" : \"\(Self.local(part.start + offset))\", \"level\" : \"\(Self.levels[Int(part.value)] ?? "")\", "
                    + "\"seconds\" : \(part.end - part.start)}"
            }
            _ = count("SleepAnalysis", levels, &manifest)
            return "{\"logId\" : \(start), \"dateOfSleep\" : \"\(Self.local(end + offset).prefix(10))\", "
                + "\"startTime\" : \"\(Self.local(start + offset))\", \"endTime\" : \"\(Self.local(end + offset))\", "
                + "\"duration\" : \((end - start) * 1000), \"type\" : \"stages\", \"mainSleep\" : true, "
                + "\"levels\" : {\"data\" : [\(levels.joined(separator: ", "))], \"shortData\" : []}}"
        }
    }

    private func exercises(_ plans: [DayPlan], _ manifest: inout ExportManifest) -> [String] {
        var entries: [String] = []
        var column = life.emptyColumn()
        for plan in plans {
            column.removeAll()
            for workout in life.workouts(plan, &column) {
                let (start, end) = (Int(workout.start.milliseconds / 1000), Int(workout.end.milliseconds / 1000))
                let name = workout.activity.dropFirst("HKWorkoutActivityType".count)
                let active = Int(((workout.activeSeconds ?? Double(end - start)) * 1000).rounded())
                entries.append(
                    "{\"logId\" : \(start), \"activityName\" : \"\(name)\", \"activityTypeId\" : 1, \"duration\" : \((end - start) * 1000), "
                        + "\"activeDuration\" : \(active), \"startTime\" : \"\(Self.clock(start))\"}")
            }
        }
        manifest.workoutCount += entries.count
        manifest.recordCount += entries.count
        return entries
    }

    // MARK: - Times

    private func offset(_ plan: DayPlan, _ second: Int) -> Int {
        plan.zone.offsetSeconds(at: Instant(milliseconds: Int64(second) * 1000))
    }

    /// Returns `MM/dd/yy HH:mm:ss` of seconds since 1970.
    private static func clock(_ second: Int) -> String {
        let text = utc(second)
        return
            "\(text.dropFirst(5).prefix(2))/\(text.dropFirst(8).prefix(2))/\(text.dropFirst(2).prefix(2)) \(text.dropFirst(11).prefix(8))"
    }

    private static func utc(_ second: Int) -> String {
        var text: [UInt8] = []
        text.append(utc: second)
        return String(decoding: text, as: UTF8.self)
    }

    private static func local(_ second: Int) -> String { utc(second).dropLast() + ".000" }
}

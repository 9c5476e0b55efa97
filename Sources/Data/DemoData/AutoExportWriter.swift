internal import CalendarIntervals
import HealthModel

/// Writes a life as the app Health Auto Export does without summaries: a JSON document with samples and workouts.
struct AutoExportWriter {
    let life: LifeGenerator
    private let sink: ByteSink

    init(_ life: LifeGenerator, sink: @escaping ByteSink) { (self.life, self.sink) = (life, sink) }

    /// A kind of samples: its name and unit in the document, and the decimals and the factor of its numbers.
    private struct Metric {
        var stream: String
        var name: String
        var unit: String
        var factor = 1.0
    }

    private static let metrics = [
        Metric(stream: "HeartRate", name: "heart_rate", unit: "count/min"),
        Metric(stream: "StepCount", name: "step_count", unit: "count"),
        Metric(stream: "ActiveEnergyBurned", name: "active_energy", unit: "kcal"),
        Metric(stream: "BodyMass", name: "weight_body_mass", unit: "kg"),
        Metric(stream: "OxygenSaturation", name: "blood_oxygen_saturation", unit: "%", factor: 100),
        Metric(stream: "RestingHeartRate", name: "resting_heart_rate", unit: "count/min"),
    ]

    func write() throws -> ExportManifest {
        var manifest = ExportManifest()
        var text: [UInt8] = []
        var byteCount = 0
        func flush() throws {
            byteCount += text.count
            try sink(text[...])
            text.removeAll(keepingCapacity: true)
        }
        text.append("{\n  \"data\" : {\n    \"metrics\" : [")
        for (index, metric) in Self.metrics.enumerated() {
            text.append(index == 0 ? "\n" : ",\n")
            text.append("      {\"name\" : \"\(metric.name)\", \"units\" : \"\(metric.unit)\", \"data\" : [")
            try forEachSample(of: metric.stream, &manifest) { number, plan, samples, row in
                text.append(number == 0 ? "\n" : ",\n")
                append(metric, plan, samples, row, to: &text)
                if text.count > 1 << 18 { try flush() }
            }
            text.append("]}")
        }
        text.append(",\n      {\"name\" : \"sleep_analysis\", \"units\" : \"hr\", \"data\" : [")
        try forEachSample(of: "SleepAnalysis", &manifest) { number, plan, samples, row in
            text.append(number == 0 ? "\n" : ",\n")
            appendStage(plan, samples, row, to: &text)
            if text.count > 1 << 18 { try flush() }
        }
        text.append("]}\n    ],\n    \"workouts\" : [")
        appendWorkouts(to: &text, &manifest)
        text.append("\n    ],\n    \"medications\" : [")
        appendDoses(to: &text, &manifest)
        text.append("\n    ],\n    \"stateOfMind\" : [")
        appendStatesOfMind(to: &text, &manifest)
        text.append("\n    ]\n  }\n}\n")
        try flush()
        manifest.byteCount = byteCount
        return manifest
    }

    /// Passes each sample of a stream to `body`, with its number.
    private func forEachSample(
        of name: String, _ manifest: inout ExportManifest, _ body: (Int, DayPlan, SampleBatch, Int) throws -> Void
    ) rethrows {
        let stream = LifeStream.named(name)
        var column = life.emptyColumn()
        var count = 0
        for day in life.dayNumbers {
            let plan = life.plan(day)
            column.removeAll()
            stream.append(plan, seed: life.seed, to: &column)
            for row in 0..<column.samples.count {
                try body(count, plan, column.samples, row)
                count += 1
            }
        }
        manifest.sampleCounts[stream.metric] = count
        manifest.recordCount += count
    }

    private func append(_ metric: Metric, _ plan: DayPlan, _ samples: SampleBatch, _ row: Int, to text: inout [UInt8]) {
        let value = samples.values[row] * metric.factor
        text.append("        {\"date\" : \"\(clock(samples.starts[row], plan))\", ")
        if metric.name == "heart_rate" {
            text.append("\"Min\" : ")
            text.append(value, decimals: 4)
            text.append(", \"Avg\" : ")
            text.append(value, decimals: 4)
            text.append(", \"Max\" : ")
        } else {
            text.append("\"qty\" : ")
        }
        text.append(value, decimals: 4)
        text.append(", \"source\" : \"\(LifeSource.sources[Int(samples.sources[row])].name)\"}")
    }

    private static let stages = [0: "In Bed", 1: "Asleep", 2: "Awake", 3: "Core", 4: "Deep", 5: "REM"]

    private func appendStage(_ plan: DayPlan, _ samples: SampleBatch, _ row: Int, to text: inout [UInt8]) {
        text.append(
            "        {\"startDate\" : \"\(clock(samples.starts[row], plan))\", \"endDate\" : \"\(clock(samples.ends[row], plan))\", ")
        text.append("\"qty\" : ")
        text.append(Double(samples.ends[row] - samples.starts[row]) / 3_600_000, decimals: 4)
        text.append(", \"value\" : \"\(Self.stages[Int(samples.values[row])] ?? "Asleep")\", ")
        text.append("\"source\" : \"\(LifeSource.sources[Int(samples.sources[row])].name)\"}")
    }

    private func appendWorkouts(to text: inout [UInt8], _ manifest: inout ExportManifest) {
        var column = life.emptyColumn()
        for day in life.dayNumbers {
            let plan = life.plan(day)
            column.removeAll()
            for workout in life.workouts(plan, &column) {
                text.append(manifest.workoutCount == 0 ? "\n" : ",\n")
                let (start, end) = (workout.start.milliseconds, workout.end.milliseconds)
                text.append("      {\"id\" : \"\(start)\", \"name\" : \"\(workout.activity.dropFirst("HKWorkoutActivityType".count))\", ")
                text.append("\"start\" : \"\(clock(start, plan))\", \"end\" : \"\(clock(end, plan))\", \"duration\" : ")
                text.append(workout.activeSeconds ?? Double(end - start) / 1000, decimals: 3)
                text.append("}")
                manifest.workoutCount += 1
                manifest.recordCount += 1
            }
        }
    }

    /// Appends an emotion of each day, and on every other day the mood of the whole day.
    private func appendStatesOfMind(to text: inout [UInt8], _ manifest: inout ExportManifest) {
        let labels = ["calm", "happy", "stressed", "self_confident", "sad", "peaceful", "worried"]
        let associations = ["work", "family", "self_care", "current_events"]
        var count = 0
        for day in life.dayNumbers {
            let noon = life.plan(day).zone.firstInstant(atOrAfterLocalMilliseconds: (Int64(day) * 24 + 12) * 3_600_000).milliseconds
            for isMood in [false, true] where !isMood || day % 2 == 0 {
                var random = LifeRandom(seed: life.seed, day: day, salt: isMood ? 171 : 172)
                let valence = (random.between(-1, 1) * 1000).rounded() / 1000
                text.append(count == 0 ? "\n" : ",\n")
                let time = clock(noon + (isMood ? 36_000_000 : 61_000), life.plan(day))
                text.append("      {\"start\" : \"\(time)\", \"end\" : \"\(time)\", \"kind\" : ")
                text.append("\"\(isMood ? "daily_mood" : "momentary_emotion")\", \"valence\" : \(valence)")
                text.append(", \"labels\" : [\"\(labels[count % labels.count])\", \"\(labels[(count + 2) % labels.count])\"], ")
                text.append("\"associations\" : [\"\(associations[count % associations.count])\"]}")
                count += 1
            }
        }
        manifest.sampleCounts[.statesOfMind] = count
        manifest.recordCount += count
    }

    /// Returns a time as `yyyy-MM-dd HH:mm:ss ±HHMM`.
    func clock(_ milliseconds: Int64, _ plan: DayPlan) -> String {
        let offset = plan.zone.offsetSeconds(at: Instant(milliseconds: milliseconds))
        var text: [UInt8] = []
        text.append(utc: Int(milliseconds / 1000) + offset)
        text[10] = UInt8(ascii: " ")
        text[19] = UInt8(ascii: " ")
        let minutes = abs(offset) / 60
        text.append(offset < 0 ? "-" : "+")
        text.append(twoDigits: minutes / 60)
        text.append(twoDigits: minutes % 60)
        return String(decoding: text, as: UTF8.self)
    }
}

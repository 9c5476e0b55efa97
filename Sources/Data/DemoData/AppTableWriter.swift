internal import CalendarIntervals
import HealthModel

/// Writes a life as the tables that apps export, in a zip archive: those of Samsung Health, Oura or Withings.
struct AppTableWriter {
    private let life: LifeGenerator
    private let sink: ByteSink
    private var manifest = ExportManifest()

    init(_ life: LifeGenerator, sink: @escaping ByteSink) { (self.life, self.sink) = (life, sink) }

    /// A sample of one stream.
    private struct Sample {
        var start: Int64
        var end: Int64
        var value: Double
        var source: Int
    }

    private func samples(_ name: String) -> [Sample] {
        let stream = LifeStream.named(name)
        var column = life.emptyColumn()
        var samples: [Sample] = []
        for day in life.dayNumbers {
            column.removeAll()
            stream.append(life.plan(day), seed: life.seed, to: &column)
            let found = column.samples
            for index in 0..<found.count {
                samples.append(
                    Sample(
                        start: found.starts[index], end: found.ends[index], value: found.values[index], source: Int(found.sources[index])))
            }
        }
        return samples
    }

    /// Returns a number without superfluous digits.
    private func text(_ value: Double, decimals: Int = 2) -> String {
        var text: [UInt8] = []
        text.append(value, decimals: decimals)
        return String(decoding: text, as: UTF8.self)
    }

    private func civil(_ milliseconds: Int64, in zone: Zone) -> String {
        let local = zone.localMilliseconds(at: Instant(milliseconds: milliseconds))
        let day = Int((Double(local) / 86_400_000).rounded(.down))
        var text: [UInt8] = []
        text.append(CivilDate(dayNumber: day))
        text.append(" ")
        text.append(clock: Int(local / 1000) - day * 86_400)
        return String(decoding: text, as: UTF8.self)
    }

    private func offset(_ milliseconds: Int64) -> String {
        ISO8601.text(offsetSeconds: life.zone.offsetSeconds(at: Instant(milliseconds: milliseconds)))
    }

    private mutating func count(_ metric: MetricID, _ count: Int = 1) {
        manifest.sampleCounts[metric, default: 0] += count
        manifest.recordCount += count
    }

    private mutating func add(_ name: String, _ lines: [String], to archive: inout ZipWriter) throws {
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        manifest.byteCount += bytes.count
        try archive.add(name) { try $0(bytes[...]) }
    }

    private func quantity(_ name: String) -> MetricID { MetricID("HKQuantityTypeIdentifier" + name) }

    // MARK: - Samsung Health

    /// Writes heart rate, weight and steps, with the daily sums that repeat the steps.
    mutating func writeSamsung() throws -> ExportManifest {
        var archive = ZipWriter(sink: sink)
        func time(_ milliseconds: Int64) -> String { civil(milliseconds, in: .utc) + ".000" }
        func zone(_ milliseconds: Int64) -> String { "UTC" + offset(milliseconds).replacing(":", with: "") }

        let steps = samples("StepCount").filter { $0.value > 0 }
        let prefix = "com.samsung.health.step_count."
        var lines = ["com.samsung.shealth.tracker.pedometer_step_count,6230000,7"]
        lines.append(["start_time", "end_time", "count", "time_offset", "deviceuuid"].map { prefix + $0 + "," }.joined())
        var sums: [Int: Double] = [:]
        for sample in steps {
            lines.append(
                "\(time(sample.start)),\(time(sample.end)),\(text(sample.value)),\(zone(sample.start)),d\(sample.source)00-device,")
            sums[Int((Double(sample.start) / 86_400_000).rounded(.down)), default: 0] += sample.value
        }
        count(quantity("StepCount"), steps.count)
        try add("com.samsung.shealth.tracker.pedometer_step_count.csv", lines, to: &archive)

        lines = ["com.samsung.shealth.step_daily_trend,6230000,7", "day_time,source_type,count,"]
        for (day, sum) in sums.sorted(by: { $0.key < $1.key }) { lines.append("\(day * 86_400_000),-2,\(text(sum)),") }
        try add("com.samsung.shealth.step_daily_trend.csv", lines, to: &archive)

        let rates = samples("HeartRate")
        let rate = "com.samsung.health.heart_rate."
        lines = ["com.samsung.shealth.tracker.heart_rate,6230000,7"]
        lines.append(["start_time", "end_time", "heart_rate", "time_offset"].map { rate + $0 + "," }.joined())
        for sample in rates {
            lines.append("\(time(sample.start)),\(time(sample.end)),\(text(sample.value)),\(zone(sample.start)),")
        }
        count(quantity("HeartRate"), rates.count)
        try add("com.samsung.shealth.tracker.heart_rate.csv", lines, to: &archive)

        let weights = samples("BodyMass")
        lines = ["com.samsung.health.weight,6230000,7", "start_time,weight,time_offset,"]
        for sample in weights { lines.append("\(time(sample.start)),\(text(sample.value)),\(zone(sample.start)),") }
        count(quantity("BodyMass"), weights.count)
        try add("com.samsung.health.weight.csv", lines, to: &archive)
        try archive.finish()
        return manifest
    }

    // MARK: - Oura

    /// Writes sums of days, and heart rates.
    mutating func writeOura() throws -> ExportManifest {
        var archive = ZipWriter(sink: sink)
        var days: [Int: (steps: Double, energy: Double)] = [:]
        for sample in samples("StepCount") where sample.value > 0 { days[day(sample.start), default: (0, 0)].steps += sample.value }
        for sample in samples("ActiveEnergyBurned") { days[day(sample.start), default: (0, 0)].energy += sample.value }
        var lines = ["id;day;steps;active_calories"]
        for (day, sums) in days.sorted(by: { $0.key < $1.key }) {
            lines.append("\(day);\(ISO8601.text(of: CivilDate(dayNumber: day)));\(text(sums.steps));\(text(sums.energy))")
        }
        count(quantity("StepCount"), days.count)
        count(quantity("ActiveEnergyBurned"), days.count)
        try add("App Data/dailyactivity.csv", lines, to: &archive)
        let rates = samples("HeartRate").filter { $0.start % 1000 == 0 }
        lines = ["timestamp;bpm;source"]
        for sample in rates {
            let time = civil(sample.start, in: life.zone).replacing(" ", with: "T") + offset(sample.start)
            lines.append("\(time);\(text(sample.value));awake")
        }
        count(quantity("HeartRate"), rates.count)
        try add("App Data/heartrate.csv", lines, to: &archive)
        try archive.finish()
        return manifest
    }

    // MARK: - Withings

    /// Writes weights, and daily sums of steps and energy.
    mutating func writeWithings() throws -> ExportManifest {
        var archive = ZipWriter(sink: sink)
        let weights = samples("BodyMass")
        var lines = ["Date,\"Weight (kg)\",\"Fat mass (kg)\",Comments"]
        for sample in weights { lines.append("\"\(civil(sample.start, in: life.zone))\",\(text(sample.value)),,") }
        count(quantity("BodyMass"), weights.count)
        try add("weight.csv", lines, to: &archive)
        for (stream, file) in [("StepCount", "aggregates_steps"), ("ActiveEnergyBurned", "aggregates_calories_earned")] {
            var sums: [Int: Double] = [:]
            for sample in samples(stream) { sums[day(sample.start), default: 0] += sample.value }
            lines = ["date,value"]
            for (day, sum) in sums.sorted(by: { $0.key < $1.key }) {
                lines.append("\(ISO8601.text(of: CivilDate(dayNumber: day))),\(text(sum))")
            }
            count(quantity(stream), sums.count)
            try add(file + ".csv", lines, to: &archive)
        }
        try archive.finish()
        return manifest
    }

    private func day(_ milliseconds: Int64) -> Int {
        Int((Double(life.zone.localMilliseconds(at: Instant(milliseconds: milliseconds))) / 86_400_000).rounded(.down))
    }
}

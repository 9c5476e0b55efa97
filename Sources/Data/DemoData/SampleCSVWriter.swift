internal import CalendarIntervals
import HealthModel

/// Writes the samples of a life as CSV that Tally can import. Workouts, correlations and summaries are not included.
struct SampleCSVWriter {
    /// The metadata keys of the samples. Each has a column.
    private static let keys = [
        MetadataKey.timeZone, MetadataKey.wasUserEntered, "HKMetadataKeyHeartRateMotionContext", "HKBloodGlucoseMealTime",
        MetadataKey.beats,
    ]

    let life: LifeGenerator
    /// The id for a column `person`; nil for a table without one.
    var person: String?
    var hasHeader = true
    let sink: ByteSink

    func write() throws -> ExportManifest {
        var manifest = ExportManifest()
        var text: [UInt8] = []
        if hasHeader {
            text.append(person == nil ? "" : "person,")
            text.append("type,source,start,end,value,unit,created,device" + SampleCSVWriter.keys.map { ",metadata." + $0 }.joined() + "\n")
        }
        var column = life.emptyColumn()
        // The plan of a day serves all streams. A long life would need much memory for its plans.
        let plans = life.days <= 400 ? life.dayNumbers.map(life.plan) : []
        for stream in life.streams {
            for (index, day) in life.dayNumbers.enumerated() {
                column.removeAll()
                stream.append(plans.isEmpty ? life.plan(day) : plans[index], seed: life.seed, to: &column)
                for index in 0..<column.samples.count { append(stream, column, index, to: &text, &manifest) }
                if text.count > 1 << 18 { try flush(&text, &manifest) }
            }
        }
        try flush(&text, &manifest)
        return manifest
    }

    private func append(_ stream: LifeStream, _ column: LifeColumn, _ index: Int, to text: inout [UInt8], _ manifest: inout ExportManifest)
    {
        let samples = column.samples
        let source = LifeSource.sources[Int(samples.sources[index])]
        if let person {
            text.append(person)
            text.append(",")
        }
        text.append(stream.metric.identifier)
        text.append(",")
        text.append(source.name)
        appendTime(samples.starts[index], to: &text)
        appendTime(samples.ends[index], to: &text)
        text.append(",")
        text.append(stream.text(samples.values[index]))
        text.append(",")
        text.append(stream.unit)
        appendTime(samples.created[index], to: &text)
        text.append(",")
        text.append(LifeSource.origins[Int(samples.origins[index])].device?.name ?? "")
        let metadata = column.metadata[Int(samples.metadata[index])]
        for key in SampleCSVWriter.keys {
            text.append(",")
            text.append(metadata[key] ?? "")
        }
        text.append("\n")
        manifest.recordCount += 1
        manifest.sampleCounts[stream.metric, default: 0] += 1
        manifest.sourceKeys.insert(source.key)
    }

    private func appendTime(_ milliseconds: Int64, to text: inout [UInt8]) {
        text.append(",")
        text.append(ISO8601.text(of: Instant(milliseconds: milliseconds), in: life.zone))
    }

    private func flush(_ text: inout [UInt8], _ manifest: inout ExportManifest) throws {
        try sink(text[...])
        manifest.byteCount += text.count
        text.removeAll(keepingCapacity: true)
    }
}

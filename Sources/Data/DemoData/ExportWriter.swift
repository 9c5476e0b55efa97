import CalendarIntervals
import HealthModel

/// Receives bytes as they are generated.
package typealias ByteSink = (ArraySlice<UInt8>) throws -> Void

/// Writes a life as Apple's `export.xml`, with or without traps. Memory does not depend on the size of the file.
package struct ExportWriter {
    let life: LifeGenerator
    let version: ExportVersion
    let traps: Set<ExportTrap>
    private let sink: ByteSink

    var text: [UInt8] = []
    var clock: ExportClock
    var manifest = ExportManifest()
    var random: LifeRandom
    /// The attributes of every origin of ``LifeSource``.
    let origins: [[UInt8]]
    /// The child elements of the shared metadata sets.
    private let sharedChildren: [[UInt8]]

    /// Traps that wait for a suitable row, in order.
    private var pendingTraps: [ExportTrap]
    private var rowsToNextTrap = 3
    /// Rows that are repeated at the end of their type.
    var repeatedRows: [[UInt8]] = []

    /// The number of lines that were passed to the sink.
    private var lineCount = 0
    /// The number of bytes of `text` whose lines are already in `lineCount`.
    private var countedBytes = 0
    private var sourceOccurs = [Bool](repeating: false, count: LifeSource.allCases.count)

    package init(_ life: LifeGenerator, version: ExportVersion = .v14, traps: Set<ExportTrap> = [], sink: @escaping ByteSink) {
        self.life = life
        self.version = version
        self.traps = traps
        self.sink = sink
        clock = ExportClock(offsetSeconds: life.zone.offsetSeconds(at: life.now))
        random = LifeRandom(seed: life.seed, day: 0, salt: 5)
        // The address of a device differs in every export.
        var address = LifeRandom(seed: life.seed, day: life.nowSeconds, salt: 6)
        origins = LifeSource.origins.map { ExportWriter.attributes($0, pointer: address.next()) }
        sharedChildren = life.emptyColumn().metadata.map { ExportWriter.children($0, indent: "  ") }
        pendingTraps = ExportTrap.ofRecords.filter(traps.contains)
        if pendingTraps.isEmpty { rowsToNextTrap = .max }
    }

    /// Writes the file and returns its content as a manifest.
    package consuming func write() throws -> ExportManifest {
        appendHead()
        for stream in life.streams { try write(stream) }
        if traps.contains(.unknownType) { appendUnknownTypes() }
        if life.hasRecords { try writeElements() }
        if traps.contains(.truncated) { appendTornRow() } else { text.append("</HealthData>\n") }
        try flush()
        for source in LifeSource.allCases where sourceOccurs[Int(source.rawValue)] {
            manifest.sourceKeys.insert(Source.fold(source.name))
        }
        return manifest
    }

    /// The line of the next byte, from 1.
    var line: Int {
        mutating get {
            lineCount += text[countedBytes...].reduce(into: 0) { $0 += $1 == UInt8(ascii: "\n") ? 1 : 0 }
            countedBytes = text.count
            return lineCount + 1
        }
    }

    /// Passes the text to the sink if it is large enough.
    mutating func flushIfLarge() throws {
        if text.count > 1 << 18 { try flush() }
    }

    private mutating func flush() throws {
        _ = line
        try sink(text[...])
        manifest.byteCount += text.count
        text.removeAll(keepingCapacity: true)
        countedBytes = 0
    }
}

// Rows of one stream.
extension ExportWriter {
    private mutating func write(_ stream: LifeStream) throws {
        var column = life.emptyColumn()
        var row = ExportRow(type: Array(stream.metric.identifier.utf8), origin: [], created: 0, start: 0, end: 0, value: [])
        if !stream.isCategory {
            row.unit.append(" unit=\"")
            row.unit.append(escaping: stream.unit)
            row.unit.append("\"")
        }
        let names = valueNames(stream)
        var lacksValue = true
        for day in life.dayNumbers {
            column.removeAll()
            stream.append(life.plan(day), seed: life.seed, to: &column)
            let samples = column.samples
            manifest.sampleCounts[stream.metric, default: 0] += samples.count
            if stream.isInCorrelation, isNestedOnly(day) { continue }
            for index in 0..<samples.count {
                row.origin = origins[Int(samples.origins[index])]
                row.start = Int(samples.starts[index] / 1000)
                row.end = Int(samples.ends[index] / 1000)
                row.created = Int(samples.created[index] / 1000)
                let value = samples.values[index]
                if stream.isCategory {
                    row.value = names[Int(value)]
                    // Every second mindful session has no value, starting with the first.
                    if traps.contains(.missingValue), names.count == 1, lacksValue {
                        manifest.count(.missingValue, atLine: line)
                        row.value = nil
                    }
                    lacksValue.toggle()
                } else {
                    row.value?.removeAll(keepingCapacity: true)
                    row.value?.append(value, decimals: stream.decimals)
                }
                row.children = children(samples.metadata[index], column.metadata)
                sourceOccurs[Int(samples.sources[index])] = true
                append(row, of: stream, value)
            }
            try flushIfLarge()
        }
        appendRepeatedRows()
        if manifest.sampleCounts[stream.metric] == 0 { manifest.sampleCounts[stream.metric] = nil }
    }

    private mutating func append(_ row: ExportRow, of stream: LifeStream, _ value: Double) {
        rowsToNextTrap -= 1
        if rowsToNextTrap <= 0, let next = pendingTraps.firstIndex(where: { $0.suits(row, stream) }) {
            let trap = pendingTraps.remove(at: next)
            pendingTraps.append(trap)
            rowsToNextTrap = 10 + random.below(150)
            append(row, value, trap)
        } else {
            row.append(to: &text, &clock)
            manifest.recordCount += 1
        }
    }

    /// Returns the texts of a category's values, by raw value.
    private func valueNames(_ stream: LifeStream) -> [[UInt8]] {
        guard stream.isCategory, case .category(let type)? = MetricCatalog.metric(stream.metric)?.kind else { return [] }
        var names = type.values.map { Array($0.exportName.utf8) }
        if stream.metric == LifeStream.sleep.metric, !version.hasSleepStages {
            for raw in [1, 3, 4, 5] { names[raw] = Array("HKCategoryValueSleepAnalysisAsleep".utf8) }
        }
        return names
    }

    /// Returns the child elements of a sample with this metadata. Most samples have none or a shared set.
    private mutating func children(_ id: Int32, _ sets: [MetadataSet]) -> [UInt8] {
        if Int(id) < sharedChildren.count { return sharedChildren[Int(id)] }
        let set = sets[Int(id)]
        guard let beats = set[MetadataKey.beats] else { return ExportWriter.children(set, indent: "  ") }
        guard version.hasBeatLists else { return [] }
        let isTwelveHour = traps.contains(.twelveHourBeats)
        if isTwelveHour { manifest.count(.twelveHourBeats, atLine: line) }
        return ExportWriter.beatList(beats, isTwelveHour: isTwelveHour)
    }
}

// Texts that are created once or rarely.
extension ExportWriter {
    /// Returns the attributes that name the origin of a row.
    private static func attributes(_ origin: Origin, pointer: UInt64) -> [UInt8] {
        var text: [UInt8] = []
        text.append(" sourceName=\"")
        text.append(escaping: LifeSource.sources[Int(origin.source)].name)
        text.append("\"")
        if let version = origin.sourceVersion {
            text.append(" sourceVersion=\"")
            text.append(escaping: version)
            text.append("\"")
        }
        if let device = origin.device {
            let address = String(0x2_8000_0000 + (pointer & 0x7FFF_FFF0), radix: 16)
            let parts = [
                ("name", device.name), ("manufacturer", device.manufacturer), ("model", device.model), ("hardware", device.hardware),
                ("software", device.software),
            ]
            let fields = parts.compactMap { name, value in value.map { ", \(name):\($0)" } }
            text.append(" device=\"")
            text.append(escaping: "<<HKDevice: 0x\(address)>\(fields.joined())>")
            text.append("\"")
        }
        return text
    }

    /// Returns the `MetadataEntry` elements, one per line.
    static func children(_ set: MetadataSet, indent: String) -> [UInt8] {
        var text: [UInt8] = []
        for entry in set.entries { text.append(metadata: entry.key, entry.value, indent: indent) }
        return text
    }

    /// Returns the list of beats, from `bpm@time` pairs.
    private static func beatList(_ beats: String, isTwelveHour: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.append("  <HeartRateVariabilityMetadataList>\n")
        for beat in beats.utf8.split(separator: UInt8(ascii: " ")) {
            let parts = beat.split(separator: UInt8(ascii: "@"))
            text.append("   <InstantaneousBeatsPerMinute bpm=\"")
            text.append(contentsOf: parts[0])
            text.append("\" time=\"")
            if isTwelveHour, let hour = Int(Substring(parts[1].prefix(2))) {
                text.append(decimal: (hour + 11) % 12 + 1)
                text.append(contentsOf: parts[1].dropFirst(2))
                text.append(hour < 12 ? "\u{202F}AM" : "\u{202F}PM")
            } else {
                text.append(contentsOf: parts[1])
            }
            text.append("\"/>\n")
        }
        text.append("  </HeartRateVariabilityMetadataList>\n")
        return text
    }
}

extension [UInt8] {
    /// Appends a `MetadataEntry` on a separate line.
    mutating func append(metadata key: String, _ value: String, indent: String) {
        append(indent)
        append("<MetadataEntry key=\"")
        append(escaping: key)
        append("\" value=\"")
        append(escaping: value)
        append("\"/>\n")
    }
}

import HealthModel

/// Reads the electrocardiograms of an export, after its document.
///
/// A file names neither its source nor its sample. The source is the name of Apple's app. An electrocardiogram counts as created when it was
/// exported, so that of two exports the later one has the symptoms that count.
struct ElectrocardiogramLoader {
    /// The name of Apple's app on the watch, which is the source in HealthKit.
    private static let sourceName = "ECG"
    /// Electrocardiograms with as many values as this are written together.
    private static let valuesOfBatch = 400_000

    /// The greatest size of a table whose name does not say that it is an electrocardiogram. A recording has about 200 kB.
    private static let mostBytesOfOther = 1 << 20

    private let files: MemberFiles?
    private let person: String
    /// Tables that are not electrocardiograms.
    private(set) var otherPaths: [String] = []
    private var batch = ImportBatch()
    private var valueCount = 0

    init(_ files: MemberFiles?, person: String) { (self.files, self.person) = (files, person) }

    /// Passes batches to `write`, and adds what was read to `findings`.
    mutating func load(
        into findings: inout ImportFindings, unless isGivenUp: () -> Bool, _ write: (ImportBatch) throws -> Void
    ) throws {
        guard let files else { return }
        var dates = TimeReader()
        let created = findings.exportDate.flatMap { dates.read(Array($0.utf8).span) } ?? SampleBatch.unknownTime
        for path in files.paths.sorted() {
            if isGivenUp() { return }
            let isNamed = UnreadFiles.isNamedElectrocardiogram(path)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            switch Self.read(path, in: files, atMost: isNamed ? ElectrocardiogramReader.mostBytes : Self.mostBytesOfOther) {
            case .success(let recording):
                findings.rows += 1
                add(recording, name: name, created: created, to: &findings)
            case .failure where !isNamed: otherPaths.append(path)
            case .failure(let error):
                findings.rows += 1
                findings.electrocardiograms.add(error.problem, path)
                findings.skipSample(of: .electrocardiograms)
            }
            if valueCount >= Self.valuesOfBatch { try flush(into: &findings, write) }
        }
        try flush(into: &findings, write)
    }

    private static func read(
        _ path: String, in files: MemberFiles, atMost limit: Int
    ) -> Result<Electrocardiogram, ElectrocardiogramReader.ProblemError> {
        do throws(ReadFailure) {
            return ElectrocardiogramReader.read(try files.bytes(of: path, limit: limit))
        } catch {
            return .failure(.init(.unreadable))
        }
    }

    private mutating func flush(into findings: inout ImportFindings, _ write: (ImportBatch) throws -> Void) throws {
        guard !batch.isEmpty else { return }
        batch.person = person
        batch.replacing = [.electrocardiograms]
        findings.add(batch)
        try write(batch)
        (batch, valueCount) = (ImportBatch(), 0)
    }

    private mutating func add(_ recording: Electrocardiogram, name: String, created: Int64, to findings: inout ImportFindings) {
        let (start, end) = (Instant(milliseconds: recording.start), Instant(milliseconds: recording.end))
        if batch.sources.isEmpty { batch.sources.append(Source(name: Self.sourceName)) }
        let raw = ElectrocardiogramWords.classification(recording.classification)
        batch.samples[.electrocardiograms, default: SampleBatch()].append(
            start: start, end: end, value: Double(raw ?? CategoryType.unlistedRaw), source: 0, origin: origin(recording),
            metadata: metadata(recording, isNamed: raw != nil),
            created: created == SampleBatch.unknownTime ? nil : Instant(milliseconds: created))
        if let series = recording.series(name: ImportFindings.kept(of: name)) {
            batch.series.append(SampleSeries(metric: .electrocardiograms, start: start, end: end, source: 0, series: series))
        }
        valueCount += recording.voltages.count
        findings.electrocardiograms.add(valueCount: recording.voltages.count, isNamed: raw != nil)
    }

    private mutating func origin(_ recording: Electrocardiogram) -> Int32 {
        var origin = Origin(source: 0)
        if !recording.softwareVersion.isEmpty { origin.sourceVersion = recording.softwareVersion }
        if !recording.device.isEmpty { origin.device = Device(hardware: recording.device) }
        if let known = batch.origins.dropFirst().firstIndex(of: origin) { return Int32(known) }
        guard origin.sourceVersion != nil || origin.device != nil else { return 0 }
        batch.origins.append(origin)
        return Int32(batch.origins.count - 1)
    }

    private mutating func metadata(_ recording: Electrocardiogram, isNamed: Bool) -> Int32 {
        func text(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
        var entries = [MetadataSet.Entry(key: MetadataKey.samplingFrequency, value: text(recording.rate) + " Hz")]
        if let rate = recording.heartRate, (0...1000).contains(rate) {
            entries.append(.init(key: MetadataKey.averageHeartRate, value: text(rate) + " count/min"))
        }
        let symptoms = ElectrocardiogramWords.symptoms(recording.symptoms)
        if !symptoms.isEmpty { entries.append(.init(key: MetadataKey.symptoms, value: symptoms)) }
        if !isNamed {
            let name = CategoryValues.electrocardiogramName(of: recording.classification)
            entries.append(.init(key: MetadataKey.categoryValueName, value: name))
        }
        batch.metadata.append(MetadataSet(entries))
        return Int32(batch.metadata.count - 1)
    }
}

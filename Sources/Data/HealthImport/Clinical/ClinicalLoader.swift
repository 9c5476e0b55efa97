import CalendarIntervals
import HealthModel

/// Reads the clinical records of an export, which are files next to its document.
///
/// Readings of vital signs and of glucose become samples. A reading with the metric, time and value of a sample in the document is left
/// out, because Health has it already. So the files are read when the document's first batch arrives, and written after its last one.
struct ClinicalLoader {
    fileprivate struct Reading {
        var metric: MetricID
        var start: Int64
        var end: Int64
        var value: Double
        var facts: [MetadataSet.Entry]
        var finality: Int
        /// The name of the file.
        var file: String
        var isInHealth = false
    }

    /// The source of records whose element in the document is missing.
    fileprivate static let sourceName = "Health Records"

    private let files: MemberFiles?
    private let options: ImportOptions
    private var isRead = false
    private var readings: [Reading] = []
    /// The places of readings by metric and start.
    private var places: [MetricID: [Int64: [Int]]] = [:]
    private var findings = ClinicalFindings()
    /// The metrics of rows that are not kept.
    private var skipped: [MetricID] = []
    /// The number of files that cannot be read, so that their metrics are unknown.
    private var unreadableCount = 0
    /// Files that are not observations.
    private(set) var otherPaths: [String] = []

    init(_ files: MemberFiles?, options: ImportOptions) { (self.files, self.options) = (files, options) }

    /// Reads the files if that has not happened, and looks for their readings among the samples of batches.
    mutating func see(_ batches: [ImportBatch], _ known: ImportFindings, unless isGivenUp: () -> Bool) {
        guard let files, !files.isEmpty else { return }
        if !isRead { read(files, known, unless: isGivenUp) }
        guard !readings.isEmpty else { return }
        for batch in batches {
            for (metric, samples) in batch.samples where places[metric] != nil {
                for row in samples.starts.indices { note(metric, samples.starts[row], samples.values[row]) }
            }
            for member in batch.correlations.flatMap(\.members) { note(member.metric, member.start.milliseconds, member.value) }
        }
    }

    private mutating func note(_ metric: MetricID, _ start: Int64, _ value: Double) {
        guard let found = places[metric]?[start] else { return }
        for place in found where abs(readings[place].value - value) <= 1e-5 * max(abs(value), abs(readings[place].value)) {
            readings[place].isInHealth = true
        }
    }

    // MARK: - Reading

    private mutating func read(_ files: MemberFiles, _ known: ImportFindings, unless isGivenUp: () -> Bool) {
        isRead = true
        for path in files.paths.sorted() {
            if isGivenUp() { return }
            let name = path.split(separator: "/").last.map(String.init) ?? path
            // Phones can translate the name of the folder.
            func isNamed(_ path: String) -> Bool { known.clinicalSources[name] != nil || Self.isInFolder(path) }
            switch Self.record(path, in: files) {
            case .observation(let found, let time, let problems): add(found, time, problems, name: name, path: path)
            case .otherObservation: findings.otherObservations += 1
            case .other: otherPaths.append(path)
            case .problem(.damaged, nil) where !isNamed(path), .problem(.unreadable, nil) where !isNamed(path): otherPaths.append(path)
            case .problem(let problem, let metric): skip(problem, metric, path)
            }
        }
        for (place, reading) in readings.enumerated() { places[reading.metric, default: [:]][reading.start, default: []].append(place) }
    }

    /// True if the folder of a file says that it is a clinical record.
    private static func isInFolder(_ path: String) -> Bool { path.lowercased().split(separator: "/").contains("clinical-records") }

    private static func record(_ path: String, in files: MemberFiles) -> ClinicalRecord {
        do throws(ReadFailure) {
            return ClinicalRecord(try files.bytes(of: path, limit: ClinicalRecord.mostBytes))
        } catch {
            return .problem(.unreadable, nil)
        }
    }

    private mutating func skip(_ problem: ClinicalFindings.Problem, _ metric: MetricID?, _ path: String) {
        findings.add(problem, path)
        switch problem {
        case .unreadable, .damaged: unreadableCount += 1
        // The store must not keep such an observation, so it does not keep a file from replacing others.
        case .withdrawn: break
        case .noTime, .notNumber, .limit, .noUnit, .unknownUnit: if let metric { skipped.append(metric) }
        }
    }

    private mutating func add(
        _ found: [ClinicalRecord.Reading], _ time: ClinicalRecord.Time,
        _ problems: [(metric: MetricID, problem: ClinicalFindings.Problem)], name: String, path: String
    ) {
        // The zone of the import and the offset of an export change. A day of a later import must be the same sample.
        let start = time.start.atNoon.instant(in: .utc).milliseconds
        let end = max(start, time.end?.atNoon.instant(in: .utc).milliseconds ?? start)
        if BatchBuilder.flaw(start: start, end: end) != nil {
            for reading in found { skip(.noTime, reading.metric, path) }
            return
        }
        if time.start.millisecondOfDay == nil, !found.isEmpty { findings.dayCount += 1 }
        for problem in problems { skip(problem.problem, problem.metric, path) }
        readings += found.map {
            Reading(metric: $0.metric, start: start, end: end, value: $0.value, facts: $0.facts, finality: $0.finality, file: name)
        }
    }

    // MARK: - Writing

    /// Passes the readings to `write`, and adds what was read to `report`.
    mutating func load(into report: inout ImportFindings, unless isGivenUp: () -> Bool, _ write: (ImportBatch) throws -> Void) throws {
        see([], report, unless: isGivenUp)
        if isGivenUp() { return }
        report.rows += skipped.count
        for metric in skipped { report.skipSample(of: metric) }
        report.noteUnreadFiles(unreadableCount + (files?.isEmpty ?? true ? report.clinicalElements : missingCount(in: report)))
        let found = readings.filter { !$0.isInHealth }
        findings.knownCount = readings.count - found.count
        let new = LabSelection(report).chosen(of: found, &findings)
        findings.labCount = new.count { $0.metric == .labs }
        for reading in new where reading.metric == .textsOfLabs { findings.addText(of: reading[LabResult.test] ?? "") }
        findings.readCount = new.count - findings.labCount - findings.textCount
        report.clinical = findings
        let unread = (files?.isEmpty ?? true) ? report.clinicalElements : missingCount(in: report)
        if unread > 0 { report.unreadElements["ClinicalRecord", default: 0] += unread }
        guard !new.isEmpty else { return }
        var batch = ImportBatch()
        batch.person = options.person
        var sources: [String: Int32] = [:]
        var sets: [[MetadataSet.Entry]: Int32] = [:]
        for reading in new {
            let origin = report.clinicalSources[reading.file]
            let source = id(of: origin?.name ?? Self.sourceName, in: &sources) { Int32(batch.sources.count) }
            if Int(source) == batch.sources.count { batch.sources.append(Source(name: origin?.name ?? Self.sourceName)) }
            let set = id(of: reading.facts, in: &sets) { Int32(batch.metadata.count) }
            if Int(set) == batch.metadata.count { batch.metadata.append(MetadataSet(reading.facts)) }
            batch.samples[reading.metric, default: SampleBatch()].append(
                start: Instant(milliseconds: reading.start), end: Instant(milliseconds: reading.end), value: reading.value, source: source,
                origin: 0, metadata: set, created: (origin?.received).map(Instant.init(milliseconds:)))
        }
        report.rows += new.count
        report.add(batch)
        try write(batch)
    }

    /// Returns the number of records whose files are missing.
    private func missingCount(in report: ImportFindings) -> Int {
        let names = Set((files?.paths.map { String($0.split(separator: "/").last ?? "") }) ?? [])
        return report.clinicalSources.keys.count { !names.contains($0) }
    }

    private func id<Key: Hashable>(of text: Key, in ids: inout [Key: Int32], new: () -> Int32) -> Int32 {
        if let known = ids[text] { return known }
        let id = new()
        ids[text] = id
        return id
    }
}

/// Chooses among results of laboratories that are one result.
private struct LabSelection {
    private struct Place: Hashable {
        var test: String
        var start: Int64
        var source: String
    }

    private struct Content: Hashable {
        var code: String
        var unit: String?
        var start: Int64
        var value: Double
        var text: String?
    }

    private let report: ImportFindings

    init(_ report: ImportFindings) { self.report = report }

    /// Returns the readings that count. Of results of one test, clinic and time, those that are less final do not: a clinic keeps the
    /// preliminary result next to the corrected one. A result that two clinics have with one code, time, value and unit counts once.
    func chosen(of readings: [ClinicalLoader.Reading], _ findings: inout ClinicalFindings) -> [ClinicalLoader.Reading] {
        var most: [Place: Int] = [:]
        for reading in readings where reading.isOfLaboratory { most[place(of: reading), default: 0].raise(to: reading.finality) }
        var owners: [Content: String] = [:]
        return readings.filter { reading in
            guard reading.isOfLaboratory else { return true }
            if reading.finality < most[place(of: reading)] ?? 0 {
                findings.replacedCount += 1
                return false
            }
            guard let code = reading[LabResult.code] else { return true }
            let content = Content(
                code: code, unit: reading[LabResult.unit], start: reading.start, value: reading.value,
                text: reading[MetadataKey.categoryValueName])
            let source = source(of: reading)
            if owners[content, default: source] != source {
                findings.sharedCount += 1
                return false
            }
            owners[content] = source
            return true
        }
    }

    private func place(of reading: ClinicalLoader.Reading) -> Place {
        Place(
            test: reading[LabResult.code] ?? Source.fold(reading[LabResult.test] ?? ""), start: reading.start, source: source(of: reading))
    }

    private func source(of reading: ClinicalLoader.Reading) -> String {
        Source.fold(report.clinicalSources[reading.file]?.name ?? ClinicalLoader.sourceName)
    }
}

extension ClinicalLoader.Reading {
    fileprivate var isOfLaboratory: Bool { metric == .labs || metric == .textsOfLabs }

    fileprivate subscript(key: String) -> String? { facts.first { $0.key == key }?.value }
}

extension Int {
    fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}

extension ISO8601.Reading {
    /// The time, which is noon for a day without a time: in nearly all zones, noon in UTC is on the same day.
    fileprivate var atNoon: ISO8601.Reading {
        var reading = self
        if millisecondOfDay == nil { reading.millisecondOfDay = 12 * 3_600_000 }
        return reading
    }
}

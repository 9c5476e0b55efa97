import CalendarIntervals
import DemoData
import Foundation
import HealthImport
import HealthModel
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// 2026-03-31 21:00 in Berlin, two days after the clocks went forward.
private let now = Instant(seconds: 1_774_983_600)

private struct Export {
    var manifest: ExportManifest
    var bytes: [UInt8]

    init(
        seed: UInt64 = 7, days: Int = 3, version: ExportVersion = .v14, traps: Set<ExportTrap> = [], form: GenerateOptions.Form = .xml
    ) throws {
        var options = GenerateOptions(now: now, zone: try #require(Zone.named("Europe/Berlin")))
        options.seed = seed
        options.size = .days(days)
        options.version = version
        options.traps = traps
        options.form = form
        var bytes: [UInt8] = []
        manifest = try generateExport(options) { bytes.append(contentsOf: $0) }
        self.bytes = bytes
    }

    /// The lines, split only at line feeds.
    var lines: [Substring] { String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) }

    /// The document without its document type, which crashes Foundation's parser.
    var withoutDocumentType: Data {
        let lines = self.lines
        let end = lines.firstIndex { $0.hasPrefix("]>") } ?? 0
        return Data((lines[..<1] + lines[(end + 1)...]).joined(separator: "\n").utf8)
    }
}

/// Counts elements with Foundation's parser.
private final class ElementCounter: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var topLevelRecords: [String: Int] = [:]
    private var open: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        elements[name, default: 0] += 1
        if ["Record", "Audiogram"].contains(name), open.count == 1, let type = attributes["type"] {
            topLevelRecords[type, default: 0] += 1
        }
        if name == "WorkoutZone", open.suffix(2) == ["Workout", "WorkoutZoneGroup"] {
            topLevelRecords[MetricID.zonesOfHeartRate.identifier, default: 0] += 1
        }
        if name == "VisionPrescription" { topLevelRecords["HKVisionPrescriptionTypeIdentifier", default: 0] += 1 }
        open.append(name)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { open.removeLast() }
}

@Suite(.serialized) struct GeneratorExportTests {
    @Test("The same seed gives the same bytes, another seed gives others")
    func deterministic() throws {
        let first = try Export(days: 2, traps: .all).bytes
        let again = try Export(days: 2, traps: .all).bytes
        let other = try Export(seed: 8, days: 2, traps: .all).bytes
        #expect(first == again)
        #expect(first != other)
    }

    @Test("Without traps every version is well-formed and has the elements of the manifest", arguments: ExportVersion.allCases)
    func wellFormed(version: ExportVersion) throws {
        let export = try Export(days: 2, version: version)
        let counter = ElementCounter()
        let parser = XMLParser(data: export.withoutDocumentType)
        parser.delegate = counter
        let isWellFormed = parser.parse()
        #expect(isWellFormed)
        #expect(counter.elements["Record"] == export.manifest.recordCount)
        #expect(counter.topLevelRecords == Dictionary(uniqueKeysWithValues: export.manifest.sampleCounts.map { ($0.identifier, $1) }))
        #expect(counter.elements["Workout", default: 0] == export.manifest.workoutCount)
        #expect(counter.elements["ActivitySummary"] == export.manifest.summaryCount)
        #expect(counter.elements["Correlation", default: 0] == export.manifest.correlationCount)
        for (name, count) in export.manifest.uninterpreted { #expect(counter.elements[name] == count) }
        #expect(counter.elements.keys.contains("HeartRateVariabilityMetadataList") == (version >= .v9))
        #expect(counter.elements.keys.contains("ClinicalRecord") == (version >= .v11))
    }

    @Test("The document type names its version and closes every attribute list, except for iOS 16.0", arguments: ExportVersion.allCases)
    func documentType(version: ExportVersion) throws {
        let lines = try Export(days: 1, version: version).lines
        #expect(lines[1] == "<!DOCTYPE HealthData [")
        #expect(lines[2] == "<!-- HealthKit Export Version: \(version.rawValue) -->")
        let end = try #require(lines.firstIndex { $0.hasPrefix("]>") })
        #expect(lines[end + 1].hasPrefix("<HealthData "))
        let opened = lines[..<end].filter { $0.hasPrefix("<!ATTLIST") }.count
        let closed = lines[..<end].filter { $0 == ">" }.count
        #expect(opened - closed == (version == .v12 ? 2 : 0))
    }

    @Test("Records are grouped by type, and each type ascends by start")
    func order() throws {
        var finished: Set<Substring> = []
        var type: Substring = ""
        var start: Substring = ""
        var isOrdered = true
        for line in try Export().lines where line.hasPrefix(" <Record ") {
            let lineType = attribute("type", of: line)
            let lineStart = attribute("startDate", of: line)
            if lineType != type {
                isOrdered = isOrdered && finished.insert(lineType).inserted
                start = ""
            }
            isOrdered = isOrdered && start <= lineStart
            (type, start) = (lineType, lineStart)
        }
        #expect(isOrdered)
        #expect(finished.count > 25)
    }

    @Test("Every time has the phone's UTC offset at export time, including times before the clocks went forward")
    func offset() throws {
        let export = try Export(days: 4)
        let dates = export.lines.filter { $0.hasPrefix(" <Record ") }.flatMap { line in
            ["creationDate", "startDate", "endDate"].map { attribute($0, of: line) }
        }
        #expect(dates.allSatisfy { $0.hasSuffix(" +0200") && $0.count == 25 })
        #expect(dates.contains { $0.hasPrefix("2026-03-28") })
    }

    @Test("Attributes are in Apple's order, and the device is escaped and has a pointer")
    func attributes() throws {
        let line = try #require(
            try Export(days: 1).lines.first { $0.contains("RestingHeartRate") || $0.contains("\"HKQuantityTypeIdentifierHeartRate\"") })
        let names = ["type", "sourceName", "sourceVersion", "device", "unit", "creationDate", "startDate", "endDate", "value"]
        let positions = names.compactMap { line.range(of: " \($0)=\"")?.lowerBound }
        #expect(positions.count == names.count && positions == positions.sorted())
        #expect(attribute("device", of: line).hasPrefix("&lt;&lt;HKDevice: 0x"))
        #expect(attribute("device", of: line).contains("hardware:Watch7,2"))
    }

    @Test("Old versions have totals as attributes of a workout, newer versions have statistics")
    func totals() throws {
        let old = String(decoding: try Export(days: 5, version: .v11).bytes, as: UTF8.self)
        let new = String(decoding: try Export(days: 5, version: .v14).bytes, as: UTF8.self)
        #expect(old.contains(" totalEnergyBurned=\"") && !old.contains("<WorkoutStatistics "))
        #expect(!new.contains(" totalEnergyBurned=\"") && new.contains("<WorkoutStatistics "))
        #expect(old.contains("HKCategoryValueSleepAnalysisAsleep\"") && !old.contains("AsleepCore"))
        #expect(new.contains("HKCategoryValueSleepAnalysisAsleepCore\""))
    }

    @Test(
        "A file with a requested size has about that size in each form", arguments: GenerateOptions.Form.allCases.filter { $0 != .zip })
    func size(form: GenerateOptions.Form) throws {
        var options = GenerateOptions(now: now, zone: try #require(Zone.named("Europe/Berlin")))
        // Withings has few rows a day, and a life has at most 20,000 days.
        let bytes = form == .withings ? 300_000 : 1_000_000
        (options.size, options.form) = (.bytes(bytes), form)
        var size = 0
        _ = try generateExport(options) { size += $0.count }
        #expect((bytes * 7 / 10...bytes * 13 / 10).contains(size), "\(form) has \(size)")
    }

    @Test("A size that needs more days than a life has is refused")
    func tooLarge() throws {
        var options = GenerateOptions(now: now, zone: try #require(Zone.named("Europe/Berlin")))
        (options.size, options.form) = (.bytes(1_000_000_000), .oura)
        #expect(throws: GenerateFailure.tooLarge) { try generateExport(options) { _ in } }
    }

    @Test("Days without a workout make no recording", arguments: [GenerateOptions.Form.fit, .tcx, .gpx])
    func nothingToWrite(form: GenerateOptions.Form) throws {
        var options = GenerateOptions(now: now, zone: try #require(Zone.named("Europe/Berlin")))
        options.form = form
        // One of the first days has no workout.
        let outcomes = (1...10).map { seed -> Bool in
            (options.seed, options.size) = (UInt64(seed), .days(1))
            var size = 0
            do { _ = try generateExport(options) { size += $0.count } } catch { return error as? GenerateFailure == .nothingToWrite }
            return size > 200
        }
        #expect(!outcomes.contains(false))
    }

    @Test("CSV has a row for each sample and a header with the column names")
    func csv() throws {
        let export = try Export(days: 2, form: .csv)
        let rows = export.lines.dropLast()
        #expect(rows[0].hasPrefix("type,source,start,end,value,unit,created,device,metadata.HKTimeZone"))
        #expect(rows.count == export.manifest.sampleCount + 1)
        var asXML = try Export(days: 2).manifest.sampleCounts
        // Only an export of Apple Health has them.
        for metric in [MetricID.audiograms, .visionPrescriptions] { #expect(asXML.removeValue(forKey: metric) == 1) }
        asXML[.zonesOfHeartRate] = nil
        #expect(export.manifest.sampleCounts == asXML)
        let columns = Set(rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).count })
        #expect(columns == [13])
        let walk = try #require(rows.first { $0.hasPrefix("HKQuantityTypeIdentifierDistanceWalkingRunning,") })
        #expect(walk.contains("+02:00,") && walk.contains(",km,"))
    }
}

/// Returns an attribute's text from the element at the start of a line.
private func attribute(_ name: String, of line: Substring) -> Substring {
    guard let start = line.range(of: " \(name)=\"")?.upperBound else { return "" }
    return line[start...].prefix { $0 != "\"" }
}

@Suite(.serialized) struct GeneratorTrapTests {
    /// Six days, which are enough for every trap.
    private static let export = Result { try Export(days: 6, traps: .all) }

    @Test("Every trap occurs", arguments: ExportTrap.allCases)
    func occurs(trap: ExportTrap) throws {
        let count = try GeneratorTrapTests.export.get().manifest.trapCounts[trap, default: 0]
        #expect(count > 0)
    }

    @Test("A trap occurs only if it is requested", arguments: ExportTrap.allCases)
    func alone(trap: ExportTrap) throws {
        let manifest = try Export(days: 1, traps: [trap]).manifest
        #expect(Set(manifest.trapCounts.keys).isSubset(of: [trap]))
    }

    @Test("The manifest has the lines of the traps")
    func lines() throws {
        let export = try GeneratorTrapTests.export.get()
        let lines = export.lines
        let signs: [ExportTrap: (Substring) -> Bool] = [
            .notANumber: { $0.contains(" value=\"nan\"") }, .blankValue: { $0.contains(" value=\"\"") },
            .characterReference: { $0.contains(" sourceName=\"&#") }, .unknownAttribute: { $0.contains(" syncVersion=") },
            .unknownElement: { $0.hasPrefix(" <FutureSample ") }, .reindented: { $0 == " <Record" },
            .renamedSource: { $0.contains(" sourceName=\"Old ") }, .strayText: { $0.hasPrefix("}}") },
            .repeatedStartDate: { $0.components(separatedBy: " startDate=").count == 3 && !$0.contains(" endDate=") },
            .endBeforeStart: { attribute("endDate", of: $0) < attribute("startDate", of: $0) },
            .missingValue: { $0.contains("MindfulSession") && !$0.contains(" value=") },
            .humidity: { $0.hasSuffix("00 %\"/>") }, .oldTotals: { $0.contains(" totalEnergyBurned=") },
            .nestedOnly: { $0.hasPrefix(" <Correlation ") }, .truncated: { $0.hasSuffix("sourceName=\"iPh") },
        ]
        for (trap, isThere) in signs {
            for line in try #require(export.manifest.trapLines[trap]) {
                #expect(isThere(lines[line - 1]), "\(trap) on line \(line)")
            }
        }
        #expect(lines.count == export.manifest.trapLines[.truncated]?.first)
    }

    @Test("Counts by text search agree with the manifest")
    func counts() throws {
        let export = try GeneratorTrapTests.export.get()
        let manifest = export.manifest
        // Invalid UTF-8 is decoded as replacement characters.
        let text = String(decoding: export.bytes, as: UTF8.self)
        func count(_ sign: String) -> Int { text.components(separatedBy: sign).count - 1 }
        let torn = 1
        #expect(count("<Record ") + count("<Record\n") == manifest.recordCount + torn)
        #expect(count("<Workout ") == manifest.workoutCount)
        #expect(count("<Correlation ") == manifest.correlationCount)
        #expect(count("<ActivitySummary ") == manifest.summaryCount)
        #expect(export.bytes.count == manifest.byteCount)
        #expect(count("\u{B}") == manifest.trapCounts[.controlCharacter])
        #expect(count("B\u{FFFD}(\u{FFFD}7") == manifest.trapCounts[.invalidUTF8])
        #expect(count(" syncVersion=") == manifest.trapCounts[.unknownAttribute])
        #expect(count("HKDevice: 0x3") == manifest.trapCounts[.devicePointer])
        #expect(count("value=\"A-2\"") == manifest.trapCounts[.repeatedMetadataKey])
    }

    @Test("Every record is a sample, or a repeated, unreadable or nested one")
    func records() throws {
        let manifest = try GeneratorTrapTests.export.get().manifest
        func count(_ trap: ExportTrap) -> Int { manifest.trapCounts[trap, default: 0] }
        let spoiled = count(.notANumber) + count(.blankValue) + count(.endBeforeStart)
        let nestedAsWell = 2 * (manifest.correlationCount - count(.nestedOnly))
        // The audiogram, the prescription and the zones have elements with other names.
        let zones = manifest.sampleCounts[.zonesOfHeartRate, default: 0]
        #expect(manifest.recordCount + 2 + zones == manifest.sampleCount + count(.duplicateRow) + spoiled + nestedAsWell)
    }

    @Test("The manifest has the number of distinct samples in the text, without unreadable rows")
    func distinctSamples() throws {
        let manifest = try GeneratorTrapTests.export.get().manifest
        // Harmless traps do not change the samples, so a file without traps has the same ones.
        var plain = try Export(days: 6).manifest.sampleCounts
        for unknown in ["HKDataTypeSleepDurationGoal", "HKQuantityTypeIdentifierGripEndurance"] { plain[MetricID(unknown)] = 6 }
        #expect(manifest.sampleCounts == plain)
    }

    @Test("All spellings of a source have the same key, and renamed sources have new ones")
    func sources() throws {
        let plain = try Export(days: 3).manifest.sourceKeys
        let spelled = try Export(days: 3, traps: [.sourceSpelling, .characterReference]).manifest.sourceKeys
        let renamed = try Export(days: 3, traps: [.renamedSource]).manifest.sourceKeys
        #expect(spelled == plain)
        #expect(renamed.isStrictSuperset(of: plain) && renamed.subtracting(plain).allSatisfy { $0.hasPrefix("old ") })
    }
}

import CalendarIntervals
import DemoData
import HealthImport
import HealthModel
import Testing

private func options(days: Int, traps: Set<ExportTrap> = []) throws -> GenerateOptions {
    var options = GenerateOptions(now: Instant(seconds: 1_774_983_600), zone: try #require(Zone.named("Europe/Berlin")))
    options.size = .days(days)
    options.traps = traps
    return options
}

private func roundTrip(_ options: GenerateOptions) throws -> (manifest: ExportManifest, imported: Imported) {
    var bytes: [UInt8] = []
    let manifest = try generateExport(options) { bytes.append(contentsOf: $0) }
    return (manifest, try importBytes(bytes))
}

/// The identity of a sample (S1.2).
private struct Identity: Hashable {
    var metric: String
    var source: String
    var start: Int64
    var end: Int64
    var value: Double

    init(_ row: ImportedRow) {
        (metric, source, start, end, value) = (row.metric, Source.fold(row.source), row.start, row.end, row.value)
    }
}

@Suite(.serialized) struct GeneratorRoundTripTests {
    @Test("Importing an export gives the life that generated it")
    func sameLife() throws {
        let imported = try roundTrip(options(days: 3)).imported
        let life = CollectingSink()
        for batch in LifeGenerator(
            seed: 1, now: Instant(seconds: 1_774_983_600), zone: try #require(Zone.named("Europe/Berlin")), days: 3
        ).demoBatches() {
            _ = try life.write(batch)
        }
        // Exports have an audiogram, a prescription and zones, which the demo does not have. Members of correlations are in the file twice.
        let others: Set = ["audiogram", "visionPrescription", "heartRateZones"]
        #expect(Set(imported.rows.map(\.metric)).isSuperset(of: others.subtracting(["heartRateZones"])))
        #expect(
            Set(imported.rows.filter { !others.contains($0.metric) }.map(identityAndMetadata)) == Set(life.rows.map(identityAndMetadata)))
        #expect(imported.sink.summaries == life.summaries)
        #expect(imported.sink.workouts.map(\.activity) == life.workouts.map(\.activity))
        #expect(imported.sink.workouts.map(\.start) == life.workouts.map(\.start))
        #expect(imported.sink.workouts.map(\.statistics) == life.workouts.map(\.statistics))
        #expect(imported.sink.workouts.map(\.events) == life.workouts.map(\.events))
        #expect(imported.sink.workouts.map(\.routes) == life.workouts.map(\.routes))
        #expect(imported.sink.correlations.map(\.members) == life.correlations.map(\.members))
        #expect(imported.issues.isEmpty)
    }

    @Test("S7.7 Some workouts of an export have zones, and an import has the same time in each")
    func zones() throws {
        let (manifest, imported) = try roundTrip(options(days: 30))
        let found = imported.rows.filter { $0.metric == "heartRateZones" }
        let sums = (1...5).map { zone in
            found.filter { $0.metadata["zone"] == "\(zone) of 5" }.reduce(0) { $0 + $1.value * 60 }
        }
        #expect(imported.issues.isEmpty && manifest.zoneSeconds.count == 5 && manifest.zoneSeconds.contains { $0 > 60 })
        #expect(zip(sums, manifest.zoneSeconds).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(found.count == manifest.sampleCounts[.zonesOfHeartRate] && found.allSatisfy { $0.metadata["zoneSource"] == "system" })
        let withZones = Set(found.map(\.start))
        #expect(imported.sink.workouts.contains { !withZones.contains($0.start.milliseconds) })
        for workout in imported.sink.workouts where withZones.contains(workout.start.milliseconds) {
            let seconds = found.filter { $0.start == workout.start.milliseconds }.reduce(0) { $0 + $1.value * 60 }
            #expect(seconds <= workout.activeSeconds ?? 0)
        }
    }

    @Test("Exports of older versions have no zones", arguments: ExportVersion.allCases.filter { $0 < .v14 })
    func withoutZones(version: ExportVersion) throws {
        var old = try options(days: 10)
        old.version = version
        let (manifest, imported) = try roundTrip(old)
        #expect(manifest.zoneSeconds.isEmpty && !imported.rows.contains { $0.metric == "heartRateZones" })
    }

    private func identityAndMetadata(_ row: ImportedRow) -> [AnyHashable] {
        [Identity(row), row.metadata, row.device, row.created]
    }

    @Test("With every trap, the importer finds the samples of the manifest and reports each problem with its line")
    func traps() throws {
        let (manifest, imported) = try roundTrip(options(days: 6, traps: .all))
        var counts: [String: Int] = [:]
        for sample in Set(imported.rows.map(Identity.init)) { counts[sample.metric, default: 0] += 1 }
        let expected = Dictionary(uniqueKeysWithValues: manifest.sampleCounts.map { ($0.shortName, $1) })
        #expect(counts == expected)
        #expect(Set(imported.rows.map { Source.fold($0.source) }).isSubset(of: manifest.sourceKeys))

        let issues: [ExportTrap: ImportIssue] = [
            .repeatedMetadataKey: .repeatedMetadataKey, .controlCharacter: .controlCharacter, .invalidUTF8: .invalidUTF8,
            .repeatedStartDate: .startDateTwice, .endBeforeStart: .endBeforeStart, .strayText: .garbage, .truncated: .cutOff,
        ]
        for (trap, issue) in issues {
            #expect(imported.report.findings.issues.count(issue) == manifest.trapCounts[trap], "\(trap)")
        }
        let values = [ExportTrap.notANumber, .blankValue].compactMap { manifest.trapCounts[$0] }.reduce(0, +)
        #expect([ImportIssue.badValue, .missingValue].map(imported.report.findings.issues.count).reduce(0, +) == values)
        for trap in [ExportTrap.endBeforeStart, .repeatedStartDate, .strayText] {
            let lines = try #require(issues[trap].flatMap { imported.issues[$0] })
            #expect(Array(manifest.trapLines[trap, default: []].prefix(lines.count)) == lines, "\(trap)")
        }
    }

    @Test("Importing an archive gives the same as its file, and the routes next to it")
    func archive() throws {
        var zipped = try options(days: 2)
        zipped.form = .zip
        zipped.dataFileName = "exportación.xml"
        zipped.hasMacLeftovers = true
        let plain = try roundTrip(options(days: 2)).imported
        let archived = try roundTrip(zipped).imported
        // The archive also has a clinical record.
        #expect(archived.rows.filter { $0.metadata["loinc"] == nil } == plain.rows)
        #expect(archived.rows.contains { $0.metadata["loinc"] != nil })
        #expect(archived.sink.workouts.map(\.record) == plain.sink.workouts.map(\.record))
        #expect(archived.sink.workouts.map(\.series.count) == plain.sink.workouts.map(\.routes.count))
        #expect(!plain.sink.workouts.isEmpty)
    }
}

extension Workout {
    /// The record without routes, and without the ids of dictionaries: workouts with routes are in a separate batch.
    fileprivate var record: Workout {
        Workout(
            activity: activity, start: start, end: end, activeSeconds: activeSeconds, source: 0, created: created, statistics: statistics,
            events: events, routes: routes)
    }
}

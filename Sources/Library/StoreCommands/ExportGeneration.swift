import CalendarIntervals
import DemoData
import Foundation
package import HealthModel
import SystemBridges

/// Writes generated data as an export, for bug reports, tests and benchmarks without private data.
package struct ExportGeneration: Sendable {
    package var seed: UInt64 = 1
    /// The approximate size of the file in bytes; nil uses `days`.
    package var bytes: Int?
    package var days = 60
    /// `xml`, `zip`, `csv`, `health-connect`, `fit`, `tcx`, `gpx`, `samsung`, `oura`, `withings`, `fitbit` or `health-auto-export`.
    package var form = "xml"
    /// The names of traps, or `all`; empty for none.
    package var traps: [String] = []
    package var now: Instant
    package var zoneName: String?

    package init(now: Instant) { self.now = now }

    package static let forms = GenerateOptions.Form.allCases.map(\.rawValue)
    package static let traps = ExportTrap.allCases.map(\.rawValue)

    private var knownForm: GenerateOptions.Form {
        get throws(CommandError) {
            guard let form = GenerateOptions.Form(rawValue: form) else {
                throw CommandError(.wrongUsage, "--as \(self.form): use one of these: \(Self.forms.joined(separator: ", "))")
            }
            return form
        }
    }

    /// Writes a folder, which must not exist yet, with a list of people and either one table or a file for each person. Returns a summary.
    package func write(persons count: Int, to path: String) throws -> String {
        let form = try knownForm
        let cohort = LifeCohort(seed: seed, now: now, days: days, count: count)
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } catch {
            throw CommandError(.unavailable, "can't create the folder \(path): does it exist already?")
        }
        try write(to: path + "/people.csv") { try $0(Array(cohort.people.utf8)[...]) }
        var samples = 0
        if form == .csv {
            try write(to: path + "/samples.csv") { samples = try generateTable(of: cohort, to: $0).sampleCount }
        } else {
            for number in 0..<count {
                let member = cohort.member(number)
                try write(to: "\(path)/\(member.id).\(form.ending)") {
                    samples += try generateExport(member.life, as: form, to: $0).sampleCount
                }
            }
        }
        return "\(path): \(count == 1 ? "1 person" : "\(count) persons") with \(samples == 1 ? "1 sample" : "\(samples) samples")"
    }

    /// Creates a file and passes `body` a function that writes to it. If a write fails, the file is deleted again.
    private func write(to path: String, _ body: (@escaping (ArraySlice<UInt8>) throws -> Void) throws -> Void) throws {
        do {
            let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
            defer { file.close() }
            do {
                try body { bytes in try file.writeAll(bytes) }
            } catch {
                try? FileManager.default.removeItem(atPath: path)
                throw error
            }
        } catch let failure as SystemFailure {
            throw CommandError(.unavailable, "can't write \(path): \(failure.reason)")
        } catch let failure as GenerateFailure {
            throw CommandError(.wrongUsage, reason(failure))
        }
    }

    private func reason(_ failure: GenerateFailure) -> String {
        switch failure {
        case .nothingToWrite:
            "--as \(form): these days have no workout\(form == "gpx" ? " with a route" : ""); use more days, such as --days 60"
        case .tooLarge: "--size: as \(form), a file of this size needs more than \(GenerateOptions.greatestDays) days; use a smaller size"
        }
    }

    /// Writes to `path`, which must not exist yet, and returns a summary of the content.
    package func write(to path: String) throws -> String {
        var options = GenerateOptions(now: now, zone: zoneName.flatMap(Zone.named) ?? .ofThisMachine())
        options.seed = seed
        options.size = bytes.map { .bytes($0) } ?? .days(days)
        options.form = try knownForm
        options.traps = traps.contains("all") ? .all : Set(try traps.map(Self.trap))
        var manifest = ExportManifest()
        try write(to: path) { manifest = try generateExport(options, to: $0) }
        let traps = manifest.trapCounts.values.reduce(0, +)
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        return "\(path): \(count(manifest.sampleCount, "sample", "samples")) in \(count(manifest.recordCount, "record", "records")), "
            + "\(count(manifest.workoutCount, "workout", "workouts")), \(count(manifest.summaryCount, "summary", "summaries")), "
            + count(traps, "trap", "traps")
    }

    private static func trap(_ name: String) throws(CommandError) -> ExportTrap {
        if let trap = ExportTrap.allCases.first(where: { foldedName($0.rawValue) == foldedName(name) }) { return trap }
        throw CommandError(.wrongUsage, "--traps: unknown trap `\(name)`; use all, or some of \(traps.joined(separator: ", "))")
    }
}

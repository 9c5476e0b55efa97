import CalendarIntervals
import Foundation
import DemoData
import SystemBridges
package import HealthModel

/// Writes generated data as an export, for bug reports, tests and benchmarks without private data.
package struct ExportGeneration: Sendable {
    package var seed: UInt64 = 1
    /// The approximate size of the file in bytes; nil uses `days`.
    package var bytes: Int?
    package var days = 60
    /// `xml`, `zip` or `csv`.
    package var form = "xml"
    /// The names of traps, or `all`; empty for none.
    package var traps: [String] = []
    package var now: Instant
    package var zoneName: String?

    package init(now: Instant) { self.now = now }

    package static let forms = GenerateOptions.Form.allCases.map(\.rawValue)
    package static let traps = ExportTrap.allCases.map(\.rawValue)

    /// Writes to `path`, which must not exist yet, and returns a summary of the content.
    package func write(to path: String) throws -> String {
        var options = GenerateOptions(now: now, zone: zoneName.flatMap(Zone.named) ?? .ofThisMachine())
        options.seed = seed
        options.size = bytes.map { .bytes($0) } ?? .days(days)
        guard let form = GenerateOptions.Form(rawValue: form) else {
            throw SessionError(.wrongUsage, "--form: use one of these: \(Self.forms.joined(separator: ", "))")
        }
        options.form = form
        options.traps = traps.contains("all") ? .all : Set(try traps.map(Self.trap))
        let manifest: ExportManifest
        do {
            let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
            defer { file.close() }
            manifest = try generateExport(options) { bytes in try file.writeAll(bytes) }
        } catch let failure as SystemFailure {
            throw SessionError(.unavailable, "can't write \(path): \(failure.reason)")
        }
        let traps = manifest.trapCounts.values.reduce(0, +)
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        return "\(path): \(count(manifest.sampleCount, "sample", "samples")) in \(count(manifest.recordCount, "record", "records")), "
            + "\(count(manifest.workoutCount, "workout", "workouts")), \(count(manifest.summaryCount, "summary", "summaries")), "
            + count(traps, "trap", "traps")
    }

    private static func trap(_ name: String) throws(SessionError) -> ExportTrap {
        if let trap = ExportTrap.allCases.first(where: { foldedName($0.rawValue) == foldedName(name) }) { return trap }
        throw SessionError(.wrongUsage, "--traps: unknown trap `\(name)`; use all, or some of \(traps.joined(separator: ", "))")
    }
}

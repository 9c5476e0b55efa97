import CalendarIntervals
import HealthModel
import Rendering
import SampleStore

/// What `tally info` and `tally doctor` tell of a store.
package enum StoreReport {
    package static func text(of session: Session) throws -> String {
        var lines = [("store", session.storeName)]
        func grouped(_ number: Int) -> String { NumberText.rounded(Double(number), decimals: 0) }
        if let info = try (session.store as? SQLiteStore)?.info() {
            let perSample = info.bytesPerSample.map { ", \(NumberText.rounded($0, decimals: 1)) a sample" } ?? ""
            lines.append(("size", "\(grouped(info.byteCount)) bytes\(perSample)"))
            lines.append(("format", "\(info.formatVersion)"))
            lines.append(("blocks", "\(grouped(info.blockCount)), and \(grouped(info.freshCount)) fresh samples"))
            lines.append(
                ("others", "\(grouped(info.correlationCount)) correlations, \(grouped(info.activitySummaryCount)) activity summaries"))
        }
        try session.store.read { reader in
            let summaries = try reader.metricSummaries()
            lines.append(("zone", try session.zone(in: reader).identifier))
            lines.append(("metrics", "\(summaries.count)"))
            lines.append(("samples", grouped(summaries.map(\.count).reduce(0, +))))
            lines.append(("sources", "\(try reader.sources().count)"))
            lines.append(("change", "\(reader.changeNumber)"))
        }
        return lines.map { VisibleText.padded($0.0, to: 8) + VisibleText.of($0.1) + "\n" }.joined()
    }

    /// What is wrong with the store, one sentence each; none where it is sound.
    package static func findings(of session: Session) throws -> [String] {
        try (session.store as? SQLiteStore)?.checkIntegrity().map { "\($0)" } ?? []
    }
}

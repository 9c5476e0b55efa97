import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import ResultRendering
import SQLiteStorage
import SampleStore
import StorageModel
import SystemBridges
import TallyKit
import TerminalText

/// The reports of `tally info` and `tally doctor`.
package enum StoreReport {
    package static func text(of store: CommandStore) throws -> String {
        var lines = [("store", store.name)]
        if let info = try (store.storage as? SQLiteStore)?.info() {
            let perSample = info.bytesPerSample.map { ", \(NumberText.rounded($0, decimals: 1)) per sample" } ?? ""
            lines.append(("size", "\(Wording.number(info.byteCount)) bytes\(perSample)"))
            lines.append(("format", "\(info.formatVersion)"))
            lines.append(("blocks", "\(Wording.number(info.blockCount)), and \(Wording.count(info.freshCount, "fresh sample"))"))
            if info.oldBlockCount > 0 {
                let are = info.oldBlockCount == 1 ? "has" : "have"
                lines.append(
                    ("", "\(Wording.count(info.oldBlockCount, "block")) \(are) an older format: `tally doctor --upgrade` writes them again")
                )
            }
            lines.append(
                (
                    "others",
                    Wording.count(info.correlationCount, "correlation") + ", "
                        + Wording.count(info.activitySummaryCount, "activity summary", plural: "activity summaries")
                ))
        }
        if let path = store.storage.files.first, let note = StoreOpening.note(about: .file(path)) { lines.append(("access", note)) }
        try store.read { reader in
            let summaries = try reader.metricSummaries()
            lines.append(("zone", try store.zone(in: reader).identifier))
            lines.append(("metrics", "\(summaries.count)"))
            lines.append(("samples", Wording.number(summaries.map(\.count).reduce(0, +))))
            let persons = try reader.persons()
            if persons.contains(where: { !$0.id.isEmpty }) { lines.append(("persons", Wording.number(persons.count))) }
            lines.append(("sources", "\(try reader.sources().count)"))
            // An app must not learn that others write samples that it may not read (S10.4).
            if store.app == nil { lines.append(("change", "\(reader.changeNumber)")) }
        }
        return lines.map { ScreenText.padded($0.0, to: 8) + ScreenText.visible($0.1) + "\n" }.joined()
    }

    /// Returns a summary such as `12,345 samples of 7 metrics`, and the metric with the most samples; nil if the store is empty.
    package static func summary(of store: CommandStore) throws -> (text: String, mostRecorded: String)? {
        let metrics = try store.read { try $0.metricSummaries() }
        guard let mostRecorded = metrics.max(by: { $0.count < $1.count }) else { return nil }
        let samples = NumberText.rounded(Double(metrics.reduce(0) { $0 + $1.count }), decimals: 0)
        return ("\(samples) samples of \(metrics.count) \(metrics.count == 1 ? "metric" : "metrics")", mostRecorded.metric.shortName)
    }

    /// Returns the problems of the store, one sentence each; empty if there are none.
    package static func findings(of store: CommandStore) throws -> [String] {
        try store.demandOwner(to: "check the file of the store")
        guard let store = store.storage as? SQLiteStore else { return [] }
        let shared = sharedFiles(store)
        let integrity = try store.checkIntegrity().map { "\($0)" }
        let damage = try integrity + (integrity.isEmpty ? store.read(settingFindings) : [])
        // Quarter-hour sums can only be checked if all samples can be read.
        guard damage.isEmpty else { return shared + damage }
        let quarters = try quarterFindings(store).map { finding in
            "\(series(finding)): quarter-hour sums from \(ISO8601.text(of: finding.start, in: .utc)): \(finding.message). Run `tally doctor --repair` to rebuild them"
        }
        return shared + quarters
    }

    /// Returns the files that other users can open. A store is private when it is made, and its log gets the same mode.
    private static func sharedFiles(_ store: SQLiteStore) -> [String] {
        store.files.compactMap { path in
            guard let status = try? FilePath.status(of: path), status.isShared else { return nil }
            return "other users can open `\(ScreenText.visible(path))`. Run `chmod 600` on it"
        }
    }

    /// Returns the settings with a meaning that is not known: zones, goals and definitions of metrics.
    private static func settingFindings(_ source: any SampleSource) throws -> [String] {
        var found: [String] = []
        for person in try source.persons() {
            let view = try source.view(of: person.id)
            let place = person.id.isEmpty ? "" : ScreenText.visible(person.id) + ": "
            let zone = try view.setting(StoreSetting.zone)
            if let zone, Zone.named(zone) == nil { found.append("\(place)the time zone `\(ScreenText.visible(zone))` is not known") }
            let goals = try view.capabilities.settings?.settings(startingWith: PersonalSetting.goalPrefix) ?? [:]
            for name in goals.keys.sorted() where goals[name].map(StoredGoal.isValid) == false {
                found.append("\(place)the value of the setting `\(ScreenText.visible(name))` is invalid")
            }
        }
        let lines = try source.setting(StoreSetting.metrics)?.split(separator: "\n") ?? []
        if try source.definedMetrics().count != lines.count { found.append("the definitions of metrics are invalid") }
        return found
    }

    /// Returns the metric of a finding, after its person if that has a name.
    private static func series(_ finding: QuarterCheck.Finding) -> String {
        (finding.person.isEmpty ? "" : finding.person + ": ") + finding.metric.shortName
    }

    private static func quarterFindings(_ store: SQLiteStore) throws -> [QuarterCheck.Finding] {
        try store.read { try QuarterCheck.findings(in: $0) }
    }

    /// Rebuilds missing and outdated quarter-hour sums, and all sums of metrics with wrong ones. Returns one sentence for each change.
    package static func repair(_ store: CommandStore, isCancelled: @escaping () -> Bool) throws -> [String] {
        try store.demandOwner(to: "repair the store")
        guard let store = store.storage as? SQLiteStore else { return [] }
        try store.removeStrayQuarters()
        let findings = try quarterFindings(store)
        let wrong = Set(findings.map(\.metric))
        for finding in findings { try store.clearQuarters(of: finding.metric, person: finding.person) }
        var made: [MetricID] = []
        try QuarterUpkeep(store, isCancelled: isCancelled) { if made.last != $0 { made.append($0) } }.run()
        return made.map { "\($0.shortName): \(wrong.contains($0) ? "rebuilt all quarter-hour sums" : "added missing quarter-hour sums")" }
    }

    private struct Cancelled: Error {}

    /// Writes the blocks of older formats again. Returns one sentence; nil if the user cancelled, which changes nothing.
    package static func upgrade(_ store: CommandStore, output: some CommandOutput) throws -> String? {
        try store.demandOwner(to: "upgrade the store")
        guard let file = store.storage as? SQLiteStore else { return "a store in memory has no older blocks" }
        let info = try file.info()
        if info.oldBlockCount > 0 {
            output.note(
                "writing \(Wording.count(info.oldBlockCount, "block")); this needs up to \(Wording.number(info.byteCount)) bytes of disk space"
            )
        }
        defer { output.progress("") }
        do {
            let written = try store.waiting(output) {
                try file.upgradeBlocks { done, total in
                    if output.isCancelled { throw Cancelled() }
                    output.progress("\(Wording.number(done)) of \(Wording.count(total, "block"))")
                }
            }
            return written == 0 ? "all blocks have the newest format" : "wrote \(Wording.count(written, "block")) in the newest format"
        } catch is Cancelled {
            output.note("cancelled; the store is as it was")
            return nil
        }
    }
}

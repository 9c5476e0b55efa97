import Foundation
import HealthModel
import SampleStore
import StorageModel
@_spi(Guests) import TallyKit
import TerminalText

/// Pushes a store to a warehouse.
package struct PushCommand<Output: CommandOutput> {
    private let store: CommandStore
    private let warehouses: ReachableWarehouses
    private let output: Output

    /// The setting of a store with its random id, which all rows in warehouses have.
    private static var identifier: String { "engine id" }

    package init(_ store: CommandStore, to warehouses: ReachableWarehouses, output: Output) {
        (self.store, self.warehouses, self.output) = (store, warehouses, output)
    }

    package func run(to text: String) throws -> Outcome {
        // An app sees only a part of the store, so the push would remove the rest from the warehouse.
        try store.demandOwner(to: "push the store")
        guard !store.store.isWarehouse else {
            throw StoreOpening.needsFile("push", butGiven: store.name)
        }
        do {
            let site = try warehouses.site(at: text)
            if let warning = warehouses.warning(about: text) { output.note("warning: " + warning) }
            guard site.store == nil else {
                throw WarehouseFailure(
                    .wrongUse, "`store=` is for reading", advice: "leave it out; a push writes the rows of one store only")
            }
            let started = ContinuousClock.now
            defer { output.progress("") }
            let report = try push(to: site)
            output.progress("")
            output.note(report.text(of: site, seconds: (ContinuousClock.now - started) / .seconds(1)))
            return .fine
        } catch is CancellationError {
            output.progress("")
            output.note("interrupted; what was pushed completely stays, and the next push continues there")
            return .interrupted
        } catch {
            throw CommandError(ofWarehouse: error) ?? error
        }
    }

    private struct Report {
        var samples: Int
        var push: any WarehousePush

        func text(of site: any WarehouseSite, seconds: Double) -> String {
            var parts = ["\(Wording.count(samples, "sample")) in \(site.place)"]
            if push.pieceCount > 0 { parts.append("\(Wording.count(push.rowCount, "row")) written in \(ElapsedText.of(seconds))") }
            if push.unchangedCount > 0 {
                parts.append(push.pieceCount == 0 ? "nothing to write" : "the rest was up to date")
            }
            if push.removedCount > 0 { parts.append("\(Wording.count(push.removedCount, "part")) removed") }
            return parts.joined(separator: "; ")
        }
    }

    private func push(to site: any WarehouseSite) throws -> Report {
        let isCancelled = { warehouses.isCancelled() || output.isCancelled }
        let push = try site.push(of: storeIdentifier(), isCancelled: isCancelled)
        let samples = try store.read { view in
            let total = try view.metricSummaries().reduce(0) { $0 + $1.count }
            let reading = StorePush(view, isCancelled: isCancelled) { person, metric, count in
                let name = person.isEmpty ? "" : "\(ScreenText.visible(person)): "
                output.progress(
                    "\(name)\(ScreenText.visible(metric.shortName)), \(Wording.number(count)) of \(Wording.count(total, "sample"))")
            } add: {
                try push.add($0)
            }
            return try reading.run()
        }
        output.progress("writing to \(ScreenText.visible(site.place))")
        try push.finish()
        return Report(samples: samples, push: push)
    }

    /// Returns the random id of the store. The first push writes it into the store.
    private func storeIdentifier() throws -> String {
        if let known = try store.read({ try $0.setting(Self.identifier) }) { return known }
        guard !store.storage.isReadOnly else {
            throw CommandError(.unavailable, "the first push writes an id into the store, which is read-only")
        }
        let identifier = String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
        try store.waiting(output) { try store.storage.setSetting(Self.identifier, to: identifier) }
        return identifier
    }
}

import EngineStorage
import Foundation
import HealthModel
import StorageModel
import SampleStore
import TallyKit
import TerminalText

/// Pushes the store of a session to an engine.
package struct PushCommand<Output: SessionOutput> {
    private let session: Session
    private let output: Output

    /// The setting of a store with its random id, which all rows in engines have.
    private static var identifier: String { "engine id" }

    package init(session: Session, output: Output) {
        (self.session, self.output) = (session, output)
    }

    package func run(to text: String) throws -> Outcome {
        // An app sees only a part of the store, so the push would remove the rest from the engine.
        try session.store.demandOwner(to: "push the store")
        guard !session.storage.store.storage.capabilities.isRemote else {
            throw StoreOpening.needsFile("push", butGiven: session.storage.name)
        }
        do {
            let login = session.storage.engines
            let address = try EngineAddress(text)
            let access = try login.access(to: address)
            if let warning = EngineLogin.warning(about: text) { output.note("warning: " + warning) }
            guard address.store == nil else {
                throw EngineFailure.address("`store=` is for reading", help: "leave it out; a push writes the rows of one store only")
            }
            let started = ContinuousClock.now
            defer { output.progress("") }
            let report = try push(to: address, access, login)
            output.progress("")
            output.note(report.text(of: address, seconds: (ContinuousClock.now - started) / .seconds(1)))
            return .fine
        } catch EngineFailure.cancelled {
            output.progress("")
            output.note("interrupted; what was pushed completely stays, and the next push continues there")
            return .interrupted
        } catch let failure as EngineFailure {
            throw SessionError(failure)
        }
    }

    private struct Report {
        var samples: Int
        var push: any EnginePush

        func text(of address: EngineAddress, seconds: Double) -> String {
            var parts = ["\(Wording.count(samples, "sample")) in \(address.masked)"]
            if push.pieceCount > 0 { parts.append("\(Wording.count(push.rowCount, "row")) written in \(ElapsedText.of(seconds))") }
            if push.unchangedCount > 0 {
                parts.append(push.pieceCount == 0 ? "nothing to write" : "the rest was up to date")
            }
            if push.removedCount > 0 { parts.append("\(Wording.count(push.removedCount, "part")) removed") }
            return parts.joined(separator: "; ")
        }
    }

    private func push(to address: EngineAddress, _ access: EngineAccess, _ login: EngineLogin) throws -> Report {
        let isCancelled = { login.isCancelled() || output.isCancelled }
        let store = try storeIdentifier()
        let push: any EnginePush =
            switch address.kind {
            case .clickhouse:
                try ClickHousePush(try ClickHouseServer(address, access: access), store: store, isCancelled: isCancelled)
            case .cluster: try SparkPush(try SparkSession(address, access: access), store: store, isCancelled: isCancelled)
            }
        let samples = try session.read { view in
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
        output.progress("writing to \(ScreenText.visible(address.masked))")
        try push.finish()
        return Report(samples: samples, push: push)
    }

    /// Returns the random id of the store. The first push writes it into the store.
    private func storeIdentifier() throws -> String {
        if let known = try session.read({ try $0.setting(Self.identifier) }) { return known }
        guard !session.store.isReadOnly else {
            throw SessionError(.unavailable, "the first push writes an id into the store, which is read-only")
        }
        let identifier = String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
        try session.waiting(output) { try session.storage.store.storage.setSetting(Self.identifier, to: identifier) }
        return identifier
    }
}

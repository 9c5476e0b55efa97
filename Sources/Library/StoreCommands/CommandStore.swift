import CalendarIntervals
package import HealthModel
import QueryEngine
import SQLiteStorage
import SampleStore
import StorageModel
package import TallyKit
import TerminalText

/// The store of a command, with the settings that apply to it.
package struct CommandStore {
    package let store: HealthStore
    /// The display name of the store: a path, or "memory".
    package let name: String
    /// The zone, the time and the preferences of the session.
    package let context: QueryContext
    /// The maximum time for which a command waits for another program that writes to the store.
    package let waitSeconds: Double
    /// True if commands say how long they took.
    package let timing: Bool

    package init(_ store: HealthStore, named name: String, context: QueryContext, waitSeconds: Double, timing: Bool) {
        (self.store, self.name, self.context, self.waitSeconds, self.timing) = (store, name, context, waitSeconds, timing)
    }

    package var now: Instant { context.moment ?? store.surroundings.clock() }
    /// The zone of the session; nil for the store's, or the machine's if the store has none.
    var zone: Zone? { context.namedZone }
    var machineZone: Zone { store.surroundings.zone() }
    var storage: any SampleStorage { store.storage }
    /// The app that asks; nil for the owner.
    var app: String? { store.app }

    /// Throws an error if an app asks.
    ///
    /// - Parameter deed: what the app can't do.
    func demandOwner(to deed: String) throws { try store.demandOwner(to: deed) }

    func read<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result { try storage.read(body) }

    /// Returns the zone of days.
    func zone(in source: any SampleSource) throws -> Zone { try context.zone(in: source, store.surroundings) }

    /// Ends the use of the store. A file that this process created, and that nobody changed, is removed.
    package func withdraw() { (storage as? SQLiteStore)?.withdraw() }

    /// Runs `write`, and tries again while another process writes to the store. Notes once which process it waits for.
    ///
    /// - Throws: `StoreError.locked` after `waitSeconds`, `EngineError.cancelled` after Ctrl-C.
    package func waiting<Result>(_ output: some CommandOutput, _ write: () throws -> Result) throws -> Result {
        var waited = 0.0
        while true {
            do {
                return try write()
            } catch StoreError.locked(let path, let seconds) {
                if output.isCancelled { throw EngineError.cancelled }
                if waited == 0 { output.note("waiting for \(writerName), which is writing to the store (Ctrl-C to cancel)") }
                waited += seconds
                guard waited < waitSeconds else { throw StoreError.locked(path: path, waitedSeconds: waited) }
            }
        }
    }

    private var writerName: String {
        guard let writer = (storage as? SQLiteStore)?.writingProcess() else { return "another program" }
        let command = ScreenText.truncated(ScreenText.visible(writer.command), to: 60)
        return command.isEmpty ? "process \(writer.identifier)" : "`\(command)` (process \(writer.identifier))"
    }
}

import Foundation
package import HealthModel
import HealthImport
import SampleStore
import SQLiteStorage

/// Where a session finds its samples.
package enum StoreLocation: Sendable, Hashable {
    case memory
    case file(String)
    /// The file that is used when none is named; it need not be there yet.
    case standard(String)

    /// Returns the place that the command line and the environment name.
    ///
    /// `TALLY_STORE` comes before `XDG_DATA_HOME`, and that before `~/.local/share`.
    package static func resolve(option: String?, environment: [String: String]) -> StoreLocation {
        let named = option ?? environment["TALLY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
        if let named { return named == ":memory:" ? .memory : .file(named) }
        return .standard((dataFolder(environment) ?? "./.local/share") + "/tally/health.tally")
    }

    /// The folder of the user's data, as the XDG base directory specification has it; nil for nobody's.
    static func dataFolder(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder }
        return environment["HOME"].map { $0 + "/.local/share" }
    }

    /// The path, or `memory`.
    package var name: String {
        switch self {
        case .memory: "memory"
        case .file(let path), .standard(let path): path
        }
    }
}

/// What a command is going to do with a store.
package enum StoreUse: Sendable {
    /// Reads alone: a missing standard store is an empty one.
    case read
    /// Reads and writes what is there, or makes it.
    case write
}

package enum StoreOpening {
    /// Opens the store at `location`, as the use and `isReadOnly` allow.
    package static func open(_ location: StoreLocation, for use: StoreUse, isReadOnly: Bool) throws -> any SampleStorage {
        switch location {
        case .memory: return MemoryStore()
        case .file(let path), .standard(let path):
            let exists = FileManager.default.fileExists(atPath: path)
            if case .standard = location, !exists, use == .read || isReadOnly { return MemoryStore() }
            switch (use, isReadOnly) {
            case (.read, _), (_, true): return try SQLiteStore.open(path: path, mode: .readOnly)
            case (.write, false): return try SQLiteStore.open(path: path, mode: .create)
            }
        }
    }
}

import Foundation
import HealthModel
import SQLiteStorage
import SampleStore
import StorageModel
import SystemBridges
@_spi(Guests) package import TallyKit
import TerminalText

/// The location of a store.
package enum StoreLocation: Sendable, Hashable {
    case memory
    case file(String)
    /// The default file, which may not exist yet.
    case standard(String)
    /// A warehouse with pushed samples, by its address.
    case warehouse(String)

    /// Returns the location that the command line and the environment specify.
    ///
    /// `TALLY_STORE` comes before `XDG_DATA_HOME`, and that before `~/.local/share`.
    ///
    /// - Parameter driver: Recognizes the addresses of warehouses; nil if the text can't be one.
    package static func resolve(
        option: String?, environment: [String: String], warehouses driver: (any WarehouseDriver)? = nil
    ) -> StoreLocation {
        let named = option ?? environment["TALLY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
        if let named, driver?.isAddress(named) == true { return .warehouse(named) }
        if let named { return named == ":memory:" ? .memory : .file(named) }
        return .standard((UserFolders.data(environment) ?? "./.local/share") + "/tally/health.tally")
    }

    /// The path, the address without a password, or `memory`.
    package var name: String {
        switch self {
        case .memory: "memory"
        case .file(let path), .standard(let path): path
        case .warehouse(let address): SecretText.masked(address)
        }
    }
}

/// The access that a command needs to a store.
package enum StoreUse: Sendable {
    /// Only reads. If the default store does not exist, it is treated as empty.
    case read
    /// Reads and writes. If the store does not exist, it is created.
    case write
}

package enum StoreOpening {
    /// Throws an error if a location is not the file of a store that exists.
    package static func demandFile(at location: StoreLocation, for command: String) throws {
        switch location {
        case .warehouse: throw needsFile(command, butGiven: location.name)
        case .memory: throw CommandError(.wrong, "`\(command)` needs the file of a store; name one with `--store`")
        case .file(let path), .standard(let path):
            guard FileManager.default.fileExists(atPath: path) else { throw StoreError.noSuchFile(path: path) }
        }
    }

    /// The error of a command that can't work on a warehouse.
    package static func needsFile(_ command: String, butGiven warehouse: String) -> CommandError {
        CommandError(.wrong, "`\(command)` needs the file of a store, and \(ScreenText.visible(warehouse)) is an engine")
    }

    /// Throws an error for the address of something that is not a store: it would become the name of a file.
    package static func refuseAddress(_ text: String) throws(CommandError) {
        let shown = ScreenText.visible(SecretText.masked(text))
        if [":memory", "memory:", "::memory:"].contains(text.lowercased()) || text.lowercased() == ":memory:" && text != ":memory:" {
            throw CommandError(.wrong, "`\(shown)` is not a store; write `:memory:` for a store in memory")
        }
        let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        let rest = text.dropFirst(scheme.count)
        guard scheme.first?.isLetter == true, rest.hasPrefix("://") || rest.hasPrefix(":") && scheme.lowercased() == "file" else { return }
        let advice =
            scheme.lowercased() == "file"
            ? "write the path alone, as in `\(ScreenText.visible(String(rest.drop { $0 == ":" })))`"
            : "download the file first and write its path, or write an engine, such as `clickhouse://host/database`"
        throw CommandError(.wrong, "`\(shown)` is an address, and a store is a file; \(advice)")
    }

    /// Returns the note that others can read or change the file of a store; nil if they can't.
    package static func note(about location: StoreLocation) -> String? {
        switch location {
        case .memory, .warehouse: return nil
        case .file(let path), .standard(let path):
            guard FilePath.isOpenToOthers(path) else { return nil }
            return "other users can read or change the store; `chmod 600 '\(ScreenText.visible(path))'` makes it private"
        }
    }

    /// Opens the store at `location` with the access that `use` and `isReadOnly` allow.
    ///
    /// - Parameter isFirst: True if this process has not opened a store before.
    package static func open(
        _ location: StoreLocation, for use: StoreUse, isReadOnly: Bool, isFirst: Bool = false,
        warehouses: ReachableWarehouses = ReachableWarehouses(), surroundings: Surroundings = .ofThisMachine
    ) throws -> HealthStore {
        func store(_ storage: any SampleStorage) -> HealthStore { HealthStore(storage, surroundings: surroundings) }
        switch location {
        case .memory: return .inMemory(in: surroundings)
        case .warehouse(let address): return store(try warehouses.open(address))
        case .file(let path), .standard(let path):
            if case .file = location { try refuseAddress(path) }
            let exists = FileManager.default.fileExists(atPath: path)
            if case .standard = location, !exists, use == .read || isReadOnly { return .inMemory(in: surroundings) }
            var options = StoreOptions()
            options.isOnlyUse = isFirst
            return store(try SQLiteStore.open(path: path, mode: use == .read || isReadOnly ? .readOnly : .create, options: options))
        }
    }
}

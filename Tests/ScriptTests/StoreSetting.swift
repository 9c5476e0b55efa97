import Foundation
import HealthModel
import SampleStore
import SQLiteStorage
import Workbench

/// The kinds of stores for the cases of a script.
enum StoreSetting: CaseIterable {
    case memory
    /// A memory store, with cases running one after another.
    case serial
    /// Each sample has its own block.
    case blocksOfOne
    /// Blocks start and end at arbitrary samples.
    case blocksOfSeven
    /// The default settings. A small number of samples stays in the row table.
    case rows

    /// Calls `body` with a tester that uses this kind of store, then deletes the stores.
    func withTester<Result>(_ body: (ScriptTester) throws -> Result) throws -> Result {
        guard let options else {
            var tester = ScriptTester { MemoryStore() }
            tester.isParallel = self != .serial
            return try body(tester)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "scripts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(
            ScriptTester {
                try SQLiteStore.open(path: folder.appending(path: "\(UUID().uuidString).tally").path, mode: .create, options: options)
            })
    }

    private var options: StoreOptions? {
        var options = StoreOptions()
        switch self {
        case .memory, .serial: return nil
        case .blocksOfOne: options.blockRows = 1
        case .blocksOfSeven: options.blockRows = 7
        case .rows: return options
        }
        // Moves all samples out of the row table, so that queries read blocks.
        options.smallWriteRows = 0
        options.rowTableRows = 0
        return options
    }
}

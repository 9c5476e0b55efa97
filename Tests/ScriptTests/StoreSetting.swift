import Foundation
import HealthModel
import SQLiteStorage
import TallyKit
import Workbench

/// The kinds of stores in files for the cases of a script.
enum StoreSetting: CaseIterable {
    /// Each sample has its own block.
    case blocksOfOne
    /// Blocks start and end at arbitrary samples.
    case blocksOfSeven
    /// The default settings. A small number of samples stays in the row table.
    case rows

    /// Calls `body` with a tester that uses this kind of store, then deletes the stores.
    func withTester<Result>(_ body: (ScriptTester) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scripts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(
            ScriptTester {
                let path = folder.appending(path: "\(UUID().uuidString).tally").path
                return HealthStore(try SQLiteStore.open(path: path, mode: .create, options: options), surroundings: $0)
            })
    }

    private var options: StoreOptions {
        var options = StoreOptions()
        switch self {
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

import Foundation
import HealthModel
import SampleStore
import SQLiteStorage
import Workbench

/// Where the cases of a script keep their samples.
enum StoreSetting: CaseIterable {
    case memory
    /// Cases one after another rather than on all cores at once.
    case serial
    /// Every sample a block of its own.
    case blocksOfOne
    /// Blocks that begin and end in the middle of things.
    case blocksOfSeven
    /// As in use: few samples stay rows.
    case rows

    /// Runs `body` with a tester whose stores are of this kind, and removes them.
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
        // Nothing stays in the row table, so that there are blocks to read.
        options.smallWriteRows = 0
        options.rowTableRows = 0
        return options
    }
}

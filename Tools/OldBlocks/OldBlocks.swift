import Foundation
import GRDB
import HealthModel
import SQLiteStorage
import SampleStore

/// `OldBlocks STORE`: writes all blocks of a store again in their first format, so that tests can upgrade a large store.
@main
enum OldBlocks {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: OldBlocks STORE\n".utf8))
            exit(64)
        }
        let written = try DatabaseQueue(path: CommandLine.arguments[1]).write { db in
            let blocks = try Row.fetchAll(db, sql: "SELECT id, count FROM block ORDER BY id")
            for block in blocks {
                let (id, count): (Int64, Int) = (block[0], block[1])
                let bytes = try Data.fetchOne(db, sql: "SELECT bytes FROM blockContent WHERE block = ?", arguments: [id]) ?? Data()
                var rows = SampleBatch()
                try BlockCodec.decode([UInt8](bytes).span, count: count, columns: .all, into: &rows)
                try db.execute(
                    sql: "UPDATE blockContent SET bytes = ? WHERE block = ?",
                    arguments: [Data(BlockCodec.encode(rows, format: .stream)), id])
                try db.execute(sql: "INSERT OR IGNORE INTO oldBlock VALUES (?)", arguments: [id])
            }
            return blocks.count
        }
        print("\(written) blocks are in the first format")
    }
}

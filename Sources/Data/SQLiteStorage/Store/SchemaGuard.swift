import GRDB
import SampleStore

/// Checks, before a store is used, that its file runs no code of somebody else.
///
/// A view, a virtual table or a computed column in place of a table can take endless time, and a trigger can change what was written.
/// `StructureCheck` compares the whole file with the format.
enum SchemaGuard {
    /// Checks that tables, indexes and triggers are all that the file has. Nothing of a table is read.
    static func checkTables(_ connection: DatabaseQueue, path: String) throws {
        try connection.unsafeRead { db in
            let strange = try Row.fetchOne(
                db,
                sql:
                    "SELECT type, name FROM sqlite_master WHERE type NOT IN ('table', 'index', 'trigger') OR type = 'table' AND rootpage = 0"
            )
            if let strange {
                let kind: String = try strange.get(0) == "table" ? "a virtual table" : "a view"
                throw StoreError.corrupt(path: path, reason: "`\(try name(strange.get(1)))` is \(kind), and a store has only tables")
            }
            let computed = try String.fetchOne(
                db, sql: "SELECT m.name FROM sqlite_master m, pragma_table_xinfo(m.name) WHERE m.type = 'table' AND hidden <> 0")
            if let computed {
                throw StoreError.corrupt(path: path, reason: "`\(name(computed))` has a computed column, and a store has none")
            }
        }
    }

    /// Checks that the triggers are those that keep earlier rows for `undo`.
    static func checkTriggers(_ connection: DatabaseQueue, path: String) throws {
        try connection.unsafeRead { db in
            let expected = try UndoSchema.triggers(db)
            for row in try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'") {
                let (trigger, text): (String, String) = (try row.get(0), try row.get(1))
                guard expected[trigger] == text else {
                    throw StoreError.corrupt(
                        path: path, reason: "the trigger `\(name(trigger))` is not one of a store. It can be read with --read-only")
                }
            }
        }
    }

    /// A name of the file, not longer than a line.
    private static func name(_ name: String) -> String { String(name.prefix(60)) }
}

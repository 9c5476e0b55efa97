import GRDB
import GRDBSQLite

/// Reads the first bytes of blobs in a column. A query would also read the pages after them.
///
/// It does not report errors. If it returns nil, run a query, which reads the blob or gives the reason.
///
/// Sound: the handle has one owner, which closes it. SQLite writes only to the array, only during a call, and never past its end.
@safe
struct BlobReader: ~Copyable {
    private let connection: SQLiteConnection?
    private let table: String
    private let column: String
    private var handle: OpaquePointer?

    /// The reader must end before its transaction.
    init(_ db: Database, table: String, column: String) {
        unsafe connection = db.sqliteConnection
        (self.table, self.column) = (table, column)
        unsafe handle = nil
    }

    deinit { unsafe sqlite3_blob_close(handle) }

    /// Moves to the blob of a row, and returns its number of bytes; nil if there is none.
    mutating func open(row: Int64) -> Int? {
        let status =
            unsafe handle == nil
            ? sqlite3_blob_open(connection, "main", table, column, row, 0, &handle) : sqlite3_blob_reopen(handle, row)
        guard status == SQLITE_OK else {
            // A handle that failed cannot move to another row.
            unsafe sqlite3_blob_close(handle)
            unsafe handle = nil
            return nil
        }
        return unsafe Int(sqlite3_blob_bytes(handle))
    }

    /// Returns the first `count` bytes of the blob; nil if it is shorter.
    func read(_ count: Int) -> [UInt8]? {
        guard let count = Int32(exactly: count), count >= 0 else { return nil }
        var status = SQLITE_OK
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            status = unsafe sqlite3_blob_read(handle, buffer.baseAddress, count, 0)
            filled = status == SQLITE_OK ? Int(count) : 0
        }
        return status == SQLITE_OK ? bytes : nil
    }
}

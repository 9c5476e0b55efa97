// Reads the tables of an SQLite file without SQLite: only pages, rows and the texts that created the tables.
//
//     page 1: header | list of tables ─► root page of a table ─► inner pages ─► leaves: rows by row id ─► overflow pages
//
// Somebody else made the file, so nothing in it is trusted. No SQL of the file runs: no view, no trigger, no default, no expression.
// A page number is compared with the size of the file, a length with the page, and a walk ends after as many pages as the file has.
//
// Decision 0167 (databases as documents).

import Foundation
import SystemBridges

/// The reason why a part of a database could not be read.
struct DatabaseDamage: Error {
    /// One clause in the user's terms.
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A copy of an SQLite file that only this process sees.
final class DatabaseFile {
    private let descriptor: Descriptor
    let pageSize: Int
    /// The bytes of a page that can have content.
    let usableSize: Int
    let pageCount: Int
    /// True if texts are in UTF-8, and false for UTF-16.
    let usesUTF8: Bool
    /// The number that the program that made the file gives to its tables.
    let userVersion: Int
    /// The pages that were read last, by the last bits of their numbers.
    private var recent: [(number: Int, bytes: [UInt8])]
    private static let recentCount = 64

    /// - Parameter copy: A private copy of the file, which is closed at the end.
    init(_ copy: Descriptor) throws(DatabaseDamage) {
        descriptor = copy
        var header = [UInt8](repeating: 0, count: 100)
        let size = copy.fileSize ?? 0
        guard size >= 100, (try? copy.read(into: &header, 0..<100, at: 0)) == 100, header.starts(with: "SQLite format 3\0".utf8) else {
            copy.close()
            throw DatabaseDamage("the file is too short for a database")
        }
        let written = header.big16(16)
        pageSize = written == 1 ? 65_536 : written
        usableSize = pageSize - Int(header[20])
        guard pageSize.nonzeroBitCount == 1, pageSize >= 512, usableSize >= 480 else {
            copy.close()
            throw DatabaseDamage("the size of the database's pages is wrong")
        }
        pageCount = size / pageSize
        usesUTF8 = header.big32(56) <= 1
        userVersion = header.big32(60)
        recent = Array(repeating: (0, []), count: DatabaseFile.recentCount)
    }

    deinit { descriptor.close() }

    /// Returns a page. Pages count from 1.
    func page(_ number: Int) throws(DatabaseDamage) -> [UInt8] {
        guard number >= 1, number <= pageCount else { throw DatabaseDamage("a page is outside the file") }
        let slot = number % DatabaseFile.recentCount
        if recent[slot].number == number { return recent[slot].bytes }
        // The memory of the page that is replaced is used again, unless somebody still reads it.
        var bytes = recent[slot].bytes
        recent[slot] = (0, [])
        if bytes.count != pageSize { bytes = [UInt8](repeating: 0, count: pageSize) }
        try read(&bytes, at: (number - 1) * pageSize)
        recent[slot] = (number, bytes)
        return bytes
    }

    private func read(_ bytes: inout [UInt8], at offset: Int) throws(DatabaseDamage) {
        var done = 0
        while done < bytes.count {
            do throws(SystemFailure) {
                let count = try descriptor.read(into: &bytes, done..<bytes.count, at: offset + done)
                if count == 0 { break }
                done += count
            } catch {
                if error.number != EINTR { throw DatabaseDamage("a page cannot be read: \(error.reason)") }
            }
        }
        guard done == bytes.count else { throw DatabaseDamage("a page is outside the file") }
    }

    // MARK: Tables

    /// Returns the tables of the file, by lowercased name. Views, triggers and indexes are left out, and so are tables without row ids.
    ///
    /// - Parameter damage: Becomes the damage after which the list is not read. Without any table, it is thrown.
    func tables(_ damage: inout DatabaseDamage?) throws(DatabaseDamage) -> [String: DatabaseTable] {
        var found: [String: DatabaseTable] = [:]
        var roots: Set<Int64> = []
        let list = TableCursor(self, root: 1)
        while found.count < 2000 {
            do throws(DatabaseDamage) {
                guard try list.next() else { break }
            } catch {
                if found.isEmpty { throw error }
                damage = error
                break
            }
            let row = list.row
            guard row.text(0, limit: 20) == "table", let name = row.text(1, limit: 200), let root = row.integer(3), root > 1,
                let text = row.text(4, limit: 100_000), let columns = TableText.columns(of: text), roots.insert(root).inserted
            else { continue }
            found[name.lowercased()] = DatabaseTable(name: name, root: Int(clamping: root), columns: columns)
        }
        return found
    }
}

/// A table, as the text that created it says.
struct DatabaseTable {
    var name: String
    var root: Int
    /// The columns in the order of rows, in lower case. A column that is computed when it is read is not one of them.
    var columns: [Column]

    struct Column: Equatable {
        var name: String
        /// True for the column whose value is the row id.
        var isRowID = false
    }

    /// Returns the place of a column. Nil if the table does not have it.
    func place(of name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

extension [UInt8] {
    func big16(_ offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
    func big32(_ offset: Int) -> Int { big16(offset) << 16 | big16(offset + 2) }
}

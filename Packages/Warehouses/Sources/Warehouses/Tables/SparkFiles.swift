import Foundation
@_spi(Guests) public import TallyKit

/// The files of a store in the folder of Spark.
///
/// Each push writes a new version of all files. The file `current` has the name of the version that is read, and is replaced last, so a
/// push that is stopped changes nothing that is read.
struct SparkFiles {
    /// The folder of all stores.
    let folder: URL

    init(_ address: WarehouseAddress) { folder = URL(filePath: address.folder) }

    /// A pushed store.
    struct Pushed: Hashable {
        var store: String
        var version: String
        var digest: UInt64
    }

    /// The folder of a store.
    func folder(of store: String) -> URL { folder.appending(path: "store-\(store)") }

    /// The path of a table of a version.
    func path(_ table: WarehouseTable, _ pushed: Pushed) -> String {
        folder(of: pushed.store).appending(path: pushed.version).appending(path: table.rawValue).path
    }

    /// Returns the stores that were pushed, in ascending order of id.
    func stores(place: String) throws -> [Pushed] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return try names.sorted().compactMap { name in
            guard name.hasPrefix("store-") else { return nil }
            let file = folder.appending(path: name).appending(path: "current")
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
            let words = text.split(whereSeparator: \.isWhitespace)
            guard words.count == 4, words[0] == "tally", let version = Int(words[1]), let digest = UInt64(words[3]),
                words[2].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            else {
                throw WarehouseFailure.foreignTables(place: place, table: name)
            }
            guard version == WarehouseTable.version else {
                throw WarehouseFailure.otherVersion(place: place, found: version)
            }
            return Pushed(store: String(name.dropFirst("store-".count)), version: String(words[2]), digest: digest)
        }
    }

    /// Makes a version the one that is read, and deletes all others of its store.
    func publish(_ pushed: Pushed) throws {
        let folder = folder(of: pushed.store)
        let text = "tally \(WarehouseTable.version) \(pushed.version) \(pushed.digest)\n"
        // The file is replaced in one step.
        let next = folder.appending(path: "current-\(UUID().uuidString.lowercased())")
        try PrivateFile.write(Data(text.utf8), to: next)
        try SystemCalls.move(next.path, to: folder.appending(path: "current").path)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != pushed.version && name != "current" {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }
}

/// Writes a store into the folder of Spark. Spark itself turns the rows into Parquet.
final class SparkPush: WarehousePush {
    private static let tables: [WarehouseTable] = [.samples, .persons, .sources]

    private let session: SparkSession
    private let files: SparkFiles
    private let store: String
    private let isCancelled: () -> Bool
    private let version: String
    private let rows: URL
    private var handles: [WarehouseTable: FileHandle] = [:]
    private var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var rowCount = 0
    private(set) var pieceCount = 0
    private(set) var unchangedCount = 0
    var removedCount: Int { 0 }

    init(_ session: SparkSession, store: String, isCancelled: @escaping () -> Bool) throws {
        (self.session, self.store, self.isCancelled) = (session, store, isCancelled)
        files = SparkFiles(session.address)
        _ = try files.stores(place: session.place)
        version = "version-\(UUID().uuidString.lowercased())"
        rows = files.folder(of: store).appending(path: "rows-\(UUID().uuidString.lowercased())")
        do {
            try PrivateFile.createFolder(rows)
            // Earlier versions of Tally made folders that others could read.
            try PrivateFile.close(files.folder(of: store))
            for table in Self.tables {
                let folder = rows.appending(path: table.rawValue)
                try PrivateFile.createFolder(folder)
                let file = folder.appending(path: "rows.json")
                try PrivateFile.write(Data(), to: file)
                handles[table] = try FileHandle(forWritingTo: file)
            }
        } catch {
            throw WarehouseFailure.unexpected(place: session.place, reason: "the folder cannot be written: \(error.localizedDescription)")
        }
    }

    deinit { try? FileManager.default.removeItem(at: rows) }

    func add(_ piece: WarehousePiece) throws {
        digest = (digest ^ piece.digest) &* 0x100_0000_01B3
        pieceCount += 1
        for table in Self.tables {
            guard let text = piece.tables[table] else { continue }
            rowCount += text.rowCount
            try handles[table]?.write(contentsOf: Data(text.json(columns: table.columns.map { ($0.name, $0.type == .text) })))
        }
    }

    func finish() throws {
        for handle in handles.values { try handle.close() }
        if try files.stores(place: session.place).contains(where: { $0.store == store && $0.digest == digest }) {
            (unchangedCount, pieceCount, rowCount) = (pieceCount, 0, 0)
            return
        }
        let pushed = SparkFiles.Pushed(store: store, version: version, digest: digest)
        for table in Self.tables {
            let columns = table.columns.map { "`\($0.name)` \(Self.type($0.type))" }.joined(separator: ", ")
            let order = table == .samples ? "\nDISTRIBUTE BY type, person SORT BY type, person, start" : ""
            try session.run(
                """
                CREATE OR REPLACE TEMPORARY VIEW tally_rows (\(columns)) USING json
                OPTIONS (path \(SQLString.quoted(rows.appending(path: table.rawValue).path)));
                INSERT OVERWRITE DIRECTORY \(SQLString.quoted(files.path(table, pushed))) USING parquet
                SELECT * FROM tally_rows\(order)
                """, isCancelled: isCancelled)
        }
        try files.publish(pushed)
    }

    private static func type(_ type: WarehouseTable.ColumnType) -> String {
        switch type {
        case .text: "STRING"
        case .real: "DOUBLE"
        case .integer, .byte: "BIGINT"
        }
    }
}

@_spi(Guests)
extension TableText {
    /// Returns the rows as JSON objects, one a line.
    public func json(columns: [(name: String, isText: Bool)]) -> [UInt8] {
        var result: [UInt8] = []
        for line in bytesWithoutPrefix.split(separator: 10) {
            result.append(UInt8(ascii: "{"))
            for (index, value) in line.split(separator: 9, omittingEmptySubsequences: false).enumerated() {
                result += Array("\(index == 0 ? "" : ",")\"\(columns[index].name)\":".utf8)
                guard columns[index].isText else {
                    result += value
                    continue
                }
                result.append(34)
                var isEscaped = false
                for byte in value {
                    if isEscaped, byte == UInt8(ascii: "0") {
                        result += Array("u0000".utf8)
                    } else if byte == 34 {
                        result += [92, 34]
                    } else if byte < 32 {
                        result += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
                    } else {
                        result.append(byte)
                    }
                    isEscaped = byte == 92 && !isEscaped
                }
                result.append(34)
            }
            result += [UInt8(ascii: "}"), 10]
        }
        return result
    }
}

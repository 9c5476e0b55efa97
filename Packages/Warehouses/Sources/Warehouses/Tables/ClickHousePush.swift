@_spi(Guests) import TallyKit

/// Writes the parts of one store into a database of ClickHouse.
///
/// A part is visible once the ledger has its batch, which is written last. A push that is stopped leaves rows that nothing reads. The next
/// push writes only parts that are new or different, and then removes rows that nothing reads.
final class ClickHousePush: WarehousePush {
    let server: ClickHouseServer
    /// The id of the store, which each of its rows has.
    private let store: String
    private let isCancelled: () -> Bool
    private var known: [WarehousePiece.Key: Known] = [:]
    private var sequence: UInt64
    private var seen: Set<WarehousePiece.Key> = []
    private var waiting: [WarehousePiece] = []
    private var waitingBytes = 0
    /// True if there are rows that nothing reads.
    private var leavesRows = false
    private(set) var rowCount = 0
    private(set) var pieceCount = 0
    private(set) var unchangedCount = 0
    private(set) var removedCount = 0

    private struct Known {
        var batch: UInt64
        var digest: UInt64
    }

    /// The bytes that are sent in one request.
    private static let greatestBytes = 32 << 20
    /// How often a push looks whether the server has deleted lines, in ten seconds.
    private static let looks = 100

    /// Creates the tables if necessary, and reads what earlier pushes wrote.
    init(_ server: ClickHouseServer, store: String, isCancelled: @escaping () -> Bool) throws {
        (self.server, self.store, self.isCancelled) = (server, store, isCancelled)
        try server.createTables(isCancelled: isCancelled)
        let rows = try server.rows(
            """
            SELECT kind, person, type, toString(part), toString(argMax(batch, sequence)), toString(argMax(digest, sequence)),
              toString(max(sequence))
            FROM ledger WHERE store = \(SQLString.quoted(store)) GROUP BY kind, person, type, part
            """, columns: 7, isCancelled: isCancelled
        ).rows
        sequence = 0
        for row in rows {
            // A newer version of Tally can have further kinds.
            guard let kind = WarehousePiece.Key.Kind(rawValue: row[0].text) else { continue }
            let last: UInt64 = try server.number(row[6].text)
            guard last <= UInt64(Int64.max) else {
                throw WarehouseFailure.unexpected(place: server.place, reason: "the ledger has the line number \(last)")
            }
            sequence = max(sequence, last)
            known[.init(kind, person: row[1].text, type: row[2].text, part: try server.number(row[3].text))] = Known(
                batch: try server.number(row[4].text), digest: try server.number(row[5].text))
        }
    }

    func add(_ piece: WarehousePiece) throws {
        seen.insert(piece.key)
        if known[piece.key]?.digest == piece.digest, known[piece.key]?.batch != 0 {
            unchangedCount += 1
            return
        }
        waiting.append(piece)
        waitingBytes += piece.byteCount
        if waitingBytes >= Self.greatestBytes { try flush() }
    }

    func finish() throws {
        try flush()
        let gone = known.filter { !seen.contains($0.key) && $0.value.batch != 0 }.map(\.key)
        if !gone.isEmpty {
            try server.retrying(isCancelled) { try note(gone.map { ($0, 0, 0, 0) }) }
            removedCount = gone.count
            leavesRows = true
        }
        try removeLeftRows()
        if known.keys.contains(where: { !seen.contains($0) }) { try removeGonePersons() }
    }

    private func flush() throws {
        guard !waiting.isEmpty else { return }
        try server.retrying(isCancelled) {
            do {
                try write()
            } catch {
                // The server may have the rows. New batches make sure that they count once.
                leavesRows = true
                throw error
            }
        }
        (waiting, waitingBytes) = ([], 0)
    }

    private func write() throws {
        let batches = waiting.map { _ in UInt64.random(in: 1...UInt64(Int64.max)) }
        for table in WarehouseTable.allCases {
            var request: [UInt8] = []
            for (piece, batch) in zip(waiting, batches) {
                let prefix = Array("\(SQLString.quoted(store).dropFirst().dropLast())\t\(batch)".utf8)
                piece.tables[table]?.append(to: &request, prefix: prefix)
            }
            if request.isEmpty { continue }
            try server.insert(into: table.rawValue, table.columnList, rows: request, isCancelled: isCancelled)
        }
        try note(zip(waiting, batches).map { ($0.key, $1, $0.digest, $0.rowCount) })
        for (piece, batch) in zip(waiting, batches) {
            if let old = known[piece.key], old.batch != 0 { leavesRows = true }
            known[piece.key] = Known(batch: batch, digest: piece.digest)
            rowCount += piece.rowCount
            pieceCount += 1
        }
    }

    /// Writes lines of the ledger.
    private func note(_ lines: [(key: WarehousePiece.Key, batch: UInt64, digest: UInt64, count: Int)]) throws {
        var request: [UInt8] = []
        for line in lines {
            sequence += 1
            var text = TableText()
            text.beginRow()
            for word in [line.key.kind.rawValue, line.key.person, line.key.type] { text.add(word) }
            text.add(line.key.part)
            text.add(line.batch)
            text.add(line.digest)
            text.add(line.count)
            text.add(sequence)
            text.endRow()
            text.append(to: &request, prefix: Array(store.utf8))
        }
        try server.insert(
            into: "ledger", "store, kind, person, type, part, batch, digest, count, sequence", rows: request, isCancelled: isCancelled)
    }

    /// Removes rows of this store that nothing reads. The rows of other stores are not touched.
    private func removeLeftRows() throws {
        let own = "store = \(SQLString.quoted(store))"
        let live = "SELECT argMax(batch, sequence) FROM ledger WHERE \(own) GROUP BY store, kind, person, type, part"
        for table in WarehouseTable.allCases {
            let left = try server.numbers(
                "SELECT DISTINCT toString(batch) FROM \(table.rawValue) WHERE \(own) AND batch NOT IN (\(live))", columns: 1,
                isCancelled: isCancelled
            ).map { $0[0] }
            for start in stride(from: 0, to: left.count, by: 5000) {
                let batches = left[start..<min(start + 5000, left.count)].map(String.init).joined(separator: ", ")
                try server.execute(
                    "ALTER TABLE \(table.rawValue) DELETE WHERE \(own) AND batch IN (\(batches))", isCancelled: isCancelled)
            }
        }
    }

    /// Removes the lines of the ledger that name persons whom the store no longer has. The rows of these persons are removed before.
    ///
    /// A line with batch 0 hides older lines of its part, so it is removed only after those. If the server is slow, the next push does it.
    private func removeGonePersons() throws {
        let own = "store = \(SQLString.quoted(store))"
        let live = "SELECT argMax(batch, sequence) FROM ledger WHERE \(own) GROUP BY store, kind, person, type, part"
        let gone = "\(own) AND person NOT IN (SELECT person FROM ledger WHERE \(own) AND batch != 0 AND batch IN (\(live)))"
        func lines() throws -> [(batch: UInt64, sequence: UInt64)] {
            try server.numbers(
                "SELECT toString(batch), toString(sequence) FROM ledger WHERE \(gone)", columns: 2, isCancelled: isCancelled
            ).map { ($0[0], $0[1]) }
        }
        // Numbers instead of ids, because the server keeps the text of statements.
        func delete(_ numbers: [UInt64], where condition: String) throws {
            for start in stride(from: 0, to: numbers.count, by: 5000) {
                let list = numbers[start..<min(start + 5000, numbers.count)].map(String.init).joined(separator: ", ")
                try server.execute("ALTER TABLE ledger DELETE WHERE \(own) AND \(condition) IN (\(list))", isCancelled: isCancelled)
            }
        }
        try delete(lines().filter { $0.batch != 0 }.map(\.batch), where: "batch")
        for _ in 0..<Self.looks {
            let left = try lines()
            if left.allSatisfy({ $0.batch == 0 }) { return try delete(left.map(\.sequence), where: "batch = 0 AND sequence") }
            try server.wait(0.1, isCancelled)
        }
    }
}

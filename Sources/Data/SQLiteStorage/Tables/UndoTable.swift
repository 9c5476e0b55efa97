import GRDB
import HealthModel
import StorageModel

/// The steps that a store file can take back, inside a transaction.
struct UndoTable {
    /// The state before the first write of a step.
    struct Beginning {
        var change: Int64
        /// The number of the next sample.
        var number: Int64
        var lastSource: Int
        var lastMetadata: Int64
    }

    let db: Database

    // MARK: Reading

    /// Returns the steps, newest first.
    func steps() throws -> [UndoStep] {
        try Row.fetchAll(
            db.cachedStatement(sql: "SELECT first, last, text, time, hasOthers, obstacle FROM undoStep ORDER BY first DESC")
        ).map { row in
            UndoStep(
                first: try row.limited(0), last: try row.limited(1), text: try row.get(2),
                time: (try row.get(3) as Int64?).map(Instant.init(milliseconds:)), hasOthers: try row.get(4),
                obstacle: (try row.get(5) as String?).flatMap(UndoStep.Obstacle.init))
        }
    }

    /// Returns the state before a step.
    func beginning(of step: UndoStep) throws -> Beginning? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT first, firstNumber, lastSource, lastMetadata FROM undoStep WHERE first = ?"),
            arguments: [step.first]
        ).map { try Beginning(change: $0.limited(0), number: $0.limited(1), lastSource: $0.get(2), lastMetadata: $0.get(3)) }
    }

    /// Returns the state before the step of a deed; nil if the deed has not written yet.
    func beginning(of deed: StoreDeed) throws -> Beginning? {
        let statement = try db.cachedStatement(
            sql: "SELECT first, firstNumber, lastSource, lastMetadata FROM undoStep WHERE token = ? ORDER BY first DESC LIMIT 1")
        return try Row.fetchOne(statement, arguments: [deed.token]).map {
            try Beginning(change: $0.limited(0), number: $0.limited(1), lastSource: $0.get(2), lastMetadata: $0.get(3))
        }
    }

    // MARK: Writing

    /// Adds a change to the step of its deed. Steps of other programs that began since then become a part of it.
    ///
    /// - Parameters:
    ///   - beginning: The state before this transaction, or before the step if it has one.
    ///   - limit: The number of steps that the store keeps.
    func record(
        change: Int64, by deed: StoreDeed?, from beginning: Beginning, keeping limit: Int, obstacle: UndoStep.Obstacle?
    ) throws {
        if limit == 0 || obstacle != nil { try forget(before: change + 1) }
        if limit == 0 { return }
        if obstacle == nil, beginning.change < change {
            try db.cachedStatement(sql: "UPDATE undoStep SET last = ? WHERE first = ?").execute(arguments: [change, beginning.change])
            try db.cachedStatement(sql: "DELETE FROM undoStep WHERE first > ?").execute(arguments: [beginning.change])
            if db.changesCount > 0 {
                try db.execute(sql: "UPDATE undoStep SET hasOthers = 1 WHERE first = ?", arguments: [beginning.change])
            }
            return
        }
        // Nothing about a forgotten person may remain, so the text of the deed is not kept.
        let deed = obstacle == nil ? deed : nil
        try db.cachedStatement(
            sql: """
                INSERT INTO undoStep (first, last, token, text, time, obstacle, firstNumber, lastSource, lastMetadata)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            change, change, deed?.token ?? 0, deed?.text, deed?.time.milliseconds, obstacle?.rawValue, beginning.number,
            beginning.lastSource, beginning.lastMetadata,
        ])
        let oldest = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT first FROM undoStep ORDER BY first DESC LIMIT 1 OFFSET ?"), arguments: [limit - 1])
        if let oldest { try forget(before: oldest) }
    }

    /// Forgets the steps that began before a change.
    private func forget(before change: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM undoStep WHERE first < ?").execute(arguments: [change])
        for table in UndoSchema.earlierTables {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE change < ?").execute(arguments: [change])
        }
    }

    /// Forgets a step, and what taking it back has kept.
    func remove(_ step: UndoStep) throws {
        try db.execute(sql: "DELETE FROM undoStep WHERE first = ?", arguments: [step.first])
        for table in UndoSchema.earlierTables {
            try db.execute(sql: "DELETE FROM \(table) WHERE change >= ?", arguments: [step.first])
        }
    }

    // MARK: Earlier rows

    /// Selects the first row that a step kept for each key. `existed` is 0 if the step added the row.
    func firstRows(of earlier: String, key: [String], _ columns: [String]) -> String {
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        // SQLite takes the other columns from the row with the least change.
        return """
            SELECT \(names), existed, min(change) AS change FROM \(earlier) WHERE change BETWEEN :first AND :last
            GROUP BY \(key.joined(separator: ", "))
            """
    }

    /// Gives the rows of a step that was just written their earlier content.
    func putBack(_ step: UndoStep) throws {
        let changes: StatementArguments = ["first": step.first, "last": step.last]
        for table in UndoSchema.tables {
            let columns = try UndoSchema.columns(table.name, db)
            let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            let rows = firstRows(of: table.earlier, key: table.key, columns)
            let keys = table.key.joined(separator: ", ")
            let values = columns.filter { !table.key.contains($0) }.map { "\"\($0)\" = excluded.\"\($0)\"" }
            try db.execute(
                sql: "DELETE FROM \(table.name) WHERE (\(keys)) IN (SELECT \(keys) FROM (\(rows)) WHERE existed = 0)", arguments: changes)
            // A deletion of a person would delete its attributes, so rows that stay are changed.
            try db.execute(
                sql: """
                    INSERT INTO \(table.name) (\(names)) SELECT \(names) FROM (\(rows)) WHERE existed = 1
                    ON CONFLICT (\(keys)) DO UPDATE SET \(values.joined(separator: ", "))
                    """, arguments: changes)
        }
        for table in UndoSchema.records {
            let columns = try UndoSchema.columns(table.name, db)
            let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
            let rows = firstRows(of: table.earlier, key: table.key, columns)
            try db.execute(sql: "DELETE FROM \(table.name) WHERE number IN (SELECT number FROM (\(rows)))", arguments: changes)
            try db.execute(
                sql: "INSERT INTO \(table.name) (\(names)) SELECT \(names) FROM (\(rows)) WHERE existed = 1", arguments: changes)
            for child in table.children {
                let names = try UndoSchema.columns(child.name, db).map { "\"\($0)\"" }
                try db.execute(
                    sql: """
                        INSERT INTO \(child.name) (\(names.joined(separator: ", ")))
                        SELECT \(names.map { "part.\($0)" }.joined(separator: ", ")) FROM \(UndoSchema.earlier(child.name)) part
                        JOIN (\(rows)) AS record ON record.number = part.\(child.owner) AND record.change = part.change
                        WHERE record.existed = 1
                        """, arguments: changes)
            }
        }
        for column in UndoSchema.columns {
            let rows = firstRows(of: column.earlier, key: ["id"], ["id", column.name])
            try db.execute(
                sql: """
                    UPDATE \(column.table) SET \(column.name) = (SELECT \(column.name) FROM (\(rows)) kept WHERE kept.id = \(column.table).id)
                    WHERE id IN (SELECT id FROM (\(rows)))
                    """, arguments: changes)
        }
    }

    /// Returns the numbers of the persons that a step added.
    func addedPersons(_ step: UndoStep) throws -> [Int64] {
        try Int64.fetchAll(
            db, sql: "SELECT id FROM (\(firstRows(of: "earlier_person", key: ["id"], ["id"]))) WHERE existed = 0",
            arguments: ["first": step.first, "last": step.last])
    }
}

import GRDB
import HealthModel
import SampleStore
package import StorageModel
import Synchronization

/// The changes of a store file that can be taken back.
extension SQLiteStore: UndoKeeping {
    @discardableResult
    package func begin(_ deed: StoreDeed?) -> StoreDeed? {
        self.deed.withLock { current in
            defer { current = deed }
            return current
        }
    }

    package func undoSteps() throws -> [UndoStep] {
        guard parts.undo else { return [] }
        return try snapshot { try UndoTable(db: $0).steps() }
    }

    package func undo(_ step: UndoStep) throws -> Bool {
        try transaction { try $0.undo(step) }
    }

    package func effect(of step: UndoStep) throws -> UndoEffect {
        guard parts.undo else { return UndoEffect() }
        return try snapshot { db in
            guard let beginning = try UndoTable(db: db).beginning(of: step) else { return UndoEffect() }
            return try UndoForecast(db: db, path: path, step: step, beginning: beginning).effect()
        }
    }
}

/// Computes the changes that taking back a step would make.
private struct UndoForecast {
    let db: Database
    let path: String
    let step: UndoStep
    let beginning: UndoTable.Beginning

    private var changes: StatementArguments { ["first": step.first, "last": step.last] }

    func effect() throws -> UndoEffect {
        var effect = UndoEffect()
        try addSamples(to: &effect)
        try addRecords(to: &effect)
        try addOthers(to: &effect)
        return effect
    }

    // MARK: Samples

    private func addSamples(to effect: inout UndoEffect) throws {
        let metrics = try Row.fetchAll(
            db, sql: "SELECT m.id, m.identifier, p.name FROM metric m JOIN person p ON p.id = m.person ORDER BY p.name, m.identifier")
        for row in metrics {
            let (id, metric, person): (Int64, MetricID, String) = (try row.get(0), MetricID(try row.get(1)), try row.get(2))
            var added = Tally()
            try countAdded(metric, id, in: &added)
            add(added, .going, metric, person, to: &effect)
            for kind in [UndoEffect.Part.Kind.returning, .restored] {
                let found = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT sum(count), min(firstStart), max(lastStart) FROM earlierSample
                        WHERE change BETWEEN :first AND :last AND metric = :metric AND kind = :kind HAVING sum(count) > 0
                        """, arguments: changes + ["metric": id, "kind": kind.rawValue])
                if let found { add(try Tally(found), kind, metric, person, to: &effect) }
            }
        }
    }

    private struct Tally {
        var count = 0
        var starts: ClosedRange<Int64>?

        init() {}

        init(_ row: Row) throws { self.init(count: try row.get(0), try row.get(1), try row.get(2)) }

        init(count: Int, _ first: Int64?, _ last: Int64?) {
            self.count = count
            if let first, let last, first <= last { starts = first...last }
        }

        mutating func add(_ other: Tally) {
            count += other.count
            guard let range = other.starts else { return }
            starts = starts.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) } ?? range
        }
    }

    private func add(
        _ tally: Tally, _ kind: UndoEffect.Part.Kind, _ metric: MetricID, _ person: String, to effect: inout UndoEffect
    ) {
        guard tally.count > 0 else { return }
        effect.parts.append(.init(person: person, metric: metric, kind: kind, count: tally.count, starts: tally.starts))
    }

    private func countAdded(_ metric: MetricID, _ id: Int64, in tally: inout Tally) throws {
        let whole = try Row.fetchOne(
            db, sql: "SELECT coalesce(sum(count), 0), min(firstStart), max(lastStart) FROM block WHERE metric = ? AND leastNumber >= ?",
            arguments: [id, beginning.number])
        if let whole { tally.add(try Tally(whole)) }
        let blocks = BlockTable(db: db, path: path, metric: metric, metricID: id)
        var rows = SampleBatch()
        for entry in try blocks.entries(numbers: beginning.number ... .max, starting: .min ... .max)
        where try blocks.leastNumber(entry) < beginning.number {
            try blocks.read(entry, columns: .numbers, into: &rows)
            let added = rows.numbers.indices.filter { rows.numbers[$0] >= beginning.number }
            tally.add(Tally(count: added.count, added.first.map { rows.starts[$0] }, added.last.map { rows.starts[$0] }))
        }
        let fresh = try Row.fetchOne(
            db, sql: "SELECT count(*), min(start), max(start) FROM freshSample WHERE metric = ? AND number >= ?",
            arguments: [id, beginning.number])
        if let fresh { tally.add(try Tally(fresh)) }
    }

    // MARK: Records

    private func addRecords(to effect: inout UndoEffect) throws {
        let table = UndoTable(db: db)
        for (name, metric) in [("workout", "'\(MetricID.workouts.identifier)'"), ("correlation", "coalesce(now.type, before.type)")] {
            let columns = name == "workout" ? ["number", "start", "source"] : ["number", "start", "source", "type"]
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT p.name, \(metric) AS metric,
                    CASE WHEN existed = 0 THEN 0 WHEN now.number IS NULL THEN 1 ELSE 2 END AS kind,
                    count(*), min(coalesce(now.start, before.start)), max(coalesce(now.start, before.start))
                    FROM (\(table.firstRows(of: UndoSchema.earlier(name), key: ["number"], columns))) AS before
                    LEFT JOIN \(name) now ON now.number = before.number
                    LEFT JOIN source s ON s.id = coalesce(now.source, before.source) LEFT JOIN person p ON p.id = s.person
                    WHERE existed = 1 OR now.number IS NOT NULL GROUP BY 1, 2, 3
                    """, arguments: changes)
            for row in rows {
                let kind = UndoEffect.Part.Kind(rawValue: try row.get(2)) ?? .restored
                add(
                    Tally(count: try row.get(3), try row.get(4), try row.get(5)), kind, MetricID(try row.get(1)),
                    (try row.get(0) as String?) ?? "", to: &effect)
            }
        }
        let days = try Row.fetchAll(
            db,
            sql: """
                SELECT p.name, existed, count(*) FROM (\(table.firstRows(of: "earlier_activitySummary", key: ["person", "day"], ["person"])))
                JOIN person p ON p.id = person GROUP BY 1, 2
                """, arguments: changes)
        for row in days {
            let isChanged: Bool = try row.get(1)
            add(Tally(count: try row.get(2), nil, nil), isChanged ? .restored : .going, .activitySummaries, try row.get(0), to: &effect)
        }
    }

    // MARK: Others

    private func addOthers(to effect: inout UndoEffect) throws {
        func each(_ sql: String, _ make: (Row) throws -> UndoEffect.Other) throws {
            for row in try Row.fetchAll(db, sql: sql, arguments: changes) {
                let other = try make(row)
                if !effect.others.contains(other) { effect.others.append(other) }
            }
        }
        let range = "e.change BETWEEN :first AND :last"
        let owner = "LEFT JOIN person p ON p.id = e.person"
        try each("SELECT DISTINCT name FROM earlier_setting e WHERE \(range) ORDER BY 1") { .setting(try $0.get(0), person: nil) }
        try each("SELECT DISTINCT e.name, coalesce(p.name, '') FROM earlier_personSetting e \(owner) WHERE \(range) ORDER BY 2, 1") {
            .setting(try $0.get(0), person: try $0.get(1))
        }
        try each(
            """
            SELECT DISTINCT m.identifier, p.name FROM earlier_sourcePriority e JOIN metric m ON m.id = e.metric
            JOIN person p ON p.id = m.person WHERE \(range) ORDER BY 2, 1
            """
        ) { .sourceOrder(MetricID(try $0.get(0)), person: try $0.get(1)) }
        try each("SELECT DISTINCT p.name FROM earlier_person e JOIN person p ON p.id = e.id WHERE \(range) ORDER BY 1") {
            .person(try $0.get(0))
        }
        try each("SELECT DISTINCT e.name, coalesce(p.name, '') FROM earlier_personAttribute e \(owner) WHERE \(range) ORDER BY 2, 1") {
            .attribute(try $0.get(0), person: try $0.get(1))
        }
        try each("SELECT DISTINCT name FROM earlier_source e WHERE \(range) ORDER BY 1") { .sourceName(try $0.get(0)) }
        try each(
            """
            SELECT DISTINCT m.identifier FROM earlier_metric e JOIN metric m ON m.id = e.id
            WHERE \(range) AND e.fileUnit IS NOT NULL ORDER BY 1
            """
        ) { .unit(MetricID(try $0.get(0))) }
    }
}

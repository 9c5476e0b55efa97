import Explanations
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import ReferenceEngine
import ResultRendering
import RowStages
import SQLCode
import SampleDatabase
import SampleStore
import StorageModel
import Testing

/// Verifies that the text of `explain sql`, run in a database with the samples, returns the engine's rows.
@Suite("SQL against the engine")
struct SQLAgainstEngine {
    @Test("The SQL of a random query returns the engine's rows in SQLite")
    func rows() throws {
        for seed in seeds(150) {
            let random = RandomCase(seed: seed)
            let difference = try Self.difference(random)
            let smallest = difference == nil ? random : try random.shrunk { try Self.difference($0) != nil }
            let smallestDifference = difference == nil ? nil : try Self.difference(smallest)
            #expect(difference == nil, "smallest: \(smallestDifference ?? "none")\n\(smallest)")
        }
    }

    /// Compares the engine's rows with the database's. Returns the difference, or nil.
    private static func difference(_ random: RandomCase) throws -> String? {
        let store = MemoryStore()
        try random.write(to: store, batchesOf: 5)
        return try store.read { source in
            let plan = try QueryEngine.withEvents(random.plan(), over: source)
            let facts = try SQLStoreFacts(for: plan, in: source) { metric, plan, source in
                try SourceRanking.presentRanks(of: metric, in: source, preferred: plan.preferredSources)
                    .map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
            }
            let sql: String
            do {
                sql = try SQLText(Pipeline(plan: plan), facts: facts).text()
            } catch {
                return random.isBeyondTable ? nil : "refused: \(error)"
            }
            var table = try QueryEngine.run(plan, over: source)
            // SQL has times in milliseconds.
            for index in table.columns.indices { table.columns[index].clock = nil }
            let expected = ResultRenderer.text(of: table, as: .csv)
            let database = try SampleDatabase(of: source)
            let head = try SQLText(Pipeline(plan: plan), facts: facts).head(longest: 3)
            for table in head.tables { try database.add(table) }
            if let difference = head.difference(of: try database.answer(to: head.statement), from: table) { return "head: \(difference)" }
            // A deviation loses the digits that the values have in common.
            let scale = random.samples.map { abs($0.value) }.max() ?? 0
            return try database.answer(to: sql).difference(from: TextRows(csv: expected)) { $0 == "stddev" ? scale : 0 }
        }
    }
}

extension RandomCase {
    /// Returns true if the table of samples may lack data for the query: devices, time zones of samples, and the distinction between
    /// manual and automatic samples of one source.
    fileprivate var isBeyondTable: Bool {
        query.splits.contains { if case .device = $0 { true } else { false } } || usesSampleZones
            || (query.sources == .merged && samples.contains(where: \.isHandEntered))
    }
}

extension SQLHead {
    /// Returns the difference between rows of the statement and a table that the engine computed. The measures are compared elsewhere.
    fileprivate func difference(of found: TextRows, from table: ResultTable) -> String? {
        guard found.columns == columns.map(\.name) else { return "columns \(found.columns)" }
        guard found.cells.count == table.rowCount else { return "\(found.cells.count) rows, not \(table.rowCount)" }
        func time(_ time: Int64) -> String { time == ResultTable.unknownTime ? "" : "\(time)" }
        for (row, cells) in found.cells.enumerated() {
            for (cell, column) in zip(cells, columns) {
                let isEqual =
                    switch column.role {
                    case .start: cell == time(table.starts[row])
                    case .end: cell == time(table.ends[row])
                    case .zone: false
                    case .key(let index):
                        switch (column.type, table.keys[index].values[row]) {
                        case (_, nil): cell.isEmpty
                        case (.number, let value?): value.number == Double(cell)
                        case (_, let value?): value.text == cell
                        }
                    case .measure(let index): cell.isEmpty == (table.columns[index].values[row] == nil)
                    case .partial: cell == String(table.partial[row])
                    }
                if !isEqual { return "row \(row), \(column.name): \(cell)" }
            }
        }
        return nil
    }
}

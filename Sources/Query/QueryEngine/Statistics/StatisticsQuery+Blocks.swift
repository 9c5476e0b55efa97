import HealthModel
import QueryPlan
import Threading

/// Answers measures block by block, on several threads.
///
/// The cells of the blocks are added to those of the query in the order of the blocks, so the answer does not depend on the threads.
extension StatisticsQuery {
    /// Reads the samples of a group into the columns. Returns the window that was read, or nil if the samples must come in order.
    func readBlocks(of group: MeasureGroup) throws -> QueryTrace.Window? {
        guard canDivide(group) else { return nil }
        let pool = try WorkerPool { try worker(for: group) }
        guard pool.with(\.canRunAnywhere) else { return nil }
        let reader = try reader(for: group)
        let before = reader.readCount
        try reader.readBlocks(group.metric, columns: pool.with(\.columns)) { block in
            pool.with { $0.times(of: block) }
        } _: { block in
            try pool.part(of: block)
        } _: { part in
            try reader.checkpoint(part.sampleCount)
            guard let block = part.unfinished else { return try add(part) }
            try add(pool.with { try $0.part(of: block, isCancelled: options.isCancelled) })
        }
        return try window(of: group.metric, readBy: reader, since: before)
    }

    /// True if blocks can be read separately: no sample affects how others count.
    private func canDivide(_ group: MeasureGroup) -> Bool {
        let isPlain = observer == nil && plan.holding == nil && !plan.usesSampleZones
        return isPlain && group.field == nil && group.metric != .workouts && group.exclusiveValues == nil
            && group.measures.allSatisfy { index, measure in
                let treatment = measure.treatment(in: plan)
                return !treatment.isMerged && !treatment.holdsInstants && treatment.scope == .parts && columns[index].part() != nil
            }
    }

    private func worker(for group: MeasureGroup) throws -> BlockWorker {
        let measures = Dictionary(grouping: group.measures) { $0.measure.treatment(in: plan) }.map { treatment, measures in
            BlockWorker.Measures(
                places: measures.map(\.index), columns: measures.compactMap { columns[$0.index].part() },
                readColumns: measures.reduce(into: []) { $0.formUnion($1.measure.readColumns) },
                placer: placer(for: measures, treated: treatment, on: grid))
        }
        return BlockWorker(
            measures, reader: try reader(for: group), keys: try keys.separate(over: source), hasKeys: !plan.splits.isEmpty)
    }

    private func reader(for group: MeasureGroup) throws -> SampleReader {
        try newReader(plan.predicate(for: group.part))
    }

    /// Adds the cells of a block.
    private func add(_ part: BlockPart) throws {
        let keyNumbers = plan.splits.isEmpty ? [0] : part.keys.map { Int(keys.key(ofPath: $0)) }
        try checkRowCount()
        let groupCount = grid.groupCount
        for cells in part.cells where cells.groupCount > 0 {
            for (place, column) in zip(cells.places, cells.columns) {
                columns[place].reserve(cellCount: keys.count * groupCount, level: 0)
                columns[place].add(column) { cell in
                    let (key, group) = cell.quotientAndRemainder(dividingBy: cells.groupCount)
                    return keyNumbers[key] * groupCount + cells.firstGroup + group
                }
            }
        }
    }
}

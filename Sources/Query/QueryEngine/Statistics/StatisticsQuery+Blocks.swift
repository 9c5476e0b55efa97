import HealthModel
import QueryPlan
import Threading

/// Answers measures block by block, on several threads.
///
/// The cells of the blocks are added to those of the query in the order of the blocks, so the answer does not depend on the threads.
extension StatisticsQuery {
    /// True if no sample affects how others count, so that cells of blocks can be added.
    func canAddCells(of group: MeasureGroup) -> Bool {
        observer == nil && group.exclusiveValues == nil
            && group.measures.allSatisfy { index, measure in
                let treatment = measure.treatment(in: plan)
                return !treatment.isMerged && !treatment.holdsInstants && treatment.scope == .parts && columns[index].part() != nil
            }
    }

    /// Adds the cells of the blocks that a reader reads.
    func addCells(of group: MeasureGroup, by reader: SampleReader) throws {
        let pool = try WorkerPool { try worker(for: group, filter: reader.filter.separate()) }
        try reader.readBlocks { block in
            pool.with { $0.times(of: block) }
        } _: { block in
            try pool.part(of: block)
        } _: { part in
            try context.checkpoint(part.sampleCount)
            if let block = part.unfinished {
                try add(pool.with { try $0.part(of: block, isCancelled: options.isCancelled) })
            } else {
                try add(part)
            }
            return true
        }
    }

    private func worker(for group: MeasureGroup, filter: SampleFilter) throws -> BlockWorker {
        let measures = Dictionary(grouping: group.measures) { $0.measure.treatment(in: plan) }.map { treatment, measures in
            BlockWorker.Measures(
                places: measures.map(\.index), columns: measures.compactMap { columns[$0.index].part() },
                readColumns: measures.reduce(into: []) { $0.formUnion($1.measure.readColumns) },
                placer: placer(for: measures, treated: treatment, on: grid))
        }
        return BlockWorker(measures, filter: filter, keys: try keys.separate(over: source), hasKeys: !plan.splits.isEmpty)
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

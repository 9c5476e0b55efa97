/// The properties of a sample, other than its time, that determine its cell.
struct Lane: Hashable {
    /// The number of the key in the key table; 0 without splits.
    var key: Int32 = 0
    /// The UTC offset of the clock in seconds; 0 except with `zone sample`.
    var clock: Int32 = 0
    /// True if the sample is an instant that is extended to the next one (`weighting hold`). Merging still treats it as an instant.
    var isHeld = false
    /// True if the sample affects merging but does not count (S6.6): it covers its time and adds no piece.
    var isSilent = false

    /// Returns the lanes of rows with the given keys. Empty if nothing is known of the rows, which means a single lane.
    static func lanes(_ facts: RowFacts = RowFacts(), keys: [Int32] = []) -> [Lane] {
        let (clocks, counts) = (facts.clocks, facts.counts)
        if clocks.isEmpty, counts == nil { return [Lane](count: keys.count, filler: Lane()) { Lane(key: keys[$0]) } }
        return (0..<(counts?.count ?? clocks.count)).map { row in
            Lane(key: keys.isEmpty ? 0 : keys[row], clock: clocks.isEmpty ? 0 : clocks[row], isSilent: counts?[row] == false)
        }
    }
}

/// The facts about the rows of a batch that are not in its columns.
struct RowFacts {
    /// The UTC offset of each row's clock in seconds. Empty except with `zone sample`, where it converts real time to the plan's times.
    var clocks: [Int32] = []
    /// For each row, whether it counts or only affects how others count; nil if all rows count.
    var counts: [Bool]?

    /// Returns the milliseconds by which the clock of a row is ahead of UTC.
    func shift(_ row: Int) -> Int64 { clocks.isEmpty ? 0 : Int64(clocks[row]) * 1000 }
}

/// The same grid of cells for every clock. The same local times are different instants on each clock.
struct GridsByClock {
    let utc: CellGrid
    private let whole: CellGrid
    private let times: IntervalList?
    private var grids: [Int32: CellGrid] = [:]

    init(_ grid: CellGrid, times: IntervalList?) {
        whole = grid
        self.times = times
        utc = grid.limited(to: times)
    }

    mutating func grid(_ clock: Int32) -> CellGrid {
        if clock == 0 { return utc }
        if let known = grids[clock] { return known }
        // The times that count are real times on every clock.
        let grid = whole.moved(byMilliseconds: -Int64(clock) * 1000).limited(to: times)
        grids[clock] = grid
        return grid
    }
}

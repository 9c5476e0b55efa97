/// What decides, beside its time, where a sample goes.
struct Lane: Hashable {
    /// A number of the key table; 0 without splits.
    var key: Int32 = 0
    /// Seconds that the clock is ahead of UTC; 0 but under `zone sample`.
    var clock: Int32 = 0
    /// Whether the sample is an instant that lasts until the next one (`weighting hold`): for merging it is an instant all the same.
    var isHeld = false
    /// Whether the sample has a say in merging and does not count itself (S6.6): it holds its time and leaves no piece.
    var isSilent = false

    /// The lanes of rows with the given keys and clocks; empty, for one and the same, when both are.
    static func lanes(keys: [Int32], clocks: [Int32]) -> [Lane] {
        if clocks.isEmpty { return keys.map { Lane(key: $0) } }
        return clocks.indices.map { Lane(key: keys.isEmpty ? 0 : keys[$0], clock: clocks[$0]) }
    }
}

/// One grid of cells on every clock: the same wall-clock edges are other instants on each.
struct GridsByClock {
    let utc: CellGrid
    private var grids: [Int32: CellGrid] = [:]

    init(_ grid: CellGrid) { utc = grid }

    mutating func grid(_ clock: Int32) -> CellGrid {
        if clock == 0 { return utc }
        if let known = grids[clock] { return known }
        let grid = utc.moved(byMilliseconds: -Int64(clock) * 1000)
        grids[clock] = grid
        return grid
    }
}

import HealthModel
import QueryPlan

/// Divides intervals that overlap into layers of intervals that do not, so that each layer is a grid with gaps.
///
/// All parts of a workout are in one layer, and no part of another workout at the same time is there. So a workout in a layer is only in its
/// own rows.
struct EventLayers {
    struct Layer {
        /// The groups of the whole grid, in order.
        var groups: [Int] = []
        var end = Int64.min
    }

    private(set) var layers: [Layer] = []
    /// For each group, its layer and its place there.
    private(set) var places: [(layer: Int, group: Int)] = []

    /// - Parameter grid: A grid whose groups are intervals.
    init(_ grid: TimeGrid) {
        // The layers as a heap: the one that ends first is at the top.
        var heap: [Int] = []
        places = Array(repeating: (0, 0), count: grid.groupCount)
        let units = Self.units(of: grid)
        func start(_ unit: Int) -> Int64 { grid.groupStarts[units[unit][0]] }
        for unit in units.indices.sorted(by: { (start($0), units[$0][0]) < (start($1), units[$1][0]) }) {
            let layer: Int
            if let first = heap.first, layers[first].end <= start(unit) {
                layer = first
            } else {
                layer = layers.count
                layers.append(Layer())
            }
            for group in units[unit] {
                places[group] = (layer, layers[layer].groups.count)
                layers[layer].groups.append(group)
                layers[layer].end = max(layers[layer].end, grid.groupEnds[group])
            }
            if heap.first == layer { sink(&heap) } else { rise(layer, in: &heap) }
        }
    }

    /// Returns the groups of each workout in order, or else each group.
    private static func units(of grid: TimeGrid) -> [[Int]] {
        let samples = grid.events?.samples ?? []
        guard samples.count == grid.groupCount else { return (0..<grid.groupCount).map { [$0] } }
        var (units, numbers): ([[Int]], [Int64: Int]) = ([], [:])
        for (group, sample) in samples.enumerated() {
            if let unit = numbers[sample.number] {
                units[unit].append(group)
            } else {
                numbers[sample.number] = units.count
                units.append([group])
            }
        }
        return units
    }

    private func sink(_ heap: inout [Int]) {
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && layers[heap[child]].end < layers[heap[least]].end {
                least = child
            }
            if least == place { return }
            heap.swapAt(place, least)
            place = least
        }
    }

    private func rise(_ layer: Int, in heap: inout [Int]) {
        heap.append(layer)
        var place = heap.count - 1
        while place > 0, layers[heap[place]].end < layers[heap[(place - 1) / 2]].end {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Returns the grid of a layer: its intervals, and gaps whose time does not count.
    func grid(of layer: Int, in plan: Plan) -> TimeGrid {
        let whole = plan.grid
        let groups = layers[layer].groups
        var grid = whole
        grid.groupStarts = groups.map { whole.groupStarts[$0] }
        grid.groupEnds = groups.map { whole.groupEnds[$0] }
        grid.groupCount = groups.count
        grid.edges = [min(plan.range.start.milliseconds, grid.groupStarts.first ?? .max)]
        var groupOfBucket: [Int32] = []
        func append(to edge: Int64, _ group: Int32) {
            guard let last = grid.edges.last, edge > last else { return }
            grid.edges.append(edge)
            groupOfBucket.append(group)
        }
        let limit = plan.range.limit.milliseconds
        for (index, group) in groups.enumerated() {
            append(to: grid.groupStarts[index], -1)
            append(to: whole.events?.isEndless[group] == true ? limit : grid.groupEnds[index], Int32(index))
        }
        append(to: limit, -1)
        grid.groupOfBucket = groupOfBucket
        grid.events = whole.events?.keeping(groups)
        return grid
    }
}

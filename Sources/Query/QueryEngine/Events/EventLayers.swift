import HealthModel
import QueryPlan

/// Divides intervals that overlap into layers of intervals that do not, so that each layer is a grid with gaps.
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
        for group in (0..<grid.groupCount).sorted(by: { (grid.groupStarts[$0], $0) < (grid.groupStarts[$1], $1) }) {
            let layer: Int
            if let first = heap.first, layers[first].end <= grid.groupStarts[group] {
                layer = first
            } else {
                layer = layers.count
                layers.append(Layer())
            }
            places[group] = (layer, layers[layer].groups.count)
            layers[layer].groups.append(group)
            layers[layer].end = grid.groupEnds[group]
            if heap.first == layer { sink(&heap) } else { rise(layer, in: &heap) }
        }
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

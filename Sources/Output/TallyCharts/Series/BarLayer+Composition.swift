extension BarLayer {
    /// Returns `layers` stacked in their order over shared spans: positive values upward from zero, negative values downward.
    ///
    /// A value is the distance from a bar's `low` to its `high`. Bars share a span if they start at the same x. A bar without a value takes
    /// no room.
    public static func stacked(_ layers: [BarLayer]) -> [BarLayer] {
        var ends: [Double: (up: Double, down: Double)] = [:]
        return layers.map { layer in
            var layer = layer
            for index in layer.bars.indices {
                let bar = layer.bars[index]
                guard let low = bar.low, let high = bar.high, (high - low).isDrawable else { continue }
                var stack = ends[bar.start] ?? (0, 0)
                if high >= low {
                    layer.bars[index].low = stack.up
                    stack.up += high - low
                    layer.bars[index].high = stack.up
                } else {
                    layer.bars[index].low = stack.down
                    stack.down += high - low
                    layer.bars[index].high = stack.down
                }
                ends[bar.start] = stack
            }
            return layer
        }
    }

    /// Returns `layers` side by side in their order, each in its part of every span.
    public static func grouped(_ layers: [BarLayer]) -> [BarLayer] {
        layers.enumerated().map { index, layer in
            var grouped = BarLayer(series: layer.series, bars: layer.bars, slot: index, slotCount: layers.count)
            grouped.name = layer.name
            return grouped
        }
    }
}

extension Double {
    /// True if the number can be drawn: finite and not extremely large.
    var isDrawable: Bool { magnitude < 1e300 }
}

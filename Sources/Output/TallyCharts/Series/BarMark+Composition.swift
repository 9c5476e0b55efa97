extension BarMark {
    /// Returns `layers` stacked in their order over the spans that they share: positive values upwards from zero, negative ones downwards.
    ///
    /// A value is the distance from a bar's `low` to its `high`. Bars belong to the same span if they start at the same x; one without
    /// a value takes no room.
    public static func stacked(_ layers: [BarMark]) -> [BarMark] {
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

    /// Returns `layers` beside each other in their order, each in its part of every span.
    public static func grouped(_ layers: [BarMark]) -> [BarMark] {
        layers.enumerated().map { BarMark(series: $1.series, bars: $1.bars, slot: $0, slotCount: layers.count) }
    }
}

extension Double {
    /// Whether this can be put on an axis: neither infinite nor nearly so, nor undefined.
    var isDrawable: Bool { magnitude < 1e300 }
}

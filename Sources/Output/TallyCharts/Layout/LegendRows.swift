/// The rows between the title and the plot: the unit, the series with their colors, and the color ramp of a heatmap.
struct LegendRows<Metrics: TextMetrics> {
    private let metrics: Metrics
    private let width: Double
    private(set) var rows: [TextRow] = []
    private var x = 0.0

    private var height: Double { max(metrics.height(of: .legend), metrics.height(of: .unit), metrics.height(of: .ramp)) }
    /// The distance between two entries.
    private var gap: Double { 2 * metrics.spacing }

    /// - Parameters:
    ///   - width: the width of a row.
    ///   - limit: the maximum number of rows. Names are truncated and then left out to stay within it.
    init(
        unit: String?, series: [ChartSeries], ramp: ClosedRange<Double>?, metrics: Metrics, width: Double, limit: Int
    ) {
        self.metrics = metrics
        self.width = width
        if let unit, let fitted = metrics.fitted(unit, .unit, to: width / 2) { append(fitted, .unit) }
        if let ramp { append(ramp: ramp) }
        let named = series.indices.filter { series[$0].isInLegend && !series[$0].name.isEmpty }
        if named.count > 1 { append(series, named, limit: limit) }
    }

    /// Adds the series names in full. If they do not fit, truncates them to fit two, three or four in a row, then leaves some out.
    private mutating func append(_ series: [ChartSeries], _ named: [Int], limit: Int) {
        let before = self
        // More names than this cannot be distinguished.
        let most = min(named.count, 48)
        let free = limit > 1 ? width : width - x
        // Five characters are enough to recognize a series.
        let least = metrics.width(of: "names", role: .legend) + keyAndSpace
        let rooms = [width] + [2.0, 3, 4].map { (free - ($0 - 1) * gap) / $0 }.filter { $0 >= least }
        for (attempt, room) in rooms.enumerated() {
            let texts = named.prefix(most).map { metrics.fitted(series[$0].name, .legend, to: room - keyAndSpace) }
            for count in stride(from: most, through: attempt < rooms.count - 1 ? most : 1, by: -1) {
                self = before
                for (index, text) in zip(named.prefix(count), texts) {
                    if let text { append(text, .legend, series: index) }
                }
                if count < named.count, let more = metrics.fitted("+\(named.count - count)", .legend, to: width) { append(more, .legend) }
                if rows.count <= limit { return }
            }
        }
    }

    private var keyAndSpace: Double { metrics.keyWidth + metrics.spacing }

    private mutating func append(_ text: (text: String, width: Double), _ role: PlacedLabel.Role, series: Int? = nil) {
        let left = start(of: text.width + (series == nil ? 0 : keyAndSpace))
        var place = Frame(x: left, y: 0, width: text.width, height: height)
        if let series {
            place.x += keyAndSpace
            rows[rows.count - 1].keys.append(
                LegendKey(series: series, frame: Frame(x: left, y: 0, width: metrics.keyWidth, height: height)))
        }
        rows[rows.count - 1].labels.append(
            PlacedLabel(text: text.text, role: role, frame: place, alignment: .leading, series: series))
    }

    private mutating func append(ramp: ClosedRange<Double>) {
        let ends = [ramp.lowerBound, ramp.upperBound].compactMap { metrics.fitted(DecimalText.text($0), .ramp, to: width / 4) }
        let length = max(metrics.grain, min(10 * height, width / 4))
        let step = metrics.grain
        let whole = step > 0 ? (length / step).rounded(.down) * step : length
        guard ends.count == 2 else { return }
        let left = start(of: ends[0].width + whole + ends[1].width + 2 * metrics.spacing)
        var place = left
        func take(_ width: Double) -> Frame {
            defer { place += width + metrics.spacing }
            return Frame(x: place, y: 0, width: width, height: height)
        }
        let low = take(ends[0].width)
        rows[rows.count - 1].ramp = take(whole)
        let high = take(ends[1].width)
        for (text, frame) in [(ends[0].text, low), (ends[1].text, high)] {
            rows[rows.count - 1].labels.append(PlacedLabel(text: text, role: .ramp, frame: frame, alignment: .leading, series: nil))
        }
    }

    /// Returns the start of an entry with this width, in a new row if the current row has no room for it.
    private mutating func start(of width: Double) -> Double {
        if rows.isEmpty || (x > 0 && x + width > self.width) {
            rows.append(TextRow(height: height, importance: rows.isEmpty ? .legend : .moreLegend))
            x = 0
        }
        defer { x += width + gap }
        return x
    }
}

import CalendarIntervals
import HealthModel
import QueryPlan
import TallyCharts

/// The rows from which `trend` and `correlate` computed their numbers: points with a line and a band, or pairs as points.
struct StudyCharts {
    private let table: ResultTable
    private let options: ChartOptions

    init(_ table: ResultTable, options: ChartOptions) {
        self.table = table
        self.options = options
    }

    /// Returns one chart for each column of `trend`, or for each series of `correlate`.
    func charts(of studied: StudiedRows, subtitle: [String]) -> [LayeredChart] {
        var charts: [LayeredChart] = []
        func lines() -> [String] { charts.isEmpty ? subtitle : [] }
        switch studied {
        case .trend(let all):
            var rules = LinesOfChart(options.lines, table)
            var titles: [String] = []
            for line in all where !titles.contains(line.title) { titles.append(line.title) }
            for title in titles {
                let own = all.filter { $0.title == title && !$0.points.isEmpty }
                if !own.isEmpty { charts.append(trend(own, subtitle: lines(), rules: &rules)) }
            }
        case .correlation(let all):
            for pairs in all where !pairs.pairs.isEmpty { charts.append(scatter(pairs, subtitle: lines())) }
        }
        return charts
    }

    // MARK: Trend

    private func trend(_ all: [TrendLine], subtitle: [String], rules: inout LinesOfChart) -> LayeredChart {
        let lines = all.prefix(SeriesChart.greatestSeriesCount)
        let first = all[0]
        // The axis of times of day is in milliseconds.
        let scale = first.isClock ? 60_000.0 : 1
        var series: [ChartSeries] = []
        var (bands, points, slopes): ([Layer], [Layer], [Layer]) = ([], [], [])
        var (notes, remarks): ([String], [String]) = ([], [])
        for (index, line) in lines.enumerated() {
            let name = [line.series, slope(of: line)].filter { !$0.isEmpty }.joined(separator: ": ")
            series.append(ChartSeries(line.slope == nil ? line.series : name, role: .series(index)))
            if lines.count == 1 { series.append(ChartSeries(line.title, role: .muted)) }
            points.append(
                .point(
                    PointLayer(
                        series: series.count - 1, points: line.points.map { PointLayer.Point(Double($0.time.milliseconds), $0.y * scale) }))
            )
            guard let estimate = line.slope else { continue }
            let place = lines.count == 1 ? 0 : series.count - 1
            var layer = LineLayer(
                series: place, points: line.ends.map { LineLayer.Point($0.time, line.value(at: $0.x, slope: estimate.value) * scale) })
            layer.isDescribed = false
            slopes.append(.line(layer))
            let start = line.series.isEmpty ? "The" : "\(line.series): the"
            let range = interval(of: estimate, unit: nil).map { " (95 percent interval \($0))" } ?? ""
            remarks.append("\(start) slope is \(slope(of: line))\(range)")
            if let low = estimate.low, let high = estimate.high {
                var band = AreaLayer(series: place, points: line.band(from: low, to: high, scale: scale))
                band.isDescribed = false
                bands.append(.area(band))
            }
            if let interval = interval(of: estimate, unit: line.slopeUnit) {
                let counted = "\(line.points.count) value\(line.points.count == 1 ? "" : "s")"
                notes.append((line.series.isEmpty ? "" : "\(line.series): ") + "95 % interval \(interval) · \(counted)")
            }
        }
        if !bands.isEmpty { notes.append("band: lines with the slopes at the ends of the interval") }
        if lines.count < all.count {
            notes.append("the first \(lines.count) of \(all.count)")
            remarks.append("Shown are the first \(lines.count) of \(all.count) series")
        }
        let layers = bands + points + slopes
        let unit = first.isClock ? nil : first.unit
        let values = lines.map { (name: $0.series, values: $0.points.map { $0.y * scale }) }
        let placed = rules.take(unit: unit, isClock: first.isClock, averagesOf: values)
        let axis = ValueAxis(
            unit: unit.map(HealthUnit.shown),
            domain: options.domain(over: layers + placed.map(\.mark), includesZero: false), includesZero: false,
            isClock: first.isClock)
        let times = lines.flatMap { $0.points.map { Double($0.time.milliseconds) } }
        var chart = LayeredChart(
            title: "trend of \(first.title)", subtitle: subtitle, series: series,
            x: .time(table.header.timeAxis(from: times.min(), to: times.max(), weekStart: options.weekStart)), y: .value(axis),
            layers: layers,
            notes: notes)
        chart.remarks = remarks
        chart.periods = days(around: times)
        chart.add(placed)
        return chart
    }

    /// Returns the days whose middles are `times`. Empty if the times are others.
    private func days(around times: [Double]) -> [Range<Double>] {
        let zone = table.header.calendarZone
        let times = Set(times).sorted()
        let days = times.map { time in
            let date = zone.date(at: Instant(milliseconds: Int64(time)))
            return Double(zone.start(of: date).milliseconds)..<Double(zone.start(of: date.adding(days: 1)).milliseconds)
        }
        let areMiddles = zip(times, days).allSatisfy { abs($0 - ($1.lowerBound + $1.upperBound) / 2) < 1 }
        // The middle of a week is also that of a day.
        let isDaily = zip(times, times.dropFirst()).contains { $1 - $0 < 1.5 * Double(millisecondsPerDay) }
        return areMiddles && isDaily ? days : []
    }

    private func slope(of line: TrendLine) -> String {
        line.slope.map { "\(text([$0.value])[0]) \(line.slopeUnit)" } ?? ""
    }

    private func interval(of estimate: Estimate, unit: String?) -> String? {
        guard let low = estimate.low, let high = estimate.high else { return nil }
        let texts = text([low, high])
        return "\(texts[0]) to \(texts[1])" + (unit.map { " \(HealthUnit.shown($0))" } ?? "")
    }

    private func text(_ numbers: [Double]) -> [String] {
        let decimals = NumberText.decimals(for: numbers)
        return numbers.map { NumberText.rounded($0, decimals: decimals) }
    }

    // MARK: Correlation

    private func scatter(_ paired: PairedValues, subtitle: [String]) -> LayeredChart {
        let (xs, ys) = (paired.pairs.map(\.x), paired.pairs.map(\.y))
        let slots = NumberSlots(around: (xs.min() ?? 0)...(xs.max() ?? 0), count: 8)
        func named(_ name: String, _ unit: String?) -> String { name + (unit.map { " in \(HealthUnit.shown($0))" } ?? "") }
        let later = paired.lag == 0 ? "" : paired.lag == 1 ? " (1 row later)" : " (\(paired.lag) rows later)"
        var (notes, remarks): ([String], [String]) = ([], [])
        if let pearson = paired.pearson {
            let lags = Set(table.keys.last?.values.compactMap { $0?.number } ?? [])
            let range = lags.min().flatMap { low in lags.max().map { high in "\(Int(low)) to \(Int(high))" } } ?? ""
            let strongest = lags.count > 1 ? "lag \(paired.lag), the strongest of \(range): " : ""
            let interval = interval(of: pearson, unit: nil).map { " (95 % interval \($0))" } ?? ""
            let value = text([pearson.value])[0]
            notes.append("\(strongest)correlation \(value)\(interval) · \(paired.pairs.count) pairs")
            let start = strongest.isEmpty ? "The correlation" : "\(strongest.prefix(1).uppercased() + strongest.dropFirst())the correlation"
            remarks.append("\(start) is \(value)\(interval)")
            if lags.count > 1 { notes.append("the strongest of several lags looks stronger than it is") }
        }
        // Low charts lose their last lines first.
        notes.append("across: \(named(paired.names.x, paired.units.x)) · up: \(named(paired.names.y, paired.units.y))\(later)")
        let layers: [Layer] = [.point(PointLayer(series: 0, points: zip(xs, ys).map { PointLayer.Point(slots.position(of: $0), $1) }))]
        let axis = ValueAxis(
            unit: paired.units.y.map(HealthUnit.shown), domain: options.domain(over: layers, includesZero: false), includesZero: false)
        let title =
            "\(paired.names.y)\(later) by \(paired.names.x)" + (paired.series.isEmpty ? "" : ", \(paired.series)")
        var across = slots.axis
        across.unit = paired.units.x == "count" ? nil : paired.units.x.map(HealthUnit.shown)
        var chart = LayeredChart(
            title: title, subtitle: subtitle, series: [ChartSeries(paired.names.y, role: .series(0), isInLegend: false)],
            x: .slots(across), y: .value(axis), layers: layers, notes: notes)
        chart.remarks = remarks
        return chart
    }
}

extension TrendLine {
    /// The first and the last point, between which the line is drawn.
    fileprivate var ends: [(time: Double, x: Double)] {
        [points.first, points.last].compactMap { point in point.map { (Double($0.time.milliseconds), $0.x) } }
    }

    /// Returns the area between two lines through the center, which cross there.
    fileprivate func band(from low: Double, to high: Double, scale: Double) -> [AreaLayer.Point] {
        guard let first = ends.first, let last = ends.last, last.x > first.x else { return [] }
        let middle = first.time + (last.time - first.time) * (center.x - first.x) / (last.x - first.x)
        return [first, (middle, center.x), last].map { place in
            let values = [value(at: place.1, slope: low) * scale, value(at: place.1, slope: high) * scale].sorted()
            return AreaLayer.Point(place.0, low: values[0], high: values[1])
        }
    }
}

#if os(Linux)
import Foundation
@_spi(Guests) import TallyCharts

/// Compares a drawing of the shell with the inspection of a view, mark by mark.
struct ChartComparison {
    private let chart: LayeredChart
    private let layout: ChartLayout
    private let hidesAxes: Bool

    init(_ chart: LayeredChart, _ layout: ChartLayout, hidesAxes: Bool) {
        self.chart = chart
        self.layout = layout
        self.hidesAxes = hidesAxes
    }

    private var isTimed: Bool { if case .time = chart.x { true } else { false } }

    /// Returns a position of the drawing in the numbers of the inspection: dates are seconds since 2001.
    private func place(_ x: Double) -> Double { isTimed ? x / 1000 - Date.timeIntervalBetween1970AndReferenceDate : x }

    func differences(to found: ChartProgram.Inspected) -> [String] {
        var differences: [String] = []
        func check(_ name: String, _ isEqual: Bool, _ wanted: Any, _ found: Any) {
            if !isEqual { differences.append("\(name): \(wanted) expected, \(found) found") }
        }
        let hasNames = found.xDomain.isEmpty
        for (name, wanted, own) in [
            ("bars", bars(hasNames), self.found("bar", in: found, hasNames)), ("points", points, self.found("point", in: found, hasNames)),
            ("bands", bands, self.found("area", in: found, hasNames)),
            ("cells", cells(hasNames), self.found("rectangle", in: found, hasNames)),
            ("rules", rules, self.found("rule", in: found, hasNames)), ("segments", segments, self.segments(in: found, hasNames)),
        ] {
            check(name, Self.isEqual(wanted, own), wanted, own)
        }
        if !hasNames {
            check("x domain", Self.isEqual([domain(layout.x.domain).map(place)], [found.xDomain]), layout.x.domain, found.xDomain)
        }
        if case .value = chart.y {
            check("y domain", Self.isEqual([domain(layout.y.domain)], [found.yDomain]), layout.y.domain, found.yDomain)
        } else if case .slots(let axis) = chart.y {
            check("y names", axis.labels.count == found.yNames.count, axis.labels, found.yNames)
        }
        guard !hidesAxes else { return differences }
        let xTicks = hasNames ? found.xTickNames.compactMap(place(ofName:)) : found.xTicks.map { value($0, found.xDomain) }
        let wantedX = layout.xTicks.map { place($0.value) }
        check("x ticks", Self.isEqual([wantedX], [xTicks]), wantedX, xTicks)
        if case .value = chart.y {
            let yTicks = found.yTicks.map { value($0, found.yDomain) }
            let wanted = layout.yTicks.map(\.value)
            check("y ticks", Self.isEqual([wanted], [yTicks.sorted()]), wanted, yTicks)
        } else {
            check("y ticks", layout.yTicks.count == found.yTickNames.count, layout.yTicks.map(\.value), found.yTickNames)
        }
        return differences
    }

    private func domain(_ range: ClosedRange<Double>) -> [Double] { [range.lowerBound, range.upperBound] }

    private func value(_ place: Double, _ ends: [Double]) -> Double { ends.count == 2 ? ends[0] + place * (ends[1] - ends[0]) : .nan }

    /// Returns the middle of the slot with a name.
    private func place(ofName name: String) -> Double? {
        guard case .slots(let axis) = chart.x else { return nil }
        return axis.labels.firstIndex(of: name).map { Double($0) + 0.5 }
    }

    /// Lists are equal if they have the same rows, in any order. Positions come from floating-point layouts.
    private static func isEqual(_ a: [[Double]], _ b: [[Double]]) -> Bool {
        guard a.count == b.count else { return false }
        return zip(sorted(a), sorted(b)).allSatisfy { own, other in
            own.count == other.count && zip(own, other).allSatisfy(isNear)
        }
    }

    private static func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(a)) }

    /// Sorts rows by their numbers, rounded so that the order does not depend on the last digits.
    private static func sorted(_ rows: [[Double]]) -> [[Double]] {
        let keyed = rows.map { row in (key: row.map { ($0 * 1000).rounded() }, row: row) }
        return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.row)
    }

    // MARK: The drawing

    private func bars(_ hasNames: Bool) -> [[Double]] {
        layout.layers.flatMap { layer -> [[Double]] in
            guard case .bar(let layer) = layer else { return [] }
            return layer.bars.compactMap { bar in
                guard let low = bar.low, let high = bar.high else { return nil }
                return (hasNames ? [(bar.start + bar.end) / 2] : [place(bar.start), place(bar.end)]) + [min(low, high), max(low, high)]
            }
        }
    }

    private var points: [[Double]] {
        layout.layers.flatMap { layer -> [[Double]] in
            if case .point(let layer) = layer { layer.points.map { [place($0.x), $0.y] } } else { [] }
        }
    }

    private var bands: [[Double]] {
        layout.layers.flatMap { layer -> [[Double]] in
            guard case .area(let layer) = layer else { return [] }
            return layer.points.compactMap { point in
                guard let low = point.low, let high = point.high else { return nil }
                return [place(point.x), min(low, high), max(low, high)]
            }
        }
    }

    private func cells(_ hasNames: Bool) -> [[Double]] {
        layout.layers.flatMap { layer -> [[Double]] in
            guard case .cell(let layer) = layer else { return [] }
            return layer.cells.filter { $0.value != nil }.map { cell in
                (hasNames ? [(cell.start + cell.end) / 2] : [place(cell.start), place(cell.end)]) + [Double(cell.row)]
            }
        }
    }

    private var rules: [[Double]] {
        layout.layers.compactMap { layer in
            guard case .rule(let rule) = layer else { return nil }
            switch rule.place {
            case .x(let x): return [1, place(x)]
            case .y(let y): return [2, y]
            }
        }
    }

    /// The pieces of lines between neighboring points.
    private var segments: [[Double]] {
        layout.layers.flatMap { layer -> [[Double]] in
            guard case .line(let layer) = layer else { return [] }
            return zip(layer.points, layer.points.dropFirst()).compactMap { first, second in
                guard let start = first.y, let end = second.y else { return nil }
                return [place(first.x), start, place(second.x), end]
            }
        }
    }

    // MARK: The inspection

    private func found(_ kind: String, in chart: ChartProgram.Inspected, _ hasNames: Bool) -> [[Double]] {
        chart.marks.filter { $0.kind == kind }.map { mark in
            let xs = hasNames ? [place(ofName: mark.x) ?? .nan] : mark.xs
            switch kind {
            case "rule": return mark.ys.isEmpty ? [1] + Array(mark.xs.prefix(1)) : [2] + Array(mark.ys.prefix(1))
            case "rectangle": return xs + [chart.yNames.firstIndex(of: mark.y).map(Double.init) ?? .nan]
            case "point": return Array(xs.prefix(1)) + Array(mark.ys.prefix(1))
            case "area": return Array(xs.prefix(1)) + [mark.ys.min() ?? .nan, mark.ys.max() ?? .nan]
            default: return xs + [mark.ys.min() ?? .nan, mark.ys.max() ?? .nan]
            }
        }
    }

    private func segments(in chart: ChartProgram.Inspected, _ hasNames: Bool) -> [[Double]] {
        let points = chart.marks.filter { $0.kind == "line" }
        return zip(points, points.dropFirst()).compactMap { first, second in
            guard first.series == second.series else { return nil }
            func at(_ mark: ChartProgram.Inspected.Mark) -> [Double] {
                [hasNames ? place(ofName: mark.x) ?? .nan : mark.xs.first ?? .nan, mark.ys.first ?? .nan]
            }
            return at(first) + at(second)
        }
    }
}
#endif

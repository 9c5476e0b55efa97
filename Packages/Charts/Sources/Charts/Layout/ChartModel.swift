import Foundation
import SwiftUI

/// The marks of a chart with their series and extents, before the chart has a size.
package struct ChartModel {
    package private(set) var marks: [ExtendedMark]
    package let settings: ChartSettings
    package let calendar: Calendar
    package let xKind: PositionScale.Kind
    package let yKind: PositionScale.Kind
    /// Names of the series by first appearance.
    package let seriesNames: [String]
    /// Groups of marks side by side, by first appearance.
    package let groups: [PlotValue]
    /// The least and the greatest number of each direction.
    package private(set) var ranges: (x: ClosedRange<Double>?, y: ClosedRange<Double>?)
    /// The unit of each direction for which bars stand.
    package let barUnits: (x: DateUnit?, y: DateUnit?)
    /// The numbers of places of bars and rectangles, in ascending order.
    package private(set) var barPlaces: (x: [Double], y: [Double]) = ([], [])
    /// True if a direction shows shares of a sum.
    package let isNormalized: (x: Bool, y: Bool)
    /// All marks with the functions between them, if there are any.
    private let functions: [MarkSpec]

    @MainActor package init(specs all: [MarkSpec], settings: ChartSettings, calendar: Calendar) {
        (self.settings, self.calendar) = (settings, calendar)
        let hasFunctions = all.contains { $0.function != nil }
        functions = hasFunctions ? all : []
        let specs = hasFunctions ? all.filter { $0.function == nil } : all
        xKind = Self.kind(of: specs.lazy.map(\.x), choice: settings.x.scale)
        yKind = Self.kind(of: specs.lazy.map(\.y), choice: settings.y.scale)
        let boxes = specs.lazy.filter { $0.kind == .bar || $0.kind == .rectangle }
        barUnits = (boxes.compactMap { $0.x.center?.unit }.first, boxes.compactMap { $0.y.center?.unit }.first)
        var series = SeriesNames()
        var groups: [PlotValue] = []
        var seen: Set<PlotValue> = []
        (marks, ranges) = ([], (nil, nil))
        marks.reserveCapacity(specs.count)
        for spec in specs {
            if let group = spec.attributes.positionBy?.channel.value, seen.insert(group).inserted { groups.append(group) }
            marks.append(
                ExtendedMark(
                    spec: spec, x: MarkExtent(spec.x, calendar: calendar), y: MarkExtent(spec.y, calendar: calendar),
                    series: series.index(of: spec), growth: Self.growth(of: spec, xKind: xKind, yKind: yKind),
                    isMissing: Self.isMissing(spec)))
        }
        seriesNames = series.names
        self.groups = groups
        let normalized = specs.contains { $0.stacking == .normalized }
        isNormalized = (
            normalized && marks.contains { $0.growth == .horizontal && $0.spec.stacking == .normalized },
            normalized && marks.contains { $0.growth == .vertical && $0.spec.stacking == .normalized }
        )
        Stacking.stack(&marks)
        Stacking.divide(&marks)
        ranges = (Self.range(of: marks) { $0.x }, Self.range(of: marks) { $0.y })
        barPlaces = (Self.barPlaces(of: marks) { $0.x }, Self.barPlaces(of: marks) { $0.y })
    }

    /// Returns the chart with a point for each column of pixels of its functions. They cover the domain of the other marks or the scale.
    @MainActor package func sampled(width: CGFloat) -> ChartModel {
        guard !functions.isEmpty else { return self }
        let domains = functions.compactMap { $0.function?.domain }
        var scale = xScale(width: width)
        if ranges.x == nil, case .automatic = settings.x.scale.domain.kind, let low = domains.map(\.lowerBound).min(),
            let high = domains.map(\.upperBound).max()
        {
            (scale.first, scale.last) = (low, high)
        }
        let count = max(2, min(1000, Int(width)))
        let specs = functions.enumerated().flatMap { index, spec in
            spec.function?.marks(of: spec, number: index, scale: scale, count: count) ?? [spec]
        }
        return ChartModel(specs: specs, settings: settings, calendar: calendar)
    }

    /// Returns the least and the greatest number of the marks along a direction.
    private static func range(of marks: [ExtendedMark], _ extent: (ExtendedMark) -> MarkExtent) -> ClosedRange<Double>? {
        var (low, high) = (Double.infinity, -Double.infinity)
        for mark in marks where !mark.isMissing {
            guard let ends = extent(mark).ends else { continue }
            (low, high) = (min(low, ends.low), max(high, ends.high))
        }
        return low <= high ? low...high : nil
    }

    /// Returns the numbers at which bars and rectangles are, without a unit or an end.
    private static func barPlaces(of marks: [ExtendedMark], _ extent: (ExtendedMark) -> MarkExtent) -> [Double] {
        var places: Set<Double> = []
        for mark in marks where mark.spec.kind == .bar || mark.spec.kind == .rectangle {
            if case .at(let value) = extent(mark), let number = value.number { places.insert(number) }
        }
        return places.sorted()
    }

    /// Returns what the values of a direction are. Names count most, then dates.
    private static func kind(of places: some Sequence<MarkPlace>, choice: ScaleChoice) -> PositionScale.Kind {
        switch choice.type?.kind {
        case .category: return .category
        case .date: return .date
        case .linear, .log, .symmetricLog, .power, nil: break
        }
        var found: PositionScale.Kind?
        for place in places {
            switch place.center?.value ?? place.start?.channel?.value ?? place.end?.channel?.value {
            case .category: return .category
            case .date: found = .date
            case .number: found = found ?? .number
            case nil: break
            }
        }
        if let found { return found }
        switch choice.domain.kind {
        case .automatic: return .number
        case .range(.date, _): return .date
        case .range: return .number
        case .list(let values):
            switch values.first {
            case .category: return .category
            case .date: return .date
            case .number, nil: return .number
            }
        }
    }

    /// Returns the direction along which a bar or an area grows from zero. Nil if its ends are given.
    private static func growth(of spec: MarkSpec, xKind: PositionScale.Kind, yKind: PositionScale.Kind) -> Axis? {
        guard spec.kind == .bar || spec.kind == .area else { return nil }
        switch (spec.x.center, spec.y.center) {
        case (let x?, let y?):
            // Two numbers make upright bars. Names, dates and bins never grow.
            if yKind == .number, y.upper == nil { return .vertical }
            return xKind == .number && x.upper == nil ? .horizontal : nil
        case (let x?, nil): return spec.y.channels.isEmpty && xKind == .number && x.upper == nil ? .horizontal : nil
        case (nil, let y?): return spec.x.channels.isEmpty && yKind == .number && y.upper == nil ? .vertical : nil
        case (nil, nil): return nil
        }
    }

    private static func isMissing(_ spec: MarkSpec) -> Bool {
        (spec.x.channels + spec.y.channels + [spec.angle].compactMap { $0 }).contains { channel in
            switch channel.value {
            case .number(let number), .date(let number): !number.isFinite
            case .category: false
            }
        }
    }
}

/// The names of series. Marks of one series have the same `series` value, or else the same values of color, symbol and line.
private struct SeriesNames {
    private(set) var names: [String] = []
    private var indices: [[PlotValue]: Int] = [:]

    mutating func index(of spec: MarkSpec) -> Int {
        var key: [PlotValue] = []
        if let series = spec.series?.value {
            key = [series]
        } else {
            let attributes = spec.attributes
            key = [attributes.style?.channel, attributes.symbol?.channel, attributes.lineStyle?.channel].compactMap { $0?.value }
        }
        let values = key
        // Each function is a separate line.
        if let curve = spec.curve { key.append(.category("function \(curve)")) }
        if let index = indices[key] { return index }
        indices[key] = names.count
        var texts: [String] = []
        for value in values where !texts.contains(value.text) { texts.append(value.text) }
        names.append(texts.joined(separator: ", "))
        return names.count - 1
    }
}

import Foundation
import SwiftUI

extension ChartModel {
    /// Returns the horizontal scale over a width.
    package func xScale(width: CGFloat) -> PositionScale {
        var scale = scale(
            kind: xKind, choice: settings.x.scale, known: ranges.x, extents: { $0.x }, places: { $0.x },
            count: tickCount(settings.x, width / 60))
        let range = settings.x.scale.range
        if let positions = range.positions {
            (scale.start, scale.end) = (positions.lowerBound, positions.upperBound)
        } else {
            (scale.start, scale.end) = (range.startPadding, width - range.endPadding)
        }
        return scale
    }

    /// Returns the vertical scale over a height. Names go from top to bottom, numbers and dates upwards.
    package func yScale(height: CGFloat) -> PositionScale {
        var scale = scale(
            kind: yKind, choice: settings.y.scale, known: ranges.y, extents: { $0.y }, places: { $0.y },
            count: tickCount(settings.y, height / 36))
        let range = settings.y.scale.range
        if let positions = range.positions {
            (scale.start, scale.end) = (height - positions.lowerBound, height - positions.upperBound)
        } else {
            (scale.start, scale.end) = (height - range.startPadding, range.endPadding)
        }
        if scale.kind == .category { (scale.start, scale.end) = (scale.end, scale.start) }
        return scale
    }

    /// Returns the greatest number of automatic ticks: what the code wants, or what fits, up to six.
    package func tickCount(_ axis: AxisSettings, _ fitting: CGFloat) -> Int {
        for marks in axis.marks ?? [] {
            if case .automatic(let count?, _) = marks.values.kind { return max(1, count) }
        }
        return max(2, min(5, Int(fitting.isFinite ? fitting : 5)))
    }

    private func scale(
        kind: PositionScale.Kind, choice: ScaleChoice, known: ClosedRange<Double>?, extents: (ExtendedMark) -> MarkExtent,
        places: (MarkSpec) -> MarkPlace, count: Int
    ) -> PositionScale {
        switch kind {
        case .category: return PositionScale(kind: .category, categories: categories(choice, places), type: .category)
        case .date: return dates(choice, known)
        case .number: return numbers(choice, known, extents, count: count)
        }
    }

    private func categories(_ choice: ScaleChoice, _ places: (MarkSpec) -> MarkPlace) -> [String] {
        var names: [String] = []
        if case .list(let values) = choice.domain.kind {
            names = values.map(\.text)
        } else {
            var seen: Set<String> = []
            for mark in marks {
                for channel in places(mark.spec).channels where seen.insert(channel.value.text).inserted {
                    names.append(channel.value.text)
                }
            }
            if let modify = choice.domain.modify {
                var values = names.map(PlotValue.category)
                modify(&values)
                names = values.map(\.text)
            }
        }
        return choice.domain.isReversed ? names.reversed() : names
    }

    private func dates(_ choice: ScaleChoice, _ known: ClosedRange<Double>?) -> PositionScale {
        var (first, last) = (0.0, 0.0)
        if let given = Self.given(choice) {
            (first, last) = given
        } else {
            let range = range(known, choice) { .date($0) } ?? 0...86_400
            (first, last) = (range.lowerBound, range.upperBound)
            // A single moment is in the middle of a day.
            if first == last { (first, last) = (first - 43_200, last + 43_200) }
        }
        if choice.domain.isReversed { swap(&first, &last) }
        return PositionScale(kind: .date, first: first, last: last, type: .date)
    }

    private func numbers(
        _ choice: ScaleChoice, _ known: ClosedRange<Double>?, _ extents: (ExtendedMark) -> MarkExtent, count: Int
    ) -> PositionScale {
        let type = choice.type ?? .linear
        var (first, last) = (0.0, 0.0)
        if let given = Self.given(choice) {
            (first, last) = given
        } else {
            var range = range(known, choice) { .number($0) } ?? 0...1
            if type == .log {
                let positive = marks.flatMap { extents($0).numbers }.filter { $0 > 0 }
                let low = positive.min() ?? 1
                range = pow(10, log10(low).rounded(.down))...pow(10, log10(max(low * 10, range.upperBound)).rounded(.up))
            } else {
                if choice.domain.includesZero ?? true { range = min(0, range.lowerBound)...max(0, range.upperBound) }
                if range.lowerBound == range.upperBound {
                    let half = range.lowerBound == 0 ? 1 : abs(range.lowerBound) * 0.1
                    range = (range.lowerBound == 0 ? 0 : range.lowerBound - half)...(range.upperBound + half)
                }
                range = AxisTicks.rounded(range, count: count)
            }
            (first, last) = (range.lowerBound, range.upperBound)
        }
        if choice.domain.isReversed { swap(&first, &last) }
        return PositionScale(kind: .number, first: first, last: last, type: type)
    }

    /// Returns the ends that the code gives. Nil if they follow from the marks.
    private static func given(_ choice: ScaleChoice) -> (Double, Double)? {
        switch choice.domain.kind {
        case .automatic: return nil
        case .range(let first, let last):
            guard let first = first.number, let last = last.number else { return nil }
            return (first, last)
        case .list(let values):
            let numbers = values.compactMap(\.number)
            guard let first = numbers.first, let last = numbers.last, numbers.count > 1 else { return nil }
            return (first, last)
        }
    }

    /// Returns the least and the greatest value of the marks, after the change that the code makes.
    private func range(
        _ known: ClosedRange<Double>?, _ choice: ScaleChoice, value: (Double) -> PlotValue
    ) -> ClosedRange<Double>? {
        guard let modify = choice.domain.modify else { return known }
        var values = known.map { [value($0.lowerBound), value($0.upperBound)] } ?? []
        modify(&values)
        let numbers = values.compactMap(\.number)
        guard let least = numbers.min(), let greatest = numbers.max() else { return known }
        return least...greatest
    }
}

import Foundation

/// Values of one direction and their positions in the plot.
package struct PositionScale {
    package enum Kind: Hashable, Sendable {
        case number
        case date
        case category
    }

    package var kind: Kind
    /// The ends of numbers and dates. The first may be greater.
    package var first: Double
    package var last: Double
    /// The names, from the start to the end.
    package var categories: [String] {
        didSet { places = Self.places(of: categories) }
    }
    package var type: ScaleType
    /// The position of the first end.
    package var start: CGFloat
    /// The position of the last end.
    package var end: CGFloat
    private var places: [String: Int]

    package init(
        kind: Kind, first: Double = 0, last: Double = 1, categories: [String] = [], type: ScaleType = .linear, start: CGFloat = 0,
        end: CGFloat = 1
    ) {
        (self.kind, self.first, self.last, self.categories, self.type) = (kind, first, last, categories, type)
        (self.start, self.end) = (start, end)
        places = Self.places(of: categories)
    }

    private static func places(of categories: [String]) -> [String: Int] {
        Dictionary(categories.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The least and the greatest number.
    package var domain: ClosedRange<Double> { min(first, last)...max(first, last) }

    /// The distance between the middles of names. 0 for numbers and dates.
    package var step: CGFloat { kind == .category && !categories.isEmpty ? abs(end - start) / CGFloat(categories.count) : 0 }

    /// Returns the position of a number or of the seconds of a moment.
    package func position(_ number: Double) -> CGFloat {
        let (low, high) = (type.transformed(first), type.transformed(last))
        guard high != low else { return (start + end) / 2 }
        return start + (end - start) * CGFloat((type.transformed(number) - low) / (high - low))
    }

    /// Returns the position of a value: the middle of the place of a name. Nil if the scale has other values.
    package func position(_ value: PlotValue) -> CGFloat? {
        switch (kind, value) {
        case (.number, .number(let number)), (.date, .date(let number)): return number.isFinite ? position(number) : nil
        case (.category, _):
            let name = if case .category(let name) = value { name } else { value.text }
            return places[name].map { start + (end - start) * (CGFloat($0) + 0.5) / CGFloat(categories.count) }
        case (.number, _), (.date, _): return nil
        }
    }

    /// Returns the value at a position. Positions outside of the scale have numbers and dates, and no names.
    package func value(at position: CGFloat) -> PlotValue? {
        guard end != start else { return nil }
        let share = Double((position - start) / (end - start))
        switch kind {
        case .number, .date:
            let (low, high) = (type.transformed(first), type.transformed(last))
            let number = type.restored(low + (high - low) * share)
            return kind == .number ? .number(number) : .date(number)
        case .category:
            let place = Int((share * Double(categories.count)).rounded(.down))
            return categories.indices.contains(place) ? .category(categories[place]) : nil
        }
    }

    /// Returns true if a number is in the domain, with a tolerance for sums.
    package func contains(_ number: Double) -> Bool {
        let slack = (domain.upperBound - domain.lowerBound) * 1e-9
        return number >= domain.lowerBound - slack && number <= domain.upperBound + slack
    }
}

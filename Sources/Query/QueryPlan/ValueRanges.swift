package import HealthModel
import QueryVocabulary

/// Half-open ranges of values: bins of equal width, or the bands between edges (S12.4).
///
/// Values are compared in the unit of the edges. A value up to a trillionth below an edge counts as the edge itself, so that the rounding
/// of doubles in units and multiples (0.1 · 3) does not move it to the range below.
package struct ValueRanges: Hashable, Sendable {
    package enum Division: Hashable, Sendable {
        /// Edges are multiples of the width.
        case bins(width: Double)
        /// The ascending edges between bands. The first and the last band are open.
        case bands([Double])
    }

    package var division: Division
    /// The conversion from stored values to the unit of the edges; nil if it is the same.
    package var conversion: UnitConversion?
    /// The unit of the edges.
    package var unit: String?

    package init(_ division: Division, conversion: UnitConversion?, unit: String?) {
        self.division = division
        self.conversion = conversion
        self.unit = unit
    }

    /// The distance at which a value counts as the edge above it, relative to the value.
    package static let slack = 1e-12
    /// Greater indices are not distinguished.
    private static let greatestIndex = 1e15

    /// Returns the index of the range that contains a stored value: the multiple of the width, or the number of edges up to the value.
    package func index(of stored: Double) -> Int64 {
        let value = shown(stored)
        switch division {
        case .bins(let width):
            let quotient = value / width
            let index = min(max(quotient + Self.slack * (1 + abs(quotient)), -Self.greatestIndex), Self.greatestIndex)
            // Rounds down. The instructions that every processor has can only round towards zero.
            let towardsZero = Int64(index)
            return Double(towardsZero) > index ? towardsZero - 1 : towardsZero
        case .bands(let limits):
            return Int64(limits.prefix { Self.threshold(of: $0) <= value }.count)
        }
    }

    /// The least value that counts as `edge` or more.
    package static func threshold(of edge: Double) -> Double { edge - slack * (1 + abs(edge)) }

    /// Converts without the correction of rounding, which the slack makes unnecessary, so that it is fast.
    private func shown(_ stored: Double) -> Double {
        guard let terms = conversion?.terms else { return stored }
        return (stored + terms.before) * terms.multiplier / terms.divisor + terms.after
    }

    /// Returns the edges of a range; nil at an open end.
    package func bounds(of index: Int64) -> (from: Double?, to: Double?) {
        switch division {
        case .bins(let width): (Self.multiple(index, of: width), Self.multiple(index + 1, of: width))
        case .bands(let limits):
            (index > 0 ? limits[Int(index) - 1] : nil, index < limits.count ? limits[Int(index)] : nil)
        }
    }

    /// Returns the condition that a stored value is between two edges, for people: it has no slack. Nil without edges.
    func predicate(from: Double?, to: Double?) -> Predicate? {
        func stored(_ edge: Double) -> Double { conversion?.inverse(edge) ?? edge }
        let parts = [from.map { Predicate.number(.value, .greaterOrEqual, stored($0)) }, to.map { .number(.value, .less, stored($0)) }]
        let known = parts.compactMap { $0 }
        return known.count > 1 ? .all(known) : known.first
    }

    /// Returns bins that are wider by at least a factor: 1, 2 or 5 times a power of ten.
    package func widened(by factor: Double) -> ValueRanges {
        guard case .bins(let width) = division else { return self }
        var wider = self
        let round = (-12...300).lazy.flatMap { exponent in [1, 2, 5].compactMap { Double("\($0)e\(exponent)") } }
        wider.division = .bins(width: round.first { $0 >= width * factor } ?? width * factor)
        return wider
    }

    /// Returns the index of the bin that starts at an edge.
    package func bin(from edge: Double) -> Int64 {
        guard case .bins(let width) = division else { return 0 }
        return Int64((edge / width).rounded())
    }

    /// The indices of all bands; nil for bins, which go from the first to the last one with samples.
    package var bandIndices: ClosedRange<Int64>? {
        if case .bands(let limits) = division { 0...Int64(limits.count) } else { nil }
    }

    /// Returns the double nearest to the decimal product: 3 · 0.1 is 0.3.
    private static func multiple(_ index: Int64, of width: Double) -> Double {
        let (digits, scale) = decimal(width)
        let (product, isTooLarge) = index.multipliedReportingOverflow(by: digits)
        // Both numbers are exact doubles, so the quotient is rounded once.
        guard scale <= 22, digits > 0, !isTooLarge, abs(product) <= 1 << 53 else { return Double(index) * width }
        return Double(product) / powerOfTen(scale)
    }

    /// Returns the shortest decimal of a number as `digits / 10^scale`; 0 digits if it has another form.
    package static func decimal(_ number: Double) -> (digits: Int64, scale: Int) {
        guard number.magnitude < 1e15, number.magnitude >= 1e-4 else { return (0, 0) }
        let parts = number.description.split(separator: ".")
        let fraction = parts.count == 2 && parts[1] != "0" ? String(parts[1]) : ""
        return (Int64(parts[0] + fraction) ?? 0, fraction.count)
    }

    private static func powerOfTen(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    /// The key in messages: `bins of 10 bpm`, `bands 100, 120`.
    package var words: String {
        func text(_ number: Double) -> String { NumberLiteralText.text(number) }
        let unit = unit.map { " \($0)" } ?? ""
        return switch division {
        case .bins(let width): "bins of \(text(width))\(unit)"
        case .bands(let limits): "bands \(limits.map(text).joined(separator: ", "))\(unit)"
        }
    }
}

/// Numbers in words: without a fraction of 0.
enum NumberLiteralText {
    static func text(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

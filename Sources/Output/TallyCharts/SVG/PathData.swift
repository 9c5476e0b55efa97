/// Formats positions for SVG: tenths of a pixel, without exponents and without `-0`.
package enum Pixels {
    /// Returns `value` rounded to tenths. NaN gives 0. Values are limited to one million pixels.
    package static func tenths(_ value: Double) -> Int {
        guard !value.isNaN else { return 0 }
        return Int((min(1e6, max(-1e6, value)) * 10).rounded())
    }

    /// Returns a text such as `12`, `12.5`, `.5` or `-.5`.
    package static func text(_ value: Double) -> String { text(tenths: tenths(value)) }

    package static func text(tenths: Int) -> String {
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        let sign = tenths < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(whole)" }
        return whole == 0 ? "\(sign).\(rest)" : "\(sign)\(whole).\(rest)"
    }
}

extension Pixels {
    /// Returns a number such as an opacity with at most `places` decimals.
    static func text(_ value: Double, places: Int) -> String {
        guard value.isFinite else { return "0" }
        let power = DecimalText.value(1, exponent: places)
        let digits = Int((value.clamped(to: -1e6...1e6) * power).rounded())
        let (whole, rest) = abs(digits).quotientAndRemainder(dividingBy: Int(power))
        let sign = digits < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var decimals = String(Int(power) + rest).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(whole == 0 ? "" : "\(whole)").\(decimals)"
    }
}

/// The `d` attribute of a path. Steps are relative to rounded positions, so that rounding errors do not add up.
package struct PathData {
    package private(set) var text = ""
    private var x = 0
    private var y = 0
    private var start = (x: 0, y: 0)

    package init() {}

    /// Writes an outline.
    package init(_ outline: Outline) {
        for element in outline.elements {
            switch element {
            case .move(let point): move(to: point.x, point.y)
            case .line(let point): line(to: point.x, point.y)
            case .quad(let control, let end): curve("q", [control, end])
            case .cubic(let first, let second, let end): curve("c", [first, second, end])
            case .dot(let point): dot(at: point.x, point.y)
            case .close: close()
            }
        }
    }

    package mutating func move(to x: Double, _ y: Double) {
        (self.x, self.y) = (Pixels.tenths(x), Pixels.tenths(y))
        start = (self.x, self.y)
        text += "M\(Pixels.text(tenths: self.x))"
        append(self.y)
    }

    /// Draws a line to a point, unless it rounds to the current point.
    package mutating func line(to x: Double, _ y: Double) {
        let (newX, newY) = (Pixels.tenths(x), Pixels.tenths(y))
        let (stepX, stepY) = (newX - self.x, newY - self.y)
        (self.x, self.y) = (newX, newY)
        switch (stepX, stepY) {
        case (0, 0): return
        case (_, 0): text += "h\(Pixels.text(tenths: stepX))"
        case (0, _): text += "v\(Pixels.text(tenths: stepY))"
        default:
            text += "l\(Pixels.text(tenths: stepX))"
            append(stepY)
        }
    }

    /// Draws a line of length zero. Round caps make it a dot.
    package mutating func dot(at x: Double, _ y: Double) {
        move(to: x, y)
        text += "h0"
    }

    /// Draws a curve. All points are relative to the current one.
    private mutating func curve(_ letter: String, _ points: [Outline.Point]) {
        var numbers: [Int] = []
        var end = (x: x, y: y)
        for point in points {
            end = (Pixels.tenths(point.x), Pixels.tenths(point.y))
            numbers += [end.x - x, end.y - y]
        }
        text += letter + Pixels.text(tenths: numbers[0])
        for number in numbers.dropFirst() { append(number) }
        (x, y) = end
    }

    package mutating func close() {
        text += "z"
        (x, y) = start
    }

    private mutating func append(_ tenths: Int) {
        let number = Pixels.text(tenths: tenths)
        text += number.hasPrefix("-") ? number : " " + number
    }
}

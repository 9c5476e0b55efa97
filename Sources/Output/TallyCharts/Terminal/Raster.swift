/// A picture with smooth edges. Marks are blended in by coverage over a clear background.
struct Raster {
    /// A pixel with its color, not multiplied by its opacity.
    struct Pixel: Hashable {
        var red: Float = 0
        var green: Float = 0
        var blue: Float = 0
        var opacity: Float = 0
    }

    let width: Int
    let height: Int
    private(set) var pixels: [Pixel]
    /// The coverage of each pixel by the current mark.
    private var coverage: [Float]
    /// The share of each pixel in which shapes count. Nil if all of it.
    var mask: [Float]?
    private var touched: (minX: Int, minY: Int, maxX: Int, maxY: Int) = (.max, .max, -1, -1)

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: Pixel(), count: width * height)
        coverage = Array(repeating: 0, count: width * height)
    }

    // MARK: Shapes, which add to the coverage

    private mutating func cover(_ x: Int, _ y: Int, _ amount: Double) {
        let index = y * width + x
        // Overlapping parts take the greater coverage, so the joints of a line are not darker than the line.
        if Float(amount) > coverage[index] { coverage[index] = Float(amount) }
    }

    /// Returns the pixels that a span touches, within `limit`.
    private func pixels(_ from: Double, _ to: Double, _ limit: Int) -> Range<Int> {
        let first = Int(min(Double(limit), max(0, from.rounded(.down))))
        return first..<max(first, Int(min(Double(limit), max(0, to.rounded(.up)))))
    }

    private mutating func touch(_ columns: Range<Int>, _ rows: Range<Int>) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        touched.minX = min(touched.minX, columns.lowerBound)
        touched.minY = min(touched.minY, rows.lowerBound)
        touched.maxX = max(touched.maxX, columns.upperBound - 1)
        touched.maxY = max(touched.maxY, rows.upperBound - 1)
    }

    /// Adds a rectangle between two corners, in any order.
    mutating func rectangle(_ corner: (x: Double, y: Double), _ other: (x: Double, y: Double)) {
        let (left, right) = (min(corner.x, other.x), max(corner.x, other.x))
        let (top, bottom) = (min(corner.y, other.y), max(corner.y, other.y))
        let (columns, rows) = (pixels(left, right, width), pixels(top, bottom, height))
        touch(columns, rows)
        for row in rows {
            let high = min(bottom, Double(row + 1)) - max(top, Double(row))
            for column in columns { cover(column, row, high * (min(right, Double(column + 1)) - max(left, Double(column)))) }
        }
    }

    /// Adds a line with round ends. `breadth` is in pixels.
    mutating func segment(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double), breadth: Double) {
        let reach = breadth / 2 + 1
        let columns = pixels(min(from.x, to.x) - reach, max(from.x, to.x) + reach, width)
        let rows = pixels(min(from.y, to.y) - reach, max(from.y, to.y) + reach, height)
        touch(columns, rows)
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let squared = dx * dx + dy * dy
        for row in rows {
            for column in columns {
                let (px, py) = (Double(column) + 0.5 - from.x, Double(row) + 0.5 - from.y)
                let along = squared > 0 ? min(1, max(0, (px * dx + py * dy) / squared)) : 0
                let (ox, oy) = (px - along * dx, py - along * dy)
                let distance = (ox * ox + oy * oy).squareRoot()
                if distance < reach { cover(column, row, min(1, max(0, breadth / 2 + 0.5 - distance))) }
            }
        }
    }

    mutating func disc(_ center: (x: Double, y: Double), radius: Double) { segment(center, center, breadth: radius * 2) }

    /// Adds an area by its spans on level lines, `linesPerRow` in each row of pixels.
    mutating func area(_ spans: [[(from: Double, to: Double)]], linesPerRow: Int) {
        let share = 1 / Double(linesPerRow)
        var amounts = [Double](repeating: 0, count: width)
        for row in 0..<min(height, spans.count / linesPerRow) {
            var reached = width..<width
            for span in spans[row * linesPerRow..<(row + 1) * linesPerRow].joined() {
                let columns = pixels(span.from, span.to, width)
                guard !columns.isEmpty else { continue }
                reached = min(reached.lowerBound, columns.lowerBound)..<max(reached.isEmpty ? 0 : reached.upperBound, columns.upperBound)
                for column in columns {
                    amounts[column] += share * (min(span.to, Double(column + 1)) - max(span.from, Double(column)))
                }
            }
            touch(reached, row..<row + 1)
            for column in reached {
                cover(column, row, min(1, amounts[column]))
                amounts[column] = 0
            }
        }
    }

    // MARK: Colors

    /// Makes the shapes that were added since the last call the only area in which shapes count, within the area before.
    mutating func clip() {
        var clipped = [Float](repeating: 0, count: pixels.count)
        let width = width
        drain { _, amount, x, y in clipped[y * width + x] = amount }
        mask = clipped
    }

    /// Blends colors in at the shapes that were added since the last call, then removes the shapes.
    ///
    /// - Parameter look: returns the color and the opacity of a pixel. Nil leaves it as it is.
    mutating func paint(_ look: (_ x: Int, _ y: Int) -> (color: SRGB, opacity: Float)?) {
        drain { pixel, amount, x, y in
            guard let (color, opacity) = look(x, y) else { return }
            let added = amount * opacity
            let total = added + pixel.opacity * (1 - added)
            guard total > 0 else { return }
            func mix(_ new: UInt8, _ old: Float) -> Float { (Float(new) * added + old * pixel.opacity * (1 - added)) / total }
            pixel = Pixel(
                red: mix(color.red, pixel.red), green: mix(color.green, pixel.green), blue: mix(color.blue, pixel.blue), opacity: total)
        }
    }

    /// Clears the pixels at the shapes that were added since the last call, then removes the shapes.
    mutating func erase() {
        drain { pixel, amount, _, _ in pixel.opacity *= 1 - amount }
    }

    /// Clears whole pixels at the shapes that were added since the last call, where `isErased` is true, then removes the shapes.
    mutating func erase(where isErased: (_ x: Int, _ y: Int) -> Bool) {
        drain { pixel, _, x, y in if isErased(x, y) { pixel = Pixel() } }
    }

    private mutating func drain(_ body: (inout Pixel, Float, Int, Int) -> Void) {
        guard touched.maxX >= 0 else { return }
        for y in touched.minY...touched.maxY {
            for x in touched.minX...touched.maxX where coverage[y * width + x] > 0 {
                let amount = coverage[y * width + x] * (mask?[y * width + x] ?? 1)
                if amount > 0 { body(&pixels[y * width + x], amount, x, y) }
                coverage[y * width + x] = 0
            }
        }
        touched = (.max, .max, -1, -1)
    }
}

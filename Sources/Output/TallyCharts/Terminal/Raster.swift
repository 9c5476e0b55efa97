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

    // MARK: Colors

    /// Blends `color` in at the shapes that were added since the last call, then removes the shapes.
    ///
    /// - Parameter shows: returns whether a pixel is drawn. Patterns such as hatching leave some out.
    mutating func paint(_ color: SRGB, opacity: Float = 1, where shows: (_ x: Int, _ y: Int) -> Bool = { _, _ in true }) {
        drain { pixel, amount, x, y in
            guard shows(x, y) else { return }
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

    private mutating func drain(_ body: (inout Pixel, Float, Int, Int) -> Void) {
        guard touched.maxX >= 0 else { return }
        for y in touched.minY...touched.maxY {
            for x in touched.minX...touched.maxX where coverage[y * width + x] > 0 {
                body(&pixels[y * width + x], coverage[y * width + x], x, y)
                coverage[y * width + x] = 0
            }
        }
        touched = (.max, .max, -1, -1)
    }
}

import TerminalText

/// A line of blocks that shows how values went.
public enum Sparkline {
    /// What stands around the blocks.
    public struct Labels: Hashable, Sendable {
        /// Before the blocks, such as the metric's name.
        public var label: String?
        /// After them, the smallest value as text.
        public var minimum: String?
        /// After them, the greatest value as text.
        public var maximum: String?
        /// At the end, the last value as text.
        public var last: String?

        /// Labels, or none.
        public init(_ label: String? = nil, minimum: String? = nil, maximum: String? = nil, last: String? = nil) {
            self.label = label
            self.minimum = minimum
            self.maximum = maximum
            self.last = last
        }
    }

    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let signs: [Character] = ["_", ".", "-", "=", "+", "*", "#", "@"]

    /// Returns one line without an end: `values` as blocks in eight heights from the smallest to the greatest value.
    ///
    /// More values than cells share them, and each cell shows the one that is furthest from the middle of the range, so that extremes stay.
    /// Labels that would leave the blocks fewer than eight cells are left out: first the smallest and the greatest value, then the label,
    /// then the last value.
    ///
    /// - Parameters:
    ///   - values: Nil is a gap, and stays blank.
    ///   - width: The greatest number of cells, labels included; nil takes a cell for each value.
    ///   - isASCII: Whether to draw with ASCII characters.
    ///   - includesZero: Whether heights begin at zero, as they should for totals.
    ///   - labels: What stands around the blocks.
    public static func text(
        of values: [Double?], width: Int? = nil, isASCII: Bool = false, includesZero: Bool = false, labels: Labels = Labels()
    ) -> String {
        let label = labels.label.map { ScreenText.visible($0) + " " } ?? ""
        let ends = [labels.minimum.map { " min " + $0 }, labels.maximum.map { " max " + $0 }].compactMap(\.self).joined()
        let last = labels.last.map { " last " + $0 } ?? ""
        for (before, after) in [(label, ends + last), (label, last), ("", last), ("", "")] {
            let around = ScreenText.width(before) + ScreenText.width(after)
            let room = width.map { $0 - around } ?? values.count
            guard room >= min(8, values.count) || before.isEmpty && after.isEmpty else { continue }
            return before + blocks(of: values, count: max(0, min(room, values.count)), isASCII, includesZero) + after
        }
        return ""
    }

    private static func blocks(of values: [Double?], count: Int, _ isASCII: Bool, _ includesZero: Bool) -> String {
        var (low, high) = (includesZero ? 0 : Double.infinity, includesZero ? 0 : -Double.infinity)
        for case let value? in values where value.isFinite {
            low = min(low, value)
            high = max(high, value)
        }
        // Halves, because the distance between two numbers can be greater than the greatest number.
        let (middle, reach) = (low / 2 + high / 2, high / 2 - low / 2)
        var text = ""
        for cell in 0..<count {
            var shown: Double?
            for case let value? in values[cell * values.count / count..<(cell + 1) * values.count / count] where value.isFinite {
                if let other = shown, abs(other - middle) >= abs(value - middle) { continue }
                shown = value
            }
            guard let shown else {
                text += " "
                continue
            }
            let share = reach > 0 ? (shown / 2 - low / 2) / reach : includesZero ? 0 : 0.5
            let level = min(7, Int(share * 8))
            text.append(isASCII ? signs[level] : blocks[level])
        }
        return text
    }
}

import TerminalText

/// A line of blocks that shows the course of values.
public enum Sparkline {
    /// The texts around the blocks.
    public struct Labels: Hashable, Sendable {
        /// The text before the blocks, such as the name of the metric.
        public var label: String?
        /// The minimum as text, after the blocks.
        public var minimum: String?
        /// The maximum as text, after the blocks.
        public var maximum: String?
        /// The last value as text, at the end.
        public var last: String?

        /// Creates labels. All of them are optional.
        public init(_ label: String? = nil, minimum: String? = nil, maximum: String? = nil, last: String? = nil) {
            self.label = label
            self.minimum = minimum
            self.maximum = maximum
            self.last = last
        }
    }

    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let signs: [Character] = ["_", ".", "-", "=", "+", "*", "#", "@"]

    /// Returns one line without a line feed. The blocks have eight heights from the minimum to the maximum.
    ///
    /// If there are more values than cells, each cell shows the value that is furthest from the middle of the range, so that extremes
    /// remain. The blocks keep at least eight cells: without room, the minimum and the maximum are left out first, then the label, then the
    /// last value.
    ///
    /// - Parameters:
    ///   - values: the values. Nil is a gap and stays blank.
    ///   - width: the maximum number of cells including labels. Nil uses one cell per value.
    ///   - isASCII: true to draw with ASCII characters.
    ///   - includesZero: true if heights start at zero, as they should for totals.
    ///   - labels: the texts around the blocks.
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
        // Halves, because the distance between two numbers can exceed the greatest number.
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

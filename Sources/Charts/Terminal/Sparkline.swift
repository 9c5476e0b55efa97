/// A line of blocks that shows how values went.
public enum Sparkline {
    /// What stands around the blocks.
    public struct Labels: Hashable, Sendable {
        /// Before the blocks, such as the metric's name.
        public var label: String?
        /// After them: the smallest, the greatest and the last value, each as text.
        public var minimum: String?
        public var maximum: String?
        public var last: String?

        public init(_ label: String? = nil, minimum: String? = nil, maximum: String? = nil, last: String? = nil) {
            self.label = label
            self.minimum = minimum
            self.maximum = maximum
            self.last = last
        }
    }

    /// Returns one line without an end: `values` as blocks in eight heights from the smallest to the greatest value.
    ///
    /// - Parameters:
    ///   - values: Nil is a gap, and stays blank.
    ///   - width: The greatest number of cells, labels included; nil takes a cell for each value.
    ///   - includesZero: Whether heights begin at zero, as they should for totals.
    public static func text(
        of values: [Double?], width: Int? = nil, isASCII: Bool = false, includesZero: Bool = false, labels: Labels = Labels()
    ) -> String {
        ""
    }
}

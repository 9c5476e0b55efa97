extension Drawing {
    /// The size and the weight of text. The font itself is the viewer's font for interfaces.
    public struct Font: Hashable, Sendable {
        /// The size in points.
        public var size: Double
        /// The weight from 100 to 900. 400 is regular and 700 is bold.
        public var weight: Int
        /// True if the text is slanted.
        public var isItalic: Bool

        /// Creates a font. The default is that of labels.
        public init(size: Double = 11, weight: Int = 400, isItalic: Bool = false) {
            self.size = size
            self.weight = weight
            self.isItalic = isItalic
        }

        /// The families of fonts in the order of preference, as in style rules.
        static let families = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

        /// The height of a line.
        public var lineHeight: Double { (size * 1.4).rounded() }

        /// Returns the width of a text, which no common sans-serif font exceeds.
        public func width(of text: String) -> Double { TextWidths.width(of: text, size: size, isBold: weight >= 600) }
    }
}

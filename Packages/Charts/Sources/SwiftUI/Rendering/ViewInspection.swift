import Foundation

/// The texts and kept modifiers of a view, for tests. This is Tally's.
public struct ViewInspection: Sendable {
    /// A text with its place.
    public struct DrawnText: Hashable, Sendable {
        /// The characters, with `…` if some are left out.
        public var string: String
        /// The frame in the picture.
        public var frame: CGRect
    }

    /// The size of the view.
    public var size: CGSize
    /// The texts in the order in which they are drawn.
    public var texts: [DrawnText]
    /// The modifiers that were accepted and do nothing in a picture.
    public var kept: [KeptModifier]

    /// Draws a view in a size. Sides that are not given have the ideal size.
    @MainActor public init(of view: some View, width: CGFloat? = nil, height: CGFloat? = nil) {
        let renderer = ImageRenderer(content: view)
        renderer.proposedSize = ProposedViewSize(width: width, height: height)
        let (context, size) = renderer.draw()
        self.size = size
        texts = context.records.compactMap { ($0 as? SwiftUI.DrawnText).map { DrawnText(string: $0.string, frame: $0.frame) } }
        kept = context.records.compactMap { $0 as? KeptModifier }
    }
}

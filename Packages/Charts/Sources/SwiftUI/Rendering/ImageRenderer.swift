import Foundation
@_spi(Guests) import TallyCharts

/// Draws a view as a picture: SVG, a page of HTML, or text for a terminal.
///
/// Apple's type of this name makes images of pixels. The properties `svg`, `html(title:)`, `terminal(width:height:)` and `colorScheme` are
/// Tally's.
@MainActor public final class ImageRenderer<Content: View> {
    /// The view.
    public var content: Content
    /// The size that the view is offered. Sides that are not given have the ideal size.
    public var proposedSize = ProposedViewSize.unspecified
    /// The number of pixels of a point. Pictures of shapes have none.
    public var scale: CGFloat = 1
    /// True if the picture has a background. Pages have one, and SVG has the background of its viewer.
    public var isOpaque = false
    /// The appearance. Nil lets the viewer of the picture choose between light and dark.
    public var colorScheme: ColorScheme?
    /// The values that the view inherits.
    public var environment = EnvironmentValues()

    /// Creates a renderer of a view.
    public init(content view: Content) { content = view }

    /// The size of the picture.
    public var size: CGSize { laidOut(for: proposedSize).size }

    /// The picture as SVG.
    public var svg: String { drawing(title: "").svg(scheme: scheme) }

    /// The description of the charts in the picture, in words.
    public var accessibilityDescription: String { draw().context.descriptions.joined(separator: " ") }

    /// Returns a page with the picture.
    public func html(title: String) -> String { drawing(title: title).html(title: title, scheme: scheme) }

    /// Returns the picture as text for a terminal.
    ///
    /// If the code proposes no width, the view is laid out for that of the terminal: a character is 7 points wide and 15 points high.
    ///
    /// - Parameters:
    ///   - width: the number of columns
    ///   - height: the greatest number of rows. Nil is as many as the picture needs.
    ///   - isColored: false leaves out colors
    ///   - isASCII: true uses only characters of ASCII
    public func terminal(width: Int, height: Int? = nil, isColored: Bool = false, isASCII: Bool = false) -> String {
        var (context, size) = cells(columns: width, rows: height)
        if !context.changes.isEmpty {
            context.changes.forEach { $0() }
            (context, size) = cells(columns: width, rows: height)
        }
        return context.drawing(size: size, title: "").terminal(
            TerminalOptions(columns: width, rows: height, color: isColored ? .trueColor : .none, isASCII: isASCII))
    }

    /// Draws the view for a terminal.
    private func cells(columns width: Int, rows height: Int?) -> (context: DrawingContext, size: CGSize) {
        let cell = CGSize(width: 7, height: 15)
        let columns = CGFloat(max(1, min(1000, width)))
        var proposal = proposedSize
        proposal.width = proposal.width ?? columns * cell.width
        if let height, proposal.height == nil, laidOut(for: proposal, cell: cell).size.height > CGFloat(height) * cell.height {
            proposal.height = CGFloat(height) * cell.height
        }
        let (node, size) = laidOut(for: proposal, cell: cell)
        guard size.width > 0, size.height > 0 else { return (DrawingContext(), size) }
        // Wide pictures are scaled to the columns, and high ones to the rows.
        let character = size.width / min(columns, (size.width / cell.width).rounded(.up))
        let rows = (size.height / (character * cell.height / cell.width)).rounded(.up)
        let context = DrawingContext(cell: CGSize(width: character, height: size.height / min(rows, CGFloat(height ?? 1000))))
        node.draw(in: CGRect(origin: .zero, size: size), on: context)
        return (context, size)
    }

    private var scheme: Drawing.Scheme {
        switch colorScheme {
        case nil: .automatic
        case .light: .light
        case .dark: .dark
        }
    }

    private func laidOut(for proposal: ProposedViewSize, cell: CGSize? = nil) -> (node: any ViewNode, size: CGSize) {
        var environment = environment
        environment.pictureCell = cell
        environment.pictureScheme = colorScheme ?? environment.pictureScheme
        let node = content.layoutNode(in: environment)
        return (node, node.size(for: proposal).drawable)
    }

    /// Draws the view, and returns what was drawn with its size.
    package func draw() -> (context: DrawingContext, size: CGSize) {
        let first = draw(for: proposedSize)
        guard !first.context.changes.isEmpty else { return first }
        first.context.changes.forEach { $0() }
        return draw(for: proposedSize)
    }

    private func draw(for proposal: ProposedViewSize) -> (context: DrawingContext, size: CGSize) {
        let (node, size) = laidOut(for: proposal)
        let context = DrawingContext()
        node.draw(in: CGRect(origin: .zero, size: size), on: context)
        return (context, size)
    }

    private func drawing(title: String) -> Drawing {
        let (context, size) = draw()
        return context.drawing(size: size, title: title)
    }
}

extension View {
    /// Changes something, such as a `@State` of this view, and returns the picture after it. This is Tally's, for tests.
    @MainActor public func rendered(width: CGFloat? = nil, height: CGFloat? = nil, after change: (Self) -> Void = { _ in }) -> String {
        change(self)
        let renderer = ImageRenderer(content: self)
        renderer.proposedSize = ProposedViewSize(width: width, height: height)
        return renderer.svg
    }
}

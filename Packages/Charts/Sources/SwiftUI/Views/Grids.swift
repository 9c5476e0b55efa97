import Foundation

/// A column or a row of a grid.
public struct GridItem: Sendable {
    /// The width of a column.
    public enum Size: Hashable, Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    /// The width.
    public var size: Size
    /// The distance to the next column.
    public var spacing: CGFloat?
    /// The place of a view in its cell.
    public var alignment: Alignment?

    /// Creates a column.
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        (self.size, self.spacing, self.alignment) = (size, spacing, alignment)
    }
}

/// Views in rows of several columns.
public struct LazyVGrid<Content> {
    private let columns: [GridItem]
    private let spacing: CGFloat?
    private let content: Content
}

extension LazyVGrid: View, PrimitiveView where Content: View {
    /// Creates a grid.
    nonisolated public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
        @ViewBuilder content: () -> Content
    ) { (self.columns, self.spacing, self.content) = (columns, spacing, content()) }

    /// Returns the rows. A column of adaptive width is drawn as one flexible column.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let cells = content.layoutNodes(in: environment.inStack(nil))
        let count = max(1, columns.count)
        let rows = stride(from: 0, to: cells.count, by: count).map { start -> any ViewNode in
            let row = (0..<count).map { column -> any ViewNode in
                let cell: any ViewNode = start + column < cells.count ? cells[start + column] : GreedyNode { _, _ in }
                guard column < columns.count else { return cell }
                let alignment = columns[column].alignment ?? .center
                if case .fixed(let width) = columns[column].size {
                    return FixedFrameNode(width: width, height: nil, alignment: alignment, content: cell)
                }
                return FlexibleFrameNode(maxWidth: .infinity, alignment: alignment, content: cell)
            }
            return StackNode(axis: .horizontal, spacing: columns.first?.spacing ?? 8, children: row)
        }
        return [StackNode(axis: .vertical, spacing: spacing ?? 8, children: rows)]
    }
}

/// Headings that stay on the screen.
public struct PinnedScrollableViews: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Headings of sections.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    /// Notes of sections.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// A row of a grid.
public struct GridRow<Content> {
    private let alignment: VerticalAlignment?
    private let content: Content
}

extension GridRow: View, PrimitiveView where Content: View {
    /// Creates a row.
    nonisolated public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        (self.alignment, self.content) = (alignment, content())
    }

    /// Returns the row.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [GridRowNode(cells: content.layoutNodes(in: environment.inStack(nil)).map(MeasuredNode.init), alignment: alignment ?? .center)]
    }
}

/// Rows whose cells share the widths of columns.
public struct Grid<Content> {
    private let alignment: Alignment
    private let horizontalSpacing: CGFloat?
    private let verticalSpacing: CGFloat?
    private let content: Content
}

extension Grid: View, PrimitiveView where Content: View {
    /// Creates a grid.
    nonisolated public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        (self.alignment, self.horizontalSpacing) = (alignment, horizontalSpacing)
        (self.verticalSpacing, self.content) = (verticalSpacing, content())
    }

    /// Returns the rows.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let rows = content.layoutNodes(in: environment.inStack(nil)).map { node in
            node as? GridRowNode ?? GridRowNode(cells: [MeasuredNode(node)], alignment: .center)
        }
        let count = rows.map(\.cells.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.cells.count && $0.cells.count > 1 ? $0.cells[column].size(for: .unspecified).width : 0 }.max() ?? 0
        }
        let sized = rows.map { row -> any ViewNode in
            guard row.cells.count > 1 else { return row.cells.first ?? MeasuredNode(GreedyNode { _, _ in }) }
            let cells = zip(row.cells, widths).map { cell, width in
                FixedFrameNode(width: width, height: nil, alignment: alignment, content: cell)
            }
            return StackNode(axis: .horizontal, vertical: row.alignment, spacing: horizontalSpacing ?? 8, children: cells)
        }
        return [StackNode(axis: .vertical, horizontal: .leading, spacing: verticalSpacing ?? 8, children: sized)]
    }
}

/// A row that a grid arranges.
@MainActor private struct GridRowNode: ViewNode {
    let cells: [MeasuredNode]
    let alignment: VerticalAlignment

    private var row: StackNode { StackNode(axis: .horizontal, vertical: alignment, children: cells) }

    func size(for proposal: ProposedViewSize) -> CGSize { row.size(for: proposal) }

    func draw(in frame: CGRect, on context: DrawingContext) { row.draw(in: frame, on: context) }
}

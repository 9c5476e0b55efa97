import Foundation

/// The size and the place of a view.
public struct GeometryProxy {
    /// The frame in the coordinates of the picture.
    private let global: CGRect

    package init(frame: CGRect) { global = frame }

    /// The size.
    public var size: CGSize { global.size }

    /// The parts at the sides that are covered. None are.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    /// Returns a rectangle in the coordinates of this view.
    public subscript(anchor: Anchor<CGRect>) -> CGRect { anchor.value.offsetBy(dx: -global.minX, dy: -global.minY) }

    /// Returns a point in the coordinates of this view.
    public subscript(anchor: Anchor<CGPoint>) -> CGPoint {
        CGPoint(x: anchor.value.x - global.minX, y: anchor.value.y - global.minY)
    }

    /// Returns the frame in a system of coordinates. Named systems are those of the picture.
    public func frame(in space: CoordinateSpace) -> CGRect {
        switch space {
        case .local: CGRect(origin: .zero, size: size)
        case .global, .named: global
        }
    }
}

/// A system of coordinates.
public enum CoordinateSpace: Hashable {
    case global
    case local
    case named(AnyHashable)
}

/// A view that depends on its size. It takes all the space that is offered.
public struct GeometryReader<Content> {
    /// Makes the content.
    public var content: (GeometryProxy) -> Content
}

extension GeometryReader: View, PrimitiveView where Content: View {
    /// Creates the view.
    nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    /// Returns the content, which is made when its frame is known. It starts at the upper left corner.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [
            GreedyNode { frame, context in
                let view = environment.whileCurrent { content(GeometryProxy(frame: frame)) }
                for node in view.layoutNodes(in: environment.inStack(nil)) {
                    let own = node.size(for: ProposedViewSize(frame.size)).drawable
                    node.draw(in: CGRect(origin: frame.origin, size: own), on: context)
                }
            }
        ]
    }
}

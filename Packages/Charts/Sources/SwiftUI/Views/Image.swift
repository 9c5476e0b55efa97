import Foundation

/// A picture. Symbols of the system are drawn as simple outlines, or as a box. Pictures of an asset catalog are boxes.
public struct Image: Equatable {
    /// The sizes of a symbol.
    public enum Scale: Hashable, Sendable {
        case small
        case medium
        case large
    }

    /// The way in which a symbol takes a color.
    public enum TemplateRenderingMode: Hashable, Sendable {
        case template
        case original
    }

    /// The way in which a picture fills its frame.
    public enum ResizingMode: Hashable, Sendable {
        case tile
        case stretch
    }

    /// The name of the picture.
    package var name: String
    private var isResizable = false
    private var isSymbol: Bool

    /// Creates a symbol of the system.
    nonisolated public init(systemName: String) { (name, isSymbol) = (systemName, true) }

    /// Creates a picture of an asset catalog.
    nonisolated public init(_ name: String, bundle: Bundle? = nil) { (self.name, isSymbol) = (name, false) }

    /// Creates a picture that is not read out.
    nonisolated public init(decorative name: String, bundle: Bundle? = nil) { (self.name, isSymbol) = (name, false) }

    /// Returns the picture in all the space that is offered.
    nonisolated public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        var image = self
        image.isResizable = true
        return image
    }

    /// Returns the picture itself.
    nonisolated public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }
}

extension Image: View, PrimitiveView {
    /// Returns the symbol, as large as a capital letter of the font around it.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let fill = environment.fill(.foreground)
        let (name, isSymbol) = (name, isSymbol)
        let paint: @MainActor (CGRect, DrawingContext) -> Void = { frame, context in
            SymbolOutline.draw(isSymbol ? name : "photo", in: frame, fill: fill, on: context)
        }
        let font = environment.textFont
        if isResizable { return [GreedyNode(ideal: CGSize(width: font.size, height: font.size), paint: paint)] }
        return [SolidNode(size: CGSize(width: font.size * 1.15, height: font.lineHeight), paint: paint)]
    }
}

/// Simple drawings of some symbols. Others are a box with round corners.
enum SymbolOutline {
    /// Draws a symbol in the middle of a frame.
    static func draw(_ name: String, in frame: CGRect, fill: Fill, on context: DrawingContext) {
        let side = min(frame.width, frame.height, max(frame.width, frame.height)) * 0.9
        let box = CGRect(x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side)
        let isFilled = name.hasSuffix(".fill")
        let path = outline(of: isFilled ? String(name.dropLast(5)) : name, in: box)
        if isFilled, path.isClosed {
            context.fill(path.path, with: fill, in: box)
        } else {
            context.stroke(
                path.path, with: fill, style: StrokeStyle(lineWidth: max(1, side / 10), lineCap: .round, lineJoin: .round), in: box)
        }
    }

    private static func outline(of name: String, in box: CGRect) -> (path: Path, isClosed: Bool) {
        func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: box.minX + box.width * x, y: box.minY + box.height * y) }
        func lines(_ points: [(CGFloat, CGFloat)], closed: Bool = false) -> Path {
            Path { path in
                path.addLines(points.map { point($0.0, $0.1) })
                if closed { path.closeSubpath() }
            }
        }
        func both(_ first: Path, _ second: Path) -> Path {
            var path = first
            path.addPath(second)
            return path
        }
        let turned = arrow(name)
        switch name {
        case "circle": return (Path(ellipseIn: box), true)
        case "square": return (Path(roundedRect: box, cornerRadius: box.width / 6), true)
        case "triangle": return (lines([(0.5, 0.05), (1, 0.95), (0, 0.95)], closed: true), true)
        case "diamond": return (lines([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)], closed: true), true)
        case "star":
            let points = (0..<10).map { step -> (CGFloat, CGFloat) in
                let (radius, angle) = (step.isMultiple(of: 2) ? 0.5 : 0.2, Double(step) * .pi / 5)
                return (0.5 + radius * sin(angle), 0.5 - radius * cos(angle))
            }
            return (lines(points, closed: true), true)
        case "heart":
            let path = Path { path in
                path.move(to: point(0.5, 0.95))
                path.addCurve(to: point(0.5, 0.25), control1: point(-0.35, 0.4), control2: point(0.2, -0.2))
                path.addCurve(to: point(0.5, 0.95), control1: point(0.8, -0.2), control2: point(1.35, 0.4))
                path.closeSubpath()
            }
            return (path, true)
        case "drop", "flame":
            let path = Path { path in
                path.move(to: point(0.5, 0))
                path.addCurve(to: point(0.5, 1), control1: point(0.75, 0.3), control2: point(1.15, 1))
                path.addCurve(to: point(0.5, 0), control1: point(-0.15, 1), control2: point(0.25, 0.3))
                path.closeSubpath()
            }
            return (path, true)
        case "bolt": return (lines([(0.6, 0), (0.15, 0.58), (0.45, 0.58), (0.4, 1), (0.85, 0.42), (0.55, 0.42)], closed: true), true)
        case "plus": return (both(lines([(0.5, 0), (0.5, 1)]), lines([(0, 0.5), (1, 0.5)])), false)
        case "minus": return (lines([(0, 0.5), (1, 0.5)]), false)
        case "xmark": return (both(lines([(0.1, 0.1), (0.9, 0.9)]), lines([(0.9, 0.1), (0.1, 0.9)])), false)
        case "checkmark": return (lines([(0.05, 0.55), (0.35, 0.9), (0.95, 0.1)]), false)
        case let name where turned != nil && name.hasPrefix("chevron"):
            return (lines([(0.2, 0.7), (0.5, 0.35), (0.8, 0.7)]).rotated(by: turned ?? .zero, around: box.center), false)
        case let name where turned != nil && name.hasPrefix("arrow"):
            let path = both(lines([(0.5, 1), (0.5, 0.05)]), lines([(0.2, 0.4), (0.5, 0.05), (0.8, 0.4)]))
            return (path.rotated(by: turned ?? .zero, around: box.center), false)
        default: return (Path(roundedRect: box.insetBy(dx: box.width * 0.06, dy: box.width * 0.06), cornerRadius: box.width / 5), true)
        }
    }

    /// Returns the rotation of an arrow or a chevron from its name. Nil for other symbols.
    private static func arrow(_ name: String) -> Angle? {
        let angles: [String: Double] = [
            "up": 0, "right": 90, "forward": 90, "down": 180, "left": -90, "backward": -90, "up.right": 45, "down.right": 135,
            "down.left": -135, "up.left": -45,
        ]
        guard let dot = name.firstIndex(of: "."), let degrees = angles[String(name[name.index(after: dot)...])] else { return nil }
        return .degrees(degrees)
    }
}

/// A symbol and a text.
public struct Label<Title, Icon> {
    private let title: Title
    private let icon: Icon
}

extension Label: View, PrimitiveView where Title: View, Icon: View {
    /// Creates a label.
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { (self.title, self.icon) = (title(), icon()) }

    /// Returns the symbol and the text in a row.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let row = environment.inStack(.horizontal)
        return [
            StackNode(
                axis: .horizontal, vertical: .firstTextBaseline, spacing: 6,
                children: icon.layoutNodes(in: row) + title.layoutNodes(in: row))
        ]
    }
}

extension Label where Title == Text, Icon == Image {
    /// Creates a label with a symbol of the system.
    nonisolated public init(_ title: LocalizedStringKey, systemImage name: String) {
        (self.title, icon) = (Text(title), Image(systemName: name))
    }

    /// Creates a label with a symbol of the system.
    @_disfavoredOverload nonisolated public init(_ title: some StringProtocol, systemImage name: String) {
        (self.title, icon) = (Text(title), Image(systemName: name))
    }

    /// Creates a label with a picture of an asset catalog.
    nonisolated public init(_ title: LocalizedStringKey, image name: String) { (self.title, icon) = (Text(title), Image(name)) }
}

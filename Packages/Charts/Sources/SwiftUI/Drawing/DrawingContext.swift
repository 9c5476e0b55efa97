import Foundation
@_spi(Guests) import TallyCharts

/// The picture while views draw into it, from back to front.
///
/// This is the only place at which views become parts of a `Drawing`.
public final class DrawingContext {
    private var items: [Drawing.Item] = []
    /// Values that an inspection returns, such as charts and texts, in the order in which they were drawn.
    package var records: [any Sendable] = []
    /// The parts of the description in words.
    package var descriptions: [String] = []
    /// Actions of views that know their place. The picture is drawn again after them.
    package var changes: [@MainActor () -> Void] = []
    /// The size of a character, if the picture is for a terminal. Small signs fill a character there, or they would not be seen.
    package let cell: CGSize?

    package init(cell: CGSize? = nil) { self.cell = cell }

    /// Returns the frame of the character that contains a point. Nil if the picture is not for a terminal.
    package func character(at point: CGPoint) -> CGRect? {
        guard let cell, cell.width > 0, cell.height > 0 else { return nil }
        return CGRect(
            x: (point.x / cell.width).rounded(.down) * cell.width, y: (point.y / cell.height).rounded(.down) * cell.height,
            width: cell.width, height: cell.height)
    }

    /// Returns what was drawn, as a picture of a size.
    package func drawing(size: CGSize, title: String) -> Drawing {
        Drawing(
            width: Double(size.width), height: Double(size.height), title: title, description: descriptions.joined(separator: " "),
            items: items)
    }

    /// Fills the inside of a path.
    package func fill(_ path: Path, with fill: Fill, in frame: CGRect? = nil) {
        guard !path.isEmpty, let paint = Self.paint(fill, in: frame ?? path.boundingRect) else { return }
        items.append(.shape(path.outline, fill: paint))
    }

    /// Draws the edge of a path.
    package func stroke(_ path: Path, with fill: Fill, style: StrokeStyle, in frame: CGRect? = nil) {
        guard !path.isEmpty, style.lineWidth > 0, let paint = Self.paint(fill, in: frame ?? path.boundingRect) else { return }
        items.append(.shape(path.outline, stroke: Self.stroke(paint, style)))
    }

    /// Draws one line of text. The vertical position is the middle of the line.
    package func text(_ string: String, at point: CGPoint, anchor: HorizontalAlignment, font: Font, fill: Fill, angle: Angle = .zero) {
        guard !string.isEmpty, let paint = Self.paint(.solid(fill.tone), in: .zero) else { return }
        let place: Drawing.Text.Anchor = anchor == .leading ? .leading : anchor == .trailing ? .trailing : .center
        items.append(
            .text(
                Drawing.Text(
                    string, x: Double(point.x), y: Double(point.y), anchor: place,
                    font: Drawing.Font(size: Double(font.size), weight: font.weight.number, isItalic: font.isItalic), paint: paint,
                    rotation: angle.degrees)))
    }

    /// Shows words while the pointer is in an area.
    package func tip(_ lines: [String], in frame: CGRect) {
        items.append(.tip(Drawing.Tip(frame: Frame(frame), lines: lines)))
    }

    /// Draws parts together: clipped, less opaque, moved and rotated.
    package func group(
        clip: Path? = nil, opacity: Double = 1, offset: CGSize = .zero, angle: Angle = .zero, scale: CGSize = CGSize(width: 1, height: 1),
        around center: CGPoint = .zero, _ draw: () -> Void
    ) {
        let outer = items
        items = []
        draw()
        let inner = items
        items = outer
        guard !inner.isEmpty else { return }
        var transform = Transform.identity
        if scale != CGSize(width: 1, height: 1) {
            transform = Transform.offset(x: -Double(center.x), y: -Double(center.y))
                .followed(by: .scale(x: Double(scale.width), y: Double(scale.height)))
                .followed(by: .offset(x: Double(center.x), y: Double(center.y)))
        }
        if angle != .zero {
            transform = transform.followed(by: .rotation(degrees: angle.degrees, x: Double(center.x), y: Double(center.y)))
        }
        if offset != .zero { transform = transform.followed(by: .offset(x: Double(offset.width), y: Double(offset.height))) }
        if clip == nil, opacity == 1, transform == .identity {
            items += inner
        } else {
            items.append(.group(Drawing.Group(inner, clip: clip?.outline, opacity: opacity, transform: transform)))
        }
    }

    private static func stroke(_ paint: Paint, _ style: StrokeStyle) -> Stroke {
        let cap: Stroke.Cap =
            switch style.lineCap {
            case .butt: .butt
            case .round: .round
            case .square: .square
            }
        let join: Stroke.Join =
            switch style.lineJoin {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
        return Stroke(
            paint, width: Double(style.lineWidth), dash: style.dash.map(Double.init), dashPhase: Double(style.dashPhase), cap: cap,
            join: join)
    }

    /// Returns how a fill is painted in a frame. Nil if it is invisible.
    private static func paint(_ fill: Fill, in frame: CGRect) -> Paint? {
        switch fill {
        case .solid(let tone):
            let alpha = max(tone.light.opacity, tone.dark.opacity)
            return alpha > 0 ? .solid(ink(tone), alpha: alpha) : nil
        case .linear(let stops, let from, let to):
            guard let first = stops.first else { return nil }
            guard stops.count > 1, from != to else { return paint(.solid(first.tone), in: frame) }
            let parts = stops.sorted { $0.location < $1.location }.map {
                Paint.Gradient.Stop($0.location, ink($0.tone), alpha: max($0.tone.light.opacity, $0.tone.dark.opacity))
            }
            return .gradient(Paint.Gradient(parts, from: Outline.Point(from.point(in: frame)), to: Outline.Point(to.point(in: frame))))
        case .radial: return paint(.solid(fill.tone), in: frame)
        }
    }

    private static func ink(_ tone: Tone) -> Ink {
        if let ink = inks[Tone(tone.light.hex, tone.dark.hex)] { return ink }
        return .color(light: SRGB(integerLiteral: tone.light.hex), dark: SRGB(integerLiteral: tone.dark.hex))
    }

    /// Colors that have a purpose, which painters know: terminals choose their own colors for it.
    private static let inks: [Tone: Ink] = {
        let (light, dark) = (Palette.light, Palette.dark)
        var inks: [Tone: Ink] = [
            Tone(light.grid.value, dark.grid.value): .grid,
            UIColor.systemBackground.color.tone(accent: .accent): .ground,
        ]
        for (index, pair) in zip(light.series, dark.series).enumerated() { inks[Tone(pair.0.value, pair.1.value)] = .series(index) }
        return inks
    }()
}

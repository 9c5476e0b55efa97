import Foundation

extension View {
    /// Paints texts and shapes in a style.
    nonisolated public func foregroundStyle(_ style: some ShapeStyle) -> some View {
        inEnvironment { $0.style.foreground = $0.fill(style) }
    }

    /// Paints texts and shapes in a style. The second style is not used.
    nonisolated public func foregroundStyle(_ primary: some ShapeStyle, _ secondary: some ShapeStyle) -> some View {
        foregroundStyle(primary)
    }

    /// Paints texts and shapes in a color.
    nonisolated public func foregroundColor(_ color: Color?) -> some View {
        inEnvironment { $0.style.foreground = color.map($0.fill) }
    }

    /// Sets the color of accents.
    nonisolated public func tint(_ color: Color?) -> some View {
        inEnvironment { $0.style.tint = color?.tone(accent: $0.style.tint) ?? .accent }
    }

    /// Sets the color of accents.
    nonisolated public func tint(_ style: some ShapeStyle) -> some View { inEnvironment { $0.style.tint = $0.fill(style).tone } }

    /// Sets the color of accents.
    nonisolated public func accentColor(_ color: Color?) -> some View { tint(color) }

    /// Makes the view less opaque.
    nonisolated public func opacity(_ opacity: Double) -> some View {
        wrapped { node, _ in EffectNode(node) { _, context, draw in context.group(opacity: min(1, max(0, opacity)), draw) } }
    }

    /// Shows the view only inside a shape.
    nonisolated public func clipShape(_ shape: some Shape, style: FillStyle = FillStyle()) -> some View {
        wrapped { node, _ in EffectNode(node) { frame, context, draw in context.group(clip: shape.path(in: frame), draw) } }
    }

    /// Shows the view only inside its frame.
    nonisolated public func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }

    /// Rounds the corners of the view.
    nonisolated public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }

    /// Shows the view only inside the frame of a mask: masks of other shapes are not cut out.
    nonisolated public func mask(alignment: Alignment = .center, @ViewBuilder _ mask: () -> some View) -> some View {
        kept("mask").clipped()
    }

    /// Draws a line around the view.
    nonisolated public func border(_ style: some ShapeStyle, width: CGFloat = 1) -> some View {
        overlay { Rectangle().strokeBorder(style, lineWidth: width) }
    }

    /// Rotates the view in its space.
    nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        wrapped { node, _ in
            EffectNode(node) { frame, context, draw in context.group(angle: angle, around: anchor.point(in: frame), draw) }
        }
    }

    /// Makes the view larger or smaller in its space.
    nonisolated public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: scale, y: scale, anchor: anchor)
    }

    /// Makes the view larger or smaller in its space.
    nonisolated public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        wrapped { node, _ in
            EffectNode(node) { frame, context, draw in
                context.group(scale: CGSize(width: x, height: y), around: anchor.point(in: frame), draw)
            }
        }
    }

    /// Sets a value of the environment.
    nonisolated public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        inEnvironment { $0[keyPath: keyPath] = value }
    }

    /// Changes a value of the environment.
    nonisolated public func transformEnvironment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
    ) -> some View { inEnvironment { transform(&$0[keyPath: keyPath]) } }

    /// Passes an observable object to the views inside.
    nonisolated public func environment<Object: AnyObject & Observable>(_ object: Object?) -> some View {
        inEnvironment { $0[object: Object.self] = object }
    }

    /// Passes an object to the views inside.
    nonisolated public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
        inEnvironment { $0[object: Object.self] = object }
    }

    /// Sets the appearance of this view.
    nonisolated public func colorScheme(_ scheme: ColorScheme) -> some View { inEnvironment { $0.colorScheme = scheme } }

    /// Sets the appearance of this view. On a phone, it is that of the whole screen.
    nonisolated public func preferredColorScheme(_ scheme: ColorScheme?) -> some View {
        inEnvironment { environment in if let scheme { environment.colorScheme = scheme } }
    }
}

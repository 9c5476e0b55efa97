import Foundation

// Wishes of fields for a keyboard: accepted, kept for tests. Actions for a place are called.

/// A kind of keyboard.
public enum UIKeyboardType: Hashable, Sendable {
    case `default`
    case asciiCapable
    case numbersAndPunctuation
    case URL
    case numberPad
    case phonePad
    case emailAddress
    case decimalPad
}

/// The name of the return key.
public enum SubmitLabel: Hashable, Sendable {
    case done
    case go
    case next
    case search
    case send
    case `return`
}

/// A style of fields for dates.
public protocol DatePickerStyle: Sendable {}

/// The styles of fields for dates by their names.
public struct NamedDatePickerStyle: DatePickerStyle {
    package let name: String
}

extension DatePickerStyle where Self == NamedDatePickerStyle {
    /// The style `automatic`.
    public static var automatic: NamedDatePickerStyle { NamedDatePickerStyle(name: "automatic") }
    /// The style `compact`.
    public static var compact: NamedDatePickerStyle { NamedDatePickerStyle(name: "compact") }
    /// The style `graphical`.
    public static var graphical: NamedDatePickerStyle { NamedDatePickerStyle(name: "graphical") }
    /// The style `wheel`.
    public static var wheel: NamedDatePickerStyle { NamedDatePickerStyle(name: "wheel") }
}

/// A style of bars that show how much is done.
public protocol ProgressViewStyle: Sendable {}

/// The styles of bars that show how much is done by their names.
public struct NamedProgressViewStyle: ProgressViewStyle {
    package let name: String
}

extension ProgressViewStyle where Self == NamedProgressViewStyle {
    /// The style `automatic`.
    public static var automatic: NamedProgressViewStyle { NamedProgressViewStyle(name: "automatic") }
    /// The style `circular`.
    public static var circular: NamedProgressViewStyle { NamedProgressViewStyle(name: "circular") }
    /// The style `linear`.
    public static var linear: NamedProgressViewStyle { NamedProgressViewStyle(name: "linear") }
}

/// A way to mix a view with those behind it.
public enum BlendMode: Hashable, Sendable {
    case normal
    case multiply
    case screen
    case overlay
    case darken
    case lighten
    case colorDodge
    case colorBurn
    case softLight
    case hardLight
    case difference
    case exclusion
    case hue
    case saturation
    case color
    case luminosity
    case sourceAtop
    case destinationOver
    case destinationOut
    case plusDarker
    case plusLighter
}

extension View {
    /// Keeps a way to mix the view with those behind it. It is drawn in front of them.
    nonisolated public func blendMode(_ mode: BlendMode) -> some View { kept("blendMode", "\(mode)") }

    /// Keeps a style of bars that show how much is done. All are drawn as lines.
    nonisolated public func progressViewStyle(_ style: some ProgressViewStyle) -> some View {
        kept("progressViewStyle", (style as? NamedProgressViewStyle)?.name ?? "\(type(of: style))")
    }

    /// Keeps a kind of keyboard.
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { kept("keyboardType", "\(type)") }

    /// Keeps the name of the return key.
    nonisolated public func submitLabel(_ label: SubmitLabel) -> some View { kept("submitLabel", "\(label)") }

    /// Keeps an action for the return key. It is not called.
    nonisolated public func onSubmit(_ action: @escaping () -> Void) -> some View { kept("onSubmit") }

    /// Keeps whether a field has the keyboard.
    nonisolated public func focused(_ condition: Binding<Bool>) -> some View { kept("focused", "\(condition.wrappedValue)") }

    /// Keeps the field that has the keyboard.
    nonisolated public func focused<Value: Hashable>(_ binding: Binding<Value>, equals value: Value) -> some View {
        kept("focused", "\(value)")
    }

    /// Keeps whether words are corrected.
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { kept("autocorrectionDisabled", "\(disable)") }

    /// Keeps a style of fields for dates.
    nonisolated public func datePickerStyle(_ style: some DatePickerStyle) -> some View {
        kept("datePickerStyle", (style as? NamedDatePickerStyle)?.name ?? "\(type(of: style))")
    }

    /// Keeps whether letters may be closer to each other.
    nonisolated public func allowsTightening(_ flag: Bool) -> some View { kept("allowsTightening", "\(flag)") }

    /// Keeps a view that is read out instead of this one.
    nonisolated public func accessibilityRepresentation(@ViewBuilder representation: () -> some View) -> some View {
        kept("accessibilityRepresentation")
    }

    /// Calls an action with a value that follows from the size and the place of the view. The picture is then drawn again, once.
    nonisolated public func onGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (GeometryProxy) -> T, action: @escaping (T) -> Void
    ) -> some View { PlacedView(content: self) { action(transform($0)) } }
}

/// A view that does something when it knows its place.
private struct PlacedView<Content: View> {
    let content: Content
    let action: (GeometryProxy) -> Void
}

extension PlacedView: View, PrimitiveView {
    func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let node = content.layoutNode(in: environment)
        return [
            EffectNode(node) { frame, context, draw in
                context.changes.append { action(GeometryProxy(frame: frame)) }
                draw()
            }
        ]
    }
}

extension ShapeStyle {
    /// Returns this style itself: colors are not mixed with those behind them.
    public func blendMode(_ mode: BlendMode) -> some ShapeStyle { self }
}

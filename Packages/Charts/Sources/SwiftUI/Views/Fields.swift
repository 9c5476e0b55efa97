import Foundation

// Fields for values, drawn in the state of their value.

/// Returns a label, and the controls of a value at the other end of the row.
@MainActor private func row(_ label: some View, _ controls: [any ViewNode], in environment: EnvironmentValues) -> any ViewNode {
    StackNode(
        axis: .horizontal,
        children: label.layoutNodes(in: environment.inStack(.horizontal)) + [SpacerNode(axis: .horizontal, minLength: 8)] + controls)
}

/// Returns a text on a gray ground.
@MainActor private func badge(_ string: String, in environment: EnvironmentValues) -> any ViewNode {
    let text = Text(verbatim: string).padding(.horizontal, 8).padding(.vertical, 4)
    return text.background(Color(.tertiarySystemFill), in: RoundedRectangle(cornerRadius: 6)).layoutNode(in: environment)
}

/// A line of text that can be changed. It shows its text, or its title if there is none.
public struct TextField<Label> {
    private let label: Label
    private let prompt: Text?
    private let text: () -> String
}

extension TextField: View, PrimitiveView where Label == Text {
    private nonisolated init(_ label: Text, _ prompt: Text?, text: @escaping () -> String) {
        (self.label, self.prompt, self.text) = (label, prompt, text)
    }

    /// Creates a field.
    nonisolated public init(_ title: LocalizedStringKey, text: Binding<String>, axis: Axis = .horizontal) {
        self.init(Text(title), nil) { text.wrappedValue }
    }

    /// Creates a field with a text that is shown while it is empty.
    nonisolated public init(_ title: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(Text(title), prompt) { text.wrappedValue }
    }

    /// Creates a field.
    @_disfavoredOverload
    nonisolated public init(_ title: some StringProtocol, text: Binding<String>, axis: Axis = .horizontal) {
        self.init(Text(title), nil) { text.wrappedValue }
    }

    /// Creates a field for a value in a format of Foundation.
    nonisolated public init<F: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(title), prompt) { format.format(value.wrappedValue) } }

    /// Creates a field for a value that may be missing in a format of Foundation.
    nonisolated public init<F: ParseableFormatStyle>(
        _ title: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(title), prompt) { value.wrappedValue.map(format.format) ?? "" } }

    /// Creates a field for a value with a formatter.
    nonisolated public init<V>(_ title: LocalizedStringKey, value: Binding<V>, formatter: Formatter, prompt: Text? = nil) {
        self.init(Text(title), prompt) { formatter.string(for: value.wrappedValue) ?? "\(value.wrappedValue)" }
    }

    /// Returns the text, or the title in gray.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let string = text()
        let shown = string.isEmpty ? (prompt ?? label).foregroundStyle(.tertiary) : Text(verbatim: string)
        return [FlexibleFrameNode(maxWidth: .infinity, alignment: .leading, content: shown.lineLimit(1).layoutNode(in: environment))]
    }
}

/// A line of text that is not shown.
public struct SecureField<Label> {
    private let title: Text
    private let text: Binding<String>
}

extension SecureField: View where Label == Text {
    /// Creates a field.
    nonisolated public init(_ title: LocalizedStringKey, text: Binding<String>) { (self.title, self.text) = (Text(title), text) }

    /// A dot for each character, or the title.
    public var body: some View {
        let count = text.wrappedValue.count
        return (count == 0 ? title.foregroundStyle(.tertiary) : Text(verbatim: String(repeating: "•", count: count)))
            .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// A label with buttons for a smaller and a greater value.
public struct Stepper<Label> {
    private let label: Label
}

extension Stepper: View, PrimitiveView where Label: View {
    /// Creates buttons for a value.
    nonisolated public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.label = label() }

    /// Creates buttons for a value in a range.
    nonisolated public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.label = label() }

    /// Creates buttons with actions.
    nonisolated public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.label = label() }

    /// Returns the label and the buttons.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [row(label, [badge("−  +", in: environment)], in: environment)]
    }
}

extension Stepper where Label == Text {
    /// Creates buttons for a value.
    nonisolated public init<V: Strideable>(
        _ title: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { label = Text(title) }

    /// Creates buttons for a value in a range.
    nonisolated public init<V: Strideable>(
        _ title: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { label = Text(title) }

    /// Creates buttons for a value in a range.
    @_disfavoredOverload nonisolated public init<V: Strideable>(
        _ title: some StringProtocol, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { label = Text(title) }

    /// Creates buttons with actions.
    nonisolated public init(
        _ title: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { label = Text(title) }
}

/// The parts of a date that a field shows.
public struct DatePickerComponents: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The hour and the minute.
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    /// The day, the month and the year.
    public static let date = DatePickerComponents(rawValue: 2)
}

/// A label with a date.
public struct DatePicker<Label> {
    /// The parts of a date that a field shows.
    public typealias Components = DatePickerComponents

    private let label: Label
    private let date: Binding<Date>
    private let parts: Components
}

extension DatePicker: View, PrimitiveView where Label: View {
    /// Creates a field.
    nonisolated public init(
        selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { (self.label, date, parts) = (label(), selection, displayedComponents) }

    /// Creates a field for a range of dates.
    nonisolated public init(
        selection: Binding<Date>, in range: ClosedRange<Date>, displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { (self.label, date, parts) = (label(), selection, displayedComponents) }

    /// Returns the label and the date in the calendar of the surroundings.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let style = Date.FormatStyle(
            date: parts.contains(.date) ? .abbreviated : .omitted, time: parts.contains(.hourAndMinute) ? .shortened : .omitted,
            locale: environment.locale, calendar: environment.calendar, timeZone: environment.timeZone)
        return [row(label, [badge(date.wrappedValue.formatted(style), in: environment)], in: environment)]
    }
}

extension DatePicker where Label == Text {
    /// Creates a field.
    nonisolated public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]
    ) { (label, date, parts) = (Text(title), selection, displayedComponents) }

    /// Creates a field for a range of dates.
    nonisolated public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { (label, date, parts) = (Text(title), selection, displayedComponents) }

    /// Creates a field for dates up to a last one.
    nonisolated public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { (label, date, parts) = (Text(title), selection, displayedComponents) }

    /// Creates a field for dates from a first one.
    nonisolated public init(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { (label, date, parts) = (Text(title), selection, displayedComponents) }
}

/// A label with a color.
public struct ColorPicker<Label> {
    private let label: Label
    private let color: Binding<Color>
}

extension ColorPicker: View, PrimitiveView where Label: View {
    /// Creates a field.
    nonisolated public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        (self.label, color) = (label(), selection)
    }

    /// Returns the label and a dot in the color.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let dot = Circle().fill(color.wrappedValue).frame(width: 24, height: 24).layoutNode(in: environment)
        return [row(label, [dot], in: environment)]
    }
}

extension ColorPicker where Label == Text {
    /// Creates a field.
    nonisolated public init(_ title: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        (label, color) = (Text(title), selection)
    }

    /// Creates a field.
    @_disfavoredOverload
    nonisolated public init(_ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true) {
        (label, color) = (Text(title), selection)
    }
}

import Foundation

/// The purpose of a button.
public enum ButtonRole: Hashable, Sendable {
    case destructive
    case cancel
}

/// A label that does something when it is touched. The action is kept.
public struct Button<Label> {
    private let label: Label
    /// Runs the action, for tests.
    public let action: () -> Void
}

extension Button: View, PrimitiveView where Label: View {
    /// Creates a button.
    nonisolated public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) { (self.action, self.label) = (action, label()) }

    /// Creates a button with a purpose.
    nonisolated public init(role: ButtonRole?, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        (self.action, self.label) = (action, label())
    }

    /// Returns the label in the tint of the surroundings.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        var environment = environment
        environment.style.foreground = .solid(environment.style.tint.fixed(to: environment.style.scheme))
        return [label.layoutNode(in: environment)]
    }
}

extension Button where Label == Text {
    /// Creates a button with a text.
    nonisolated public init(_ title: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) {
        (self.action, label) = (action, Text(title))
    }

    /// Creates a button with a text.
    @_disfavoredOverload nonisolated public init(_ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () -> Void) {
        (self.action, label) = (action, Text(title))
    }
}

/// A label that leads to another page.
public struct NavigationLink<Label, Destination> {
    private let label: Label
}

extension NavigationLink: View, PrimitiveView where Label: View, Destination: View {
    /// Creates a link.
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) { self.label = label() }

    /// Creates a link.
    nonisolated public init(destination: Destination, @ViewBuilder label: () -> Label) { self.label = label() }

    /// Returns the label.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [label.layoutNode(in: environment)] }
}

extension NavigationLink where Label == Text, Destination: View {
    /// Creates a link with a text.
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder destination: () -> Destination) { label = Text(title) }

    /// Creates a link with a text.
    nonisolated public init(_ title: LocalizedStringKey, destination: Destination) { label = Text(title) }

    /// Creates a link with a text.
    @_disfavoredOverload nonisolated public init(_ title: some StringProtocol, destination: Destination) { label = Text(title) }
}

extension NavigationLink where Label: View, Destination == Never {
    /// Creates a link with a value.
    nonisolated public init(value: (some Hashable)?, @ViewBuilder label: () -> Label) { self.label = label() }
}

/// A switch, drawn in the state of its value.
public struct Toggle<Label> {
    private let label: Label
    private let isOn: Binding<Bool>
}

extension Toggle: View, PrimitiveView where Label: View {
    /// Creates a switch.
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { (self.isOn, self.label) = (isOn, label()) }

    /// Returns the label and the switch.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let isOn = isOn.wrappedValue
        let ground = environment.fill(isOn ? Color.green : Color(.systemGray4))
        let knob = environment.fill(Color.white)
        let control = SolidNode(size: CGSize(width: 44, height: 26)) { frame, context in
            context.fill(Capsule().path(in: frame), with: ground)
            let x = isOn ? frame.maxX - 24 : frame.minX + 2
            context.fill(Path(ellipseIn: CGRect(x: x, y: frame.minY + 2, width: 22, height: 22)), with: knob)
        }
        let row = environment.inStack(.horizontal)
        return [
            StackNode(
                axis: .horizontal,
                children: label.layoutNodes(in: row) + [SpacerNode(axis: .horizontal, minLength: 8), control])
        ]
    }
}

extension Toggle where Label == Text {
    /// Creates a switch with a text.
    nonisolated public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) { (self.isOn, label) = (isOn, Text(title)) }

    /// Creates a switch with a text.
    @_disfavoredOverload nonisolated public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
        (self.isOn, label) = (isOn, Text(title))
    }
}

/// A choice, drawn as a row of its possible values. If they do not fit, only the one that is chosen is drawn.
public struct Picker<Label, Selection, Content> {
    private let label: Label
    private let selection: Binding<Selection>
    private let content: Content
}

extension Picker: View, PrimitiveView where Label: View, Selection: Hashable, Content: View {
    /// Creates a choice.
    nonisolated public init(selection: Binding<Selection>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.selection, self.content) = (label(), selection, content())
    }

    /// Creates a choice.
    nonisolated public init(selection: Binding<Selection>, label: Label, @ViewBuilder content: () -> Content) {
        (self.label, self.selection, self.content) = (label, selection, content())
    }

    /// Returns the values in a row, or the label and the value that is chosen.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let row = content.font(.footnote).lineLimit(1).layoutNodes(in: environment.inStack(.horizontal))
        let width = row.map { $0.size(for: .unspecified).width }.max() ?? 0
        let cells = row.map { FlexibleFrameNode(minWidth: width, maxWidth: .infinity, alignment: .center, content: $0) }
        let ground = RoundedRectangle(cornerRadius: 8).fill(Color(.tertiarySystemFill)).layoutNodes(in: environment)
        let box = PaddingNode(insets: EdgeInsets(6, on: .all), content: StackNode(axis: .horizontal, children: cells))
        let segments = OverlayNode(content: box, layer: ground, alignment: .center, isBehind: true)
        var quiet = environment
        quiet.style.foreground = environment.fill(Color.secondary)
        let options = content.layoutNodes(in: quiet.inStack(.horizontal))
        let chosen = options.first { $0.hasTag(selection.wrappedValue) } ?? options.first
        let menu = StackNode(
            axis: .horizontal,
            children: label.layoutNodes(in: environment.inStack(.horizontal)) + [SpacerNode(axis: .horizontal, minLength: 8)]
                + [chosen].compactMap { $0 })
        return [ChoiceNode(axes: .horizontal, choices: [MeasuredNode(segments), MeasuredNode(menu)])]
    }
}

extension Picker where Label == Text, Selection: Hashable, Content: View {
    /// Creates a choice with a text.
    nonisolated public init(_ title: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
        (label, self.selection, self.content) = (Text(title), selection, content())
    }

    /// Creates a choice with a text.
    @_disfavoredOverload
    nonisolated public init(_ title: some StringProtocol, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
        (label, self.selection, self.content) = (Text(title), selection, content())
    }
}

/// A bar with a knob at a value, between the labels of its ends.
public struct Slider<Label, ValueLabel> {
    private let ends: [ValueLabel]
    private let fraction: () -> Double

    private init<V: BinaryFloatingPoint>(_ value: Binding<V>, _ bounds: ClosedRange<V>, _ ends: [ValueLabel]) {
        self.ends = ends
        fraction = {
            let length = Double(bounds.upperBound - bounds.lowerBound)
            return length > 0 ? min(1, max(0, Double(value.wrappedValue - bounds.lowerBound) / length)) : 0
        }
    }
}

extension Slider: View, PrimitiveView where Label: View, ValueLabel: View {
    /// Creates a bar for a range, with labels at its ends.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value, bounds, [minimumValueLabel(), maximumValueLabel()]) }

    /// Creates a bar for the steps of a range, with labels at its ends.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value, bounds, [minimumValueLabel(), maximumValueLabel()]) }

    /// Returns the bar and the labels of its ends.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let (rest, tint) = (environment.fill(Color(.systemGray4)), Fill.solid(environment.style.tint))
        let fraction = fraction()
        let bar = GreedyNode(ideal: CGSize(width: 120, height: 28)) { frame, context in
            let line = CGRect(x: frame.minX, y: frame.midY - 2, width: frame.width, height: 4)
            let place = frame.minX + (frame.width - 24) * fraction
            context.fill(Path(roundedRect: line, cornerRadius: 2), with: rest)
            context.fill(Path(CGRect(x: line.minX, y: line.minY, width: place + 12 - line.minX, height: 4)), with: tint)
            context.fill(Path(ellipseIn: CGRect(x: place, y: frame.midY - 12, width: 24, height: 24)), with: tint)
        }
        let row = FixedFrameNode(width: nil, height: 28, alignment: .center, content: bar)
        let labels = ends.map { $0.layoutNode(in: environment) }
        return labels.count < 2 ? [row] : [StackNode(axis: .horizontal, children: [labels[0], row, labels[1]])]
    }
}

extension Slider where Label: View, ValueLabel == EmptyView {
    /// Creates a bar for a range, with a label that is not drawn.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value, bounds, []) }

    /// Creates a bar for the steps of a range, with a label that is not drawn.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value, bounds, []) }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// Creates a bar for a range.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value, bounds, []) }

    /// Creates a bar for the steps of a range.
    nonisolated public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value, bounds, []) }
}

/// A bar that shows how much is done.
public struct ProgressView<Label, CurrentValueLabel> {
    private let label: Label
    private let fraction: Double?
}

extension ProgressView: View, PrimitiveView where Label: View, CurrentValueLabel == EmptyView {
    /// Returns the label and the bar.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let (rest, tint) = (environment.fill(Color(.systemGray5)), Fill.solid(environment.style.tint))
        let fraction = fraction ?? 0
        let bar = GreedyNode(ideal: CGSize(width: 120, height: 4)) { frame, context in
            context.fill(Path(roundedRect: frame, cornerRadius: 2), with: rest)
            let done = CGRect(x: frame.minX, y: frame.minY, width: frame.width * fraction, height: frame.height)
            if fraction > 0 { context.fill(Path(roundedRect: done, cornerRadius: 2), with: tint) }
        }
        let line = FixedFrameNode(width: nil, height: 4, alignment: .center, content: bar)
        return [StackNode(axis: .vertical, horizontal: .leading, children: label.layoutNodes(in: environment) + [line])]
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    /// Creates a bar whose value is unknown.
    nonisolated public init() { (label, fraction) = (EmptyView(), nil) }

    /// Creates a bar for a value.
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1) {
        (label, fraction) = (EmptyView(), value.map { total > 0 ? min(1, max(0, Double($0 / total))) : 0 })
    }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    /// Creates a bar with a text.
    nonisolated public init(_ title: LocalizedStringKey) { (label, fraction) = (Text(title), nil) }

    /// Creates a bar with a text for a value.
    nonisolated public init<V: BinaryFloatingPoint>(_ title: LocalizedStringKey, value: V?, total: V = 1) {
        (label, fraction) = (Text(title), value.map { total > 0 ? min(1, max(0, Double($0 / total))) : 0 })
    }
}

/// A message in place of content that is not there.
public struct ContentUnavailableView {
    private let title: Text
    private let symbol: String
    private let message: Text?

    /// Creates a message.
    nonisolated public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        (self.title, symbol, message) = (Text(title), name, description)
    }

}

extension ContentUnavailableView: View {
    /// The symbol and the texts in a column.
    public var body: some View {
        VStack {
            Image(systemName: symbol).font(.largeTitle).foregroundStyle(.secondary)
            title.font(.title2).bold()
            message?.font(.subheadline).foregroundStyle(.secondary)
        }
    }
}

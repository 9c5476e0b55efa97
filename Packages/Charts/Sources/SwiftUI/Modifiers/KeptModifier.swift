import Foundation

/// A modifier that was accepted and does nothing in a picture, such as a gesture.
public struct KeptModifier: Hashable, Sendable, CustomStringConvertible {
    /// The name of the modifier.
    public var name: String
    /// Its values as text.
    public var value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }

    /// The name with its values.
    public var description: String { value.isEmpty ? name : "\(name)(\(value))" }
}

extension View {
    /// Keeps a modifier for tests.
    nonisolated package func kept(_ name: String, _ value: String = "") -> some View {
        wrapped { node, _ in
            EffectNode(node) { _, context, draw in
                context.records.append(KeptModifier(name: name, value: value))
                draw()
            }
        }
    }
}

extension ViewNode {
    /// Returns true if the view or a part of it has a tag.
    package func hasTag(_ value: some Hashable) -> Bool {
        let context = DrawingContext()
        draw(in: CGRect(origin: .zero, size: size(for: .unspecified).drawable), on: context)
        let tag = KeptModifier(name: "tag", value: "\(value)")
        return context.records.contains { $0 as? KeptModifier == tag }
    }
}

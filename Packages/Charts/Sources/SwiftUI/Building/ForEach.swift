import Foundation

/// Views or marks of the elements of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    /// The collection.
    public var data: Data
    /// Makes the content of an element.
    public var content: (Data.Element) -> Content

    /// Creates the content of a collection.
    package init(data: Data, making content: @escaping (Data.Element) -> Content) { (self.data, self.content) = (data, content) }
}

extension ForEach: View, PrimitiveView where Content: View {
    /// Returns the views of all elements.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        data.flatMap { element in environment.whileCurrent { content(element) }.layoutNodes(in: environment) }
    }
}

extension ForEach where Content: View {
    /// Creates views of elements that have an identity.
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, making: content)
    }

    /// Creates views of elements, with a property as their identity.
    nonisolated public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, making: content)
    }

    /// Creates views of the numbers of a range.
    nonisolated public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) where Data == Range<Int>, ID == Int {
        self.init(data: data, making: content)
    }

    /// Creates views of bindings to elements.
    nonisolated public init<Elements: MutableCollection & RandomAccessCollection>(
        _ data: Binding<Elements>, @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
    ) where Data == [Binding<Elements.Element>], ID == Elements.Element.ID, Elements.Element: Identifiable {
        self.init(data: data.elements, making: content)
    }

    /// Creates views of bindings to elements, with a property as their identity.
    nonisolated public init<Elements: MutableCollection & RandomAccessCollection>(
        _ data: Binding<Elements>, id: KeyPath<Elements.Element, ID>, @ViewBuilder content: @escaping (Binding<Elements.Element>) -> Content
    ) where Data == [Binding<Elements.Element>] {
        self.init(data: data.elements, making: content)
    }
}

extension Binding where Value: MutableCollection {
    /// A binding to each element.
    fileprivate var elements: [Binding<Value.Element>] {
        wrappedValue.indices.map { index in
            Binding<Value.Element> {
                self.wrappedValue[index]
            } set: {
                self.wrappedValue[index] = $0
            }
        }
    }
}

import Foundation

/// An object whose changes views follow. Pictures are drawn once, so nobody follows them.
public protocol ObservableObject: AnyObject {}

/// A property of an object that views follow.
@propertyWrapper public struct Published<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Creates a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Creates a value.
    public init(initialValue: Value) { wrappedValue = initialValue }
}

/// An object that a view gets from elsewhere.
@propertyWrapper public struct ObservedObject<Object: ObservableObject>: DynamicProperty {
    /// Bindings to the properties of an object.
    @dynamicMemberLookup public struct Wrapper {
        fileprivate let object: Object

        /// Returns a binding to a property.
        public subscript<Part>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Part>) -> Binding<Part> {
            let object = object
            return Binding {
                object[keyPath: keyPath]
            } set: {
                object[keyPath: keyPath] = $0
            }
        }
    }

    /// The object.
    public var wrappedValue: Object

    /// Creates the property.
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }

    /// Bindings to properties of the object.
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

/// An object that belongs to a view.
@propertyWrapper public struct StateObject<Object: ObservableObject>: DynamicProperty {
    private final class Box {
        lazy var object = create()
        private let create: () -> Object

        init(_ create: @escaping () -> Object) { self.create = create }
    }

    private let box: Box

    /// Creates the object when it is first read.
    public init(wrappedValue: @autoclosure @escaping () -> Object) { box = Box(wrappedValue) }

    /// The object.
    public var wrappedValue: Object { box.object }

    /// Bindings to properties of the object.
    public var projectedValue: ObservedObject<Object>.Wrapper { ObservedObject(wrappedValue: box.object).projectedValue }
}

/// A value that an app keeps between its runs. It is kept while the view lives.
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
    private let state: State<Value>

    /// Creates the value. The store is not read.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) { state = State(wrappedValue: wrappedValue) }

    /// The value.
    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> { state.projectedValue }
}

/// A state that ends with a gesture. It keeps its first value.
@propertyWrapper public struct GestureState<Value>: DynamicProperty {
    /// The value.
    public let wrappedValue: Value

    /// Creates the value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// The property itself.
    public var projectedValue: GestureState<Value> { self }
}

/// The field that has the keyboard. It keeps its first value.
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
    private let state: State<Value>

    /// Creates a state without focus.
    public init() where Value == Bool { state = State(wrappedValue: false) }

    /// Creates a state without focus.
    public init<Field: Hashable>() where Value == Field? { state = State(wrappedValue: nil) }

    /// The value.
    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> { state.projectedValue }
}

/// A number that grows with the size of text. It keeps its value.
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    /// The value.
    public let wrappedValue: Value

    /// Creates the value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Creates the value.
    public init(wrappedValue: Value, relativeTo style: Font.TextStyle) { self.wrappedValue = wrappedValue }
}

import Foundation

/// A value in a place that copies share.
private final class StateBox<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// A value that belongs to a view. Copies of the view share it, so a test can change it and draw again.
@propertyWrapper public struct State<Value>: DynamicProperty {
    private let box: StateBox<Value>

    /// Creates a value.
    public init(wrappedValue: Value) { box = StateBox(wrappedValue) }

    /// Creates a value.
    public init(initialValue: Value) { box = StateBox(initialValue) }

    /// The value.
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> {
        Binding {
            box.value
        } set: {
            box.value = $0
        }
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// Creates a value of nil.
    public init() { self.init(wrappedValue: nil) }
}

/// A value that another place keeps.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// Creates a binding from two closures.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (read, write) = (get, set) }

    /// Creates a binding to an optional value that is there. Nil if it is not.
    public init?(_ base: Binding<Value?>) {
        guard let first = base.wrappedValue else { return nil }
        self.init {
            base.wrappedValue ?? first
        } set: {
            base.wrappedValue = $0
        }
    }

    /// Returns a binding to a value that does not change.
    public static func constant(_ value: Value) -> Binding<Value> {
        Binding {
            value
        } set: { _ in
        }
    }

    /// The value.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    /// The binding itself.
    public var projectedValue: Binding<Value> { self }

    /// Returns a binding to a property of the value.
    public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Binding<Part> {
        Binding<Part> {
            read()[keyPath: keyPath]
        } set: { part in
            var value = read()
            value[keyPath: keyPath] = part
            write(value)
        }
    }

    /// Returns the binding itself: nothing is animated.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

/// Bindings to properties of an observable object.
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    /// The object.
    public var wrappedValue: Value

    /// Creates bindings to an object.
    public init(wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }

    /// Creates bindings to an object.
    public init(_ wrappedValue: Value) where Value: AnyObject & Observable { self.wrappedValue = wrappedValue }

    /// The bindings.
    public var projectedValue: Bindable<Value> { self }

    /// Returns a binding to a property.
    public subscript<Part>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Part>) -> Binding<Part> {
        let object = wrappedValue
        return Binding {
            object[keyPath: keyPath]
        } set: {
            object[keyPath: keyPath] = $0
        }
    }
}

/// A moving change of a value. Pictures do not move.
public struct Animation: Hashable, Sendable {
    /// The usual movement.
    public static let `default` = Animation()
    /// A movement at equal speed.
    public static let linear = Animation()
    /// A movement that starts slowly.
    public static let easeIn = Animation()
    /// A movement that ends slowly.
    public static let easeOut = Animation()
    /// A movement that starts and ends slowly.
    public static let easeInOut = Animation()
    /// A movement like a spring.
    public static let spring = Animation()
    /// A smooth spring.
    public static let smooth = Animation()
    /// A bouncing spring.
    public static let bouncy = Animation()
    /// A quick spring.
    public static let snappy = Animation()

    /// Returns a movement at equal speed.
    public static func linear(duration: Double) -> Animation { linear }
    /// Returns a movement that starts slowly.
    public static func easeIn(duration: Double) -> Animation { easeIn }
    /// Returns a movement that ends slowly.
    public static func easeOut(duration: Double) -> Animation { easeOut }
    /// Returns a movement that starts and ends slowly.
    public static func easeInOut(duration: Double) -> Animation { easeInOut }
    /// Returns a movement like a spring.
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0) -> Animation { spring }
    /// Returns a movement like a spring.
    public static func spring(duration: Double, bounce: Double = 0) -> Animation { spring }
    /// Returns a movement like a spring that touches follow.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation { spring }
    /// Returns the movement later.
    public func delay(_ delay: Double) -> Animation { self }
    /// Returns the movement faster.
    public func speed(_ speed: Double) -> Animation { self }
    /// Returns the movement several times.
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation { self }
    /// Returns the movement without end.
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// Runs the body at once: nothing is animated.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result { try body() }

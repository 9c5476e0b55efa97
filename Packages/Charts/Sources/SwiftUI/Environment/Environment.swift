import Foundation

/// A property that is recomputed with a view.
public protocol DynamicProperty {}

/// A value that a view inherits from those around it.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    private let read: (EnvironmentValues) -> Value?
    private let name: String

    /// Reads a value of the environment.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: keyPath] }
        name = "\(keyPath)"
    }

    /// Reads an observable object that `environment(_:)` passed on.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        read = { $0[object: type] }
        name = "\(type)"
    }

    /// Reads an observable object that `environment(_:)` may have passed on.
    public init<Object: AnyObject & Observable>(_ type: Object.Type) where Value == Object? {
        read = { .some($0[object: type]) }
        name = "\(type)"
    }

    /// The value while the body of a view is read.
    @MainActor public var wrappedValue: Value {
        guard let value = read(EnvironmentValues.current) else {
            fatalError("No \(name) is in the environment. Pass it on with `environment(_:)`.")
        }
        return value
    }
}

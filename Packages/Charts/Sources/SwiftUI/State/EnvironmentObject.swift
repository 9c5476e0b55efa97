import Foundation

/// An object that `environmentObject(_:)` passed on.
@propertyWrapper public struct EnvironmentObject<Object: ObservableObject>: DynamicProperty {
    /// Creates the property.
    public init() {}

    /// The object while the body of a view is read.
    @MainActor public var wrappedValue: Object {
        guard let object = EnvironmentValues.current[object: Object.self] else {
            fatalError("No \(Object.self) is in the environment. Pass it on with `environmentObject(_:)`.")
        }
        return object
    }

    /// Bindings to properties of the object.
    @MainActor public var projectedValue: ObservedObject<Object>.Wrapper { ObservedObject(wrappedValue: wrappedValue).projectedValue }
}

import Foundation

/// A movement of a finger. It is kept, and does not happen in a picture.
@MainActor @preconcurrency public protocol Gesture<Value> {
    /// The type of the reports.
    associatedtype Value
    /// The name in a list of kept modifiers.
    nonisolated var gestureName: String { get }
}

extension Gesture {
    /// The name of the type.
    nonisolated public var gestureName: String { "\(Self.self)" }

    /// Keeps an action for changes.
    nonisolated public func onChanged(_ action: @escaping (Value) -> Void) -> Self { self }

    /// Keeps an action for the end.
    nonisolated public func onEnded(_ action: @escaping (Value) -> Void) -> Self { self }

    /// Keeps a state that follows the gesture.
    nonisolated public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> Self { self }

    /// Keeps a second gesture.
    nonisolated public func simultaneously(with other: some Gesture) -> Self { self }

    /// Keeps a second gesture.
    nonisolated public func exclusively(before other: some Gesture) -> Self { self }

    /// Keeps a second gesture.
    nonisolated public func sequenced(before other: some Gesture) -> Self { self }
}

/// Facts about a change.
public struct Transaction: Hashable, Sendable {
    /// The movement of the change.
    public var animation: Animation?

    /// Creates the facts.
    public init(animation: Animation? = nil) { self.animation = animation }
}

/// Runs the body at once.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result { try body() }

/// A finger that moves over the screen.
public struct DragGesture: Gesture {
    /// The places of the finger.
    public struct Value: Hashable, Sendable {
        /// The time.
        public var time: Date
        /// The place of the finger.
        public var location: CGPoint
        /// The place at which it started.
        public var startLocation: CGPoint
        /// The distance from the start.
        public var translation: CGSize { CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y) }
        /// The place at which it will come to rest.
        public var predictedEndLocation: CGPoint { location }
    }

    /// The distance after which it counts.
    public var minimumDistance: CGFloat

    /// Creates the gesture.
    nonisolated public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {
        self.minimumDistance = minimumDistance
    }
}

/// A finger that touches the screen.
public struct TapGesture: Gesture {
    /// Nothing is reported.
    public typealias Value = Void
    /// The number of touches.
    public var count: Int

    /// Creates the gesture.
    nonisolated public init(count: Int = 1) { self.count = count }
}

/// A finger that touches the screen at a place.
public struct SpatialTapGesture: Gesture {
    /// The place of the finger.
    public struct Value: Hashable, Sendable {
        /// The place.
        public var location: CGPoint
    }

    /// The number of touches.
    public var count: Int

    /// Creates the gesture.
    nonisolated public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) { self.count = count }
}

/// A finger that stays on the screen.
public struct LongPressGesture: Gesture {
    /// True while the finger rests.
    public typealias Value = Bool
    /// The time after which it counts.
    public var minimumDuration: Double

    /// Creates the gesture.
    nonisolated public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) { self.minimumDuration = minimumDuration }
}

/// Two fingers that move apart.
public struct MagnificationGesture: Gesture {
    /// The factor.
    public typealias Value = CGFloat

    /// Creates the gesture.
    nonisolated public init(minimumScaleDelta: CGFloat = 0.01) {}
}

/// Two fingers that move apart.
public struct MagnifyGesture: Gesture {
    /// The factor.
    public struct Value: Hashable, Sendable {
        /// The factor.
        public var magnification: CGFloat
    }

    /// Creates the gesture.
    nonisolated public init(minimumScaleDelta: CGFloat = 0.01) {}
}

/// The place of a pointer over a view.
public enum HoverPhase: Hashable, Sendable {
    case active(CGPoint)
    case ended
}

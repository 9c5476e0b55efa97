import Foundation

// Values between which a view moves. Pictures do not move.

/// A value that can be scaled and added.
public protocol VectorArithmetic: AdditiveArithmetic {
    /// Multiplies the value.
    mutating func scale(by factor: Double)
    /// The product of the value with itself.
    var magnitudeSquared: Double { get }
}

extension Double: VectorArithmetic {
    /// Multiplies the number.
    public mutating func scale(by factor: Double) { self *= factor }
    /// The square.
    public var magnitudeSquared: Double { self * self }
}

extension CGFloat: VectorArithmetic {
    /// Multiplies the number.
    public mutating func scale(by factor: Double) { self *= CGFloat(factor) }
    /// The square.
    public var magnitudeSquared: Double { Double(self * self) }
}

/// No values.
public struct EmptyAnimatableData: VectorArithmetic, Sendable {
    /// Creates no values.
    public init() {}
    /// No values.
    public static let zero = EmptyAnimatableData()
    /// Does nothing.
    public mutating func scale(by factor: Double) {}
    /// Zero.
    public var magnitudeSquared: Double { 0 }
    /// Returns no values.
    public static func + (first: EmptyAnimatableData, second: EmptyAnimatableData) -> EmptyAnimatableData { first }
    /// Returns no values.
    public static func - (first: EmptyAnimatableData, second: EmptyAnimatableData) -> EmptyAnimatableData { first }
}

/// Two values.
public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
    /// The first value.
    public var first: First
    /// The second value.
    public var second: Second

    /// Creates a pair.
    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    /// A pair of zeros.
    public static var zero: AnimatablePair { AnimatablePair(.zero, .zero) }

    /// Multiplies both.
    public mutating func scale(by factor: Double) {
        first.scale(by: factor)
        second.scale(by: factor)
    }

    /// The sum of the squares.
    public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }

    /// Adds both.
    public static func + (one: AnimatablePair, two: AnimatablePair) -> AnimatablePair {
        AnimatablePair(one.first + two.first, one.second + two.second)
    }

    /// Subtracts both.
    public static func - (one: AnimatablePair, two: AnimatablePair) -> AnimatablePair {
        AnimatablePair(one.first - two.first, one.second - two.second)
    }
}

/// A view or a shape with values between which it moves.
public protocol Animatable {
    /// The type of the values.
    associatedtype AnimatableData: VectorArithmetic
    /// The values.
    var animatableData: AnimatableData { get set }
}

extension Animatable where AnimatableData == EmptyAnimatableData {
    /// No values.
    public var animatableData: EmptyAnimatableData {
        get { EmptyAnimatableData() }
        set {}
    }
}

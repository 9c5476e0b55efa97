/// The ways in which `smooth` computes a value from its neighbors.
package enum SmoothingMethod: String, CaseIterable, Hashable, Sendable {
    case ewma
    case halfLife = "half-life"
    case loess

    package var summary: String {
        switch self {
        case .ewma: "an average in which each value has this share, and earlier values have the rest: `smooth ewma 0.1`"
        case .halfLife: "an average in which the weight of a value halves in this time: `smooth half-life 7 days`"
        case .loess: "a straight line through the values in a window around each row: `smooth loess 30 days`"
        }
    }
}

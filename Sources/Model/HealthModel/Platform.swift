/// A system of phones that keeps samples of health. Its rules say how records of several apps or devices count (S15).
package enum Platform: String, Hashable, Sendable, CaseIterable {
    case apple, android

    /// The name for people.
    package var phone: String {
        switch self {
        case .apple: "iPhone"
        case .android: "Android"
        }
    }
}

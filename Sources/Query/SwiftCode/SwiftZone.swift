import Explanations

/// Writes time zones in Swift.
package enum SwiftZone {
    /// Returns the argument of `TimeZone` for the name of a zone or a fixed offset such as `+05:45`.
    package static func argument(_ identifier: String) -> String {
        guard let sign = identifier.first, sign == "+" || sign == "-" else { return "identifier: \(SwiftText.literal(identifier))" }
        let parts = identifier.dropFirst().split(separator: ":").compactMap { Int($0) }
        let seconds = zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return "secondsFromGMT: \(sign == "-" ? -seconds : seconds)"
    }
}

import Foundation
package import HealthModel

package enum SystemClock {
    /// Returns the machine's time, rounded down to milliseconds.
    @Sendable package static func now() -> Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

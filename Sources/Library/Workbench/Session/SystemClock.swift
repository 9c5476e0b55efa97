import Foundation
package import HealthModel

package enum SystemClock {
    /// The machine's clock, in whole milliseconds.
    @Sendable package static func now() -> Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

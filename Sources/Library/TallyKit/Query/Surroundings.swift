import Foundation

/// The machine's clock and time zone, for what a query, its context and the store leave open.
package struct Surroundings: Sendable {
    package let clock: @Sendable () -> Instant
    package let zone: @Sendable () -> Zone

    package init(clock: @escaping @Sendable () -> Instant, zone: @escaping @Sendable () -> Zone) {
        self.clock = clock
        self.zone = zone
    }

    /// Those of this machine. Its time is rounded down to milliseconds.
    package static let ofThisMachine = Surroundings(
        clock: { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }, zone: { Zone.ofThisMachine() })
}

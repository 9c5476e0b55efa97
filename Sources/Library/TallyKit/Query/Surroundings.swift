import Foundation

/// The clock and the time zone that apply if a query, its context and the store name none.
package struct Surroundings: Sendable {
    package let clock: @Sendable () -> Instant
    package let zone: @Sendable () -> Zone

    package init(clock: @escaping @Sendable () -> Instant, zone: @escaping @Sendable () -> Zone) {
        self.clock = clock
        self.zone = zone
    }

    /// Those of lessons and tests, whose clock stands still.
    package init(at moment: Instant, zone: Zone = .utc) { self.init(clock: { moment }, zone: { zone }) }

    /// Those of this machine. Its time is rounded down to milliseconds.
    package static let ofThisMachine = Surroundings(
        clock: { Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }, zone: { Zone.ofThisMachine() })
}

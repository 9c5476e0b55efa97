import TallyKit
import CalendarIntervals
import DemoData
import HealthModel

/// The generated data of `tally demo` and of the tests.
package struct DemoData: Sendable {
    package var seed: UInt64
    package var days: Int

    package init(seed: UInt64 = 1, days: Int = 60) {
        self.seed = seed
        self.days = days
    }

    /// Fills the session's store with days that end at the session's `now`, in its zone.
    package func fill(_ session: Session) throws {
        let zone = try session.read { try session.zone(in: $0) }
        let life = LifeGenerator(seed: seed, now: session.now, zone: zone, days: days)
        try life.forEachBatch { _ = try session.store.write($0) }
        try session.store.setSetting(StoreSetting.zone, to: zone.identifier)
    }
}

import TallyKit
import CalendarIntervals
import DemoData
import HealthModel
import StorageModel
import SampleStore

/// The generated data of `tally demo` and of the tests.
package struct DemoData: Sendable {
    package var seed: UInt64
    package var days: Int
    /// The number of people of a study; nil for the life of one person without a name.
    package var persons: Int?

    package init(seed: UInt64 = 1, days: Int = 60, persons: Int? = nil) {
        self.seed = seed
        self.days = days
        self.persons = persons
    }

    /// Fills the session's store with days that end at the session's `now`, in its zone.
    package func fill(_ session: Session) throws {
        let zone = try session.read { try session.zone(in: $0) }
        if let persons {
            let cohort = LifeCohort(seed: seed, now: session.now, days: days, count: persons)
            try session.store.storage.capabilities.persons?.update((0..<persons).map { cohort.member($0).update })
            try cohort.forEachBatch { _ = try session.store.storage.write($0) }
            return try session.store.storage.setSetting(StoreSetting.zone, to: zone.identifier)
        }
        let life = LifeGenerator(seed: seed, now: session.now, zone: zone, days: days)
        try life.forEachBatch { _ = try session.store.storage.write($0) }
        try session.store.storage.setSetting(StoreSetting.zone, to: zone.identifier)
    }
}

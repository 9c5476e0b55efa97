import CalendarIntervals
import DemoData
import HealthModel
import StorageModel
import TallyKit

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

    /// Fills a store with days that end at its `now`, in its zone.
    package func fill(_ store: CommandStore) throws {
        let zone = try store.read { try store.zone(in: $0) }
        if let persons {
            let cohort = LifeCohort(seed: seed, now: store.now, days: days, count: persons)
            try store.storage.capabilities.persons?.update((0..<persons).map { cohort.member($0).update })
            try cohort.forEachBatch { _ = try store.storage.write($0) }
        } else {
            let life = LifeGenerator(seed: seed, now: store.now, zone: zone, days: days)
            try life.forEachBatch { _ = try store.storage.write($0) }
        }
        try store.storage.setSetting(StoreSetting.zone, to: zone.identifier)
    }
}

package import TallyKit

/// Stores as the tests of this package need them.
extension HKHealthStore {
    /// Returns an empty store in memory whose observers count time with a clock.
    package class func inMemory(clock: any Clock<Duration>) -> HKHealthStore { HKHealthStore(StoreBox(.inMemory(), clock: clock)) }

    /// Returns the store in a file, as a process with this `TALLY_STORE` has it. The file can be missing.
    package class func inFile(_ path: String, app: String? = nil) -> HKHealthStore { HKHealthStore(StoreBox(path: path, app: app)) }

    /// The store under Tally's names.
    package var healthStore: HealthStore { get throws { try box.store() } }
}

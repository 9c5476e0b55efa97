@_spi(Guests) import TallyKit

extension HKHealthStore {
    /// Fills the store from statements of Tally's, one on a line. It is Tally's, for tests and previews.
    ///
    /// ```swift
    /// let store = HKHealthStore.inMemory()
    /// try store.load(
    ///     """
    ///     set zone = Europe/Berlin
    ///     add 500 count steps from "Watch" at 2025-06-01 08:00 for 10min
    ///     load heartRate from "Strap" at 2025-06-01 09:00 every 5min: 61 64 _ 70
    ///     allow "com.example.trends" to read steps
    ///     """)
    /// ```
    ///
    /// - Parameter statements: `add`, `load`, `allow`, `deny` and `set`, as `HealthStore.load` of TallyKit explains them.
    /// - Throws: 3 with the messages of all wrong statements, and nothing is written; 4 or 5 if an app asks that may not write.
    public func load(_ statements: String) throws {
        do {
            try box.store(isSaving: true).loadNow(statements)
        } catch {
            throw HKError(mapping: error)
        }
    }
}

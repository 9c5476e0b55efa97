package import StorageModel

/// Taking back changes.
extension HealthStore {
    /// The store that takes back changes; nil if this one can't, such as a warehouse.
    package var undoing: (any UndoKeeping)? { storage.capabilities.undo }

    /// Runs `body`, whose writes are one change that can be taken back. A deed in another one is a part of it.
    ///
    /// - Parameter text: what the user wrote, or what the program did.
    package func asOneChange<Result>(_ text: String, _ body: () throws -> Result) rethrows -> Result {
        guard let undoing else { return try body() }
        if let outer = undoing.begin(StoreDeed(text, at: surroundings.clock())) {
            undoing.begin(outer)
            return try body()
        }
        defer { undoing.begin(nil) }
        return try body()
    }
}

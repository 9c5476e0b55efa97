package import HealthModel

/// The permission to open a view of a store. Only `SampleStorage.read` has one, so it counts all views.
package struct ViewPermit: ~Copyable {
    fileprivate init() {}
}

/// The abilities that only some stores have.
package struct StorageCapabilities {
    /// The store that keeps quarter hours; nil if there are none to keep.
    package var quarters: (any QuarterKeeping)?
    /// The store of all people; nil if it cannot hold several.
    package var persons: (any PersonKeeping)?
    /// True if the samples are in a warehouse, which answers queries.
    package var isRemote: Bool
    /// The store that can take back changes; nil if it cannot.
    package var undo: (any UndoKeeping)?

    package init(
        quarters: (any QuarterKeeping)? = nil, persons: (any PersonKeeping)? = nil, isRemote: Bool = false,
        undo: (any UndoKeeping)? = nil
    ) {
        (self.quarters, self.persons, self.isRemote, self.undo) = (quarters, persons, isRemote, undo)
    }
}

/// A place that stores samples: a SQLite file or memory.
package protocol SampleStorage: SampleSink, AnyObject, Sendable {
    var isReadOnly: Bool { get }
    /// Returns a number for the state of the store, for programs that wait for changes by others.
    ///
    /// Two equal numbers of one open store mean that nothing was written in between. The numbers have no order, and other open stores have
    /// other numbers for the same state. A call takes microseconds, so a program can call it many times a second.
    func changeMark() throws -> Int64
    /// The paths of the files that each write changes, for programs that sleep until then. Empty if the store has none.
    var files: [String] { get }
    /// Runs `body` on a view that does not change during writes. Callers use `read`. A store that is part of another passes the permit on.
    func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result
    /// Returns this store as it is for one person: views have that person's samples, and writes concern that person only. Reading throws if
    /// the store does not have that person. Writing samples adds it. The default is the store itself.
    func scoped(to person: String) -> any SampleStorage
    /// The capabilities. Those of a store as it is for one person are those of the whole store.
    var capabilities: StorageCapabilities { get }
    /// Deletes the samples of `metric` with the given numbers and returns how many were deleted. Throws if the store has several people.
    ///
    /// - Parameter starts: The range of their starts in milliseconds since 1970. Only samples in this range are searched.
    func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int
    /// Stores a setting, or removes it if `value` is nil. The zone of a store with several people is that of people without their own. For
    /// goals, such a store throws.
    func setSetting(_ name: String, to value: String?) throws
    /// Stores the order of a metric's sources as source keys, best first. Nil restores the default order. Throws if the store has several
    /// people.
    func setPriority(of metric: MetricID, to keys: [String]?) throws
    /// Merges samples from single writes into the sorted samples, as at the end of an import.
    ///
    /// The contents of the store do not change.
    func foldFreshRows() throws
}

extension SampleStorage {
    /// Returns the store itself, for stores of one person.
    package func scoped(to person: String) -> any SampleStorage { self }

    /// Runs `body` on a view that does not change during writes.
    package func read<Result>(for purpose: ViewPurpose = .lookUp, _ body: (any SampleSource) throws -> Result) throws -> Result {
        ViewPurpose.observer?(purpose)
        return try withView(ViewPermit(), body)
    }

    /// Does nothing, for stores that sort every write at once.
    package func foldFreshRows() {}

    /// Deletes samples by number.
    package func delete(_ metric: MetricID, numbers: Set<Int64>) throws -> Int {
        try delete(metric, numbers: numbers, starting: .min ... .max)
    }
}

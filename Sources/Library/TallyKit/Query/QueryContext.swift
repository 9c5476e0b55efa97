@_exported public import CalendarIntervals
public import Foundation
public import HealthModel
import QueryCompiler

/// What a query depends on beside its text and its store.
public struct QueryContext: Sendable, Hashable {
    /// The zone of days and clocks, by its IANA name, such as `Europe/Berlin`; nil is the zone that the store keeps, else the system's.
    public var zone: String?
    /// The instant that `now`, `today` and `last 7 days` speak of; nil is the moment at which the query is asked.
    public var now: Date?
    /// The day that weeks begin with.
    public var weekStart = Weekday.monday
    /// In which units results are shown where a query names none.
    public var units = UnitPreference.usual

    /// Makes a context; what is nil is the store's, the system's and the clock's.
    public init(zone: String? = nil, now: Date? = nil) {
        self.zone = zone
        self.now = now
    }

    /// Returns the context of the compiler for the samples of `source`.
    func compilation(reading source: any SampleSource) throws(QueryError) -> CompilationContext {
        let named: Zone?
        if let zone {
            guard let known = Zone.named(zone) else { throw QueryError(.unknownZone(zone)) }
            named = known
        } else {
            named = try QueryError.wrapping { try source.setting(StoreSetting.zone) }.flatMap(Zone.named)
        }
        var context = CompilationContext(now: Instant(now ?? Date()), zone: named ?? .ofThisMachine())
        context.weekStart = weekStart
        context.units = units
        context.contents = try QueryError.wrapping { try StoreContents(reading: source) }
        return context
    }
}

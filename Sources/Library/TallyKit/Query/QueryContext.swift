@_exported public import CalendarIntervals
public import Foundation
public import HealthModel
import QueryCompiler

/// The time zone, the current time and the preferences that a query depends on.
///
/// ```swift
/// var context = QueryContext(zone: "America/New_York")
/// context.weekStart = .sunday
/// let answer = try await store.answer("sum steps by day this week", context: context)
/// ```
public struct QueryContext: Sendable, Hashable {
    /// The IANA name of the time zone, such as `Europe/Berlin`. Nil for the zone of the store, or of the system if the store has none.
    public var zone: String?
    /// The moment that `now`, `today` and `last 7 days` refer to. Nil for the moment when the query is compiled.
    public var now: Date?
    /// The first day of the week.
    public var weekStart = Weekday.monday
    /// The units of results, if the query does not set one.
    public var units = UnitPreference.usual

    /// The id of the person whom queries concern. Nil for all people of the store.
    public var person: String?

    /// Creates a context. Without `zone`, it uses the zone of the store or the system. Without `now`, it uses the clock.
    public init(zone: String? = nil, now: Date? = nil, person: String? = nil) {
        self.zone = zone
        self.now = now
        self.person = person
    }

    /// Returns the view of the person whom queries concern.
    func view(of source: any SampleSource) throws(QueryError) -> any SampleSource {
        guard let person else { return source }
        return try QueryError.wrapping { try source.view(of: person) }
    }

    /// Returns the compiler's context for the samples of `source`.
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

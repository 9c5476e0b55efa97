@_exported public import CalendarIntervals
public import Foundation
public import HealthModel
package import QueryCompiler
package import QueryPlan

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

    /// The times of day at which the parts of a day start.
    package var dayParts = DayParts.usual
    /// The rules of statistics that users can choose, such as the weighting of averages.
    package var rules = StatisticRules()
    /// The version of the table that says which types are cumulative.
    package var styles = StyleVersion.ios26
    /// The source and the device of samples that are added without one.
    package var app = "Tally"
    package var device: String?

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

    /// The zone, which can be a history of zones; nil for that of the store or the system, and for an unknown name.
    package var namedZone: Zone? {
        get { zone.flatMap(Zone.named) }
        set { zone = newValue?.identifier }
    }

    /// The moment as the engine has it; nil for that of the clock.
    package var moment: Instant? {
        get { now.map { Instant($0) } }
        set { now = newValue?.date }
    }

    /// Returns the time zone of queries: this one, that of the store, or that of the machine.
    package func zone(in source: any SampleSource, _ surroundings: Surroundings) throws -> Zone {
        if let zone {
            guard let named = Zone.named(zone) else { throw QueryError(.unknownZone(zone)) }
            return named
        }
        return try source.setting(StoreSetting.zone).flatMap(Zone.named) ?? surroundings.zone()
    }

    /// Returns everything that the meaning of a query for the samples of `source` depends on, except its text and names.
    package func compilation(reading source: any SampleSource, _ surroundings: Surroundings) throws -> CompilationContext {
        var compilation = CompilationContext(now: moment ?? surroundings.clock(), zone: try zone(in: source, surroundings))
        compilation.follow(self)
        compilation.contents = try StoreContents(reading: source)
        return compilation
    }
}

extension CompilationContext {
    /// Copies the settings that affect the meaning of queries. A zone and a moment that are not set stay as they are.
    package mutating func follow(_ context: QueryContext) {
        if let now = context.moment { self.now = now }
        if let zone = context.namedZone { self.zone = zone }
        weekStart = context.weekStart
        dayParts = context.dayParts
        rules = context.rules
        units = context.units
        styles = context.styles
        app = context.app
        device = context.device
    }
}

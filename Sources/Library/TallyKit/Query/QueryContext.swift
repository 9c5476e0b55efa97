import CalendarIntervals
public import Foundation
import HealthModel
import QueryCompiler

/// What a query depends on beside its text and its store.
public struct QueryContext: Sendable, Hashable {
    /// In which units results are shown where a query names none.
    public enum Units: String, Sendable, Hashable, CaseIterable {
        /// Those of the Health app, which are metric.
        case usual
        case metric, us
        /// Those that HealthKit's headers name.
        case canonical
    }

    /// The zone of days and clocks, by its IANA name, such as `Europe/Berlin`; nil is the zone that the store keeps, else the system's.
    public var zone: String?
    /// The instant that `now`, `today` and `last 7 days` speak of; nil is the moment at which the query is asked.
    public var now: Date?
    /// The day that weeks begin with, from 1 for Monday to 7 for Sunday, as ISO 8601 counts them.
    public var firstDayOfWeek = 1
    public var units = Units.usual

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
        context.weekStart = Weekday.allCases[max(0, min(6, firstDayOfWeek - 1))]
        context.units = UnitPreference(rawValue: units.rawValue) ?? .usual
        context.contents = try QueryError.wrapping { try StoreContents(reading: source) }
        return context
    }
}

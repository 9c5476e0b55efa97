import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QuerySyntax

/// Zones and histories of zones.
extension Binder {
    /// Returns the zone with this name, or the zone or the history that a `let` of this name has.
    func zone(_ written: Name) throws(Reported) -> Zone {
        let followed = try following(written) { (value) throws(Reported) -> Zone? in
            switch value {
            case .literal(.texts(let texts)): return try zone(named: texts.first?.value ?? "", at: written.range)
            case .literal(.zones(let history)): return try zone(of: history)
            case .unit(let unit): return try zone(named: unit.text, at: written.range)
            case .query(let query):
                guard let name = query.aliasedName else { return nil }
                return try zone(named: name.text, at: written.range)
            default: return nil
            }
        }
        if let followed { return followed }
        return try zone(named: written.text, at: written.range, isQuoted: written.isQuoted)
    }

    private func zone(named name: String, at range: SourceRange, isQuoted: Bool = false) throws(Reported) -> Zone {
        if let zone = Zone.named(name) { return zone }
        guard context.explainsErrors else { throw report(.unknownZone, "unknown time zone `\(name)`", at: range) }
        let suggestion = ZoneSuggestion.best(for: name)
        throw report(
            .unknownZone, "unknown time zone `\(name)`", at: range,
            help: ZoneSuggestion.help(for: name),
            fix: .spelling(suggestion.map { isQuoted ? "\"\($0)\"" : $0 }, at: range))
    }

    func zone(of phrase: ZoneHistoryPhrase) throws(Reported) -> Zone {
        let zones = try collect(each: phrase.stretches.map(\.zone) + [phrase.last]) { (name) throws(Reported) in try zone(name) }
        for (zone, name) in zip(zones, phrase.stretches.map(\.zone) + [phrase.last]) where zone.history != nil {
            throw report(
                .zoneHistory, "`\(name.text)` is a history of zones itself", at: name.range, help: "write the name of one zone")
        }
        let stretches = zip(zones, phrase.stretches).map { ZoneHistory.Stretch(zone: $0, until: $1.until.civil) }
        let history = ZoneHistory(stretches: stretches, last: zones[zones.count - 1])
        if let zone = history.zone { return zone }
        let empty = history.firstEmptyStretch ?? 0
        let stretch = phrase.stretches[empty]
        let next = empty + 1 < phrase.stretches.count ? phrase.stretches[empty + 1].zone : phrase.last
        throw report(
            .zoneHistory, "there is no time left in \(zones[empty].identifier)", at: stretch.zone.range,
            help: "remove it, or use a later date",
            note: "a move is at 00:00 in the new zone, which is before the previous move",
            fix: Diagnostic.Fix(SourceRange(stretch.zone.range.start, next.range.start), "", keepsQuestion: false))
    }
}

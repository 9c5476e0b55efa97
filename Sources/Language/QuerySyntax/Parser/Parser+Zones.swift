import CalendarIntervals
import QueryDiagnostics

/// Time zones, and histories of zones.
extension Parser {
    /// `Europe/Berlin`, `local`, `utc`, `sample`, `(Europe/Berlin until 2026-10-15, America/New_York)`
    mutating func zone() -> ZonePhrase? {
        offer([.keyword("local"), .keyword("utc"), .keyword("sample"), .keyword("person"), .zone, .symbol("(")])
        if at(.leftParenthesis) {
            let opening = advance().range
            guard let zone = zonePhrase(isInParentheses: true), closeParenthesis(openedAt: opening) else { return nil }
            return zone
        }
        return zonePhrase(isInParentheses: false)
    }

    private mutating func zonePhrase(isInParentheses: Bool) -> ZonePhrase? {
        let start = current.range.start
        guard let name = writtenZone() else {
            expected(
                .missingZone, "`zone` needs the name of a time zone",
                help: "write for example `zone Europe/Berlin`, `zone utc` or `zone local`"
            )
            return nil
        }
        // Without parentheses, `until` can also be the end of the range.
        if at(.until), isInParentheses || startsNextZone { return zoneHistory(after: name, from: start).map { .history($0) } }
        if isInParentheses { offer([.keyword("until")]) }
        guard !name.isQuoted else { return .named(name) }
        switch name.text.lowercased() {
        case "local": return .local
        case "utc": return .utc
        case "sample": return .sample
        case "person": return .person
        default: return .named(name)
        }
    }

    /// Returns a zone as text or as a word, or nil without a report.
    private mutating func writtenZone() -> Name? {
        if let text = textIfPresent() { return Name(text.value, isQuoted: true, range: text.range) }
        let isOffset = (at(.plus) || at(.minus)) && isDigit(peek())
        guard at(.word) && !current.isReservedWord || isOffset else { return nil }
        let (name, range) = zoneName()
        return Name(name, range: range)
    }

    private func isDigit(_ token: Token) -> Bool { token.kind == .number || token.kind == .timeOfDay }

    /// Returns a possible zone name as raw text, such as `America/Argentina/Buenos_Aires` or `Etc/GMT+5`.
    mutating func zoneName() -> (String, SourceRange) {
        let start = current.range.start
        repeat { advance() } while !isAtEnd && isAdjacent && isZonePart
        let range = range(from: start)
        return (source[range], range)
    }

    private var isZonePart: Bool {
        switch current.kind {
        case .word, .slash, .plus, .minus, .number, .timeOfDay, .colon, .percentile, .compactDuration: true
        default: false
        }
    }

    // MARK: Histories

    /// True at `until 2026-10-15,` and at `until 2026-10-15 "America/New_York"`, which lacks the comma.
    private var startsNextZone: Bool {
        guard at(.until), peek().kind == .date else { return false }
        let next = peek(2)
        return next.kind == .comma || next.kind == .string
            || next.kind == .word && peek(3).kind == .slash && peek(3).range.start == next.range.end
    }

    /// Parses the rest of a history at `until`. Returns nil after reporting an error.
    ///
    /// - Parameter start: where the first zone starts.
    mutating func zoneHistory(after first: Name, from start: Int) -> ZoneHistoryPhrase? {
        var stretches: [ZoneHistoryPhrase.Stretch] = []
        var zone = first
        while at(.until) {
            advance()
            offer([.date])
            guard at(.date) else {
                expected(
                    .timeExpected, "`until` needs the date of the move\(isAtEnd ? "" : ", but \(quoted(current)) isn't one")",
                    help: "write for example `until 2026-10-15, America/New_York`")
                return nil
            }
            stretches.append(.init(zone: zone, until: dateLiteral(advance())))
            offer([.symbol(",")])
            let hasComma = at(.comma)
            if hasComma { advance() }
            offer([.zone])
            let end = tokenEnd(before: current.range.start)
            guard let next = writtenZone() else {
                reportMissingZone(after: zone)
                return nil
            }
            if !hasComma {
                report(
                    Diagnostic(
                        .missingComma, "missing comma before the next zone", at: next.range, help: "write a comma after the date",
                        fix: [.init(SourceRange(at: end), ",")]))
            }
            zone = next
        }
        let history = ZoneHistoryPhrase(stretches: stretches, last: zone, range: range(from: start))
        reportOrder(of: history)
        return history
    }

    private mutating func reportMissingZone(after zone: Name) {
        let place = SourceRange(zone.range.end, previousEnd)
        report(
            Diagnostic(
                .missingZone, "missing time zone after the move on this date", at: place,
                help: "write the new zone after a comma, as in `until 2026-10-15, America/New_York`",
                fix: .init(
                    place, "", keepsQuestion: false, help: "name the new zone after the date, or remove `\(source[place].dropFirst())`")))
        if at(.malformed) { advance() }
    }

    /// Reports dates that don't increase.
    private mutating func reportOrder(of history: ZoneHistoryPhrase) {
        func text(_ date: DateLiteral) -> String { source[date.range] }
        let dates = history.stretches.map(\.until)
        guard let wrong = dates.indices.dropFirst().first(where: { text(dates[$0]) <= text(dates[$0 - 1]) }) else { return }
        // Dates of equal length are in order if their texts are.
        var sorted: [ZoneHistoryPhrase.Stretch] = []
        for stretch in history.stretches.sorted(by: { text($0.until) < text($1.until) })
        where sorted.last.map({ text($0.until) < text(stretch.until) }) ?? true {
            sorted.append(stretch)
        }
        let fixed = (sorted.map { "\(source[$0.zone.range]) until \(text($0.until))" } + [source[history.last.range]]).joined(
            separator: ", ")
        report(
            Diagnostic(
                .zoneHistory, "\(text(dates[wrong])) isn't after \(text(dates[wrong - 1]))", at: dates[wrong].range,
                labels: [.init(dates[wrong - 1].range, "the move before")], help: "write the zones in the order of their dates",
                fix: .init(history.range, fixed, keepsQuestion: false)))
    }
}

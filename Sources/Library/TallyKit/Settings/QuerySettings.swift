package import QueryCompiler
package import QueryDiagnostics
import QueryPlan
package import QuerySyntax
package import QueryVocabulary

/// The settings that the meaning of queries depends on: those of a `QueryContext`.
extension SettingWord {
    /// The entry of the setting. Nil if queries do not depend on it.
    package var ofQueries: SettingEntry<QueryContext>? {
        switch self {
        case .zone: zone
        case .now: now
        case .week: .choice(self, Weekday.allCases, named: \.name, \.weekStart)
        case .dayParts: dayParts
        case .units: .choice(self, \.units)
        case .styles: .choice(self, \.styles)
        case .weighting: .choice(self, \.rules.weighting)
        case .span: .choice(self, \.rules.span)
        case .duration: .choice(self, \.rules.duration)
        case .discreteMerge: .choice(self, \.rules.discreteMerge)
        case .merging: .choice(self, \.rules.merging)
        case .percentile: .choice(self, \.rules.percentile)
        case .count: .choice(self, \.rules.count)
        case .app:
            SettingEntry(self, current: \.app) { text, context in
                context.app = text
                return !text.isEmpty
            }
        case .device:
            SettingEntry(self, current: { $0.device ?? "none" }) { text, context in
                context.device = text.isEmpty || text.lowercased() == "none" ? nil : text
                return true
            }
        case .person:
            SettingEntry(self, current: { $0.person.map { $0.isEmpty ? PersonField.unnamed : $0 } ?? "all" }) { text, context in
                context.person = text.lowercased() == "all" ? nil : text == PersonField.unnamed ? "" : text
                return true
            }
        default: nil
        }
    }

    private var zone: SettingEntry<QueryContext> {
        SettingEntry(self, current: { $0.namedZone?.identifier ?? "local" }) { text, context in
            if text.lowercased() == "local" {
                context.zone = nil
                return true
            }
            guard let zone = Zone.named(text) else { return false }
            context.namedZone = zone
            return true
        }
    }

    private var dayParts: SettingEntry<QueryContext> {
        SettingEntry(
            self, form: QueryContext.formOfDayParts, words: ["default"], current: \.dayParts.text
        ) { text, context in
            guard text.lowercased() == "default" else { return false }
            context.dayParts = .usual
            return true
        }
    }

    private var now: SettingEntry<QueryContext> {
        SettingEntry(
            self, form: "write a moment such as `2024-03-10 14:30` or `yesterday 12:00`, or `now` for that of the clock", words: ["now"],
            current: { $0.moment.map { ISO8601.text(of: $0, in: .utc) } ?? "now" }
        ) { text, context in
            if text.lowercased() == "now" {
                context.now = nil
                return true
            }
            guard let reading = ISO8601.read(text) else { return false }
            context.moment = reading.instant(in: context.namedZone ?? .utc)
            return true
        }
    }
}

extension QueryContext {
    fileprivate static let formOfDayParts =
        "write the starts of morning, afternoon, evening and night, as in `06:00, 12:00, 17:00, 21:00`, or `default`"

    /// Applies a `set` statement whose value is not a plain text: an id in quotes, a moment, or a history of zones.
    ///
    /// - Returns: The errors; nil if the value is a plain text.
    package mutating func apply(
        _ word: SettingWord, _ value: Literal, in compilation: CompilationContext
    ) -> [Diagnostic]? {
        switch (word, value) {
        // In quotes, `all` is the id of a person.
        case (.person, .texts(let texts)) where texts.count == 1:
            person = Person.id(written: texts[0].value)
            return []
        case (.now, .when(let when)):
            let found = QueryCompiler(context: compilation).instant(of: when)
            // `set now = now` switches back to the clock.
            if case .instant(.now) = when.kind { now = nil } else if case .value(let instant, _) = found { moment = instant }
            return found.diagnostics
        case (.dayParts, .times(let times)):
            guard let parts = DayParts(from: times.map(\.millisecondOfDay)) else {
                return [
                    Diagnostic(
                        .settingValue, "these are not the starts of four parts of a day", at: value.range, help: Self.formOfDayParts,
                        note: "they are in the order of a day, in whole minutes, and night can start before or after midnight")
                ]
            }
            dayParts = parts
            return []
        case (.zone, .zones):
            let found = QueryCompiler(context: compilation).zone(of: value)
            if case .value(let zone, _) = found { namedZone = zone }
            return found.diagnostics
        default: return nil
        }
    }
}

extension SettingEntry {
    /// Applies a `set` statement to settings that contain a `QueryContext`.
    ///
    /// - Returns: The errors, or an empty array if the change was made.
    package func apply(
        _ set: SetStatement, in source: SourceText, _ compilation: CompilationContext, to settings: inout Settings,
        queries: WritableKeyPath<Settings, QueryContext>
    ) -> [Diagnostic] {
        let value = compilation.names.literal(set.value)
        if let findings = settings[keyPath: queries].apply(word, value.literal, in: compilation) { return findings }
        let text = value.literal.text(in: value.source ?? source)
        if apply(text, &settings) { return [] }
        let message = "this is not a valid value for the setting `\(name)`"
        guard compilation.explainsErrors else { return [Diagnostic(.settingValue, message, at: set.value.range)] }
        let isZone = word == .zone
        let nearest = isZone ? ZoneSuggestion.best(for: text) : Suggestion.choice(for: text, among: choices + words)
        let list = "use one of: \(choices.joined(separator: ", "))"
        let help = isZone ? ZoneSuggestion.help(for: text) : choices.isEmpty ? form ?? "`help \(name)` describes the setting" : list
        return [
            Diagnostic(
                .settingValue, message, at: set.value.range, help: help, note: nearest == nil || choices.isEmpty ? nil : list,
                fix: .spelling(nearest, at: set.value.range))
        ]
    }
}

import QueryDiagnostics
import QueryCompiler
import QuerySyntax
import HealthModel
import QueryVocabulary

extension SettingCatalog {
    /// Applies a `set` statement. Returns the errors, or an empty array if the change was made.
    static func apply(
        _ set: SetStatement, in source: SourceText, context: CompilationContext, to settings: inout SessionSettings
    ) -> [Diagnostic] {
        guard let entry = entry(named: set.setting.text) else {
            return [
                Diagnostic(
                    .unknownSetting, "unknown setting `\(set.setting.text)`", at: set.setting.range,
                    help: "`show settings` lists the settings",
                    fix: .spelling(Suggestion.best(for: set.setting.text, among: SettingWord.allCases.map(\.name)), at: set.setting.range))
            ]
        }
        let value = context.names.literal(set.value)
        // In quotes, `all` is the id of a person.
        if entry.word == .person, case .texts(let texts) = value.literal, texts.count == 1 {
            settings.person = Person.id(written: texts[0].value)
            return []
        }
        if entry.word == .now, case .when(let when) = value.literal {
            let found = QueryCompiler(context: context).instant(of: when)
            // `set now = now` switches back to the clock.
            if case .instant(.now) = when.kind { settings.now = nil } else if case .value(let instant, _) = found { settings.now = instant }
            return found.diagnostics
        }
        if entry.word == .zone, case .zones = value.literal {
            let found = QueryCompiler(context: context).zone(of: set.value)
            if case .value(let zone, _) = found { settings.zone = zone }
            return found.diagnostics
        }
        let text = value.literal.text(in: value.source ?? source)
        if entry.apply(text, &settings) { return [] }
        guard context.explainsErrors else {
            return [Diagnostic(.settingValue, "this is not a valid value for the setting `\(entry.name)`", at: set.value.range)]
        }
        let isZone = entry.word == .zone
        let nearest = isZone ? ZoneSuggestion.best(for: text) : Suggestion.choice(for: text, among: entry.choices + entry.words)
        let list = "use one of: \(entry.choices.joined(separator: ", "))"
        let help =
            isZone
            ? ZoneSuggestion.help(for: text)
            : entry.choices.isEmpty ? entry.form ?? "`help \(entry.name)` describes the setting" : list
        return [
            Diagnostic(
                .settingValue, "this is not a valid value for the setting `\(entry.name)`", at: set.value.range,
                help: help, note: nearest == nil || entry.choices.isEmpty ? nil : list, fix: .spelling(nearest, at: set.value.range))
        ]
    }
}

extension SetStatement {
    /// The error in `set width for person P07 = 80`: only some settings that the store keeps belong to a person. Nil without an error.
    var refusalOfPerson: Diagnostic? {
        guard let person, let word, word.definition.keeper != .person else { return nil }
        return Diagnostic(
            .settingValue, "`\(setting.text)` is not a setting of a person", at: person.range,
            help: word == .zone
                ? "write `set store zone for person …`, or import a list with the zones: `tally import --people FILE`"
                : "leave out `for person`",
            fix: word == .zone ? [.init(SourceRange(at: setting.range.start), "store ")] : nil)
    }
}

import QueryDiagnostics
import QueryCompiler
import QuerySyntax

extension SettingCatalog {
    /// Applies a `set` statement. Returns the errors, or an empty array if the change was made.
    static func apply(
        _ set: SetStatement, in source: SourceText, context: CompilationContext, to settings: inout SessionSettings
    ) -> [Diagnostic] {
        guard let entry = entry(named: set.setting.text) else {
            let known = all.map(\.name) + stored.map(\.name)
            return [
                Diagnostic(
                    .unknownSetting, "unknown setting `\(set.setting.text)`", at: set.setting.range,
                    help: "`show settings` lists the settings",
                    fix: .spelling(Suggestion.best(for: set.setting.text, among: known), at: set.setting.range))
            ]
        }
        let value = context.names.literal(set.value)
        if entry.name == "now", case .when(let when) = value.literal {
            let found = QueryCompiler(context: context).instant(of: when)
            // `set now = now` switches back to the clock.
            if case .instant(.now) = when.kind { settings.now = nil } else if case .value(let instant, _) = found { settings.now = instant }
            return found.diagnostics
        }
        if entry.name == "zone", case .zones = value.literal {
            let found = QueryCompiler(context: context).zone(of: set.value)
            if case .value(let zone, _) = found { settings.zone = zone }
            return found.diagnostics
        }
        let text = value.literal.text(in: value.source ?? source)
        if entry.apply(text, &settings) { return [] }
        let nearest = entry.name == "zone" ? ZoneSuggestion.best(for: text) : Suggestion.best(for: text, among: entry.choices)
        let help = entry.choices.isEmpty ? "`show settings` describes the setting" : "use one of: \(entry.choices.joined(separator: ", "))"
        return [
            Diagnostic(
                .settingValue, "this is not a valid value for the setting `\(entry.name)`", at: set.value.range,
                help: help, fix: .spelling(nearest, at: set.value.range))
        ]
    }
}

extension SettingCatalog {
    /// Returns the errors in `set kept deletions = 1000`.
    static func findings(inKeptDeletions set: SetStatement, _ names: NameTable) -> [Diagnostic] {
        if case .number(let number, nil) = names.literal(set.value).literal, number.value == number.value.rounded(), 0...1e9 ~= number.value
        {
            return []
        }
        return [
            Diagnostic(
                .settingValue, "this is not a valid value for the setting `kept deletions`", at: set.value.range,
                help: "write a whole number, as in `set kept deletions = 100000`")
        ]
    }
}

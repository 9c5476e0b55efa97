import QueryDiagnostics
import QueryCompiler
import QuerySyntax
import HealthModel

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
        // In quotes, `all` is the id of a person.
        if entry.name == "person", case .texts(let texts) = value.literal, texts.count == 1 {
            settings.person = Person.id(written: texts[0].value)
            return []
        }
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
        guard context.explainsErrors else {
            return [Diagnostic(.settingValue, "this is not a valid value for the setting `\(entry.name)`", at: set.value.range)]
        }
        let isZone = entry.name == "zone"
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

extension SettingCatalog {
    /// Returns the error in `set width for person P07 = 80`: only some settings that the store keeps belong to a person. Nil without an error.
    static func refusalOfPerson(in set: SetStatement) -> Diagnostic? {
        let name = foldedName(set.setting.text)
        guard let person = set.person, !["priority", "storezone", "goal"].contains(name) else { return nil }
        let isKnown = entry(named: name) != nil || stored.contains { foldedName($0.name) == name }
        guard isKnown else { return nil }
        return Diagnostic(
            .settingValue, "`\(set.setting.text)` is not a setting of a person", at: person.range,
            help: name == "zone"
                ? "write `set store zone for person …`, or import a list with the zones: `tally import --people FILE`"
                : "leave out `for person`",
            fix: name == "zone" ? [.init(SourceRange(at: set.setting.range.start), "store ")] : nil)
    }

    /// Returns the error in `set priority of steps = "Watch", "iPhone"` or `= default`; nil without an error.
    static func findingOfPriority(in set: SetStatement, _ names: NameTable, _ source: SourceText) -> Diagnostic? {
        let example = "write `set priority of steps = \"Watch\", \"iPhone\"`"
        guard set.metric != nil else {
            return Diagnostic(.missingMetric, "`set priority` needs a metric", at: set.setting.range, help: example)
        }
        switch names.literal(set.value).literal {
        case .texts: return nil
        case .name(let name) where name.key == "default": return nil
        case let other:
            return Diagnostic(
                .textExpected, "source names need quotes", at: other.range, help: example + ", or `default`",
                fix: .spelling(Suggestion.best(for: other.text(in: source), among: ["default"]), at: other.range))
        }
    }

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

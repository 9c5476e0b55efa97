import QueryDiagnostics
import QueryCompiler
import QuerySyntax

extension SettingCatalog {
    /// Makes the change that `set` asks for, or returns what is wrong with it.
    static func apply(
        _ set: SetStatement, in source: SourceText, context: CompilationContext, to settings: inout SessionSettings
    ) -> [Diagnostic] {
        guard let entry = entry(named: set.setting.text) else {
            let known = all.map(\.name) + ["priority", "store zone"]
            return [
                Diagnostic(
                    .unknownSetting, "there is no setting `\(set.setting.text)`", at: set.setting.range,
                    help: "see `show settings`",
                    fix: .spelling(Suggestion.best(for: set.setting.text, among: known), at: set.setting.range))
            ]
        }
        let value = context.names.literal(set.value)
        if entry.name == "now", case .when(let when) = value.literal {
            let found = QueryCompiler(context: context).instant(of: when)
            // `set now = now` lets the clock run again.
            if case .instant(.now) = when.kind { settings.now = nil } else if case .value(let instant, _) = found { settings.now = instant }
            return found.diagnostics
        }
        let text = value.literal.text(in: value.source ?? source)
        if entry.apply(text, &settings) { return [] }
        let nearest = entry.name == "zone" ? ZoneSuggestion.best(for: text) : Suggestion.best(for: text, among: entry.choices)
        let help = entry.choices.isEmpty ? "see `show settings`" : "use one of: \(entry.choices.joined(separator: ", "))"
        return [
            Diagnostic(
                .settingValue, "this is no value of the setting `\(entry.name)`", at: set.value.range,
                help: help, fix: .spelling(nearest, at: set.value.range))
        ]
    }
}

extension NameTable {
    /// Returns what `literal` is where it names a value, with the text that its places refer to; nil is the text of `literal` itself.
    func literal(_ literal: Literal) -> (literal: Literal, source: SourceText?) {
        guard case .name(let name) = literal, let entry = self[name] else { return (literal, nil) }
        switch entry.value {
        case .literal(let value): return (value, entry.source)
        case .unit(let unit): return (.name(unit.name), entry.source)
        case .when(let when): return (.when(when), entry.source)
        case .query(let query): return query.aliasedName.map { (.name($0), entry.source) } ?? (literal, nil)
        case .predicate, .span: return (literal, nil)
        }
    }
}

extension Literal {
    /// The literal as it was written, texts without their quotes.
    func text(in source: SourceText) -> String {
        switch self {
        case .texts(let texts): texts.map(\.value).joined(separator: ", ")
        case .name(let name): name.text
        default: source[range]
        }
    }
}

package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary
import TallyKit

extension SettingCatalog {
    /// Applies a `set` statement. Returns the errors, or an empty array if the change was made.
    package static func apply(
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
        return entry.apply(set, in: source, context, to: &settings, queries: \.queries)
    }
}

extension SetStatement {
    /// The error in `set width for person P07 = 80`: only some settings that the store keeps belong to a person. Nil without an error.
    package var refusalOfPerson: Diagnostic? {
        guard let person, let word, word.definition.keeper != .person else { return nil }
        return Diagnostic(
            .settingValue, "`\(setting.text)` is not a setting of a person", at: person.range,
            help: word == .zone
                ? "write `set store zone for person …`, or import a list with the zones: `tally import --people FILE`"
                : "leave out `for person`",
            fix: word == .zone ? [.init(SourceRange(at: setting.range.start), "store ")] : nil)
    }
}

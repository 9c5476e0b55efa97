package import QuerySyntax
package import QueryVocabulary

/// The effect of a statement beyond its answer. Those who run statements of somebody else refuse some or all of them.
package enum StatementEffect {
    /// A setting that the store keeps.
    case keptSetting
    /// The course of the session: text that is printed, a parameter, an expectation, waiting, or the end.
    case course
    /// Anything else: samples, files, saved queries, lessons, the history, or who asks.
    case other

    /// Creates the effect of a statement; nil if it only reads the store, or changes what the session knows.
    ///
    /// A query, or a definition of one, can also write a file: `StatementKind.files`.
    package init?(of word: StatementWord) {
        switch word {
        case .query, .let, .def, .assert, .explain, .changes, .anchor, .why, .help, .show, .describe, .describePerson, .edition, .invalid:
            return nil
        case .set:
            guard word.definition.demand == .keptSettings else { return nil }
            self = .keptSetting
        case .report, .param, .expect, .watch, .namedWatch, .stop, .quit: self = .course
        default: self = .other
        }
    }
}

extension StatementKind {
    package static let noFiles = "a file can't be read or written where statements may only ask; leave out the file"

    /// Why a session that may only ask refuses the statement; nil if it may run. A query that is used by its name must be filled in.
    package var refusalToOnlyAsk: String? {
        if !files.isEmpty { return Self.noFiles }
        if case .expect(.error(_, let inner?)) = self { return inner.kind.refusalToOnlyAsk }
        if case .set(let set) = self, set.opensHistory { return "statements that may only ask can't be saved in the history; leave it out" }
        let phrase = word.definition.phrase
        let name = phrase.isEmpty ? "this statement" : "`\(phrase)`"
        return switch StatementEffect(of: word) {
        case nil, .course: nil
        case .keptSetting: "\(name) can't change the store where statements may only ask; leave it out"
        case .other: "\(name) does more than ask, and statements may only ask here; leave it out"
        }
    }
}

extension SetStatement {
    /// True if the shell would start to save statements in a file.
    fileprivate var opensHistory: Bool {
        guard setting.text == SettingWord.history.rawValue else { return false }
        if case .bool(false, _) = value { return false }
        return true
    }
}

package import QueryVocabulary

/// The effect of a statement beyond its answer. Those who run statements of somebody else refuse some or all of them.
package enum StatementEffect {
    /// A setting that the store keeps.
    case keptSetting
    /// Anything else: samples, files, saved queries, who asks, or waiting.
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
        default: self = .other
        }
    }
}

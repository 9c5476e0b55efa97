import Foundation
import QuerySyntax

/// Generates the TextMate grammar, which editors and websites use.
package enum TextMateGrammar {
    /// Returns the whole file, as JSON with sorted keys.
    package static func text() throws -> String {
        let patterns = LiteralClass.all.map { Pattern(name: scope(of: $0.kind), match: $0.expression) } + WordClass.all.map(pattern)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(File(patterns: patterns)), as: UTF8.self) + "\n"
    }

    private struct File: Encodable {
        var name = "Tally"
        var scopeName = "source.tally"
        var fileTypes = ["tally"]
        var firstLineMatch = "^#!.*\\btally\\b"
        var patterns: [Pattern]
    }

    private struct Pattern: Encodable {
        let name: String
        let match: String
    }

    private static func pattern(of words: WordClass) -> Pattern {
        let alternatives = words.phrases.map { phrase in
            // The words of a metric name may be separated by a space, an underscore or nothing.
            phrase.replacingOccurrences(of: " ", with: words.kind == .metric ? "[ _]?" : "\\s+")
        }
        return Pattern(name: scope(of: words.kind), match: "(?i)\\b(?:\(alternatives.joined(separator: "|")))\\b")
    }

    private static func scope(of kind: WordClass.Kind) -> String {
        switch kind {
        case .statement: "keyword.control.statement.tally"
        case .aggregate: "support.function.aggregate.tally"
        case .stage: "keyword.other.stage.tally"
        case .clause: "keyword.other.clause.tally"
        case .format: "support.constant.format.tally"
        case .period: "constant.language.period.tally"
        case .word: "keyword.other.tally"
        case .metric: "entity.name.type.metric.tally"
        }
    }

    private static func scope(of kind: LiteralClass.Kind) -> String {
        switch kind {
        case .comment: "comment.line.number-sign.tally"
        case .text: "string.quoted.tally"
        case .name: "variable.other.quoted.tally"
        case .time: "constant.numeric.time.tally"
        case .number: "constant.numeric.tally"
        case .sign: "keyword.operator.tally"
        }
    }
}

package import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import Scripts

/// A line of the outline of a script.
package struct OutlineEntry {
    package enum Kind { case value, function, parameter, metric, watch, testCase, heading }

    package var name: String
    package var kind: Kind
    /// A short description, such as the parameters of a function.
    package var detail: String
    /// Everything that belongs to the entry.
    package var range: SourceRange
    package var nameRange: SourceRange
    package var children: [OutlineEntry] = []
}

extension ScriptHelp {
    /// The definitions, the test cases and the headings of the script. What a case defines is below it.
    package var outline: [OutlineEntry] {
        var entries: [OutlineEntry] = []
        for placed in script.statements {
            let entry = entry(of: placed)
            if let last = entries.indices.last, entries[last].kind == .testCase, entry?.kind != .testCase {
                entries[last].range.end = placed.range.end
                if let entry { entries[last].children.append(entry) }
            } else if let entry {
                entries.append(entry)
            }
        }
        return entries
    }

    private func entry(of placed: PlacedStatement) -> OutlineEntry? {
        let statement = placed.statement
        func entry(_ name: String, _ kind: OutlineEntry.Kind, _ detail: String = "", at range: SourceRange) -> OutlineEntry {
            OutlineEntry(name: name, kind: kind, detail: detail, range: placed.range, nameRange: range.moved(by: placed.offset))
        }
        switch statement.kind {
        case .letBinding(let binding): return entry(binding.name.text, .value, at: binding.name.range)
        case .definition(let definition):
            return entry(definition.name.text, .function, QueryFormatter.signature(of: definition), at: definition.name.range)
        case .parameter(let parameter):
            return entry(parameter.name.text, .parameter, parameter.summary?.value ?? "", at: parameter.name.range)
        case .metric(.define(let definition)):
            return entry(definition.name.text, .metric, QueryFormatter.text(of: definition), at: definition.name.range)
        case .watch(let watch): return watch.name.map { entry($0.text, .watch, at: $0.range) }
        case .testCase(let name): return entry(name.value, .testCase, at: name.range)
        case .reportLine(let word, .text(let text)) where word == .title || word == .section:
            return entry(text.value, .heading, at: text.range)
        default: return nil
        }
    }

    /// The ranges that can be folded: statements of several lines, cases, comments of several lines, blocks of Markdown.
    package var folds: [(range: SourceRange, isComment: Bool)] {
        var folds = script.statements.map { ($0.range, false) }
        folds += outline.filter { $0.kind == .testCase }.map { ($0.range, false) }
        if script.form == .markdown {
            folds += script.form.blocks(in: script.source).map { ($0.withoutLastLine(in: script.source), false) }
        }
        for (piece, start) in zip(script.pieces, script.starts) {
            var run: SourceRange?
            for token in piece.parsed.tokens {
                switch token.kind {
                case .comment:
                    let range = token.range.moved(by: start)
                    run = run?.union(range) ?? range
                case .newline, .whitespace: break
                default:
                    if let run { folds.append((run, true)) }
                    run = nil
                }
            }
            if let run { folds.append((run, true)) }
        }
        return folds.filter { script.source.lineIndex(at: $0.0.start) < script.source.lineIndex(at: $0.0.end) }
            .sorted { ($0.0.start, $1.0.end) < ($1.0.start, $0.0.end) }
    }
}

extension SourceRange {
    fileprivate func withoutLastLine(in source: SourceText) -> SourceRange {
        SourceRange(start, Swift.max(start, end - 1))
    }
}

import Foundation
import QuerySyntax

/// The language as a syntax file of Vim.
package enum VimSyntax {
    /// The whole file. Of matches that begin at one place Vim takes the one defined last, so words come before what may hold them.
    package static func text() -> String {
        var lines = [
            "\" Vim syntax file", "\" Language: Tally", "\" Made from the program's own table of the language by `make transcripts`.", "",
            "if exists(\"b:current_syntax\")", "  finish", "endif", "", "syntax case ignore", "syntax sync minlines=1", "",
        ]
        for words in WordClass.all.reversed() {
            let separator = words.kind == .metric ? "[ _]?" : "\\s+"
            let phrases = words.phrases.map { $0.replacingOccurrences(of: " ", with: separator) }
            // Lines of Vim may be long, but not without end.
            for start in stride(from: 0, to: phrases.count, by: 60).reversed() {
                let group = phrases[start..<min(start + 60, phrases.count)].joined(separator: "|")
                lines.append("syntax match \(name(of: words.kind)) \"\\v<%(\(group))>\"")
            }
        }
        for literal in LiteralClass.all.reversed() {
            let expression = literal.vim.replacingOccurrences(of: "~", with: "\\~")
            lines.append("syntax match \(name(of: literal.kind)) ~\\v\(expression)~")
        }
        lines.append("")
        lines += WordClass.Kind.allCases.map { "highlight default link \(name(of: $0)) \(link(of: $0))" }
        lines += LiteralClass.Kind.allCases.map { "highlight default link \(name(of: $0)) \(link(of: $0))" }
        return (lines + ["", "let b:current_syntax = \"tally\""]).joined(separator: "\n") + "\n"
    }

    /// Tells Vim which files are of the language, and how their comments look.
    package static let fileType = """
        " Made by `make transcripts`.
        autocmd BufRead,BufNewFile *.tally setfiletype tally
        autocmd FileType tally setlocal commentstring=#\\ %s comments=:#

        """

    private static func name(of kind: some Any) -> String { "tally" + "\(kind)".prefix(1).uppercased() + "\(kind)".dropFirst() }

    private static func link(of kind: WordClass.Kind) -> String {
        switch kind {
        case .statement: "Statement"
        case .aggregate: "Function"
        case .stage, .clause, .word: "Keyword"
        case .format, .period: "Constant"
        case .metric: "Type"
        }
    }

    private static func link(of kind: LiteralClass.Kind) -> String {
        switch kind {
        case .comment: "Comment"
        case .text: "String"
        case .name: "Identifier"
        case .time, .number: "Number"
        case .sign: "Operator"
        }
    }
}

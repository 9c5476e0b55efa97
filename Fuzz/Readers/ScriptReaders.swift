import LineHelp
import MarkdownPages
import QueryDiagnostics
import QuerySyntax
import ScriptHelp
import Scripts
import Workbench

extension Reader {
    /// Scripts as an editor sees them: findings, layout, completions, explanations, names.
    static let scripts = Reader(
        name: "scripts", longest: 800, memory: 1536, words: languageWords,
        seeds: {
            [
                "let a = 3\ndef f(m: metric) = sum m by day last a days\nf(steps) | rank\n", "case \"x\"\nsum stepz\nexpect rows 1\n",
                "sum steps by day; average heartRate # 😀\r\n\r\nassert sum steps > 3\r\n",
                "metric km = steps * 0.7 m\nsum km\n_ | rank\nwhy\n",
            ].inputs
        }, check: { try ScriptCheck(SourceText(bytes: $0), as: .script).check() })

    /// Markdown with blocks of statements: the document, its markup, its blocks as one script, and the text with answers.
    static let markdown = Reader(
        name: "markdown", longest: 1200, memory: 1536,
        words: [
            "```tally\n", "```\n", "~~~tally quiet\n", "> ", "- ", "1. ", "# ", "---\n", "| a | b |\n|---|:-:|\n", "[a](b)", "![a](b)",
            "<!-- ",
            " -->", WovenText.opening, WovenText.closing, "**", "_", "`", "\\", "&amp;", "    ", "\t", "[x]: y\n", "http://",
        ],
        seeds: {
            [
                "---\ntitle: A\n---\n# Steps\n\nText *with* `code` and [a link](b.md \"t\").\n\n```tally\nsum steps by day\n```\n",
                "> - a\n>   ```tally error\n>   sum stepz\n>   ```\n>\n> \(WovenText.opening)\n>\n> old\n>\n> \(WovenText.closing)\n",
                "| a | b |\n|:--|--:|\n| 1 \\| 2 | ~~3~~ |\n\n1) one\n   * two\n\n       code\n***\nText<br>\n[x]: <y> 'z'\n![p][x]\n",
            ].inputs
        },
        check: { input in
            let source = SourceText(bytes: input)
            try ScriptCheck(source, as: .markdown).check()
            let document = MarkdownDocument(source.bytes)
            var isInside = true
            document.visit { isInside = isInside && $0.firstLine >= 0 && $0.lastLine < max(1, source.lineStarts.count) }
            try demand(isInside, "a block is in lines of the text")
            var markup = MarkdownMarkup(document)
            try demand(!markup.text().utf8.contains(0), "markup has no zeros")
            _ = document.title
            try checkWoven(WovenText(source))
        })

    /// Weaving answers in again replaces them, and leaves everything else as it is.
    private static func checkWoven(_ woven: WovenText) throws {
        for mistake in woven.mistakes { try DiagnosticCheck.check(mistake.diagnostic, in: mistake.source) }
        for block in woven.blocks {
            let range = woven.range(of: block)
            try demand(range.start <= range.end && range.end <= woven.script.bytes.count, "a block is in the script")
        }
        guard woven.mistakes.isEmpty else { return }
        let once = woven.text(with: woven.blocks.map { _ in "an answer\nof two lines" })
        let again = WovenText(SourceText(bytes: once))
        try demand(again.mistakes.isEmpty, "a text with answers has no mistakes")
        try demand(again.blocks.count == woven.blocks.count, "a text with answers has the same blocks")
        let bytes = again.text(with: again.blocks.map { _ in "an answer\nof two lines" })
        try demand(bytes == once, "the same answers give the same text")
        try demand(again.script.bytes == woven.script.bytes || once.count != woven.source.bytes.count, "answers are not statements")
    }
}

/// A script or its form in Markdown, with all that an editor asks about it.
struct ScriptCheck {
    private let source: SourceText
    private let help: ScriptHelp

    init(_ source: SourceText, as form: TextForm) {
        self.source = source
        help = ScriptHelp(source, as: form, with: SmallSession.make())
    }

    func check() throws {
        for finding in help.findings { try DiagnosticCheck.check(finding, in: source) }
        for offset in Set([0, source.bytes.count / 3, source.bytes.count / 2, source.bytes.count]) {
            if let found = help.completions(at: offset) { try demand(found.start >= 0, "completions have a place") }
            if let found = help.explanation(at: offset) { try demand(isInside(found.range), "an explanation is inside the text") }
            if let name = help.name(at: offset) {
                try demand(help.places(of: name).allSatisfy(isInside), "the places of a name are inside the text")
            }
        }
        try demand(help.colors(in: source.fullRange).map(\.range).allSatisfy(isInside), "colors are inside the text")
        try demand(help.outline.map(\.range).allSatisfy(isInside), "an outline is inside the text")
        try demand(help.folds.map(\.range).allSatisfy(isInside), "folds are inside the text")
        try checkEdits(help.layout, "layout")
        try checkEdits(help.fixes, "fixes")
        try checkReplacement()
    }

    private func isInside(_ range: SourceRange) -> Bool {
        range.start >= 0 && range.start <= range.end && range.end <= source.bytes.count
    }

    private func checkEdits(_ edits: [Diagnostic.Edit], _ kind: String) throws {
        let ranges = edits.map(\.range)
        try demand(ranges.allSatisfy(isInside), "\(kind): edits are inside the text")
        try demand(zip(ranges, ranges.dropFirst()).allSatisfy { $0.end <= $1.start }, "\(kind): edits are in order")
    }

    /// A script that was edited has the findings of a new one.
    private func checkReplacement() throws {
        let half = source.bytes.count / 2
        let edited = ScriptHelp(SourceText(bytes: Array(source.bytes[..<half])), as: help.script.form, with: SmallSession.make())
        _ = edited.findings
        edited.script.replace(half..<half, with: Array(source.bytes[half...]))
        try demand(edited.script.source.bytes == source.bytes, "an edited script has the new text")
        try demand(edited.findings == help.findings, "an edited script has the findings of a new one")
    }
}

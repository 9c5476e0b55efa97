import MarkdownPages
import QueryDiagnostics
import Scripts
import StoreCommands
import TallyCharts

/// A Markdown file as a page with the answers of its blocks.
struct WovenPage {
    /// The name by which a page is recognized as one that may be replaced.
    static let generator = "tally weave"

    private let woven: WovenText
    private let answers: [String]
    private let lines: [String]

    /// - Parameters:
    ///   - answers: the markup of the answer of each block, empty for none.
    ///   - lines: sentences about the whole page.
    init(_ woven: WovenText, answers: [String], lines: [String]) { (self.woven, self.answers, self.lines) = (woven, answers, lines) }

    var text: String {
        var answersByLine: [Int: String] = [:]
        for (block, answer) in zip(woven.blocks, answers) { answersByLine[block.fence.firstLine] = answer }
        var markup = MarkdownMarkup(woven.document) { block in
            if woven.isAnswer(line: block.firstLine) { return "" }
            guard block.fence != nil, let answer = answersByLine[block.firstLine] else { return nil }
            return MarkdownMarkup.code(block.text) + answer
        }
        let body = markup.text()
        var report = HTMLReport()
        report.addMarkup(body, sections: markup.sections)
        let name = woven.document.title ?? ScriptFile.title(of: woven.source.file)
        return report.text(title: name, lines: lines, generator: Self.generator)
    }
}

import DisplayText
import Foundation
import TallySession

/// Results on their way to the terminal: what is taller than the screen goes to a pager.
final class PagedOutput {
    private let terminal: TerminalOutput
    /// Nil where results are never paged.
    private let command: PagerCommand?
    /// Whether short results are paged too.
    private let pagesAll: Bool
    private let interruption: Interruption
    /// The beginning of a result, as long as it fits on the screen.
    private var held = ""
    private var heldRows = 0
    private var pager: Pager?
    /// Whether somebody left the pager before the end of the result.
    private(set) var isLeft = false

    init(terminal: TerminalOutput, use: PagerUse, command: PagerCommand?, interruption: Interruption) {
        self.terminal = terminal
        self.command = use == .off ? nil : command
        pagesAll = use == .on
        self.interruption = interruption
    }

    var isPaging: Bool { command != nil }

    func write(_ text: String) {
        guard let command else { return terminal.write(text) }
        guard pager == nil else { return feed(text) }
        held += text
        heldRows += rows(of: text)
        // The prompt takes a row too.
        guard pagesAll ? !held.isEmpty : heldRows >= terminal.size.rows else { return }
        pager = Pager(command)
        let begun = held
        held = ""
        if pager == nil { terminal.write(begun) } else { feed(begun) }
    }

    private func feed(_ text: String) {
        pager?.write(text, isCancelled: { [interruption] in interruption.isRequested })
        isLeft = pager?.isReading == false
    }

    /// Prints what was held back, or waits until the user leaves the pager; what is written from then on is another result.
    func finish() {
        pager?.finish()
        pager = nil
        if !held.isEmpty { terminal.write(held) }
        held = ""
        heldRows = 0
    }

    /// The rows of the screen that `text` takes.
    private func rows(of text: String) -> Int {
        let columns = terminal.size.columns
        // A pager does not wrap lines, but what has a long one is no table.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count
            + (text.utf8.count > columns * terminal.size.rows ? terminal.size.rows : 0)
    }
}

import Foundation
import Scripts
import Workbench

/// Writes results to the terminal, or to a pager if they are taller than the screen.
final class PagedOutput {
    private let terminal: TerminalOutput
    /// Nil if results are never paged.
    private let command: PagerCommand?
    /// True if short results are paged, too.
    private let pagesAll: Bool
    private let interruption: Interruption
    /// The start of a result, held back while it fits on the screen.
    private var held = ""
    private var heldRows = 0
    private var pager: Pager?
    /// True if the user left the pager before the end of the result.
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
        if Self.isImage(text) {
            finish()
            return terminal.write(text)
        }
        held += text
        heldRows += rows(of: text)
        // The prompt needs a row, too.
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

    /// Prints the held-back text, or waits until the user leaves the pager. Later text belongs to another result.
    func finish() {
        pager?.finish()
        pager = nil
        if !held.isEmpty { terminal.write(held) }
        held = ""
        heldRows = 0
    }

    /// Returns the number of screen rows for `text`. Lines that are wider than the screen, such as JSON, need more than one row.
    private func rows(of text: String) -> Int {
        let size = terminal.size
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
        // Color sequences have no width.
        let isLong = text.utf8.count > size.columns * size.rows && !text.utf8.contains(0x1B)
        return lines + (isLong ? size.rows : 0)
    }

    /// Returns true if `text` is a kitty or sixel image, which pagers do not support.
    private static func isImage(_ text: String) -> Bool { text.contains("\u{1B}_G") || text.contains("\u{1B}P") }
}

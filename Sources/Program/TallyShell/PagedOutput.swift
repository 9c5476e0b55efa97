import Foundation
import Workbench

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
        if Self.isImage(text) {
            finish()
            return terminal.write(text)
        }
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

    /// The rows of the screen that `text` takes: more than its lines where they are longer than the screen is wide, as those of JSON are.
    private func rows(of text: String) -> Int {
        let size = terminal.size
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
        // Colours take no room.
        let isLong = text.utf8.count > size.columns * size.rows && !text.utf8.contains(0x1B)
        return lines + (isLong ? size.rows : 0)
    }

    /// Whether `text` is an image in a terminal's own code (kitty, sixel), which no pager knows.
    private static func isImage(_ text: String) -> Bool { text.contains("\u{1B}_G") || text.contains("\u{1B}P") }
}

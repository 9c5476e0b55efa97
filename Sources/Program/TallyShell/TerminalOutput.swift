import SystemBridges

/// Writes to a terminal, and keeps track of its size, its color support and whether the cursor is at the start of a line.
package final class TerminalOutput {
    package let usesColor: Bool
    package private(set) var isAtLineStart = true
    private let descriptor: Descriptor

    package init(descriptor: Int32 = 1, usesColor: Bool) {
        self.descriptor = Descriptor(descriptor)
        self.usesColor = usesColor
    }

    /// The current size in character cells; 80 by 24 if it is unknown.
    package var size: (columns: Int, rows: Int) {
        guard let size = Terminal.size(of: descriptor), size.rows > 0 else { return (80, 24) }
        return size
    }

    /// Writes all of `text`. Ignores errors, because a closed terminal also sends a signal, which ends the shell.
    package func write(_ text: String) {
        guard let last = text.utf8.last else { return }
        isAtLineStart = last == UInt8(ascii: "\n")
        try? descriptor.writeAll(Array(text.utf8)[...])
    }

    /// Ends the current line, unless the cursor is at the start of a line.
    package func endLine() {
        if !isAtLineStart { write("\n") }
    }
}

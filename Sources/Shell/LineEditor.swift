#if Readline
import CReadline
import Foundation

/// Statements edited with GNU readline, several lines at once, drawn by ourselves.
///
/// readline handles keys, history, undo and the user's `.inputrc`; it is fed by its callback interface, so that signals are
/// answered between two keys. Its own drawing knows neither colours nor continuation prompts, so `LineScreen` replaces it.
final class LineEditor: StatementReader {
    /// readline calls back without a context argument, only from within calls that this class makes, on the shell's one thread.
    nonisolated(unsafe) static var current: LineEditor?

    let host: any ShellHost
    let output: TerminalOutput
    private let signals: ShellSignals
    private let history: StatementHistory
    /// What is drawn; `nil` while readline has the terminal no more, but may still ask for a redraw
    private var screen: LineScreen?
    private var event: ReadEvent?
    /// A signal to be answered after the key at hand
    private var heldSignal: Int32?
    /// The candidates shown below the statement, until the next key
    var listing: [CompletionSet.Candidate] = []
    var completions = CompletionSet(start: 0, candidates: [])

    init(host: any ShellHost, output: TerminalOutput, signals: ShellSignals, historyPath: String?) {
        self.host = host
        self.output = output
        self.signals = signals
        history = StatementHistory(path: historyPath)
        Self.current = self
        tally_rl_configure(
            { LineEditor.current?.redraw() },
            { _, _, _ in LineEditor.current?.completionMatches() },
            { _, _, _ in LineEditor.current?.showCompletions() })
        tally_rl_avoid_abort()
        tally_rl_keep_undo_apart()
        tally_rl_replace_command(rl_newline) { count, key in LineEditor.current?.enter(count, key) ?? 0 }
        tally_rl_replace_command(rl_bracketed_paste_begin) { _, _ in LineEditor.current?.paste() ?? 0 }
        tally_rl_replace_command(rl_delete) { count, key in LineEditor.current?.deleteOrCancel(count, key) ?? 0 }
        tally_rl_replace_command(tally_rl_get_previous_history) { count, key in LineEditor.current?.moveUp(count, key) ?? 0 }
        tally_rl_replace_command(tally_rl_get_next_history) { count, key in LineEditor.current?.moveDown(count, key) ?? 0 }
    }

    func next() -> ReadEvent {
        event = nil
        begin()
        while true {
            switch nextEvent() {
            case .input:
                listing = []
                tally_rl_read_key()
                if let event { return event }
            case .signal(SIGINT): cancel()
            case .signal(SIGWINCH): resize()
            case .signal(SIGTSTP): stop()
            case .signal(let number):
                end()
                return .signal(number)
            }
        }
    }

    private func nextEvent() -> ShellSignals.Event {
        defer { heldSignal = nil }
        return heldSignal.map { .signal($0) } ?? signals.next(descriptor: STDIN_FILENO)
    }

    func remember(_ statement: String) {
        history.append(statement)
    }

    // MARK: The terminal

    private func begin() {
        screen = LineScreen()
        signals.catchesStop = true
        rl_callback_handler_install(ShellPrompt.prompts.first) { LineEditor.current?.finish($0) }
    }

    /// Gives the terminal back in its ordinary state, the cursor below the statement.
    private func end(mark: String = "") {
        listing = []
        tally_rl_set_point(tally_rl_end())
        redraw()
        if let screen { output.write(mark + screen.leave()) }
        screen = nil
        rl_callback_handler_remove()
        tally_rl_flush()
        signals.catchesStop = false
    }

    /// readline has a statement, or the end of input.
    private func finish(_ line: UnsafeMutablePointer<CChar>?) {
        event = line.map { .statement(String(cString: $0)) } ?? .endOfInput
        // At the end of input the cursor is below the prompt already.
        if line == nil && tally_rl_brackets_paste() != 0 { screen = nil }
        free(line)
        end()
    }

    private func cancel() {
        rl_callback_sigcleanup()
        end(mark: "^C")
        rl_free_line_state()
        rl_replace_line("", 1)
        begin()
    }

    private func stop() {
        rl_callback_sigcleanup()
        let text = String(cString: tally_rl_line())
        let point = tally_rl_point()
        end()
        signals.stopProcess()
        begin()
        rl_insert_text(text)
        tally_rl_set_point(point)
        redraw()
    }

    private func resize() {
        let size = output.size
        screen?.resize(to: layout(columns: size.columns), rows: size.rows)
        rl_resize_terminal()
        redraw()
    }

    // MARK: Drawing

    private func redraw() {
        guard screen != nil else { return }
        // What readline has written, such as the clearing of the screen, comes first.
        tally_rl_flush()
        let size = output.size
        let layout = layout(columns: size.columns)
        let footer = CompletionListing.lines(listing, columns: size.columns, rows: min(12, size.rows - layout.rows.count))
        output.write(screen?.redraw(layout, footer: footer, rows: size.rows) ?? "")
    }

    private func layout(columns: Int) -> LineLayout {
        let text = self.text
        var prompts = ShellPrompt.prompts
        if let message = tally_rl_message() { prompts.first = String(cString: message).filter { $0 != "\u{1}" && $0 != "\u{2}" } }
        return LineLayout(
            text: text, cursorOffset: Int(tally_rl_point()), prompts: prompts, spans: output.usesColor ? host.highlight(text) : [],
            columns: columns, usesColor: output.usesColor)
    }

    /// The statement so far; bytes that are no UTF-8 are question marks, so that offsets stay what they are.
    var text: String {
        let bytes = UnsafeBufferPointer(start: tally_rl_line(), count: Int(tally_rl_end())).map { UInt8(bitPattern: $0) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var repaired = ""
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded): repaired.unicodeScalars.append(Unicode.UTF8.decode(encoded))
            case .error(let length): repaired += String(repeating: "?", count: length)
            case .emptyInput: return repaired
            }
        }
    }

    // MARK: Keys

    /// Enter: runs the statement, or begins another line of it.
    private func enter(_ count: Int32, _ key: Int32) -> Int32 {
        guard host.needsAnotherLine(text) else { return rl_newline(count, key) }
        tally_rl_set_point(tally_rl_end())
        rl_insert_text("\n")
        return 0
    }

    /// Ctrl-D: on an empty continuation line gives the statement up, else deletes. (readline ends the input on an empty statement.)
    private func deleteOrCancel(_ count: Int32, _ key: Int32) -> Int32 {
        let controlD: Int32 = 4
        guard key == controlD, tally_rl_point() == tally_rl_end(), text.hasSuffix("\n") else { return rl_delete(count, key) }
        heldSignal = SIGINT
        return 0
    }

    /// Inserts what the terminal pastes. Unlike readline's own command this also ends with a signal, when the end of the paste is lost.
    private func paste() -> Int32 {
        let end = Array("\u{1B}[201~".utf8)
        var bytes: [UInt8] = []
        while bytes.suffix(end.count) != end[...] {
            var byte: UInt8 = 0
            if case .signal(let number) = signals.next(descriptor: STDIN_FILENO) {
                heldSignal = number
                break
            }
            guard read(STDIN_FILENO, &byte, 1) == 1 else { break }
            if byte != 0 { bytes.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte) }
        }
        if bytes.suffix(end.count) == end[...] { bytes.removeLast(end.count) }
        (bytes + [0]).withUnsafeBufferPointer { text in
            text.withMemoryRebound(to: CChar.self) { _ = rl_insert_text($0.baseAddress) }
        }
        return 0
    }

    private func moveUp(_ count: Int32, _ key: Int32) -> Int32 {
        moveLine { StatementCursor.above($0, in: $1) } ? 0 : tally_rl_get_previous_history(count, key)
    }

    private func moveDown(_ count: Int32, _ key: Int32) -> Int32 {
        moveLine { StatementCursor.below($0, in: $1) } ? 0 : tally_rl_get_next_history(count, key)
    }

    private func moveLine(_ target: (Int, String) -> Int?) -> Bool {
        guard let offset = target(Int(tally_rl_point()), text) else { return false }
        tally_rl_set_point(Int32(offset))
        return true
    }
}
#endif

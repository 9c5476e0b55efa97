#if Readline
import LineHelp
import CReadline
import Foundation
import TerminalText
import Workbench

/// Edits statements with several lines, using GNU readline with custom drawing.
///
/// readline handles keys, history, undo and the user's `.inputrc`. It runs through its callback interface, so that signals are handled
/// between two keys. readline cannot draw colors or continuation prompts, so `LineScreen` draws instead.
final class LineEditor: StatementReader, ReadlineClient {
    let host: SessionHost
    let output: TerminalOutput
    private let signals: ShellSignals
    private let keyboard = Keyboard()
    /// The first byte of the current key, until readline asks for it
    private var firstByte = Keyboard.Byte.none
    private var history: StatementHistory
    /// True if everything is loaded that only a key needs.
    private var isReady = false
    /// The drawn statement; nil after editing has ended, when readline may still request a redraw
    private var screen: LineScreen?
    private var event: ReadEvent?
    /// A signal to handle after the current key
    private var heldSignal: Int32?
    /// The candidates shown below the statement, until the next key
    var listing = CompletionSet(start: 0, candidates: [])
    var completions = CompletionSet(start: 0, candidates: [])
    /// The full hint that is shown in gray after the cursor
    private var hint = ""
    /// The error in the text, found when typing pauses, until the next key
    private var finding: ErrorInText?
    private var wasChecked = false
    private static let pauseMilliseconds: Int32 = 600
    private var lastKey = ContinuousClock.now

    init(host: SessionHost, output: TerminalOutput, signals: ShellSignals, historyPath: String?) {
        self.host = host
        self.output = output
        self.signals = signals
        history = StatementHistory(path: historyPath)
        Readline.start(self)
    }

    func next() -> ReadEvent {
        event = nil
        begin()
        prepareForKeys()
        while true {
            switch nextEvent() {
            case .input:
                let byte = keyboard.next()
                guard byte != .none else { continue }
                firstByte = byte
                listing = CompletionSet(start: 0, candidates: [])
                finding = nil
                wasChecked = false
                lastKey = .now
                tally_rl_read_key()
                if let event { return event }
            case .idle: rest()
            case .signal(SIGINT): cancel()
            case .signal(SIGWINCH): resize()
            case .signal(SIGTSTP): stop()
            case .signal(let number):
                end()
                return .signal(number)
            }
        }
    }

    /// Loads what only a key needs, while the user already sees the prompt.
    private func prepareForKeys() {
        if !isReady {
            Readline.replaceCommands()
            history.load()
        }
        isReady = true
        host.help.prepare()
    }

    private func nextEvent() -> ShellSignals.Event {
        defer { heldSignal = nil }
        if heldSignal == nil, keyboard.hasByte { return .input }
        return heldSignal.map { .signal($0) }
            ?? signals.next(descriptor: STDIN_FILENO, within: waitMilliseconds, orWhen: host.watchDescriptor)
    }

    /// True if the text may get an error shown when typing pauses.
    private var awaitsPause: Bool { !wasChecked && tally_rl_end() > 0 }

    /// The time until the next look at the text or at the watches; -1 without limit.
    private var waitMilliseconds: Int32 {
        let limits = [awaitsPause ? Self.pauseMilliseconds : nil, host.watchSeconds.map { Int32($0 * 1000) }]
        return limits.compactMap(\.self).min() ?? -1
    }

    /// Called when no key was pressed for a while.
    private func rest() {
        if host.watchSeconds != nil { tellChanges() }
        if awaitsPause, lastKey.duration(to: .now) >= .milliseconds(Self.pauseMilliseconds) { check() }
    }

    /// Prints the changes of named watches above the statement, which keeps its text.
    private func tellChanges() {
        guard host.mayTellChanges else { return }
        var isAbove = false
        _ = signals.whileInterruptible { interruption in
            host.tellChanges(on: output, interruption: interruption) { [self] in
                guard !isAbove, let screen else { return }
                isAbove = true
                output.write(screen.erase())
            }
        }
        guard isAbove else { return }
        output.endLine()
        screen = LineScreen()
        host.help.prepare()
        redraw()
    }

    func remember(_ statement: String) {
        history.append(statement)
    }

    // MARK: The terminal

    private func begin() {
        screen = LineScreen()
        signals.catchesStop = true
        Readline.beginLine(prompt: host.prompts.first)
    }

    /// Restores the normal state of the terminal, with the cursor below the statement.
    private func end(mark: String = "") {
        listing = CompletionSet(start: 0, candidates: [])
        finding = nil
        tally_rl_set_point(tally_rl_end())
        redraw(isLast: true)
        if let screen { output.write(mark + screen.leave()) }
        screen = nil
        rl_callback_handler_remove()
        tally_rl_flush()
        signals.catchesStop = false
    }

    /// Called when readline has a statement, or at the end of input.
    func finish(_ line: String?) {
        // This is not the end of input: a key was cancelled by a signal, which is handled next.
        if line == nil && heldSignal != nil { return }
        event = line.map { .statement($0) } ?? .endOfInput
        // At the end of input, the cursor is already below the prompt.
        if line == nil && tally_rl_brackets_paste() != 0 { screen = nil }
        end()
    }

    private func cancel() {
        rl_callback_sigcleanup()
        end(mark: "^C")
        rl_free_line_state()
        Readline.clearLine()
        begin()
    }

    private func stop() {
        rl_callback_sigcleanup()
        let text = String(decoding: Readline.line, as: UTF8.self)
        let point = tally_rl_point()
        end()
        signals.stopProcess()
        begin()
        Readline.insert(text)
        tally_rl_set_point(point)
        redraw()
    }

    private func resize() {
        let size = output.size
        screen?.resize(to: layout(of: text, columns: size.columns), rows: size.rows)
        rl_resize_terminal()
        redraw()
    }

    // MARK: Drawing

    func redraw() { redraw(isLast: false) }

    /// - Parameter isLast: true for the final drawing, without hints, errors and candidates.
    private func redraw(isLast: Bool) {
        guard screen != nil else { return }
        // Flushes what readline has written, such as clearing the screen.
        tally_rl_flush()
        let size = output.size
        let text = self.text
        hint = isLast ? "" : likelyText(after: text)
        let layout = layout(of: text, columns: size.columns)
        let room = size.rows - layout.rows.count
        let footer =
            finding.map { finding in
                let message = ScreenText.visible(finding.message, in: .editor)
                let shown = ScreenText.truncated(message, to: size.columns - 1, in: .editor)
                return [ScreenText.styled(shown, .dim, usesColor: output.usesColor)]
            }
            ?? CompletionListing.lines(
                listing, columns: size.columns, rows: min(max(12, size.rows * 2 / 3), room), usesColor: output.usesColor)
        output.write(screen?.redraw(layout, footer: footer, rows: size.rows) ?? "")
    }

    private func layout(of text: String, columns: Int) -> LineLayout {
        var prompts = host.prompts
        if let message = Readline.message {
            prompts.first = message
        } else if let mark = Readline.modeMark {
            prompts.first = mark + prompts.first
        }
        return LineLayout(
            text: text, cursorOffset: Int(tally_rl_point()), prompts: prompts, hint: hint, spans: output.usesColor ? spans(of: text) : [],
            columns: columns, usesColor: output.usesColor)
    }

    private func spans(of text: String) -> [HighlightSpan] {
        let spans = host.help.highlight(text)
        guard let finding else { return spans }
        return (spans.filter { !$0.range.overlaps(finding.range) } + [HighlightSpan(finding.range, .error)])
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Looks for an error. Called when typing pauses.
    private func check() {
        wasChecked = true
        guard Readline.message == nil, listing.candidates.isEmpty, let found = host.help.firstError(in: text) else { return }
        finding = found
        redraw()
    }

    /// The statement so far. Invalid UTF-8 bytes are replaced by question marks, so that offsets stay the same.
    var text: String {
        let bytes = Readline.line
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

    // MARK: Hints

    /// Returns the likely continuation: the text that followed last time, or a suggestion of the host.
    private func likelyText(after text: String) -> String {
        guard output.usesColor, host.showsHints, Readline.message == nil, isCursorAtEnd, text.contains(where: { !$0.isWhitespace }) else {
            return ""
        }
        return history.continuation(of: text, where: host.help.isRight) ?? host.help.hint(after: text)
    }

    /// In vi command mode, the cursor is on the last character, not after it.
    private var isCursorAtEnd: Bool {
        let rest = tally_rl_end() - tally_rl_point()
        return rest == 0 || tally_rl_is_vi_command() != 0 && text.last.map { $0.utf8.count == Int(rest) } ?? false
    }

    /// Inserts the hint, or its first word. Returns false if there is no hint or the cursor is not at the end.
    func accept(_ count: Int32, oneWord: Bool) -> Bool {
        guard !hint.isEmpty, isCursorAtEnd, tally_rl_moves_only(count) != 0 else { return false }
        let blanks = hint.prefix { $0.isWhitespace }
        let word = hint.dropFirst(blanks.count).prefix { !$0.isWhitespace }
        tally_rl_set_point(tally_rl_end())
        Readline.insert(oneWord ? String(blanks + word) : hint)
        return true
    }

    // MARK: Keys

    /// Handles Enter: runs the statement, or starts another line.
    func enter(_ count: Int32, _ key: Int32) -> Int32 {
        guard host.needsAnotherLine(text) else { return rl_newline(count, key) }
        tally_rl_set_point(tally_rl_end())
        Readline.insert("\n")
        return 0
    }

    /// Handles Ctrl-D: cancels the statement on an empty continuation line, otherwise deletes. (readline handles an empty statement.)
    func deleteOrCancel(_ count: Int32, _ key: Int32) -> Int32 {
        let controlD: Int32 = 4
        guard key == controlD, tally_rl_point() == tally_rl_end(), text.hasSuffix("\n") else { return rl_delete(count, key) }
        heldSignal = SIGINT
        return 0
    }

    /// Inserts pasted text. If the end marker of the paste is lost, a signal also ends it.
    func paste() -> Int32 {
        let end = Array("\u{1B}[201~".utf8)
        var bytes: [UInt8] = []
        while bytes.suffix(end.count) != end[...], let byte = UInt8(exactly: nextByte()) {
            if byte != 0 { bytes.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte) }
        }
        if bytes.suffix(end.count) == end[...] { bytes.removeLast(end.count) }
        // Removes the last line break, so that the user confirms with Enter.
        if tally_rl_point() == tally_rl_end() { while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() } }
        Readline.insert(bytes)
        return 0
    }

    /// Returns the next byte; -1 at the end of input, and for a signal, which is then handled after the key.
    ///
    /// readline waits for more bytes if an escape sequence, a character or a paste is incomplete. Ctrl-C must end that wait, too.
    func nextByte() -> Int32 {
        var byte = firstByte == .none && keyboard.hasByte ? keyboard.next() : firstByte
        firstByte = .none
        while true {
            switch byte {
            case .typed(let code): return Int32(code)
            case .endOfInput: return -1
            case .none: break
            }
            switch signals.next(descriptor: STDIN_FILENO) {
            case .input: byte = keyboard.next()
            case .idle: break
            case .signal(SIGWINCH): heldSignal = heldSignal ?? SIGWINCH
            case .signal(let number):
                heldSignal = number
                return -1
            }
        }
    }

    func moveUp(_ count: Int32, _ key: Int32) -> Int32 {
        moveLine { StatementCursor.above($0, in: $1) } ? 0 : tally_rl_get_previous_history(count, key)
    }

    func moveDown(_ count: Int32, _ key: Int32) -> Int32 {
        moveLine { StatementCursor.below($0, in: $1) } ? 0 : tally_rl_get_next_history(count, key)
    }

    private func moveLine(_ target: (Int, String) -> Int?) -> Bool {
        guard let offset = target(Int(tally_rl_point()), text) else { return false }
        tally_rl_set_point(Int32(offset))
        return true
    }
}
#endif

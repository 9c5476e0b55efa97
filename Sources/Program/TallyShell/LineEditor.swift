#if Readline || Editline
import LineHelp
import Foundation
import SystemBridges
import TerminalText
import Workbench

/// Edits statements with several lines, using GNU readline or libedit with custom drawing.
///
/// The library handles keys, history, undo and the user's settings. It reads one key at a time, so that signals are handled between two
/// keys. Libraries cannot draw colors or continuation prompts, so `LineScreen` draws instead.
final class LineEditor: StatementReader, LineClient {
    let host: SessionHost
    let output: TerminalOutput
    private let signals: ShellSignals
    private let keyboard = Keyboard()
    /// The first byte of the current key, until the library asks for it
    private var firstByte = Keyboard.Byte.none
    private var history: StatementHistory
    /// True if everything is loaded that only a key needs.
    private var isReady = false
    /// The drawn statement; nil after editing has ended, when the library may still request a redraw
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

    /// Returns nil if the user's settings turn line editing off.
    init?(host: SessionHost, output: TerminalOutput, signals: ShellSignals, historyPath: String?) {
        self.host = host
        self.output = output
        self.signals = signals
        history = StatementHistory(path: historyPath)
        guard KeyLibrary.start(self) else { return nil }
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
                KeyLibrary.readKey()
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
            KeyLibrary.replaceCommands()
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
    private var awaitsPause: Bool { !wasChecked && KeyLibrary.end > 0 }

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
        KeyLibrary.beginLine(prompt: host.prompts.first)
    }

    /// Restores the normal state of the terminal, with the cursor below the statement.
    private func end(mark: String = "") {
        listing = CompletionSet(start: 0, candidates: [])
        finding = nil
        KeyLibrary.point = KeyLibrary.end
        redraw(isLast: true)
        if let screen { output.write(mark + screen.leave()) }
        screen = nil
        KeyLibrary.endLine()
        signals.catchesStop = false
    }

    /// Called when the library has a statement, or at the end of input.
    func finish(_ line: String?) {
        // This is not the end of input: a key was cancelled by a signal, which is handled next.
        if line == nil && heldSignal != nil { return }
        event = line.map { .statement($0) } ?? .endOfInput
        // At the end of input, the cursor is already below the prompt.
        if line == nil && KeyLibrary.leavesPromptAtEnd { screen = nil }
        end()
    }

    private func cancel() {
        KeyLibrary.abandonKey()
        keyboard.discard()
        end(mark: "^C")
        KeyLibrary.clearLine()
        begin()
    }

    private func stop() {
        KeyLibrary.abandonKey()
        let text = String(decoding: KeyLibrary.line, as: UTF8.self)
        let point = KeyLibrary.point
        end()
        signals.stopProcess()
        begin()
        KeyLibrary.insert(text)
        KeyLibrary.point = point
        redraw()
    }

    private func resize() {
        let size = output.size
        screen?.resize(to: layout(of: text, columns: size.columns), rows: size.rows)
        KeyLibrary.adoptTerminalSize()
        redraw()
    }

    // MARK: Drawing

    var isBehind: Bool { keyboard.hasByte || Descriptor.wait(for: [.input], within: 0) == [true] }

    func redraw() { redraw(isLast: false) }

    /// - Parameter isLast: true for the final drawing, without hints, errors and candidates.
    private func redraw(isLast: Bool) {
        guard screen != nil else { return }
        // Flushes what the library has written, such as clearing the screen.
        KeyLibrary.flush()
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
        if let message = KeyLibrary.message {
            prompts.first = message
        } else if let mark = KeyLibrary.modeMark {
            prompts.first = mark + prompts.first
        }
        return LineLayout(
            text: text, cursorOffset: KeyLibrary.point, prompts: prompts, hint: hint, spans: output.usesColor ? spans(of: text) : [],
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
        guard KeyLibrary.message == nil, listing.candidates.isEmpty, let found = host.help.firstError(in: text) else { return }
        finding = found
        redraw()
    }

    /// The statement so far. Invalid UTF-8 bytes are replaced by question marks, so that offsets stay the same.
    var text: String {
        let bytes = KeyLibrary.line
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
        guard output.usesColor, host.showsHints, KeyLibrary.message == nil, isCursorAtEnd, text.contains(where: { !$0.isWhitespace }) else {
            return ""
        }
        return history.continuation(of: text, where: host.help.isRight) ?? host.help.hint(after: text)
    }

    /// In vi command mode, the cursor is on the last character, not after it.
    private var isCursorAtEnd: Bool {
        let rest = KeyLibrary.end - KeyLibrary.point
        return rest == 0 || KeyLibrary.isViCommand && text.last.map { $0.utf8.count == rest } ?? false
    }

    func accept(oneWord: Bool) -> Bool {
        guard !hint.isEmpty, isCursorAtEnd else { return false }
        let blanks = hint.prefix { $0.isWhitespace }
        let word = hint.dropFirst(blanks.count).prefix { !$0.isWhitespace }
        KeyLibrary.point = KeyLibrary.end
        KeyLibrary.insert(oneWord ? String(blanks + word) : hint)
        return true
    }

    // MARK: Keys

    func enter() -> Bool {
        guard host.needsAnotherLine(text) else { return true }
        KeyLibrary.point = KeyLibrary.end
        KeyLibrary.insert("\n")
        return false
    }

    /// On an empty continuation line, Ctrl-D cancels the statement. (The library handles an empty statement.)
    func cancelContinuation() -> Bool {
        guard KeyLibrary.point == KeyLibrary.end, text.hasSuffix("\n") else { return false }
        heldSignal = SIGINT
        return true
    }

    /// Inserts pasted text. If the end marker of the paste is lost, a signal also ends it.
    func paste() {
        let end = Array("\u{1B}[201~".utf8)
        var bytes: [UInt8] = []
        while bytes.suffix(end.count) != end[...], let byte = UInt8(exactly: nextByte()) {
            if byte != 0 { bytes.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte) }
        }
        if bytes.suffix(end.count) == end[...] { bytes.removeLast(end.count) }
        // Removes the last line break, so that the user confirms with Enter.
        if KeyLibrary.point == KeyLibrary.end { while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() } }
        KeyLibrary.insert(bytes)
    }

    /// Returns the next byte; -1 at the end of input, after the given time, and for a signal, which is then handled after the key.
    ///
    /// A library waits for more bytes if an escape sequence, a character or a paste is incomplete. Ctrl-C must end that wait, too.
    func nextByte(within milliseconds: Int32) -> Int32 {
        if let heldSignal, heldSignal != SIGWINCH { return -1 }
        var byte = firstByte == .none && keyboard.hasByte ? keyboard.next() : firstByte
        firstByte = .none
        while true {
            switch byte {
            case .typed(let code): return Int32(code)
            case .endOfInput: return -1
            case .none: break
            }
            switch signals.next(descriptor: STDIN_FILENO, within: milliseconds) {
            case .input: byte = keyboard.next()
            case .idle: return -1
            case .signal(SIGWINCH): heldSignal = heldSignal ?? SIGWINCH
            case .signal(let number):
                heldSignal = number
                return -1
            }
        }
    }

    func moveUp() -> Bool { moveLine { StatementCursor.above($0, in: $1) } }

    func moveDown() -> Bool { moveLine { StatementCursor.below($0, in: $1) } }

    private func moveLine(_ target: (Int, String) -> Int?) -> Bool {
        guard let offset = target(KeyLibrary.point, text) else { return false }
        KeyLibrary.point = offset
        return true
    }
}
#endif

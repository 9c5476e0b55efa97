#if Editline && !Readline
import SystemBridges

/// The commands that the shell adds to libedit: completion, hints, history, searches, pastes and undo.
///
/// libedit's commands for the history lose lines of a statement, and its search takes letters outside of Latin for control keys.
final class EditlineKeys {
    enum Command: String, CaseIterable {
        case complete, up, down, oldest, newest, searchUp, searchDown, sameStartUp, sameStartDown, right, end, nextWord, lastWord
        case delete, undo, clear, paste, refuse

        /// The name in `.editrc`.
        var name: String { "tally-" + rawValue }
    }

    unowned let client: any LineClient
    var history = EditlineHistory([], capacity: 0)
    /// Characters that were read and that libedit has not asked for yet
    var pending: [Unicode.Scalar] = []
    /// True if no key came, or only the start of one.
    private var wasAbandoned = false
    /// True if one of our commands has changed the line.
    private var wasChanged = false
    /// True if Ctrl-D on an empty line has ended the input.
    var isEnded = false
    var wasUndone = false
    /// The earlier texts of the line, with their cursors, for undo
    var earlier: [(text: String, point: Int)] = []
    /// True if the line has changed since it was drawn.
    private var isStale = false
    /// True if the user has bound a key to a text.
    private var hasMacros = false
    /// True while libedit executes the keys of such a text.
    private var isInMacro = false
    /// The search of the history that reads the keys now
    var search: HistorySearch?
    var appendsSpace = false

    init(_ client: any LineClient) {
        self.client = client
    }

    var text: String { String(decoding: Editline.line, as: UTF8.self) }

    func noteChange() { wasChanged = true }

    func begin() {
        history.beginLine()
        earlier = []
        write("\u{1B}[?2004h")
        isStale = false
        client.redraw()
    }

    func end() { write("\u{1B}[?2004l") }

    func write(_ text: String) { try? Descriptor.output.writeAll(Array(text.utf8)[...]) }

    // MARK: Reading keys

    private static let endOfFile = "\u{4}"
    private static let bell = "\u{7}"

    func readKey() {
        let (before, point) = (text, Editline.point)
        wasUndone = false
        repeat {
            guard executeKey() else { return }
        } while !pending.isEmpty
        guard finishMacro() else { return }
        if text != before, !wasUndone { earlier.append((before, point)) }
        isStale = true
        redrawIfIdle()
    }

    /// Draws the line, unless more keys wait, which will change it.
    private func redrawIfIdle() {
        if !client.isBehind { redrawIfStale() }
    }

    private func redrawIfStale() {
        guard isStale else { return }
        isStale = false
        client.redraw()
    }

    /// Accepts the hint of the line as it is now.
    private func accept(oneWord: Bool) -> Bool {
        redrawIfStale()
        return client.accept(oneWord: oneWord)
    }

    /// Lets libedit read and execute one key. Returns false if it ended the line.
    private func executeKey() -> Bool {
        let before = text
        (wasAbandoned, wasChanged, isEnded) = (false, false, false)
        if Editline.executeKey() { write(Self.bell) }
        // libedit marks the end of a line by a line break and, if it got no key, by Ctrl-D.
        let isEnd = text == before + Self.endOfFile
        let isEnter = !wasChanged && text == before + "\n"
        if isEnd || isEnter { Editline.replace(by: before) }
        if isEnded || wasAbandoned || isEnd && before.isEmpty {
            client.finish(nil)
            return false
        }
        guard isEnter, client.enter() else { return true }
        client.finish(before)
        return false
    }

    /// Executes the rest of a key that the user has bound to a text. Returns false if it ended the line.
    private func finishMacro() -> Bool {
        isInMacro = hasMacros
        defer { isInMacro = false }
        // libedit asks for a character when the text is at its end.
        while isInMacro {
            guard executeKey() else { return false }
        }
        return true
    }

    /// Returns the next character for libedit; nil to abandon the key.
    func nextCharacter() -> Unicode.Scalar? {
        if isInMacro {
            isInMacro = false
            return nil
        }
        while pending.isEmpty {
            guard let scalar = readScalar() else {
                wasAbandoned = true
                return nil
            }
            pending = scalar == "\u{1B}" ? readSequence() : [scalar]
        }
        return pending.removeFirst()
    }

    /// Reads a character; nil if it is abandoned.
    func readScalar() -> Unicode.Scalar? {
        redrawIfIdle()
        return UInt8(exactly: client.nextByte()).flatMap(scalar)
    }

    /// Reads the rest of a character.
    private func scalar(startingWith first: UInt8) -> Unicode.Scalar? {
        var bytes = [first]
        while bytes.count < (first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) {
            guard let byte = UInt8(exactly: client.nextByte()) else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
    }

    /// The time in which the rest of a sequence follows Escape.
    private static let sequenceMilliseconds: Int32 = 50
    /// A character that stands for the key Escape in vi mode, where libedit would wait for the rest of a sequence.
    private static let viEscape: Unicode.Scalar = "\u{9F}"

    /// Reads what follows Escape. libedit inserts the end of a sequence that it does not know, so such a sequence is left out.
    func readSequence() -> [Unicode.Scalar] {
        let escape = Editline.isVi ? Self.viEscape : "\u{1B}"
        guard let next = UInt8(exactly: client.nextByte(within: Self.sequenceMilliseconds)) else { return [escape] }
        guard let second = scalar(startingWith: next) else { return [] }
        guard second == "[" || second == "O" else { return [escape, second] }
        var sequence: [Unicode.Scalar] = ["\u{1B}", second]
        repeat {
            guard let byte = UInt8(exactly: client.nextByte(within: Self.sequenceMilliseconds)) else { return [] }
            sequence.append(Unicode.Scalar(byte))
        } while second == "[" && !("@"..."~").contains(sequence[sequence.count - 1])
        let key = sequence.dropFirst().reduce(into: "^[") { $0.unicodeScalars.append($1) }
        if Editline.command(of: key, inViCommands: false).isEmpty {
            write(Self.bell)
            return []
        }
        return sequence
    }

    // MARK: Binding keys

    /// The commands of libedit that ours replace, on all their keys. `vi-redo` would type all lines again since the last change.
    private static let replaced: [String: Command] = [
        "ed-prev-history": .up, "ed-next-history": .down, "ed-prev-line": .up, "ed-next-line": .down,
        "ed-search-prev-history": .sameStartUp, "ed-search-next-history": .sameStartDown,
        "em-inc-search-prev": .searchUp, "em-inc-search-next": .searchDown, "vi-search-prev": .searchUp, "vi-search-next": .searchDown,
        "vi-repeat-search-next": .refuse, "vi-repeat-search-prev": .refuse, "vi-to-history-line": .oldest, "vi-history-word": .lastWord,
        "vi-histedit": .refuse, "vi-alias": .refuse, "vi-redo": .refuse, "vi-comment-out": .refuse, "ed-command": .refuse,
        "ed-clear-screen": .clear, "em-delete-or-list": .delete, "vi-list-or-eof": .delete,
    ]
    /// The same, but not in the command mode of vi, where these also end a text to delete or change.
    private static let replacedWhereTyped: [String: Command] = ["ed-next-char": .right, "ed-move-to-end": .end, "em-next-word": .nextWord]

    /// The keys that libedit leaves free. The user's `.editrc` may have bound them.
    private static let added: [(key: String, name: String)] = [
        ("^I", Command.complete.name), ("^R", Command.searchUp.name), ("^S", Command.searchDown.name), ("^_", Command.undo.name),
        ("^[[A", Command.up.name), ("^[OA", Command.up.name), ("^[[B", Command.down.name), ("^[OB", Command.down.name),
        ("^[[C", Command.right.name), ("^[OC", Command.right.name), ("^[[D", "ed-prev-char"), ("^[OD", "ed-prev-char"),
        ("^[[H", "ed-move-to-beg"), ("^[OH", "ed-move-to-beg"), ("^[[1~", "ed-move-to-beg"), ("^[[7~", "ed-move-to-beg"),
        ("^[[F", Command.end.name), ("^[OF", Command.end.name), ("^[[4~", Command.end.name), ("^[[8~", Command.end.name),
        ("^[[3~", "ed-delete-next-char"), ("^[[1;5C", Command.nextWord.name), ("^[[1;5D", "ed-prev-word"),
        ("^[[200~", Command.paste.name),
    ]
    private static let addedInEmacs: [(key: String, name: String)] = [
        ("^[.", Command.lastWord.name), ("^[<", Command.oldest.name), ("^[>", Command.newest.name), ("^@", "em-set-mark"),
    ]
    private static let free: Set = [
        "", "undefined", "ed-unassigned", "ed-ignore", "ed-insert", "ed-redisplay", "ed-quoted-insert", "ed-tty-stop-output",
    ]

    /// Binds our commands to the keys that the user's settings leave, and to those of the commands that they replace.
    func replaceCommands() {
        for inViCommands in Editline.isVi ? [false, true] : [false] {
            for (key, name) in Self.added + (Editline.isVi ? [] : Self.addedInEmacs) {
                // A sequence is bound again in each map of vi, because libedit otherwise takes its first character for a key.
                let current = Editline.command(of: key, inViCommands: inViCommands)
                Editline.bind(key, to: Self.free.contains(current) ? name : current, inViCommands: inViCommands)
            }
            for code in 1..<128 {
                let key = "\\\(String(code / 64, radix: 8))\(String(code / 8 % 8, radix: 8))\(String(code % 8, radix: 8))"
                replace(Editline.command(of: key, inViCommands: inViCommands), on: key, inViCommands: inViCommands)
            }
        }
        if Editline.isVi {
            Editline.bind("\\237", to: "vi-command-mode", inViCommands: false)
            Editline.bind("\\237", to: "ed-unassigned", inViCommands: true)
        }
        // The keys of several characters, such as `"^[[A"  ->  ed-prev-history`
        for line in Editline.keyList.split(separator: "\n") where line.hasPrefix("\"") {
            if line.hasSuffix("\"") { hasMacros = true }
            let parts = line.split(separator: "\"")
            guard parts.count == 2, parts[0].hasPrefix("^["), parts[0].count > 2 else { continue }
            replace(parts[1].split(separator: " ").last.map(String.init) ?? "", on: String(parts[0]), inViCommands: false)
        }
    }

    private func replace(_ name: String, on key: String, inViCommands: Bool) {
        guard let command = Self.replaced[name] ?? (inViCommands ? nil : Self.replacedWhereTyped[name]) else { return }
        Editline.bind(key, to: command.name, inViCommands: inViCommands)
    }

    // MARK: Commands

    /// Runs a command. Returns false to ring the bell.
    func run(_ command: Command) -> Bool {
        switch command {
        case .complete: complete()
        case .up: client.moveUp() || show(history.older(than: text))
        case .down: client.moveDown() || show(history.newer(than: text))
        case .oldest: show(history.oldest(before: text))
        case .newest: show(history.newest(after: text))
        case .sameStartUp: showSameStart { self.history.older(than: $0) }
        case .sameStartDown: showSameStart { self.history.newer(than: $0) }
        case .searchUp: searchHistory(older: true)
        case .searchDown: searchHistory(older: false)
        case .right: accept(oneWord: false) || move { $0.first.map { String($0).utf8.count } }
        case .end: accept(oneWord: false) || move { $0.utf8.count }
        case .nextWord: accept(oneWord: true) || move(Self.wordLength)
        case .lastWord: insertLastWord()
        case .delete: delete()
        case .undo: undo()
        case .clear: clear()
        case .paste: paste()
        case .refuse: false
        }
    }
}
#endif

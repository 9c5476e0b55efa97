#if Editline && !Readline
import CEditline
import SystemBridges

/// A pointer-free interface to libedit, which keeps the text and the cursor, and knows what keys do. `EditlineKeys` adds what it lacks.
enum Editline: LineLibrary {
    // Sound: libedit calls back only from within calls that the client makes, on the shell's one thread. The editor is never freed.
    nonisolated(unsafe) private static var editor: UnsafeMutablePointer<tally_editor>?
    nonisolated(unsafe) private static var keys: EditlineKeys?

    static func start(_ client: any LineClient) -> Bool {
        unsafe keys = EditlineKeys(client)
        unsafe editor = tally_el_open { _, character in
            guard let next = unsafe Editline.keys?.nextCharacter() else { return -1 }
            unsafe character?.pointee = wchar_t(next.value)
            return 1
        }
        guard let editor = unsafe editor else { return false }
        addCommands()
        let edits = unsafe tally_el_source(editor) != 0
        let report = unsafe String(cString: tally_el_reported(editor))
        if !report.isEmpty { try? Descriptor.error.writeAll(Array(report.utf8)[...]) }
        return edits
    }

    // MARK: Keys

    private static func add(_ command: EditlineKeys.Command, _ function: tally_el_command) {
        unsafe withWide(command.name) { name in unsafe tally_el_add(editor, name, function) }
    }

    /// A C function has no context argument, so each command needs its own.
    private static func addCommands() {
        unsafe add(.complete) { _, _ in Editline.run(.complete) }
        unsafe add(.up) { _, _ in Editline.run(.up) }
        unsafe add(.down) { _, _ in Editline.run(.down) }
        unsafe add(.oldest) { _, _ in Editline.run(.oldest) }
        unsafe add(.newest) { _, _ in Editline.run(.newest) }
        unsafe add(.searchUp) { _, _ in Editline.run(.searchUp) }
        unsafe add(.searchDown) { _, _ in Editline.run(.searchDown) }
        unsafe add(.sameStartUp) { _, _ in Editline.run(.sameStartUp) }
        unsafe add(.sameStartDown) { _, _ in Editline.run(.sameStartDown) }
        unsafe add(.right) { _, _ in Editline.run(.right) }
        unsafe add(.end) { _, _ in Editline.run(.end) }
        unsafe add(.nextWord) { _, _ in Editline.run(.nextWord) }
        unsafe add(.lastWord) { _, _ in Editline.run(.lastWord) }
        unsafe add(.delete) { _, _ in Editline.run(.delete) }
        unsafe add(.undo) { _, _ in Editline.run(.undo) }
        unsafe add(.clear) { _, _ in Editline.run(.clear) }
        unsafe add(.paste) { _, _ in Editline.run(.paste) }
        unsafe add(.refuse) { _, _ in Editline.run(.refuse) }
    }

    /// Runs a command, and returns libedit's code of what to do next.
    private static func run(_ command: EditlineKeys.Command) -> UInt8 {
        UInt8(unsafe keys?.run(command) ?? false ? CC_NORM : CC_ERROR)
    }

    static func replaceCommands() { unsafe keys?.replaceCommands() }

    static func readKey() { unsafe keys?.readKey() }

    /// Executes one key of `nextCharacter`. Returns true if libedit rang the bell.
    static func executeKey() -> Bool {
        unsafe tally_el_read_key(editor)
        return unsafe String(cString: tally_el_written(editor)).contains("\u{7}")
    }

    /// Binds a key, in the notation of `.editrc`.
    static func bind(_ key: String, to name: String, inViCommands: Bool) {
        unsafe withWide(key) { key in
            unsafe withWide(name) { name in unsafe tally_el_bind(editor, inViCommands ? 1 : 0, key, name) }
        }
    }

    /// The name of the command of a key; empty for none.
    static func command(of key: String, inViCommands: Bool) -> String {
        unsafe withWide(key) { key in unsafe tally_el_bind(editor, inViCommands ? 1 : 0, key, nil) }
        unsafe _ = tally_el_reported(editor)
        return unsafe String(String(cString: tally_el_written(editor)).split(whereSeparator: \.isWhitespace).last ?? "")
    }

    /// libedit's list of all keys and their commands.
    static var keyList: String {
        unsafe tally_el_list_keys(editor)
        return unsafe String(cString: tally_el_written(editor))
    }

    static var isVi: Bool { unsafe tally_el_is_vi(editor) != 0 }

    // MARK: The line

    static func beginLine(prompt: String) {
        unsafe tally_el_edit(editor, 1)
        unsafe keys?.begin()
    }

    static func endLine() {
        unsafe keys?.end()
        unsafe tally_el_edit(editor, 0)
    }

    static func abandonKey() { unsafe keys?.pending = [] }

    // A new line starts empty.
    static func clearLine() {}

    static var leavesPromptAtEnd: Bool { false }

    static func flush() {}

    static func adoptTerminalSize() { unsafe el_resize(editor?.pointee.line) }

    /// The text of the line. libedit keeps zeros, surrogates and other values, which are not text. Each becomes a question mark.
    private static var scalars: [Unicode.Scalar] {
        unsafe UnsafeBufferPointer(start: tally_el_text(editor), count: Int(tally_el_length(editor))).map { character in
            character == 0 ? "?" : UInt32(exactly: character).flatMap(Unicode.Scalar.init) ?? "?"
        }
    }

    static var line: [UInt8] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return Array(String(text).utf8)
    }

    static var end: Int { length(of: scalars[...]) }

    static var point: Int {
        get { length(of: unsafe scalars.prefix(Int(tally_el_cursor(editor)))) }
        set {
            let scalars = scalars
            var count = 0
            var bytes = 0
            while bytes < newValue, count < scalars.count {
                bytes += UTF8.width(scalars[count])
                count += 1
            }
            unsafe tally_el_move(editor, Int32(count))
        }
    }

    private static func length(of scalars: ArraySlice<Unicode.Scalar>) -> Int { scalars.reduce(0) { $0 + UTF8.width($1) } }

    static func insert(_ text: String) {
        unsafe keys?.noteChange()
        unsafe withWide(text) { unsafe _ = el_winsertstr(editor?.pointee.line, $0) }
    }

    static func insert(_ bytes: [UInt8]) { insert(String(decoding: bytes, as: UTF8.self)) }

    /// Deletes the character after the cursor. Returns false at the end of the line.
    static func deleteNext() -> Bool {
        let place = unsafe tally_el_cursor(editor)
        guard unsafe place < tally_el_length(editor) else { return false }
        unsafe tally_el_move(editor, place + 1)
        unsafe el_deletestr(editor?.pointee.line, 1)
        return true
    }

    /// Replaces the whole line, and puts the cursor at its end.
    static func replace(by text: String) {
        unsafe keys?.noteChange()
        // libedit replaces no line by an empty text.
        unsafe withWide(text.isEmpty ? " " : text) { unsafe _ = el_wreplacestr(editor?.pointee.line, $0) }
        unsafe tally_el_move(editor, Int32.max)
        if text.isEmpty { unsafe el_deletestr(editor?.pointee.line, 1) }
    }

    private static func withWide(_ text: String, _ body: (UnsafePointer<wchar_t>?) -> Void) {
        unsafe (text.unicodeScalars.map { wchar_t($0.value) } + [0]).withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }

    static var message: String? { unsafe keys?.search?.message }

    static var modeMark: String? { nil }

    // libedit doesn't say in which of the two maps of vi it is.
    static var isViCommand: Bool { false }

    static func endCompletion(appendsSpace: Bool) { unsafe keys?.appendsSpace = appendsSpace }

    // MARK: History

    static func beginHistory(_ entries: [String], capacity: Int) {
        unsafe keys?.history = EditlineHistory(entries, capacity: capacity)
    }

    static func append(_ entry: String) { unsafe keys?.history.append(entry) }

    static var newestEntry: String? { unsafe keys?.history.entries.last }

    static func forEachEntry(continuing beginning: String, _ body: (String) -> Bool) {
        unsafe keys?.history.forEachEntry(continuing: beginning, body)
    }
}
#endif

#if Readline
import CReadline
import Foundation

/// The callbacks of readline.
protocol ReadlineClient: AnyObject {
    /// Returns the next byte; -1 to cancel the current key.
    func nextByte() -> Int32
    func redraw()
    /// Returns the completions of the line up to the cursor: the common prefix, then all candidates; empty if there are none.
    func completionMatches() -> [String]
    func showCompletions()
    /// Receives the line; nil at the end of input.
    func finish(_ line: String?)
    /// Accepts the hint after the cursor, or its first word. Returns false if there is no hint.
    func accept(_ count: Int32, oneWord: Bool) -> Bool
    func enter(_ count: Int32, _ key: Int32) -> Int32
    func paste() -> Int32
    func deleteOrCancel(_ count: Int32, _ key: Int32) -> Int32
    func moveUp(_ count: Int32, _ key: Int32) -> Int32
    func moveDown(_ count: Int32, _ key: Int32) -> Int32
}

/// A pointer-free interface to GNU readline.
///
/// readline has a single state for the process and its callbacks have no context argument, so there is only one client.
enum Readline {
    // Sound: readline calls back only from within calls that the client makes, on the shell's one thread.
    nonisolated(unsafe) private static var client: (any ReadlineClient)?

    /// Makes `client` the receiver of readline's callbacks.
    static func start(_ client: any ReadlineClient) {
        unsafe self.client = client
        unsafe tally_rl_configure(
            { unsafe Readline.client?.redraw() },
            { _, _, _ in unsafe Readline.list(Readline.client?.completionMatches() ?? []) },
            { _, _, _ in unsafe Readline.client?.showCompletions() })
        unsafe tally_rl_read_with { _ in unsafe Readline.client?.nextByte() ?? -1 }
    }

    /// Replaces commands of readline with those of the client, on all keys that they are bound to. Called before the first key.
    static func replaceCommands() {
        tally_rl_avoid_abort()
        tally_rl_keep_undo_apart()
        tally_rl_replace_command(rl_re_read_init_file) { count, key in
            defer { Readline.replaceCommands() }
            return rl_re_read_init_file(count, key)
        }
        tally_rl_replace_command(rl_forward_char) { count, key in
            unsafe Readline.client?.accept(count, oneWord: false) ?? false ? 0 : rl_forward_char(count, key)
        }
        tally_rl_replace_command(rl_end_of_line) { count, key in
            unsafe Readline.client?.accept(count, oneWord: false) ?? false ? 0 : rl_end_of_line(count, key)
        }
        tally_rl_replace_command(rl_forward_word) { count, key in
            unsafe Readline.client?.accept(count, oneWord: true) ?? false ? 0 : rl_forward_word(count, key)
        }
        tally_rl_replace_command(rl_newline) { count, key in unsafe Readline.client?.enter(count, key) ?? 0 }
        tally_rl_replace_command(rl_bracketed_paste_begin) { _, _ in unsafe Readline.client?.paste() ?? 0 }
        tally_rl_replace_command(rl_delete) { count, key in unsafe Readline.client?.deleteOrCancel(count, key) ?? 0 }
        tally_rl_replace_command(tally_rl_get_previous_history) { count, key in unsafe Readline.client?.moveUp(count, key) ?? 0 }
        tally_rl_replace_command(tally_rl_get_next_history) { count, key in unsafe Readline.client?.moveDown(count, key) ?? 0 }
    }

    /// Returns a null-terminated array of C strings, which readline frees; null if there are no texts.
    private static func list(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        if texts.isEmpty { return nil }
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() { unsafe list[index] = strdup(text) }
        unsafe list[texts.count] = nil
        return unsafe list
    }

    // MARK: The line

    /// Starts a line. The client's `finish` receives it.
    static func beginLine(prompt: String) {
        unsafe rl_callback_handler_install(prompt) { line in
            let text = unsafe line.map { unsafe String(cString: $0) }
            unsafe free(line)
            unsafe Readline.client?.finish(text)
        }
    }

    /// The bytes of the line so far.
    static var line: [UInt8] {
        unsafe UnsafeBufferPointer(start: tally_rl_line(), count: Int(tally_rl_end())).map { UInt8(bitPattern: $0) }
    }

    static func insert(_ text: String) { unsafe rl_insert_text(text) }

    /// Inserts bytes, none of which may be zero.
    static func insert(_ bytes: [UInt8]) {
        unsafe (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { _ = unsafe rl_insert_text($0.baseAddress) }
    }

    static func clearLine() { unsafe rl_replace_line("", 1) }

    /// The text that replaces the prompt, for example during a search; nil otherwise.
    static var message: String? { unsafe tally_rl_message().map { unsafe String(cString: $0) } }

    /// The mark of the editing mode before the prompt; nil unless `.inputrc` turns it on.
    static var modeMark: String? { unsafe tally_rl_mode_mark().map { unsafe String(cString: $0) } }

    // MARK: History

    /// Starts a history of at most `capacity` entries.
    static func beginHistory(capacity: Int32) { tally_rl_begin_history(capacity) }

    /// Loads the file at `path`, and shortens it to `capacity` entries.
    static func readHistory(capacity: Int32, path: String) {
        unsafe history_truncate_file(path, capacity)
        unsafe read_history(path)
        // The current line comes after the newest entry.
        using_history()
    }

    /// Adds an entry to the history and to the file at `path`.
    static func append(_ entry: String, path: String?) {
        unsafe add_history(entry)
        if let path { unsafe append_history(1, path) }
    }

    static var newestEntry: String? { unsafe tally_rl_entry(0).map { unsafe String(cString: $0) } }

    /// Calls `body` with each longer entry that starts with `beginning`, newest first, until it returns false. Compares bytes.
    static func forEachEntry(continuing beginning: String, _ body: (String) -> Bool) {
        let length = beginning.utf8.count
        var later: Int32 = 0
        while let entry = unsafe tally_rl_entry(later) {
            later += 1
            guard unsafe strncmp(entry, beginning, length) == 0, unsafe entry[length] != 0 else { continue }
            guard body(unsafe String(cString: entry)) else { return }
        }
    }
}
#endif

#if Readline
import CReadline
import Foundation

/// A pointer-free interface to GNU readline.
///
/// readline has a single state for the process and its callbacks have no context argument, so there is only one client.
enum Readline: LineLibrary {
    // Sound: readline calls back only from within calls that the client makes, on the shell's one thread.
    nonisolated(unsafe) private static var client: (any LineClient)?

    static func start(_ client: any LineClient) -> Bool {
        unsafe self.client = client
        unsafe tally_rl_configure(
            { unsafe Readline.client?.redraw() },
            { _, _, _ in unsafe Readline.list(Readline.client?.completionMatches() ?? []) },
            { _, _, _ in unsafe Readline.client?.showCompletions() })
        unsafe tally_rl_read_with { _ in unsafe Readline.client?.nextByte() ?? -1 }
        return true
    }

    static func replaceCommands() {
        tally_rl_avoid_abort()
        tally_rl_keep_undo_apart()
        tally_rl_replace_command(rl_re_read_init_file) { count, key in
            defer { Readline.replaceCommands() }
            return rl_re_read_init_file(count, key)
        }
        tally_rl_replace_command(rl_forward_char) { count, key in
            Readline.accept(count, oneWord: false) ? 0 : rl_forward_char(count, key)
        }
        tally_rl_replace_command(rl_end_of_line) { count, key in
            Readline.accept(count, oneWord: false) ? 0 : rl_end_of_line(count, key)
        }
        tally_rl_replace_command(rl_forward_word) { count, key in
            Readline.accept(count, oneWord: true) ? 0 : rl_forward_word(count, key)
        }
        tally_rl_replace_command(rl_newline) { count, key in
            unsafe Readline.client?.enter() ?? false ? rl_newline(count, key) : 0
        }
        tally_rl_replace_command(rl_bracketed_paste_begin) { _, _ in
            unsafe Readline.client?.paste()
            return 0
        }
        tally_rl_replace_command(rl_delete) { count, key in
            let controlD: Int32 = 4
            return unsafe key == controlD && Readline.client?.cancelContinuation() ?? false ? 0 : rl_delete(count, key)
        }
        tally_rl_replace_command(tally_rl_get_previous_history) { count, key in
            unsafe Readline.client?.moveUp() ?? false ? 0 : tally_rl_get_previous_history(count, key)
        }
        tally_rl_replace_command(tally_rl_get_next_history) { count, key in
            unsafe Readline.client?.moveDown() ?? false ? 0 : tally_rl_get_next_history(count, key)
        }
    }

    /// Accepts the hint, unless the key also sets the end of a text to delete or change.
    private static func accept(_ count: Int32, oneWord: Bool) -> Bool {
        unsafe tally_rl_moves_only(count) != 0 && client?.accept(oneWord: oneWord) ?? false
    }

    static func readKey() { tally_rl_read_key() }

    /// Returns a null-terminated array of C strings, which readline frees; null if there are no texts.
    private static func list(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        if texts.isEmpty { return nil }
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count + 1)
        for (index, text) in texts.enumerated() { unsafe list[index] = strdup(text) }
        unsafe list[texts.count] = nil
        return unsafe list
    }

    // MARK: The line

    static func beginLine(prompt: String) {
        unsafe rl_callback_handler_install(prompt) { line in
            let text = unsafe line.map { unsafe String(cString: $0) }
            unsafe free(line)
            unsafe Readline.client?.finish(text)
        }
    }

    static func endLine() {
        rl_callback_handler_remove()
        flush()
    }

    static func abandonKey() { rl_callback_sigcleanup() }

    static func clearLine() {
        rl_free_line_state()
        unsafe rl_replace_line("", 1)
    }

    static var leavesPromptAtEnd: Bool { tally_rl_brackets_paste() != 0 }

    static func flush() { tally_rl_flush() }

    static func adoptTerminalSize() { rl_resize_terminal() }

    static var line: [UInt8] {
        unsafe UnsafeBufferPointer(start: tally_rl_line(), count: Int(tally_rl_end())).map { UInt8(bitPattern: $0) }
    }

    static var end: Int { Int(tally_rl_end()) }

    static var point: Int {
        get { Int(tally_rl_point()) }
        set { tally_rl_set_point(Int32(newValue)) }
    }

    static func insert(_ text: String) { unsafe rl_insert_text(text) }

    static func insert(_ bytes: [UInt8]) {
        unsafe (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { _ = unsafe rl_insert_text($0.baseAddress) }
    }

    static var message: String? { unsafe tally_rl_message().map { unsafe String(cString: $0) } }

    static var modeMark: String? { unsafe tally_rl_mode_mark().map { unsafe String(cString: $0) } }

    static var isViCommand: Bool { tally_rl_is_vi_command() != 0 }

    static func endCompletion(appendsSpace: Bool) {
        tally_rl_end_completion(appendsSpace ? Int32(UInt8(ascii: " ")) : 0)
    }

    // MARK: History

    static func beginHistory(_ entries: [String], capacity: Int) {
        tally_rl_begin_history(Int32(capacity))
        for entry in entries { append(entry) }
        // The current line comes after the newest entry.
        using_history()
    }

    static func append(_ entry: String) { unsafe add_history(entry) }

    static var newestEntry: String? { unsafe tally_rl_entry(0).map { unsafe String(cString: $0) } }

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

#if Readline || Editline
/// The part of the shell that a library of keys calls back.
protocol LineClient: AnyObject {
    /// Returns the next byte; -1 to cancel the current key, and if none arrives within the given time.
    func nextByte(within milliseconds: Int32) -> Int32
    /// True if more keys were typed already, so that a drawing would be replaced at once.
    var isBehind: Bool { get }
    func redraw()
    /// Returns the completions of the line up to the cursor: the common prefix, then all candidates; empty if there are none.
    func completionMatches() -> [String]
    func showCompletions()
    /// Receives the line; nil at the end of input.
    func finish(_ line: String?)
    /// Accepts the hint after the cursor, or its first word. Returns false without a hint.
    func accept(oneWord: Bool) -> Bool
    /// Handles Enter. Returns true if the statement is complete; otherwise, has started another line of it.
    func enter() -> Bool
    func paste()
    /// Handles Ctrl-D. Returns false if the key should delete.
    func cancelContinuation() -> Bool
    /// Moves to the line above or below in the statement. Returns false in its first or last line.
    func moveUp() -> Bool
    func moveDown() -> Bool
}

extension LineClient {
    func nextByte() -> Int32 { nextByte(within: -1) }
}

/// A library that turns keys into a line. The shell draws the line, and keeps one rule for statements, hints and signals.
///
/// A library has a single state for the process, so there is only one client.
protocol LineLibrary {
    /// Makes `client` the receiver of callbacks. Returns false if the user's settings turn line editing off.
    static func start(_ client: any LineClient) -> Bool
    /// Replaces commands of the library with those of the client, on all keys that they are bound to. Called before the first key.
    static func replaceCommands()
    /// Reads and executes one key.
    static func readKey()

    /// Starts an empty line. The client's `finish` receives it.
    static func beginLine(prompt: String)
    /// Gives the terminal back.
    static func endLine()
    /// Abandons a command that waits for more keys.
    static func abandonKey()
    static func clearLine()
    /// True if the library has moved the cursor below the prompt at the end of input.
    static var leavesPromptAtEnd: Bool { get }
    /// Writes what the library holds for the terminal.
    static func flush()
    static func adoptTerminalSize()

    /// The bytes of the line so far.
    static var line: [UInt8] { get }
    /// The number of bytes of the line.
    static var end: Int { get }
    /// The cursor, as an offset in bytes.
    static var point: Int { get set }
    static func insert(_ text: String)
    /// Inserts bytes, none of which may be zero.
    static func insert(_ bytes: [UInt8])
    /// The text that replaces the prompt, for example during a search; nil otherwise.
    static var message: String? { get }
    /// The mark of the editing mode before the prompt; nil unless the user turns it on.
    static var modeMark: String? { get }
    /// True in the command mode of vi, where the cursor is on a character, not after it.
    static var isViCommand: Bool { get }
    /// Ends a completion. A space follows a single match if `appendsSpace`.
    static func endCompletion(appendsSpace: Bool)

    /// Starts a history with these entries, the oldest first, and keeps at most the newest `capacity` ones.
    static func beginHistory(_ entries: [String], capacity: Int)
    static func append(_ entry: String)
    static var newestEntry: String? { get }
    /// Calls `body` with each longer entry that starts with `beginning`, newest first, until it returns false. Compares bytes.
    static func forEachEntry(continuing beginning: String, _ body: (String) -> Bool)
}
#endif

#if Readline
typealias KeyLibrary = Readline
#elseif Editline
typealias KeyLibrary = Editline
#endif

#if Editline && !Readline
import Foundation

/// The statements of the history, and a place among them.
struct EditlineHistory {
    private(set) var entries: [String] = []
    private let capacity: Int
    /// The index of the shown statement; the number of statements for the line that is being typed
    var place = 0
    /// The line that was being typed when another statement was shown
    private var typed = ""

    init(_ entries: [String], capacity: Int) {
        self.entries = entries
        self.capacity = capacity
        beginLine()
    }

    mutating func append(_ entry: String) {
        entries.append(entry)
        if entries.count > capacity { entries.removeFirst() }
    }

    func forEachEntry(continuing beginning: String, _ body: (String) -> Bool) {
        for entry in entries.reversed() where entry.utf8.count > beginning.utf8.count && entry.utf8.starts(with: beginning.utf8) {
            guard body(entry) else { return }
        }
    }

    // MARK: Moving

    mutating func beginLine() {
        place = entries.count
        typed = ""
    }

    /// Returns the statement before the shown one, which is `text`; nil at the oldest one.
    mutating func older(than text: String) -> String? { place > 0 ? go(to: place - 1, from: text) : nil }

    /// Returns the statement after the shown one; nil at the line that is being typed.
    mutating func newer(than text: String) -> String? { place < entries.count ? go(to: place + 1, from: text) : nil }

    mutating func oldest(before text: String) -> String? { entries.isEmpty ? nil : go(to: 0, from: text) }

    mutating func newest(after text: String) -> String? { go(to: entries.count, from: text) }

    private mutating func go(to target: Int, from text: String) -> String {
        leave(text, for: target)
        return target == entries.count ? typed : entries[target]
    }

    /// Moves to a statement, and keeps the line that is being typed.
    mutating func leave(_ text: String, for target: Int) {
        if place == entries.count { typed = text }
        place = target
    }
}

/// A search of the history for a text, key by key.
struct HistorySearch {
    struct Match {
        let text: String
        /// The start of the sought text in the statement, in bytes
        let point: Int
        let place: Int
    }

    private let history: EditlineHistory
    private let text: String
    private var sought = ""
    private var isFailed = false
    var isOlder = true
    private(set) var found: Match?

    init(history: EditlineHistory, text: String) {
        self.history = history
        self.text = text
    }

    var message: String { "(\(isFailed ? "failed " : "")\(isOlder ? "reverse-" : "")i-search)`\(sought)': " }

    mutating func append(_ scalar: Unicode.Scalar) {
        sought.unicodeScalars.append(scalar)
        look(from: found?.place ?? (isOlder ? history.entries.count - 1 : history.place))
    }

    mutating func deleteLast() {
        _ = sought.popLast()
        look(from: isOlder ? history.entries.count - 1 : history.place)
    }

    mutating func again(older: Bool) {
        isOlder = older
        guard let place = found?.place else { return look(from: older ? history.entries.count - 1 : 0) }
        look(from: older ? place - 1 : place + 1)
    }

    /// Looks for the text in the statements from `start` on. Keeps the last match if it finds none.
    private mutating func look(from start: Int) {
        isFailed = false
        guard !sought.isEmpty else { return }
        var place = start
        while history.entries.indices.contains(place) {
            let entry = history.entries[place]
            if let range = entry.range(of: sought), entry != found?.text || place == found?.place {
                found = Match(text: entry, point: entry.utf8.distance(from: entry.startIndex, to: range.lowerBound), place: place)
                return
            }
            place += isOlder ? -1 : 1
        }
        isFailed = true
    }
}
#endif

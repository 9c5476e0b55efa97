#if Editline && !Readline
import SystemBridges

extension EditlineKeys {
    func complete() -> Bool {
        let (text, point) = (self.text, Editline.point)
        let matches = client.completionMatches()
        guard let completed = matches.first else { return false }
        let rest = String(decoding: text.utf8.dropFirst(point), as: UTF8.self)
        let addsSpace = matches.count == 1 && appendsSpace
        Editline.replace(by: completed + (addsSpace && !rest.hasPrefix(" ") ? " " : "") + rest)
        Editline.point = completed.utf8.count + (addsSpace ? 1 : 0)
        if matches.count > 1 { client.showCompletions() }
        return true
    }

    // MARK: History

    /// Shows a statement of the history. Returns false for nil.
    func show(_ entry: String?) -> Bool {
        guard let entry else { return false }
        Editline.replace(by: entry)
        return true
    }

    /// Shows the next statement of `move` that starts with the text before the cursor, which stays where it is.
    func showSameStart(_ move: (String) -> String?) -> Bool {
        let point = Editline.point
        let beginning = String(decoding: text.utf8.prefix(point), as: UTF8.self)
        let start = history.place
        while let entry = move(text) {
            guard entry.hasPrefix(beginning), entry != text else { continue }
            Editline.replace(by: entry)
            Editline.point = point
            return true
        }
        history.place = start
        return false
    }

    /// Reads keys and shows the statement that contains them. Another key than those of a search ends it, and is then executed.
    func searchHistory(older: Bool) -> Bool {
        let (typed, point) = (text, Editline.point)
        var search = HistorySearch(history: history, text: typed)
        search.isOlder = older
        defer { self.search = nil }
        while true {
            self.search = search
            if let found = search.found {
                Editline.replace(by: found.text)
                Editline.point = found.point
            }
            client.redraw()
            guard let scalar = readScalar() else { return true }
            switch scalar {
            case "\u{12}": search.again(older: true)
            case "\u{13}": search.again(older: false)
            case "\u{7F}", "\u{8}": search.deleteLast()
            case "\u{7}":
                Editline.replace(by: typed)
                Editline.point = point
                return true
            case _ where scalar.value >= 32: search.append(scalar)
            default:
                if let place = search.found?.place { history.leave(typed, for: place) }
                pending = scalar == "\u{1B}" ? readSequence() : [scalar]
                return true
            }
        }
    }

    /// Inserts the last word of the newest statement.
    func insertLastWord() -> Bool {
        guard let word = history.entries.last?.split(whereSeparator: \.isWhitespace).last else { return false }
        Editline.insert(String(word))
        return true
    }

    // MARK: Moving and deleting

    /// Moves by the number of bytes that `length` returns for the text after the cursor. Returns false for nil.
    func move(_ length: (Substring) -> Int?) -> Bool {
        let text = self.text
        guard let count = length(text[text.utf8.index(text.startIndex, offsetBy: Editline.point)...]) else { return false }
        Editline.point += count
        return true
    }

    /// The number of bytes up to the end of the next word; nil at the end of the line.
    static func wordLength(_ text: Substring) -> Int? {
        let word = text.drop { !$0.isLetter && !$0.isNumber }.drop { $0.isLetter || $0.isNumber }
        return text.isEmpty ? nil : text.utf8.count - word.utf8.count
    }

    /// Ctrl-D: ends the input on an empty line, cancels a continued statement, or deletes the next character.
    func delete() -> Bool {
        if client.cancelContinuation() { return true }
        isEnded = Editline.end == 0
        return isEnded || Editline.deleteNext()
    }

    func undo() -> Bool {
        guard let (text, point) = earlier.popLast() else { return false }
        Editline.replace(by: text)
        Editline.point = point
        wasUndone = true
        return true
    }

    func clear() -> Bool {
        write("\u{1B}[H\u{1B}[2J")
        return true
    }

    func paste() -> Bool {
        client.paste()
        return true
    }
}
#endif

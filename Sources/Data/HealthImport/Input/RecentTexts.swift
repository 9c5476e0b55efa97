/// Texts that a document had recently, and what they mean. It recognizes them by a comparison.
struct RecentTexts<Meaning> {
    /// Longer texts are not kept.
    static var lengthLimit: Int { 512 }
    private static var countLimit: Int { 8 }

    /// The texts, each in its own range of ``lengthLimit`` bytes.
    private var bytes = [UInt8](repeating: 0, count: countLimit * lengthLimit)
    private var lengths: [Int] = []
    private var meanings: [Meaning] = []
    /// The text that was found last, and the one that followed each text the last time.
    private var last = 0
    private var followers = [Int](repeating: 0, count: countLimit)
    /// The text that the next new one replaces.
    private var oldest = 0

    mutating func removeAll() {
        lengths.removeAll(keepingCapacity: true)
        meanings.removeAll(keepingCapacity: true)
        (last, oldest) = (0, 0)
        for index in followers.indices { followers[index] = 0 }
    }

    /// Returns the length and the meaning of the text at `start` in `document`. Nil if it is not known.
    mutating func find(_ document: Bytes, at start: Int) -> (length: Int, meaning: Meaning)? {
        guard !lengths.isEmpty else { return nil }
        let likely = followers[last]
        if !isText(likely, document, at: start) {
            guard let found = lengths.indices.first(where: { $0 != likely && isText($0, document, at: start) }) else { return nil }
            followers[last] = found
        }
        last = followers[last]
        return (lengths[last], meanings[last])
    }

    private func isText(_ index: Int, _ document: Bytes, at start: Int) -> Bool {
        let length = lengths[index]
        guard document.count - start >= length else { return false }
        let place = index * RecentTexts.lengthLimit
        return bytes.span.extracting(place..<place + length).equals(document.extracting(start..<start + length))
    }

    /// Keeps `text`, which is not known.
    mutating func add(_ text: Bytes, _ meaning: Meaning) {
        guard text.count <= RecentTexts.lengthLimit else { return }
        let index = lengths.count < RecentTexts.countLimit ? lengths.count : oldest
        for offset in text.indices { bytes[index * RecentTexts.lengthLimit + offset] = text[offset] }
        if index == lengths.count {
            lengths.append(text.count)
            meanings.append(meaning)
        } else {
            (lengths[index], meanings[index]) = (text.count, meaning)
            oldest = (oldest + 1) % RecentTexts.countLimit
        }
        followers[last] = index
        last = index
    }
}

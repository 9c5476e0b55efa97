/// Numbers the texts of a batch 0, 1, 2 …, and keeps what each text means for later batches.
struct TextTable<Meaning: Sendable> {
    private var interner = ByteInterner()
    /// The meaning of each known text, and its number in the batch. -1 if the batch does not have it.
    private var meanings: [Meaning] = []
    private var numbers: [Int32] = []
    /// The known texts of the batch, by number.
    private var used: [Int32] = []
    /// The approximate number of bytes in memory of the texts of the batch.
    private(set) var byteCount = 0

    /// If the known texts have more bytes, all are forgotten after a batch.
    private static var byteLimit: Int { 1 << 20 }

    /// Returns the number of `text` and whether it is new in the batch. Calls `meaning` if the text is not known.
    mutating func intern(_ text: Bytes, _ meaning: (Bytes) -> Meaning) -> (id: Int, isNew: Bool) {
        let (known, isUnknown) = interner.intern(text)
        if isUnknown {
            meanings.append(meaning(text))
            numbers.append(-1)
        }
        let number = Int(numbers[known])
        if number >= 0 { return (number, false) }
        numbers[known] = Int32(used.count)
        used.append(Int32(known))
        byteCount += text.count + 40
        return (used.count - 1, true)
    }

    /// Returns the meaning of the text with a number.
    subscript(id: Int) -> Meaning { meanings[Int(used[id])] }

    /// Starts a new batch.
    mutating func removeAll() {
        guard interner.byteCount <= TextTable.byteLimit else { return self = TextTable() }
        for known in used { numbers[Int(known)] = -1 }
        used.removeAll(keepingCapacity: true)
        byteCount = 0
    }

    // MARK: - Parts of batches

    /// The texts of the batch, in the order of their numbers.
    var list: TextList<Meaning> {
        var list = TextList<Meaning>()
        for known in used { list.append(interner.text(Int(known)), meanings[Int(known)]) }
        return list
    }

    /// Adds the texts of `list` and returns their numbers.
    mutating func intern(_ list: TextList<Meaning>) -> [Int32] {
        list.meanings.indices.map { index in
            Int32(intern(list.bytes.span.extracting(list.range(of: index))) { _ in list.meanings[index] }.id)
        }
    }
}

/// Texts with their meanings.
struct TextList<Meaning: Sendable>: Sendable {
    /// All texts, one after another.
    private(set) var bytes: [UInt8] = []
    private(set) var meanings: [Meaning] = []
    private var ends: [Int] = []

    mutating func append(_ text: ArraySlice<UInt8>, _ meaning: Meaning) {
        bytes += text
        ends.append(bytes.count)
        meanings.append(meaning)
    }

    /// Returns the range of a text in ``bytes``.
    func range(of index: Int) -> Range<Int> { (index > 0 ? ends[index - 1] : 0)..<ends[index] }
}

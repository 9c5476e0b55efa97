/// The names of the attributes of recent tags, by element and in their order. Most tags have the same attributes as the one before, so a
/// comparison finds their names.
struct UsualNames {
    private struct Element {
        var name: [UInt8] = []
        /// Each name followed by `="`.
        var texts: [UInt8] = []
        var attributes: [(text: Range<Int>, kind: ExportAttribute)] = []
    }

    /// One element for each length of a name, modulo their number.
    private var elements = Array(repeating: Element(), count: 16)
    private var element = 0
    private var position = 0

    /// The longest name that is kept, and the most attributes of an element.
    private static let limit = 32

    /// Starts a tag of the element `name`.
    mutating func begin(_ name: Bytes) {
        element = name.count % elements.count
        position = 0
        let last = elements[element].name
        if last.span.equals(name) { return }
        elements[element] = Element()
        if name.count <= UsualNames.limit { elements[element].name.append(name) }
    }

    /// Returns the length and the kind of the name at `start` if it is the next usual one, or the one after that, and `="` follows. Moves
    /// past it.
    @inline(__always)
    mutating func next(_ bytes: Bytes, at start: Int) -> (length: Int, kind: ExportAttribute)? {
        let known = elements[element]
        for index in position..<min(position + 2, known.attributes.count) {
            let usual = known.attributes[index]
            guard bytes.count - start > usual.text.count,
                known.texts.span.extracting(usual.text).equals(bytes.extracting(start..<start + usual.text.count))
            else { continue }
            position = index + 1
            return (usual.text.count - 2, usual.kind)
        }
        return nil
    }

    /// Inserts `name`, which `next` did not find, at the current position.
    mutating func add(_ name: Bytes, _ kind: ExportAttribute) {
        guard name.count <= UsualNames.limit, elements[element].attributes.count < UsualNames.limit else { return }
        let start = elements[element].texts.count
        elements[element].texts.append(name)
        elements[element].texts += "=\"".utf8
        elements[element].attributes.insert((start..<elements[element].texts.count, kind), at: position)
        position += 1
    }
}

import HealthModel

/// A value of a JSON document with everything in it, in two arrays: the bytes of its texts, and a node for each value in it.
struct JSONTree {
    enum Kind {
        case null, isTrue, isFalse, number, text, array, object
    }

    struct Node {
        var kind: Kind
        /// The key in the object around it; empty for elements of arrays.
        var key: Range<Int>
        /// The bytes of a text or a number.
        var text: Range<Int>
        /// The index after the last node in it.
        var end: Int
    }

    var bytes: [UInt8] = []
    var nodes: [Node] = []

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        nodes.removeAll(keepingCapacity: true)
    }
}

/// A value of a JSON document.
struct JSONValue {
    private let tree: JSONTree
    private let index: Int

    init(_ tree: JSONTree, at index: Int = 0) { (self.tree, self.index) = (tree, index) }

    private var node: JSONTree.Node { tree.nodes[index] }
    var isObject: Bool { node.kind == .object }
    var isNull: Bool { node.kind == .null }
    var isTrue: Bool { node.kind == .isTrue }

    /// Returns the value of a key; nil if this is not an object with the key. null counts as missing.
    subscript(_ key: String) -> JSONValue? {
        guard node.kind == .object else { return nil }
        var next = index + 1
        while next < node.end {
            let child = tree.nodes[next]
            if tree.bytes[child.key].elementsEqual(key.utf8) { return child.kind == .null ? nil : JSONValue(tree, at: next) }
            next = child.end
        }
        return nil
    }

    /// The elements of an array, or the values of an object.
    var elements: [JSONValue] {
        var elements: [JSONValue] = []
        guard node.kind == .array || node.kind == .object else { return elements }
        var next = index + 1
        while next < node.end {
            elements.append(JSONValue(tree, at: next))
            next = tree.nodes[next].end
        }
        return elements
    }

    /// The key in the object around it.
    var key: String { String(decoding: tree.bytes[node.key], as: UTF8.self) }

    /// The number, also if it is written as a text. Nil for other values.
    var number: Double? {
        guard node.kind == .number || node.kind == .text else { return nil }
        return read { DecimalNumber.read($0.extracting($0.trimmedRange)) }
    }

    /// The text. Nil for other values.
    var text: String? { node.kind == .text ? String(decoding: tree.bytes[node.text], as: UTF8.self) : nil }

    /// Passes the bytes of a text or a number to `body`. Those of other values are empty.
    func read<Result>(_ body: (Bytes) -> Result) -> Result {
        let bytes = tree.bytes
        return body(bytes.span.extracting(node.text))
    }
}

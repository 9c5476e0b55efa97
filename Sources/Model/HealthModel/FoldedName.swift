/// Returns `text` in lower case and without spaces, `_`, `-` and `.`. Names are compared in this form.
///
///     foldedName("Active_Energy Burned") == foldedName("activeEnergyBurned")
package func foldedName(_ text: some StringProtocol) -> String { folded(String(text)) }

private func folded(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isASCII = true
    for byte in text.utf8 {
        guard let byte = folded(byte) else { continue }
        isASCII = isASCII && byte < 0x80
        bytes.append(byte)
    }
    let folded = String(decoding: bytes, as: UTF8.self)
    return isASCII ? folded : folded.lowercased()
}

/// Returns true if `foldedName(text) == name`, for ASCII, without making that text.
func isFolded(_ text: String, to name: String) -> Bool { text.utf8.lazy.compactMap(folded).elementsEqual(name.utf8) }

/// A hash of `foldedName(text)` for ASCII and for folded text, without making that text.
struct FoldedHash {
    /// FNV-1a.
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    /// - Parameter first: The hash of a text in front of `text`.
    init(_ text: String, after first: FoldedHash = FoldedHash()) {
        self = first
        for byte in text.utf8 { add(byte) }
    }

    private mutating func add(_ byte: UInt8) {
        if let byte = folded(byte) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Passes the hashes of the parts between spaces to `body`.
    static func forWords(of text: String, _ body: (UInt64) -> Void) {
        var hash = FoldedHash()
        for byte in text.utf8 {
            if byte == UInt8(ascii: " ") {
                body(hash.value)
                hash = FoldedHash()
            } else {
                hash.add(byte)
            }
        }
        if !text.isEmpty { body(hash.value) }
    }
}

/// Folds an ASCII letter; nil for a separator.
private func folded(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
}

/// A way of showing pictures that a terminal understands, and the size of its cells.
public struct TerminalGraphics: Hashable, Sendable {
    /// How a picture is written.
    public enum Encoding: Hashable, Sendable {
        /// The graphics protocol of kitty, which other terminals have too.
        case kitty
        /// DEC's six-pixel rows.
        case sixel
    }

    /// How pictures are written.
    public var encoding: Encoding
    /// The width of one character cell, in pixels.
    public var cellWidth: Int
    /// The height of one character cell, in pixels.
    public var cellHeight: Int

    /// Sizes from 1 to 128 pixels; others are brought into these bounds.
    public init(_ encoding: Encoding, cellWidth: Int = 10, cellHeight: Int = 20) {
        self.encoding = encoding
        self.cellWidth = min(128, max(1, cellWidth))
        self.cellHeight = min(128, max(1, cellHeight))
    }

    /// What to write to a terminal to learn whether it shows pictures: kitty's query, a question for the size of a cell and, last because
    /// every terminal answers it and answers come in order, one for the primary device attributes.
    public static let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"

    /// Returns whether `answer` holds the last of what a terminal says to `query`, so that reading can stop.
    public static func isComplete(_ answer: [UInt8]) -> Bool {
        Answer(answer).attributes != nil
    }

    /// The best way that a terminal's answer to `query` tells of; nil where it shows no pictures.
    ///
    /// Cells of a terminal that does not tell their size are taken to be 10 by 20 pixels.
    public init?(answer: [UInt8]) {
        let answer = Answer(answer)
        let size = answer.cell ?? (width: 10, height: 20)
        if answer.hasKitty {
            self.init(.kitty, cellWidth: size.width, cellHeight: size.height)
        } else if answer.attributes?.contains(4) == true {
            self.init(.sixel, cellWidth: size.width, cellHeight: size.height)
        } else {
            return nil
        }
    }

    /// What a terminal answered, read as far as it is understood.
    private struct Answer {
        var hasKitty = false
        var cell: (width: Int, height: Int)?
        /// The parameters of `CSI ? … c`; 4 among them stands for sixel.
        var attributes: [Int]?

        init(_ bytes: [UInt8]) {
            let escape: UInt8 = 0x1B
            var rest = bytes[...]
            while let start = rest.firstIndex(of: escape), start + 1 < rest.endIndex {
                rest = rest[(start + 2)...]
                switch bytes[start + 1] {
                case UInt8(ascii: "_"):
                    let end = rest.firstIndex(of: escape) ?? rest.endIndex
                    hasKitty = hasKitty || rest[..<end].starts(with: Array("Gi=31".utf8)) && Self.says(rest[..<end], "OK")
                    rest = rest[end...]
                case UInt8(ascii: "["):
                    // Parameters, then the final byte from `@` to `~`.
                    guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) }) else { return }
                    read(rest[..<end], final: rest[end])
                    rest = rest[(end + 1)...]
                default: break
                }
            }
        }

        private static func says(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
            bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1).last.map { $0.elementsEqual(word.utf8) } ?? false
        }

        private mutating func read(_ parameters: ArraySlice<UInt8>, final: UInt8) {
            let isPrivate = parameters.first == UInt8(ascii: "?")
            let numbers = parameters.drop { $0 == UInt8(ascii: "?") }.split(separator: UInt8(ascii: ";")).compactMap {
                Int(String(decoding: $0, as: UTF8.self))
            }
            if final == UInt8(ascii: "c"), isPrivate {
                attributes = numbers
            } else if final == UInt8(ascii: "t"), numbers.count == 3, numbers[0] == 6, numbers[1] > 0, numbers[2] > 0 {
                cell = (width: numbers[2], height: numbers[1])
            }
        }
    }
}

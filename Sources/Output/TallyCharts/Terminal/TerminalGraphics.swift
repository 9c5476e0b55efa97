/// A terminal's method for displaying pictures, and the size of its cells.
public struct TerminalGraphics: Hashable, Sendable {
    /// The format of a picture.
    public enum Encoding: Hashable, Sendable {
        /// The graphics protocol of kitty, which other terminals also support.
        case kitty
        /// DEC's sixel format.
        case sixel
    }

    /// The format of pictures.
    public var encoding: Encoding
    /// The width of one character cell, in pixels.
    public var cellWidth: Int
    /// The height of one character cell, in pixels.
    public var cellHeight: Int

    /// Creates a method. Cell sizes are limited to 1 to 128 pixels.
    public init(_ encoding: Encoding, cellWidth: Int = 10, cellHeight: Int = 20) {
        self.encoding = encoding
        self.cellWidth = min(128, max(1, cellWidth))
        self.cellHeight = min(128, max(1, cellHeight))
    }

    /// The escape sequences that ask a terminal for its graphics: kitty's query, the size of a cell and, last, the primary device
    /// attributes. Every terminal answers the last one, and answers arrive in order.
    public static let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"

    /// Returns true if `answer` contains the last part of a terminal's answer to `query`.
    public static func isComplete(_ answer: [UInt8]) -> Bool {
        Answer(answer).attributes != nil
    }

    /// Creates the best method that a terminal's answer to `query` allows. Nil if the terminal cannot show pictures.
    ///
    /// If the terminal does not report the size of its cells, they are assumed to be 10 by 20 pixels.
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

    /// The parts of a terminal's answer that are understood.
    private struct Answer {
        var hasKitty = false
        var cell: (width: Int, height: Int)?
        /// The parameters of `CSI ? … c`. They contain 4 if sixel is supported.
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

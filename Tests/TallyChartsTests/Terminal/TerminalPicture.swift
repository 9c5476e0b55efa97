import Foundation

/// A picture decoded from kitty's or from sixel graphics, independent of the encoders.
struct TerminalPicture {
    struct Pixel: Hashable {
        var red: Int
        var green: Int
        var blue: Int
        var opacity: Int

        static let clear = Pixel(red: 0, green: 0, blue: 0, opacity: 0)
    }

    private(set) var width = 0
    private(set) var height = 0
    private var pixels: [Pixel] = []

    subscript(x: Int, y: Int) -> Pixel { pixels[y * width + x] }

    /// Returns the first picture in `text`. Nil if there is none or if it is malformed.
    init?(_ text: String) {
        if text.contains("\u{1B}_G") {
            guard decodeKitty(text) else { return nil }
        } else {
            guard let start = text.range(of: "\u{1B}P"), let end = text.range(of: "\u{1B}\\", range: start.upperBound..<text.endIndex),
                decodeSixel(text[start.upperBound..<end.lowerBound])
            else { return nil }
        }
    }

    private mutating func decodeKitty(_ text: String) -> Bool {
        var payload = ""
        var isLast = false
        for piece in text.components(separatedBy: "\u{1B}_G").dropFirst() {
            guard !isLast, let end = piece.range(of: "\u{1B}\\"), let separator = piece.firstIndex(of: ";") else { return false }
            var keys: [String: String] = [:]
            for key in piece[..<separator].split(separator: ",") {
                let parts = key.split(separator: "=").map(String.init)
                keys[parts[0]] = parts[1]
            }
            let chunk = piece[piece.index(after: separator)..<end.lowerBound]
            guard chunk.count <= 4096, keys["m"] == "0" || chunk.count % 4 == 0 else { return false }
            payload += chunk
            isLast = keys["m"] == "0"
            if width == 0 {
                guard keys["a"] == "T", keys["f"] == "32" else { return false }
                (width, height) = (keys["s"].flatMap { Int($0) } ?? 0, keys["v"].flatMap { Int($0) } ?? 0)
            }
        }
        guard isLast, let bytes = Data(base64Encoded: payload), bytes.count == width * height * 4 else { return false }
        pixels = (0..<width * height).map { index in
            let pixel = bytes[index * 4..<index * 4 + 4].map(Int.init)
            return pixel[3] == 0 ? .clear : Pixel(red: pixel[0], green: pixel[1], blue: pixel[2], opacity: pixel[3])
        }
        return true
    }

    private mutating func decodeSixel(_ text: Substring) -> Bool {
        guard let start = text.firstIndex(of: "q") else { return false }
        var bytes = Array(text[text.index(after: start)...].utf8)[...]
        func number() -> Int {
            var value = 0
            while let digit = bytes.first, (48...57).contains(digit) {
                value = value * 10 + Int(digit - 48)
                bytes = bytes.dropFirst()
            }
            return value
        }
        func numbers() -> [Int] {
            var values = [number()]
            while bytes.first == UInt8(ascii: ";") {
                bytes = bytes.dropFirst()
                values.append(number())
            }
            return values
        }
        var palette: [Int: Pixel] = [:]
        var (x, y, color, count) = (0, 0, Pixel.clear, 1)
        while let byte = bytes.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                let size = numbers()
                guard size.count == 4 else { return false }
                (width, height) = (size[2], size[3])
                pixels = Array(repeating: .clear, count: width * height)
            case UInt8(ascii: "#"):
                let values = numbers()
                if values.count == 5 {
                    palette[values[0]] = Pixel(
                        red: values[2] * 255 / 100, green: values[3] * 255 / 100, blue: values[4] * 255 / 100, opacity: 255)
                } else {
                    guard let known = palette[values[0]] else { return false }
                    color = known
                }
            case UInt8(ascii: "!"): count = number()
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, y) = (0, y + 6)
            case 63...126:
                for offset in 0..<count {
                    for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
                        guard x + offset < width, y + bit < height else { return false }
                        pixels[(y + bit) * width + x + offset] = color
                    }
                }
                (x, count) = (x + count, 1)
            default: return false
            }
        }
        return true
    }
}

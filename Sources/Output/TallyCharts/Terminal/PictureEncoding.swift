/// Encodes pictures as escape sequences for terminals.
enum PictureEncoding {
    /// Returns a picture over cells of a text, with the cursor movements from below the text's `rows` lines to its position and back.
    static func text(of raster: Raster, _ graphics: TerminalGraphics, over cells: Frame, of rows: Int) -> String {
        let encoded =
            switch graphics.encoding {
            case .kitty: kitty(raster, columns: Int(cells.width), rows: Int(cells.height))
            case .sixel: sixel(raster)
            }
        // Terminals differ in the cursor position after sixels, so it is saved and restored.
        return "\u{1B}7\u{1B}[\(rows - Int(cells.y))A\u{1B}[\(Int(cells.x) + 1)G\(encoded)\u{1B}8"
    }

    /// Returns `raster` in kitty's graphics protocol: 32-bit pixels in chunks, over `columns` × `rows` cells from the cursor. The cursor
    /// does not move, text is drawn above the picture, and the terminal sends no answer.
    static func kitty(_ raster: Raster, columns: Int, rows: Int) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(raster.pixels.count * 4)
        for pixel in raster.pixels {
            bytes += [
                UInt8(pixel.red.rounded()), UInt8(pixel.green.rounded()), UInt8(pixel.blue.rounded()),
                UInt8((pixel.opacity * 255).rounded()),
            ]
        }
        // A chunk has at most 4096 bytes. All but the last must have a multiple of four.
        let chunk = 3072
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let end = min(bytes.count, start + chunk)
            let more = end < bytes.count ? 1 : 0
            let keys =
                start == 0 ? "a=T,f=32,s=\(raster.width),v=\(raster.height),c=\(columns),r=\(rows),C=1,q=2,z=-1,m=\(more)" : "m=\(more)"
            text += "\u{1B}_G\(keys);\(base64(bytes[start..<end]))\u{1B}\\"
        }
        return text
    }

    static func base64(_ bytes: ArraySlice<UInt8>) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let count = min(3, bytes.endIndex - index)
            var group = 0
            for offset in 0..<3 { group = group << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
            for place in 0..<4 { text.append(place <= count ? alphabet[group >> (18 - 6 * place) & 63] : UInt8(ascii: "=")) }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns `raster` as sixels, with at most 255 colors and with repeated pixels as runs. Pixels that are mostly clear are left out.
    static func sixel(_ raster: Raster) -> String {
        let (indices, palette) = quantized(raster)
        var text = "\u{1B}P0;1;0q\"1;1;\(raster.width);\(raster.height)"
        for (index, color) in palette.enumerated() {
            func percent(_ value: UInt8) -> Int { (Int(value) * 100 + 127) / 255 }
            text += "#\(index);2;\(percent(color.red));\(percent(color.green));\(percent(color.blue))"
        }
        for top in stride(from: 0, to: raster.height, by: 6) {
            // For each color of this band: six pixels of a column as the bits of a character.
            var columns: [Int: [UInt8]] = [:]
            for y in top..<min(raster.height, top + 6) {
                for x in 0..<raster.width {
                    let color = Int(indices[y * raster.width + x])
                    guard color < palette.count else { continue }
                    columns[color, default: Array(repeating: 0, count: raster.width)][x] |= 1 << UInt8(y - top)
                }
            }
            let bands = columns.sorted { $0.key < $1.key }.map { "#\($0.key)" + runs($0.value) }
            text += bands.joined(separator: "$") + "-"
        }
        return text + "\u{1B}\\"
    }

    private static func runs(_ column: [UInt8]) -> String {
        var text = ""
        var index = 0
        let end = (column.lastIndex { $0 != 0 } ?? -1) + 1
        while index < end {
            var next = index + 1
            while next < end, column[next] == column[index] { next += 1 }
            let sign = String(UnicodeScalar(63 + column[index]))
            text += next - index > 3 ? "!\(next - index)\(sign)" : String(repeating: sign, count: next - index)
            index = next
        }
        return text
    }

    /// Returns the colors in order of appearance and the color index of each pixel, or 255 if it is clear. Channels are reduced to the
    /// number of bits that gives fewer than 256 colors.
    private static func quantized(_ raster: Raster) -> (indices: [UInt8], palette: [SRGB]) {
        for bits in [8, 5, 4, 3, 2] {
            let step = Float((1 << bits) - 1)
            func level(_ value: Float) -> UInt8 { UInt8(((value / 255 * step).rounded() / step * 255).rounded()) }
            var known: [SRGB: UInt8] = [:]
            var palette: [SRGB] = []
            var indices: [UInt8] = []
            indices.reserveCapacity(raster.pixels.count)
            for pixel in raster.pixels {
                guard pixel.opacity >= 0.5 else {
                    indices.append(255)
                    continue
                }
                let color = SRGB(red: level(pixel.red), green: level(pixel.green), blue: level(pixel.blue))
                if let index = known[color] {
                    indices.append(index)
                } else {
                    guard palette.count < 255 else { break }
                    known[color] = UInt8(palette.count)
                    indices.append(UInt8(palette.count))
                    palette.append(color)
                }
            }
            if indices.count == raster.pixels.count { return (indices, palette) }
        }
        // Two bits per channel give at most 64 colors.
        preconditionFailure("more than 255 colors with two bits per channel")
    }
}

/// Estimates the width of text for any sans-serif font.
///
/// The viewer's font is unknown. Each character therefore has the greater of its widths in Arial, which equals Helvetica, and DejaVu Sans,
/// the widest common font. Labels that do not overlap by these widths do not overlap in other fonts.
enum TextWidths {
    static func width(of text: String, size: Double, isBold: Bool) -> Double {
        var hundredths = 0
        for scalar in text.unicodeScalars { hundredths += advance(of: scalar, isBold: isBold) }
        return Double(hundredths) / 100 * size
    }

    /// Returns the width in hundredths of the font size.
    private static func advance(of scalar: Unicode.Scalar, isBold: Bool) -> Int {
        if 0x20..<0x7F ~= scalar.value { return Int((isBold ? boldASCII : ASCII)[Int(scalar.value) - 0x20]) }
        let advance = advanceBeyondASCII(of: scalar)
        return isBold ? advance * 9 / 8 : advance
    }

    private static func advanceBeyondASCII(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0xA0, 0xB7, 0x2009, 0x200A, 0x2018, 0x2019, 0x202F: return 32
        case 0xB0, 0xB2, 0xB3, 0x2013, 0x201C, 0x201D, 0x2022: return 60
        case 0xC6, 0xE6, 0x152, 0x153: return 107
        case 0x00..<0x250, 0x370..<0x400: break
        case 0x400..<0x530: return scalar.properties.isLowercase ? 96 : 118
        case 0x2212: return 84
        case 0x2014, 0x2026, 0x2190...0x2193, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60, 0x20000...0x3FFFD:
            return 100
        case 0x2400..<0x2427, 0xFFFD: return 103
        case 0x1F000...0x1FFFF: return 140
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return 125
            }
        }
        return scalar.properties.isLowercase ? 72 : 88
    }

    private static let ASCII: [UInt8] = [
        32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 56,
        102, 69, 69, 73, 78, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75, 79, 67, 79, 73, 67, 62, 74, 69, 99, 69, 67, 69, 40, 34, 40, 84, 56,
        50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
    ]

    private static let boldASCII: [UInt8] = [
        35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 40, 40, 84, 84, 84, 62,
        102, 78, 77, 74, 84, 69, 69, 83, 84, 38, 56, 78, 64, 100, 84, 86, 74, 86, 78, 73, 69, 82, 78, 111, 78, 73, 73, 46, 37, 46, 84, 56,
        50, 68, 72, 60, 72, 68, 44, 72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72, 84,
    ]
}

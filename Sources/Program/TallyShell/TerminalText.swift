import TerminalText
import Foundation

#if Readline
import CReadline
#endif

/// How single characters appear on a terminal.
package enum TerminalText {
    /// Makes the C library know UTF-8, for widths here and for readline, also where the user's locale does not.
    package static func adoptUTF8() {
        _ = adoption
    }

    private static let adoption: Void = {
        unsafe setlocale(LC_CTYPE, "")
        for name in ["C.UTF-8", "en_US.UTF-8"] where systemWidth(of: "é") != 1 {
            // readline takes the locale from the environment, anew for every line.
            if unsafe setlocale(LC_CTYPE, name) != nil { unsafe setenv("LC_ALL", name, 1) }
        }
    }()

    /// Returns the text that stands for `scalar` and the number of cells that it takes: controls are made visible.
    package static func cells(of scalar: Unicode.Scalar) -> (text: String, width: Int) {
        switch scalar.value {
        case 0x20..<0x7F: return (String(scalar), 1)
        case 0x09: return ("    ", 4)
        case 0..<0x20, 0x7F: return ("^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)), 2)
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return ("\u{FFFD}", 1)
        default:
            switch scalar.properties.generalCategory {
            case .control, .unassigned, .lineSeparator, .paragraphSeparator: return ("\u{FFFD}", 1)
            default: return (String(scalar), VisibleText.width(of: scalar))
            }
        }
    }

    /// Returns what the C library says, as terminals do; negative for what it cannot print.
    private static func systemWidth(of scalar: Unicode.Scalar) -> Int {
        #if Readline
        Int(wcwidth(wchar_t(scalar.value)))
        #else
        1
        #endif
    }

    /// Returns the number of cells that `text` takes on one row.
    package static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + cells(of: $1).width }
    }

    /// Returns `text` with controls made visible, cut to `width` cells; the cut is marked.
    package static func fitted(_ text: String, width: Int) -> String {
        var cells = text.unicodeScalars.map { Self.cells(of: $0) }
        var used = cells.reduce(0) { $0 + $1.width }
        guard used > width else { return cells.map(\.text).joined() }
        while used > max(0, width - 1), let last = cells.popLast() { used -= last.width }
        return cells.map(\.text).joined() + "…"
    }

    /// Returns `text` between the sequences that begin and end a style, where `output` has colour.
    static func styled(_ text: String, _ style: String, _ output: TerminalOutput) -> String {
        output.usesColor ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}

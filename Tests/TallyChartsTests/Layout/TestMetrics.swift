import TallyCharts
import TerminalText

/// Measures text in character cells, like a terminal.
struct CellMetrics: TextMetrics {
    func width(of text: String, role: PlacedLabel.Role) -> Double { Double(ScreenText.width(text)) }
    func height(of role: PlacedLabel.Role) -> Double { 1 }
    var spacing: Double { 1 }
    var grain: Double { 1 }
}

/// Measures text with characters of equal width.
struct PixelMetrics: TextMetrics {
    var character = 7.0
    var line = 16.0
    var spacing = 8.0
    var grain: Double { 0 }

    func width(of text: String, role: PlacedLabel.Role) -> Double { Double(text.count) * character }
    func height(of role: PlacedLabel.Role) -> Double { line }
}

/// Gives random widths that do not depend on the length of the text.
struct RandomMetrics: TextMetrics {
    var character: Double
    var title: Double
    var line: Double
    var spacing: Double
    var grain: Double
    var isErratic: Bool

    func width(of text: String, role: PlacedLabel.Role) -> Double {
        let size = role == .title ? character * 1.5 : character
        let widths = text.unicodeScalars.reduce(0.0) { sum, scalar in sum + size * (isErratic ? Double(scalar.value % 7) : 1) }
        return grain > 0 ? (widths / grain).rounded(.up) * grain : widths
    }

    func height(of role: PlacedLabel.Role) -> Double { role == .title ? title : line }
}

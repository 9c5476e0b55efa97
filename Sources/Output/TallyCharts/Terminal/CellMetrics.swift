import TerminalText

/// Measures text in terminal cells. Every line is one cell high.
struct CellMetrics: TextMetrics {
    func width(of text: String, role: PlacedLabel.Role) -> Double { Double(ScreenText.width(text)) }
    func height(of role: PlacedLabel.Role) -> Double { 1 }
    var spacing: Double { 1 }
    var grain: Double { 1 }
    var keyWidth: Double { 2 }
}

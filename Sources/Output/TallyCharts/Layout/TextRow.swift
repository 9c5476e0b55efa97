/// A line of text above or below the plot. Its height is taken from the plot; where that becomes too small, the least important rows go.
struct TextRow {
    /// What goes first comes last.
    enum Importance: Int, Comparable {
        case axis, title, legend, moreLegend, subtitle, note

        static func < (a: Importance, b: Importance) -> Bool { a.rawValue > b.rawValue }
    }

    var importance: Importance
    var height: Double
    /// Whether its text begins in the row above, without which it does not stand.
    var isContinuation = false
    /// With tops at zero.
    var labels: [PlacedLabel] = []
    var keys: [LegendKey] = []
    var ramp: Frame?

    /// A row of one text at the left.
    init(_ text: (text: String, width: Double), _ role: PlacedLabel.Role, height: Double, importance: Importance) {
        self.importance = importance
        self.height = height
        labels = [
            PlacedLabel(
                text: text.text, role: role, frame: Frame(x: 0, y: 0, width: text.width, height: height), alignment: .leading, series: nil)
        ]
    }

    /// An empty row.
    init(height: Double, importance: Importance) {
        self.importance = importance
        self.height = height
    }
}

extension [TextRow] {
    var height: Double { reduce(0) { $0 + $1.height } }
}

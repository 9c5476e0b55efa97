/// A row of text above or below the plot. Rows reduce the height of the plot. If it becomes too small, the least important rows are
/// removed.
struct TextRow {
    /// The importance of a row, in descending order. The last ones are removed first.
    enum Importance: Int, Comparable {
        case axis, title, legend, moreLegend, subtitle, note

        static func < (a: Importance, b: Importance) -> Bool { a.rawValue > b.rawValue }
    }

    var importance: Importance
    var height: Double
    /// True if the text starts in the row above. Without that row, this row is removed.
    var isContinuation = false
    /// The labels, with their tops at zero.
    var labels: [PlacedLabel] = []
    var keys: [LegendKey] = []
    var ramp: Frame?

    /// Creates a row with one left-aligned text.
    init(_ text: (text: String, width: Double), _ role: PlacedLabel.Role, height: Double, importance: Importance) {
        self.importance = importance
        self.height = height
        labels = [
            PlacedLabel(
                text: text.text, role: role, frame: Frame(x: 0, y: 0, width: text.width, height: height), alignment: .leading, series: nil)
        ]
    }

    /// Creates an empty row.
    init(height: Double, importance: Importance) {
        self.importance = importance
        self.height = height
    }
}

extension [TextRow] {
    var height: Double { reduce(0) { $0 + $1.height } }
}

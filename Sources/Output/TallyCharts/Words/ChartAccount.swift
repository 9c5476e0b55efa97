/// The facts of a chart from which its description in words is made, for people who cannot see it. All charts are described by it, also
/// those of guests.
///
/// The description has the kind and the title, the extent of the horizontal axis, each series with its number of values and its extremes,
/// the lines across the plot, and what is partial or missing. It claims a trend only if all values follow it.
@_spi(Guests)
public struct ChartAccount {
    /// A value or a range at a place.
    public struct Value {
        /// The value, or the lower end of a range.
        public var low: Double
        /// The value, or the upper end of a range.
        public var high: Double
        /// The start of the place, in a form that ``ChartAccount/place`` understands.
        public var start: Double
        /// The end of the place. Equal to the start for a point.
        public var end: Double
        /// The row of a heatmap.
        public var row = 0
        /// How much of its bucket the value covers.
        public var completeness: Completeness

        /// Creates a range at a place.
        public init(from low: Double, to high: Double, start: Double, end: Double, row: Int = 0, completeness: Completeness = .whole) {
            (self.low, self.high, self.start, self.end) = (low, high, start, end)
            (self.row, self.completeness) = (row, completeness)
        }
    }

    /// Values that a sentence describes, such as a line.
    public struct Part {
        /// The name. Empty if it is the only part, or if the series has none.
        public var name: String
        /// In order of the places.
        public var values: [Value]
        /// The number of places without a value.
        public var missing = 0
        /// True if each value has two ends.
        public var areRanges = false
        /// True if the places have an order, so that the first and the last value mean something.
        public var isOrdered = true

        /// Creates a part of a chart.
        public init(name: String, values: [Value], missing: Int = 0, areRanges: Bool = false, isOrdered: Bool = true) {
            (self.name, self.values, self.missing) = (name, values, missing)
            (self.areRanges, self.isOrdered) = (areRanges, isOrdered)
        }
    }

    /// The kinds of marks.
    public enum Shape: Hashable, CaseIterable {
        case bar, line, area, point, cell, sector, rule
    }

    /// The kind of chart, such as `Bar chart`.
    public var kind = ""
    /// The name of what is shown.
    public var title = ""
    /// The extent of the horizontal axis, and of the rows of a heatmap.
    public var reach = ""
    /// The unit of the values.
    public var unit = ""
    /// The series.
    public var parts: [Part] = []
    /// Sentences about the marks in place of `parts`, without the period.
    public var details: [String] = []
    /// The labels of the lines across the plot.
    public var lines: [String] = []
    /// Further sentences, without the period.
    public var remarks: [String] = []
    /// Returns a value as the axis writes it.
    public var amount: (Double) -> String
    /// Returns a place with its preposition, such as `on 3 Jun`.
    public var place: (Value) -> String

    /// Creates the facts of an empty chart.
    public init(amount: @escaping (Double) -> String, place: @escaping (Value) -> String) {
        (self.amount, self.place) = (amount, place)
    }

    /// Returns the kind of a chart of these marks.
    public static func kind(of shapes: Set<Shape>, isStacked: Bool = false, isGrouped: Bool = false) -> String {
        if shapes.contains(.sector) { return "Pie chart" }
        if shapes.contains(.cell) { return "Heatmap" }
        let names: [(Shape, String)] = [
            (.bar, isStacked ? "stacked bar" : isGrouped ? "grouped bar" : "bar"), (.line, "line"), (.area, "area"), (.point, "point"),
        ]
        let own = names.filter { shapes.contains($0.0) }.map(\.1)
        guard !own.isEmpty else { return shapes.contains(.rule) ? "Chart of lines" : "" }
        let name = own.joined(separator: " and ") + " chart"
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}

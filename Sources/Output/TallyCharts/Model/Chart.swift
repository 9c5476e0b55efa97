/// A chart as plain values: marks in layers over two axes. It knows neither queries nor stores.
///
/// Every renderer takes the same chart; the same chart, size and options give the same text.
public struct Chart: Sendable {
    /// What is charted, such as the metric's name.
    public var title: String
    /// Lines below the title: what was resolved of range, zone and sources.
    public var subtitle: [String]
    /// The chart in one or two sentences, for those who cannot see it; empty makes renderers describe it by its axes.
    public var description: String
    /// What marks belong to, in the order of the legend, which is drawn where it names two or more.
    public var series: [Series]
    /// The horizontal axis.
    public var x: HorizontalAxis
    /// The vertical axis.
    public var y: VerticalAxis
    /// From background to foreground: later ones are drawn over earlier ones.
    public var marks: [Mark]
    /// Sentences below the chart, such as what a hatched bar means.
    public var notes: [String]
    /// Where the plot begins at the least, in the renderer's units, so that it is flush with that of a chart above.
    var leastInset = 0.0

    /// A chart of marks over two axes.
    public init(
        title: String, subtitle: [String] = [], description: String = "", series: [Series] = [], x: HorizontalAxis, y: VerticalAxis,
        marks: [Mark], notes: [String] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.description = description
        self.series = series
        self.x = x
        self.y = y
        self.marks = marks
        self.notes = notes
    }
}

/// A name and a role in the palette that marks share.
public struct Series: Hashable, Sendable {
    /// What colour and weight stand for; renderers choose them for dark and light ground.
    public enum Role: Hashable, Sendable {
        /// One of several equals, by its place in a colour-blind-safe palette.
        case series(Int)
        /// Context behind the rest, such as an earlier period.
        case muted
        /// A line to reach or to compare with: goal, average.
        case reference
        /// The present moment.
        case now
    }

    /// As the legend shows it.
    public var name: String
    /// What colour and weight stand for.
    public var role: Role
    /// Whether the legend names it.
    public var isInLegend: Bool

    /// A series that the legend names unless asked otherwise.
    public init(_ name: String, role: Role, isInLegend: Bool = true) {
        self.name = name
        self.role = role
        self.isInLegend = isInLegend
    }
}

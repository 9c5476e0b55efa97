/// A chart as plain values: layers of marks over two axes. It is independent of queries and stores.
///
/// All renderers accept the same chart. The same chart, size and options always give the same text.
public struct LayeredChart: Sendable {
    /// The title, such as the name of the metric.
    public var title: String
    /// The lines below the title, such as the range, the time zone and the sources.
    public var subtitle: [String]
    /// A text alternative in one or two sentences. If empty, renderers create one from the axes and marks.
    public var description: String
    /// The series of the marks, in the order of the legend. The legend is drawn if it has at least two names.
    public var series: [ChartSeries]
    /// The horizontal axis.
    public var x: HorizontalAxis
    /// The vertical axis.
    public var y: VerticalAxis
    /// The marks from background to foreground.
    public var layers: [Layer]
    /// Sentences below the chart, such as the meaning of a hatched bar. Renderers replace `▲` with their own sign for a running bar.
    public var notes: [String]
    /// Sentences of the description that marks cannot give, without the period.
    package var remarks: [String] = []
    /// The buckets of the values along a time axis, for the description. In ascending order. Empty if each point has another time.
    package var periods: [Range<Double>] = []
    /// The sign of a bar that is still in progress, as in the notes of a chart.
    package static let runningSign = "▲"
    /// The minimum distance of the plot from the left, in the renderer's units. It aligns the plot with that of another chart.
    var leastInset = 0.0

    /// Creates a chart of marks over two axes.
    public init(
        title: String, subtitle: [String] = [], description: String = "", series: [ChartSeries] = [], x: HorizontalAxis, y: VerticalAxis,
        layers: [Layer], notes: [String] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.description = description
        self.series = series
        self.x = x
        self.y = y
        self.layers = layers
        self.notes = notes
    }

    /// Returns the notes with `sign` in place of ``runningSign``.
    func notes(runningSign sign: String) -> [String] { notes.map { $0.replacing(LayeredChart.runningSign, with: sign) } }
}

/// A name and a color role that marks share.
public struct ChartSeries: Hashable, Sendable {
    /// The purpose of a color and line weight. Renderers choose the color for light and dark backgrounds.
    public enum Role: Hashable, Sendable {
        /// One of several equal series, by its index in a palette that is safe for color blindness.
        case series(Int)
        /// Context in the background, such as an earlier period.
        case muted
        /// A line for comparison, such as a goal or an average.
        case reference
        /// The present moment.
        case now
    }

    /// The name in the legend.
    public var name: String
    /// The purpose of the color and line weight.
    public var role: Role
    /// True if the legend includes the series.
    public var isInLegend: Bool

    /// Creates a series. By default the legend includes it.
    public init(_ name: String, role: Role, isInLegend: Bool = true) {
        self.name = name
        self.role = role
        self.isInLegend = isInLegend
    }
}

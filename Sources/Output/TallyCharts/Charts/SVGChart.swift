/// Draws charts as SVG documents.
public enum SVGChart {
    /// Returns `chart` as SVG in UTF-8, without scripts and external references. It can be a file or part of HTML.
    public static func text(of chart: LayeredChart, options: SVGOptions = SVGOptions()) -> String {
        text(of: chart, options: options, place: .file)
    }

    static func text(of chart: LayeredChart, options: SVGOptions, place: SVGPainter.Place) -> String {
        let drawing = ChartDrawing.drawing(of: chart, options: options, place: place)
        return SVGPainter.text(of: drawing, id: options.id, place: place)
    }

    /// Returns `charts` one after another in one document. `options` apply to each chart.
    public static func text(of charts: [LayeredChart], options: SVGOptions = SVGOptions()) -> String {
        if charts.count == 1 { return text(of: charts[0], options: options) }
        let height = charts.count * options.height
        let size = #"width="\#(options.width)" height="\#(height)" viewBox="0 0 \#(options.width) \#(height)""#
        let drawings = aligned(charts, options: options).enumerated().map { index, chart in
            var own = options
            own.id += "-\(index + 1)"
            let drawing = text(of: chart, options: own, place: .file)
            return #"<g transform="translate(0 \#(index * options.height))">\#n\#(drawing)</g>\#n"#
        }
        let names = MarkupText.escaped(charts.map(\.title).joined(separator: ", "))
        return #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) role="group" aria-label="\#(names)">\#n\#(drawings.joined())</svg>\#n"#
    }

    /// Returns the layouts of the drawings of charts, for code that draws the same domains and ticks.
    package static func layouts(of charts: [LayeredChart], options: SVGOptions) -> [ChartLayout] {
        aligned(charts, options: options).map { ChartDrawing.layout(of: $0, options: options, place: .file) }
    }

    private static func aligned(_ charts: [LayeredChart], options: SVGOptions) -> [LayeredChart] {
        charts.count > 1 ? charts.aligned { ChartDrawing.layout(of: $0, options: options, place: .file) } : charts
    }
}

extension LayeredChart {
    /// The least and the greatest value of the marks on the axis of values. Nil if there are none.
    package var valueRange: ClosedRange<Double>? { DataExtent(of: layers, within: x.givenDomain).y.range }
}

/// The size and the id of an SVG drawing.
public struct SVGOptions: Hashable, Sendable {
    /// The width in pixels. The drawing scales, and its labels are placed for this width.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// The prefix of the drawing's ids and style rules. Several drawings on one page need different ids.
    public var id: String

    /// Creates options. The default size fits a column of text. Characters of `id` that need escapes are replaced.
    public init(width: Int = 720, height: Int = 360, id: String = "chart") {
        self.width = width
        self.height = height
        self.id = id
    }
}

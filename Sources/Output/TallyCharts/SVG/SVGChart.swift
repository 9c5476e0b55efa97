/// A chart as one SVG document.
public enum SVGChart {
    /// Returns `chart` as SVG in UTF-8, without script and without references to anything outside: as a file of its own or inside HTML.
    public static func text(of chart: Chart, options: SVGOptions = SVGOptions()) -> String {
        SVGDrawing.text(of: chart, options: options, place: .file)
    }

    /// Returns `charts` below each other in one document; `options` are those of each.
    public static func text(of charts: [Chart], options: SVGOptions = SVGOptions()) -> String {
        if charts.count == 1 { return text(of: charts[0], options: options) }
        let height = charts.count * options.height
        let size = #"width="\#(options.width)" height="\#(height)" viewBox="0 0 \#(options.width) \#(height)""#
        let aligned = charts.aligned { SVGDrawing.layout(of: $0, options: options, place: .file) }
        let drawings = aligned.enumerated().map { index, chart in
            var own = options
            own.id += "-\(index + 1)"
            let drawing = SVGDrawing.text(of: chart, options: own, place: .file)
            return #"<g transform="translate(0 \#(index * options.height))">\#n\#(drawing)</g>\#n"#
        }
        let names = MarkupText.escaped(charts.map(\.title).joined(separator: ", "))
        return #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) role="group" aria-label="\#(names)">\#n\#(drawings.joined())</svg>\#n"#
    }
}

/// Size and names of an SVG.
public struct SVGOptions: Hashable, Sendable {
    /// In pixels; the drawing scales, this is the width for which its labels are placed.
    public var width: Int
    /// In pixels, as the width.
    public var height: Int
    /// What the ids and style rules of the drawing begin with, so that several can stand on one page.
    public var id: String

    /// A drawing that is readable in a column of text; `id` becomes a name that needs no escapes.
    public init(width: Int = 720, height: Int = 360, id: String = "chart") {
        self.width = width
        self.height = height
        self.id = id
    }
}

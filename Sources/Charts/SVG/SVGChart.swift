/// A chart as one SVG document.
public enum SVGChart {
    /// Returns `chart` as SVG 1.1 in UTF-8, without script and without references to anything outside: as a file of its own or inside HTML.
    public static func text(of chart: Chart, options: SVGOptions = SVGOptions()) -> String {
        ""
    }
}

/// Size and names of an SVG.
public struct SVGOptions: Hashable, Sendable {
    /// In pixels; the drawing scales, this is the size at which its labels were placed.
    public var width: Int
    public var height: Int
    /// What the ids and style rules of the drawing begin with, so that several can stand on one page.
    public var id: String

    public init(width: Int = 720, height: Int = 360, id: String = "chart") {
        self.width = width
        self.height = height
        self.id = id
    }
}

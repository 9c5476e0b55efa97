/// A chart with its numbers as a web page that needs nothing but itself.
public enum HTMLPage {
    /// Returns a page with the chart as SVG, its table, the query and what was resolved of it (`header`, a line each).
    public static func text(
        of chart: Chart, table: PageTable, query: String, header: [String] = [], options: SVGOptions = SVGOptions()
    ) -> String {
        ""
    }
}

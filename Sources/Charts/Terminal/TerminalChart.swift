/// Charts as text for a terminal.
public enum TerminalChart {
    /// Returns `chart` as lines of at most `options.columns` cells, each ended by a line feed; at most `options.rows` of them.
    public static func text(of chart: Chart, options: TerminalOptions) -> String {
        chart.title + "\n"
    }
}

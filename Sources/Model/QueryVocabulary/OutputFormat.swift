/// The format in which an answer is printed or drawn.
public enum OutputFormat: String, Sendable, CaseIterable {
    case table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html

    /// The help and the kind of the format. Nothing else defines them; a renderer writes the output.
    package var definition: OutputFormatDefinition {
        switch self {
        case .table: OutputFormatDefinition("a table for the terminal", example: "sum steps by day", synonyms: ["text"], isForPeople: true)
        case .wide:
            OutputFormatDefinition(
                "a table with a row for each period and columns for the other keys", example: "sum steps by day and source",
                isForPeople: true)
        case .csv: OutputFormatDefinition("comma-separated values", example: "sum steps by day")
        case .tsv: OutputFormatDefinition("tab-separated values", example: "sum steps by day")
        case .json: OutputFormatDefinition("one JSON document", example: "sum steps by day")
        case .jsonl: OutputFormatDefinition("a JSON object for each row", example: "sum steps by day")
        case .markdown: OutputFormatDefinition("a Markdown table", example: "sum steps by day", synonyms: ["md"], isForPeople: true)
        case .chart:
            OutputFormatDefinition(
                "a chart that fits the rows: bars for totals, a line for readings and running totals, a heatmap for two keys",
                example: "sum steps by day last 30 days", synonyms: ["plot", "graph"], isForPeople: true, picture: .chart(.automatic, .text)
            )
        case .bars:
            OutputFormatDefinition(
                "bars from zero over time or slots, with series side by side or stacked", example: "sum steps by month",
                isForPeople: true,
                picture: .chart(.bars, .text))
        case .line:
            OutputFormatDefinition(
                "a line for each series, with a band between min and max or p10 and p90",
                example: "average, min, max heartRate by hour yesterday", isForPeople: true, picture: .chart(.line, .text))
        case .spark:
            OutputFormatDefinition(
                "one line of block characters for each series", example: "sum steps by day last 30 days", synonyms: ["sparkline"],
                picture: .blocks)
        case .heatmap:
            OutputFormatDefinition(
                "colors over two keys, with time folded into days, weeks or years",
                example: "average heartRate by weekday and hour of day", isForPeople: true, picture: .chart(.heatmap, .text))
        case .svg:
            OutputFormatDefinition(
                "the chart as an SVG image", example: "sum steps by day", hasFileExample: true,
                picture: .chart(.automatic, .svg))
        case .html:
            OutputFormatDefinition(
                "an HTML page with the chart, its table and the query", example: "sum steps by day", hasFileExample: true,
                picture: .chart(.automatic, .html))
        }
    }

    /// Returns the format that draws a chart of this form.
    package static func drawing(_ form: ChartForm) -> OutputFormat {
        allCases.first { $0.definition.picture == .chart(form, .text) } ?? .chart
    }

    /// True if the output is a picture.
    package var isPicture: Bool { definition.picture != nil }

    /// True if the output is a picture with a value axis.
    package var hasAxis: Bool { if case .chart? = definition.picture { true } else { false } }

    /// True if the output is a picture with an axis on which values have positions, not colors.
    package var hasValueAxis: Bool { if case .chart(let form, _)? = definition.picture { form != .heatmap } else { false } }

    /// Returns the format with the synonym `word`, in lower case.
    package static func called(_ word: String) -> OutputFormat? { allCases.first { $0.definition.synonyms.contains(word) } }
}

/// The definition of an output format: its help, its synonyms and its kind.
package struct OutputFormatDefinition: Sendable {
    package let summary: String
    /// The query in the example.
    let example: String
    /// True if the example writes a file.
    let hasFileExample: Bool
    /// Other words that people write for it, for suggestions.
    package let synonyms: [String]
    /// True if people read the output on a screen. False if programs read it.
    package let isForPeople: Bool
    /// The kind of picture; nil for text.
    package let picture: Picture?

    init(
        _ summary: String, example: String, hasFileExample: Bool = false, synonyms: [String] = [], isForPeople: Bool = false,
        picture: Picture? = nil
    ) {
        self.summary = summary
        self.example = example
        self.hasFileExample = hasFileExample
        self.synonyms = synonyms
        self.isForPeople = isForPeople
        self.picture = picture
    }
}

/// A picture drawn from rows.
package enum Picture: Hashable, Sendable {
    case chart(ChartForm, ChartMedium)
    /// One line of block characters for each series.
    case blocks
}

/// The marks of a chart.
public enum ChartForm: Hashable, Sendable {
    /// The form that fits the rows.
    case automatic
    case bars, line, heatmap
}

/// The kind of text that contains a chart.
public enum ChartMedium: Hashable, Sendable {
    /// Characters of a terminal.
    case text
    /// A drawing for browsers.
    case svg
    /// A page with the chart, its table and the query.
    case html
}

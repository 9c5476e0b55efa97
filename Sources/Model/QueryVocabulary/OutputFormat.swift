/// How an answer is printed or drawn.
public enum OutputFormat: String, Sendable, CaseIterable {
    case table, wide, csv, tsv, json, jsonl, markdown, chart, bars, line, spark, heatmap, svg, html

    /// What a format is: the one place that says so. How it is written is its renderer's.
    package var definition: OutputFormatDefinition {
        switch self {
        case .table: OutputFormatDefinition("a table for people", example: "sum steps by day", synonyms: ["text"], isForPeople: true)
        case .wide:
            OutputFormatDefinition("a table with a column for each key", example: "sum steps by day and source", isForPeople: true)
        case .csv: OutputFormatDefinition("comma-separated values", example: "sum steps by day")
        case .tsv: OutputFormatDefinition("tab-separated values", example: "sum steps by day")
        case .json: OutputFormatDefinition("one JSON document", example: "sum steps by day")
        case .jsonl: OutputFormatDefinition("a JSON object for each row", example: "sum steps by day")
        case .markdown: OutputFormatDefinition("a Markdown table", example: "sum steps by day", synonyms: ["md"], isForPeople: true)
        case .chart:
            OutputFormatDefinition(
                "the picture that suits the rows: totals as bars, readings and running totals as a line, two keys as a heatmap",
                example: "sum steps by day last 30 days", synonyms: ["plot", "graph"], isForPeople: true, picture: .chart(.automatic, .text)
            )
        case .bars:
            OutputFormatDefinition(
                "bars over time or slots, from zero; series beside or on each other", example: "sum steps by month", isForPeople: true,
                picture: .chart(.bars, .text))
        case .line:
            OutputFormatDefinition(
                "a line for each series; between min and max, or p10 and p90, a band",
                example: "average, min, max heartRate by hour yesterday", isForPeople: true, picture: .chart(.line, .text))
        case .spark:
            OutputFormatDefinition(
                "a line of blocks for each series", example: "sum steps by day last 30 days", synonyms: ["sparkline"], picture: .blocks)
        case .heatmap:
            OutputFormatDefinition(
                "colours over two keys; rows of time are folded into days, weeks or years",
                example: "average heartRate by weekday and hour of day", isForPeople: true, picture: .chart(.heatmap, .text))
        case .svg:
            OutputFormatDefinition(
                "the chart as an SVG drawing, which every browser shows", example: "sum steps by day", hasFileExample: true,
                picture: .chart(.automatic, .svg))
        case .html:
            OutputFormatDefinition(
                "a page with the chart, its table and what was asked", example: "sum steps by day", hasFileExample: true,
                picture: .chart(.automatic, .html))
        }
    }

    /// Returns the format that draws a chart of this form.
    package static func drawing(_ form: ChartForm) -> OutputFormat {
        allCases.first { $0.definition.picture == .chart(form, .text) } ?? .chart
    }

    /// Whether it is a picture.
    package var isPicture: Bool { definition.picture != nil }

    /// Whether it is a picture with an axis of values.
    package var hasAxis: Bool { if case .chart? = definition.picture { true } else { false } }

    /// Returns the format that people also call `word`, in small letters.
    package static func called(_ word: String) -> OutputFormat? { allCases.first { $0.definition.synonyms.contains(word) } }
}

/// What everybody has to know of an output format.
package struct OutputFormatDefinition: Sendable {
    package let summary: String
    /// The query that the example asks.
    let example: String
    /// Whether the example is written to a file.
    let hasFileExample: Bool
    /// What people write for it, for guesses.
    package let synonyms: [String]
    /// Whether it is read on a screen, not by programs.
    package let isForPeople: Bool
    /// The picture that it is; nil for text.
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

/// A picture of rows.
package enum Picture: Hashable, Sendable {
    case chart(ChartForm, ChartMedium)
    /// Lines of blocks, one for each series.
    case blocks
}

/// What a chart's marks are.
public enum ChartForm: Hashable, Sendable {
    /// What suits the rows.
    case automatic
    case bars, line, heatmap
}

/// The kind of text that holds a chart.
public enum ChartMedium: Hashable, Sendable {
    /// Characters of a terminal.
    case text
    /// A drawing for browsers.
    case svg
    /// A page with the chart, its table and the query.
    case html
}

import ArgumentParser
import Workbench

/// Options that describe the columns of CSV files with other layouts.
struct LayoutOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The metric of all rows, or the column with the metric names.", valueName: "metric"))
    var type: String?
    @Option(help: ArgumentHelp("The unit of all rows.", valueName: "unit"))
    var unit: String?
    @Option(help: ArgumentHelp("The source of all rows.", valueName: "name"))
    var source: String?
    @Option(help: ArgumentHelp("The column with start times.", valueName: "column"))
    var start: String?
    @Option(help: ArgumentHelp("The column with end times.", valueName: "column"))
    var end: String?
    @Option(help: ArgumentHelp("The column with values.", valueName: "column"))
    var value: String?
    @Option(
        name: .customLong("person-column"), help: ArgumentHelp("The column with the persons; by default `person`.", valueName: "column"))
    var personColumn: String?
    @Option(help: ArgumentHelp("The duration that each row covers, as in 1min.", valueName: "duration"))
    var length: String?
    @Option(
        name: .customLong("time-format"), help: ArgumentHelp("The format of times, as in 'M/d/yyyy h:mm:ss a'.", valueName: "pattern"))
    var timeFormat: String?
    @Option(name: .customLong("skip-lines"), help: ArgumentHelp("The number of lines before the header.", valueName: "count"))
    var skipLines: Int?

    var layout: TableLayout {
        TableLayout(
            type: type, unit: unit, source: source, start: start, end: end, value: value, person: personColumn, length: length,
            timeFormat: timeFormat, skippedLines: skipLines ?? 0)
    }
}

import ArgumentParser
import StoreCommands
import TallyKit
import Workbench

/// Options that describe the columns of tables with other layouts.
struct LayoutOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The metric of all rows, or the column with the metrics.", valueName: "metric or column"))
    var type: String?
    @Option(help: ArgumentHelp("The unit of all rows, or the column with the units.", valueName: "unit or column"))
    var unit: String?
    @Option(help: ArgumentHelp("The source of all rows, or the column with the sources.", valueName: "name or column"))
    var source: String?
    @Option(help: ArgumentHelp("The device of all rows, or the column with the devices.", valueName: "name or column"))
    var device: String?
    @Option(
        name: .customLong("zone-column"),
        help: ArgumentHelp("The column with the time zone of each row. --zone is the zone of all rows.", valueName: "column"))
    var zoneColumn: String?
    @Option(
        help: ArgumentHelp("The day of all rows, or its column, if --start and --end are times of day.", valueName: "date or column"))
    var date: String?
    @Option(
        name: [.customLong("start"), .customLong("time")],
        help: ArgumentHelp("The column with start times, or the start of all rows.", valueName: "column or time"))
    var start: String?
    @Option(help: ArgumentHelp("The column with end times, or the end of all rows.", valueName: "column or time"))
    var end: String?
    @Option(help: ArgumentHelp("The column with values, or the value of all rows.", valueName: "column or value"))
    var value: String?
    @Option(
        name: .customLong("person-column"), help: ArgumentHelp("The column with the persons; by default `person`.", valueName: "column"))
    var personColumn: String?
    @Option(help: ArgumentHelp("The duration that each row covers, as in 1min.", valueName: "duration"))
    var length: String?
    @Option(
        name: .customLong("time-format"), help: ArgumentHelp("The format of times, as in 'M/d/yyyy h:mm:ss a'.", valueName: "pattern"))
    var timeFormat: String?
    @Option(help: ArgumentHelp("The decimal sign of all numbers: point or comma.", valueName: "sign"))
    var decimal: String?
    @Option(name: .customLong("skip-lines"), help: ArgumentHelp("The number of lines before the header.", valueName: "count"))
    var skipLines: Int?

    var layout: TableLayout {
        var layout = TableLayout(options: [
            .type: type, .unit: unit, .source: source, .device: device, .date: date, .start: start, .end: end, .value: value,
        ])
        if let zoneColumn { layout.contents[.zone] = .column(zoneColumn) }
        layout.person = personColumn
        layout.length = length
        layout.timeFormat = timeFormat
        layout.decimal = decimal
        layout.skippedLines = skipLines ?? 0
        return layout
    }
}

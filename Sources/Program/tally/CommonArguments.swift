import ArgumentParser
import TallyKit
import Workbench

/// The options that every subcommand takes, as swift-argument-parser reads them.
struct CommonArguments: ParsableArguments {
    @Option(
        name: CommonOption.store.specification, help: ArgumentHelp("The store to use; also TALLY_STORE.", valueName: "path|:memory:"),
        completion: .file())
    var store: String?
    @Option(name: CommonOption.now.specification, help: ArgumentHelp("What `now` means.", valueName: "instant"))
    var now: String?
    @Option(name: CommonOption.zone.specification, help: ArgumentHelp("The time zone of days and clocks.", valueName: "name"))
    var zone: String?
    @Option(
        name: CommonOption.week.specification, help: ArgumentHelp("The day on which weeks start.", valueName: "day"),
        completion: .list(Weekday.allCases.map(\.name)))
    var week: String?
    @Option(
        name: CommonOption.format.specification,
        help: ArgumentHelp("The format of results: \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
        completion: .list(OutputFormat.allCases.map(\.rawValue)))
    var format: String?
    @Option(
        name: CommonOption.width.specification,
        help: ArgumentHelp("The columns of text that tables and pictures may take.", valueName: "columns"))
    var width: String?
    @Option(name: CommonOption.height.specification, help: ArgumentHelp("The lines that a picture may take.", valueName: "lines"))
    var height: String?
    @Option(name: CommonOption.color.specification, help: "When to use colour; NO_COLOR is respected.")
    var color = ColorMode.auto
    @Option(name: CommonOption.diagnostics.specification, help: "How errors and warnings are told.")
    var diagnostics = DiagnosticsFormat.text
    @Flag(name: CommonOption.readOnly.specification, help: "Writes nothing to the store.")
    var isReadOnly = false
    @Flag(name: CommonOption.quiet.specification, help: "Tells results and errors only.")
    var quiet = false

    var options: CommonOptions {
        CommonOptions(
            store: store, now: now, zone: zone, week: week, format: format, width: width, height: height, color: color,
            diagnostics: diagnostics, isReadOnly: isReadOnly, quiet: quiet)
    }

    func validate() throws { _ = try options.settings() }
}

/// A subcommand with the options that every subcommand takes.
protocol CommonCommand: ParsableCommand {
    var common: CommonArguments { get }
}

extension CommonCommand {
    var options: CommonOptions { common.options }
}

import ArgumentParser
import TallyKit
import Workbench

/// Declares the options that every subcommand accepts, for swift-argument-parser.
struct CommonArguments: ParsableArguments {
    @Option(
        name: CommonOption.store.specification,
        help: ArgumentHelp("The store to use; TALLY_STORE sets the default.", valueName: "path|address|:memory:"), completion: .file())
    var store: String?
    @Option(name: CommonOption.now.specification, help: ArgumentHelp("The moment that `now` and `today` refer to.", valueName: "time"))
    var now: String?
    @Option(name: CommonOption.zone.specification, help: ArgumentHelp("The time zone for days and clock times.", valueName: "name"))
    var zone: String?
    @Option(
        name: CommonOption.week.specification, help: ArgumentHelp("The first day of the week.", valueName: "day"),
        completion: .list(Weekday.allCases.map(\.name)))
    var week: String?
    @Option(
        name: CommonOption.format.specification,
        help: ArgumentHelp("The format of results: \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
        completion: .list(OutputFormat.allCases.map(\.rawValue)))
    var format: String?
    @Option(
        name: CommonOption.width.specification,
        help: ArgumentHelp("The width of tables and charts, in characters.", valueName: "columns"))
    var width: String?
    @Option(name: CommonOption.height.specification, help: ArgumentHelp("The height of charts, in lines.", valueName: "lines"))
    var height: String?
    @Option(name: CommonOption.color.specification, help: "When to use color; `auto` respects NO_COLOR.")
    var color = ColorMode.auto
    @Option(name: CommonOption.diagnostics.specification, help: ArgumentHelp("The format of errors and warnings.", valueName: "format"))
    var diagnostics = DiagnosticsFormat.text
    @Option(
        name: CommonOption.actAs.specification,
        help: ArgumentHelp(
            "Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.", valueName: "app"))
    var actAs: [String] = []
    @Option(
        name: CommonOption.passwordFile.specification,
        help: ArgumentHelp("The file with the password of an engine; only its owner may read it.", valueName: "file"), completion: .file())
    var passwordFile: String?
    @Flag(name: CommonOption.insecure.specification, help: "Allow unencrypted requests to an engine on another machine.")
    var isInsecure = false
    @Flag(name: CommonOption.readOnly.specification, help: "Don't write to the store.")
    var isReadOnly = false
    @Flag(name: CommonOption.quiet.specification, help: "Print only results and errors.")
    var quiet = false

    var options: CommonOptions {
        CommonOptions(
            store: store, now: now, zone: zone, week: week, format: format, width: width, height: height, color: color,
            diagnostics: diagnostics, actAs: actAs.first, passwordFile: passwordFile, isInsecure: isInsecure, isReadOnly: isReadOnly,
            quiet: quiet
        )
    }

    /// Returns the options of a subcommand that runs scripts.
    func options(for report: ReportArguments) -> CommonOptions {
        var options = options
        options.output = report.output
        return options
    }

    func validate() throws {
        // The last one would win, so a second option could ask as an app that may read more.
        if let first = actAs.first, let other = actAs.first(where: { !Session.isSameApp($0, first) }) {
            throw ValidationError("--act-as: only one app can ask, not both \(first) and \(other)")
        }
        _ = try options.settings()
    }
}

/// A subcommand with the common options.
protocol CommonCommand: ParsableCommand {
    var common: CommonArguments { get }
}

extension CommonCommand {
    var options: CommonOptions { common.options }
}

import ArgumentParser
import Foundation
import TallyKit
import Workbench

enum ColorMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }
enum DiagnosticsFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// The options that every subcommand takes: their names, which `CommonOptions` declares and `ArgumentOrder` looks for.
enum CommonOption: String, CaseIterable {
    case store, now, zone, week, format, width, height, color, diagnostics
    case readOnly = "read-only"
    case quiet

    /// Whether a value follows it.
    var takesValue: Bool { self != .readOnly && self != .quiet }

    private var letter: Character? { self == .quiet ? "q" : nil }

    /// How it is written: `--quiet` and `-q`.
    var spellings: [String] { ["--" + rawValue] + (letter.map { ["-\($0)"] } ?? []) }

    var specification: NameSpecification {
        NameSpecification([.customLong(rawValue)] + (letter.map { [.customShort($0)] } ?? []))
    }
}

/// The options that every subcommand takes.
struct CommonOptions: ParsableArguments {
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

    private static let environment = ProcessInfo.processInfo.environment

    /// The settings that the options give; a wrong value is wrong usage.
    func settings() throws -> SessionSettings {
        var settings = SessionSettings()
        for (name, value) in [("zone", zone), ("week", week), ("format", format), ("width", width), ("height", height)] {
            guard let value, let entry = SettingCatalog.entry(named: name) else { continue }
            guard entry.apply(value, &settings) else {
                let choices = entry.choices.isEmpty ? "" : "; use one of: \(entry.choices.joined(separator: ", "))"
                throw ValidationError("--\(name): `\(value)` is no \(name)\(choices)")
            }
        }
        if let now, !settings.fixNow(at: now) {
            throw ValidationError("--now: `\(now)` is no time; write 2024-03-10T14:30:00+01:00")
        }
        return settings
    }

    func validate() throws { _ = try settings() }

    /// Opens the session of a command.
    func session(for use: StoreUse) throws -> Session {
        try session(on: StoreLocation.resolve(option: store, environment: Self.environment), for: use)
    }

    func session(on location: StoreLocation, for use: StoreUse, named name: String? = nil) throws -> Session {
        try Session(
            opening: location, for: use, isReadOnly: isReadOnly, named: name, settings: settings(), environment: Self.environment)
    }

    func usesColor(on descriptor: Int32) -> Bool {
        switch color {
        case .always: true
        case .never: false
        case .auto:
            isatty(descriptor) == 1 && (Self.environment["NO_COLOR"] ?? "").isEmpty && Self.environment["TERM"] != "dumb"
        }
    }
}

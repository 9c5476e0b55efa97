import QueryVocabulary
import ArgumentParser
import CalendarIntervals
import TallyCharts
import Foundation
import HealthModel
import ResultRendering
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

    var location: StoreLocation { StoreLocation.resolve(option: store, environment: Self.environment) }

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
        if let now {
            guard let reading = ISO8601.read(now) else {
                throw ValidationError("--now: `\(now)` is no time; write 2024-03-10T14:30:00+01:00")
            }
            settings.now = reading.instant(in: settings.zone ?? Zone.ofThisMachine())
        }
        return settings
    }

    func validate() throws { _ = try settings() }

    /// Opens the session of a command.
    func session(for use: StoreUse) throws -> Session {
        let store = try StoreOpening.open(location, for: use, isReadOnly: isReadOnly)
        return try session(on: store, named: location.name)
    }

    func session(on store: any SampleStorage, named name: String) throws -> Session {
        let session = Session(
            store: store, storeName: name, settings: try settings(), clock: SystemClock.now, machineZone: { Zone.ofThisMachine() })
        session.library = QueryLibrary(environment: Self.environment)
        session.lessons.progress = LessonProgress(environment: Self.environment)
        session.storage.forbidsWrites = isReadOnly
        return session
    }

    /// How many colours the terminal has, by what it calls itself.
    var colors: ColorDepth {
        let terminal = Self.environment["TERM"] ?? ""
        switch Self.environment["COLORTERM"] {
        case "truecolor", "24bit": return .trueColor
        default: return terminal.contains("direct") ? .trueColor : terminal.contains("256color") ? .palette256 : .sixteen
        }
    }

    /// Whether the terminal shows ASCII alone: by its name, or by a locale that says so.
    var isASCII: Bool {
        if ["dumb", "linux"].contains(Self.environment["TERM"]) { return true }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Self.environment[$0] }.first { !$0.isEmpty }
        guard let encoding = locale?.lowercased() else { return false }
        return !encoding.contains("utf-8") && !encoding.contains("utf8")
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

enum SystemClock {
    /// The machine's clock, in whole milliseconds.
    @Sendable static func now() -> Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

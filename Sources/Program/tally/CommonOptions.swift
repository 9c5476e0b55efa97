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

/// The options that every subcommand takes.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The store to use; also TALLY_STORE.", valueName: "path|:memory:"), completion: .file())
    var store: String?
    @Option(help: ArgumentHelp("What `now` means.", valueName: "instant"))
    var now: String?
    @Option(help: ArgumentHelp("The time zone of days and clocks.", valueName: "name"))
    var zone: String?
    @Option(help: ArgumentHelp("The day on which weeks start.", valueName: "day"), completion: .list(Weekday.allCases.map(\.name)))
    var week: String?
    @Option(
        help: ArgumentHelp("The format of results: \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
        completion: .list(OutputFormat.allCases.map(\.rawValue)))
    var format: String?
    @Option(help: ArgumentHelp("The columns of text that tables and pictures may take.", valueName: "columns"))
    var width: String?
    @Option(help: ArgumentHelp("The lines that a picture may take.", valueName: "lines"))
    var height: String?
    @Option(help: "When to use colour; NO_COLOR is respected.")
    var color = ColorMode.auto
    @Option(help: "How errors and warnings are told.")
    var diagnostics = DiagnosticsFormat.text
    @Flag(name: .customLong("read-only"), help: "Writes nothing to the store.")
    var isReadOnly = false
    @Flag(name: .shortAndLong, help: "Tells results and errors only.")
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

import ArgumentParser
import Foundation
import Scripts
import StoreCommands
@_spi(Guests) import TallyKit
import TallyShell
import Workbench

#if Warehouses
@_spi(Guests) import Warehouses
#endif

enum ColorMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }
enum DiagnosticsFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// The names of the options that every subcommand accepts, before and after the subcommand and its arguments.
enum CommonOption: String, CaseIterable {
    case store, now, zone, week, format, width, height, color, diagnostics
    case actAs = "act-as"
    case passwordFile = "password-file"
    case insecure
    case readOnly = "read-only"
    case askOnly = "ask-only"
    case quiet

    /// True if a value follows the option.
    var takesValue: Bool { ![.insecure, .readOnly, .askOnly, .quiet].contains(self) }

    /// True if the option limits what tally may do.
    var isLimit: Bool { self == .actAs || self == .readOnly || self == .askOnly }

    private var letter: Character? { self == .quiet ? "q" : nil }

    /// The spellings of the option, as in `--quiet` and `-q`.
    var spellings: [String] { ["--" + rawValue] + (letter.map { ["-\($0)"] } ?? []) }

    fileprivate var names: NameSpecification {
        NameSpecification([.customLong(rawValue)] + (letter.map { [.customShort($0)] } ?? []))
    }
}

/// The options that every subcommand accepts.
struct CommonOptions: ParsableArguments {
    @Option(
        name: CommonOption.store.names,
        help: ArgumentHelp("The store to use; TALLY_STORE sets the default.", valueName: "path|address|:memory:"), completion: .file())
    var store: String?
    @Option(name: CommonOption.now.names, help: ArgumentHelp("The moment that `now` and `today` refer to.", valueName: "time"))
    var now: String?
    @Option(name: CommonOption.zone.names, help: ArgumentHelp("The time zone for days and clock times.", valueName: "name"))
    var zone: String?
    @Option(
        name: CommonOption.week.names, help: ArgumentHelp("The first day of the week.", valueName: "day"),
        completion: .list(Weekday.allCases.map(\.name)))
    var week: String?
    @Option(
        name: CommonOption.format.names,
        help: ArgumentHelp("The format of results: \(OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"),
        completion: .list(OutputFormat.allCases.map(\.rawValue)))
    var format: String?
    @Option(
        name: CommonOption.width.names, help: ArgumentHelp("The width of tables and charts, in characters.", valueName: "columns"))
    var width: String?
    @Option(name: CommonOption.height.names, help: ArgumentHelp("The height of charts, in lines.", valueName: "lines"))
    var height: String?
    @Option(name: CommonOption.color.names, help: "When to use color; `auto` respects NO_COLOR.")
    var color = ColorMode.auto
    @Option(name: CommonOption.diagnostics.names, help: ArgumentHelp("The format of errors and warnings.", valueName: "format"))
    var diagnostics = DiagnosticsFormat.text
    @Option(
        name: CommonOption.actAs.names,
        help: ArgumentHelp(
            "Ask as an app: read what it may read, and write as itself. TALLY_ACT_AS sets the default.", valueName: "app"))
    var actAs: [String] = []
    @Option(
        name: CommonOption.passwordFile.names,
        help: ArgumentHelp("The file with the password of an engine; only its owner may read it.", valueName: "file"), completion: .file())
    var passwordFile: String?
    @Flag(name: CommonOption.insecure.names, help: "Allow unencrypted requests to an engine on another machine.")
    var isInsecure = false
    @Flag(name: CommonOption.readOnly.names, help: "Don't write to the store.")
    var givenReadOnly = false
    @Flag(
        name: CommonOption.askOnly.names,
        help: "Run text of somebody else: refuse what writes, reads files or opens connections. TALLY_ASK_ONLY=1 sets it.")
    var givenAskOnly = false
    @Flag(name: CommonOption.quiet.names, help: "Print only results and errors.")
    var quiet = false

    func validate() throws {
        // The last one would win, so a second option could ask as an app that may read more.
        if let first = actAs.first, let other = actAs.first(where: { !Session.isSameApp($0, first) }) {
            throw ValidationError("--act-as: only one app can ask, not both \(first) and \(other)")
        }
        _ = try settings()
    }

    /// True if nothing may be written to the store.
    var isReadOnly: Bool { givenReadOnly || mayOnlyAsk }

    /// True if statements may only ask, by the option or by TALLY_ASK_ONLY.
    var mayOnlyAsk: Bool { givenAskOnly || Self.environment["TALLY_ASK_ONLY"].map { !["", "0"].contains($0) } == true }

    /// The option that forbids writing, for messages.
    var limit: String { mayOnlyAsk ? "--ask-only" : "--read-only" }

    static let environment = ProcessInfo.processInfo.environment

    /// Returns the settings that the options specify. Throws a `ValidationError` for an invalid value.
    func settings() throws -> SessionSettings {
        var settings = SessionSettings()
        for (name, value) in [("zone", zone), ("week", week), ("format", format), ("width", width), ("height", height)] {
            guard let value, let entry = SettingCatalog.entry(named: name) else { continue }
            guard entry.apply(value, &settings) else {
                let choices = entry.choices.isEmpty ? "" : "; use one of: \(entry.choices.joined(separator: ", "))"
                throw ValidationError("--\(name): `\(value)` is not a valid \(name)\(choices)")
            }
        }
        try checkAsker()
        if let now, !settings.fixNow(at: now) {
            throw ValidationError("--now: `\(now)` is not a valid time; write it as 2024-03-10T14:30:00+01:00")
        }
        return settings
    }

    /// The app that asks, from `--act-as` or TALLY_ACT_AS; nil for the owner.
    var asker: String? { actAs.first ?? Self.outerAsker }

    /// The app of TALLY_ACT_AS, as in the module HealthKit; nil if the variable is not set or empty.
    private static let outerAsker = environment["TALLY_ACT_AS"].flatMap { $0.isEmpty ? nil : $0 }

    /// Throws a `ValidationError` if the app that asks has no valid name, or if the option names another app than the environment.
    private func checkAsker() throws {
        for (origin, name) in [("--act-as", actAs.first), ("TALLY_ACT_AS", Self.outerAsker)] {
            guard let name, !Session.isAppName(name) else { continue }
            throw ValidationError(
                "\(origin): this is not the name of an app; write a text such as com.example.trends, without `/` and control characters")
        }
        guard let actAs = actAs.first, let outer = Self.outerAsker, !Session.isSameApp(actAs, outer) else { return }
        throw ValidationError("--act-as: TALLY_ACT_AS already names the app that asks, \(outer), and an option can't change that")
    }

    /// Opens the session for a command.
    func session(for use: StoreUse) throws -> Session { try session(on: location, for: use) }

    /// The location of the store.
    var location: StoreLocation { StoreLocation.resolve(option: store, environment: Self.environment, warehouses: Self.driver) }

    /// Reaches the warehouses of `push`, `open` and `--store`; nil if the program is built without them.
    private static var driver: (any WarehouseDriver)? {
        #if Warehouses
        KnownWarehouses()
        #else
        nil
        #endif
    }

    /// Opens the session for a command that needs the file of a store, which must exist.
    func session(onFileFor command: String, _ use: StoreUse) throws -> Session {
        try StoreOpening.demandFile(at: location, for: command)
        return try session(for: use)
    }

    /// - Parameter fill: writes the data of a new store, as the owner, before the app of `--act-as` asks.
    func session(
        on location: StoreLocation, for use: StoreUse, named name: String? = nil, fill: (Session) throws -> Void = { _ in }
    ) throws -> Session {
        let warehouses = warehouses
        if case .warehouse(let address) = location, let warning = warehouses.warning(about: address) {
            ConsoleOutput(self).note("warning: " + warning)
        }
        let session = try Session(
            opening: location, for: use, isReadOnly: isReadOnly, mayOnlyAsk: mayOnlyAsk, named: name, settings: settings(),
            environment: Self.environment, warehouses: warehouses)
        if use == .write, !isReadOnly, let note = StoreOpening.note(about: location) { ConsoleOutput(self).note(note) }
        try fill(session)
        if let asker { session.begin(as: asker) }
        return session
    }

    private var warehouses: ReachableWarehouses {
        ReachableWarehouses(by: Self.driver, passwordFile: passwordFile, isInsecure: isInsecure, environment: Self.environment) {
            InterruptSignal.isRequested || TallyShell.Interruption().isRequested
        }
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

import ArgumentParser
import Foundation
import TallyKit
import TallyShell
import Workbench

enum ColorMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }
enum DiagnosticsFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// The names of the options that every subcommand accepts. `CommonArguments` declares them; `ArgumentOrder` looks for them.
enum CommonOption: String, CaseIterable {
    case store, now, zone, week, format, width, height, color, diagnostics
    case actAs = "act-as"
    case passwordFile = "password-file"
    case readOnly = "read-only"
    case insecure
    case quiet

    /// True if a value follows the option.
    var takesValue: Bool { ![.readOnly, .quiet, .insecure].contains(self) }

    /// True if the option limits what tally may do.
    var isLimit: Bool { self == .actAs || self == .readOnly }

    private var letter: Character? { self == .quiet ? "q" : nil }

    /// The spellings of the option, as in `--quiet` and `-q`.
    var spellings: [String] { ["--" + rawValue] + (letter.map { ["-\($0)"] } ?? []) }

    var specification: NameSpecification {
        NameSpecification([.customLong(rawValue)] + (letter.map { [.customShort($0)] } ?? []))
    }
}

/// The values of the options that every subcommand accepts.
struct CommonOptions {
    var store: String?
    var now: String?
    var zone: String?
    var week: String?
    var format: String?
    var width: String?
    var height: String?
    var color = ColorMode.auto
    var diagnostics = DiagnosticsFormat.text
    /// The app of `--act-as`. `asker` is the one that asks.
    var actAs: String?
    /// The file with the password of an engine.
    var passwordFile: String?
    /// True if unencrypted requests to an engine may leave this machine.
    var isInsecure = false
    var isReadOnly = false
    var quiet = false
    /// The file of the report, for subcommands that run scripts.
    var output: String?

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
    var asker: String? { actAs ?? Self.outerAsker }

    /// The app of TALLY_ACT_AS, as in the module HealthKit; nil if the variable is not set or empty.
    private static let outerAsker = environment["TALLY_ACT_AS"].flatMap { $0.isEmpty ? nil : $0 }

    /// Throws a `ValidationError` if the app that asks has no valid name, or if the option names another app than the environment.
    private func checkAsker() throws {
        for (origin, name) in [("--act-as", actAs), ("TALLY_ACT_AS", Self.outerAsker)] {
            guard let name, !Session.isAppName(name) else { continue }
            throw ValidationError(
                "\(origin): this is not the name of an app; write a text such as com.example.trends, without `/` and control characters")
        }
        guard let actAs, let outer = Self.outerAsker, !Session.isSameApp(actAs, outer) else { return }
        throw ValidationError("--act-as: TALLY_ACT_AS already names the app that asks, \(outer), and an option can't change that")
    }

    /// Opens the session for a command.
    func session(for use: StoreUse) throws -> Session { try session(on: location, for: use) }

    /// The location of the store.
    var location: StoreLocation { StoreLocation.resolve(option: store, environment: Self.environment) }

    /// Opens the session for a command that needs the file of a store, which must exist.
    func session(onFileFor command: String, _ use: StoreUse) throws -> Session {
        try StoreOpening.demandFile(at: location, for: command)
        return try session(for: use)
    }

    /// - Parameter fill: writes the data of a new store, as the owner, before the app of `--act-as` asks.
    func session(
        on location: StoreLocation, for use: StoreUse, named name: String? = nil, fill: (Session) throws -> Void = { _ in }
    ) throws -> Session {
        if case .engine(let address) = location, let warning = EngineLogin.warning(about: address) {
            ConsoleOutput(self).note("warning: " + warning)
        }
        let session = try Session(
            opening: location, for: use, isReadOnly: isReadOnly, named: name, settings: settings(), environment: Self.environment,
            engines: engines)
        try fill(session)
        if let asker { session.begin(as: asker) }
        return session
    }

    private var engines: EngineLogin {
        EngineLogin(passwordFile: passwordFile, isInsecure: isInsecure, environment: Self.environment) {
            Interruption.isRequested || TallyShell.Interruption().isRequested
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

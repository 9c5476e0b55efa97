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
    /// The app that asks; nil for the owner.
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
        if let actAs, !Session.isAppName(actAs) {
            throw ValidationError(
                "--act-as: this is not the name of an app; write a text such as com.example.trends, without `/` and control characters")
        }
        if let now, !settings.fixNow(at: now) {
            throw ValidationError("--now: `\(now)` is not a valid time; write it as 2024-03-10T14:30:00+01:00")
        }
        return settings
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

    func session(on location: StoreLocation, for use: StoreUse, named name: String? = nil) throws -> Session {
        if case .engine(let address) = location, let warning = EngineLogin.warning(about: address) {
            ConsoleOutput(self).note("warning: " + warning)
        }
        let session = try Session(
            opening: location, for: use, isReadOnly: isReadOnly, named: name, settings: settings(), environment: Self.environment,
            engines: engines)
        session.actor = actAs
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

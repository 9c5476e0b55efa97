import ArgumentParser
import Foundation
import TallyShell
import Workbench

/// `tally`, `tally -c 'QUERY'`, `tally 'QUERY'`, `tally FILE`.
struct Ask: CommonCommand {
    static let configuration = CommandConfiguration(
        // Without an explicit name, swift-argument-parser derives one by reflection at every start.
        commandName: "ask", abstract: "Answer one query, or open the shell.", usage: "tally [options] ['QUERY' | FILE]",
        shouldDisplay: false)

    @OptionGroup var common: CommonArguments
    @OptionGroup var report: ReportArguments
    @Option(name: .customShort("c"), help: ArgumentHelp("Run these statements.", valueName: "query"))
    var command: String?
    @Argument(help: "A query, or the path to a script.", completion: .file())
    var query: [String] = []

    func validate() throws {
        if command != nil, !query.isEmpty { throw ValidationError("give the query once: `tally -c '…'` or `tally '…'`") }
    }

    var options: CommonOptions { common.options(for: report) }

    func run() throws { try Self.run(command: command, query: query, options) }

    /// True for a word that can only be the path of a file, so that one that doesn't exist is reported as a file.
    private static func isPath(_ word: String) -> Bool {
        !word.contains(where: \.isWhitespace)
            && [".tally", ".csv", ".tsv", ".xml", ".zip", ".jsonl"].contains { word.lowercased().hasSuffix($0) }
    }

    static func run(command: String?, query: [String], _ options: CommonOptions) throws {
        if let command { try ScriptRun(options).run(ParsedScript(command)) }
        if query.count == 1, let path = query.first, path == "-" || FileManager.default.fileExists(atPath: path) || isPath(path) {
            try ScriptRun(options, printsReport: true).run(path: path, arguments: [])
        }
        // Joining texts looks up types by name, which a single text does not need.
        if !query.isEmpty { try ScriptRun(options).run(ParsedScript(query.count == 1 ? query[0] : query.joined(separator: " "))) }
        guard isatty(STDIN_FILENO) == 1 else { try ScriptRun(options).run(path: "-", arguments: []) }
        guard options.output == nil else { throw ValidationError("--output needs a script or a query") }
        try ShellCommand(options).run(try options.session(for: options.isReadOnly ? .read : .write))
    }
}

/// `tally explain 'QUERY'`
struct Explain: CommonCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a query without running it. For details, add a word before the query: buckets, plan, swift or sql.")

    @OptionGroup var common: CommonArguments
    @Argument(help: "The query.")
    var query: [String]

    func run() throws { try ScriptRun(options).run(ParsedScript("explain " + query.joined(separator: " "))) }
}

/// `tally run FILE [--param value …]`.
struct Run: CommonCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a script; - reads standard input.",
        discussion: "Put parameters of the script after the file. Options of tally can be before or after it.")

    @OptionGroup var common: CommonArguments
    @OptionGroup var report: ReportArguments
    @Argument(help: "The script.", completion: .file())
    var file: String
    @Argument(parsing: .captureForPassthrough, help: "Parameters of the script, as in --name value.")
    var arguments: [String] = []

    var options: CommonOptions { common.options(for: report) }

    func run() throws {
        let script = try ScriptRun(options).read(file)
        let split = ArgumentOrder(arguments).split(parameters: script.parameterNames)
        // Options of tally also work after the path.
        let whole =
            split.options.isEmpty ? self : try Self.parsed(moving: split.options, outOf: [file] + arguments, leaving: [file] + split.script)
        try ScriptRun(whole.options, printsReport: true).run(script, arguments: split.script)
    }
}

/// Runs statements on a session and exits with the code of their outcome.
struct ScriptRun {
    let options: CommonOptions
    /// True if the formats `html` and `markdown` print one document for the whole script.
    private let printsReport: Bool

    init(_ options: CommonOptions, printsReport: Bool = false) {
        self.options = options
        self.printsReport = printsReport
    }

    func run(path: String, arguments: [String]) throws -> Never {
        try run(read(path), arguments: arguments)
    }

    /// Returns the place of the report; nil if each statement prints its own answer.
    private func target(on session: Session) -> ReportTarget? {
        if let path = options.output { return ReportTarget(path: path) }
        return printsReport ? ReportTarget(printing: session.settings.format) : nil
    }

    func read(_ path: String) throws -> ParsedScript {
        do {
            return try ParsedScript(at: path)
        } catch {
            throw Failure.of(error, options)
        }
    }

    /// Prints the help of a script, which comes from its `param` lines, and exits.
    static func printHelp(of path: String) -> Never {
        do {
            ConsoleOutput.write(try ParsedScript(at: path).help, to: STDOUT_FILENO)
            exit(0)
        } catch {
            exit(Failure.of(error).rawValue)
        }
    }

    /// Runs the statements from standard input on a session that is already open.
    func runStandardInput(on session: Session) throws -> Never {
        try run(read("-"), on: session)
    }

    func run(_ script: ParsedScript, arguments: [String] = [], on session: Session? = nil) throws -> Never {
        let output = ConsoleOutput(options)
        Interruption.install()
        do {
            let use: StoreUse = script.writes ? .write : .read
            let session = try session ?? options.session(for: use)
            try session.bindParameters(of: script, arguments: arguments)
            let outcome =
                if let target = target(on: session) {
                    try session.run(script, to: target, output: output)
                } else {
                    session.run(script, output: output)
                }
            // Nothing was written, so there is nothing to close, which would start two threads.
            if !session.storage.needsRelease { withExtendedLifetime(session) { exit(outcome.rawValue) } }
            throw ExitCode(outcome.rawValue)
        } catch let code as ExitCode {
            throw code
        } catch {
            throw Failure.of(error, options)
        }
    }
}

/// Reports errors that have no source location and maps them to exit codes.
enum Failure {
    static func of(_ error: any Error, _ options: CommonOptions? = nil) -> ExitCode {
        let isJSON = options?.diagnostics == .json
        ConsoleOutput.write(isJSON ? Finding(error).jsonLine : "tally: \(Session.message(of: error))\n", to: STDERR_FILENO)
        return ExitCode((error as? SessionError)?.outcome.rawValue ?? Outcome.unavailable.rawValue)
    }
}

import ArgumentParser
import Foundation
import Scripts
import StoreCommands
import TallyShell
import TerminalText
import Workbench

/// `tally`, `tally -c 'QUERY'`, `tally 'QUERY'`, `tally FILE`.
struct Ask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Answer one query, or open the shell.", usage: "tally [options] ['QUERY' | FILE]",
        shouldDisplay: false)

    @OptionGroup var options: CommonOptions
    @OptionGroup var report: ReportArguments
    @Option(name: .customShort("c"), help: ArgumentHelp("Run these statements.", valueName: "query"))
    var command: String?
    @Argument(help: "A query, or the path to a script.", completion: .file())
    var query: [String] = []

    func validate() throws {
        if command != nil, !query.isEmpty { throw ValidationError("give the query once: `tally -c '…'` or `tally '…'`") }
    }

    /// True for a word that can only be the path of a file, so that one that doesn't exist is reported as a file.
    private static func isPath(_ word: String) -> Bool {
        !word.contains(where: \.isWhitespace)
            && [".tally", ".csv", ".tsv", ".xml", ".zip", ".jsonl", ".json", ".db", ".fit", ".tcx", ".gpx"].contains {
                word.lowercased().hasSuffix($0)
            }
    }

    func run() throws {
        let run = ScriptRun(options, report)
        if let command { try run.run(ParsedScript(command)) }
        if query.count == 1, let path = query.first, path == "-" || FileManager.default.fileExists(atPath: path) || Self.isPath(path) {
            try run.printingReport.run(path: path, arguments: [])
        }
        if !query.isEmpty { try run.run(ParsedScript(query.joined(separator: " "))) }
        guard isatty(STDIN_FILENO) == 1 else { try run.run(path: "-", arguments: []) }
        guard report.output == nil else { throw ValidationError("--output needs a script or a query") }
        try ShellCommand(options).run(try options.session(for: options.isReadOnly ? .read : .write))
    }
}

/// `tally explain 'QUERY'`
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a query. For details, add a word before the query: buckets, plan, swift, sql or chart.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "The query.")
    var query: [String]

    func run() throws { try ScriptRun(options).run(ParsedScript("explain " + query.joined(separator: " "))) }
}

/// `tally run FILE [--param value …]`.
struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a script; - reads standard input.",
        discussion: "Put parameters of the script after the file. Options of tally can be before or after it.")

    @OptionGroup var options: CommonOptions
    @OptionGroup var report: ReportArguments
    @Argument(help: "The script.", completion: .file())
    var file: String
    @Argument(parsing: .captureForPassthrough, help: "Parameters of the script, as in --name value.")
    var arguments: [String] = []

    func run() throws {
        let script = try ScriptRun(options).read(file)
        let split = ArgumentOrder(arguments).split(parameters: script.parameterNames)
        // Options of tally also work after the path.
        let whole =
            split.options.isEmpty ? self : try Self.parsed(moving: split.options, outOf: [file] + arguments, leaving: [file] + split.script)
        try ScriptRun(whole.options, whole.report).printingReport.run(script, arguments: split.script)
    }
}

/// Runs statements on a session and exits with the code of their outcome.
struct ScriptRun {
    private let options: CommonOptions
    /// The file of the report; nil if there is none.
    private let output: String?
    /// True if the formats `html` and `markdown` print one document for the whole script.
    private var printsReport = false

    init(_ options: CommonOptions, _ report: ReportArguments? = nil) {
        self.options = options
        output = report?.output
    }

    /// The same run, which prints one document for the whole script if the format is `html` or `markdown`.
    var printingReport: ScriptRun {
        var run = self
        run.printsReport = true
        return run
    }

    func run(path: String, arguments: [String]) throws -> Never {
        try run(read(path), arguments: arguments)
    }

    /// Returns the place of the report; nil if each statement prints its own answer.
    private func target(on session: Session) -> ReportTarget? {
        if let output { return ReportTarget(path: output) }
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
        InterruptSignal.install()
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
        let message = ScreenText.visibleLines(Session.message(of: error))
        ConsoleOutput.write(isJSON ? Finding(error).jsonLine : "tally: \(message)\n", to: STDERR_FILENO)
        return ExitCode((error as? CommandError)?.outcome.rawValue ?? Outcome.unavailable.rawValue)
    }
}

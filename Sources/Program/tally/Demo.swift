import ArgumentParser
import Foundation
import Scripts
import StoreCommands
import Workbench

/// `tally demo`: the shell, or one answer, on generated data.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the shell on 60 days of generated data, in memory; -c answers one query.",
        discussion: "Put parameters of a script after its path. An option of the same name then belongs to the script.")

    @OptionGroup var options: CommonOptions
    @OptionGroup var report: ReportArguments
    @Option(help: "The seed for the generated data.")
    var seed: UInt64 = 1
    @Option(help: "The number of days to generate.")
    var days = 60
    @Option(parsing: .unconditional, help: ArgumentHelp("The number of persons of a study, in many time zones.", valueName: "count"))
    var persons: Int?
    @Option(name: .customShort("c"), help: ArgumentHelp("Run these statements.", valueName: "query"))
    var command: String?
    @Argument(
        parsing: .captureForPassthrough, help: "A query, or the path to a script and its parameters, to run on the generated data.",
        completion: .file())
    var query: [String] = []

    /// The options of this subcommand, next to the common ones.
    private static let own: Set = ["--seed", "--days", "--persons", "-c"]

    func validate() throws {
        guard (1...20_000).contains(days) else { throw ValidationError("--days: use a number from 1 to 20000") }
        if let persons, !(1...10_000).contains(persons) { throw ValidationError("--persons: use a number from 1 to 10000") }
    }

    func run() throws {
        let path = query.first.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
        let script = try path.map(ScriptRun(options).read)
        let given = path == nil ? query : Array(query.dropFirst())
        let split = ArgumentOrder(given).split(parameters: script?.parameterNames ?? [], own: Self.own)
        let rest = (path.map { [$0] } ?? []) + split.script
        if split.script.contains(where: ["--help", "-h"].contains) {
            if let path { ScriptRun.printHelp(of: path) }
            throw CleanExit.helpRequest(self)
        }
        // Options also work after the query or the path.
        let whole = split.options.isEmpty ? self : try Self.parsed(moving: split.options, outOf: query, leaving: rest)
        if let script {
            try ScriptRun(whole.options, whole.report).printingReport.run(script, arguments: split.script, on: whole.session())
        }
        try whole.run(words: split.script)
    }

    /// Runs a query on the generated data, or the shell.
    private func run(words: [String]) throws {
        if let option = words.first(where: Self.isOption) { throw ValidationError("Unknown option '\(option)'") }
        if command != nil, !words.isEmpty { throw ValidationError("give the query once: `tally demo -c '…'` or `tally demo '…'`") }
        let session = try session()
        let run = ScriptRun(options, report)
        if let command { try run.run(ParsedScript(command), on: session) }
        if !words.isEmpty { try run.run(ParsedScript(words.joined(separator: " ")), on: session) }
        guard isatty(STDIN_FILENO) == 1 else { try run.runStandardInput(on: session) }
        guard report.output == nil else { throw ValidationError("--output needs a script or a query") }
        try ShellCommand(options).run(session)
    }

    /// Returns true for `--name` and `-n`. In a query, `-30d` is a time.
    private static func isOption(_ word: String) -> Bool {
        word.hasPrefix("--") || word.hasPrefix("-") && word.dropFirst().first?.isLetter == true
    }

    /// Returns a session on the generated data.
    private func session() throws -> Session {
        do {
            return try options.session(on: .memory, for: .write, named: "demo") {
                try DemoData(seed: seed, days: days, persons: persons).fill($0.commandStore)
            }
        } catch { throw Failure.of(error, options) }
    }
}

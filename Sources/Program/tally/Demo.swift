import ArgumentParser
import Foundation
import Workbench

/// `tally demo`: the shell, or one answer, on generated data.
struct Demo: CommonCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the shell on 60 days of generated data, in memory; -c answers one query.")

    @OptionGroup var common: CommonArguments
    @OptionGroup var report: ReportArguments
    @Option(help: "The seed for the generated data.")
    var seed: UInt64 = 1
    @Option(help: "The number of days to generate.")
    var days = 60
    @Option(parsing: .unconditional, help: ArgumentHelp("The number of persons of a study, in many time zones.", valueName: "count"))
    var persons: Int?
    @Option(name: .customShort("c"), help: ArgumentHelp("Run these statements.", valueName: "query"))
    var command: String?
    @Argument(help: "A query, or the path to a script, to run on the generated data.", completion: .file())
    var query: [String] = []

    var options: CommonOptions { common.options(for: report) }

    func validate() throws {
        guard (1...20_000).contains(days) else { throw ValidationError("--days: use a number from 1 to 20000") }
        if let persons, !(1...10_000).contains(persons) { throw ValidationError("--persons: use a number from 1 to 10000") }
    }

    func run() throws {
        let session: Session
        do {
            session = try options.session(on: .memory, for: .write, named: "demo")
            try DemoData(seed: seed, days: days, persons: persons).fill(session)
        } catch { throw Failure.of(error, options) }
        if let command { try ScriptRun(options).run(ParsedScript(command), on: session) }
        if query.count == 1, let path = query.first, FileManager.default.fileExists(atPath: path) {
            let script = ScriptRun(options, printsReport: true)
            try script.run(script.read(path), arguments: [], on: session)
        }
        if !query.isEmpty { try ScriptRun(options).run(ParsedScript(query.joined(separator: " ")), on: session) }
        guard isatty(STDIN_FILENO) == 1 else { try ScriptRun(options).runStandardInput(on: session) }
        guard options.output == nil else { throw ValidationError("--output needs a script or a query") }
        try ShellCommand(options).run(session)
    }
}

import ArgumentParser

/// The command line: the only place that reads arguments and environment, and that exits.
@main
struct Tally: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tally",
        abstract: "Asks health samples questions in near-English, and gets the statistics right.",
        usage: """
            tally                                  the shell, on your store
            tally 'sum steps by day last 7 days'   one answer
            tally run report.tally                 a script
            tally explain 'sum steps by week'      what a query means
            tally import export.zip                fills the store
            tally demo                             the shell on generated data
            tally learn                            twelve lessons
            """,
        discussion:
            "Exit codes: 0 fine, 1 a failed assertion or test, 2 the query is wrong, 3 input or storage failed, 64 wrong usage, 130 interrupted.",
        version: "0.1.0",
        subcommands: [
            Ask.self, Run.self, Explain.self, Import.self, Demo.self, Learn.self, Check.self, Format.self, Test.self, Info.self,
            Doctor.self, Generate.self,
        ],
        defaultSubcommand: Ask.self)

    static func main() {
        if CommandLine.arguments.dropFirst().first?.hasPrefix(CompletedCommand.generation) == true { CompletedCommand.main() }
        let subcommands = configuration.subcommands.compactMap { $0.configuration.commandName }
        let arguments = ArgumentOrder(CommandLine.arguments.dropFirst())
        if let script = arguments.scriptOfHelp { ScriptRun.printHelp(of: script) }
        main(arguments.subcommandFirst(among: subcommands).helpAsQuery(unlessAbout: subcommands))
    }
}

extension [String] {
    /// Returns the arguments of `tally help anchor` as those of the query `help anchor`; `tally help import` is about the subcommand.
    fileprivate func helpAsQuery(unlessAbout subcommands: [String]) -> [String] {
        guard count > 1, first == "help", !subcommands.contains(self[1]), !self[1].hasPrefix("-") else { return self }
        return [joined(separator: " ")]
    }
}

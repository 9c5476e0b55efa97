import ArgumentParser

/// The command line for shell completions. It offers the options of the default subcommand next to the subcommands.
struct CompletedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tally", abstract: Tally.configuration.abstract,
        subcommands: Tally.configuration.subcommands.filter { $0 != Ask.self && $0.configuration.shouldDisplay })

    @OptionGroup var options: CommonOptions
    @OptionGroup var report: ReportArguments
    @Option(name: .customShort("c"), help: ArgumentHelp("Run these statements.", valueName: "query"))
    var command: String?

    /// The option of swift-argument-parser that prints the completion script of a shell.
    static let generation = "--generate-completion-script"
}

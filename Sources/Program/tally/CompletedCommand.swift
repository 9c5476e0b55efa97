import ArgumentParser

/// The command line as shells complete it: the options of the subcommand that may be left out stand beside the subcommands.
struct CompletedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tally", abstract: Tally.configuration.abstract,
        subcommands: Tally.configuration.subcommands.filter { $0 != Ask.self && $0.configuration.shouldDisplay })

    @OptionGroup var common: CommonArguments
    @Option(name: .customShort("c"), help: ArgumentHelp("Runs these statements.", valueName: "query"))
    var command: String?

    /// The option of swift-argument-parser that writes the script for a shell.
    static let generation = "--generate-completion-script"
}

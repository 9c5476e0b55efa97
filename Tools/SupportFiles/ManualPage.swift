import Foundation
import QuerySyntax
import QueryVocabulary

/// Generates the manual page `tally(1)` from the command-line parser's description and the grammar table.
package enum ManualPage {
    /// - Parameter commands: the JSON description of the command line that swift-argument-parser prints for `--experimental-dump-help`.
    /// - Throws: a decoding error if `commands` is not such a description.
    package static func text(commands: String, version: String) throws -> String {
        let command = try JSONDecoder().decode(CommandLineHelp.self, from: Data(commands.utf8)).command
        var page = Roff()
        page.raw(".TH TALLY 1 \"\" \"tally \(version)\" \"User Commands\"")
        page.section("NAME")
        page.paragraph("tally - \(command.abstract ?? "")")
        page.section("SYNOPSIS")
        for line in synopsis { page.bold(line, then: "") }
        page.section("DESCRIPTION")
        page.paragraph(
            "Tally answers queries about the samples of an Apple Health export with the statistics of HealthKit. It splits samples across the buckets that they overlap, counts data that two devices recorded only once, and respects days of 23 or 25 hours."
        )
        page.paragraph(
            "Without a query, tally opens a shell with completion, help and lessons: try help, describe and learn. If standard input is not a terminal, tally runs it as a script. Results go to standard output, everything else to standard error."
        )
        page.section("COMMANDS")
        for subcommand in command.subcommands ?? [] where subcommand.isShown && subcommand.commandName != "help" {
            page.item(
                "tally \(subcommand.commandName) \(subcommand.operands)".trimmingCharacters(in: .whitespaces), subcommand.abstract ?? "")
        }
        page.section("OPTIONS")
        let ask = command.subcommands?.first { $0.commandName == "ask" }
        for option in (ask?.arguments ?? []) where option.isShown && option.kind != "positional" {
            page.item(option.spelling, option.description)
        }
        for subcommand in command.subcommands ?? [] where subcommand.isShown {
            let own = (subcommand.arguments ?? []).filter { option in
                option.isShown && option.kind != "positional" && !(ask?.arguments ?? []).contains { $0.spelling == option.spelling }
            }
            guard !own.isEmpty else { continue }
            page.subsection("Options of tally \(subcommand.commandName)")
            for option in own { page.item(option.spelling, option.description) }
        }
        page.section("QUERIES")
        page.paragraph(
            "A query has an aggregate, a metric and optional clauses for the grouping, the time range and the format. Clauses can be in any order. Stages after a pipe work on the result."
        )
        for (title, place) in [
            ("Aggregates", Grammar.Place.aggregate), ("Clauses", .clause), ("Stages (after a pipe)", .stage),
            ("Formats (after as)", .format), ("Other statements", .statement),
        ] {
            page.subsection(title)
            for entry in Grammar.entries(at: place) { page.item(entry.syntax, entry.summary) }
        }
        page.section("ENVIRONMENT")
        for (name, meaning) in environment { page.item(name, meaning) }
        page.section("FILES")
        for (name, meaning) in files { page.item(name, meaning) }
        page.section("EXIT STATUS")
        for (code, meaning) in exitCodes { page.item(code, meaning) }
        page.section("EXAMPLES")
        for place in [Grammar.Place.aggregate, .stage, .format] {
            for entry in Grammar.entries(at: place).prefix(3) { page.example("tally '\(entry.example)'") }
        }
        return page.text
    }

    private static let synopsis = [
        "tally [OPTIONS] ['QUERY' | FILE]", "tally [OPTIONS] -c 'QUERY'", "tally COMMAND [OPTIONS] …",
    ]
    private static let environment = [
        ("TALLY_STORE", "The store to use if --store is not given."),
        ("TALLY_LIBRARY", "The folder of saved queries."),
        ("TALLY_HISTORY", "The shell's history file. An empty value turns the history file off."),
        ("XDG_DATA_HOME, XDG_STATE_HOME", "The folders of the store and the history. The defaults are ~/.local/share and ~/.local/state."),
        ("NO_COLOR", "If set and not empty, output has no color."),
        ("EDITRC", "In a program without GNU readline: the configuration file of libedit. The default is ~/.editrc."),
        ("INPUTRC", "The configuration file of GNU readline, for key bindings. Its $if conditions can test for the application Tally."),
    ]
    private static let files = [
        ("~/.local/share/tally/health.tally", "The store, readable only by its owner."),
        ("~/.local/share/tally/queries", "Saved queries."),
        ("~/.local/state/tally/history", "The shell's history."),
    ]
    private static let exitCodes = [
        ("0", "Success."), ("1", "An assertion or a test failed."), ("2", "The query is wrong."), ("3", "Reading or writing data failed."),
        ("64", "The arguments are wrong."), ("130", "Interrupted."),
    ]
}

/// The JSON description of the command line from swift-argument-parser.
private struct CommandLineHelp: Decodable {
    var command: Command

    struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var shouldDisplay: Bool?
        var defaultSubcommand: String?
        var subcommands: [Command]?
        var arguments: [Argument]?

        var isShown: Bool { shouldDisplay ?? true }

        /// `FILE [PATH…]`
        var operands: String {
            (arguments ?? []).filter { $0.isShown && $0.kind == "positional" }.map { operand in
                let name = (operand.valueName ?? "").uppercased() + (operand.isRepeating ? "…" : "")
                return operand.isOptional ? "[\(name)]" : name
            }.joined(separator: " ")
        }
    }

    struct Argument: Decodable {
        var kind: String
        var abstract: String?
        var defaultValue: String?
        var valueName: String?
        var names: [Name]?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool?

        struct Name: Decodable {
            var kind: String
            var name: String
        }

        var isShown: Bool { shouldDisplay ?? true }

        /// `-h, --help`, `--store PATH`
        var spelling: String {
            let names = (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }.joined(separator: ", ")
            return kind == "option" ? "\(names) \(valueName ?? "")" : names
        }

        var description: String {
            let standard = defaultValue.flatMap { kind == "option" && !$0.isEmpty ? " (default: \($0))" : nil } ?? ""
            return (abstract ?? "") + standard
        }
    }
}

/// Builds text with the macros of manual pages.
private struct Roff {
    private(set) var text = ""

    mutating func raw(_ line: String) { text += line + "\n" }
    mutating func section(_ title: String) { raw(".SH \"\(title)\"") }
    mutating func subsection(_ title: String) { raw(".SS \"\(title)\"") }
    mutating func paragraph(_ text: String) { raw(".PP\n" + escaped(text)) }
    mutating func item(_ term: String, _ text: String) { raw(".TP\n.B " + escaped(term) + "\n" + escaped(text)) }
    mutating func bold(_ text: String, then rest: String) { raw(".PP\n.B " + escaped(text) + rest) }
    mutating func example(_ text: String) { raw(".PP\n.nf\n.RS\n" + escaped(text) + "\n.RE\n.fi") }

    /// Escapes `text` so that hyphens can be copied and typed, and a dot or apostrophe at the start of a line does not start a macro.
    private func escaped(_ text: String) -> String {
        let plain = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
            .replacingOccurrences(of: "'", with: "\\(aq").replacingOccurrences(of: "…", with: "...").replacingOccurrences(
                of: "\"", with: "\\(dq")
        return plain.hasPrefix(".") ? "\\&" + plain : plain
    }
}

import ArgumentParser
import Foundation

/// Lets the options that every subcommand takes stand anywhere: before the subcommand, and after a script's path.
struct ArgumentOrder {
    private let arguments: [String]

    init(_ arguments: some Sequence<String>) { self.arguments = Array(arguments) }

    /// The options that every subcommand takes, read off their one declaration.
    private static let common: (flags: Set<String>, valued: Set<String>) = {
        struct Dump: Decodable {
            struct Command: Decodable { var arguments: [Argument]? }
            struct Argument: Decodable {
                struct Name: Decodable { var kind, name: String }
                var kind: String
                var names: [Name]?
            }
            var command: Command
        }
        let text = CommonCommand._dumpHelp()
        let arguments = (try? JSONDecoder().decode(Dump.self, from: Data(text.utf8)))?.command.arguments ?? []
        func names(of kind: String) -> Set<String> {
            var found: Set<String> = []
            for argument in arguments where argument.kind == kind {
                for name in argument.names ?? [] { found.insert((name.kind == "short" ? "-" : "--") + name.name) }
            }
            return found
        }
        // Help belongs to each subcommand.
        return (names(of: "flag").subtracting(["--help", "-h"]), names(of: "option"))
    }()
    private static var flags: Set<String> { common.flags }
    private static var valued: Set<String> { common.valued }

    /// Returns the arguments with a subcommand that stands behind common options moved to the front.
    func subcommandFirst(among names: [String]) -> [String] {
        let length = Self.commonPrefix(of: arguments[...])
        guard length < arguments.count, names.contains(arguments[length]) else { return arguments }
        return [arguments[length]] + arguments[..<length] + arguments[(length + 1)...]
    }

    /// Returns the arguments behind a script's path as those of tally itself and those of the script, which has `parameters`.
    func split(parameters: Set<String>) -> (common: [String], script: [String]) {
        var common: [String] = []
        var script: [String] = []
        var index = 0
        while index < arguments.count {
            let name = arguments[index].prefix { $0 != "=" }.drop { $0 == "-" }
            let length = parameters.contains(String(name)) ? 0 : Self.optionLength(arguments[index...])
            if length == 0 {
                script.append(arguments[index])
                index += 1
            } else {
                common += arguments[index..<(index + length)]
                index += length
            }
        }
        return (common, script)
    }

    /// The script of `tally run --help SCRIPT`.
    var scriptOfHelp: String? {
        guard arguments.first == "run", arguments.contains("--help") || arguments.contains("-h") else { return nil }
        var rest = arguments.dropFirst()
        while let argument = rest.first {
            let length = Self.optionLength(rest)
            if length == 0, !argument.hasPrefix("-") { return FileManager.default.fileExists(atPath: argument) ? argument : nil }
            rest = rest.dropFirst(max(1, length))
        }
        return nil
    }

    private static func commonPrefix(of arguments: ArraySlice<String>) -> Int {
        var rest = arguments
        while true {
            let length = optionLength(rest)
            if length == 0 { return rest.startIndex - arguments.startIndex }
            rest = rest.dropFirst(length)
        }
    }

    /// The number of arguments that the common option at the start takes, 0 where there is none.
    private static func optionLength(_ arguments: ArraySlice<String>) -> Int {
        // Reading the declaration takes as long as the rest of a start: it is asked for options alone, of which `-c` is no common one.
        guard let first = arguments.first, first.hasPrefix("-"), first != "-c" else { return 0 }
        if flags.contains(first) { return 1 }
        if valued.contains(first) { return min(2, arguments.count) }
        return valued.contains(String(first.prefix { $0 != "=" })) && first.contains("=") ? 1 : 0
    }
}

/// The options that every subcommand takes, and nothing else.
private struct CommonCommand: ParsableCommand {
    @OptionGroup var options: CommonOptions
}

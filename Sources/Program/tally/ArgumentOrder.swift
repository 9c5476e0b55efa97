import ArgumentParser
import Foundation

/// Accepts common options anywhere: before the subcommand and after a script's path.
struct ArgumentOrder {
    private let arguments: [String]

    init(_ arguments: some Sequence<String>) { self.arguments = Array(arguments) }

    private static let flags = Set(CommonOption.allCases.filter { !$0.takesValue }.flatMap(\.spellings))
    private static let valued = Set(CommonOption.allCases.filter(\.takesValue).flatMap(\.spellings) + [ReportArguments.output])
    /// The options that limit what tally does. A script can't take them away by a parameter with the same name.
    private static let limits = Set(CommonOption.allCases.filter(\.isLimit).flatMap(\.spellings))

    /// Returns the arguments with the subcommand first, if common options precede it.
    func subcommandFirst(among names: [String]) -> [String] {
        let length = Self.commonPrefix(of: arguments[...])
        guard length < arguments.count, names.contains(arguments[length]) else { return arguments }
        return [arguments[length]] + arguments[..<length] + arguments[(length + 1)...]
    }

    /// Splits the arguments after a script's path into options of tally and arguments of the script, which has `parameters`.
    ///
    /// - Parameter own: The options of the subcommand, in addition to the common ones. Each has a value.
    func split(parameters: Set<String>, own: Set<String> = []) -> (options: [String], script: [String]) {
        var options: [String] = []
        var script: [String] = []
        var rest = arguments[...]
        while let argument = rest.first {
            let spelling = String(argument.prefix { $0 != "=" })
            let isParameter = parameters.contains(String(spelling.drop { $0 == "-" })) && !Self.limits.contains(spelling)
            let length = isParameter ? 0 : Self.optionLength(rest, own: own)
            if length == 0 { script.append(argument) } else { options += rest.prefix(length) }
            rest = rest.dropFirst(max(1, length))
        }
        return (options, script)
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

    /// The number of arguments that the option at the start uses; 0 if there is no common option and none of `own`.
    private static func optionLength(_ arguments: ArraySlice<String>, own: Set<String> = []) -> Int {
        guard let first = arguments.first else { return 0 }
        if flags.contains(first) { return 1 }
        let spelling = String(first.prefix { $0 != "=" })
        guard valued.contains(spelling) || own.contains(spelling) else { return 0 }
        return spelling == first ? min(2, arguments.count) : 1
    }
}

extension ParsableCommand {
    /// Parses the command line of this process again, with `options` before the positional arguments.
    ///
    /// So every option works after a path as it does before it, without code for each of them.
    ///
    /// - Parameters:
    ///   - trailing: The last arguments of the command line, which the first parse took as they are.
    ///   - rest: The arguments that replace them, without `options`.
    static func parsed(moving options: [String], outOf trailing: [String], leaving rest: [String]) throws -> Self {
        let given = Tally.arguments
        // Anything else would lose an option, and with it perhaps a limit.
        guard given.first == configuration.commandName, given.suffix(trailing.count).elementsEqual(trailing) else {
            throw ValidationError("put the options of tally before \(trailing.first ?? "the path")")
        }
        let before = given.dropLast(trailing.count).filter { $0 != "--" }
        guard let command = try Tally.parseAsRoot(before + options + rest) as? Self else {
            throw ValidationError("put the options of tally before \(trailing.first ?? "the path")")
        }
        return command
    }
}

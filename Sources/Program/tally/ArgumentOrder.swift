import Foundation

/// Accepts common options anywhere: before the subcommand and after a script's path.
struct ArgumentOrder {
    private let arguments: [String]

    init(_ arguments: some Sequence<String>) { self.arguments = Array(arguments) }

    private static let flags = Set(CommonOption.allCases.filter { !$0.takesValue }.flatMap(\.spellings))
    private static let valued = Set(CommonOption.allCases.filter(\.takesValue).flatMap(\.spellings) + [ReportArguments.output])

    /// Returns the arguments with the subcommand first, if common options precede it.
    func subcommandFirst(among names: [String]) -> [String] {
        let length = Self.commonPrefix(of: arguments[...])
        guard length < arguments.count, names.contains(arguments[length]) else { return arguments }
        return [arguments[length]] + arguments[..<length] + arguments[(length + 1)...]
    }

    /// Splits the arguments after a script's path into options of tally and arguments of the script, which has `parameters`.
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

    /// The number of arguments that the common option at the start uses; 0 if there is no common option.
    private static func optionLength(_ arguments: ArraySlice<String>) -> Int {
        guard let first = arguments.first else { return 0 }
        if flags.contains(first) { return 1 }
        if valued.contains(first) { return min(2, arguments.count) }
        return valued.contains(String(first.prefix { $0 != "=" })) && first.contains("=") ? 1 : 0
    }
}

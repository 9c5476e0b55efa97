import ArgumentParser
import Foundation

/// A command line without a subcommand in its plainest form: common options, each followed by its value, and a query or a script.
///
/// It is read here, because swift-argument-parser takes longer than most queries. It reads everything else, and reports what is wrong.
struct PlainRequest {
    private var options = CommonOptions()
    private var command: String?
    private var query: [String] = []

    /// Returns nil if `arguments` are anything else, or wrong.
    init?(_ arguments: some Sequence<String>, subcommands: [String]) {
        var rest = Array(arguments)[...]
        var given: [String] = []
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                if query.isEmpty, subcommands.contains(argument) { return nil }
                query.append(argument)
                continue
            }
            guard !given.contains(argument) else { return nil }
            given.append(argument)
            if let option = CommonOption.allCases.first(where: { $0.spellings.contains(argument) }) {
                guard option.takesValue ? Self.popValue(&rest).map({ options.set(option, to: $0) }) ?? false : options.set(option)
                else { return nil }
            } else {
                guard argument == "-c", let text = Self.popValue(&rest) else { return nil }
                command = text
            }
        }
        guard command == nil || query.isEmpty, (try? options.settings()) != nil else { return nil }
    }

    /// Removes the first argument and returns it; nil if it could be an option.
    private static func popValue(_ arguments: inout ArraySlice<String>) -> String? {
        arguments.popFirst().flatMap { $0.isEmpty || $0.hasPrefix("-") ? nil : $0 }
    }

    func run() -> Never {
        do {
            try Ask.run(command: command, query: query, options)
            Foundation.exit(0)
        } catch let code as ExitCode {
            Foundation.exit(code.rawValue)
        } catch {
            Tally.exit(withError: error)
        }
    }
}

extension CommonOptions {
    /// Sets a flag.
    fileprivate mutating func set(_ flag: CommonOption) -> Bool {
        switch flag {
        case .readOnly where !isReadOnly: isReadOnly = true
        case .quiet where !quiet: quiet = true
        default: return false
        }
        return true
    }

    /// Sets the option that takes a value; returns false if it does not take this one.
    fileprivate mutating func set(_ option: CommonOption, to value: String) -> Bool {
        switch option {
        case .store: store = value
        case .now: now = value
        case .zone: zone = value
        case .week: week = value
        case .format: format = value
        case .width: width = value
        case .height: height = value
        case .color:
            guard let mode = ColorMode(rawValue: value) else { return false }
            color = mode
        case .diagnostics:
            guard let format = DiagnosticsFormat(rawValue: value) else { return false }
            diagnostics = format
        case .readOnly, .quiet: return false
        }
        return true
    }
}

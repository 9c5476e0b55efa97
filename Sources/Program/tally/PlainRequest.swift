import ArgumentParser
import Foundation

/// A simple command line without a subcommand: common options with separate values, and a query or a script.
///
/// Parsed here because swift-argument-parser takes longer than most queries. It parses all other command lines and reports errors.
struct PlainRequest {
    private var options = CommonOptions()
    private var command: String?
    private var query: [String] = []

    /// Returns nil if `arguments` have another form or an error.
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
            Tally.end(with: error)
        }
    }
}

extension CommonOptions {
    /// Sets a flag. Returns false if it is already set.
    fileprivate mutating func set(_ flag: CommonOption) -> Bool {
        switch flag {
        case .readOnly where !isReadOnly: isReadOnly = true
        case .quiet where !quiet: quiet = true
        case .insecure where !isInsecure: isInsecure = true
        default: return false
        }
        return true
    }

    /// Sets an option with a value. Returns false if the value is not valid.
    fileprivate mutating func set(_ option: CommonOption, to value: String) -> Bool {
        switch option {
        case .store: store = value
        case .now: now = value
        case .zone: zone = value
        case .week: week = value
        case .format: format = value
        case .width: width = value
        case .height: height = value
        case .actAs: actAs = value
        case .passwordFile: passwordFile = value
        case .color:
            guard let mode = ColorMode(rawValue: value) else { return false }
            color = mode
        case .diagnostics:
            guard let format = DiagnosticsFormat(rawValue: value) else { return false }
            diagnostics = format
        case .readOnly, .quiet, .insecure: return false
        }
        return true
    }
}

import Diagnostics
package import QueryCompiler
package import QuerySyntax

/// The `param` lines of a script and the values that the command line gives them.
package struct ScriptParameters: Sendable {
    package let parameters: [ParamStatement]
    private let source: SourceText

    package init(of parsed: ParseResult) {
        source = parsed.source
        parameters = parsed.statements.compactMap {
            guard case .parameter(let parameter) = $0.kind else { return nil }
            return parameter
        }
    }

    /// Returns the names that `arguments` (`--name value` or `--name=value`) and the defaults give.
    ///
    /// - Throws: a wrong usage for an unknown, missing or malformed parameter.
    package func bind(_ arguments: [String]) throws(SessionError) -> [NameTable.Entry] {
        var given: [String: String] = [:]
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            guard argument.hasPrefix("--") else { throw usage("`\(argument)` is no parameter; write --name value") }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = Name.key(of: String(parts.first ?? ""))
            guard let parameter = parameters.first(where: { $0.name.key == key }) else {
                let known = parameters.map { "--\($0.name.text)" }.joined(separator: ", ")
                throw usage("there is no parameter `\(argument)`" + (known.isEmpty ? "; this script has none" : "; it has \(known)"))
            }
            if parts.count == 2 {
                given[key] = String(parts[1])
            } else {
                index += 1
                guard index < arguments.count else { throw usage("--\(parameter.name.text) needs a value") }
                given[key] = arguments[index]
            }
            index += 1
        }
        var entries: [NameTable.Entry] = []
        for parameter in parameters {
            if let text = given[parameter.name.key] {
                entries.append(try entry(for: parameter, text: text))
            } else if let value = parameter.defaultValue {
                entries.append(try entry(for: parameter, text: source[value.range]))
            } else {
                throw usage("the parameter --\(parameter.name.text) is missing" + (parameter.summary.map { " (\($0.value))" } ?? ""))
            }
        }
        return entries
    }

    /// Returns a value that a script can be checked with before it is run: the default, else one of the type; nil where none can be told.
    static func standIn(for parameter: ParamStatement, in source: SourceText) -> NameTable.Entry? {
        let text: String
        switch (parameter.defaultValue, parameter.type?.kind) {
        case (let value?, _): text = source[value.range]
        case (nil, .metric?): text = "stepCount"
        case (nil, .time?): text = "now"
        case (nil, .span?): text = "today"
        case (nil, .duration?): text = "1h"
        case (nil, .unit?): text = "count"
        case (nil, .number?): text = "1"
        case (nil, .text?): text = "\"text\""
        case (nil, .predicate?): text = "where value = 0"
        case (nil, nil): return nil
        }
        return try? ScriptParameters(of: Parser.parse(source)).entry(for: parameter, text: text)
    }

    /// A value is read as the right side of a `let`, a text also without its quotes.
    private func entry(for parameter: ParamStatement, text: String) throws(SessionError) -> NameTable.Entry {
        let isQuoted = text.hasPrefix("\"") || text.hasPrefix("'")
        let doubled = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        let value = parameter.type?.kind == .text && !isQuoted ? "\"\(doubled)\"" : text
        let parsed = Parser.parse(SourceText("let value = \(value)", file: "--\(parameter.name.text)"))
        guard parsed.statements.count == 1, let statement = parsed.statements.first, !statement.hasErrors,
            case .letBinding(let binding) = statement.kind, fits(binding.value, parameter.type?.kind)
        else {
            let wanted = parameter.type.map { "a \($0.kind.rawValue)" } ?? "a value"
            throw usage("--\(parameter.name.text): `\(text)` is not \(wanted)")
        }
        return NameTable.Entry(name: parameter.name.text, value: binding.value, source: parsed.source)
    }

    private func fits(_ value: LetStatement.Value, _ type: FormalType.Kind?) -> Bool {
        switch (type, value) {
        case (nil, _): true
        case (.metric?, .query(let query)): query.loneName != nil
        case (.unit?, .unit), (.unit?, .query): true
        case (.time?, .when), (.time?, .span), (.time?, .literal(.time)): true
        case (.time?, .literal(.number(_, nil))): true
        case (.span?, .span), (.span?, .when): true
        case (.duration?, .literal(.duration)): true
        case (.number?, .literal(.number)): true
        case (.text?, .literal(.texts)): true
        case (.predicate?, .predicate): true
        default: false
        }
    }

    /// The `--help` of the script.
    package func help(path: String) -> String {
        var text = "usage: tally run \(path)" + parameters.map { " [--\($0.name.text) …]" }.joined() + "\n"
        for parameter in parameters {
            let type = parameter.type.map { " <\($0.kind.rawValue)>" } ?? ""
            let value = parameter.defaultValue.map { " (default \(source[$0.range]))" } ?? " (required)"
            text += "  --\(parameter.name.text)\(type)  \(parameter.summary?.value ?? "")\(value)\n"
        }
        return text
    }

    private func usage(_ message: String) -> SessionError { SessionError(.wrongUsage, message) }
}

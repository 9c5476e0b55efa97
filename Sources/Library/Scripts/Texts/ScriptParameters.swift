package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax
package import StoreCommands
import TerminalText

/// The `param` lines of a script, and the binding of their values.
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

    /// The values of parameters, and the keys of those that the caller set.
    package struct Values: Sendable {
        package var entries: [NameTable.Entry] = []
        package var given: Set<String> = []
    }

    /// Returns the values from `arguments` (`--name value` or `--name=value`) and from the defaults.
    ///
    /// - Throws: a `wrongUsage` error for an unknown, missing or malformed parameter.
    package func bind(_ arguments: [String], by compiler: QueryCompiler) throws(CommandError) -> Values {
        var given: [String: NameTable.Entry] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else { throw usage("unexpected argument `\(argument)`; write parameters as --name value") }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Name(String(parts.first ?? ""), range: SourceRange(at: 0))
            guard let parameter = parameter(named: name) else { throw usage("unknown parameter `--\(name.text)`; \(known)") }
            guard let text = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                throw usage("--\(parameter.name.text) needs a value")
            }
            given[parameter.name.key] = try entry(for: parameter, text: text, by: compiler)
        }
        let values = values(given)
        if let missing = missing(values) {
            throw usage("the parameter `--\(missing.name.text)` is missing" + (missing.summary.map { " (\($0.value))" } ?? ""))
        }
        return values
    }

    /// Returns the values from the arguments of a `run` statement and from the defaults.
    package func bind(
        _ arguments: [Argument], at range: SourceRange, in caller: SourceText, by compiler: QueryCompiler
    ) -> Resolved<Values> {
        var given: [String: NameTable.Entry] = [:]
        var findings: [Diagnostic] = []
        for (index, argument) in arguments.enumerated() {
            let named = argument.name.map(parameter) ?? (index < parameters.count ? parameters[index] : nil)
            guard let parameter = named else {
                let message = argument.name.map { "the script has no parameter `\($0.text)`" } ?? "there are more values than parameters"
                findings.append(Diagnostic(.scriptArgument, message, at: argument.name?.range ?? argument.range, help: known))
                continue
            }
            let value = compiler.argument(argument.value)
            if !compiler.accepts(value, for: Formal(parameter)) {
                let (wanted, example) = wanted(for: parameter)
                findings.append(
                    Diagnostic(
                        .scriptArgument, "the parameter `\(parameter.name.text)` needs \(wanted)", at: argument.range,
                        help: "write a value such as `--\(parameter.name.text) \(example)`"))
            }
            given[parameter.name.key] = NameTable.Entry(name: parameter.name.text, value: value, source: caller)
        }
        let values = values(given)
        if let missing = missing(values) {
            findings.append(
                Diagnostic(
                    .scriptArgument, "the parameter `\(missing.name.text)` is missing", at: range,
                    help: "write `--\(missing.name.text) …` after the path", note: missing.summary?.value))
        }
        return findings.isEmpty ? .value(values, []) : .failed(findings)
    }

    private func parameter(named name: Name) -> ParamStatement? { parameters.first { $0.name.key == name.key } }

    private var known: String {
        let names = parameters.map { "--\($0.name.text)" }.joined(separator: ", ")
        return names.isEmpty ? "this script has no parameters" : "the script has \(names)"
    }

    private func values(_ given: [String: NameTable.Entry]) -> Values {
        var values = Values(given: Set(given.keys))
        for parameter in parameters {
            if let entry = given[parameter.name.key] ?? Self.standard(of: parameter, in: source) { values.entries.append(entry) }
        }
        return values
    }

    private func missing(_ values: Values) -> ParamStatement? {
        parameters.first { !values.given.contains($0.name.key) && $0.defaultValue == nil }
    }

    /// Returns the default value of a parameter; nil if it has none.
    package static func standard(of parameter: ParamStatement, in source: SourceText) -> NameTable.Entry? {
        parameter.defaultValue.map { NameTable.Entry(name: parameter.name.text, value: LetStatement.Value($0), source: source) }
    }

    /// Returns a value for checking the script before it runs: the default, or any value of the type; nil if neither is known.
    package static func standIn(for parameter: ParamStatement, in source: SourceText) -> NameTable.Entry? {
        standard(of: parameter, in: source) ?? standIn(ofType: parameter, in: source)
    }

    /// Returns any value of the type of a parameter; nil if it has none.
    package static func standIn(ofType parameter: ParamStatement, in source: SourceText) -> NameTable.Entry? {
        guard let type = parameter.type, let read = LetStatement.Value.read(type.kind.standIn, file: source.file) else { return nil }
        return NameTable.Entry(name: parameter.name.text, value: read.value, source: read.source)
    }

    /// Parses a value as the right side of a `let`. A text does not need quotes.
    private func entry(for parameter: ParamStatement, text: String, by compiler: QueryCompiler) throws(CommandError) -> NameTable.Entry {
        let isQuoted = text.hasPrefix("\"") || text.hasPrefix("'")
        let doubled = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        let value = isText(parameter) && !isQuoted ? "\"\(doubled)\"" : text
        guard let read = LetStatement.Value.read(value, file: "--\(parameter.name.text)"),
            compiler.accepts(read.value, for: Formal(parameter))
        else {
            let (wanted, example) = wanted(for: parameter)
            throw usage("--\(parameter.name.text): `\(text)` is not \(wanted), such as \(example)")
        }
        return NameTable.Entry(name: parameter.name.text, value: read.value, source: read.source)
    }

    /// Returns the kind of value that a parameter needs, in words, and an example. Without a type, the default has both.
    private func wanted(for parameter: ParamStatement) -> (words: String, example: String) {
        if let type = parameter.type { return (type.kind.words, type.kind.example) }
        let kind: FormalType.Kind? =
            switch parameter.defaultValue {
            case .number?: .number
            case .duration?: .duration
            case .texts?, .zones?, .times?: .text
            case .when?, .time?, .weekday?: .time
            case .span?: .span
            case .unit?: .unit
            case .name?, .bool?, nil: nil
            }
        let standard = parameter.defaultValue.map { String(source[$0.range]) }
        return (kind?.words ?? "a value like its default", standard ?? FormalType.Kind.number.example)
    }

    private func isText(_ parameter: ParamStatement) -> Bool {
        if case .texts? = parameter.defaultValue, parameter.type == nil { return true }
        return parameter.type?.kind == .text
    }

    private func usage(_ message: String) -> CommandError { CommandError(.wrongUsage, message) }
}

extension ScriptParameters {
    /// The maximum width of help.
    private static let width = 80

    /// Returns the `--help` of the script: its usage, the comment at its start, and its parameters.
    package func help(path: String) -> String {
        let options = parameters.map { "--\($0.name.text) <\(placeholder($0))>" }
        let usage = zip(parameters, options).map { $0.defaultValue == nil ? $1 : "[\($1)]" }
        var text = Self.lines(of: ["tally run \(path)"] + usage, first: "usage: ", indent: 11)
        let about = Self.description(of: source)
        if !about.isEmpty { text += "\n" + Self.lines(of: about.split(separator: " ").map(String.init), first: "", indent: 0) }
        guard !parameters.isEmpty else { return text }
        text += "\n"
        let column = min(options.map(\.count).max() ?? 0, 28) + 4
        for (parameter, option) in zip(parameters, options) {
            let standard = parameter.defaultValue.map { "(default \(source[$0.range]))" } ?? "(required)"
            let words = (parameter.summary?.value ?? "").split(separator: " ").map(String.init) + [standard]
            var first = "  " + option
            if first.count + 2 > column {
                text += first + "\n"
                first = ""
            }
            text += Self.lines(of: words, first: ScreenText.padded(first, to: column), indent: column)
        }
        return text
    }

    private func placeholder(_ parameter: ParamStatement) -> String {
        if let type = parameter.type { return type.kind.rawValue }
        switch parameter.defaultValue {
        case .number?: return "number"
        case .duration?: return "duration"
        case .texts?, .zones?, .times?: return "text"
        case .when?, .time?, .weekday?: return "time"
        case .span?: return "span"
        case .unit?: return "unit"
        case .name?, .bool?, nil: return "value"
        }
    }

    /// Returns the comment at the start of a script as one text, without the `#!` line.
    private static func description(of source: SourceText) -> String {
        let text = source[source.fullRange]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#!") }
        return lines.prefix { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } }.joined(separator: " ")
    }

    /// Wraps words into lines. Indents all lines after the first by `indent` spaces.
    private static func lines(of words: [String], first: String, indent: Int) -> String {
        ScreenText.wrapped(words, to: width, first: first, indent: indent, keepsWords: true).map { $0 + "\n" }.joined()
    }
}

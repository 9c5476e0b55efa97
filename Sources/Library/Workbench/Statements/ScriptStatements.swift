import QueryCompiler
import QuerySyntax
import Scripts
import StoreCommands
import TallyKit

/// Runs `run` and `param`, which let a script run other scripts.
extension StatementRunner {
    /// Runs a script with its own names, settings and paths. The names that it defines are kept.
    ///
    /// If the file has not changed since this statement was checked, reuses the parsed and checked script.
    func run(script operand: TextOperand, _ arguments: [Argument], at range: SourceRange) throws -> Outcome {
        let name = try path(operand)
        let call: ScriptCall
        switch ScriptCall.open(
            name, from: session.place.folder, at: operand.range, chain: session.place.scripts, known: known.call?.call)
        {
        case .success(let opened): call = opened
        case .failure(let failure):
            throw tell(failure.diagnostic)
        }
        if let known = known.call, let check = known.check, known.call.isOf(call.parsed.source, at: call.path, chain: call.chain) {
            return session.run(call, check.values, checked: check.script, at: operand.range, in: source, output: output)
        }
        let bound = try session.read { reader in
            call.parameters.bind(arguments, at: range, in: source, by: try session.compiler(reading: reader))
        }
        let values = try told(bound)
        return session.run(call, values, at: operand.range, in: source, output: output)
    }

    func run(_ parameter: ParamStatement) throws -> Outcome {
        guard !session.place.givenParameters.contains(parameter.name.key) else { return .fine }
        guard let entry = ScriptParameters.standard(of: parameter, in: source) else {
            throw tell(
                Diagnostic(
                    .scriptArgument, "the parameter `\(parameter.name.text)` has no value", at: parameter.name.range,
                    help: "give it a default, or pass a value to the script: `--\(parameter.name.text) …`"))
        }
        session.names.set(entry)
        return .fine
    }
}

extension Session {
    /// Runs the statements of a script for the statement that names it.
    ///
    /// - Parameters:
    ///   - checked: the script, checked with these values; nil checks it now.
    ///   - range: the place in `source` that names the script.
    func run(
        _ call: ScriptCall, _ values: ScriptParameters.Values, checked: CheckedScript? = nil, at range: SourceRange, in source: SourceText,
        output: some SessionOutput
    ) -> Outcome {
        let caller = (names, settings, place)
        let asked = actor
        let earlierAnswers = last.count
        names = names.ofScript(parameters: values.entries)
        place = ScriptPlace(folder: ScriptFile.folder(of: call.path), scripts: call.chain, givenParameters: values.given, asker: actor)
        let checked = checked ?? check(call.parsed)
        let error = checked.findings.first { $0.severity == .error }
        if let error { output.report(call.report(error, at: range), in: source) }
        let outcome = error == nil ? run(checked, output: output) : .wrong
        let named = names
        (names, settings, place) = caller
        // A script can't change who asks after it.
        actor = asked
        names.adopt(named, parameters: values.entries)
        // `expect` after the `run` refers to the script's last answer.
        if last.count > earlierAnswers { course.given.table = last.table }
        // `quit` only ends the script that contains it.
        course.isEnded = false
        return outcome
    }
}

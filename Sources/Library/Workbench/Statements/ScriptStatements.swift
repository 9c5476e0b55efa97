import QueryDiagnostics
import HealthModel
import QueryCompiler
import QuerySyntax

/// `run` and `param`: scripts inside of scripts.
extension StatementRunner {
    /// Runs a script as if its lines stood here, but with names, settings and paths of its own; the names that it gives stay.
    ///
    /// If the file is as it was when this statement was checked, what was parsed and checked then runs.
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
                    help: "give it a default, or a value where the script is run: `--\(parameter.name.text) …`"))
        }
        session.names.set(entry)
        return .fine
    }
}

extension Session {
    /// Runs the statements of a script that a statement names, in its place.
    ///
    /// - Parameters:
    ///   - checked: the script as it was checked with the values; nil checks it now.
    ///   - range: where it is named in `source`.
    func run(
        _ call: ScriptCall, _ values: ScriptParameters.Values, checked: CheckedScript? = nil, at range: SourceRange, in source: SourceText,
        output: some SessionOutput
    ) -> Outcome {
        let caller = (names, settings, place)
        let earlierAnswers = last.count
        names = names.ofScript(parameters: values.entries)
        place = ScriptPlace(folder: ScriptFile.folder(of: call.path), scripts: call.chain, givenParameters: values.given)
        let checked = checked ?? check(call.parsed)
        let error = checked.findings.first { $0.severity == .error }
        if let error { output.report(call.report(error, at: range), in: source) }
        let outcome = error == nil ? run(checked, output: output) : .wrong
        let named = names
        (names, settings, place) = caller
        names.adopt(named, parameters: values.entries)
        // `expect` after the `run` speaks of the script's last answer.
        if last.count > earlierAnswers { course.given.table = last.table }
        // `quit` leaves the script that says it.
        course.isEnded = false
        return outcome
    }
}

import Diagnostics
import HealthModel
import QueryCompiler
import QuerySyntax

/// `let`, `def`, `save` and `forget`: names, of the session and saved ones.
extension StatementRunner {
    func bind(_ binding: LetStatement) throws -> Outcome {
        let findings = try session.store.read { reader in
            QueryCompiler(context: try session.context(reading: reader)).check(binding, in: source)
        }
        findings.forEach { output.report($0, in: source) }
        guard findings.isEmpty else { return .wrong }
        session.names.set(NameTable.Entry(name: binding.name.text, value: binding.value, source: source))
        return .fine
    }

    func define(_ definition: DefStatement) throws -> Outcome {
        let findings = try session.store.read { reader in
            QueryCompiler(context: try session.context(reading: reader)).check(definition, in: source)
        }
        findings.forEach { output.report($0, in: source) }
        guard findings.isEmpty else { return .wrong }
        session.names.set(NameTable.Function(definition, source: source))
        return .fine
    }

    /// Keeps a `let` or a `def` of that name, else the last query, for later sessions.
    func save(_ name: Name) throws -> Outcome {
        if case .known = MetricCatalog.resolve(name: name.text) {
            output.report(
                Diagnostic(.nameIsMetric, "`\(name.text)` is the name of a metric", at: name.range, help: "choose another name"), in: source
            )
            return .wrong
        }
        let last = session.lastQuery.map { SavedText.query(QueryFormatter.text(of: $0), in: session.names) }
        guard let text = SavedText.definition(of: name, in: session.names) ?? last else {
            output.report(
                Diagnostic(
                    .nothingToSave, "there is neither a `let` or `def` called `\(name.text)` nor a last query", at: name.range,
                    help: "ask a query first, or write `let \(name.text) = …`"), in: source)
            return .wrong
        }
        let library = try writableLibrary()
        if library.path(of: name) != nil, !session.settings.overwrite {
            switch output.confirm("A query called \(name.text) is saved already. Replace it?") {
            case true?: break
            case false?: return .fine
            case nil:
                output.report(
                    Diagnostic(
                        .nameIsTaken, "a query called `\(name.text)` is saved already", at: name.range,
                        help: "choose another name, or `set overwrite = yes`"), in: source)
                return .wrong
            }
        }
        try library.save(text, as: name)
        output.note("saved as \(name.text)")
        return .fine
    }

    /// Removes a name of the session, else a saved query.
    func forget(_ name: Name, isConfirmed: Bool) throws -> Outcome {
        if session.names.remove(name) { return .fine }
        guard session.library?.path(of: name) != nil else {
            output.report(
                Diagnostic(.unknownName, "no name `\(name.text)` was given", at: name.range, help: "`show variables` lists them"),
                in: source)
            return .wrong
        }
        if !isConfirmed {
            switch output.confirm("Delete the saved query \(name.text)?") {
            case true?: break
            case false?: return .fine
            case nil:
                output.report(
                    Diagnostic(
                        .notConfirmed, "`\(name.text)` is saved for later sessions, and nobody can be asked", at: name.range,
                        help: "write `forget \(name.text) confirmed`"), in: source)
                return .wrong
            }
        }
        try writableLibrary().remove(name)
        session.names.removeSaved(name)
        output.note("\(name.text) is no longer saved")
        return .fine
    }

    private func writableLibrary() throws -> QueryLibrary {
        guard let library = session.library else { throw SessionError(.unavailable, "there is no folder for saved queries") }
        guard !session.forbidsWrites else { throw SessionError(.unavailable, "nothing is saved under --read-only") }
        return library
    }
}

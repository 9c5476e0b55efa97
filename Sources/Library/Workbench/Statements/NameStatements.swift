import QueryDiagnostics
import HealthModel
import QueryCompiler
import QuerySyntax

/// `let`, `def`, `save` and `forget`: names, of the session and saved ones.
extension StatementRunner {
    func bind(_ binding: LetStatement) throws -> Outcome {
        let entry = NameTable.Entry(name: binding.name.text, value: binding.value, source: source)
        return try naming(binding.name, { $0.set(entry) }) { $0.check(binding) }
    }

    func define(_ definition: DefStatement) throws -> Outcome {
        try naming(definition.name, { $0.set(NameTable.Function(definition, source: source)) }) { $0.check(definition, in: source) }
    }

    /// Gives `name` what `set` says; where `check` finds anything wrong with it, it means again what it meant before.
    private func naming(_ name: Name, _ set: (inout NameTable) -> Void, check: (QueryCompiler) -> [Diagnostic]) throws -> Outcome {
        let (value, function) = (session.names.entries[name.key], session.names.functions[name.key])
        set(&session.names)
        // What was checked with its script is not compiled again.
        if known.isSound { return .fine }
        let result = Result { try session.read { try check(session.compiler(reading: $0)) } }
        if case .success(let findings) = result, findings.isEmpty { return .fine }
        _ = session.names.remove(name)
        if let value { session.names.set(value) }
        if let function { session.names.set(function) }
        try result.get().forEach { output.report($0, in: source) }
        return .wrong
    }

    /// Keeps a `let` or a `def` of that name, else the last query, for later sessions.
    func save(_ name: Name) throws -> Outcome {
        if let finding = NameRules.unsavable(name, in: session.names, hasQuery: session.last.query != nil) {
            throw tell(finding)
        }
        let last = session.last.query.map { SavedText.query(QueryFormatter.text(of: $0), in: session.names) }
        guard let text = SavedText.definition(of: name, in: session.names) ?? last else { return .wrong }
        let library = try writableLibrary()
        if library.path(of: name) != nil, !session.settings.overwrite {
            switch output.confirm("A query called \(name.text) is saved already. Replace it?") {
            case true?: break
            case false?: return .fine
            case nil:
                throw tell(
                    Diagnostic(
                        .nameIsTaken, "a query called `\(name.text)` is saved already", at: name.range,
                        help: "choose another name, or `set overwrite = yes`"))
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
            throw tell(NameRules.unknownName(name))
        }
        if !isConfirmed {
            switch output.confirm("Delete the saved query \(name.text)?") {
            case true?: break
            case false?: return .fine
            case nil:
                throw tell(
                    Diagnostic(
                        .notConfirmed, "`\(name.text)` is saved for later sessions, and nobody can be asked", at: name.range,
                        help: "write `forget \(name.text) confirmed`"))
            }
        }
        try writableLibrary().remove(name)
        session.names.removeSaved(name)
        output.note("\(name.text) is no longer saved")
        return .fine
    }

    private func writableLibrary() throws -> QueryLibrary {
        guard let library = session.library else { throw SessionError(.unavailable, "there is no folder for saved queries") }
        guard !session.storage.forbidsWrites else { throw SessionError(.unavailable, "nothing is saved under --read-only") }
        return library
    }
}

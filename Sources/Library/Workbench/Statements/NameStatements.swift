import QueryCompiler
import QuerySyntax
import Scripts
import StoreCommands
import TallyKit

/// Runs `let`, `def`, `save` and `forget`, which define and remove names.
extension StatementRunner {
    func bind(_ binding: LetStatement) throws -> Outcome {
        var entry = NameTable.Entry(name: binding.name.text, value: binding.value, source: source)
        if case .anchor(let reference) = binding.value { entry = entry.withAnchor(try anchor(of: reference)) }
        return try naming(binding.name, { $0.set(entry) }) { $0.check(binding) }
    }

    func define(_ definition: DefStatement) throws -> Outcome {
        try naming(definition.name, { $0.set(NameTable.Function(definition, source: source)) }) { $0.check(definition, in: source) }
    }

    /// Defines `name` by calling `set`. If `check` finds errors, restores the previous definition and reports them.
    private func naming(_ name: Name, _ set: (inout NameTable) -> Void, check: (QueryCompiler) -> [Diagnostic]) throws -> Outcome {
        let (value, function) = (session.names.entries[name.key], session.names.functions[name.key])
        set(&session.names)
        // Skips the check if it was done with the whole script.
        if known.isSound { return .fine }
        let result = Result { try session.read { try check(session.compiler(reading: $0)) } }
        if case .success(let findings) = result, findings.isEmpty { return .fine }
        _ = session.names.remove(name)
        if let value { session.names.set(value) }
        if let function { session.names.set(function) }
        try result.get().forEach { output.report($0, in: source) }
        return .wrong
    }

    /// Saves the `let` or `def` with that name for later sessions, or the last query if there is neither.
    func save(_ name: Name) throws -> Outcome {
        if let finding = NameRules.unsavable(name, in: session.names, hasQuery: session.last.query != nil) {
            throw tell(finding)
        }
        let last = session.last.query.map { SavedText.query(QueryFormatter.text(of: $0), in: session.names) }
        guard let text = SavedText.definition(of: name, in: session.names) ?? last else { return .wrong }
        let library = try writableLibrary()
        if library.path(of: name) != nil, !session.settings.overwrite {
            switch output.confirm("There is already a saved query called \(name.text). Replace it?") {
            case true?: break
            case false?: return .fine
            case nil:
                throw tell(
                    Diagnostic(
                        .nameIsTaken, "there is already a saved query called `\(name.text)`", at: name.range,
                        help: "choose another name, or use `set overwrite = yes`"))
            }
        }
        try library.save(text, as: name)
        output.note("saved as \(name.text)")
        return .fine
    }

    /// Removes a name from the session, or a saved query if the session does not know the name.
    func forget(_ name: Name, isConfirmed: Bool) throws -> Outcome {
        if session.names.remove(name) { return .fine }
        // An app gets the same error whether there is such a query or not.
        try session.store.demandOwner(to: "delete saved queries")
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
                        .notConfirmed,
                        "nothing was deleted, because Tally can't ask here: deleting the saved query `\(name.text)` needs `confirmed`",
                        at: name.range, help: "write `forget \(name.text) confirmed`"))
            }
        }
        try writableLibrary().remove(name)
        session.names.removeSaved(name)
        output.note("deleted the saved query \(name.text)")
        return .fine
    }

    private func writableLibrary() throws -> QueryLibrary {
        guard let library = session.library else {
            throw CommandError(.unavailable, "this session does not have a folder for saved queries")
        }
        guard !session.storage.forbidsWrites else { throw CommandError(.unavailable, "can't change saved queries with --read-only") }
        return library
    }
}

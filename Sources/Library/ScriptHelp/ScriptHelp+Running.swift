import QueryCompiler
package import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
package import Scripts
import StoreCommands
import Workbench

extension ScriptHelp {
    /// The statements with an answer that an editor can show: they read, and write neither data nor files. After a statement that would
    /// change the data, or in a test case, an answer would be about other data, so there are none.
    package var runnable: [SourceRange] {
        script.statements.prefix { !$0.statement.kind.changesData }
            .filter { !$0.statement.hasErrors && $0.statement.kind.isReading }.map(\.range)
    }

    /// Returns the answer to the statement at an offset, as in a terminal of 80 columns, or the reason why there is none.
    ///
    /// Names and settings before the statement count. If it uses the last result, the query before it runs, too.
    package func answer(at offset: Int, unless stops: @escaping () -> Bool) -> String {
        let statements = script.statements
        guard let place = statements.firstIndex(where: { $0.range.touches(offset) }) else { return "no statement is here\n" }
        let (statement, start) = (statements[place].statement, statements[place].offset)
        guard statement.hasErrors || statement.kind.isReading else {
            return "an editor only runs statements that answer a question and write nothing; use `tally run` for this one\n"
        }
        guard let index = script.index(at: start) else { return "" }
        let checker = checker(before: index)
        if let missing = statements[..<place].lazy.compactMap(\.statement.kind.valueToChoose).first,
            script.pieces[index].mentions(missing.key)
        {
            return "the parameter `\(missing.text)` has no value; give it a default, or use `tally run` with `--\(missing.text)`\n"
        }
        guard !statements[..<place].contains(where: { $0.statement.kind.changesData }), !checker.context.contents.mayGrow else {
            return "a line before this one changes the data, opens another store, or asks as an app, and an editor does not run it; "
                + "use `tally run` or `tally test`\n"
        }
        let session = session.session(knowing: checker)
        session.storage.forbidsWrites = true
        session.storage.mayOnlyAsk = true
        session.settings.format = .table
        if statement.kind.usesLast(in: script.pieces[index].source),
            let before = statements[..<place].last(where: { if case .query = $0.statement.kind { true } else { false } }),
            let piece = script.index(at: before.offset).map({ script.pieces[$0] }), before.statement.kind.isReading
        {
            _ = session.run(ParsedScript(piece.source[before.statement.range]), output: TextOutput(unless: stops))
        }
        let output = TextOutput(unless: stops)
        _ = session.run(ParsedScript(only(statements[place].range)), output: output)
        return output.text
    }
}

extension ScriptHelp {
    /// A text with one statement in its place, and spaces for everything else.
    private func only(_ range: SourceRange) -> SourceText {
        let bytes = script.source.bytes.enumerated().map { offset, byte in
            range.contains(offset) || byte == 0x0A || byte == 0x0D ? byte : UInt8(ascii: " ")
        }
        return SourceText(bytes: bytes, file: script.source.file)
    }
}

extension StatementKind {
    /// True if the statements after this one are about other data.
    fileprivate var changesData: Bool {
        switch self {
        case .open, .actAs, .testCase, .add, .addSummary, .load, .delete, .undo, .importFiles, .person(.forget), .person(.rename):
            true
        default: word.definition.demand == .keptSettings
        }
    }

    /// The name of a parameter without a default.
    fileprivate var valueToChoose: Name? {
        if case .parameter(let parameter) = self, parameter.defaultValue == nil { parameter.name } else { nil }
    }

    fileprivate func usesLast(in source: SourceText) -> Bool {
        if case .why = self { return true }
        if case .lastResult? = query?.source { return true }
        return false
    }
}

// MARK: Tests

extension ScriptHelp {
    /// The failed expectations of a script with tests, each case run on an empty store in memory. Empty if the script has no expectations,
    /// if it has errors, or if it names files or waits: opening a text must not do such things.
    ///
    /// - Parameter stops: returns true if the tests take too long. They have no failures then.
    package func testFailures(unless stops: @escaping @Sendable () -> Bool = { false }) -> [TestFailure] {
        let statements = script.statements.map(\.statement)
        let hasExpectations = statements.contains { $0.kind.word == .expect || $0.kind.word == .testCase }
        guard hasExpectations, statements.allSatisfy({ $0.kind.isHarmless }),
            script.form == .script || !statements.contains(where: \.hasErrors)
        else { return [] }
        // Its errors are findings already.
        guard !findings.contains(where: { $0.severity == .error }) else { return [] }
        var tester = ScriptTester()
        tester.stops = stops
        let report = try? tester.run([ParsedScript(wholeScript)]).first
        return stops() ? [] : report?.failures ?? []
    }
}

extension StatementKind {
    /// True for statements of tests that touch nothing but a store in memory.
    fileprivate var isHarmless: Bool {
        guard files.isEmpty else { return false }
        switch self {
        case .save, .learn, .watch, .quit, .history: return false
        case .expect(.error(_, let inner?)): return inner.kind.isHarmless
        default: return true
        }
    }
}

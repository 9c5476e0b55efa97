import QueryCompiler
package import QueryDiagnostics
import QuerySyntax
import SystemBridges

/// The result of checking a statement, and the state in which it was checked.
struct RememberedCheck {
    var checked: ScriptChecker.Checked
    var effect: ScriptChecker.Effect
    /// A hash of everything that the result depends on, except the text of the statement.
    var state: Int
    /// A hash of all names; nil if the result only depends on names that the statement has. Suggestions for unknown words depend on all.
    var names: Int?
}

/// Follows an edited script statement by statement, and checks only those that changed or whose state changed.
///
/// The state of a statement is: the names that it uses, the last result, and everything that settings and other rare statements do. A
/// definition that uses names counts as changed if any name changes. Rare statements are checked each time, and count as changed if their
/// text does.
package struct CheckWalk {
    /// The checker before the next statement.
    package private(set) var checker: ScriptChecker
    private var state: State
    private var stateBeforeCases: State?

    private struct State {
        /// The names that statements define: a hash of each definition, and whether it uses other names.
        var names: [Int: (version: Int, isDeep: Bool)] = [:]
        var allNames = 0
        var last = 0
        /// A hash of the rare statements so far.
        var rare: Int
    }

    /// - Parameters:
    ///   - checker: the checker before the first statement.
    ///   - version: a number that differs whenever the checker does.
    package init(_ checker: ScriptChecker, version: Int) {
        self.checker = checker
        state = State(rare: version)
    }

    /// Returns the findings about a whole script, with at most `limit` errors.
    package mutating func findings(in script: EditedScript, limit: Int) -> [Diagnostic] {
        var report = CheckReport(of: script.statements, in: checker.context, limit: limit)
        for (piece, start) in zip(script.pieces, script.starts) {
            for (index, statement) in piece.statements.enumerated() {
                report.add(PlacedStatement(statement, at: start)) { follow(index, of: piece, within: $0).findings }
            }
        }
        return report.findings
    }

    /// Follows the statements from one piece to before another.
    package mutating func follow(_ script: EditedScript, from first: Int = 0, before index: Int) {
        for piece in script.pieces[first..<min(index, script.pieces.count)] {
            for index in piece.statements.indices { _ = follow(index, of: piece, within: .full) }
        }
    }

    /// Follows one statement.
    private mutating func follow(_ index: Int, of piece: ScriptPiece, within effort: CheckReport.Effort) -> ScriptChecker.Checked {
        let statement = piece.statements[index]
        if case .testCase = statement.kind {
            state = stateBeforeCases ?? state
            stateBeforeCases = state
        }
        let here = fingerprint(of: piece, within: effort)
        let isRare = statement.kind.isRare
        if !isRare, let memory = piece.memories[index], memory.state == here, memory.names.map({ $0 == state.allNames }) ?? true {
            checker.repeat(memory.checked.statement, memory.effect)
            note(statement, of: piece, memory.checked, here)
            return memory.checked
        }
        checker.source = piece.source
        let checked = checker.check(statement, within: effort)
        let dependsOnAll = checked.findings.contains { $0.severity == .error || $0.fix != nil }
        piece.memories[index] = RememberedCheck(
            checked: checked, effect: checker.effect(of: statement), state: here, names: dependsOnAll ? state.allNames : nil)
        if isRare { state.rare = Self.hash(state.rare, piece.source.bytes, checker.identity(ofFileIn: statement)) }
        note(statement, of: piece, checked, here)
        return checked
    }

    private func fingerprint(of piece: ScriptPiece, within effort: CheckReport.Effort) -> Int {
        var hasher = Hasher()
        hasher.combine(effort)
        hasher.combine(state.rare)
        hasher.combine(checker.flags)
        if piece.usesLast { hasher.combine(state.last) }
        guard !state.names.isEmpty else { return hasher.finalize() }
        var sum = 0
        var isDeep = false
        // The order of a set is random, so the hashes are added.
        for word in piece.words {
            guard let name = state.names[word] else { continue }
            sum &+= Self.hash(word, name.version)
            isDeep = isDeep || name.isDeep
        }
        hasher.combine(sum)
        if isDeep { hasher.combine(state.allNames) }
        return hasher.finalize()
    }

    /// Notes what a statement changes for those after it.
    private mutating func note(_ statement: Statement, of piece: ScriptPiece, _ checked: ScriptChecker.Checked, _ here: Int) {
        switch statement.kind {
        case .letBinding, .definition:
            guard let name = statement.kind.givenName else { return }
            let isWrong = checked.findings.contains { $0.severity == .error }
            let version = Self.hash(piece.source.bytes, here, isWrong)
            let number = piece.number(of: name)
            let isDeep = piece.words.contains { $0 != number && state.names[$0] != nil }
            state.names[number] = (version, isDeep)
            state.allNames = Self.hash(state.allNames, number, version)
        case .query, .assert, .watch: state.last = Self.hash(piece.source.bytes, here)
        default: break
        }
    }

    private static func hash(_ values: any Hashable...) -> Int {
        var hasher = Hasher()
        for value in values { value.hash(into: &hasher) }
        return hasher.finalize()
    }
}

extension StatementKind {
    /// True if a statement changes more than names, the last result, and whether the store may grow. There are few of these in a script.
    fileprivate var isRare: Bool {
        switch self {
        case .set, .parameter, .metric, .save, .forget, .run, .actAs: true
        default: false
        }
    }
}

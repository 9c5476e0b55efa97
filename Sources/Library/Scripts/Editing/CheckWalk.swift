package import QueryDiagnostics
import QuerySyntax
import SystemBridges

/// The result of checking the statement of a piece, and the state in which it was checked.
final class RememberedCheck {
    let checked: ScriptChecker.Checked
    let effect: ScriptChecker.Effect
    /// A hash of everything that the result depends on, except the text of the statement.
    let state: Int
    /// A hash of all names; nil if the result only depends on names that the statement has. Suggestions for unknown words depend on all.
    let names: Int?

    init(_ checked: ScriptChecker.Checked, _ effect: ScriptChecker.Effect, state: Int, names: Int?) {
        (self.checked, self.effect, self.state, self.names) = (checked, effect, state, names)
    }
}

/// Follows an edited script piece by piece, and checks only those that changed or whose state changed.
///
/// The state of a piece is: the names that it uses, the last result, and everything that settings and other rare statements do. A
/// definition that uses names counts as changed if any name changes. Rare statements are checked each time, and count as changed if their
/// text does.
package struct CheckWalk {
    private var checker: ScriptChecker
    private var state: State
    private var stateBeforeCases: State?
    /// The memory whose last result the checker does not have yet.
    private var owed: RememberedCheck?
    /// The number of pieces with a memory that may still be checked again; nil for no limit.
    private var budget: Int?
    /// The walk before each thousandth piece, from which shorter walks can start.
    package private(set) var stops: [CheckWalk] = []
    package static let distanceOfStops = 1_000
    /// False if some findings belong to an earlier state, because the budget was used up.
    package private(set) var isComplete = true

    private struct State {
        /// The definitions by the number of their name: a hash, or 0, and whether they use other names.
        var versions: [Int] = []
        var deep: Set<Int> = []
        var allNames = 0
        var last = 0
        /// A hash of the rare statements so far.
        var rare: Int

        func version(_ word: Int) -> Int { word < versions.count ? versions[word] : 0 }

        mutating func define(_ word: Int, as version: Int, isDeep: Bool) {
            if word >= versions.count { versions += Array(repeating: 0, count: word + 1 - versions.count) }
            versions[word] = version == 0 ? 1 : version
            if isDeep { deep.insert(word) } else { deep.remove(word) }
            allNames = allNames.mixed(word).mixed(version)
        }
    }

    /// - Parameters:
    ///   - checker: the checker before the first statement.
    ///   - version: a random number that differs whenever the checker does.
    ///   - budget: the greatest number of pieces that are checked again because other pieces changed; nil for no limit. With one,
    ///     findings in pieces that are new get no fixes yet.
    package init(_ checker: ScriptChecker, version: Int, budget: Int? = nil) {
        self.checker = checker
        self.budget = budget
        state = State(rare: version)
    }

    /// Returns the findings about a whole script, with at most `limit` errors.
    package mutating func findings(in script: EditedScript, limit: Int) -> [Diagnostic] {
        let hasTests = script.pieces.contains(where: \.hasTests)
        var report = CheckReport(of: hasTests ? script.statements : [], in: checker.context, limit: limit)
        for (index, (piece, start)) in zip(script.pieces, script.starts).enumerated() {
            if index.isMultiple(of: Self.distanceOfStops) { stops.append(stop) }
            if !hasTests, let memory = follow(known: piece, within: report.effort) {
                // A piece without findings changes nothing in the report of a script without tests.
                if !memory.checked.findings.isEmpty {
                    report.add(PlacedStatement(memory.checked.statement, at: start)) { _ in memory.checked.findings }
                }
                continue
            }
            for (index, statement) in piece.statements.enumerated() {
                report.add(PlacedStatement(statement, at: start)) { effort in
                    let memory = hasTests ? follow(known: piece, within: effort) : nil
                    return memory?.checked.findings ?? check(index, of: piece, within: effort).findings
                }
            }
        }
        return report.findings
    }

    /// The walk so far, for walks that check nothing again.
    private var stop: CheckWalk {
        var stop = self
        (stop.stops, stop.budget) = ([], 0)
        return stop
    }

    /// Follows the statements from one piece to before another.
    package mutating func follow(_ script: EditedScript, from first: Int = 0, before index: Int) {
        for piece in script.pieces[first..<min(index, script.pieces.count)] where follow(known: piece, within: .full) == nil {
            for index in piece.statements.indices { _ = check(index, of: piece, within: .full) }
        }
    }

    /// Returns the checker before the next statement.
    package mutating func currentChecker() -> ScriptChecker {
        payLast()
        return checker
    }

    private mutating func payLast() {
        if let owed { checker.takeLast(owed.effect) }
        owed = nil
    }

    /// Follows a piece whose memory belongs to the current state. Returns nil if it has none.
    private mutating func follow(known piece: ScriptPiece, within effort: CheckReport.Effort) -> RememberedCheck? {
        guard !piece.isRare, let memory = piece.memory else { return nil }
        let here = fingerprint(of: piece, within: effort)
        if memory.state != here || (memory.names.map { $0 != state.allNames } ?? false) {
            guard budget == 0 else {
                budget = budget.map { $0 - 1 }
                return nil
            }
            isComplete = false
        }
        `repeat`(memory, of: piece)
        return memory
    }

    private mutating func `repeat`(_ memory: RememberedCheck, of piece: ScriptPiece) {
        if memory.effect.changesLast {
            owed = memory
            state.last = memory.state.mixed(piece.hash)
        }
        if checker.flags != memory.effect.flags { checker.flags = memory.effect.flags }
        guard memory.effect.givesName else { return }
        checker.takeName(memory.effect)
        define(piece, memory)
    }

    /// Checks one statement.
    private mutating func check(_ index: Int, of piece: ScriptPiece, within wanted: CheckReport.Effort) -> ScriptChecker.Checked {
        let statement = piece.statements[index]
        if case .testCase = statement.kind {
            state = stateBeforeCases ?? state
            stateBeforeCases = state
        }
        var effort = wanted
        if budget != nil, piece.memory == nil { effort.fixes = .none }
        let here = fingerprint(of: piece, within: effort)
        payLast()
        checker.source = piece.source
        let checked = checker.check(statement, within: effort)
        let memory = RememberedCheck(
            checked, checker.effect(of: statement), state: checked.hasFixes ? here : fingerprint(of: piece, within: wanted),
            names: checked.hasFixes ? state.allNames : nil)
        if piece.statements.count == 1 { piece.memory = memory }
        // Only findings have fixes.
        if effort.fixes != wanted.fixes, checked.hasFixes { isComplete = false }
        if piece.isRare { state.rare = state.rare.mixed(piece.hash).mixed(checker.identity(ofFileIn: statement)) }
        if memory.effect.changesLast { state.last = here.mixed(piece.hash) }
        if memory.effect.givesName { define(piece, memory) }
        return checked
    }

    private func fingerprint(of piece: ScriptPiece, within effort: CheckReport.Effort) -> Int {
        var hash = state.rare.mixed(effort.number).mixed(checker.flags.number)
        if piece.usesLast { hash = hash.mixed(state.last) }
        var isDeep = false
        for word in piece.words {
            let version = state.version(word)
            guard version != 0 else { continue }
            hash = hash.mixed(word).mixed(version)
            isDeep = isDeep || state.deep.contains(word)
        }
        return isDeep ? hash.mixed(state.allNames) : hash
    }

    /// Notes the version of a name that a piece gives.
    private mutating func define(_ piece: ScriptPiece, _ memory: RememberedCheck) {
        guard let number = piece.givenName else { return }
        let version = piece.hash.mixed(memory.state).mixed(memory.effect.isWrongName ? 1 : 0)
        let isDeep = piece.words.contains { $0 != number && state.version($0) != 0 }
        state.define(number, as: version, isDeep: isDeep)
    }
}

extension Int {
    /// Returns a hash of two numbers.
    fileprivate func mixed(_ other: Int) -> Int {
        var bits = UInt64(bitPattern: Int64(self)) ^ (UInt64(bitPattern: Int64(other)) &+ 0x9E37_79B9_7F4A_7C15)
        bits = (bits ^ (bits >> 32)) &* 0xD6E8_FEB8_6659_FD93
        bits = (bits ^ (bits >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: bits ^ (bits >> 32))
    }
}

extension CheckReport.Effort {
    fileprivate var number: Int { (explains ? 1 : 0) + 2 * fixes.rawValue }
}

extension ScriptChecker.Flags {
    fileprivate var number: Int {
        [mayGrow, mayGainNames, mayKnowMore, waits, hasSaved].reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
    }
}

import CalendarIntervals
import HealthModel
import ResultRendering
import StorageModel
import TallyKit
import TerminalText

/// The reason why nothing was taken back.
package enum UndoRefusal: Sendable {
    /// The store keeps no change.
    case nothing(String, help: String)
    /// The last change can't be taken back.
    case obstacle(String, help: String)
    /// The command has no terminal to ask for confirmation.
    case notConfirmed(String)
}

/// Takes back the last change of a store, after showing what that would change.
package struct UndoCommand<Output: CommandOutput> {
    let store: CommandStore
    let output: Output
    /// True if the user is not asked.
    package var isConfirmed = false
    /// True if nothing is changed.
    package var isDryRun = false
    /// Returns the error for a refusal.
    package var error: (UndoRefusal) -> any Error = { refusal in
        switch refusal {
        case .nothing(let message, let help), .obstacle(let message, let help): CommandError(.unavailable, "\(message). \(help)")
        case .notConfirmed(let message): CommandError(.wrongUsage, "\(message) needs --yes")
        }
    }

    package init(in store: CommandStore, output: Output) {
        self.store = store
        self.output = output
    }

    package func run() throws -> Outcome {
        try store.demandOwner(to: "take back changes")
        guard let undoing = store.store.undoing else {
            throw error(.nothing("this store can't take back changes", help: "open the store to which the samples were added"))
        }
        if store.store.isReadOnly, !isDryRun { throw CommandError(.unavailable, "the store is open read-only") }
        let steps = try undoing.undoSteps()
        guard let step = steps.first else { throw error(nothing) }
        if let obstacle = step.obstacle { throw error(refusal(for: obstacle)) }
        let lines = try UndoWords(zone: store.read { try store.zone(in: $0) }).lines(of: undoing.effect(of: step))
        let title = UndoWords.title(of: step)
        show(title, lines)
        if isDryRun { return .fine }
        guard try mayUndo(title) else {
            output.note("nothing was taken back")
            return .fine
        }
        guard try store.waiting(output, { try undoing.undo(step) }) else {
            throw CommandError(.unavailable, "another program changed the store meanwhile, so nothing was taken back; use undo again")
        }
        let rest = try undoing.undoSteps().prefix { $0.obstacle == nil }.count
        output.note("took back \(title); \(rest == 0 ? "no earlier change" : Wording.count(rest, "earlier change")) can be taken back")
        return .fine
    }

    private func show(_ title: String, _ lines: [String]) {
        let all = ["undo takes back \(title):"] + (lines.isEmpty ? ["nothing that queries see"] : lines).map { "  " + $0 }
        if isDryRun { output.write(all.map { $0 + "\n" }.joined()) } else { all.forEach { output.note($0) } }
    }

    private func mayUndo(_ title: String) throws -> Bool {
        if isConfirmed { return true }
        guard let answer = output.confirm("Take back this change?") else {
            throw error(.notConfirmed("nothing was taken back, because Tally can't ask here: taking back \(title)"))
        }
        return answer
    }

    private var nothing: UndoRefusal {
        .nothing(
            "there is nothing to undo",
            help: "a store keeps its last changes from this version of Tally on, as many as `set undo steps` says")
    }

    private func refusal(for obstacle: UndoStep.Obstacle) -> UndoRefusal {
        switch obstacle {
        case .forgottenPerson:
            .obstacle(
                "the last change forgot a person, of whom nothing was kept",
                help: "import the files of the person again to get the data back")
        case .untracked:
            .obstacle(
                "the last change of this store in memory was made by a program, and can't be taken back",
                help: "delete samples with `delete samples of`, or load the data again")
        }
    }
}

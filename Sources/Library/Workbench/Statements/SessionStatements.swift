import Foundation
import QueryCompiler
import QuerySyntax
import ResultRendering
import StoreCommands
import TallyKit
import TerminalText

/// Runs `open` and `history`.
extension StatementRunner {
    /// Switches to another store and keeps settings and names. If it cannot be opened, the session keeps the current store.
    func open(_ operand: TextOperand) throws -> Outcome {
        guard !session.storage.isKept else { throw CommandError(.wrong, "you can't open a store in a lesson; type `quit` to leave it") }
        if let text = session.names.text(operand), session.storage.warehouses.isAddress(text) { return try openWarehouse(text) }
        if let text = session.names.text(operand) { try StoreOpening.refuseAddress(text) }
        let path = try path(operand, inFolder: session.place.folder)
        let location = StoreLocation.resolve(option: path, environment: [:])
        let isNew = location != .memory && !FileManager.default.fileExists(atPath: path)
        // A mistyped path must not create an empty store.
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard !isNew || FileManager.default.fileExists(atPath: folder) else {
            throw CommandError(.unavailable, "the folder \(ScreenText.visible(folder)) does not exist")
        }
        guard !isNew || output.confirm("\(ScreenText.visible(path)) doesn't exist. Create an empty store?") ?? true else { return .fine }
        let store = try StoreOpening.open(
            location, for: .write, isReadOnly: session.storage.isReadOnly, surroundings: session.storage.store.surroundings)
        // Watches belong to the store before.
        if !session.watchNames.isEmpty { session.stopWatches(output) }
        session.storage.move(to: store, named: location.name)
        let count = try session.read { try $0.metricSummaries().reduce(0) { $0 + $1.count } }
        let held = isNew ? "new, empty store" : "\(NumberText.rounded(Double(count), decimals: 0)) \(count == 1 ? "sample" : "samples")"
        output.note("\(ScreenText.visible(session.storage.name)): \(held)")
        return .fine
    }

    /// Switches to a warehouse with pushed samples.
    private func openWarehouse(_ text: String) throws -> Outcome {
        if let warning = session.storage.warehouses.warning(about: text) { output.note("warning: " + warning) }
        output.progress("opening \(ScreenText.visible(SecretText.masked(text)))")
        defer { output.progress("") }
        let location = StoreLocation.warehouse(text)
        let store = try StoreOpening.open(
            location, for: .read, isReadOnly: true, warehouses: session.storage.warehouses,
            surroundings: session.storage.store.surroundings)
        if !session.watchNames.isEmpty { session.stopWatches(output) }
        session.storage.move(to: store, named: location.name)
        let (samples, persons) = try session.read { view in
            (try view.metricSummaries().reduce(0) { $0 + $1.count }, try view.persons().count)
        }
        output.progress("")
        output.note(
            "\(ScreenText.visible(session.storage.name)): \(Wording.count(samples, "sample")) of \(Wording.count(persons, "person"))")
        return .fine
    }

    /// Lists the statements so far. In the shell, this includes earlier sessions. An app sees only those that it ran itself.
    func history() throws -> Outcome {
        let statements = session.history.all(of: session.actor)
        list([
            "number": .counts(Array(statements.indices.map { $0 + 1 })),
            "statement": .texts(statements.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }),
        ])
        return .fine
    }
}

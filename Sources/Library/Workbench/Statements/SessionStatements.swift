import QueryDiagnostics
import TerminalText
import Foundation
import HealthModel
import QuerySyntax
import ResultRendering

/// `open` and `history`: the session itself.
extension StatementRunner {
    /// Goes on with another store; settings and names stay. Where it cannot be opened, so does the store.
    func open(_ operand: TextOperand) throws -> Outcome {
        guard !session.storage.isKept else { throw SessionError(.wrong, "a lesson has samples of its own; `quit` leaves it") }
        let path = try path(operand, inFolder: session.place.folder)
        let location = StoreLocation.resolve(option: path, environment: [:])
        let isNew = location != .memory && !FileManager.default.fileExists(atPath: path)
        // A name typed wrong must not go on as a store without samples.
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard !isNew || FileManager.default.fileExists(atPath: folder) else {
            throw SessionError(.unavailable, "there is no folder \(ScreenText.visible(folder))")
        }
        guard !isNew || output.confirm("There is no store \(ScreenText.visible(path)). Make an empty one?") ?? true else { return .fine }
        session.storage.move(to: try StoreOpening.open(location, for: .write, isReadOnly: session.storage.isReadOnly), named: location.name)
        let count = try session.read { try $0.metricSummaries().reduce(0) { $0 + $1.count } }
        let held = isNew ? "a new store, empty" : "\(NumberText.rounded(Double(count), decimals: 0)) samples"
        output.note("\(ScreenText.visible(session.storage.name)): \(held)")
        return .fine
    }

    /// Lists the statements so far: in the shell those of earlier days as well.
    func history() throws -> Outcome {
        let statements = session.history.all
        list([
            "number": .counts(Array(statements.indices.map { $0 + 1 })),
            "statement": .texts(statements.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }),
        ])
        return .fine
    }
}

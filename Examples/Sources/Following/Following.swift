import Foundation
import TallyKit

/// Follows a store that other programs write to.
///
///     Following changes health.tally log.txt    appends each change of steps to the log, once, also after a crash
///     Following updates health.tally            prints a line for each update of an observer
@main
struct Following {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "changes"? where arguments.count == 4: try await followChanges(of: HealthStore(at: URL(filePath: arguments[2])), arguments[3])
        case "updates"? where arguments.count == 3: try await observe(HealthStore(at: URL(filePath: arguments[2])))
        default: fatalError("usage: Following changes STORE LOG | Following updates STORE")
        }
    }

    /// Each line of the log has the changes of one page and the anchor after it.
    ///
    /// Both are written together. A crash therefore loses a line as a whole, and the next start asks for its changes again.
    private static func followChanges(of store: HealthStore, _ path: String) async throws {
        var anchor = ChangeAnchor.beginning
        if let log = try? String(contentsOfFile: path, encoding: .utf8) {
            // A line without an end was not written completely.
            let lines = log.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            try lines.map { $0 + "\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
            if let last = lines.last?.split(separator: " ").first, let change = Int64(last) { anchor = ChangeAnchor(change: change) }
        }
        let log = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard log >= 0 else { fatalError("can't open \(path)") }
        for try await page in store.liveChanges(of: [.stepCount], since: anchor, limit: 100) {
            let changes = page.changes.map { change in
                change.sample.map { "+\(change.change)=\($0.value)" } ?? "-\(change.change)=\(change.number)"
            }
            let line = Array("\(page.anchor.change) \(changes.joined(separator: " "))\n".utf8)
            guard write(log, line, line.count) == line.count else { fatalError("can't write to \(path)") }
        }
    }

    private static func observe(_ store: HealthStore) async throws {
        for try await update in store.updates(of: [.stepCount]) {
            let line = Array("\(update.metrics.map(\.identifier).sorted().joined(separator: ",")) changed\n".utf8)
            _ = write(1, line, line.count)
            update.acknowledge()
        }
    }
}

import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import QueryVocabulary
import ResultRendering
import SQLiteStorage
import SampleStore
import Scripts
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Workbench

/// A session that runs text and returns the printed text.
final class ScriptedSession {
    enum Store {
        case memory
        case file(String)
    }

    struct Failure: Error, CustomStringConvertible {
        var outcome: Outcome
        var description: String
    }

    private let session: Session

    init(store: Store, zone: String, now: Date) throws {
        var settings = SessionSettings()
        settings.queries.namedZone = Zone.named(zone)
        settings.queries.moment = Instant(milliseconds: Int64((now.timeIntervalSince1970 * 1000).rounded(.down)))
        let opened: any SampleStorage =
            switch store {
            case .memory: MemoryStore()
            case .file(let path): try SQLiteStore.open(path: path, mode: .create)
            }
        session = Session(HealthStore(opened, surroundings: Surroundings(at: Instant(seconds: 0))), named: "test", settings: settings)
    }

    /// Runs the statements of `text` and returns their output.
    func answer(_ text: String, as format: OutputFormat = .json) throws -> String {
        session.settings.format = format
        let (output, source) = (RecordingOutput(), SourceText(text))
        let outcome = session.run(source, output: output)
        guard outcome == .fine else {
            throw Failure(outcome: outcome, description: output.findings.map { TextRenderer().render($0, in: source) }.joined())
        }
        return output.text
    }
}

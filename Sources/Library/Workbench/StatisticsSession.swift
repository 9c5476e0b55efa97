import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
public import Foundation
import HealthModel
import ResultRendering
import SampleStore

/// Answers queries about the samples of one store: the way into Tally for other programs.
///
///     let session = try StatisticsSession(store: .file("health.tally"), zone: "Europe/Berlin")
///     let json = try session.answer("sum steps by day last 7 days", as: .json)
///
/// A session belongs to one thread at a time. Settings and names that statements give last as long as it does.
public final class StatisticsSession {
    /// Where samples are kept.
    public enum Store: Sendable, Hashable {
        case memory
        /// A file, made when it is missing.
        case file(String)
        /// A file that is only read.
        case readOnlyFile(String)
    }

    /// The formats of answers; `json` is one document with the resolved query, `jsonl` has a row a line.
    public enum Format: String, Sendable, CaseIterable {
        case table, wide, csv, tsv, json, jsonl, markdown
    }

    /// Why there is no answer.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The exit code that the command line gives for it: 1, 2 or 3.
        public let exitCode: Int32
        /// What is wrong, where, and what to write instead, as text of several lines.
        public let description: String
    }

    private let session: Session

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - zone: The time zone of days, by its IANA name; nil is the store's, else the machine's.
    ///   - now: The instant that `now` and `today` speak of; nil is the clock's.
    /// - Throws: `Failure` for a store that cannot be opened, or a zone that does not exist.
    public init(store: Store, zone: String? = nil, now: Date? = nil) throws {
        var settings = SessionSettings()
        if let zone {
            guard let known = Zone.named(zone) else { throw Failure(exitCode: 2, description: "there is no time zone `\(zone)`") }
            settings.zone = known
        }
        settings.now = now.map(Self.instant)
        do {
            let (opened, name): (any SampleStorage, String) =
                switch store {
                case .memory: (MemoryStore(), "memory")
                case .file(let path): (try SQLiteStore.open(path: path, mode: .create), path)
                case .readOnlyFile(let path): (try SQLiteStore.open(path: path, mode: .readOnly), path)
                }
            session = Session(
                store: opened, storeName: name, settings: settings, clock: { Self.instant(Date()) }, machineZone: { .ofThisMachine() })
        } catch {
            throw Failure(exitCode: 3, description: Session.message(of: error))
        }
    }

    /// Returns what the statements of `text` print, in the order in which they stand.
    ///
    /// - Throws: `Failure` at the first statement that fails; nothing runs where one of them is wrong.
    public func answer(_ text: String, as format: Format = .json) throws -> String {
        session.settings.format = OutputFormat(rawValue: format.rawValue) ?? .json
        let collector = Collector()
        let outcome = session.run(SourceText(text), output: collector)
        guard outcome == .fine else { throw Failure(exitCode: outcome.rawValue, description: collector.findings) }
        return collector.text
    }

    /// Imports an Apple Health export (zip, XML or folder), CSV or JSON Lines, and returns the report as JSON.
    ///
    /// Importing the same file again changes nothing.
    public func importFile(at path: String) throws -> String {
        let collector = Collector()
        var command = ImportCommand(session: session, output: collector)
        command.reportsJSON = true
        do {
            _ = try command.run(paths: [path])
        } catch {
            throw Failure(exitCode: 3, description: Session.message(of: error))
        }
        return collector.text
    }

    private static func instant(_ date: Date) -> Instant {
        Instant(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

/// Keeps what a session says.
private final class Collector: SessionOutput {
    private(set) var text = ""
    private(set) var findings = ""

    let renderOptions = RenderOptions()
    func write(_ text: String) { self.text += text }
    func report(_ diagnostic: Diagnostic, in source: SourceText) {
        if diagnostic.severity == .error { findings += TextRenderer().render(diagnostic, in: source) }
    }
    func note(_ text: String) {}
    func progress(_ line: String) {}
    func confirm(_ question: String) -> Bool? { nil }
    var isCancelled: Bool { false }
    var isInterruptible: Bool { false }
}

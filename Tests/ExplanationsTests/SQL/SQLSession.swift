import CalendarIntervals
import HealthModel
import QueryDiagnostics
import SampleDatabase
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Workbench

/// Runs queries twice: in the program, and in a database with the same samples.
final class SQLSession {
    private let session: Session
    private(set) lazy var database: Result<SampleDatabase, any Error> = Result { try session.read(SampleDatabase.init(of:)) }

    /// - Parameter now: The time for `set now`.
    init(
        zone: String = "America/New_York", now: String = "2025-06-15T10:37:00-04:00", store: any SampleStorage = MemoryStore(),
        _ statements: String = ""
    ) throws {
        session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 0))), named: "memory")
        try run("set zone = \"\(zone)\"\nset now = \(now)\n\(statements)")
    }

    func write(_ batch: ImportBatch) throws { _ = try session.store.storage.write(batch) }

    func read<Answer>(_ body: (any SampleSource) throws -> Answer) throws -> Answer { try session.read(body) }

    func fill(_ data: DemoData) throws { try data.fill(session.commandStore) }

    /// Returns the output of the statements.
    @discardableResult
    func run(_ statements: String) throws -> String {
        let recorder = RecordingOutput()
        guard session.run(SourceText(statements), output: recorder) == .fine else {
            throw Refused(findings: recorder.findings.filter { $0.severity == .error })
        }
        return recorder.text
    }

    /// Statements that were rejected.
    struct Refused: Error {
        var findings: [Diagnostic]
    }

    func sql(_ query: String) throws -> String { try run("explain sql \(query)") }

    /// Returns the rows of the program, as in csv.
    func rows(_ query: String) throws -> TextRows { TextRows(csv: try run("\(query) as csv")) }

    /// Returns the rows of the database.
    func databaseRows(_ query: String) throws -> TextRows { try database.get().answer(to: try sql(query)) }
}

extension ImportBatch {
    /// Adds a sample. Times are in milliseconds since 1970.
    mutating func add(_ metric: MetricID, from start: Int64, to end: Int64, _ value: Double, source name: String) {
        let source = Source(name: name)
        let id = sources.firstIndex(of: source) ?? sources.endIndex
        if id == sources.endIndex { sources.append(source) }
        var rows = samples.removeValue(forKey: metric) ?? SampleBatch()
        rows.starts.append(start)
        rows.ends.append(end)
        rows.values.append(value)
        rows.sources.append(Int32(id))
        rows.origins.append(0)
        rows.metadata.append(0)
        rows.units.append(0)
        rows.created.append(SampleBatch.unknownTime)
        samples[metric] = rows
    }
}

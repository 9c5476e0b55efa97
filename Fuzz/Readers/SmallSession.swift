import HealthModel
import QueryDiagnostics
import SampleStore
import ScriptHelp
import Scripts
import StoreCommands
import TallyKit
import Workbench

/// Sessions over a few samples in memory, which they cannot change. The clock has a fixed time.
enum SmallSession {
    private static let store: HealthStore = {
        let surroundings = Surroundings(at: Instant(milliseconds: 1_772_625_600_000))
        let store = HealthStore(MemoryStore(), surroundings: surroundings)
        let setup = """
            set zone = UTC
            load steps from "Watch" at 2026-03-01 08:00 every 1d for 1h: 1000 2000 3000
            load steps from "iPhone" at 2026-03-01 08:00 every 1d for 1h: 900 1900 2900
            load heartRate from "Watch" at 2026-03-03 every 1h for 0s: 60+1x10
            load sleep from "Watch" at 2026-03-02 22:00 every 1h: core deepx2 _ remx2
            """
        precondition(Session(store, named: "memory").run(SourceText(setup), output: TextOutput()) == .fine)
        return store
    }()

    static func make() -> Session { make(over: store) }

    static func make(over store: HealthStore) -> Session {
        let session = Session(store, named: "memory")
        session.storage.forbidsWrites = true
        return session
    }

    /// Runs statements with any outcome.
    static func run(_ text: String, in session: Session) {
        for statement in ParsedScript(text).statements { _ = session.run(statement, output: TextOutput()) }
    }
}

import CalendarIntervals
package import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import TallyKit

/// A store that a session works on, and what may be done with it.
package struct OpenStore {
    package fileprivate(set) var store: any SampleStorage
    /// Where it is kept, for people: a path, or "memory".
    package fileprivate(set) var name: String
    /// Whether stores are opened for reading only.
    let isReadOnly: Bool
    /// Whether nothing is to be written, not even a saved query.
    package var forbidsWrites = false
    /// Whether `open` is refused, as a lesson's samples must not become anybody's.
    var isKept = false
    /// The state of the store in which it was last seen whether quarter hours are worth making.
    var quarterHoursCheckedAt: Int64?

    init(_ store: any SampleStorage, named name: String) {
        self.store = store
        self.name = name
        isReadOnly = store.isReadOnly
    }

    /// Goes on with another store.
    mutating func move(to store: any SampleStorage, named name: String) {
        self.store = store
        self.name = name
    }
}

/// What `_`, `why` and `save` speak of.
struct LastAnswer {
    /// What `_` stands for.
    private(set) var table: ResultTable?
    /// The plan that gave it; nil where it has none.
    private(set) var plan: Plan?
    /// Its rows as stages are bound to them.
    private(set) var bound: BoundRows?
    /// What `save` keeps.
    private(set) var query: Query?
    /// How many answers there were.
    private(set) var count = 0

    /// The answer that stages work on; nil before the first.
    var rows: QueryRun.Rows? { table.map { QueryRun.Rows(table: $0, plan: plan, bound: bound) } }

    /// The rows as the compiler knows them: with the columns that the answer really has.
    var knownRows: BoundRows? {
        guard let table else { return nil }
        return bound?.keeping(columns: table.columns.map(\.name), keys: table.keys.map(\.name))
    }

    mutating func keep(_ rows: QueryRun.Rows, of query: Query) {
        (table, plan, bound) = (rows.table, rows.plan, rows.bound)
        self.query = query.continuing(self.query)
        count += 1
    }
}

/// The script that is running, and its callers.
struct ScriptPlace {
    /// The folder that relative paths of statements start from; nil is the process's own.
    var folder: String?
    /// The scripts that are running, the innermost last, each by what tells its file apart.
    var scripts: [String] = []
    /// The keys of the parameters that the caller of the script gave.
    var givenParameters: Set<String> = []
}

/// What the running statements have done so far.
package struct Course {
    /// Whether `quit` was said.
    package internal(set) var isEnded = false
    /// Whether a result was printed before in this run.
    var hasShownTable = false
    /// What the last statement other than an expectation gave; `expect` speaks of it.
    var given = GivenAnswer()
    /// The code that the next statement is expected to fail with.
    var awaitedError: CodeReference?
}

/// A lesson while it is taken: lines are what the learner says.
package protocol TakenLesson: AnyObject {
    /// Where the lesson's statements run.
    var session: Session { get }
    /// Whether it was left, or is through.
    var isOver: Bool { get }
    /// Whether the next line is a statement, which may take several lines, rather than a guess.
    var awaitsStatement: Bool { get }
    /// Takes one line, or one statement of several.
    func take(_ line: String, output: some SessionOutput)
}

/// The lessons of a session.
package struct Lessons {
    /// The one that is being taken; what is typed goes to it.
    package internal(set) var current: (any TakenLesson)?
    /// Where it is remembered how far lessons are; nil remembers nothing.
    package var progress: LessonProgress?
}

/// What was said in a session.
package struct StatementLog {
    /// The statements that ran or were tried, as they were written.
    var statements: [String] = []
    /// Returns the statements that the user typed in this and earlier sessions; nil where nobody types.
    package var earlier: (() -> [String])?

    /// All of them, those of earlier sessions first.
    var all: [String] { earlier?() ?? statements }
}

/// What a session knows of the machine: its clock, the only one below the command line, and its zone.
struct Surroundings {
    let clock: @Sendable () -> Instant
    let machineZone: @Sendable () -> Zone
}

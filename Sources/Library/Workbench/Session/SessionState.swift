package import Lessons
package import QueryCompiler
import QueryPlan
import QuerySyntax
import Scripts
package import StoreCommands
package import TallyKit

/// The store of a session, and whether the session may write to it.
package struct OpenStore {
    package fileprivate(set) var store: HealthStore
    /// The app that asks; nil for the owner.
    var actor: String?
    /// The display name of the store: a path, or "memory".
    package fileprivate(set) var name: String
    /// True if stores are opened read-only.
    package let isReadOnly: Bool
    /// True if nothing may be written, not even a saved query.
    package var forbidsWrites = false
    /// True if statements may only ask: they change nothing, and reach neither files nor networks. Text of somebody else runs so.
    package var mayOnlyAsk = false
    /// True if `open` is not allowed, because the session belongs to a lesson.
    var isKept = false
    /// The warehouses that `open` and a push can reach.
    package var warehouses = ReachableWarehouses()

    init(_ store: HealthStore, named name: String) {
        self.store = store
        self.name = name
        isReadOnly = store.isReadOnly
    }

    /// The store as the app that asks uses it.
    var used: HealthStore { actor.map(store.acting) ?? store }

    /// Switches to another store.
    mutating func move(to store: HealthStore, named name: String) { (self.store, self.name) = (store, name) }
}

/// The last answer, which `_`, `why` and `save` refer to.
package struct LastAnswer {
    /// The rows of `_`.
    private(set) var table: ResultTable?
    /// The plan that computed the rows; nil if there is none.
    private(set) var plan: Plan?
    /// The rows in the form that the compiler binds stages to.
    private(set) var bound: BoundRows?
    /// The query that `save` writes.
    private(set) var query: Query?
    /// The app that asked; nil for the owner.
    private(set) var actor: String?
    /// The number of answers so far.
    private(set) var count = 0

    /// The answer that stages work on; nil before the first answer.
    var rows: QueryRun.Rows? { table.map { QueryRun.Rows(table: $0, plan: plan, bound: bound) } }

    /// The rows for the compiler, with the columns that the answer actually has.
    package var knownRows: BoundRows? {
        guard let table else { return nil }
        return bound?.keeping(columns: table.columns.map(\.name), keys: table.keys.map(\.name))
    }

    /// Forgets the rows, because an app that asks next must not see those of somebody else.
    mutating func forget() { self = LastAnswer(count: count) }

    init() {}

    private init(count: Int) { self.count = count }

    mutating func keep(_ rows: QueryRun.Rows, of query: Query, for actor: String?) {
        self.actor = actor
        (table, plan, bound) = (rows.table, rows.plan, rows.bound)
        self.query = query.continuing(self.query)
        count += 1
    }
}

/// The script that is running, and its callers.
struct ScriptPlace {
    /// The folder for relative paths of statements; nil is the current folder of the process.
    var folder: String?
    /// The identities of the running script files, innermost last.
    var scripts: [String] = []
    /// The keys of the parameters that the script's caller set.
    var givenParameters: Set<String> = []
    /// The app that asked when the script or the session began, and that `act as` can't change; nil for the owner.
    var asker: String?
}

/// The effects of the running statements so far.
package struct Course {
    /// True after `quit`.
    package internal(set) var isEnded = false
    /// True if this run has already printed a result.
    var hasShownTable = false
    /// The answer of the last statement that is not an expectation. `expect` checks it.
    var given = GivenAnswer()
    /// The watches that tell their changes after each statement.
    var watches = NamedWatches()
    /// The error code that the next statement is expected to fail with.
    var awaitedError: CodeReference?
}

/// A lesson in progress. It receives the lines that the learner types.
package protocol TakenLesson: AnyObject {
    /// The session for the statements of the lesson.
    var session: Session { get }
    /// True if the lesson was left or completed.
    var isOver: Bool { get }
    /// True if the lesson expects a statement, which may have several lines. False if it expects a guess.
    var awaitsStatement: Bool { get }
    /// Handles one line, or one statement of several lines.
    func take(_ line: String, output: some SessionOutput)
}

/// The lessons of a session.
package struct Lessons {
    /// The lesson in progress, which receives all input.
    package internal(set) var current: (any TakenLesson)?
    /// The stored progress of lessons; nil if progress is not stored.
    package var progress: LessonProgress?
    /// Runs the Swift code of lessons; nil if it cannot be run.
    package var runner: SwiftRunner?
}

/// The statements of a session.
package struct StatementLog {
    /// The text of the statements that were run, including failed ones, and the app that asked; nil for the owner.
    private var statements: [(text: String, actor: String?)] = []
    /// Returns the statements that the user typed in this and earlier sessions; nil if the session is not interactive.
    package var earlier: (() -> [String])?

    mutating func add(_ statement: String, of actor: String?) { statements.append((statement, actor)) }

    /// Returns all statements, those of earlier sessions first. For an app, only those of this session that it ran.
    func all(of actor: String?) -> [String] {
        guard let actor else { return earlier?() ?? statements.map(\.text) }
        return statements.filter { $0.actor.map { Session.isSameApp($0, actor) } ?? false }.map(\.text)
    }
}

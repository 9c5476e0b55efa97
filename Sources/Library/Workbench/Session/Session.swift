package import QueryCompiler
package import QueryPlan
import QuerySyntax
package import Scripts
@_spi(Guests) package import TallyKit

/// The state of a conversation with a store: settings, names, and the last result.
///
/// Statements run one after another. Only one thread may use a session at a time.
package final class Session {
    /// The store, and whether this session may write to it.
    package var storage: OpenStore
    /// The folder of saved queries; nil if queries cannot be saved.
    /// They belong to the owner, so an app has none.
    package var library: QueryLibrary? {
        get { actor == nil ? ownersLibrary : nil }
        set { ownersLibrary = newValue }
    }
    private var ownersLibrary: QueryLibrary?
    package var settings: SessionSettings
    var names = NameTable()
    /// The answer that `_`, `why` and `save` refer to.
    package internal(set) var last = LastAnswer()
    /// The script that is running, and its callers.
    var place = ScriptPlace()
    /// The effects of the running statements so far.
    package internal(set) var course = Course()
    package var lessons = Lessons()
    package var history = StatementLog()

    package init(_ store: HealthStore, named name: String, settings: SessionSettings = SessionSettings()) {
        storage = OpenStore(store, named: name)
        self.settings = settings
    }

    /// The store as the owner or the app that asks uses it, for the person of the session.
    package var store: HealthStore { store(of: settings.queries.person) }

    /// Returns the store as it is for one person; nil for all people.
    func store(of person: String?) -> HealthStore { person.map(storage.used.person) ?? storage.used }
    /// The app that asks; nil for the owner.
    package internal(set) var actor: String? {
        get { storage.actor }
        set { storage.actor = newValue }
    }
    /// Returns true if `text` can be the name of an app.
    package static func isAppName(_ text: String) -> Bool {
        AccessCompiler.isAppName(text)
    }

    /// Returns true if two names are spellings of one app.
    package static func isSameApp(_ name: String, _ other: String) -> Bool { Source.fold(name) == Source.fold(other) }

    /// Lets an app ask from now on. No statement, script or setting of the session can change that (S10.4).
    package func begin(as app: String) {
        actor = app
        place.asker = app
        last.forget()
    }

    /// The id of the person that statements concern; nil for all people of the store.
    package var person: String? { settings.queries.person }

    package var now: Instant { settings.queries.moment ?? storage.store.surroundings.clock() }

    /// Runs `body` on a consistent view of the store, which writes do not change.
    package func read<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result { try store.read(body) }

    /// The rows of the last statement; nil if it had none.
    package var givenTable: ResultTable? { course.given.table }

    /// The number of the last change of the store; nil if it can't be read.
    package var changeNumber: Int64? { try? read { $0.changeNumber } }

    /// Runs `body` on such a view for an answer or an explanation.
    func readToAnswer<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result { try store.readToAnswer(body) }

    /// Runs `body` on the store as the one who asks sees it. An app can write while the device is locked, although it can't read.
    func readToWrite<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result { try storage.used.readingToWrite(body) }

    /// Stores `answer` as the last answer, for `_`, `why` and `save`.
    func keep(_ answer: StatementAnswer, of query: Query) {
        last.keep(QueryRun.Rows(table: answer.table, plan: answer.plan, bound: answer.rows), of: query, for: actor)
        course.given.table = answer.table
    }

    /// Returns a session on the same store that knows the names and settings of a script, as they were checked.
    package func session(knowing checker: ScriptChecker) -> Session { sibling(settings: checker.settings, names: checker.context.names) }

    /// Returns a session on the same store, for the same person and app.
    func sibling(settings: SessionSettings, names: NameTable) -> Session {
        let other = Session(storage.store, named: storage.name, settings: settings)
        other.storage = storage
        other.library = ownersLibrary
        other.names = names
        other.place = place
        return other
    }

    /// The names of saved queries.
    package var savedNames: [String] { library?.names ?? [] }

    /// Returns the default zone of queries: the session's, or the store's, or the machine's.
    func zone(in source: any SampleSource) throws -> Zone { try settings.queries.zone(in: source, storage.store.surroundings) }

    /// Returns everything that the meaning of a query depends on, except its text.
    package func context(reading source: any SampleSource) throws -> CompilationContext {
        var context = try settings.queries.compilation(reading: source, storage.store.surroundings)
        context.actor = actor
        context.asker = place.asker
        names.metricNames = context.contents.metricNames
        context.names = names
        return context
    }

    /// The context for compiling names without reading the store, for example while the device is locked.
    package var contextWithoutStore: CompilationContext {
        var context = CompilationContext(now: now, zone: settings.queries.namedZone ?? .utc)
        context.names = names
        return context
    }

    /// Returns a compiler for the queries of this session.
    func compiler(reading source: any SampleSource) throws -> QueryCompiler {
        QueryCompiler(context: try context(reading: source), lastRows: last.knownRows)
    }
}

package import CalendarIntervals
import QueryEngine
package import HealthModel
package import QueryCompiler
package import StorageModel
import QueryHelp
import QuerySyntax
import QueryPlan
import SampleStore
import TallyKit

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
    private let surroundings: Surroundings

    package init(
        store: any SampleStorage, storeName: String, settings: SessionSettings = SessionSettings(),
        clock: @escaping @Sendable () -> Instant, machineZone: @escaping @Sendable () -> Zone
    ) {
        storage = OpenStore(store, named: storeName)
        self.settings = settings
        surroundings = Surroundings(clock: clock, machineZone: machineZone)
    }

    /// The store as the owner or the app that asks uses it, for the person of the session.
    package var store: any SampleStorage { store(of: settings.person) }

    /// Returns the store as it is for one person; nil for all people.
    func store(of person: String?) -> any SampleStorage { person.map(storage.used.scoped) ?? storage.used }
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

    package var now: Instant { settings.now ?? surroundings.clock() }

    /// Runs `body` on a consistent view of the store, which writes do not change.
    package func read<Result>(for purpose: ViewPurpose = .lookUp, _ body: (any SampleSource) throws -> Result) throws -> Result {
        try store.read(for: purpose, body)
    }

    /// Runs `body` on the store as the one who asks sees it. An app can write while the device is locked, although it can't read.
    func readToWrite<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result {
        guard let actor else { return try storage.store.read(body) }
        return try AppStorage(storage.store, app: actor).readToWrite(body)
    }

    /// Stores `answer` as the last answer, for `_`, `why` and `save`.
    func keep(_ answer: StatementAnswer, of query: Query) {
        last.keep(QueryRun.Rows(table: answer.table, plan: answer.plan, bound: answer.rows), of: query, for: actor)
        course.given.table = answer.table
    }

    /// The names of saved queries.
    package var savedNames: [String] { library?.names ?? [] }

    /// Returns the default zone of queries: the session's, or the store's, or the machine's.
    func zone(in source: any SampleSource) throws -> Zone {
        if let zone = settings.zone { return zone }
        if let kept = try source.setting(StoreSetting.zone), let zone = Zone.named(kept) { return zone }
        return surroundings.machineZone()
    }

    /// Returns everything that the meaning of a query depends on, except its text.
    package func context(reading source: any SampleSource) throws -> CompilationContext {
        var context = CompilationContext(now: now, zone: try zone(in: source))
        context.follow(settings)
        context.actor = actor
        context.asker = place.asker
        context.contents = try StoreContents(reading: source)
        context.names = names
        return context
    }

    /// Returns a compiler for the queries of this session.
    func compiler(reading source: any SampleSource) throws -> QueryCompiler {
        QueryCompiler(context: try context(reading: source), lastRows: last.knownRows)
    }
}

extension Query {
    /// Returns the query with `_` replaced by `last`, so that it can be saved.
    func continuing(_ last: Query?) -> Query {
        guard case .lastResult = source, var whole = last else { return self }
        whole.stages += stages
        whole.output = output ?? whole.output
        return whole
    }
}

extension CompilationContext {
    /// Copies the settings that affect the meaning of queries.
    mutating func follow(_ settings: SessionSettings) {
        if let now = settings.now { self.now = now }
        if let zone = settings.zone { self.zone = zone }
        weekStart = settings.week
        rules = settings.rules
        units = settings.units
        styles = settings.styles
        app = settings.app
        device = settings.device
    }
}

package import CalendarIntervals
import QueryEngine
package import HealthModel
import QueryCompiler
import QueryHelp
import QuerySyntax
import QueryPlan
import SampleStore
import TallyKit

/// One conversation with one store: its settings, the names it was given, the last result.
///
/// Statements run one after another; a session belongs to one thread at a time.
package final class Session {
    /// The store, and what this session may do with it.
    package var storage: OpenStore
    /// Where queries are saved; nil keeps none.
    package var library: QueryLibrary?
    package var settings: SessionSettings
    var names = NameTable()
    /// What `_`, `why` and `save` speak of.
    var last = LastAnswer()
    /// Where the running statements stand.
    var place = ScriptPlace()
    /// What the running statements have done so far.
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

    package var store: any SampleStorage { storage.store }
    package var now: Instant { settings.now ?? surroundings.clock() }

    /// Runs `body` on a view of the store that no write changes.
    package func read<Result>(for purpose: ViewPurpose = .lookUp, _ body: (any SampleSource) throws -> Result) throws -> Result {
        try store.read(for: purpose, body)
    }

    /// Makes `answer` what `_`, `why` and `save` speak of.
    func keep(_ answer: StatementAnswer, of query: Query) {
        last.keep(QueryRun.Rows(table: answer.table, plan: answer.plan, bound: answer.rows), of: query)
        course.given.table = answer.table
    }

    /// The names of saved queries.
    var savedNames: [String] { library?.names ?? [] }

    /// The zone of queries that name none: the session's, else the store's, else the machine's.
    func zone(in source: any SampleSource) throws -> Zone {
        if let zone = settings.zone { return zone }
        if let kept = try source.setting(StoreSetting.zone), let zone = Zone.named(kept) { return zone }
        return surroundings.machineZone()
    }

    /// What queries of this session depend on, beside their text.
    func context(reading source: any SampleSource) throws -> CompilationContext {
        var context = CompilationContext(now: now, zone: try zone(in: source))
        context.follow(settings)
        context.contents = try StoreContents(reading: source)
        context.names = names
        return context
    }

    /// Returns what compiles the queries of this session.
    func compiler(reading source: any SampleSource) throws -> QueryCompiler {
        QueryCompiler(context: try context(reading: source), lastRows: last.knownRows)
    }
}

extension Query {
    /// Returns the query as `save` keeps it: what `_` stands for is `last`.
    func continuing(_ last: Query?) -> Query {
        guard case .lastResult = source, var whole = last else { return self }
        whole.stages += stages
        whole.output = output ?? whole.output
        return whole
    }
}

extension CompilationContext {
    /// Takes over what the settings say of the meaning of queries.
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

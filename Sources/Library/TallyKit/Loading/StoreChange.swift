package import HealthModel
package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax
package import SampleStore
package import StorageModel

/// The data that a statement writes to a store.
package enum StoreChange: Sendable {
    /// The samples of `add` or `load`, all of one metric, with their extent.
    case samples(ImportBatch, MetricSummary)
    /// A `load` without values.
    case nothing
    case summary(ActivitySummary)
    case decisions([AccessDecision])
    case setting(KeptSetting)

    /// Compiles a statement that fills a store.
    ///
    /// - Parameter source: the text of the statement.
    /// - Returns: The change, or the errors in the statement; nil for all other statements.
    package static func compile(
        _ statement: StatementKind, in context: CompilationContext, source: SourceText
    ) -> Resolved<StoreChange>? {
        switch statement {
        case .add(let add): AddCompiler(context: context).compile(add).map { StoreChange($0) }
        case .load(let load): AddCompiler(context: context).compile(load).map { StoreChange($0) }
        case .addSummary(let add): AddCompiler(context: context).compile(add).map { .summary($0) }
        case .decideAccess(let decision): AccessCompiler(context: context).compile(decision).map { .decisions($0) }
        case .metric(let metric):
            QueryCompiler(context: context).metrics(after: metric, context.contents.definedMetrics).map { .setting(.metrics($0)) }
        case .set(let set): KeptSettingCompiler(context: context, source: source).compile(set)?.map { .setting($0) }
        default: nil
        }
    }

    private init(_ samples: [AddCompiler.Sample]) {
        guard let first = samples.first, let last = samples.last else {
            self = .nothing
            return
        }
        let extent = MetricSummary(
            metric: first.metric, count: samples.count, firstStart: first.start, lastStart: last.start, lastEnd: last.end, sources: [])
        self = .samples(BatchBuilder(samples).batch, extent)
    }

    /// Writes the change to a store. Returns what happened to the samples of each metric.
    @discardableResult
    package func write(to store: any SampleStorage) throws -> [MetricID: WriteOutcome] {
        switch self {
        case .nothing: return [:]
        case .samples(let batch, _): return try store.write(batch)
        case .summary(let summary):
            var batch = ImportBatch()
            batch.summaries = [summary]
            return try store.write(batch)
        case .decisions(let decisions): try store.decide(decisions)
        case .setting(let setting): try setting.write(to: store)
        }
        return [:]
    }
}

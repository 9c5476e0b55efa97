package import QueryCompiler

extension QueryRun {
    /// Returns the parts of the query's plan that depend on the clock.
    package func occasion(in context: CompilationContext, lastRows: BoundRows? = nil) throws -> WatchOccasion? {
        // The days of a person can be those of another zone.
        let compiled =
            context.contents.isCohort
            ? try compiled(in: context, lastRows: lastRows) : QueryCompiler(context: context, lastRows: lastRows).compile(query)
        return compiled.pipeline.map { WatchOccasion($0) }
    }
}

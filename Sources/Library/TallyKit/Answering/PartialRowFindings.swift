import QueryDiagnostics
import QueryCompiler
import QueryPlan

extension CompiledQuery {
    /// Returns findings about partial rows that a stage used for some aggregates but not for others.
    func findings(of leftOut: [PartialRowsLeftOut]) -> [Diagnostic] {
        leftOut.compactMap { left in
            // Stages that the query implies come first and have no source range.
            let place = left.stage - (stages.count - stageRanges.count)
            guard stageRanges.indices.contains(place) else { return nil }
            let count = left.allCount - left.wholeCount
            let noun = (left.isOfTotals ? "total" : "row") + (count == 1 ? "" : "s")
            func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
            let (isOne, isOneOfAll) = (left.ofWhole.count == 1, left.ofAll.count == 1)
            return Diagnostic(
                .partialRowsLeftOut,
                "\(list(left.ofWhole)) \(isOne ? "skips" : "skip") \(count) partial \(noun): "
                    + "\(isOne ? "it uses" : "they use") \(left.wholeCount) of \(left.allCount), but "
                    + "\(list(left.ofAll)) \(isOneOfAll ? "uses" : "use") all",
                at: stageRanges[place],
                help: "to use the same rows for all aggregates, add `partial keep` or `partial drop` before this stage")
        }
    }
}

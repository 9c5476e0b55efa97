import QueryDiagnostics
import QueryCompiler
import QueryPlan

extension CompiledQuery {
    /// Returns what to report about partial rows that a stage left out of some of its aggregates and not of others.
    func findings(of leftOut: [PartialRowsLeftOut]) -> [Diagnostic] {
        leftOut.compactMap { left in
            // Stages that the query implies come first, and are not written.
            let place = left.stage - (stages.count - stageRanges.count)
            guard stageRanges.indices.contains(place) else { return nil }
            let count = left.allCount - left.wholeCount
            let noun = (left.isOfTotals ? "total" : "row") + (count == 1 ? "" : "s")
            func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
            let (isOne, isOneOfAll) = (left.ofWhole.count == 1, left.ofAll.count == 1)
            return Diagnostic(
                .partialRowsLeftOut,
                "\(list(left.ofWhole)) \(isOne ? "leaves" : "leave") out \(count) partial \(noun): "
                    + "\(isOne ? "it covers" : "they cover") \(left.wholeCount), "
                    + "\(list(left.ofAll)) \(isOneOfAll ? "covers" : "cover") \(left.allCount)",
                at: stageRanges[place],
                help: "`partial keep` before it makes every aggregate cover all of them, `partial drop` only whole ones")
        }
    }
}

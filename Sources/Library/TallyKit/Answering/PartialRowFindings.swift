import QueryDiagnostics
import QueryCompiler
import QueryPlan

extension CompiledQuery {
    /// Returns findings about the rows that stages used.
    func findings(aboutRowsOf table: ResultTable) -> [Diagnostic] {
        findings(of: table.header.partialRowsLeftOut)
            + [table.header.equalValues.flatMap(finding), table.header.fewValues.flatMap(finding)].compactMap(\.self)
    }

    /// Returns a finding about a column in which most values are equal.
    private func finding(of equal: EqualValues) -> Diagnostic? {
        let place = equal.stage - (stages.count - stageRanges.count)
        guard stageRanges.indices.contains(place) else { return nil }
        return Diagnostic(
            .equalValues,
            "at least half of the \(equal.count) values of `\(equal.column)` are equal, so each different value is an outlier: "
                + "\(equal.differentCount)", at: stageRanges[place],
            help: "to choose rows by their value, write a condition, as in `where \(equal.column) > 100`")
    }

    /// Returns a finding about a study with too few values.
    private func finding(of few: FewValues) -> Diagnostic? {
        let place = few.stage - (stages.count - stageRanges.count)
        guard stageRanges.indices.contains(place) else { return nil }
        let noun = few.arePairs ? "pairs of values" : "values"
        let name = few.arePairs ? "correlate" : "trend"
        let found =
            few.isOfOneOfSeveral ? "for each row, but one has \(few.count)" : "but there \(few.count == 1 ? "is" : "are") \(few.count)"
        return Diagnostic(
            .fewValues, "`\(name)` needs at least \(few.neededCount) \(noun)\(few.isOfOneOfSeveral ? " " : ", ")\(found)",
            at: stageRanges[place],
            help: "choose a longer range or shorter periods", note: "partial rows of totals don't count")
    }

    /// Returns findings about partial rows that a stage used for some aggregates but not for others.
    private func findings(of leftOut: [PartialRowsLeftOut]) -> [Diagnostic] {
        leftOut.compactMap { left in
            // Stages that the query implies come first and have no source range.
            let place = left.stage - (stages.count - stageRanges.count)
            guard stageRanges.indices.contains(place) else { return nil }
            let count = left.allCount - left.wholeCount
            let noun = (left.isOfTotals ? "total" : "row") + (count == 1 ? "" : "s")
            func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
            if left.ofAll.isEmpty {
                return Diagnostic(
                    .partialRowsLeftOut,
                    "\(list(left.ofWhole)) skips \(count) partial \(noun): it uses \(left.wholeCount) of \(left.allCount)",
                    at: stageRanges[place], help: "to use all rows, add `partial keep` before this stage")
            }
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

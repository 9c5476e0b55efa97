import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import TerminalText

extension CompiledQuery {
    /// Returns findings about the rows that stages used. The last of several about the same cause stands for all of them.
    func findings(aboutRowsOf table: ResultTable) -> [Diagnostic] {
        var (partialRows, others): ([Diagnostic], [DiagnosticCode: Diagnostic]) = ([], [:])
        for case .ofStage(let finding, let index) in table.header.findings {
            // Stages that the query implies come first and have no source range.
            let place = index - (stages.count - stageRanges.count)
            let found = stageRanges.indices.contains(place) ? finding.diagnostic(at: stageRanges[place]) : nil
            switch finding {
            case .shortWindows: break
            case .partialRowsLeftOut: if let found { partialRows.append(found) }
            case .equalValues, .fewValues, .streakFromFirstRow, .rangeWithoutData, .usualUnknown:
                if let found { others[found.code] = found }
            }
        }
        return partialRows + others.values.sorted { $0.code.rawValue < $1.code.rawValue }
    }
}

extension RowFinding {
    var isOfPeople: Bool { if case .peopleWithoutSamples = self { true } else { false } }
    /// True if rows have no value because their laboratory results are of several tests or units. Stages skip such rows.
    var isOfMixedLabs: Bool { if case .labsMixed = self { true } else { false } }

    /// Returns the finding about the rows of `query` before stages; nil if it is said elsewhere.
    func diagnostic(on query: Query, of persons: RowPersons?) -> Diagnostic? {
        switch self {
        // `EmptyAnswer` names the set. `CompiledQuery` knows the places of stages.
        case .noTimeCounts, .ofStage: return nil
        case .napsLeftOut(let count):
            return Diagnostic(
                .napsLeftOut,
                "\(count == 1 ? "1 nap is" : "\(count) naps are") left out: only the longest sleep that ends on a date is the night",
                at: query.clauses.first { $0.kind.word == .by }?.range ?? query.range,
                help: "to list all of them, use `by each (sessions of sleep gap 1h)`")
        case .appsNotInList(let names):
            return Diagnostic(
                .appsNotInList,
                "records of \(names.map { "`\($0)`" }.listed(with: "and")) don't count, because Android counts only apps in the owner's list",
                at: query.range, help: "to count them, add them with `set priority of …`, or use `set merging = apple`")
        case .samplesInSeveralRows(let keys):
            return Diagnostic(
                .samplesInSeveralRows,
                "a sample with several \(keys.map { "\($0)s" }.listed(with: "or")) counts in the row of each, so the rows don't add up",
                at: query.clauses.first { $0.kind.word == .by }?.range ?? query.range,
                help: "for the number of all samples, leave out the key")
        case .labsMixed(let count, let fields): return fields.isEmpty ? nil : Self.labsMixed(count, fields, at: query)
        case .labUnit(let unit): return Diagnostic(.labUnit, "the values are in \(unit), as the clinic gave them", at: query.range)
        case .workoutsWithoutDistance(let count):
            return Diagnostic(
                .workoutsWithoutDistance,
                "\(count == 1 ? "1 workout has" : "\(count) workouts have") no samples of distance, so "
                    + "\(count == 1 ? "it has" : "they have") no splits",
                at: query.clauses.first { $0.kind.word == .by }?.range ?? query.range, help: "for a row for each workout, use `by workout`")
        case .samplesWithoutBeats(let count, let all):
            return Diagnostic(
                .samplesWithoutBeats,
                "\(Wording.number(count)) of \(Wording.number(all)) samples \(count == 1 ? "has" : "have") no usable heartbeats, so "
                    + "\(count == 1 ? "it doesn't" : "they don't") count",
                at: query.range, help: "to use the number of every sample, write `average heartRateVariability`")
        case .peopleWithoutSamples(let count):
            guard let persons, count < persons.count else { return nil }
            return Diagnostic(
                .personsWithoutSamples,
                "\(Wording.number(count)) of \(Wording.number(persons.count)) persons \(count == 1 ? "has" : "have") no sample in the range",
                at: query.range)
        }
    }
}

extension RowFinding {
    private static func labsMixed(_ count: Int, _ fields: [String], at query: Query) -> Diagnostic {
        let names = fields.map { "\($0)s" }.listed(with: "and")
        let conditions = fields.map { "`where \($0) = …`" }.listed(with: "and")
        let keys = query.clauses.filter { $0.kind.word == .by }.prefix(1).map { QueryFormatter.text(of: [$0]) }
        let by = (keys.isEmpty ? ["by \(fields[0])"] + fields.dropFirst() : keys + fields).joined(separator: " and ")
        return Diagnostic(
            .labsMixed,
            "\(count == 1 ? "1 row has" : "\(Wording.number(count)) rows have") results of several \(names), so "
                + "\(count == 1 ? "it has" : "they have") no value",
            at: query.range,
            help: "divide the rows with `\(by)`, or choose one of the \(names) with \(conditions)")
    }
}

extension StageFinding {
    /// Returns the finding as a diagnostic; nil for one that is a line below the table.
    fileprivate func diagnostic(at range: SourceRange) -> Diagnostic? {
        switch self {
        case .shortWindows: nil
        case .partialRowsLeftOut(let left): left.diagnostic(at: range)
        case .fewValues(let few): few.diagnostic(at: range)
        case .equalValues(let equal):
            Diagnostic(
                .equalValues,
                "at least half of the \(equal.count) values of `\(equal.column)` are equal, so each different value is an outlier: "
                    + "\(equal.differentCount)", at: range,
                help: "to choose rows by their value, write a condition, as in `where \(equal.column) > 100`")
        case .rangeWithoutData(let label):
            Diagnostic(.noValue, "`\(label)` has no data, so there is nothing to compare", at: range)
        case .usualUnknown(let unknown, let count):
            Diagnostic(
                .usualUnknown,
                "\(unknown == count ? "no value has" : "\(unknown) of \(count) values \(unknown == 1 ? "doesn't have" : "don't have")") at least "
                    + "\(UsualRange.leastCount) values in the time before, so what is usual isn't known",
                at: range, help: "look further back, as in `usual of 180 days`, or wait until there is more data")
        case .streakFromFirstRow:
            Diagnostic(
                .streakFromFirstRow, "a streak begins with the first row of the range, so it may be longer", at: range,
                help: "choose a longer range, or leave it out to use all data")
        }
    }
}

extension FewValues {
    fileprivate func diagnostic(at range: SourceRange) -> Diagnostic {
        let noun = arePairs ? "pairs of values" : "values"
        let name = arePairs ? "correlate" : "trend"
        let found = isOfOneOfSeveral ? "for each row, but one has \(count)" : "but there \(count == 1 ? "is" : "are") \(count)"
        return Diagnostic(
            .fewValues, "`\(name)` needs at least \(neededCount) \(noun)\(isOfOneOfSeveral ? " " : ", ")\(found)", at: range,
            help: "choose a longer range or shorter periods", note: "partial rows of totals don't count")
    }
}

extension PartialRowsLeftOut {
    fileprivate func diagnostic(at range: SourceRange) -> Diagnostic {
        let count = allCount - wholeCount
        let noun = (isOfTotals ? "total" : "row") + (count == 1 ? "" : "s")
        func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
        if ofAll.isEmpty {
            return Diagnostic(
                .partialRowsLeftOut, "\(list(ofWhole)) skips \(count) partial \(noun): it uses \(wholeCount) of \(allCount)", at: range,
                help: "to use all rows, add `partial keep` before this stage")
        }
        let (isOne, isOneOfAll) = (ofWhole.count == 1, ofAll.count == 1)
        return Diagnostic(
            .partialRowsLeftOut,
            "\(list(ofWhole)) \(isOne ? "skips" : "skip") \(count) partial \(noun): "
                + "\(isOne ? "it uses" : "they use") \(wholeCount) of \(allCount), but "
                + "\(list(ofAll)) \(isOneOfAll ? "uses" : "use") all",
            at: range,
            help: "to use the same rows for all aggregates, add `partial keep` or `partial drop` before this stage")
    }
}

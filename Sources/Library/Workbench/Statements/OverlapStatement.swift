import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import QueryEngine
import HealthModel
import StorageModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering

/// Runs `show overlap`, which shows how much of each source merging suppresses because another source recorded it, too.
extension StatementRunner {
    func showOverlap(of reference: MetricReference, clauses: [Clause]) throws -> Outcome {
        let persons = try session.read { try $0.persons() }
        guard persons.count > 1 else { return try showOverlap(of: reference, clauses: clauses, for: nil) }
        let plan = try told(session.read { try session.compiler(reading: $0).compile(sumOf: reference, clauses: clauses) })
        let chosen = persons.filter(plan.concerns)
        if chosen.count == 1 { return try showOverlap(of: reference, clauses: clauses, for: chosen[0].id) }
        throw tell(onePersonNeeded(for: "show overlap", at: reference.range))
    }

    /// - Parameter person: the id of a person of the store; nil for the only one.
    private func showOverlap(of reference: MetricReference, clauses: [Clause], for person: String?) throws -> Outcome {
        func view(of reader: any SampleSource) throws -> any SampleSource { try person.map(reader.view) ?? reader }
        let plan = try told(
            session.read { reader in
                var context = try session.context(reading: view(of: reader))
                context.contents.knownPersons = try reader.persons().map(\.id)
                return QueryCompiler(context: context, lastRows: session.last.knownRows).compile(sumOf: reference, clauses: clauses)
            })
        guard case .statistics(let measures) = plan.subject, let measure = measures.first else { return .wrong }
        let options = EngineOptions(isCancelled: { output.isCancelled })
        let (whole, table) = try session.read(for: .answer) { reader in
            let reader = try view(of: reader)
            let whole = try QueryEngine.overlap(in: plan, over: reader, options: options)
            // Without a key, there is one row for each source over the whole range.
            guard clauses.contains(where: { $0.kind.word == .by }), plan.grid.schedule != nil || !plan.grid.profiles.isEmpty else {
                return (whole, OverlapRows(measure).sources(of: whole, zone: plan.zone))
            }
            let reports = try QueryEngine.overlaps(in: plan, over: reader, options: options)
            var rows = plan
            rows.splits = []
            rows.sourceRule = .merged
            let table = try QueryEngine.run(rows, over: reader, options: options)
            return (whole, OverlapRows(measure).groups(of: reports, as: table, bySource: plan.splits.contains(.source)))
        }
        ResultRenderer.render(table, as: session.settings.format, options: renderOptions, write: output.write(utf8:))
        let share = whole.rawAmount > 0 ? whole.suppressedAmount / whole.rawAmount * 100 : 0
        if whole.suppressedAmount > 0 { output.note("suppressed: not counted, because a better source recorded the same time") }
        let decimals = NumberText.decimals(for: [whole.suppressedAmount, whole.rawAmount])
        output.note(
            "\(NumberText.rounded(whole.suppressedAmount, decimals: decimals)) of \(NumberText.rounded(whole.rawAmount, decimals: decimals)) "
                + "\(measure.unit?.symbol ?? "") (\(NumberText.rounded(share, decimals: 1)) %) would have counted twice")
        return .fine
    }
}

/// Turns overlap reports into rows.
private struct OverlapRows {
    let measure: QueryPlan.Measure

    init(_ measure: QueryPlan.Measure) { self.measure = measure }

    /// One row of a report: a source, and one of the sources that suppressed it.
    private struct Line {
        var source: String
        var holder: String?
        var recorded: Double
        var suppressed: Double
        var seconds: Double
    }

    private func lines(of report: OverlapReport) -> [Line] {
        report.entries.flatMap { entry in
            entry.losses.isEmpty
                ? [Line(source: entry.source, recorded: entry.amount, suppressed: 0, seconds: 0)]
                : entry.losses.map {
                    Line(source: entry.source, holder: $0.holder, recorded: entry.amount, suppressed: $0.amount, seconds: $0.seconds)
                }
        }
    }

    /// Returns one row for each source and each source that suppressed it, over the whole range.
    func sources(of report: OverlapReport, zone: Zone) -> ResultTable {
        let lines = lines(of: report)
        return ResultTable(
            kind: .list, header: ResultHeader(query: "", zone: zone), rowCount: lines.count, keys: keys(of: lines),
            columns: columns(lines.map { ($0.recorded, $0.suppressed, $0.seconds) }, isAdditive: false))
    }

    /// Returns one row for each row of `table`. With `bySource`, each row is split by source.
    func groups(of reports: [OverlapReport], as table: ResultTable, bySource: Bool) -> ResultTable {
        var table = table
        table.canEndInFormat = false
        guard bySource else {
            table.columns = columns(
                reports.map { $0.entries.isEmpty ? nil : ($0.rawAmount, $0.suppressedAmount, $0.suppressedSeconds) }, isAdditive: true)
            return table
        }
        let lines = reports.map(lines)
        var repeated = table.keeping(lines.indices.flatMap { Array(repeating: $0, count: lines[$0].count) })
        repeated.keys += keys(of: lines.flatMap(\.self))
        // If two sources suppressed a source, it has two rows, and both show the full recorded amount.
        repeated.columns = columns(lines.flatMap(\.self).map { ($0.recorded, $0.suppressed, $0.seconds) }, isAdditive: false)
        return repeated
    }

    private func keys(of lines: [Line]) -> [KeyColumn] {
        [
            KeyColumn(name: "source", values: lines.map { .text($0.source) }),
            KeyColumn(name: "suppressedBy", values: lines.map { $0.holder.map { .text($0) } }),
        ]
    }

    private func columns(_ rows: [(recorded: Double, suppressed: Double, seconds: Double)?], isAdditive: Bool) -> [ValueColumn] {
        func column(_ name: String, _ unit: String?, _ values: [Double?]) -> ValueColumn {
            ValueColumn(name: name, metric: measure.metric.shortName, aggregate: "sum", unit: unit, values: values, isAdditive: isAdditive)
        }
        return [
            column("recorded", measure.unit?.symbol, rows.map { $0?.recorded }),
            column("suppressed", measure.unit?.symbol, rows.map { $0?.suppressed }),
            column("overlap", "hr", rows.map { $0.map { $0.seconds / 3600 } }),
        ]
    }
}

import CalendarIntervals
import QueryDiagnostics
import QueryEngine
import HealthImport
import HealthModel
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import TallyKit
import TerminalText

/// Runs `export`, which writes samples to a file that `import` can read.
extension StatementRunner {
    func run(_ statement: ExportStatement, at range: SourceRange) throws -> Outcome {
        let path = try path(statement.path)
        guard let format = SampleTableWriter.Format(path: path) else {
            throw tell(
                Diagnostic(
                    .exportFile, "the file name of an export must end in .csv or .jsonl", at: statement.path.range,
                    help: "use .csv for CSV or .jsonl for JSON Lines"))
        }
        var key = try keyFile(statement.names, of: path)
        let file = ResultFile(path: path, mayReplace: mayReplace(path))
        let written = try session.read { reader in
            let parts = try parts(of: statement, in: reader, at: range)
            var writing = ExportWriting(parts, SampleTableWriter.Layout(format), EngineOptions(isCancelled: { output.isCancelled }))
            writing.layout.hasPersons = key != nil || parts.contains { !$0.person.isEmpty }
            writing.layout.hasZones = key != nil || statement.metric == nil
            do {
                try file.write { write in
                    try writing.write(&key) { write($0) }
                    try key?.save()
                }
            } catch {
                key?.discard()
                throw error
            }
            return writing
        }
        let persons = written.personCount > 1 ? " of \(Wording.count(written.personCount, "person"))" : ""
        output.note("wrote \(Wording.count(written.sampleCount, "sample"))\(persons) to \(path)")
        if let key { output.note("\(key.path) shows whom each code means and how far dates were moved: keep it apart from the data") }
        if statement.metric == nil {
            if let text = written.omitted.text { output.note("not exported: \(text)") }
        } else if written.workoutCount > 0 {
            output.note(
                "workouts are exported with activity and time, but without durations, statistics, events and routes; in the file, a workout "
                    + "lasts from its start to its end, with its pauses")
        }
        return .fine
    }

    /// Returns the file with the codes of an export; nil if names are kept.
    private func keyFile(_ names: ExportStatement.Names, of path: String) throws -> PseudonymKey.File? {
        switch names {
        case .kept: nil
        case .pseudonyms(let known?): try PseudonymKey.File(known: self.path(known))
        case .pseudonyms(nil): try PseudonymKey.File(new: path.prefix(upTo: path.lastIndex(of: ".") ?? path.endIndex) + ".key")
        }
    }

    private func parts(of statement: ExportStatement, in reader: any SampleSource, at range: SourceRange) throws -> [ExportPart] {
        if let metric = statement.metric {
            let (plan, info, person) = try choose(metric, statement.clauses, for: "export", at: range)
            return try parts(of: plan, info, person, in: reader)
        }
        try refuseOthers(than: .selection, statement.clauses, for: "export")
        let context = try session.context(reading: reader)
        var parts: [ExportPart] = []
        var told: Set<DiagnosticCode> = []
        for id in try reader.metricSummaries().map(\.metric) {
            let reference = MetricReference.name(Name(id.identifier, range: range))
            let info = try self.metric(reference)
            let query = Query(source: .samples(reference), clauses: statement.clauses, stages: [], output: nil, range: range)
            let compiled = try queryRun(query, reader).compiled(in: context, lastRows: nil, known: nil)
            guard case .plan(let rows) = compiled.outcome else {
                // A type that is in no table is unknown if only other people have it.
                if compiled.diagnostics.contains(where: { $0.code == .unknownMetric }) { continue }
                throw tell(compiled.diagnostics)
            }
            // The other findings are about one metric.
            let general: Set<DiagnosticCode> = [.noPersonMatches, .laterSamplesLeftOut, .unknownSource]
            compiled.diagnostics.filter { general.contains($0.code) && told.insert($0.code).inserted }.forEach {
                output.report($0, in: source)
            }
            parts += try self.parts(of: rows.pipeline.plan, info, compiled.person, in: reader)
        }
        return parts
    }

    private func parts(
        of plan: Plan, _ metric: MetricInfo, _ person: String?, in reader: any SampleSource
    ) throws -> [ExportPart] {
        guard person == nil, let cohort = plan.cohort else {
            let id = try person ?? reader.persons().first?.id ?? ""
            return [ExportPart(plan: plan, metric: metric, view: try reader.view(of: id), person: id)]
        }
        return try plan.askedMembers.compactMap { member in
            let view = try reader.view(of: member.person.id)
            guard try view.metricSummary(of: metric.id) != nil else { return nil }
            let own = cohort.plans[member.plan].asked(of: member.person)
            return ExportPart(plan: own, metric: metric, view: view, person: member.person.id)
        }
    }
}

extension ExportStatement {
    /// The metric; nil for all metrics.
    fileprivate var metric: MetricReference? {
        if case .metric(let metric) = subject { metric } else { nil }
    }
}

extension SampleTableWriter.Format {
    /// Creates the format from the extension of `path`.
    fileprivate init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "csv": self = .csv
        case "jsonl", "ndjson": self = .jsonl
        default: return nil
        }
    }
}

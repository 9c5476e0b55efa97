import QueryCompiler
import QueryPlan
import QuerySyntax
import StoreCommands
import TallyKit

/// Runs `export`, which writes samples to a file that `import` can read.
extension StatementRunner {
    func run(_ statement: ExportStatement, at range: SourceRange) throws -> Outcome {
        let path = try path(statement.path)
        guard var command = ExportCommand(to: path, output: output) else {
            throw tell(
                Diagnostic(
                    .exportFile, "the file name of an export must end in .csv or .jsonl", at: statement.path.range,
                    help: "use .csv for CSV or .jsonl for JSON Lines"))
        }
        if let places = statement.places, places.areWritten, !command.canHavePlaces {
            throw tell(
                Diagnostic(
                    .placesInTable, "a CSV file has one row for each sample, so it can't have places", at: places.range,
                    help: "use .jsonl for JSON Lines"))
        }
        command.hasPlaces = statement.places?.areWritten
        command.key = try keyFile(statement.names, of: path)
        command.mayReplace = mayReplace(path)
        command.isOfAllMetrics = statement.metric == nil
        command.hasAllSamples = statement.clauses.isEmpty
        command.note(try session.read { try command.write(parts(of: statement, in: $0, at: range)) })
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
        var context = try session.context(reading: reader)
        var parts: [ExportPart] = []
        var told: Set<DiagnosticCode> = []
        for id in try reader.metricSummaries().map(\.metric) {
            let reference = MetricReference.name(Name(id.identifier, range: range))
            // Another metric can have a name that is read as this identifier.
            context.identified = id
            let info = try self.told(QueryCompiler(context: context).metric(reference))
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
            return [ExportPart(of: metric, plan, person: id, view: try reader.view(of: id))]
        }
        return try plan.askedMembers.compactMap { member in
            let view = try reader.view(of: member.person.id)
            guard try view.metricSummary(of: metric.id) != nil else { return nil }
            let own = cohort.plans[member.plan].asked(of: member.person)
            return ExportPart(of: metric, own, person: member.person.id, view: view)
        }
    }
}

extension ExportStatement {
    /// The metric; nil for all metrics.
    fileprivate var metric: MetricReference? {
        if case .metric(let metric) = subject { metric } else { nil }
    }
}

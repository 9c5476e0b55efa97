import QueryDiagnostics
import QueryEngine
import HealthImport
import HealthModel
import QueryPlan
import QuerySyntax
import ResultRendering

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
        let (plan, metric, person) = try choose(statement.metric, statement.clauses, for: "export", at: range)
        var count = 0
        try session.read { reader in
            try ResultFile(path: path, mayReplace: mayReplace(path)).write { write in
                count = try export(parts(of: plan, person, in: reader), metric, as: format, write)
            }
        }
        output.note("wrote \(NumberText.rounded(Double(count), decimals: 0)) \(count == 1 ? "sample" : "samples") to \(path)")
        if metric.id == .workouts, count > 0 {
            output.note("workouts are exported with activity and time, but without statistics, events and routes")
        }
        return .fine
    }

    /// The samples of one person in an export.
    private struct Part {
        var plan: Plan
        var reader: any SampleSource
        /// The id of the person; nil in a store of one person.
        var person: String?
    }

    private func parts(of plan: Plan, _ person: String?, in reader: any SampleSource) throws -> [Part] {
        if let person { return [Part(plan: plan, reader: try reader.view(of: person), person: person)] }
        guard let cohort = plan.cohort else { return [Part(plan: plan, reader: reader, person: nil)] }
        return try plan.askedMembers.map { member in
            Part(
                plan: cohort.plans[member.plan].asked(of: member.person), reader: try reader.view(of: member.person.id),
                person: member.person.id)
        }
    }

    /// Reads the samples twice. The first pass collects the metadata keys, because they are columns of the header line.
    private func export(
        _ parts: [Part], _ metric: MetricInfo, as format: SampleTableWriter.Format, _ write: (String) -> Void
    ) throws -> Int {
        let options = EngineOptions(isCancelled: { output.isCancelled })
        var writers = try parts.map { part in
            var metadata: Set<Int32> = []
            try QueryEngine.read(part.plan, over: part.reader, columns: [.metadata], options: options) {
                metadata.formUnion($0.metadata)
                return true
            }
            let workouts = metric.id == .workouts ? try part.reader.workouts(from: .min, through: .max) : []
            let activities = Dictionary(workouts.map { ($0.number, $0.activity) }, uniquingKeysWith: { first, _ in first })
            var writer = try SampleTableWriter(
                format, of: metric, in: part.reader, zone: part.plan.zone, activities: activities, person: part.person)
            try writer.add(metadata: metadata, in: part.reader)
            return writer
        }
        SampleTableWriter.share(&writers)
        if let first = writers.first { write(first.header) }
        var count = 0
        for (part, writer) in zip(parts, writers) {
            try QueryEngine.read(part.plan, over: part.reader, columns: SampleTableWriter.columns, options: options) { batch in
                count += batch.count
                write(writer.lines(batch))
                return true
            }
        }
        return count
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

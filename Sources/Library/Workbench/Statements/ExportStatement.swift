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
        let (plan, metric) = try choose(statement.metric, statement.clauses, for: "export", at: range)
        var count = 0
        try session.read { reader in
            try ResultFile(path: path, mayReplace: mayReplace(path)).write { write in
                count = try export(plan, metric, as: format, from: reader, write)
            }
        }
        output.note("wrote \(NumberText.rounded(Double(count), decimals: 0)) \(count == 1 ? "sample" : "samples") to \(path)")
        if metric.id == .workouts, count > 0 {
            output.note("workouts are exported with activity and time, but without statistics, events and routes")
        }
        return .fine
    }

    /// Reads the samples twice. The first pass collects the metadata keys, because they are columns of the header line.
    private func export(
        _ plan: Plan, _ metric: MetricInfo, as format: SampleTableWriter.Format, from reader: any SampleSource, _ write: (String) -> Void
    ) throws -> Int {
        let options = EngineOptions(isCancelled: { output.isCancelled })
        var metadata: Set<Int32> = []
        try QueryEngine.read(plan, over: reader, columns: [.metadata], options: options) {
            metadata.formUnion($0.metadata)
            return true
        }
        let workouts = metric.id == .workouts ? try reader.workouts(from: .min, through: .max) : []
        let activities = Dictionary(workouts.map { ($0.number, $0.activity) }, uniquingKeysWith: { first, _ in first })
        var writer = try SampleTableWriter(format, of: metric, in: reader, zone: plan.zone, activities: activities)
        try writer.add(metadata: metadata, in: reader)
        write(writer.header)
        var count = 0
        try QueryEngine.read(plan, over: reader, columns: SampleTableWriter.columns, options: options) { batch in
            count += batch.count
            write(writer.lines(batch))
            return true
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

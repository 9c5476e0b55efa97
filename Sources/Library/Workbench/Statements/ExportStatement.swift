import QueryDiagnostics
import QueryEngine
import HealthImport
import HealthModel
import QueryPlan
import QuerySyntax
import ResultRendering

/// `export`: samples as a file that `import` reads.
extension StatementRunner {
    func run(_ statement: ExportStatement, at range: SourceRange) throws -> Outcome {
        let path = try path(statement.path)
        guard let format = SampleTableWriter.Format(path: path) else {
            throw tell(
                Diagnostic(
                    .exportFile, "an export is CSV or JSON Lines, and the name of the file says which", at: statement.path.range,
                    help: "write a name that ends in .csv or .jsonl"))
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
            output.note("of workouts it has the activity and the time; statistics, events and routes have no columns")
        }
        return .fine
    }

    /// Reads the samples twice: the keys of their metadata are columns, which the first line names.
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
    /// What the ending of a file's name says.
    fileprivate init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "csv": self = .csv
        case "jsonl", "ndjson": self = .jsonl
        default: return nil
        }
    }
}

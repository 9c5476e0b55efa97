import ResultRendering
package import Scripts
package import StoreCommands
import TallyKit

extension Session {
    /// Runs a script and writes everything that it prints as one document. If the script fails, writes nothing.
    ///
    /// A file with this path is replaced. While the document is written, the old file stays as it is.
    package func run(_ script: ParsedScript, to target: ReportTarget, output: some SessionOutput) throws -> Outcome {
        let collector = ReportCollector(target.form.document)
        let started = now
        // The format of the whole is not that of each answer.
        if target.path == nil { settings.format = SessionSettings().format }
        let outcome = run(script, output: ReportOutput(collector, console: output))
        guard outcome == .fine else { return outcome }
        guard !output.isCancelled else {
            output.note("interrupted")
            return .interrupted
        }
        let zone = try read { try self.zone(in: $0) }
        let made = "Made by Tally at \(TimeText(zone: zone).local(started)) · \(zone.identifier)"
        let text = collector.text(named: ScriptFile.title(of: script.source.file), lines: [made])
        guard let path = target.path else {
            output.write(text)
            return .fine
        }
        try ResultFile(path: path, mayReplace: true).write { $0(text) }
        output.note("wrote \(path)")
        return .fine
    }
}

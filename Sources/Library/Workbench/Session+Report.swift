import Foundation
import ResultRendering
package import Scripts
package import StoreCommands
import TallyKit

extension Session {
    /// Runs a script and writes everything that it prints as one document. If the script fails, writes nothing.
    ///
    /// A file that an earlier run made is replaced, and any other only if the user allows it. While the document is written, the old file stays as it is.
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
        let made = "\(Self.markOfReports)\(TimeText(zone: zone).local(started)) · \(zone.identifier)"
        let text = collector.text(named: ScriptFile.title(of: script.source.file), lines: [made])
        guard let path = target.path else {
            output.write(text)
            return .fine
        }
        try output.askToReplace(path, madeBy: "tally run --output", isOwn: settings.overwrite || Self.isReport(path))
        try ResultFile(path: path, mayReplace: true).write { $0(text) }
        output.note("wrote \(path)")
        return .fine
    }

    static let markOfReports = "Made by Tally at "

    /// True for a file that an earlier run wrote.
    private static func isReport(_ path: String) -> Bool {
        guard let bytes = ScriptFile.bytes(of: path) else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(markOfReports)
    }
}

extension SessionOutput {
    /// Asks before a file is replaced that Tally did not make. Throws an error if the user declines or nobody can answer.
    func askToReplace(_ path: String, madeBy command: String, isOwn: Bool) throws {
        guard FileManager.default.fileExists(atPath: path), !isOwn else { return }
        guard let mayReplace = confirm("\(path) was not made by `\(command)`. Replace it?") else {
            throw CommandError(.unavailable, "\(path) exists and was not made by `\(command)`. Delete it, or choose another name")
        }
        guard mayReplace else { throw CommandError(.unavailable, "nothing was written") }
    }
}

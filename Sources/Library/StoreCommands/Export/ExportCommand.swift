import HealthImport
import QueryEngine
import TerminalText

/// Writes samples to a file that `import` can read.
package struct ExportCommand<Output: CommandOutput> {
    private let path: String
    private let format: SampleTableWriter.Format
    private let output: Output
    /// The codes that replace names; nil to write names.
    package var key: PseudonymKey.File?
    /// True if an existing file is replaced.
    package var mayReplace = false
    /// True if the samples are those of all metrics.
    package var isOfAllMetrics = false
    /// True if no clause leaves out samples.
    package var hasAllSamples = false
    /// True if the points of routes are written; nil for all but exports with codes.
    package var hasPlaces: Bool?

    /// True if the format of the file can have points.
    package var canHavePlaces: Bool { format == .jsonl }

    /// Returns nil if the extension of `path` names no format.
    package init?(to path: String, output: Output) {
        switch path.split(separator: ".").last?.lowercased() {
        case "csv": format = .csv
        case "jsonl", "ndjson": format = .jsonl
        default: return nil
        }
        (self.path, self.output) = (path, output)
    }

    /// Writes the file, and the key if there is one.
    package mutating func write(_ parts: [ExportPart]) throws -> ExportWriting {
        var writing = ExportWriting(parts, SampleTableWriter.Layout(format), EngineOptions(isCancelled: { [output] in output.isCancelled }))
        writing.layout.hasPersons = key != nil || parts.contains { !$0.person.isEmpty }
        writing.layout.hasZones = key != nil || isOfAllMetrics
        writing.layout.hasPlaces = hasPlaces ?? (key == nil)
        if isOfAllMetrics, key == nil, format == .jsonl { writing.addition = hasAllSamples ? .all : .ofSamples }
        do {
            try ResultFile(path: path, mayReplace: mayReplace).write { write in
                try writing.write(&key) { write($0) }
                try key?.save()
            }
        } catch {
            key?.discard()
            throw error
        }
        return writing
    }

    /// Notes what the file has, and what it lacks.
    package func note(_ written: ExportWriting) {
        let persons = written.personCount > 1 ? " of \(Wording.count(written.personCount, "person"))" : ""
        output.note("wrote \(Wording.count(written.sampleCount, "sample"))\(persons) to \(path)")
        if let key { output.note("\(key.path) shows whom each code means and how far dates were moved: keep it apart from the data") }
        if isOfAllMetrics || canHavePlaces {
            if let text = written.omitted.text(ofAll: isOfAllMetrics) { output.note("not exported: \(text)") }
            if isOfAllMetrics, format == .csv, written.omitted.isOfFormat {
                let result = written.omitted.changesAnswers ? "an import of this file can give other answers; " : ""
                output.note("\(result)a .jsonl file has everything that is missing here")
            }
            if key != nil, written.omitted.changesAnswers {
                output.note(
                    "an import of this file can give other answers, because a file with codes has no correlations, summaries, orders of "
                        + "sources and platforms")
            }
        } else if written.workoutCount > 0 {
            output.note(
                "workouts are exported with activity and time, but without durations, statistics, events and routes; in the file, a workout "
                    + "lasts from its start to its end, with its pauses")
        }
    }
}

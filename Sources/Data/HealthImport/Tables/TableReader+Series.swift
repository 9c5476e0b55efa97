import HealthModel

/// The details of workouts, and the points that follow workouts and samples, in JSON Lines.
extension TableReader where Scanner: ~Copyable {
    static func value(of bytes: Bytes) -> JSONValue? {
        let memory = bytes.indices.map { bytes[$0] }
        var stream = JSONStream(ByteWindow(ByteChunk(memory: memory, start: 0), at: 0))
        return stream.value()
    }

    mutating func readDetails(_ bytes: Bytes, into workout: inout Workout) {
        guard !bytes.isEmpty else { return }
        let line = scanner.line
        let isWhole = Self.value(of: bytes).map { value in
            WorkoutDetails.read(value, into: &workout) { set in
                var scratch = MetadataScratch()
                for entry in set.elements {
                    _ = entry.text.map { scratch.append(key: entry.key, value: Array($0.utf8).span) }
                }
                return builder.metadata(scratch, line: line)
            }
        }
        if isWhole != true { builder.findings.issues.add(.lostParts, line: line) }
    }

    mutating func startSeries(after row: BatchBuilder.Row, metric: MetricID) {
        let owner = SeriesLinesReader.Owner(metric: metric, start: row.start, end: row.end, source: row.source)
        if !series.start(after: owner) { builder.findings.issues.add(.lostParts, line: scanner.line) }
    }

    /// Ends the series of the last row, because another row follows.
    mutating func endSeries() {
        if !series.start(after: nil) { builder.findings.issues.add(.lostParts, line: scanner.line) }
    }

    mutating func addPoints(_ bytes: Bytes) {
        guard let value = Self.value(of: bytes), let added = series.add(value) else {
            return builder.findings.issues.add(.lostParts, line: scanner.line)
        }
        guard let whole = added.series else { return }
        let owner = added.owner
        builder.add(
            SampleSeries(
                metric: owner.metric, start: Instant(milliseconds: owner.start), end: Instant(milliseconds: owner.end),
                source: owner.source, series: whole))
    }
}

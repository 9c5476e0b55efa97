import QueryVocabulary
import HealthModel
import QueryPlan

/// Which part of a range quarter hours answer, and which windows are left to the samples.
struct QuarterCover {
    /// Quarter hours, ascending and apart.
    private(set) var runs: [Range<Int64>]
    /// What they leave of the range, ascending and apart.
    private(set) var windows: [SampleWindow]

    /// A window costs about a block: where marks are many, the shorter runs between them are not worth it.
    private static let greatestRunCount = 16

    /// Covers `range` with whole quarter hours, none of which is among `unusable`.
    init(_ range: PlanRange, except unusable: [Range<Int64>]) {
        let (start, end) = (range.start.milliseconds, range.end.milliseconds)
        let first = QuarterHour.holding(start + QuarterHour.milliseconds - 1)
        let last = QuarterHour.holding(end)
        var runs = first < last ? [first..<last] : []
        for range in unusable {
            runs = runs.flatMap { run in
                [
                    run.lowerBound..<max(min(run.upperBound, range.lowerBound), run.lowerBound),
                    min(max(run.lowerBound, range.upperBound), run.upperBound)..<run.upperBound,
                ].filter { !$0.isEmpty }
            }
        }
        if runs.count > QuarterCover.greatestRunCount {
            let longest = runs.sorted { $0.count > $1.count }.prefix(QuarterCover.greatestRunCount)
            runs = longest.sorted { $0.lowerBound < $1.lowerBound }
        }
        self.runs = runs
        windows = []
        var from = start
        for run in runs {
            append(from: from, to: run.lowerBound * QuarterHour.milliseconds, includesEnd: false)
            from = run.upperBound * QuarterHour.milliseconds
        }
        append(from: from, to: end, includesEnd: range.includesEnd)
    }

    private mutating func append(from: Int64, to: Int64, includesEnd: Bool) {
        guard from < to || includesEnd else { return }
        let range = PlanRange(start: Instant(milliseconds: from), end: Instant(milliseconds: to), includesEnd: includesEnd)
        windows.append(SampleWindow(range, rule: .clip))
    }

    var quarterCount: Int { runs.reduce(0) { $0 + $1.count } }

    /// The chunks that the runs meet, each with its part of them.
    func runs(in chunk: Int64) -> [Range<Int64>] {
        let quarters = QuarterHour.quarters(ofChunk: chunk)
        return runs.filter { $0.overlaps(quarters) }.map { $0.clamped(to: quarters) }
    }
}

import HealthModel
import QueryPlan
import QueryVocabulary
import StorageModel

/// Divides a range into the part that quarter hours answer and the windows that need samples.
struct QuarterCover {
    /// The quarter hours, as ascending ranges that do not touch.
    private(set) var runs: [Range<Int64>]
    /// The rest of the range, as ascending windows that do not touch.
    private(set) var windows: [SampleWindow]

    /// A window costs about as much as a block. If there are many marks, the shorter runs between them are not worth it.
    private static let greatestRunCount = 16

    /// Covers `range` with whole quarter hours outside `unusable`.
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

    /// Returns the parts of the runs in a chunk.
    func runs(in chunk: Int64) -> [Range<Int64>] {
        let quarters = QuarterHour.quarters(ofChunk: chunk)
        return runs.filter { $0.overlaps(quarters) }.map { $0.clamped(to: quarters) }
    }
}

// Finds the end of the last sample after now, for queries whose range reaches into the future.
//
//     now ┆                           ├─ 1 h ─┤ range.end
//         ┆ ├───────────── 16 h ──────────────┤            and so on, until a part has a sample or reaches back to now
//
// Usually there are none, and the compiler knows this from the summary of the metric, so this search runs rarely. If there are many, it
// reads only the last ones.
//
// Decision 0027 (later samples).

import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Searches for samples after now, backward from the end of the range.
struct LaterSampleSearch {
    private let question: LaterSamples.Question
    private let request: ReadRequest
    private let context: ReadContext

    init(_ question: LaterSamples.Question, source: any SampleSource, options: EngineOptions) throws {
        self.question = question
        var request = ReadRequest(
            question.metric, in: SampleWindow(question.range, rule: question.edges), zone: question.zone, weekStart: question.weekStart,
            now: question.realNow)
        (request.condition, request.usesSampleZones) = (question.predicate, question.usesSampleZones)
        if case .heldEnd(let longest) = question.kind { request.holding = longest }
        self.request = request
        context = ReadContext(source, metadataKeys: question.predicate?.metadataKeys ?? [], options: options)
    }

    private func read(_ window: SampleWindow, _ body: SampleReader.Body) throws {
        var request = request
        request.window = window
        try SampleReader(request, in: context).read(body)
    }

    /// Returns the end of the last sample that ends after now and inside the range, or nil if there is none.
    func lastEnd() throws -> Instant? {
        let window = request.window
        let now = question.now.milliseconds
        // Only an instant can be at the end of a range that includes it. Of other samples, the part before the end counts.
        let lastInstant = window.includesEnd ? window.end + 1 : window.end
        var reach: Int64 = 3_600_000
        while true {
            let from = max(window.end - reach, min(now, window.end))
            // Reads all samples that end from there on, so that they include the last one if there is any.
            let part = SampleWindow(
                PlanRange(start: Instant(milliseconds: from), end: question.range.end, includesEnd: window.includesEnd), rule: .overlap)
            var last = Int64.min
            try read(part) { batch, facts in
                for row in 0..<batch.count {
                    let shift = facts.shift(row)
                    let (start, end) = (batch.starts[row] + shift, batch.ends[row] + shift)
                    if window.contains(start: start, end: end) {
                        last = max(last, start == end ? min(end + 1, lastInstant) : min(end, window.end))
                    }
                }
                return true
            }
            if last > now, last > from { return Instant(milliseconds: last) }
            if from <= now { return nil }
            reach *= 16
        }
    }

    /// Returns the number of samples that start at or after the end of the range.
    func countAfterRange() throws -> Int {
        let later = PlanRange(start: question.range.end, end: Instant(milliseconds: LaterSampleSearch.endOfTime))
        var count = 0
        try read(SampleWindow(later, rule: .strictStart)) { batch, _ in
            count += batch.count
            return count < LaterSamples.greatestCount
        }
        return min(count, LaterSamples.greatestCount)
    }

    /// Returns the end of the last held reading on the time line of the range, or nil if it is not after the range.
    func heldEnd() throws -> Instant? {
        var last = question.range.end.milliseconds
        try read(request.window) { batch, facts in
            for row in 0..<batch.count { last = max(last, batch.ends[row] + facts.shift(row)) }
            return true
        }
        return last > question.range.end.milliseconds ? Instant(milliseconds: last) : nil
    }

    /// The end of the year 9999 in any zone.
    private static let endOfTime: Int64 = 253_402_387_200_000
}

extension LaterSamples.Question {
    /// The current time in real time.
    fileprivate var realNow: Instant { usesSampleZones ? zone.instant(ofLocalMilliseconds: now.milliseconds) : now }
}

import HealthModel
import StorageModel
import Synchronization
import Threading

/// A part of the quarter hours of a person's metric that is computed at a time.
struct QuarterJob: Sendable {
    var person: String
    var metric: MetricID
    /// The quarter hours to replace, and their chunks that may contain samples.
    var quarters: Range<Int64>
    var built: Range<Int64>
}

/// Computes quarter hours on the caller's thread and on a second one, each with its own connection to the store.
///
/// If the second thread fails, the rest of the quarter hours remains stale.
struct QuarterJobs {
    private struct State {
        var jobs: ArraySlice<QuarterJob>
        var isStopped = false
    }

    private let store: any QuarterKeeping
    private let state: SharedState

    private final class SharedState: Sendable {
        let value: Mutex<State>
        init(_ jobs: [QuarterJob]) { value = Mutex(State(jobs: jobs[...])) }

        func next() -> QuarterJob? { value.withLock { $0.isStopped ? nil : $0.jobs.popFirst() } }
        func stop() { value.withLock { $0.isStopped = true } }
    }

    init(_ jobs: [QuarterJob], in store: any QuarterKeeping) {
        self.store = store
        state = SharedState(jobs)
    }

    /// Runs all jobs, until `isCancelled` returns true. Calls `progress` with the metrics of the caller's thread.
    func run(isCancelled: () -> Bool, progress: (MetricID) -> Void) throws {
        let second = Threads.start("quarter hours") { [store, state, observer = ViewPurpose.observer] in
            guard let reader = try? store.reopened() else { return }
            while let job = state.next() {
                // The thread does not belong to the caller's task. In an optimized and statically linked program, setting a value of a task
                // on a thread without one crashes (Swift 6.3).
                observer?(.sumUp)
                guard (try? QuarterJobs.run(job, from: reader, into: store)) != nil else { return }
            }
        }
        defer {
            state.stop()
            second.wait()
        }
        while let job = state.next() {
            if isCancelled() { return state.stop() }
            progress(job.metric)
            try QuarterJobs.run(job, from: store, into: store)
        }
    }

    private static func run(_ job: QuarterJob, from reader: any SampleStorage, into store: any QuarterKeeping) throws {
        let made = try reader.read(for: .sumUp) { view in
            let source = try view.view(of: job.person)
            let contents = try QuarterBuilder.updatedContents(of: job.metric, chunks: job.built, in: source)
            return (contents: contents, changeNumber: source.changeNumber)
        }
        _ = try store.replaceQuarters(job.quarters, of: job.metric, person: job.person, by: made.contents, madeAt: made.changeNumber)
    }
}

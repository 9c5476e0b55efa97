import HealthModel
import Synchronization
import Threading

/// Gives workouts the points of the routes that they name, before they are written.
struct RouteLoader {
    /// The files of the archive or folder; nil for a document without any.
    private let files: RouteFiles?
    private(set) var findings = RouteFindings()
    private var usedPaths: Set<String> = []

    /// Workouts with as many points as this are written together.
    private static let pointsOfBatch = 200_000
    private static let workoutsOfBatch = 256
    /// The number of workouts whose routes are read before they may be written.
    private static let workoutsAtOnce = 4
    /// The number of files that are read at the same time.
    private static let filesAtOnce = 4

    init(_ files: RouteFiles?) { self.files = files }

    /// Passes batches to `write`: first the rows of `batches` and the workouts without a route, then the workouts with their routes, a few at
    /// a time.
    mutating func load(_ batches: [ImportBatch], unless isGivenUp: () -> Bool, _ write: ([ImportBatch]) throws -> Void) throws {
        var rest = batches
        var routed: [(batch: Int, workouts: [Workout])] = []
        for index in rest.indices {
            let named = rest[index].workouts.filter { !$0.routes.isEmpty }
            findings.namedCount += named.reduce(0) { $0 + $1.routes.count }
            guard files != nil, !named.isEmpty else { continue }
            rest[index].workouts.removeAll { !$0.routes.isEmpty }
            routed.append((index, named))
        }
        try write(rest)
        for (index, workouts) in routed {
            var waiting: [Workout] = []
            for first in stride(from: 0, to: workouts.count, by: Self.workoutsAtOnce) {
                if isGivenUp() { return }
                waiting += withRoutes(workouts[first..<min(first + Self.workoutsAtOnce, workouts.count)])
                let pointCount = waiting.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.count } }
                guard pointCount >= Self.pointsOfBatch || waiting.count >= Self.workoutsOfBatch else { continue }
                try write([batches[index].having(only: waiting)])
                waiting = []
            }
            if !waiting.isEmpty { try write([batches[index].having(only: waiting)]) }
        }
    }

    private static func outcome(of path: String?, name: String, in files: RouteFiles) -> RouteFindings.Outcome {
        guard let path else { return RouteFindings.Outcome(problem: .missing) }
        do throws(ReadFailure) {
            return RouteReader.read(try files.bytes(of: path), name: name)
        } catch {
            return RouteFindings.Outcome(problem: .unreadable)
        }
    }

    /// The files that no workout names.
    var unusedPaths: [String] { files.map { $0.paths.filter { !usedPaths.contains($0) }.sorted() } ?? [] }

    private mutating func withRoutes(_ workouts: ArraySlice<Workout>) -> [Workout] {
        guard let files else { return Array(workouts) }
        /// A route of the workout at this index. The path is nil if the file is missing.
        struct Job: Sendable {
            var workout: Int
            var reference: String
            var path: String?
        }
        var result = Array(workouts)
        let jobs = result.enumerated().flatMap { index, workout in
            var paths: Set<String> = []
            return Set(workout.routes).sorted().compactMap { reference -> Job? in
                let path = files.path(of: reference)
                // Two spellings of a path are one file.
                guard path.map({ paths.insert($0).inserted }) ?? true else { return nil }
                return Job(workout: index, reference: reference, path: path)
            }
        }
        for first in stride(from: 0, to: jobs.count, by: Self.filesAtOnce) {
            let slice = Array(jobs[first..<min(first + Self.filesAtOnce, jobs.count)])
            let outcomes = Mutex([RouteFindings.Outcome?](repeating: nil, count: slice.count))
            Threads.forEach(slice.count) { number in
                let outcome = RouteLoader.outcome(of: slice[number].path, name: slice[number].reference, in: files)
                outcomes.withLock { $0[number] = outcome }
            }
            for case (let job, var outcome?) in zip(slice, outcomes.withLock { $0 }) {
                let known = result[job.workout].series.reduce(0) { $0 + $1.count }
                // The routes of a workout are in memory together.
                if let series = outcome.series, known + series.count > TimeSeries.mostPoints {
                    outcome = RouteFindings.Outcome(problem: .tooLong)
                }
                findings.add(outcome, job.reference)
                if let path = job.path { usedPaths.insert(path) }
                if let series = outcome.series { result[job.workout].series.append(series) }
            }
        }
        return result
    }
}

extension ImportBatch {
    /// Returns a batch with these workouts of this batch, and with only the names that they need.
    fileprivate func having(only workouts: [Workout]) -> ImportBatch {
        var batch = ImportBatch()
        batch.person = person
        var (sourceIDs, originIDs, metadataIDs): ([Int32: Int32], [Int32: Int32], [Int32: Int32]) = ([:], [0: 0], [0: 0])
        func source(_ id: Int32) -> Int32 {
            if let known = sourceIDs[id] { return known }
            batch.sources.append(sources[Int(id)])
            sourceIDs[id] = Int32(batch.sources.count - 1)
            return Int32(batch.sources.count - 1)
        }
        func origin(_ id: Int32) -> Int32 {
            if let known = originIDs[id] { return known }
            var kept = origins[Int(id)]
            kept.source = source(kept.source)
            batch.origins.append(kept)
            originIDs[id] = Int32(batch.origins.count - 1)
            return Int32(batch.origins.count - 1)
        }
        func set(_ id: Int32) -> Int32 {
            if let known = metadataIDs[id] { return known }
            batch.metadata.append(metadata[Int(id)])
            metadataIDs[id] = Int32(batch.metadata.count - 1)
            return Int32(batch.metadata.count - 1)
        }
        for var workout in workouts {
            workout.source = source(workout.source)
            workout.origin = origin(workout.origin)
            workout.metadata = set(workout.metadata)
            for index in workout.activities.indices { workout.activities[index].metadata = set(workout.activities[index].metadata) }
            batch.workouts.append(workout)
        }
        return batch
    }
}

import CalendarIntervals
import HealthModel
import SampleStore
import StorageModel

/// Compares the samples of one person in a store with those in a file, by the identity rule S1.2.
struct FileComparison {
    /// The covered times of each source, by its key.
    typealias Coverage = [String: ClosedRange<Int64>]

    struct Row {
        var number: Int64
        var start: Int64
    }

    private let store: any SampleSource
    private let file: any SampleSource
    private let isCancelled: () -> Bool
    private let storeSources: [Int32: Source]
    private let fileSources: [Int32: Source]
    private let storeUnits: [Int32: String]
    private let fileUnits: [Int32: String]

    /// The number of rows that are compared at once.
    private static let pieceRows = 50_000

    init(store: any SampleSource, file: any SampleSource, isCancelled: @escaping () -> Bool) throws {
        (self.store, self.file, self.isCancelled) = (store, file, isCancelled)
        (storeSources, fileSources) = try (store.sources(), file.sources())
        (storeUnits, fileUnits) = try (store.units(), file.units())
    }

    // MARK: Coverage

    /// Returns the times that the file covers of a metric. An export has everything of all its sources, a table only of those with a sample
    /// of the metric, on the days of these samples and between them.
    func coverage(of summary: MetricSummary, extent: ImportReplacement.Extent, exportDate: Instant?, zone: Zone) -> Coverage {
        let spans = summary.sources.map { (source: $0.source, first: $0.firstStart.milliseconds, last: $0.lastEnd.milliseconds) }
        return coverage(of: spans, extent: extent, exportDate: exportDate, zone: zone)
    }

    private func coverage(
        of spans: [(source: Int32, first: Int64, last: Int64)], extent: ImportReplacement.Extent, exportDate: Instant?, zone: Zone
    ) -> Coverage {
        var coverage: Coverage = [:]
        if extent == .everything, let exportDate {
            for source in fileSources.values { coverage[source.key] = Int64.min...exportDate.milliseconds }
            return coverage
        }
        for span in spans {
            guard let key = fileSources[span.source]?.key else { continue }
            // A table of one day says nothing about other days.
            let covered =
                extent == .span
                ? span.first...span.last : zone.day(holding: span.first).lowerBound...(zone.day(holding: span.last).upperBound - 1)
            let known = coverage[key] ?? covered
            coverage[key] = min(known.lowerBound, covered.lowerBound)...max(known.upperBound, covered.upperBound)
        }
        return coverage
    }

    // MARK: Samples

    /// Returns the covered samples of the store that the file does not have, by source, and the number of those that it has.
    ///
    /// - Parameter isReplaced: true if a source has at most one sample at a time, so that the import gives it the value of the file if that
    ///   was written later.
    func missing(_ metric: MetricID, _ coverage: Coverage, isReplaced: Bool) throws -> (missing: [String: [Row]], matchCount: Int) {
        var missing: [String: [Row]] = [:]
        var matchCount = 0
        var waiting = SampleBatch()
        func compare(_ rows: SampleBatch) throws {
            guard let first = rows.starts.first, let last = rows.starts.last else { return }
            if isCancelled() { throw CancellationError() }
            let ofFile = try samplesOfFile(metric, first...last)
            let matches = try SampleMatches(
                self.side(rows, sources: storeSources, units: storeUnits, in: store),
                self.side(ofFile, sources: fileSources, units: fileUnits, in: file),
                // A workout of another activity is another workout.
                isReplaced: isReplaced && metric != .workouts)
            for row in rows.starts.indices {
                if matches.isMatched[row] {
                    matchCount += 1
                } else if let source = storeSources[rows.sources[row]], coverage[source.key]?.contains(rows.starts[row]) == true {
                    missing[source.name, default: []].append(Row(number: rows.numbers[row], start: rows.starts[row]))
                }
            }
        }
        try store.scan(metric, from: .min, through: .max, columns: [.values, .sources, .metadata, .units, .created, .numbers]) { batch in
            waiting.append(copy batch, 0..<batch.count)
            guard waiting.count >= Self.pieceRows, let last = waiting.starts.last else { return true }
            // Samples with the same start are compared together.
            let end = waiting.firstRow(startingAt: last)
            guard end > 0 else { return true }
            try compare(waiting.rows(0..<end))
            waiting = waiting.rows(end..<waiting.count)
            return true
        }
        try compare(waiting)
        return (missing, matchCount)
    }

    // MARK: Workouts

    /// Returns the covered workouts of the store that the file has with another duration, other statistics or other events.
    func correctedWorkouts(_ coverage: Coverage) throws -> [(source: String, workout: Workout)] {
        let ofFile = Dictionary(grouping: try file.workouts(from: .min, through: .max)) { WorkoutPlace($0, fileSources) }
        return try store.workouts(from: .min, through: .max).compactMap { workout in
            guard let source = storeSources[workout.source], coverage[source.key]?.contains(workout.start.milliseconds) == true,
                let found = ofFile[WorkoutPlace(workout, storeSources)], !found.contains(where: workout.hasSameRecords)
            else { return nil }
            return (source.name, workout)
        }
    }

    private struct WorkoutPlace: Hashable {
        var activity: String
        var start: Instant
        var end: Instant
        var source: String?

        init(_ workout: Workout, _ sources: [Int32: Source]) {
            (activity, start, end, source) = (workout.activity, workout.start, workout.end, sources[workout.source]?.key)
        }
    }

    private func samplesOfFile(_ metric: MetricID, _ starts: ClosedRange<Int64>) throws -> SampleBatch {
        var found = SampleBatch()
        try file.scan(
            metric, from: Instant(milliseconds: starts.lowerBound), through: Instant(milliseconds: starts.upperBound),
            columns: [.values, .sources, .metadata, .units, .created]
        ) { batch in
            let batch = copy batch
            let first = batch.firstRow(startingAt: starts.lowerBound)
            let end = starts.upperBound == .max ? batch.count : batch.firstRow(startingAt: starts.upperBound + 1)
            if first < end { found.append(batch, first..<end) }
            return true
        }
        return found
    }

    private func side(
        _ rows: SampleBatch, sources: [Int32: Source], units: [Int32: String], in view: any SampleSource
    ) throws -> SampleMatches.Side {
        let ids = Set(rows.metadata).subtracting([0])
        return SampleMatches.Side(
            rows: rows, keys: sources.mapValues(\.key), units: units, metadata: ids.isEmpty ? [:] : try view.metadataSets(ids))
    }

    // MARK: Correlations

    /// Returns the covered correlations of the store that the file does not have, by type, and the number of those that only the file has.
    /// Their samples are compared like all others.
    func missingCorrelations(
        extent: ImportReplacement.Extent, exportDate: Instant?, zone: Zone
    ) throws -> (missing: [(type: String, correlations: [NumberedCorrelation])], newCount: Int) {
        guard let changes = store.capabilities.changes else { return ([], 0) }
        let ofFile = try file.correlations(from: .min, through: .max)
        var newCount = ofFile.count
        var missing: [(type: String, correlations: [NumberedCorrelation])] = []
        for (type, own) in Dictionary(grouping: ofFile, by: \.type).sorted(by: { $0.key < $1.key }) {
            let spans = own.map { (source: $0.source, first: $0.start.milliseconds, last: $0.end.milliseconds) }
            let coverage = coverage(of: spans, extent: extent, exportDate: exportDate, zone: zone)
            let stored = try changes.numberedCorrelations(of: type)
            let isMatched = try matches(of: stored.map(\.correlation), with: own)
            newCount -= isMatched.count { $0 }
            let lost = zip(stored, isMatched).filter { entry, isMatched in
                guard !isMatched, let source = storeSources[entry.correlation.source] else { return false }
                return coverage[source.key]?.contains(entry.correlation.start.milliseconds) == true
            }
            if !lost.isEmpty { missing.append((type, lost.map(\.0))) }
        }
        return (missing, newCount)
    }

    /// Returns for each correlation of the store whether the file has it. Each correlation of the file is that of at most one.
    private func matches(of stored: [Correlation], with own: [Correlation]) throws -> [Bool] {
        let storeSets = try store.metadataSets(Set(stored.map(\.metadata)).subtracting([0]))
        let fileSets = try file.metadataSets(Set(own.map(\.metadata)).subtracting([0]))
        var free = Dictionary(grouping: own) { Place($0, fileSources) }
        var isMatched = Array(repeating: false, count: stored.count)
        func pass(_ isSame: (Correlation, Correlation) throws -> Bool) rethrows {
            for (index, correlation) in stored.enumerated() where !isMatched[index] {
                let place = Place(correlation, storeSources)
                guard let same = try free[place]?.firstIndex(where: { try isSame(correlation, $0) }) else { continue }
                free[place]?.remove(at: same)
                isMatched[index] = true
            }
        }
        func sets(_ a: Correlation, _ b: Correlation) -> (MetadataSet, MetadataSet) {
            (storeSets[a.metadata] ?? MetadataSet(), fileSets[b.metadata] ?? MetadataSet())
        }
        func isAlike(_ a: Correlation, _ b: Correlation) -> Bool {
            let (set, other) = sets(a, b)
            return set.isEmpty || other.isEmpty || set.isAlike(other)
        }
        pass { a, b in
            let (set, other) = sets(a, b)
            return set == other && a.members == b.members
        }
        pass { isAlike($0, $1) && $0.members == $1.members }
        try pass { try isAlike($0, $1) && isSameInOtherUnits($0, $1) }
        return isMatched
    }

    private struct Place: Hashable {
        var start: Instant
        var end: Instant
        var source: String?

        init(_ correlation: Correlation, _ sources: [Int32: Source]) {
            (start, end, source) = (correlation.start, correlation.end, sources[correlation.source]?.key)
        }
    }

    private func isSameInOtherUnits(_ stored: Correlation, _ own: Correlation) throws -> Bool {
        guard stored.members.count == own.members.count else { return false }
        for (a, b) in zip(stored.members, own.members) {
            guard a.metric == b.metric, a.start == b.start, a.end == b.end, SixDigits.agree(a.value, b.value) else { return false }
            // Two values in the same unit are two samples, even if they are close.
            guard try a.value == b.value || unit(of: a, in: store, storeUnits) != unit(of: b, in: file, fileUnits) else { return false }
        }
        return true
    }

    private func unit(of member: Correlation.Member, in view: any SampleSource, _ units: [Int32: String]) throws -> String? {
        var found: Int32?
        try view.scan(member.metric, from: member.start, through: member.start, columns: [.values, .units]) { batch in
            for row in 0..<batch.count
            where batch.starts[row] == member.start.milliseconds && batch.ends[row] == member.end.milliseconds
                && batch.values[row] == member.value
            { found = batch.units[row] }
            return found == nil
        }
        return found.flatMap { units[$0] }
    }
}

/// Which samples of a store a file has.
struct SampleMatches {
    /// Samples in order of start, with the names of their ids.
    struct Side {
        var rows: SampleBatch
        var keys: [Int32: String]
        var units: [Int32: String]
        var metadata: [Int32: MetadataSet]

        func set(_ row: Int) -> MetadataSet { metadata[rows.metadata[row]] ?? MetadataSet() }
        func unit(_ row: Int) -> String { units[rows.units[row]] ?? "" }
    }

    private struct Key: Hashable {
        var end: Int64
        var source: String?
        var value: UInt64?
    }

    /// For each sample of the store, whether the file has it.
    private(set) var isMatched: [Bool]
    private let store: Side
    private let file: Side
    private let isReplaced: Bool

    init(_ store: Side, _ file: Side, isReplaced: Bool) {
        (self.store, self.file, self.isReplaced) = (store, file, isReplaced)
        isMatched = Array(repeating: false, count: store.rows.count)
        var first = 0
        while first < store.rows.count {
            let start = store.rows.starts[first]
            var end = first + 1
            while end < store.rows.count, store.rows.starts[end] == start { end += 1 }
            let last = start == .max ? file.rows.count : file.rows.firstRow(startingAt: start + 1)
            match(first..<end, file.rows.firstRow(startingAt: start)..<last)
            first = end
        }
    }

    /// Matches samples with one start, each with at most one sample of the file: first those with equal values and metadata.
    private mutating func match(_ rows: Range<Int>, _ ofFile: Range<Int>) {
        guard !ofFile.isEmpty else { return }
        var free = Set(ofFile)
        func pass(withValue: Bool, _ isSame: (Int, Int) -> Bool) {
            let candidates = Dictionary(grouping: free.sorted()) { key($0, of: file, withValue: withValue) }
            for row in rows where !isMatched[row] {
                guard
                    let same = candidates[key(row, of: store, withValue: withValue)]?.first(where: { free.contains($0) && isSame(row, $0) })
                else { continue }
                isMatched[row] = true
                free.remove(same)
            }
        }
        pass(withValue: true) { store.set($0) == file.set($1) }
        if free.isEmpty { return }
        pass(withValue: true) { isAlike($0, $1) }
        if free.isEmpty { return }
        pass(withValue: false) { isTwin($0, $1) && isAlike($0, $1) }
        if free.isEmpty || !isReplaced { return }
        matchReplaced(rows, &free)
    }

    /// Matches the only samples of a source at a time, if that of the file was written later: the import gives the other its value.
    private mutating func matchReplaced(_ rows: Range<Int>, _ free: inout Set<Int>) {
        let ofStore = Dictionary(grouping: rows) { key($0, of: store, withValue: false) }
        let ofFile = Dictionary(grouping: free) { key($0, of: file, withValue: false) }
        for (key, found) in ofFile {
            guard found.count == 1, let own = found.first, let stored = ofStore[key], stored.count == 1, let row = stored.first,
                !isMatched[row], store.rows.created[row] != SampleBatch.unknownTime,
                file.rows.created[own] > store.rows.created[row]
            else { continue }
            isMatched[row] = true
            free.remove(own)
        }
    }

    private func key(_ row: Int, of side: Side, withValue: Bool) -> Key {
        Key(
            end: side.rows.ends[row], source: side.keys[side.rows.sources[row]],
            value: withValue ? side.rows.values[row].bitPattern : nil)
    }

    private func isAlike(_ row: Int, _ other: Int) -> Bool {
        let (set, otherSet) = (store.set(row), file.set(other))
        return set.isEmpty || otherSet.isEmpty || set.isAlike(otherSet)
    }

    private func isTwin(_ row: Int, _ other: Int) -> Bool {
        let (unit, otherUnit) = (store.unit(row), file.unit(other))
        guard unit != otherUnit else { return false }
        func zero(_ unit: String) -> Double { HealthUnit(unit).map(SixDigits.zero) ?? 0 }
        return SixDigits.agree(store.rows.values[row], file.rows.values[other], zeros: (zero(unit), zero(otherUnit)))
    }
}

package import HealthModel

/// The dictionaries of a store that fit in memory: sources, origins and units.
///
/// Ids count from 1. In origins, 0 means that nothing is known. In units, 0 is the storage unit.
package struct Catalogue: Sendable {
    package private(set) var sources: [Source] = []
    package private(set) var origins: [Origin] = []
    package private(set) var units: [String] = []

    package init() {}

    private var sourceByKey: [String: Int32] = [:]
    private var originByContent: [Origin: Int32] = [:]
    private var unitByText: [String: Int32] = [:]
    /// The position of each source in the sorted keys, by id. 0 for id 0, which is not used.
    private var sourceRanks: [Int32] = [0]

    /// Returns the id of the source with the key of `source`. If it has several names, keeps the printed one.
    package mutating func intern(_ source: Source) -> Int32 {
        if let id = sourceByKey[source.key] {
            if Source.isPrinted(source.name, ratherThan: sources[Int(id) - 1].name) {
                sources[Int(id) - 1].name = source.name
            }
            return id
        }
        sources.append(source)
        let id = Int32(sources.count)
        sourceByKey[source.key] = id
        sourceRanks = [0] + [Int32](repeating: 0, count: sources.count)
        for (rank, entry) in sourceByKey.sorted(by: { $0.key < $1.key }).enumerated() { sourceRanks[Int(entry.value)] = Int32(rank) }
        return id
    }

    /// Returns the id of `origin`, whose source must be an id of this catalogue. 0 if only the source is known.
    package mutating func intern(_ origin: Origin) -> Int32 {
        if origin.sourceVersion == nil && origin.device == nil { return 0 }
        if let id = originByContent[origin] { return id }
        origins.append(origin)
        originByContent[origin] = Int32(origins.count)
        return Int32(origins.count)
    }

    /// Returns the id of a unit. 0 for the storage unit, whose text is empty.
    package mutating func intern(unit: String) -> Int32 {
        if unit.isEmpty { return 0 }
        if let id = unitByText[unit] { return id }
        units.append(unit)
        unitByText[unit] = Int32(units.count)
        return Int32(units.count)
    }

    /// Returns the ids of all names in `batch`, and whether the printed name of a known source has changed.
    ///
    /// - Parameter metadata: the ids of the batch's metadata sets.
    package mutating func intern(_ batch: ImportBatch, metadata: [Int32]) -> (ids: BatchIDs, isRenamed: Bool) {
        let before = sources
        let sourceIDs = batch.sources.map { intern($0) }
        let originIDs = batch.origins.enumerated().map { index, origin in
            guard index > 0 else { return Int32(0) }
            var origin = origin
            origin.source = sourceIDs[Int(origin.source)]
            return intern(origin)
        }
        let ids = BatchIDs(sources: sourceIDs, origins: originIDs, metadata: metadata, units: batch.units.map { intern(unit: $0) })
        return (ids, !sources.starts(with: before))
    }

    // A damaged file can contain ids that do not exist. They are last in the order.

    package func source(_ a: Int32, precedes b: Int32) -> Bool {
        func rank(_ id: Int32) -> Int32 { sourceRanks.indices.contains(Int(id)) ? sourceRanks[Int(id)] : .max }
        return rank(a) < rank(b)
    }

    package func origin(_ a: Int32, precedes b: Int32) -> Bool {
        guard let a = origins.element(a), let b = origins.element(b) else { return a < b }
        return a.texts.lexicographicallyPrecedes(b.texts)
    }

    package func unit(_ a: Int32, precedes b: Int32) -> Bool {
        guard let a = units.element(a), let b = units.element(b) else { return a < b }
        return a < b
    }

    /// Returns `values` by id.
    package static func byID<Value>(_ values: [Value]) -> [Int32: Value] {
        Dictionary(uniqueKeysWithValues: values.enumerated().map { (Int32($0.offset) + 1, $0.element) })
    }
}

extension Array {
    /// Returns the element with an id. Ids count from 1.
    fileprivate func element(_ id: Int32) -> Element? { indices.contains(Int(id) - 1) ? self[Int(id) - 1] : nil }
}

extension Origin {
    fileprivate var texts: [String] {
        [sourceVersion, device?.name, device?.manufacturer, device?.model, device?.hardware, device?.software].map { $0 ?? "" }
    }
}

/// The ids in the store for the ids of an import batch.
package struct BatchIDs {
    var sources: [Int32]
    var origins: [Int32]
    var metadata: [Int32]
    var units: [Int32]

    /// Returns `samples` with the ids of the store and with all columns filled.
    package func translate(_ samples: SampleBatch) -> SampleBatch {
        let count = samples.count
        func column(_ ids: [Int32], _ names: [Int32]) -> [Int32] {
            ids.isEmpty ? Array(repeating: 0, count: count) : ids.map { names.isEmpty ? 0 : names[Int($0)] }
        }
        precondition(samples.sources.count == count, "samples without sources")
        var result = samples
        if samples.values.isEmpty { result.values = Array(repeating: 0, count: count) }
        result.sources = column(samples.sources, sources)
        result.origins = column(samples.origins, origins)
        result.metadata = column(samples.metadata, metadata)
        result.units = column(samples.units, units)
        if samples.created.isEmpty { result.created = Array(repeating: SampleBatch.unknownTime, count: count) }
        result.numbers = Array(repeating: 0, count: count)
        return result
    }

    package func translate(_ workout: Workout) -> Workout {
        var result = workout
        result.source = sources[Int(workout.source)]
        result.origin = workout.origin == 0 ? 0 : origins[Int(workout.origin)]
        result.metadata = workout.metadata == 0 ? 0 : metadata[Int(workout.metadata)]
        result.number = 0
        result.sortParts()
        return result
    }

    package func translate(_ correlation: Correlation) -> Correlation {
        var result = correlation
        result.source = sources[Int(correlation.source)]
        result.origin = correlation.origin == 0 ? 0 : origins[Int(correlation.origin)]
        result.metadata = correlation.metadata == 0 ? 0 : metadata[Int(correlation.metadata)]
        return result
    }
}

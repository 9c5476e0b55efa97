package import HealthModel

/// The dictionaries of a store that fit in memory: sources, origins and units.
///
/// Ids count from 1. In origins, 0 means that nothing is known. In units, 0 is the storage unit.
///
/// A source, and its origins, belong to one person. Ids of a forgotten person are not used again: their entries are empty.
package struct Catalogue: Sendable {
    /// The sources of one person.
    private struct Names: Sendable {
        var sourceByKey: [String: Int32] = [:]
        var origins: [Int32] = []
    }

    package private(set) var sources: [Source] = []
    package private(set) var origins: [Origin] = []
    package private(set) var units: [String] = []

    package init() {}

    /// The number of the person of each source, by position in `sources`; nil for those of forgotten people.
    private var owners: [Int64?] = []
    private var names: [Int64: Names] = [:]
    private var originByContent: [Origin: Int32] = [:]
    private var unitByText: [String: Int32] = [:]
    /// The zero of each unit, by position in `units`.
    private var zeros: [Double] = []
    /// The position of each source in the sorted keys of its person, by id. 0 for id 0, which is not used.
    private var sourceRanks: [Int32] = [0]
    /// The people whose ranks are older than their sources. Sorting them for each new source would take hours for 10,000 sources.
    private var unranked: Set<Int64> = []

    /// Returns the id of the source of a person with the key of `source`. If it has several names, keeps the printed one and adds the id to
    /// `renamed`.
    private mutating func intern(_ source: Source, of person: Int64, renamed: inout Set<Int32>) -> Int32 {
        let key = source.key
        if let id = names[person]?.sourceByKey[key] {
            if Source.isPrinted(source.name, ratherThan: sources[Int(id) - 1].name) {
                sources[Int(id) - 1].name = source.name
                renamed.insert(id)
            }
            return id
        }
        let id = append(source, of: person)
        names[person, default: Names()].sourceByKey[key] = id
        unranked.insert(person)
        return id
    }

    /// Orders the sources of each person that got new ones. Sources of different people are never compared.
    package mutating func rankSources() {
        for person in unranked {
            for (rank, entry) in (names[person]?.sourceByKey ?? [:]).sorted(by: { $0.key < $1.key }).enumerated() {
                sourceRanks[Int(entry.value)] = Int32(rank)
            }
        }
        unranked = []
    }

    private mutating func append(_ source: Source, of person: Int64?) -> Int32 {
        sources.append(source)
        owners.append(person)
        sourceRanks.append(0)
        return Int32(sources.count)
    }

    /// Returns the id of `origin`, whose source must be an id of this catalogue. 0 if only the source is known.
    package mutating func intern(_ origin: Origin) -> Int32 {
        if origin.sourceVersion == nil && origin.device == nil { return 0 }
        if let id = originByContent[origin] { return id }
        origins.append(origin)
        let id = Int32(origins.count)
        originByContent[origin] = id
        if owners.indices.contains(Int(origin.source) - 1), let person = owners[Int(origin.source) - 1] {
            names[person, default: Names()].origins.append(id)
        }
        return id
    }

    /// Returns the id of a unit. 0 for the storage unit, whose text is empty.
    package mutating func intern(unit: String) -> Int32 {
        if unit.isEmpty { return 0 }
        if let id = unitByText[unit] { return id }
        units.append(unit)
        zeros.append(HealthUnit(unit).map(SixDigits.zero) ?? 0)
        unitByText[unit] = Int32(units.count)
        return Int32(units.count)
    }

    /// The ids of a batch in the store, and what its names changed.
    package struct Interned {
        package var ids: BatchIDs
        /// The ids of the known sources whose printed names have changed.
        package var renamed: [Int32]
    }

    /// Returns the ids of all names in `batch`, whose person has the given number.
    ///
    /// - Parameter metadata: the ids of the batch's metadata sets.
    package mutating func intern(_ batch: ImportBatch, of person: Int64, metadata: [Int32]) -> Interned {
        let known = sources.count
        var renamed: Set<Int32> = []
        let sourceIDs = batch.sources.map { intern($0, of: person, renamed: &renamed) }
        rankSources()
        let originIDs = batch.origins.enumerated().map { index, origin in
            guard index > 0 else { return Int32(0) }
            var origin = origin
            origin.source = sourceIDs[Int(origin.source)]
            return intern(origin)
        }
        let ids = BatchIDs(sources: sourceIDs, origins: originIDs, metadata: metadata, units: batch.units.map { intern(unit: $0) })
        return Interned(ids: ids, renamed: renamed.filter { $0 <= known }.sorted())
    }

    // MARK: Persons

    /// Returns the sources by id: those of one person, or of all for nil.
    package func sources(of person: Int64?) -> [Int32: Source] {
        let all = person.map { names[$0].map { [$0] } ?? [] } ?? Array(names.values)
        return all.reduce(into: [:]) { found, names in
            for id in names.sourceByKey.values { found[id] = sources[Int(id) - 1] }
        }
    }

    /// Returns the origins by id: those of one person, or of all for nil.
    package func origins(of person: Int64?) -> [Int32: Origin] {
        let all = person.map { names[$0].map { [$0] } ?? [] } ?? Array(names.values)
        return all.reduce(into: [:]) { found, names in
            for id in names.origins { found[id] = origins[Int(id) - 1] }
        }
    }

    /// The units by id.
    package var unitsByID: [Int32: String] {
        Dictionary(uniqueKeysWithValues: units.enumerated().map { (Int32($0.offset) + 1, $0.element) })
    }

    /// Returns the number of the person that a source belongs to; nil if there is none.
    package func person(ofSource id: Int32) -> Int64? { owners.indices.contains(Int(id) - 1) ? owners[Int(id) - 1] : nil }

    /// Removes the names of a person. Their ids stay unused.
    package mutating func forget(_ person: Int64) {
        guard let forgotten = names.removeValue(forKey: person) else { return }
        for id in forgotten.sourceByKey.values {
            sources[Int(id) - 1].name = ""
            owners[Int(id) - 1] = nil
        }
        for id in forgotten.origins {
            originByContent[origins[Int(id) - 1]] = nil
            origins[Int(id) - 1] = Origin(source: origins[Int(id) - 1].source)
        }
    }

    // MARK: Restoring

    /// Adds a source as a store kept it and returns its id, which is not the next one if the source is known. The person is nil for the
    /// source of a forgotten person. `rankSources` must follow the last one.
    package mutating func restore(_ source: Source, of person: Int64?) -> Int32 {
        var renamed: Set<Int32> = []
        return person.map { intern(source, of: $0, renamed: &renamed) } ?? append(source, of: nil)
    }

    /// Adds an origin as a store kept it and returns its id.
    package mutating func restore(_ origin: Origin) -> Int32 {
        guard person(ofSource: origin.source) == nil else { return intern(origin) }
        origins.append(origin)
        return Int32(origins.count)
    }

    // A damaged file can contain ids that do not exist. They are last in the order.

    package func source(_ a: Int32, precedes b: Int32) -> Bool {
        assert(unranked.isEmpty, "sources without ranks")
        func rank(_ id: Int32) -> Int32 { sourceRanks.indices.contains(Int(id)) ? sourceRanks[Int(id)] : .max }
        return rank(a) < rank(b)
    }

    package func origin(_ a: Int32, precedes b: Int32) -> Bool {
        guard let a = origins.element(a), let b = origins.element(b) else { return a < b }
        return a.texts.lexicographicallyPrecedes(b.texts)
    }

    /// Returns the zero of a unit of temperature in degrees Celsius. 0 for other units.
    package func zero(ofUnit unit: Int32) -> Double { zeros.element(unit) ?? 0 }

    package func unit(_ a: Int32, precedes b: Int32) -> Bool {
        guard let a = units.element(a), let b = units.element(b) else { return a < b }
        return a < b
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
            if ids.isEmpty || names.isEmpty { return Array(repeating: 0, count: count) }
            var bits: UInt32 = 0
            for id in ids { bits |= UInt32(bitPattern: id) }
            // Usually, all rows have the first id, or the store has the same ids.
            if bits == 0 { return names[0] == 0 ? ids : Array(repeating: names[0], count: count) }
            return ids.map { names[Int($0)] }
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

    package func translate(_ series: SampleSeries) -> SampleSeries {
        var result = series
        result.source = sources[Int(series.source)]
        return result
    }

    package func translate(_ workout: Workout) -> Workout {
        var result = workout
        result.source = sources[Int(workout.source)]
        result.origin = workout.origin == 0 ? 0 : origins[Int(workout.origin)]
        result.metadata = workout.metadata == 0 ? 0 : metadata[Int(workout.metadata)]
        for index in workout.activities.indices where workout.activities[index].metadata != 0 {
            result.activities[index].metadata = metadata[Int(workout.activities[index].metadata)]
        }
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

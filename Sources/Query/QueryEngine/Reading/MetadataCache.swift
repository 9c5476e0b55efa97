import CalendarIntervals
import HealthModel
import QueryPlan

/// Caches the properties of metadata sets that a query needs. Each set is read once.
final class MetadataCache {
    private struct State: OptionSet {
        let rawValue: UInt8
        static let isLoaded = State(rawValue: 1)
        static let isHandEntered = State(rawValue: 2)
        static let isOfAndroid = State(rawValue: 4)
    }

    private let source: any SampleSource
    /// The states by metadata id, up to the highest id so far.
    private var states: [State] = [.isLoaded]
    /// For each key that the query uses, the values by metadata id.
    private var values: [String: [Int32: String]]
    private var zones: [Int32: Zone] = [:]
    /// The variability of the heartbeats in a set; nil if the query does not need it.
    private var variability: [Int32: BeatVariability]?
    private var beats = BeatReader()

    /// - Parameters:
    ///   - keys: The keys whose values are needed.
    ///   - readsBeats: True if the variability of heartbeats is needed. Their lists are large, so they are not kept.
    init(_ source: any SampleSource, keys: Set<String> = [], readsBeats: Bool = false) {
        self.source = source
        if readsBeats { variability = [:] }
        values = Dictionary(uniqueKeysWithValues: keys.map { ($0, [:]) })
    }

    /// Reads the sets of `ids` that are not cached yet.
    func load(_ ids: [Int32]) throws {
        var missing: Set<Int32> = []
        for id in ids where Int(id) >= states.count || !states[Int(id)].contains(.isLoaded) { missing.insert(id) }
        guard let greatest = missing.max() else { return }
        if Int(greatest) >= states.count { states.append(contentsOf: repeatElement([], count: Int(greatest) + 1 - states.count)) }
        let sets = try source.metadataSets(missing)
        // An array, because the keys of a dictionary keep its values, and each new value would copy all of them.
        let keys = Array(values.keys)
        for id in missing {
            states[Int(id)] = sets[id]?.isHandEntered == true ? [.isLoaded, .isHandEntered] : .isLoaded
            if sets[id]?[MetadataKey.packageName] != nil { states[Int(id)].insert(.isOfAndroid) }
            guard let set = sets[id] else { continue }
            for key in keys { values[key]?[id] = set[key] }
            if variability != nil, let text = set[MetadataKey.beats] { variability?[id] = beats.variability(of: text) }
            zones[id] = set.zoneIdentifier.flatMap(Zone.named)
        }
    }

    // The following functions require loaded sets.

    func value(_ key: String, in id: Int32) -> String? { values[key]?[id] }

    /// Returns the variability of the heartbeats in a set; nil if it has none that count.
    func variability(_ id: Int32) -> BeatVariability? { variability?[id] }

    func isHandEntered(_ id: Int32) -> Bool { states[Int(id)].contains(.isHandEntered) }

    /// Returns true for records that an app of Android wrote.
    func isOfAndroid(_ id: Int32) -> Bool { states[Int(id)].contains(.isOfAndroid) }

    /// Returns the recorded time zone of samples with this set, or nil if it is missing or unknown.
    func zone(_ id: Int32) -> Zone? { zones[id] }
}

extension Plan {
    /// The metadata keys that splits and conditions read.
    var metadataKeys: Set<String> {
        var keys = predicate?.metadataKeys ?? []
        if countsSchedule { keys.formUnion(ScheduledDoses.keys) }
        if case .statistics(let measures) = subject {
            for measure in measures { keys.formUnion(measure.condition?.metadataKeys ?? []) }
            if measures.contains(where: \.combinesLabs) { keys.formUnion([LabResult.test, LabResult.unit, LabResult.code]) }
        }
        for split in splits {
            switch split {
            case .metadata(let key): keys.insert(key)
            case .field(let field): if let key = field.key { keys.insert(key) }
            case .category: keys.insert(MetadataKey.categoryValueName)
            case .condition(let predicate, _): keys.formUnion(predicate.metadataKeys)
            default: break
            }
        }
        return keys
    }
}

extension Predicate {
    /// The metadata keys that it reads.
    var metadataKeys: Set<String> {
        switch self {
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.metadataKeys) }
        case .not(let part): part.metadataKeys
        case .number(.metadata(let key), _, _), .numberBetween(.metadata(let key), _, _), .numberIn(.metadata(let key), _): [key]
        case .number(.metadataAmount(let key, _), _, _), .numberBetween(.metadataAmount(let key, _), _, _): [key]
        case .numberIn(.metadataAmount(let key, _), _), .numberMissing(.metadataAmount(let key, _)): [key]
        case .text(.metadata(let key), _), .numberMissing(.metadata(let key)), .textMissing(.metadata(let key)): [key]
        case .text(.words(let key), _), .textMissing(.words(let key)): [key]
        default: []
        }
    }
}

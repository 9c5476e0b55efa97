import CalendarIntervals
import HealthModel
import QueryPlan

/// What a query asks of metadata sets: each set is read once, and only the answers are kept.
final class MetadataCache {
    private struct State: OptionSet {
        let rawValue: UInt8
        static let isLoaded = State(rawValue: 1)
        static let isHandEntered = State(rawValue: 2)
    }

    private let source: any SampleSource
    /// By metadata id, as far as ids were met.
    private var states: [State] = [.isLoaded]
    /// For each key that the query asks for, the values by metadata id.
    private var values: [String: [Int32: String]]
    private var zones: [Int32: Zone] = [:]

    /// - Parameter keys: the keys whose values are asked for.
    init(_ source: any SampleSource, keys: Set<String> = []) {
        self.source = source
        values = Dictionary(uniqueKeysWithValues: keys.map { ($0, [:]) })
    }

    /// Reads the sets of `ids` that are not known yet.
    func load(_ ids: [Int32]) throws {
        var missing: Set<Int32> = []
        for id in ids where Int(id) >= states.count || !states[Int(id)].contains(.isLoaded) { missing.insert(id) }
        guard let greatest = missing.max() else { return }
        if Int(greatest) >= states.count { states.append(contentsOf: repeatElement([], count: Int(greatest) + 1 - states.count)) }
        let sets = try source.metadataSets(missing)
        for id in missing {
            states[Int(id)] = sets[id]?.isHandEntered == true ? [.isLoaded, .isHandEntered] : .isLoaded
            guard let set = sets[id] else { continue }
            for key in values.keys { values[key]?[id] = set[key] }
            zones[id] = set.zoneIdentifier.flatMap(Zone.named)
        }
    }

    // What follows asks about sets that were loaded.

    func value(_ key: String, in id: Int32) -> String? { values[key]?[id] }

    func isHandEntered(_ id: Int32) -> Bool { states[Int(id)].contains(.isHandEntered) }

    /// The zone that samples with the set were recorded in; nil if it says none, or one that is not known.
    func zone(_ id: Int32) -> Zone? { zones[id] }
}

extension Plan {
    /// The metadata keys that splits and conditions read.
    var metadataKeys: Set<String> {
        var keys = predicate?.metadataKeys ?? []
        for case .metadata(let key) in splits { keys.insert(key) }
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
        case .text(.metadata(let key), _), .numberMissing(.metadata(let key)), .textMissing(.metadata(let key)): [key]
        default: []
        }
    }
}

import CalendarIntervals
import HealthModel

/// What a query asks of metadata sets, read once for each set.
final class MetadataCache {
    private let source: any SampleSource
    private var sets: [Int32: MetadataSet] = [0: MetadataSet()]
    /// By metadata id, as far as it was asked for.
    private var handEntered: [Int32: Bool] = [0: false]
    private var zones: [Int32: Zone?] = [0: nil]

    init(_ source: any SampleSource) { self.source = source }

    /// Reads the sets of `ids` that are not known yet.
    func load(_ ids: [Int32]) throws {
        var last: Int32 = 0
        var missing: Set<Int32> = []
        for id in ids where id != last {
            last = id
            if sets[id] == nil { missing.insert(id) }
        }
        guard !missing.isEmpty else { return }
        let read = try source.metadataSets(missing)
        for id in missing { sets[id] = read[id] ?? MetadataSet() }
    }

    /// The value of `key` in a set that was loaded.
    func value(_ key: String, in id: Int32) -> String? { sets[id]?[key] }

    func isHandEntered(_ id: Int32) -> Bool {
        if let known = handEntered[id] { return known }
        let answer = sets[id]?.isHandEntered ?? false
        handEntered[id] = answer
        return answer
    }

    /// The zone that samples with the set were recorded in; nil if it says none, or one that is not known.
    func zone(_ id: Int32) -> Zone? {
        if let known = zones[id] { return known }
        let zone = sets[id]?.zoneIdentifier.flatMap(Zone.named)
        zones[id] = .some(zone)
        return zone
    }
}

import HealthModel
import StorageModel

/// The places of apps for records of a metric, by the rules of Android (S15.2, S15.3).
///
/// A source of Health Connect is an app on a device (decision 0168). Android orders apps, so all devices of an app have the same place.
struct RecordRanking {
    /// The place by the id of a source: the smallest is the best. Negative if no source has the id.
    private var places: [Int32]
    /// The place of each source in alphabetic order, which decides between equal records.
    private var orders: [Int32]
    /// For each id, true if the owner's list contains the app of the source. Without a list, all are true.
    private var isListed: [Bool]
    /// The ids of sources, best first.
    let best: [Int32]

    /// - Parameter preferred: The keys of preferred sources, best first. They count also if their apps are not in the list.
    init(of metric: MetricID, in source: any SampleSource, preferred: [String] = []) throws {
        let sources = try source.sources()
        let devices = Dictionary(grouping: try source.origins().values.filter { $0.device != nil }, by: \.source)
        let list = try source.priority(of: metric)
        let apps = sources.mapValues { $0.key }.reduce(into: [Int32: String]()) { apps, entry in
            let names = (devices[entry.key] ?? []).compactMap(\.device).flatMap { [$0.hardware, $0.model, $0.manufacturer, $0.name] }
            apps[entry.key] = RecordRanking.app(entry.value, devices: names.compactMap(\.self))
        }
        var placeOfApp: [String: Int] = [:]
        for (place, key) in (list ?? []).enumerated() {
            let id = sources.first { $0.value.key == key }?.key
            let app = id.flatMap { apps[$0] } ?? key
            placeOfApp[app] = min(placeOfApp[app] ?? place, place)
        }
        // Sources that Android cannot have in its list keep the order of S6.3 among themselves.
        let others = list == nil ? [] : try SourceRanking(of: metric, in: source).entries.map(\.id)
        let otherPlaces = Dictionary(zip(others, 0...)) { first, _ in first }
        func rank(_ id: Int32) -> [Int] {
            let place = apps[id].flatMap { placeOfApp[$0] }
            return [preferred.firstIndex(of: sources[id]?.key ?? "") ?? .max, place ?? .max, place == nil ? otherPlaces[id] ?? 0 : 0]
        }
        let ids = sources.keys.sorted { (sources[$0]?.key ?? "", $0) < (sources[$1]?.key ?? "", $1) }
        let count = Int((ids.max() ?? -1) + 1)
        (places, orders) = (Array(repeating: -1, count: count), Array(repeating: 0, count: count))
        isListed = Array(repeating: true, count: count)
        let ranks = Set(ids.map(rank)).sorted { $0.lexicographicallyPrecedes($1) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(ranks, Int32(0)...))
        for (order, id) in ids.enumerated() {
            let own = rank(id)
            places[Int(id)] = numbers[own] ?? 0
            orders[Int(id)] = Int32(order)
            isListed[Int(id)] = list == nil || own[0] < .max || own[1] < .max
        }
        let known = places
        best = ids.sorted { (known[Int($0)], $0) < (known[Int($1)], $1) }
    }

    /// Returns the app of a source: its name without the device in parentheses.
    private static func app(_ key: String, devices: [String]) -> String {
        let endings = devices.map { " (\(Source.fold($0)))" }
        guard let ending = endings.first(where: key.hasSuffix) else { return key }
        return String(key.dropLast(ending.count))
    }

    /// Returns the place of records of a source. Nil if they do not count, because their app is not in the list.
    ///
    /// - Parameter isOfAndroid: False for samples that no app of Android wrote. They count after all apps.
    func place(of source: Int32, isOfAndroid: Bool) -> Int32? {
        isOfAndroid && !isListed[Int(source)] ? nil : places[Int(source)]
    }

    func order(of source: Int32) -> Int32 { orders[Int(source)] }
}

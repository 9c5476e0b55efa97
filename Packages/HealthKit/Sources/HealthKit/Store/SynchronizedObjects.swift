import Foundation
import TallyKit

/// Objects with `HKMetadataKeySyncIdentifier` and `HKMetadataKeySyncVersion`: a later version replaces an earlier one of the same app.
struct SynchronizedObjects {
    /// The objects to save: those without an identifier, and later versions than the store has.
    private(set) var kept: [HKObject] = []
    /// The samples that later versions replace, by metric.
    private(set) var replaced: [MetricID: Set<Int64>] = [:]

    private struct Key: Hashable {
        var metric: MetricID
        var identifier: String
    }

    /// - Parameters:
    ///   - source: The name of the app that saves.
    ///   - reader: The samples that the store has.
    init(_ objects: [HKObject], source: String, reader: () throws -> ObjectReader) throws {
        var latest: [Key: (version: Double, object: HKObject)] = [:]
        for object in objects {
            guard let key = Self.key(of: object), let version = object.syncVersion else {
                kept.append(object)
                continue
            }
            if version > latest[key]?.version ?? -.infinity { latest[key] = (version, object) }
        }
        guard !latest.isEmpty else { return }
        let reader = try reader()
        for (metric, keys) in Dictionary(grouping: latest.keys, by: \.metric) {
            guard let type = (latest[keys[0]]?.object as? HKSample)?.sampleType else { continue }
            try Selection(type, nil).read(in: reader, columns: .all) { batch in
                for row in 0..<batch.count where batch.metadata[row] != 0 && reader.source(batch.sources[row]).name == source {
                    guard let stored = try reader.sample(type, batch, row), let key = Self.key(of: stored), let new = latest[key],
                        let version = stored.syncVersion
                    else { continue }
                    if new.version > version { replaced[metric, default: []].insert(batch.numbers[row]) } else { latest[key] = nil }
                }
                return true
            }
        }
        kept += latest.values.map(\.object)
    }

    private static func key(of object: HKObject) -> Key? {
        guard let sample = object as? HKSample, !(object is HKCorrelation),
            let identifier = object.metadata?[HKMetadataKeySyncIdentifier] as? String
        else { return nil }
        return Key(metric: sample.sampleType.metric, identifier: identifier)
    }
}

extension HKObject {
    fileprivate var syncVersion: Double? { (metadata?[HKMetadataKeySyncVersion] as? NSNumber)?.doubleValue }
}

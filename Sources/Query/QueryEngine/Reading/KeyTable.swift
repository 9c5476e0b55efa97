import HealthModel
import QueryPlan

/// The keys other than time, numbered in order of occurrence in samples.
final class KeyTable {
    private let splits: [SplitKey]
    private let sources: [Int32: Source]
    private let origins: [Int32: Origin]
    private let metadata: MetadataCache
    private var stages: [Stage]

    /// One split: extends a key of the previous splits by a source, device or metadata set.
    private struct Stage {
        struct Step: Hashable {
            var parent: Int32
            var id: Int32
        }
        struct Text: Hashable {
            var parent: Int32
            var text: String?
        }
        /// For the first split, whose keys have no parent: the key of each id, or −1 if it is unknown.
        var keyOfID: [Int32] = []
        var keyOfStep: [Step: Int32] = [:]
        var keyOfText: [Text: Int32] = [:]
        var keys: [Text] = []
        var lastStep = Step(parent: -1, id: -1)
        var lastKey: Int32 = 0
    }

    init(_ splits: [SplitKey], source: any SampleSource, metadata: MetadataCache) throws {
        self.splits = splits
        self.metadata = metadata
        sources = splits.contains(.source) ? try source.sources() : [:]
        origins = splits.contains(.device) ? try source.origins() : [:]
        stages = splits.map { _ in Stage() }
    }

    /// The number of keys so far; 1 without splits.
    var count: Int { stages.last?.keys.count ?? 1 }

    var columns: SampleColumns {
        splits.reduce(into: []) { columns, split in
            switch split {
            case .source: columns.insert(.sources)
            case .device: columns.insert(.origins)
            case .metadata: columns.insert(.metadata)
            }
        }
    }

    /// Returns the key of each row; empty if there are no splits.
    ///
    /// - Parameter counts: For each row, whether it counts; nil if all rows do. Other rows add no key and get the first one.
    func keys(of batch: borrowing SampleBatch, counts: [Bool]? = nil) throws -> [Int32] {
        guard !splits.isEmpty else { return [] }
        var keys = [Int32](repeating: 0, count: batch.count)
        let rows = counts.map { counts in keys.indices.filter { counts[$0] } } ?? Array(keys.indices)
        for (index, split) in splits.enumerated() {
            let ids: [Int32]
            switch split {
            case .source: ids = batch.sources
            case .device: ids = batch.origins
            case .metadata:
                ids = batch.metadata
                try metadata.load(ids)
            }
            if index == 0 {
                for row in rows { keys[row] = firstKey(ids[row], split: split) }
            } else {
                for row in rows { keys[row] = key(after: keys[row], id: ids[row], split: split, stage: &stages[index]) }
            }
        }
        return keys
    }

    /// Returns the key of a source, if sources are the keys.
    func key(ofSource id: Int32) -> Int32 { splits.first.map { firstKey(id, split: $0) } ?? 0 }

    /// Returns the texts of each key, one per split; nil for samples without the text.
    func texts() -> [[String?]] {
        (0..<count).map { key in
            var key = Int32(key)
            var texts: [String?] = []
            for stage in stages.reversed() {
                let entry = stage.keys[Int(key)]
                texts.append(entry.text)
                key = entry.parent
            }
            return texts.reversed()
        }
    }

    private func firstKey(_ id: Int32, split: SplitKey) -> Int32 {
        let index = Int(id)
        if index < stages[0].keyOfID.count, stages[0].keyOfID[index] >= 0 { return stages[0].keyOfID[index] }
        let missing = index + 1 - stages[0].keyOfID.count
        if missing > 0 { stages[0].keyOfID.append(contentsOf: repeatElement(-1, count: missing)) }
        let key = key(after: 0, id: id, split: split, stage: &stages[0])
        stages[0].keyOfID[index] = key
        return key
    }

    private func key(after parent: Int32, id: Int32, split: SplitKey, stage: inout Stage) -> Int32 {
        let step = Stage.Step(parent: parent, id: id)
        if step == stage.lastStep { return stage.lastKey }
        let key: Int32
        if let known = stage.keyOfStep[step] {
            key = known
        } else {
            let text = Stage.Text(parent: parent, text: text(of: id, split: split))
            if let known = stage.keyOfText[text] {
                key = known
            } else {
                key = Int32(stage.keys.count)
                stage.keys.append(text)
                stage.keyOfText[text] = key
            }
            stage.keyOfStep[step] = key
        }
        stage.lastStep = step
        stage.lastKey = key
        return key
    }

    private func text(of id: Int32, split: SplitKey) -> String? {
        switch split {
        case .source: sources[id]?.name
        case .device: origins[id]?.device?.name
        case .metadata(let key): metadata.value(key, in: id)
        }
    }
}

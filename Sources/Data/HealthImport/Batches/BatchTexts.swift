import HealthModel

/// The texts of a batch, by the ids that its rows use.
struct BatchTexts {
    var metrics = ByteInterner()
    var units = ByteInterner()
    var values = ByteInterner()

    let isXML: Bool
    private var sources = ByteInterner()
    private var versions = ByteInterner()
    private var devices = ByteInterner()
    private var metadataSets = ByteInterner()
    private var versionTexts: [String] = []
    private var parsedDevices: [Device] = []
    private var origins: [OriginKey: Int32] = [:]
    private var lastOrigin: (key: OriginKey, id: Int32)?
    /// The repairs of each text, by id. Empty until the first repair.
    private var sourceIssues: [Int: Set<ImportIssue>] = [:]
    private var metadataIssues: [Int: Set<ImportIssue>] = [:]

    /// Ids of texts. -1 means no text.
    private struct OriginKey: Hashable {
        var source: Int32
        var version: Int
        var device: Int
    }

    init(isXML: Bool) { self.isXML = isXML }

    /// The approximate number of bytes in memory.
    var byteCount: Int {
        // Each text is stored here as bytes and in the batch as strings.
        4
            * (metrics.byteCount + units.byteCount + values.byteCount + sources.byteCount + versions.byteCount + devices.byteCount
                + metadataSets.byteCount)
    }

    mutating func removeAll() { self = BatchTexts(isXML: isXML) }

    func plainText(_ bytes: Bytes) -> String { DecodedText(bytes, isXML: isXML).string }

    func text(_ bytes: Bytes, issues: inout ImportIssueLog, line: Int) -> String {
        let text = DecodedText(bytes, isXML: isXML)
        for issue in text.issues { issues.add(issue, line: line) }
        return text.string
    }

    mutating func source(_ name: Bytes, in batch: inout ImportBatch, issues: inout ImportIssueLog, line: Int) -> Int32 {
        let (id, isNew) = sources.intern(name)
        if isNew {
            let text = DecodedText(name, isXML: isXML)
            batch.sources.append(Source(name: text.string))
            if !text.issues.isEmpty { sourceIssues[id] = text.issues }
        }
        if !sourceIssues.isEmpty, let found = sourceIssues[id] {
            for issue in found { issues.add(issue, line: line) }
        }
        return Int32(id)
    }

    /// - Parameters:
    ///   - version: empty if there is none, like `device`.
    mutating func origin(source: Int32, version: Bytes, device: Bytes, in batch: inout ImportBatch) -> Int32 {
        var key = OriginKey(source: source, version: -1, device: -1)
        if !version.isEmpty {
            let (id, isNew) = versions.intern(version)
            if isNew { versionTexts.append(plainText(version)) }
            key.version = id
        }
        if !device.isEmpty {
            let (id, isNew) = devices.intern(device.extracting(Device.rangeWithoutPointer(device)))
            if isNew { parsedDevices.append(Device(exported: plainText(device))) }
            key.device = id
        }
        if key.version < 0, key.device < 0 { return 0 }
        if let lastOrigin, lastOrigin.key == key { return lastOrigin.id }
        var id = origins[key] ?? 0
        if id == 0 {
            id = Int32(batch.origins.count)
            batch.origins.append(
                Origin(
                    source: source, sourceVersion: key.version < 0 ? nil : versionTexts[key.version],
                    device: key.device < 0 ? nil : parsedDevices[key.device]))
            origins[key] = id
        }
        lastOrigin = (key, id)
        return id
    }

    mutating func metadata(
        _ scratch: MetadataScratch, in batch: inout ImportBatch, issues: inout ImportIssueLog, line: Int
    ) -> Int32 {
        if scratch.isEmpty { return 0 }
        let (id, isNew) = metadataSets.intern(scratch.bytes.span)
        if isNew { addSet(scratch, id: id, to: &batch) }
        if !metadataIssues.isEmpty, let found = metadataIssues[id] {
            for issue in found { issues.add(issue, line: line) }
        }
        // In a batch, 0 is the empty set.
        return Int32(id + 1)
    }

    private mutating func addSet(_ scratch: MetadataScratch, id: Int, to batch: inout ImportBatch) {
        var found: Set<ImportIssue> = []
        let entries = scratch.pairs.map { pair in
            let key = DecodedText(scratch.bytes.span.extracting(pair.key), isXML: isXML)
            let value = DecodedText(scratch.bytes.span.extracting(pair.value), isXML: isXML)
            found.formUnion(key.issues.union(value.issues))
            return MetadataSet.Entry(key: key.string, value: value.string)
        }
        let set = MetadataSet(entries)
        if set.entries.count < entries.count { found.insert(.repeatedMetadataKey) }
        if !found.isEmpty { metadataIssues[id] = found }
        batch.metadata.append(set)
    }
}

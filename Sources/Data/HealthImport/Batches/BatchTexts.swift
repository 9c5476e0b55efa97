import HealthModel

/// The texts of a batch, by the ids that its rows use.
struct BatchTexts {
    /// A text that was decoded, and its repairs.
    struct Decoded<Value: Sendable>: Sendable {
        var value: Value
        /// In the order of their declarations, so that reports of one file are equal.
        var issues: [ImportIssue]

        init(_ value: Value, _ issues: Set<ImportIssue>) {
            self.value = value
            self.issues = issues.isEmpty ? [] : ImportIssue.allCases.filter(issues.contains)
        }
    }

    /// Ids of texts. -1 means no text.
    fileprivate struct OriginKey: Hashable, Sendable {
        var source: Int32
        var version: Int
        var device: Int
    }

    /// The texts of a part of a batch.
    struct Part: Sendable {
        var metrics: TextList<MetricColumn.Kind>
        var units: TextList<MetricColumn.NamedUnit>
        fileprivate var values: TextList<String>
        fileprivate var sources: TextList<Decoded<Source>>
        fileprivate var versions: TextList<String>
        fileprivate var devices: TextList<Device>
        fileprivate var metadataSets: TextList<Decoded<MetadataSet>>
        fileprivate var origins: [OriginKey]
    }

    let syntax: TextSyntax
    private var metrics = TextTable<MetricColumn.Kind>()
    private var units = TextTable<MetricColumn.NamedUnit>()
    private var values = TextTable<String>()
    private var sources = TextTable<Decoded<Source>>()
    private var versions = TextTable<String>()
    private var devices = TextTable<Device>()
    private var metadataSets = TextTable<Decoded<MetadataSet>>()
    private var originIDs: [OriginKey: Int32] = [:]
    /// The keys of the batch's origins except for the first, which is empty.
    private var origins: [OriginKey] = []
    private var lastOrigin: (key: OriginKey, id: Int32)?
    /// The repairs of each text, by id. Empty until the first repair.
    private var sourceIssues: [Int: [ImportIssue]] = [:]
    private var metadataIssues: [Int: [ImportIssue]] = [:]

    init(_ syntax: TextSyntax) { self.syntax = syntax }

    /// The approximate number of bytes in memory.
    var byteCount: Int {
        // Each text is stored here as bytes and in the batch as strings.
        4
            * (metrics.byteCount + units.byteCount + values.byteCount + sources.byteCount + versions.byteCount + devices.byteCount
                + metadataSets.byteCount)
    }

    /// Starts a new batch.
    mutating func removeAll() {
        metrics.removeAll()
        units.removeAll()
        values.removeAll()
        sources.removeAll()
        versions.removeAll()
        devices.removeAll()
        metadataSets.removeAll()
        originIDs.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        lastOrigin = nil
        sourceIssues = [:]
        metadataIssues = [:]
    }

    func text(_ bytes: Bytes, issues: inout ImportIssueLog, line: Int) -> String {
        let text = DecodedText(bytes, syntax)
        let decoded = Decoded(text.string, text.issues)
        for issue in decoded.issues { issues.add(issue, line: line) }
        return decoded.value
    }

    // MARK: - Ids

    mutating func metric(_ identifier: Bytes) -> (id: Int, isNew: Bool) {
        return metrics.intern(identifier) { [syntax] in MetricColumn.Kind(MetricID(DecodedText($0, syntax).string)) }
    }

    /// Returns the kind of the metric with an id.
    func kind(_ metric: Int) -> MetricColumn.Kind { metrics[metric] }

    mutating func unit(_ text: Bytes) -> Int {
        return units.intern(text) { [syntax] in MetricColumn.NamedUnit(DecodedText($0, syntax).string) }.id
    }

    func namedUnit(_ unit: Int) -> MetricColumn.NamedUnit { units[unit] }

    /// Returns the id of the name of a category value.
    mutating func value(_ text: Bytes) -> Int {
        return values.intern(text) { [syntax] in DecodedText($0, syntax).string }.id
    }

    func valueName(_ value: Int) -> String { values[value] }

    mutating func source(_ name: Bytes, in batch: inout ImportBatch, issues: inout ImportIssueLog, line: Int) -> Int32 {
        let (id, isNew) = sources.intern(name) { [syntax] name in
            let text = DecodedText(name, syntax)
            return Decoded(Source(name: text.string), text.issues)
        }
        if isNew { addSource(sources[id], id, to: &batch) }
        if !sourceIssues.isEmpty, let found = sourceIssues[id] {
            for issue in found { issues.add(issue, line: line) }
        }
        return Int32(id)
    }

    private mutating func addSource(_ source: Decoded<Source>, _ id: Int, to batch: inout ImportBatch) {
        batch.sources.append(source.value)
        if !source.issues.isEmpty { sourceIssues[id] = source.issues }
    }

    /// - Parameters:
    ///   - version: empty if there is none, like `device`.
    mutating func origin(source: Int32, version: Bytes, device: Bytes, in batch: inout ImportBatch) -> Int32 {
        var key = OriginKey(source: source, version: -1, device: -1)
        if !version.isEmpty { key.version = versions.intern(version) { [syntax] in DecodedText($0, syntax).string }.id }
        if !device.isEmpty {
            key.device =
                devices.intern(device.extracting(Device.rangeWithoutPointer(device))) { [syntax] _ in
                    Device(exported: DecodedText(device, syntax).string)
                }.id
        }
        if key.version < 0, key.device < 0 { return 0 }
        if let lastOrigin, lastOrigin.key == key { return lastOrigin.id }
        let id = origin(key, in: &batch)
        lastOrigin = (key, id)
        return id
    }

    private mutating func origin(_ key: OriginKey, in batch: inout ImportBatch) -> Int32 {
        if let id = originIDs[key] { return id }
        let id = Int32(batch.origins.count)
        batch.origins.append(
            Origin(
                source: key.source, sourceVersion: key.version < 0 ? nil : versions[key.version],
                device: key.device < 0 ? nil : devices[key.device]))
        originIDs[key] = id
        origins.append(key)
        return id
    }

    mutating func metadata(
        _ scratch: MetadataScratch, in batch: inout ImportBatch, issues: inout ImportIssueLog, line: Int
    ) -> Int32 {
        if scratch.isEmpty { return 0 }
        let (id, isNew) = metadataSets.intern(scratch.bytes.span) { [syntax] _ in BatchTexts.decode(scratch, syntax) }
        if isNew { addMetadata(metadataSets[id], id, to: &batch) }
        if !metadataIssues.isEmpty, let found = metadataIssues[id] {
            for issue in found { issues.add(issue, line: line) }
        }
        // In a batch, 0 is the empty set.
        return Int32(id + 1)
    }

    private mutating func addMetadata(_ set: Decoded<MetadataSet>, _ id: Int, to batch: inout ImportBatch) {
        batch.metadata.append(set.value)
        if !set.issues.isEmpty { metadataIssues[id] = set.issues }
    }

    private static func decode(_ scratch: MetadataScratch, _ syntax: TextSyntax) -> Decoded<MetadataSet> {
        var found: Set<ImportIssue> = []
        let entries = scratch.pairs.map { pair in
            let key = DecodedText(scratch.bytes.span.extracting(pair.key), syntax)
            let value = DecodedText(scratch.bytes.span.extracting(pair.value), syntax)
            found.formUnion(key.issues.union(value.issues))
            return MetadataSet.Entry(key: key.string, value: value.string)
        }
        let set = MetadataSet(entries)
        if set.entries.count < entries.count { found.insert(.repeatedMetadataKey) }
        return Decoded(set, found)
    }

    // MARK: - Parts of batches

    var part: Part {
        Part(
            metrics: metrics.list, units: units.list, values: values.list, sources: sources.list, versions: versions.list,
            devices: devices.list, metadataSets: metadataSets.list, origins: origins)
    }

    /// Adds the texts of a part except for metrics and units, and returns their ids by the ids of the part.
    mutating func merge(_ part: Part, into batch: inout ImportBatch) -> (sources: [Int32], origins: [Int32], metadata: [Int32]) {
        _ = values.intern(part.values)
        let versionIDs = versions.intern(part.versions)
        let deviceIDs = devices.intern(part.devices)
        let sourceIDs = sources.intern(part.sources)
        for (index, id) in sourceIDs.enumerated() where Int(id) == batch.sources.count {
            addSource(part.sources.meanings[index], Int(id), to: &batch)
        }
        let originIDs = part.origins.map { key in
            let version = key.version < 0 ? -1 : Int(versionIDs[key.version])
            let device = key.device < 0 ? -1 : Int(deviceIDs[key.device])
            return origin(OriginKey(source: sourceIDs[Int(key.source)], version: version, device: device), in: &batch)
        }
        let metadataIDs = metadataSets.intern(part.metadataSets)
        for (index, id) in metadataIDs.enumerated() where Int(id) + 1 == batch.metadata.count {
            addMetadata(part.metadataSets.meanings[index], Int(id), to: &batch)
        }
        return (sourceIDs, [0] + originIDs, [0] + metadataIDs.map { $0 + 1 })
    }
}

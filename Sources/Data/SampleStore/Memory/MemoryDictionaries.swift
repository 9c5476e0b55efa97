import HealthModel

/// The dictionaries of a `MemoryStore`: the catalogue and all metadata sets.
struct MemoryDictionaries: ContentOrder {
    private(set) var catalogue = Catalogue()
    /// The metadata sets, starting with id 1.
    private(set) var metadata: [MetadataSet] = []
    private var metadataByContent: [[UInt8]: Int32] = [:]

    /// Returns the ids of all names in `batch`, whose person has the given number, and the known sources whose printed names have changed.
    mutating func intern(_ batch: ImportBatch, of person: Int64) -> Catalogue.Interned {
        let sets = batch.metadata.map { intern($0) }
        return catalogue.intern(batch, of: person, metadata: sets)
    }

    mutating func forget(_ person: Int64) { catalogue.forget(person) }

    private mutating func intern(_ set: MetadataSet) -> Int32 {
        if set.isEmpty { return 0 }
        let bytes = set.encoded
        if let id = metadataByContent[bytes] { return id }
        metadata.append(set)
        metadataByContent[bytes] = Int32(metadata.count)
        return Int32(metadata.count)
    }

    func source(_ a: Int32, precedes b: Int32) -> Bool { catalogue.source(a, precedes: b) }
    func origin(_ a: Int32, precedes b: Int32) -> Bool { catalogue.origin(a, precedes: b) }
    func unit(_ a: Int32, precedes b: Int32) -> Bool { catalogue.unit(a, precedes: b) }
    func metadata(_ a: Int32, precedes b: Int32) -> Bool {
        metadata[Int(a) - 1].encoded.lexicographicallyPrecedes(metadata[Int(b) - 1].encoded)
    }
    func metadata(_ a: Int32, isAlike b: Int32) -> Bool { metadata[Int(a) - 1].isAlike(metadata[Int(b) - 1]) }
    func zero(ofUnit unit: Int32) -> Double { catalogue.zero(ofUnit: unit) }
}

/// A sample's metadata: keys in ascending order, each once, values as text.
public struct MetadataSet: Hashable, Sendable {
    /// A key and its value.
    public struct Entry: Hashable, Sendable {
        /// HealthKit's key, such as `HKTimeZone`.
        public var key: String
        /// As text.
        public var value: String

        /// Makes an entry.
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// In ascending order of key, each key once.
    public private(set) var entries: [Entry]

    /// The set of `entries`; of a key that occurs twice the last value stays.
    public init(_ entries: [Entry] = []) {
        var last: [String: String] = [:]
        for entry in entries { last[entry.key] = entry.value }
        self.entries = last.map(Entry.init(key:value:)).sorted { $0.key < $1.key }
    }

    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }

    /// The value of a key; nil where it has none.
    public subscript(key: String) -> String? { entries.first { $0.key == key }?.value }

    /// Whether a person typed the sample in (`HKWasUserEntered`).
    public var isHandEntered: Bool {
        guard let value = self[MetadataKey.wasUserEntered] else { return false }
        return value == "1" || value.lowercased() == "true" || value.lowercased() == "yes"
    }

    /// The IANA zone that the sample was recorded in (`HKTimeZone`), if it says so.
    public var zoneIdentifier: String? { self[MetadataKey.timeZone] }
}

/// The metadata keys that Tally itself reads or writes.
public enum MetadataKey {
    /// Whether a person typed the sample in.
    public static let wasUserEntered = "HKWasUserEntered"
    /// The zone that the sample was recorded in.
    public static let timeZone = "HKTimeZone"
    /// Apple's name of a category value that is in no table; the sample's value is then -1.
    public static let categoryValueName = "HKCategoryValueName"
    /// The beat list of a heart-rate variability sample: `bpm@time` pairs parted by spaces.
    public static let beats = "HKHeartRateVariabilityBeats"
}

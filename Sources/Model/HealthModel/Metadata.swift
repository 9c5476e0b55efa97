/// The metadata of a sample: unique keys in ascending order, with text values.
public struct MetadataSet: Hashable, Sendable, Codable {
    /// A key and its value.
    public struct Entry: Hashable, Sendable, Codable {
        /// The HealthKit key, such as `HKTimeZone`.
        public var key: String
        /// The value as text.
        public var value: String

        /// Creates an entry.
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The entries in ascending order of key. Each key occurs once.
    public private(set) var entries: [Entry]

    /// Creates a set from `entries`. If a key occurs more than once, its last value is kept.
    public init(_ entries: [Entry] = []) {
        var last: [String: String] = [:]
        for entry in entries { last[entry.key] = entry.value }
        self.entries = last.map(Entry.init(key:value:)).sorted { $0.key < $1.key }
    }

    /// True if there are no entries.
    public var isEmpty: Bool { entries.isEmpty }

    /// Returns the value of a key, or nil if the set does not contain the key.
    public subscript(key: String) -> String? { entries.first { $0.key == key }?.value }

    /// True if the user entered the sample by hand (`HKWasUserEntered`).
    public var isHandEntered: Bool {
        guard let value = self[MetadataKey.wasUserEntered] else { return false }
        return value == "1" || value.lowercased() == "true" || value.lowercased() == "yes"
    }

    /// The IANA time zone in which the sample was recorded (`HKTimeZone`); nil if unknown.
    public var zoneIdentifier: String? { self[MetadataKey.timeZone] }
}

/// The metadata keys that Tally reads or writes.
public enum MetadataKey {
    /// True if the user entered the sample by hand.
    public static let wasUserEntered = "HKWasUserEntered"
    /// The time zone in which the sample was recorded.
    public static let timeZone = "HKTimeZone"
    /// Apple's name of a category value that is not in the tables. The value of such a sample is -1.
    public static let categoryValueName = "HKCategoryValueName"
    /// The beats of a heart-rate variability sample: `bpm@time` pairs separated by spaces.
    public static let beats = "HKHeartRateVariabilityBeats"
    /// The name by which Android knows the app that wrote a record. Records of Health Connect have it.
    package static let packageName = "packageName"
    /// The average heart rate of an electrocardiogram, with its unit. The name is that of the property in HealthKit.
    public static let averageHeartRate = "averageHeartRate"
    /// The number of voltages per second of an electrocardiogram, with its unit.
    public static let samplingFrequency = "samplingFrequency"
    /// The symptoms that the owner chose for an electrocardiogram, in words of the phone's language.
    public static let symptoms = "symptoms"
    /// The end of the time in which a prescription is valid, in UTC: `2027-03-02T00:00:00Z`.
    public static let expirationDate = "expirationDate"
    /// The brand of contact lenses.
    public static let brand = "brand"
}

/// A sample's metadata: keys in ascending order, each once, values as text.
package struct MetadataSet: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    package private(set) var entries: [Entry]

    /// The set of `entries`; of a key that occurs twice the last value stays.
    package init(_ entries: [Entry] = []) {
        var last: [String: String] = [:]
        for entry in entries { last[entry.key] = entry.value }
        self.entries = last.map(Entry.init(key:value:)).sorted { $0.key < $1.key }
    }

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(key: String) -> String? { entries.first { $0.key == key }?.value }

    /// Whether a person typed the sample in (`HKWasUserEntered`).
    package var isHandEntered: Bool {
        guard let value = self[MetadataKey.wasUserEntered] else { return false }
        return value == "1" || value.lowercased() == "true" || value.lowercased() == "yes"
    }

    /// The IANA zone that the sample was recorded in (`HKTimeZone`), if it says so.
    package var zoneIdentifier: String? { self[MetadataKey.timeZone] }
}

/// The metadata keys that Tally itself reads or writes.
package enum MetadataKey {
    package static let wasUserEntered = "HKWasUserEntered"
    package static let timeZone = "HKTimeZone"
    /// Apple's name of a category value that is in no table; the sample's value is then -1.
    package static let categoryValueName = "HKCategoryValueName"
    /// The beat list of a heart-rate variability sample: `bpm@time` pairs parted by spaces.
    package static let beats = "HKHeartRateVariabilityBeats"
}

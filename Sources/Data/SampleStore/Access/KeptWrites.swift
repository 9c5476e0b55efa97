import Foundation
import HealthModel
import StorageModel

/// The writes of apps while the device was locked. A store keeps them as settings until it is unlocked, also over a restart.
package enum KeptWrites {
    /// The start of the names of these settings.
    package static let prefix = "kept write/"

    /// Keeps a batch, after those that are kept already.
    static func add(_ batch: ImportBatch, to storage: any SampleStorage) throws {
        let last = try settings(of: storage).last.flatMap { Int($0.name.dropFirst(prefix.count).prefix(9)) } ?? 0
        let number = "\(last + 1)"
        // Two processes can count to the same number.
        let name = prefix + String(repeating: "0", count: max(0, 9 - number.count)) + number + "-" + UUID().uuidString
        let content = try encoder.encode(batch)
        try storage.setSetting(name, to: String(decoding: content, as: UTF8.self))
    }

    /// Writes all kept batches in the order in which they were kept.
    ///
    /// A process that is killed in between leaves a batch that arrives again, which changes nothing: the samples are already there.
    ///
    /// - Returns: The number of samples.
    /// - Throws: An error about batches that cannot be read, after all others are written. The store keeps them.
    @discardableResult
    static func deliver(to storage: any SampleStorage) throws -> Int {
        var (count, unreadable) = (0, 0)
        for setting in try settings(of: storage) {
            guard let batch = try? decoder.decode(ImportBatch.self, from: Data(setting.value.utf8)) else {
                unreadable += 1
                continue
            }
            count += try storage.write(batch).values.reduce(0) { $0 + $1.added }
            try storage.setSetting(setting.name, to: nil)
        }
        guard unreadable == 0 else {
            throw StoreError.corrupt(
                path: storage.files.first ?? "the store",
                reason: "\(unreadable) of the writes that were kept while the device was locked can't be read. They are still kept")
        }
        return count
    }

    /// Returns false if a setting keeps a write that cannot be read.
    package static func isValid(_ value: String, of setting: String) -> Bool { !setting.hasPrefix(prefix) || person(in: value) != nil }

    /// Returns the id of the person in the value of such a setting; nil if the value cannot be read.
    package static func person(in value: String) -> String? {
        (try? decoder.decode(ImportBatch.self, from: Data(value.utf8)))?.person
    }

    /// Returns the value of such a setting for a person with another id.
    package static func value(_ value: String, renamedTo person: String) throws -> String {
        var batch = try decoder.decode(ImportBatch.self, from: Data(value.utf8))
        batch.person = person
        return String(decoding: try encoder.encode(batch), as: UTF8.self)
    }

    private static func settings(of storage: any SampleStorage) throws -> [(name: String, value: String)] {
        try storage.read { try $0.capabilities.settings?.settings(startingWith: prefix) ?? [:] }
            .sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}

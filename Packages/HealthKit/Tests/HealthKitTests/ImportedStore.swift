import Foundation
import HealthKit
@_spi(Guests) import TallyKit

extension HKHealthStore {
    /// Returns a store in memory with the samples of a file.
    ///
    /// - Parameter ending: the ending of the name of the file.
    static func holding(_ text: String, ending: String = "xml") async throws -> HKHealthStore {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("healthkit-\(UUID().uuidString).\(ending)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let health = HealthStore.inMemory()
        try await health.importExport(at: url)
        return HKHealthStore(over: health)
    }
}

import Foundation
@_spi(Guests) import TallyKit

/// Converts metadata between the values of an app and the texts of a store.
enum StoredMetadata {
    /// Returns the texts that a store keeps, in the form of an export: `1` for true, `68 degF` for a quantity.
    static func stored(_ metadata: [String: Any]?) -> MetadataSet {
        MetadataSet((metadata ?? [:]).map { MetadataSet.Entry(key: $0.key, value: text(of: $0.value)) })
    }

    /// Returns values of the types that HealthKit has: numbers, texts, dates and quantities. Nil for an empty set.
    static func values(of set: MetadataSet) -> [String: Any]? {
        set.isEmpty ? nil : Dictionary(uniqueKeysWithValues: set.entries.map { ($0.key, value(of: $0.value)) })
    }

    static func text(of value: Any) -> String {
        switch value {
        case let text as String: text
        case let flag as Bool: flag ? "1" : "0"
        case let date as Date: Instant(date).textInUTC
        case let quantity as HKQuantity: "\(quantity)"
        case let number as NSNumber: "\(number)"
        default: "\(value)"
        }
    }

    private static func value(of text: String) -> Any {
        if let number = Int(text), String(number) == text { return NSNumber(value: number) }
        if let number = Double(text), text.first.map({ $0.isNumber || $0 == "-" }) == true { return NSNumber(value: number) }
        // Foundation's format loses a millisecond of some dates.
        if let instant = Instant(textInUTC: text) { return instant.date }
        let parts = text.split(separator: " ", maxSplits: 1)
        if parts.count == 2, let number = Double(parts[0]), let unit = try? UnitOfMeasure(parsing: String(parts[1])) {
            return HKQuantity(unit: HKUnit(unit), doubleValue: number)
        }
        return text
    }
}

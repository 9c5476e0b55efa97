import Foundation

/// Fills `everything` from a file with an array of `[type, source, start, end, value, unit]`. Times are in milliseconds since 1970.
func readSamples(from path: String) throws {
    let rows = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [[Any]] ?? []
    everything = rows.compactMap { row -> HKSample? in
        guard row.count == 6, let type = row[0] as? String, let source = row[1] as? String, let unit = row[5] as? String,
            let start = row[2] as? Double, let end = row[3] as? Double, let value = row[4] as? Double
        else { return nil }
        let sample: HKSample
        if type.hasPrefix("HKCategory") {
            let category = HKCategorySample()
            category.value = Int(value)
            sample = category
        } else {
            let quantity = HKQuantitySample()
            quantity.quantity = HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
            sample = quantity
        }
        sample.identifier = type
        sample.sourceRevision.source.name = source
        sample.startDate = Date(timeIntervalSince1970: start / 1000)
        sample.endDate = Date(timeIntervalSince1970: end / 1000)
        return sample
    }
}

/// Prints the fields of rows as JSON, one row per line, after a line with the name. Times are in seconds, and nil is null.
func printRows(of name: String, _ rows: [Any]?, _ error: (any Error)?) {
    print("# \(name)")
    for row in rows ?? [] {
        var fields: [String: Any] = [:]
        for child in Mirror(reflecting: row).children {
            guard let label = child.label else { continue }
            switch child.value {
            case let date as Date: fields[label] = date.timeIntervalSince1970
            case let date as Date?: fields[label] = date?.timeIntervalSince1970 ?? NSNull()
            case let number as Double?: fields[label] = number ?? NSNull()
            default: fields[label] = child.value
            }
        }
        let line = try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
        print(String(decoding: line ?? Data(), as: UTF8.self))
    }
}

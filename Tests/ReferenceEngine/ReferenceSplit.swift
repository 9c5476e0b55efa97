import Foundation

/// A key other than time and source (S12).
package enum ReferenceSplit: Sendable {
    case device
    /// The sample's value (S12.1).
    case value
    /// Yes or no (S12.2).
    case condition(ReferenceCondition)
    /// Ranges between the multiples of a width (S12.4).
    case bins(width: Double)
    /// Ranges between ascending edges (S12.4).
    case bands([Double])

    /// Returns the key of a sample as text; nil if it has none.
    func key(of sample: ReferenceSample, style: ReferenceStyle) -> String? {
        switch self {
        case .device: sample.device
        case .value: style == .sleep ? Self.sleepName(of: Int(sample.value)) : "\(sample.value)"
        case .condition(let condition): condition.holds(sample) ? "true" : "false"
        case .bins(let width): Self.text(bin(of: sample.value, width: width), width: width)
        case .bands(let edges):
            Self.text(edges.last { $0 <= sample.value }, edges.first { $0 > sample.value })
        }
    }

    /// Returns the keys that every series of rows has; nil if it has only those of its samples.
    ///
    /// - Parameter samples: All samples that count.
    func keys(in samples: [ReferenceSample]) -> [String]? {
        switch self {
        case .device, .value, .condition: return nil
        case .bins(let width):
            let bins = samples.map { bin(of: $0.value, width: width) }
            guard let first = bins.min(), let last = bins.max() else { return [] }
            return (first...last).map { Self.text($0, width: width) }
        case .bands(let edges):
            return zip([nil] + edges, edges + [nil]).map(Self.text)
        }
    }

    /// Returns the number of the bin by comparing the value with exact decimal edges.
    private func bin(of value: Double, width: Double) -> Int {
        let near = Int((value / width).rounded())
        return (near - 2...near + 2).last { Self.edge($0, width: width) <= value } ?? near
    }

    private static func edge(_ number: Int, width: Double) -> Double {
        let exact = Decimal(number) * (Decimal(string: "\(width)") ?? 0)
        return Double("\(exact)") ?? .nan
    }

    private static func text(_ bin: Int, width: Double) -> String { text(edge(bin, width: width), edge(bin + 1, width: width)) }

    /// The text of a range: `60.0|70.0`, with nothing at an open end.
    private static func text(_ from: Double?, _ to: Double?) -> String {
        (from.map { "\($0)" } ?? "") + "|" + (to.map { "\($0)" } ?? "")
    }

    private static func sleepName(of value: Int) -> String {
        let names = ["inBed", "unspecified", "awake", "core", "deep", "rem"]
        return names.indices.contains(value) ? names[value] : "\(value)"
    }

    /// Returns several keys as one text. One key remains as it is.
    package static func joined(_ keys: [String?]) -> String? {
        keys.count == 1 ? keys[0] : keys.isEmpty ? nil : keys.map { $0 ?? "none" }.joined(separator: " · ")
    }
}

extension ReferenceQuery {
    /// Returns the parts of each combination of keys, including the ranges without samples (S3.8, S12).
    ///
    /// - Parameter sample: Returns the sample of a part.
    func series<Part>(of parts: [Part], _ sample: (Part) -> ReferenceSample) -> [(key: String?, parts: [Part])] {
        var groups = Dictionary(grouping: parts) { keys(of: sample($0)) }
        let keyCount = splits.count + (sources == .separate ? 1 : 0)
        for (index, split) in splits.enumerated() {
            guard let all = split.keys(in: parts.map(sample)) else { continue }
            let place = index + keyCount - splits.count
            let series = keyCount == 1 ? [[""]] : Array(groups.keys)
            for var keys in series {
                for key in all {
                    keys[place] = key
                    if groups[keys] == nil { groups[keys] = [] }
                }
            }
        }
        if keyCount == 0, groups.isEmpty { groups = [[]: []] }
        return groups.map { (ReferenceSplit.joined($0.key), $0.value) }.sorted { ($0.key ?? "") < ($1.key ?? "") }
    }

    /// Returns the keys of a sample other than time.
    private func keys(of sample: ReferenceSample) -> [String?] {
        (sources == .separate ? [sample.source] : []) + splits.map { $0.key(of: sample, style: style) }
    }

    /// Returns the keys of a sample as one text.
    func key(of sample: ReferenceSample) -> String? { ReferenceSplit.joined(keys(of: sample)) }
}

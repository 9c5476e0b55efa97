/// The sensitivity of the ears at one frequency of an audiogram.
///
/// The metadata of a sample has a key for each ear and frequency: `left 1000 Hz` is `15 dBHL`. `left 1000 Hz masked` is `1` if the test was
/// masked, and `left 1000 Hz from` and `left 1000 Hz through` are the least and the greatest level that the test can show.
public struct AudiogramPoint: Hashable, Sendable {
    /// An ear.
    public enum Ear: String, Hashable, Sendable, CaseIterable {
        case left, right
    }

    /// The sensitivity of one ear.
    public struct Level: Hashable, Sendable {
        /// Decibels of hearing level (dBHL). The ear hears less if the number is greater.
        public var decibels: Double
        /// True if the other ear heard a noise during the test, so that it could not help.
        public var isMasked = false
        /// The least level that the test can show, in dBHL; nil if unknown.
        public var from: Double?
        /// The greatest level that the test can show, in dBHL; nil if unknown.
        public var through: Double?

        /// Creates a level in dBHL.
        public init(decibels: Double) { self.decibels = decibels }
    }

    /// The frequency of the tone.
    public var hertz: Double
    /// The level of each ear that was tested.
    public var levels: [Ear: Level] = [:]

    /// Creates a point without levels.
    public init(hertz: Double) { self.hertz = hertz }

    /// The metadata of the point.
    public var entries: [MetadataSet.Entry] {
        Ear.allCases.flatMap { ear -> [MetadataSet.Entry] in
            guard let level = levels[ear] else { return [] }
            let key = "\(ear.rawValue) \(MetadataNumber.text(hertz)) Hz"
            var entries = [MetadataSet.Entry(key: key, value: MetadataNumber.text(level.decibels) + " dBHL")]
            if level.isMasked { entries.append(.init(key: key + " masked", value: "1")) }
            for (name, bound) in [("from", level.from), ("through", level.through)] {
                if let bound { entries.append(.init(key: "\(key) \(name)", value: MetadataNumber.text(bound) + " dBHL")) }
            }
            return entries
        }
    }

    /// Returns the points in the metadata of an audiogram, by frequency.
    public static func all(in facts: MetadataSet) -> [AudiogramPoint] {
        var points: [Double: AudiogramPoint] = [:]
        // The key of a level comes before the keys of its details.
        for entry in facts.entries {
            let words = entry.key.split(separator: " ")
            guard words.count == 3 || words.count == 4, words[2] == "Hz", let ear = Ear(rawValue: String(words[0])),
                let hertz = Double(words[1]), hertz.isFinite, let value = MetadataNumber.read(entry.value)
            else { continue }
            guard words.count == 4 else {
                points[hertz, default: AudiogramPoint(hertz: hertz)].levels[ear] = Level(decibels: value)
                continue
            }
            switch words[3] {
            case "masked": points[hertz]?.levels[ear]?.isMasked = value != 0
            case "from": points[hertz]?.levels[ear]?.from = value
            case "through": points[hertz]?.levels[ear]?.through = value
            default: break
            }
        }
        return points.values.sorted { $0.hertz < $1.hertz }
    }

    /// The frequencies of the average of pure tones, in hertz, as the World Health Organization uses them.
    public static let averageFrequencies: [Double] = [500, 1000, 2000, 4000]

    /// Returns the average level of an ear at 500, 1000, 2000 and 4000 Hz; nil if one of them is missing.
    public static func average(of ear: Ear, in points: [AudiogramPoint]) -> Double? {
        let levels = averageFrequencies.compactMap { hertz in points.first { $0.hertz == hertz }?.levels[ear]?.decibels }
        return levels.count == averageFrequencies.count ? levels.reduce(0, +) / Double(levels.count) : nil
    }
}

/// Numbers in metadata.
package enum MetadataNumber {
    /// Returns a number without a needless fraction: `15`, `12.5`.
    package static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }

    /// Returns the number at the start of a text such as `15 dBHL`; nil if the text starts with something else.
    package static func read(_ text: String) -> Double? {
        text.split(separator: " ").first.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

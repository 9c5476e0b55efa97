/// The time of a workout, or of one of its activities, in the zones of one set.
///
/// HealthKit calls it `HKWorkoutZoneGroup`. Each zone becomes a sample whose value is the time, with the zone in its metadata.
public struct WorkoutZones: Hashable, Sendable {
    /// A zone of the set, and the time in it.
    public struct Zone: Hashable, Sendable {
        /// The lower limit in the unit of the set; nil if the zone is open downward.
        public var minimum: Double?
        /// The upper limit; nil if the zone is open upward.
        public var maximum: Double?
        /// The time in the zone, in seconds.
        public var seconds: Double

        /// Creates a zone.
        public init(minimum: Double?, maximum: Double?, seconds: Double) {
            self.minimum = minimum
            self.maximum = maximum
            self.seconds = seconds
        }
    }

    /// `heartRateZones` or `cyclingPowerZones`.
    public var metric: MetricID
    /// The maker of the set: `system`, `user` or `app`. Empty if it is not known.
    public var maker: String
    /// The zones from the lowest to the highest.
    public var zones: [Zone]

    /// Creates a set.
    public init(_ metric: MetricID, maker: String, zones: [Zone]) {
        self.metric = metric
        self.maker = maker
        self.zones = zones
    }

    /// The numbers of zones that a set can have. Apple allows three to nine.
    public static let counts = 3...9
    /// The key in metadata for the maker of the set.
    public static let makerKey = "zoneSource"

    /// The metric for the zones of heart rate or of cycling power, by HealthKit's identifier of the quantity; nil for others.
    package static func metric(of quantity: String) -> MetricID? {
        switch quantity {
        case MetricID.quantityPrefix + "HeartRate": .zonesOfHeartRate
        case MetricID.quantityPrefix + "CyclingPower": .zonesOfCyclingPower
        default: nil
        }
    }

    /// Returns the symbol of the unit of limits.
    public static func unit(of metric: MetricID) -> String { metric == .zonesOfCyclingPower ? "W" : "count/min" }

    // MARK: - Flaws

    /// The greatest difference by which the zones can be longer than the workout, in seconds. Exports round starts and ends to seconds.
    private static let slack = 5.0

    /// Returns the reason why a set can't be read; nil if it can.
    ///
    /// - Parameter length: The length of the workout or activity, in seconds.
    package func flaw(in length: Double) -> String? {
        guard Self.counts.contains(zones.count) else { return "\(zones.count) zones instead of 3 to 9" }
        for (lower, upper) in zip(zones, zones.dropFirst()) {
            guard let border = lower.maximum, let next = upper.minimum else { return "a limit is missing" }
            guard abs(border - next) < 1e-6 else { return "zones that don't meet" }
        }
        let borders = ([zones[0].minimum] + zones.map(\.maximum)).compactMap(\.self)
        guard borders.allSatisfy(\.isFinite), zip(borders, borders.dropFirst()).allSatisfy(<) else { return "limits out of order" }
        guard zones.allSatisfy({ $0.seconds.isFinite && $0.seconds >= 0 }) else { return "a negative duration" }
        return zones.reduce(0) { $0 + $1.seconds } <= length + Self.slack ? nil : "more time than the workout has"
    }

    // MARK: - Metadata

    /// Returns the metadata of the sample of a zone.
    ///
    /// - Parameter index: The index of the zone, from 0.
    public func metadata(ofZoneAt index: Int) -> [MetadataSet.Entry] {
        var entries = [
            MetadataSet.Entry(key: SampleField.zone.name, value: "\(index + 1) of \(zones.count)"),
            MetadataSet.Entry(key: SampleField.limits.name, value: Self.text(of: zones[index], Self.unit(of: metric))),
        ]
        if !maker.isEmpty { entries.append(MetadataSet.Entry(key: Self.makerKey, value: maker)) }
        return entries
    }

    /// Returns limits as text: `to 118 count/min`, `118 to 130 count/min`, `from 164 count/min`.
    static func text(of zone: Zone, _ unit: String) -> String {
        func number(_ limit: Double) -> String { OwnMetric.text(of: (limit * 1e6).rounded() / 1e6) }
        return switch (zone.minimum, zone.maximum) {
        case (let low?, let high?): "\(number(low)) to \(number(high)) \(unit)"
        case (nil, let high?): "to \(number(high)) \(unit)"
        case (let low?, nil): "from \(number(low)) \(unit)"
        case (nil, nil): "all"
        }
    }

    /// A zone that was read from the metadata of a sample.
    public struct Place: Hashable, Sendable {
        /// The number of the zone, from 1.
        public var number: Int
        /// The number of zones of its set.
        public var count: Int
        /// The lower limit; nil if the zone is open downward, or if the limit is not known.
        public var minimum: Double?
        /// The upper limit; nil if the zone is open upward, or if the limit is not known.
        public var maximum: Double?

        /// Reads a zone. Returns nil for metadata without one.
        public init?(_ facts: MetadataSet) {
            let words = (facts[SampleField.zone.name] ?? "").split(separator: " ")
            guard words.count == 3, words[1] == "of", let number = Int(words[0]), let count = Int(words[2]),
                WorkoutZones.counts.contains(count), 1...count ~= number
            else { return nil }
            (self.number, self.count) = (number, count)
            (minimum, maximum) = WorkoutZones.limits(in: facts[SampleField.limits.name] ?? "")
        }
    }

    /// Returns the limits in a text; nil for limits that it does not have.
    package static func limits(in text: String) -> (minimum: Double?, maximum: Double?) {
        let words = text.split(separator: " ")
        switch words.first {
        case "to": return (nil, words.dropFirst().first.flatMap { Double($0) })
        case "from": return (words.dropFirst().first.flatMap { Double($0) }, nil)
        case let first?: return (Double(first), words.count > 2 && words[1] == "to" ? Double(words[2]) : nil)
        case nil: return (nil, nil)
        }
    }
}

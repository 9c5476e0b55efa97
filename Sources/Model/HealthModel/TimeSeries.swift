/// Numbers by time that belong to a workout or a sample, in columns, such as the points of a route.
public struct TimeSeries: Sendable, Codable {
    /// The meaning of the columns. The numbers of the cases are stored.
    public enum Kind: Int, Sendable, Codable, CaseIterable {
        /// The places of a workout.
        case route = 1
        /// The voltages of an electrocardiogram.
        case electrocardiogram = 2

        /// The columns in the order in which they are stored.
        public var columns: [Column] {
            switch self {
            case .route: [.latitude, .longitude, .altitude, .speed, .course, .horizontalAccuracy, .verticalAccuracy]
            case .electrocardiogram: [.voltage]
            }
        }
    }

    /// A column. Names of places are those of Apple's `CLLocation`.
    public enum Column: String, Sendable, Codable, CaseIterable {
        /// Degrees north of the equator, from -90 to 90.
        case latitude
        /// Degrees east of Greenwich, from -180 to 180.
        case longitude
        /// Meters above sea level.
        case altitude
        /// Meters per second.
        case speed
        /// Degrees from north, clockwise.
        case course
        /// The radius of uncertainty of the place, in meters.
        case horizontalAccuracy
        /// The uncertainty of the altitude, in meters.
        case verticalAccuracy
        /// Microvolts.
        case voltage
    }

    /// The greatest number of points: 12 days of one point a second.
    public static let mostPoints = 1 << 20

    /// The meaning of the columns.
    public let kind: Kind
    /// The name of the file from which it came.
    public var name: String
    /// The times of the points in milliseconds since 1970, in ascending order. Points can have the same time.
    public let times: [Int64]
    /// The numbers of each column of `kind`; NaN is an unknown number. A column that is unknown as a whole is empty.
    public let values: [[Double]]

    /// Creates a series. Returns nil without points, with more than `mostPoints`, if times are out of order, or if the columns differ in
    /// length.
    public init?(_ kind: Kind, name: String, times: [Int64], values: [[Double]]) {
        guard 1...Self.mostPoints ~= times.count, values.count == kind.columns.count,
            values.allSatisfy({ $0.isEmpty || $0.count == times.count }), zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        self.kind = kind
        self.name = name
        self.times = times
        self.values = values.map { $0.allSatisfy(\.isNaN) ? [] : $0 }
    }

    /// The number of points.
    public var count: Int { times.count }
    /// The time of the first point.
    public var start: Instant { Instant(milliseconds: times[0]) }
    /// The time of the last point.
    public var end: Instant { Instant(milliseconds: times[times.count - 1]) }

    /// Returns the numbers of a column; empty if they are unknown, or if the kind does not have the column.
    public subscript(_ column: Column) -> [Double] { kind.columns.firstIndex(of: column).map { values[$0] } ?? [] }

    /// Decodes a series.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        let decoded = TimeSeries(
            try keys.decode(Kind.self, forKey: .kind), name: try keys.decode(String.self, forKey: .name),
            times: try keys.decode([Int64].self, forKey: .times), values: try keys.decode([[Double]].self, forKey: .values))
        guard let decoded else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a series"))
        }
        self = decoded
    }
}

extension TimeSeries: Hashable {
    /// Returns true if both have the same bits. Unknown numbers are equal.
    public static func == (a: TimeSeries, b: TimeSeries) -> Bool {
        a.kind == b.kind && a.name == b.name && a.times == b.times && a.values.elementsEqual(b.values) { $0.elementsEqual($1, by: areSame) }
    }

    private static func areSame(_ a: Double, _ b: Double) -> Bool { a.bitPattern == b.bitPattern || a.isNaN && b.isNaN }

    /// Hashes the name and the times.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(times)
    }
}

extension [TimeSeries] {
    /// Adds a series, unless there is one of the same kind from the same first to the same last time. Of these two, the one with more points
    /// stays, and of equally long ones the one whose numbers come first. The result does not depend on the order in which series are added.
    ///
    /// - Returns: True if something changed.
    package mutating func merge(_ new: TimeSeries) -> Bool {
        guard let place = firstIndex(where: { $0.kind == new.kind && $0.start == new.start && $0.end == new.end }) else {
            append(new)
            sort { ($0.start, $0.end, $0.kind.rawValue) < ($1.start, $1.end, $1.kind.rawValue) }
            return true
        }
        guard new.precedes(self[place]) else { return false }
        self[place] = new
        return true
    }
}

extension TimeSeries {
    /// Returns true if this series, which has the same extent as `other`, is kept instead of it.
    fileprivate func precedes(_ other: TimeSeries) -> Bool {
        if count != other.count { return count > other.count }
        if times != other.times { return times.lexicographicallyPrecedes(other.times) }
        for (own, others) in zip(values, other.values) {
            if own.count != others.count { return own.count > others.count }
            for (a, b) in zip(own, others) where !Self.areSame(a, b) { return a.bitPattern < b.bitPattern }
        }
        return name < other.name
    }
}

extension TimeSeries.Kind {
    /// The metric of the samples or workouts that have such series.
    package var owner: MetricID {
        switch self {
        case .route: .workouts
        case .electrocardiogram: .electrocardiograms
        }
    }
}

extension MetricID {
    /// The kind of series that samples of this metric have; nil for most metrics.
    package var seriesKind: TimeSeries.Kind? { TimeSeries.Kind.allCases.first { $0.owner == self } }
}

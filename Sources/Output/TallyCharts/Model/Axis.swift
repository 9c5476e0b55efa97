package import CalendarIntervals

/// The horizontal axis: continuous time, or slots side by side.
public enum HorizontalAxis: Sendable {
    /// Continuous time in a time zone.
    case time(TimeAxis)
    /// Slots from left to right.
    case slots(SlotAxis)
}

/// The vertical axis: values, or the rows of a heatmap.
public enum VerticalAxis: Sendable {
    /// Values, with the greatest at the top.
    case value(ValueAxis)
    /// Rows, with the first at the top.
    case slots(SlotAxis)
}

/// Continuous time in milliseconds since 1970. A day of 23 hours is narrower than one of 25.
public struct TimeAxis: Sendable {
    /// The time zone of the tick labels.
    public var zone: ChartZone
    /// The ends of the axis. Nil takes them from the marks.
    public var domain: ClosedRange<Double>?
    /// The positions of the ticks.
    public var ticks: Ticks
    /// The hour at which days start, for ticks at days. 0 is midnight.
    public var dayStartHour: Int
    /// The buckets of another chart that ticks of days or longer periods name. If empty, the axis uses the buckets of its marks.
    package var buckets: [Range<Double>] = []
    /// The first day of the week by ISO 8601, for ticks at weeks. 1 is Monday.
    public var weekStart: Int

    /// Creates a time axis. By default it covers the marks.
    public init(
        zone: ChartZone, domain: ClosedRange<Double>? = nil, ticks: Ticks = .automatic, dayStartHour: Int = 0,
        weekStart: Int = 1
    ) {
        self.zone = zone
        self.domain = domain
        self.ticks = ticks
        self.dayStartHour = dayStartHour
        self.weekStart = weekStart
    }
}

/// Slots of equal width, such as hours of the day, weekdays or sources. Labels that do not fit are shortened or left out.
public struct SlotAxis: Sendable {
    /// The names of the slots, one for each slot.
    public var labels: [String]
    /// Shorter names for narrow charts. Empty if there are none.
    public var shortLabels: [String]
    /// The labels of the edges between slots, from the start of the first slot to the end of the last one. If there are any, as in a
    /// histogram, they are shown instead of the names.
    public var edges: [String]
    /// The numbers at both ends, if positions along the axis stand for numbers.
    package var numbers: ClosedRange<Double>?
    /// The unit of the edges or numbers.
    package var unit: String?

    /// Creates an axis with one slot for each label.
    public init(labels: [String], shortLabels: [String] = [], edges: [String] = []) {
        self.labels = labels
        self.shortLabels = shortLabels
        self.edges = edges
    }
}

/// Numbers with one unit.
public struct ValueAxis: Sendable {
    /// The unit, displayed once above the axis.
    public var unit: String?
    /// The ends of the axis. Nil takes them from the marks.
    public var domain: ClosedRange<Double>?
    /// True if the axis includes zero, as for totals. Ignored if `domain` is set.
    public var includesZero: Bool
    /// The positions of the ticks.
    public var ticks: Ticks
    /// True if values are fractions that are displayed in percent.
    public var isFraction: Bool
    /// True if values are times of day in milliseconds since a midnight. Labels show clock times, also after the next midnight.
    public var isClock: Bool

    /// Creates an axis of values. By default it covers the marks and includes zero.
    public init(
        unit: String? = nil, domain: ClosedRange<Double>? = nil, includesZero: Bool = true, ticks: Ticks = .automatic,
        isFraction: Bool = false, isClock: Bool = false
    ) {
        self.unit = unit
        self.domain = domain
        self.includesZero = includesZero
        self.ticks = ticks
        self.isFraction = isFraction
        self.isClock = isClock
    }
}

/// The positions of an axis's ticks.
public enum Ticks: Sendable {
    /// As many natural positions as fit.
    case automatic
    /// The given positions. Those outside the domain are left out.
    case at([Tick])

    /// A tick of an axis.
    public struct Tick: Hashable, Sendable {
        /// The position in the units of the axis.
        public var position: Double
        /// The label. It is left out if there is no room for it.
        public var label: String

        /// Creates a tick at a position.
        public init(_ position: Double, label: String) {
            self.position = position
            self.label = label
        }
    }
}

/// The time zone of a time axis.
public struct ChartZone: Hashable, Sendable {
    package let zone: Zone

    /// Coordinated Universal Time.
    public static let utc = ChartZone(Zone.utc)

    /// Creates a zone from an IANA name such as `Europe/Berlin`, or a fixed offset such as `+05:45`. Nil for any other text.
    public init?(_ identifier: String) {
        guard let zone = Zone.named(identifier) else { return nil }
        self.zone = zone
    }

    package init(_ zone: Zone) { self.zone = zone }

    /// The IANA name, or the fixed offset.
    package var identifier: String { zone.identifier }
}

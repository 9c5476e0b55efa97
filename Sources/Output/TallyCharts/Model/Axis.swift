package import CalendarIntervals

/// The horizontal axis: true time, or slots beside each other.
public enum HorizontalAxis: Sendable {
    /// True time in a zone.
    case time(TimeAxis)
    /// Slots from left to right.
    case slots(SlotAxis)
}

/// The vertical axis: values, or the rows of a heatmap.
public enum VerticalAxis: Sendable {
    /// Values, the greatest on top.
    case value(ValueAxis)
    /// Rows, the first one on top.
    case slots(SlotAxis)
}

/// Time as it passes, in milliseconds since 1970: a day of 23 hours is narrower than one of 25.
public struct TimeAxis: Sendable {
    /// The zone whose wall clock the ticks show.
    public var zone: ChartZone
    /// Where the axis begins and ends; nil takes both from the marks.
    public var domain: ClosedRange<Double>?
    /// Where the axis is marked.
    public var ticks: Ticks
    /// The hour at which the days of the data begin, for ticks that stand at its days; 0 is midnight.
    public var dayStartHour: Int
    /// The buckets that the ticks of days and more name, those of another chart above; empty takes the marks' own.
    package var buckets: [Range<Double>] = []
    /// The first day of a week as ISO 8601 numbers them, for ticks that stand at weeks; 1 is Monday.
    public var weekStart: Int

    /// An axis of time; without more than a zone it fits itself to the marks.
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

/// Slots of equal width in their order, such as hours of the day, weekdays or sources; labels that do not fit are left out or shortened.
public struct SlotAxis: Sendable {
    /// The names of the slots; their number is the number of slots.
    public var labels: [String]
    /// Shorter forms for narrow charts; empty where there are none.
    public var shortLabels: [String]

    /// Slots with these names.
    public init(labels: [String], shortLabels: [String] = []) {
        self.labels = labels
        self.shortLabels = shortLabels
    }
}

/// Numbers of one unit.
public struct ValueAxis: Sendable {
    /// Named once, above the axis.
    public var unit: String?
    /// Where the axis begins and ends; nil takes both from the marks.
    public var domain: ClosedRange<Double>?
    /// Whether zero belongs to the axis, as it does for totals; ignored where a domain is given.
    public var includesZero: Bool
    /// Where the axis is marked.
    public var ticks: Ticks
    /// Whether numbers are fractions of one to be shown as hundredths, with the unit `%`.
    public var isFraction: Bool

    /// An axis of values that fits itself to the marks, from zero, unless asked otherwise.
    public init(
        unit: String? = nil, domain: ClosedRange<Double>? = nil, includesZero: Bool = true, ticks: Ticks = .automatic,
        isFraction: Bool = false
    ) {
        self.unit = unit
        self.domain = domain
        self.includesZero = includesZero
        self.ticks = ticks
        self.isFraction = isFraction
    }
}

/// Where an axis is marked.
public enum Ticks: Sendable {
    /// At natural places, as many as the width takes.
    case automatic
    /// At these places; those outside of the domain are left out.
    case at([Tick])

    /// A mark at a place of the axis.
    public struct Tick: Hashable, Sendable {
        /// In the units of the axis.
        public var position: Double
        /// Left out where there is no room.
        public var label: String

        /// A tick at a place of the axis.
        public init(_ position: Double, label: String) {
            self.position = position
            self.label = label
        }
    }
}

/// The zone whose clocks a time axis shows.
public struct ChartZone: Hashable, Sendable {
    package let zone: Zone

    /// Coordinated Universal Time.
    public static let utc = ChartZone(Zone.utc)

    /// The zone of an IANA name such as `Europe/Berlin`, or of a fixed offset such as `+05:45`; nil for any other text.
    public init?(_ identifier: String) {
        guard let zone = Zone.named(identifier) else { return nil }
        self.zone = zone
    }

    package init(_ zone: Zone) { self.zone = zone }
}

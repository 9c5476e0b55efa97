import CalendarIntervals
import HealthModel

/// The unit of times that are numbers: the time since the start of 1970 in UTC.
enum EpochUnit: String, Hashable, Sendable {
    case seconds, milliseconds, microseconds, nanoseconds

    /// The unit in which `number` is a time from 1973 on. Nil for smaller numbers, which are more likely something else.
    init?(of number: Double) {
        switch number.magnitude {
        case 1e8..<1e11: self = .seconds
        case 1e11..<1e14: self = .milliseconds
        case 1e14..<1e17: self = .microseconds
        case 1e17..<1e20: self = .nanoseconds
        default: return nil
        }
    }

    func milliseconds(_ number: Double) -> Int64? {
        let milliseconds =
            switch self {
            case .seconds: number * 1000
            case .milliseconds: number
            case .microseconds: number / 1000
            case .nanoseconds: number / 1_000_000
            }
        return Int64(exactly: milliseconds.rounded())
    }
}

/// Reads the times of a table: ISO 8601, numbers, a given format, or another format with the year first or the month as a word.
struct TableTimes {
    let pattern: TimePattern?
    /// The units of columns with numbers.
    private let epochs: [TableColumn: EpochUnit]
    private var isoReader = TimeReader()
    /// The usual pattern that fitted last.
    private var usual = 0
    /// The number of times since it was set to 0 that the clocks skip or show twice.
    var unclearCount = 0
    /// A date and a time of day with a space between them.
    private var joined: [UInt8] = []

    init(pattern: TimePattern?, epochs: [TableColumn: EpochUnit]) {
        self.pattern = pattern
        self.epochs = epochs
    }

    /// The reader of times with offsets. Nil if the table has another format.
    var timeReader: TimeReader? {
        get { pattern == nil ? isoReader : nil }
        set { if let newValue { isoReader = newValue } }
    }

    /// Formats that have only one meaning.
    private static let usualPatterns: [TimePattern] = {
        let days = ["yyyy-M-d", "yyyy/M/d", "yyyy.M.d", "MMM d, yyyy", "d MMM yyyy", "MMM d yyyy"]
        let times = [" H:mm", " H:mm:ss", " H:mm:ss.S", " h:mm a", " h:mm:ss a"]
        let patterns = days.flatMap { day in times.map { day + $0 } + [day] } + ["yyyy/M/d H:mm:ss Z", "yyyy/M/d H:mm Z"]
        return patterns.compactMap { try? TimePattern($0) }
    }()

    /// Returns the time in `text` in milliseconds since 1970. Times without an offset are in `zone`. Nil if there is none.
    mutating func read(_ text: Bytes, column: TableColumn, zone: Zone?) -> Int64? {
        if pattern == nil, let time = isoReader.read(text) { return time }
        if let epoch = epochs[column] { return DecimalNumber.read(text).flatMap(epoch.milliseconds) }
        guard let reading = reading(text) else { return nil }
        return instant(reading, zone: zone)
    }

    /// Returns the time of day in `time` on the day in `date`.
    ///
    /// - Parameter start: a time that the result must not be before. Then it is on the next day.
    mutating func read(date: Bytes, time: Bytes, zone: Zone?, from start: Int64? = nil) -> Int64? {
        guard var reading = reading(date: date, time: time) else { return nil }
        let countBefore = unclearCount
        guard let first = instant(reading, zone: zone) else { return nil }
        guard let start, first < start else { return first }
        unclearCount = countBefore
        reading.date = CivilDate(dayNumber: reading.date.dayNumber + 1)
        return instant(reading, zone: zone)
    }

    /// True if the text is a time that only lacks its zone.
    mutating func isReadable(_ text: Bytes) -> Bool { reading(text) != nil }
    mutating func isReadable(date: Bytes, time: Bytes) -> Bool { reading(date: date, time: time) != nil }

    private mutating func instant(_ reading: ISO8601.Reading, zone: Zone?) -> Int64? {
        guard zone != nil || reading.offsetSeconds != nil else { return nil }
        if let zone, reading.offsetSeconds == nil, reading.millisecondOfDay != nil {
            let local = reading.civil.localMilliseconds
            if zone.hasChange(near: local..<local + 1), zone.instants(ofLocalMilliseconds: local).count != 1 { unclearCount += 1 }
        }
        return reading.instant(in: zone ?? .utc).milliseconds
    }

    private mutating func reading(date: Bytes, time: Bytes) -> ISO8601.Reading? {
        if let pattern, !pattern.hasDay {
            guard var reading = pattern.read(time), let day = usualReading(date) else { return nil }
            reading.date = day.date
            return reading
        }
        joined.removeAll(keepingCapacity: true)
        joined.append(date)
        if !time.isEmpty {
            joined.append(0x20)
            joined.append(time)
        }
        let text = joined
        return reading(text.span)
    }

    private mutating func reading(_ text: Bytes) -> ISO8601.Reading? {
        if let pattern { return pattern.read(text) }
        return usualReading(text)
    }

    private mutating func usualReading(_ text: Bytes) -> ISO8601.Reading? {
        if let reading = ISO8601.read(utf8: text) { return reading }
        // No time in these formats is longer.
        guard text.count <= 40 else { return nil }
        let patterns = TableTimes.usualPatterns
        if let reading = patterns[usual].read(text) { return reading }
        for index in patterns.indices where index != usual {
            if let reading = patterns[index].read(text) {
                usual = index
                return reading
            }
        }
        return nil
    }
}

// Reads the elements of tracks in GPX and TCX, which are both XML with points.
//
//     gpx ─ trk ─ type, trkseg ─ trkpt (lat, lon) ─ ele, time, extensions ─ hr, cad, power, speed …
//     TrainingCenterDatabase ─ Activity (Sport) ─ Lap (StartTime) ─ totals, Track ─ Trackpoint ─ Time, Position, HeartRateBpm ─ Value …
//
// Names count without a prefix and without capitals, so that `gpxtpx:speed` and `ns3:Speed` are speeds. What an element means depends on
// the element that is open: `DistanceMeters` is the total of a lap, or the distance at a point.

import CalendarIntervals
import HealthModel

/// An element of a track file.
enum TrackElement: UInt8 {
    case other, gpx, track, segment, point, database, activity, lap, multisport, transition, creator, course, link
    // Texts.
    case time, latitude, longitude, altitude, speed, course360, horizontalAccuracy, verticalAccuracy, distance, heartRate, averageHeartRate
    case maximumHeartRate, value, cadence, power, temperature, seconds, energy, type, name

    /// The names in small letters.
    private static let names: [(name: String, element: TrackElement)] = [
        ("gpx", .gpx), ("trk", .track), ("trkseg", .segment), ("track", .segment), ("trkpt", .point), ("trackpoint", .point),
        ("trainingcenterdatabase", .database), ("activity", .activity), ("lap", .lap), ("multisportsession", .multisport),
        ("transition", .transition), ("creator", .creator), ("courses", .course), ("link", .link), ("time", .time),
        ("latitudedegrees", .latitude), ("longitudedegrees", .longitude), ("altitudemeters", .altitude), ("ele", .altitude),
        ("speed", .speed), ("course", .course360), ("hacc", .horizontalAccuracy), ("vacc", .verticalAccuracy),
        ("distancemeters", .distance), ("distance", .distance), ("heartratebpm", .heartRate), ("hr", .heartRate),
        ("heartrate", .heartRate), ("bpm", .heartRate), ("averageheartratebpm", .averageHeartRate),
        ("maximumheartratebpm", .maximumHeartRate), ("value", .value), ("cadence", .cadence), ("cad", .cadence), ("runcadence", .cadence),
        ("power", .power), ("watts", .power), ("powerinwatts", .power), ("atemp", .temperature), ("temp", .temperature),
        ("totaltimeseconds", .seconds), ("calories", .energy), ("type", .type), ("name", .name),
    ]

    /// The letters of the names, by their number.
    private static let byLength: [[(letters: [UInt8], element: TrackElement)]] = (0...22).map { length in
        names.filter { $0.name.utf8.count == length }.map { (Array($0.name.utf8), $0.element) }
    }

    /// Returns the element with a name, which can have a prefix.
    init(_ name: Bytes) {
        var start = 0
        for index in name.indices where name[index] == UInt8(ascii: ":") { start = index + 1 }
        let length = name.count - start
        self = .other
        guard length > 0, length < Self.byLength.count else { return }
        for entry in Self.byLength[length] where Self.matches(name, from: start, entry.letters) {
            self = entry.element
            return
        }
    }

    private static func matches(_ name: Bytes, from start: Int, _ letters: [UInt8]) -> Bool {
        for index in letters.indices {
            let byte = name[start + index]
            if (byte &- 0x41 <= 25 ? byte | 0x20 : byte) != letters[index] { return false }
        }
        return true
    }
}

/// Finds the points and other parts of a track file, one after another.
struct TrackReader: ~Copyable {
    /// A part of the file.
    enum Event {
        case point(RecordedPoint)
        /// The start of an element that contains others. The reader has its attributes until the next event.
        case start(TrackElement)
        case end(TrackElement)
        /// A number of a lap.
        case total(TrackElement, Double)
        /// The words for the kind of activity, or the name of the device.
        case text(TrackElement, String)
        case damage(XMLDamage, line: Int)
    }

    private static let depthLimit = 64

    private var scanner: XMLScanner
    private var dates = TimeReader()
    /// The open elements, outermost first.
    private var open: [TrackElement] = []
    private var point: RecordedPoint?

    init(_ bytes: consuming [UInt8]) {
        scanner = XMLScanner(window: ByteWindow(ByteChunk(memory: bytes, start: 0), at: 0)) { TrackElement($0) != .other }
    }

    /// The number of the line of the last tag.
    var line: Int { mutating get { scanner.line } }

    /// Moves to the next event. Returns nil at the end.
    mutating func next() throws(XMLScanner.EntityDeclaration) -> Event? {
        while let tag = try scanner.next() {
            let event: Event?
            switch tag {
            case .open(let isEmpty): event = begin(isEmpty)
            case .close: event = end(TrackElement(scanner.bytes.span.extracting(scanner.name)))
            case .damage(let damage, let line): event = .damage(damage, line: line)
            }
            // A tag that is damaged moves the scanner itself.
            if case .damage = tag {} else { scanner.move(to: endOfText) }
            if let event { return event }
        }
        return nil
    }

    /// The end of the text after the last tag.
    private var endOfText: Int {
        let bytes = scanner.bytes
        return bytes.span.offset(of: UInt8(ascii: "<"), from: scanner.position) ?? bytes.count
    }

    /// Returns an attribute of the last element as text; nil if it is missing.
    func attribute(_ name: StaticString) -> String? {
        let bytes = scanner.bytes
        return scanner.attributes.first { bytes.span.extracting($0.name).equals(name) }.map {
            DecodedText(bytes.span.extracting($0.value.prefix(ImportFindings.textLimit)), .xml).string
        }
    }

    // MARK: - Elements

    private mutating func begin(_ isEmpty: Bool) -> Event? {
        let memory = scanner.bytes
        let element = TrackElement(memory.span.extracting(scanner.name))
        let parent = open.last { $0 != .other } ?? .other
        if !isEmpty, open.count < Self.depthLimit { open.append(element) }
        switch element {
        case .point:
            point = RecordedPoint()
            for attribute in scanner.attributes {
                let key = memory.span.extracting(attribute.name)
                let number = DecimalNumber.read(memory.span.extracting(memory.span.trimmed(attribute.value))) ?? .nan
                if key.equals("lat") { point?.place.latitude = number }
                if key.equals("lon") { point?.place.longitude = number }
            }
            return isEmpty ? endPoint() : nil
        case .gpx, .track, .segment, .database, .activity, .lap, .multisport, .transition, .course: return isEmpty ? nil : .start(element)
        case .other, .link, .creator: return nil
        default: return isEmpty ? nil : read(element, in: parent, memory.span.extracting(memory.span.trimmed(scanner.position..<endOfText)))
        }
    }

    private mutating func end(_ element: TrackElement) -> Event? {
        guard let place = open.lastIndex(of: element) else { return nil }
        open.removeSubrange(place...)
        switch element {
        case .point: return endPoint()
        case .gpx, .track, .segment, .database, .activity, .lap, .multisport, .transition, .course: return .end(element)
        default: return nil
        }
    }

    private mutating func endPoint() -> Event? { point.take().map { .point($0) } }

    // MARK: - Texts

    private mutating func read(_ element: TrackElement, in parent: TrackElement, _ text: Bytes) -> Event? {
        guard point == nil else {
            readField(element == .value ? parent : element, text)
            return nil
        }
        switch (parent, element) {
        case (.track, .type), (.creator, .name):
            return .text(element, DecodedText(text.extracting(0..<min(text.count, ImportFindings.textLimit)), .xml).string)
        case (.lap, .seconds), (.lap, .distance), (.lap, .energy): return DecimalNumber.read(text).map { .total(element, $0) }
        case (.averageHeartRate, .value), (.maximumHeartRate, .value): return DecimalNumber.read(text).map { .total(parent, $0) }
        default: return nil
        }
    }

    private mutating func readField(_ element: TrackElement, _ text: Bytes) {
        if element == .time {
            point?.place.time = Self.time(text, &dates)
            return
        }
        let number = DecimalNumber.read(text) ?? .nan
        switch element {
        case .latitude: point?.place.latitude = number
        case .longitude: point?.place.longitude = number
        case .altitude: point?.place.altitude = number
        case .speed: point?.place.speed = number
        case .course360: point?.place.course = number
        case .horizontalAccuracy: point?.place.horizontalAccuracy = number
        case .verticalAccuracy: point?.place.verticalAccuracy = number
        case .distance: point?.distance = number
        case .heartRate where !number.isNaN: point?.heartRate = number
        case .cadence where !number.isNaN: point?.cadence = number
        case .power where !number.isNaN: point?.power = number
        case .temperature: point?.temperature = number
        default: break
        }
    }

    /// Returns a time in milliseconds since 1970. Times of GPX are in UTC, also without an offset.
    private static func time(_ text: Bytes, _ dates: inout TimeReader) -> Int64? {
        if text.count >= 20, let time = dates.read(text) { return SampleTimes.range.contains(time) ? time : nil }
        guard let reading = ISO8601.read(utf8: text), let millisecond = reading.millisecondOfDay else { return nil }
        let time = Int64(reading.date.dayNumber) * 86_400_000 + Int64(millisecond) - Int64(reading.offsetSeconds ?? 0) * 1000
        return SampleTimes.range.contains(time) ? time : nil
    }

    /// Returns a time of an attribute, as those of points.
    mutating func time(_ text: String) -> Int64? { Self.time(Array(text.utf8).span, &dates) }
}

import CalendarIntervals
package import HealthModel

/// Reads the points of a GPX file, as Apple's export and other programs write it.
///
/// It reads the track points of all tracks and segments. Names count without a prefix, so that `gpxtpx:speed` is a speed. An unknown number is
/// NaN. Waypoints and planned routes have no times of a workout and are not read.
struct RouteReader: ~Copyable {
    /// A file with more bytes is not read: half a million points of Apple's size.
    static let mostBytes = 128 << 20

    private enum Field { case altitude, time, speed, course, horizontalAccuracy, verticalAccuracy }

    private var scanner: XMLScanner
    private var point: RoutePoints.Point?
    private var points = RoutePoints()
    private var sawStart = false
    private var sawEnd = false

    private init(_ bytes: consuming [UInt8]) {
        scanner = XMLScanner(window: ByteWindow(ByteChunk(memory: bytes, start: 0), at: 0)) { _ in true }
    }

    /// Returns the points of a file. Any bytes are safe input.
    static func read(_ bytes: consuming [UInt8], name: String) -> RouteFindings.Outcome {
        var reader = RouteReader(bytes)
        return reader.read(name: name)
    }

    private mutating func read(name: String) -> RouteFindings.Outcome {
        do throws(XMLScanner.EntityDeclaration) {
            while let tag = try scanner.next() {
                switch tag {
                case .open(let isEmpty): open(isEmpty)
                case .close: close(scanner.bytes.span.extracting(scanner.name))
                // The rest would look like another route in a later import.
                case .damage: return RouteFindings.Outcome(problem: .damaged)
                }
                guard points.count <= TimeSeries.mostPoints else { return RouteFindings.Outcome(problem: .tooLong) }
                scanner.move(to: endOfText)
            }
        } catch { return RouteFindings.Outcome(problem: .damaged) }
        guard sawStart else { return RouteFindings.Outcome(problem: .notGPX) }
        guard sawEnd else { return RouteFindings.Outcome(problem: .damaged) }
        return points.finished(name: name)
    }

    /// The end of the text after the last tag.
    private var endOfText: Int {
        let bytes = scanner.bytes
        return bytes.span.offset(of: UInt8(ascii: "<"), from: scanner.position) ?? bytes.count
    }

    // MARK: - Elements

    private static func isNamed(_ name: Bytes, _ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard name.count >= length, name.count == length || name[name.count - length - 1] == UInt8(ascii: ":") else { return false }
        return name.extracting(name.count - length..<name.count).equals(word)
    }

    private static func field(_ name: Bytes) -> Field? {
        if isNamed(name, "ele") { return .altitude }
        if isNamed(name, "time") { return .time }
        if isNamed(name, "speed") { return .speed }
        if isNamed(name, "course") { return .course }
        if isNamed(name, "hAcc") { return .horizontalAccuracy }
        return isNamed(name, "vAcc") ? .verticalAccuracy : nil
    }

    private mutating func open(_ isEmpty: Bool) {
        let memory = scanner.bytes
        let bytes = memory.span
        let name = bytes.extracting(scanner.name)
        if Self.isNamed(name, "gpx") { sawStart = true }
        if Self.isNamed(name, "trkpt") {
            point = RoutePoints.Point()
            for attribute in scanner.attributes {
                let key = bytes.extracting(attribute.name)
                let number = DecimalNumber.read(bytes.extracting(bytes.trimmed(attribute.value))) ?? .nan
                if key.equals("lat") { point?.latitude = number }
                if key.equals("lon") { point?.longitude = number }
            }
            if isEmpty { endPoint() }
        } else if point != nil, !isEmpty, let field = Self.field(name) {
            read(field, bytes.extracting(bytes.trimmed(scanner.position..<endOfText)))
        }
    }

    private mutating func endPoint() {
        if let ended = point.take() { points.add(ended) }
    }

    private mutating func close(_ name: Bytes) {
        if Self.isNamed(name, "trkpt") { endPoint() }
        if Self.isNamed(name, "gpx") { sawEnd = true }
    }

    private mutating func read(_ field: Field, _ text: Bytes) {
        if field == .time {
            point?.time = Self.time(text)
            return
        }
        let number = DecimalNumber.read(text) ?? .nan
        switch field {
        case .altitude: point?.altitude = number
        case .speed: point?.speed = number
        case .course: point?.course = number
        case .horizontalAccuracy: point?.horizontalAccuracy = number
        case .verticalAccuracy: point?.verticalAccuracy = number
        case .time: break
        }
    }

    /// Returns a time in milliseconds since 1970. Times of GPX are in UTC, also without an offset.
    private static func time(_ text: Bytes) -> Int64? {
        guard let reading = ISO8601.read(utf8: text), let millisecond = reading.millisecondOfDay else { return nil }
        let time = Int64(reading.date.dayNumber) * 86_400_000 + Int64(millisecond) - Int64(reading.offsetSeconds ?? 0) * 1000
        return BatchBuilder.instants.contains(time) ? time : nil
    }
}

extension TimeSeries {
    /// Creates the route of a GPX file; nil if the file has none.
    package init?(gpx bytes: [UInt8], name: String) {
        guard let series = RouteReader.read(bytes, name: name).series else { return nil }
        self = series
    }
}

package import HealthModel

/// Reads and writes times in ISO 8601 without a formatter object.
package enum ISO8601 {
    /// The result of reading a text: a date with an optional time of day and an optional offset.
    package struct Reading: Hashable, Sendable {
        package var date: CivilDate
        /// The milliseconds since midnight, 0 ..< 86 400 000, or `nil` if there is only a date.
        package var millisecondOfDay: Int?
        /// The offset in seconds east of Greenwich, or `nil` if there is none.
        package var offsetSeconds: Int?

        package init(date: CivilDate, millisecondOfDay: Int? = nil, offsetSeconds: Int? = nil) {
            self.date = date
            self.millisecondOfDay = millisecondOfDay
            self.offsetSeconds = offsetSeconds
        }

        /// The local time; midnight if there is only a date.
        package var civil: CivilDateTime { CivilDateTime(date: date, millisecondOfDay: millisecondOfDay ?? 0) }

        /// Returns the instant. If there is no offset, the time is in `zone`.
        package func instant(in zone: Zone) -> Instant {
            guard let offsetSeconds else { return zone.instant(of: civil) }
            return Instant(milliseconds: civil.localMilliseconds - Int64(offsetSeconds) * 1000)
        }
    }

    /// Reads `2024-03-10`, `2024-03-10T03:00`, `2024-03-10 03:00:00.250 -0400`, `…Z` or `…+05:45`. Returns `nil` for anything else.
    ///
    /// Years are 0001 … 9999. Impossible dates and times are rejected. Digits after the millisecond are dropped.
    package static func read(_ text: some StringProtocol) -> Reading? {
        read(utf8: Array(text.utf8).span)
    }

    /// Reads the same formats from UTF-8 bytes.
    package static func read(utf8 bytes: Span<UInt8>) -> Reading? {
        var position = 0
        guard let year = digits(4, of: bytes, at: &position), year >= 1, take("-", of: bytes, at: &position),
            let month = digits(2, of: bytes, at: &position), take("-", of: bytes, at: &position),
            let day = digits(2, of: bytes, at: &position), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        var reading = Reading(date: date)
        if position == bytes.count { return reading }
        guard take("T", of: bytes, at: &position) || take("t", of: bytes, at: &position) || take(" ", of: bytes, at: &position),
            let time = timeOfDay(of: bytes, at: &position)
        else { return nil }
        reading.millisecondOfDay = time
        if position == bytes.count { return reading }
        _ = take(" ", of: bytes, at: &position)
        guard let offset = offset(of: bytes, at: &position), position == bytes.count else { return nil }
        reading.offsetSeconds = offset
        return reading
    }

    /// Reads `HH:MM`, with optional seconds and fraction, as milliseconds since midnight.
    private static func timeOfDay(of bytes: Span<UInt8>, at position: inout Int) -> Int? {
        guard let hour = digits(2, of: bytes, at: &position), hour < 24, take(":", of: bytes, at: &position),
            let minute = digits(2, of: bytes, at: &position), minute < 60
        else { return nil }
        let milliseconds = (hour * 60 + minute) * 60_000
        guard take(":", of: bytes, at: &position) else { return milliseconds }
        guard let second = digits(2, of: bytes, at: &position), second < 60 else { return nil }
        guard take(".", of: bytes, at: &position) else { return milliseconds + second * 1000 }
        var fraction = 0
        var weight = 100
        let start = position
        while let digit = digits(1, of: bytes, at: &position) {
            fraction += digit * weight
            weight /= 10
        }
        return position == start ? nil : milliseconds + second * 1000 + fraction
    }

    /// Reads `Z`, `±HH`, `±HHMM`, `±HH:MM` or `±HH:MM:SS` as seconds.
    private static func offset(of bytes: Span<UInt8>, at position: inout Int) -> Int? {
        if take("Z", of: bytes, at: &position) || take("z", of: bytes, at: &position) { return 0 }
        let isWest = take("-", of: bytes, at: &position)
        guard isWest || take("+", of: bytes, at: &position), let hours = digits(2, of: bytes, at: &position), hours < 24
        else { return nil }
        var seconds = hours * 3600
        if position < bytes.count {
            let hasColon = take(":", of: bytes, at: &position)
            guard let minutes = digits(2, of: bytes, at: &position), minutes < 60 else { return nil }
            seconds += minutes * 60
            if hasColon, take(":", of: bytes, at: &position) {
                guard let second = digits(2, of: bytes, at: &position), second < 60 else { return nil }
                seconds += second
            }
        }
        return isWest ? -seconds : seconds
    }

    private static func digits(_ count: Int, of bytes: Span<UInt8>, at position: inout Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for index in position..<position + count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += count
        return value
    }

    private static func take(_ character: Unicode.Scalar, of bytes: Span<UInt8>, at position: inout Int) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}

extension ISO8601 {
    /// Writes `2024-03-10T03:00:00-04:00`: the local time in `zone` and its offset, or `Z` for 0. Milliseconds appear only if they are not
    /// 0.
    package static func text(of instant: Instant, in zone: Zone) -> String {
        let offset = zone.offset(at: instant.milliseconds)
        let civil = CivilDateTime(localMilliseconds: instant.milliseconds + offset)
        return text(of: civil) { append(offsetSeconds: Int(offset / 1000), to: &$0) }
    }

    /// Writes `2024-03-10T03:00:00` without an offset. Milliseconds appear only if they are not 0.
    package static func text(of civil: CivilDateTime) -> String { text(of: civil) { _ in } }

    /// Writes `2024-03-10`.
    package static func text(of date: CivilDate) -> String {
        text { append(date, to: &$0) }
    }

    /// Writes `-04:00`, `+05:45`, `+00:53:28`, or `Z` for 0.
    package static func text(offsetSeconds: Int) -> String {
        text { append(offsetSeconds: offsetSeconds, to: &$0) }
    }

    private typealias Buffer = [UInt8]

    private static func text(of civil: CivilDateTime, suffix: (inout Buffer) -> Void) -> String {
        text { buffer in
            append(civil.date, to: &buffer)
            buffer.append(UInt8(ascii: "T"))
            append(civil.hour, digits: 2, to: &buffer)
            buffer.append(UInt8(ascii: ":"))
            append(civil.minute, digits: 2, to: &buffer)
            buffer.append(UInt8(ascii: ":"))
            append(civil.second, digits: 2, to: &buffer)
            if civil.millisecond != 0 {
                buffer.append(UInt8(ascii: "."))
                append(civil.millisecond, digits: 3, to: &buffer)
            }
            suffix(&buffer)
        }
    }

    private static func text(_ body: (inout Buffer) -> Void) -> String {
        var buffer: Buffer = []
        buffer.reserveCapacity(32)
        body(&buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    private static func append(_ date: CivilDate, to buffer: inout Buffer) {
        if date.year < 0 { buffer.append(UInt8(ascii: "-")) }
        append(abs(date.year), digits: 4, to: &buffer)
        buffer.append(UInt8(ascii: "-"))
        append(date.month, digits: 2, to: &buffer)
        buffer.append(UInt8(ascii: "-"))
        append(date.day, digits: 2, to: &buffer)
    }

    private static func append(offsetSeconds: Int, to buffer: inout Buffer) {
        guard offsetSeconds != 0 else { return buffer.append(UInt8(ascii: "Z")) }
        let seconds = abs(offsetSeconds)
        buffer.append(offsetSeconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        append(seconds / 3600, digits: 2, to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        append(seconds / 60 % 60, digits: 2, to: &buffer)
        if seconds % 60 != 0 {
            buffer.append(UInt8(ascii: ":"))
            append(seconds % 60, digits: 2, to: &buffer)
        }
    }

    /// Appends `number`, which must not be negative, padded with zeros to `digits` digits.
    private static func append(_ number: Int, digits: Int, to buffer: inout Buffer) {
        if number >= 10 || digits > 1 { append(number / 10, digits: digits - 1, to: &buffer) }
        buffer.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

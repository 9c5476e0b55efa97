import HealthModel

/// A session as its message describes it: one sport of a recording.
struct FITSession {
    var sport: FITSport
    var span: RecordedSpan
    var metadata: [(key: String, value: String)]
    /// False for a summary that does not say how long it took.
    var hasLength = true
}

/// The distance of records that only have its last bits.
struct FITDistanceCounter {
    /// Sixteenths of a meter.
    private var total: Int64?

    /// Returns the distance in meters for the last 12 bits of the counter.
    mutating func meters(_ bits: Int64) -> Double {
        let before = total ?? 0
        let now = total == nil ? bits : before + (bits - before & 0xFFF) & 0xFFF
        total = now
        return Double(now) / 16
    }
}

/// The description of a field that an app on the device added.
struct FITDeveloperField {
    struct Key: Hashable {
        var developer: UInt8
        var number: UInt8
    }

    var name: String
    var unit: String
    var type: FITBaseType
    /// The message and field of the profile that the field replaces.
    var native: (message: Int64, field: Int64)?
}

// Activities: records, sessions, laps, lengths, events and fields of apps.
extension FITReader {
    // MARK: - Records

    mutating func readRecord() {
        guard let time = scanner.timestamp.flatMap(FITScanner.milliseconds) else { return writer.note(.missingDate, detail: "record") }
        guard content.points.count < TimeSeries.mostPoints else {
            content.lostPoints += 1
            return
        }
        var point = RecordedPoint()
        point.place.time = time
        let isFull = readFields(&point)
        if isFull { readSpareFields(&point) }
        content.points.append(point)
    }

    /// Reads the fields of a record in their order. Returns true if the record has fields of another form.
    private func readFields(_ point: inout RecordedPoint) -> Bool {
        var hasSpareFields = false
        let degrees = 180 / 2_147_483_648.0
        for place in 0..<scanner.fieldCount {
            let field = scanner.field(at: place)
            guard field.developer == nil else {
                hasSpareFields = true
                continue
            }
            guard let number = scanner.number(of: field) else { continue }
            switch field.number {
            case 0: point.place.latitude = number * degrees
            case 1: point.place.longitude = number * degrees
            case 2: if point.place.altitude.isNaN { point.place.altitude = number / 5 - 500 }
            case 3: point.heartRate = number
            case 4: point.cadence = number
            case 5: point.distance = number / 100
            case 6: if point.place.speed.isNaN { point.place.speed = number / 1000 }
            case 7: point.power = number
            case 8, 53: hasSpareFields = true
            case 13: point.temperature = number
            case 31: point.place.horizontalAccuracy = number
            case 39: point.oscillation = number / 100
            case 41: point.groundContact = number / 10
            // The fields with more bits win.
            case 73: point.place.speed = number / 1000
            case 78: point.place.altitude = number / 5 - 500
            case 85: point.stepLength = number / 10_000
            case 108: point.breathing = number / 100
            default: break
            }
        }
        return hasSpareFields
    }

    /// Reads what few records have: fractions, 12 bits of speed and distance, and fields of apps.
    private mutating func readSpareFields(_ point: inout RecordedPoint) {
        if let fraction = scanner.number(53) { point.cadence += fraction / 128 }
        readCompressed(&point)
        guard !content.developerFields.isEmpty else { return }
        if point.heartRate.isNaN { point.heartRate = nativeNumber(3) ?? .nan }
        if point.cadence.isNaN { point.cadence = nativeNumber(4) ?? .nan }
        if point.power.isNaN { point.power = nativeNumber(7) ?? .nan }
        countDeveloperFields()
    }

    /// Reads speed and distance from three bytes: 12 bits of each.
    private mutating func readCompressed(_ point: inout RecordedPoint) {
        let bytes = scanner.rawBytes(8)
        guard bytes.count == 3, !bytes.allSatisfy({ $0 == 0xFF }) else { return }
        let (low, middle, high) = (Int64(bytes[bytes.startIndex]), Int64(bytes[bytes.startIndex + 1]), Int64(bytes[bytes.startIndex + 2]))
        if point.place.speed.isNaN { point.place.speed = Double(low | (middle & 0xF) << 8) / 100 }
        let distance = distances.meters(middle >> 4 | high << 4)
        if point.distance.isNaN { point.distance = distance }
    }

    /// Returns the number of an app's field that replaces a field without a scale.
    private func nativeNumber(_ field: UInt8) -> Double? {
        for found in scanner.definition.fields where found.developer != nil {
            if let description = description(of: found), let native = description.native,
                native == (Int64(FITMessage.record), Int64(field))
            {
                return scanner.number(of: found, as: description.type)
            }
        }
        return nil
    }

    private func description(of field: FITField) -> FITDeveloperField? {
        field.developer.flatMap { content.developerFields[FITDeveloperField.Key(developer: $0, number: field.number)] }
    }

    /// Counts the fields of apps that records have and samples don't.
    private mutating func countDeveloperFields() {
        for field in scanner.definition.fields {
            guard let developer = field.developer, let description = description(of: field) else { continue }
            if let native = description.native, native.message == Int64(FITMessage.record), [3, 4, 7].contains(native.field) { continue }
            content.developerCounts[FITDeveloperField.Key(developer: developer, number: field.number), default: 0] += 1
        }
    }

    mutating func readFieldDescription() {
        guard let developer = scanner.integer(0), let number = scanner.integer(1), content.developerFields.count < Self.partLimit,
            let type = scanner.integer(2).flatMap({ FITBaseType(rawValue: UInt8(truncatingIfNeeded: $0) & 0x1F) })
        else { return }
        var field = FITDeveloperField(name: text(3) ?? "field \(number)", unit: text(8) ?? "", type: type)
        if let message = scanner.integer(14), let native = scanner.integer(15) { field.native = (message, native) }
        let key = FITDeveloperField.Key(
            developer: UInt8(truncatingIfNeeded: developer), number: UInt8(truncatingIfNeeded: number))
        content.developerFields[key] = field
    }

    /// Returns the fields of apps of a session as metadata.
    private func developerMetadata() -> [(key: String, value: String)] {
        scanner.definition.fields.filter { $0.developer != nil }.prefix(100).compactMap { field in
            guard let description = description(of: field) else { return nil }
            if description.type == .string {
                guard let text = FITScanner.text(scanner.rawBytes(field)) else { return nil }
                return (description.name, String(decoding: text, as: UTF8.self))
            }
            guard let number = scanner.number(of: field, as: description.type) else { return nil }
            let text = number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
            return (description.name, description.unit.isEmpty ? text : "\(text) \(description.unit)")
        }
    }

    // MARK: - Sessions and laps

    /// Returns the times of a session, lap or length. The clock time is right, although some devices write more active than elapsed time.
    private func span(elapsed: UInt8, active: UInt8) -> RecordedSpan? {
        // Programs that don't know a time write 0.
        let seconds = positive(elapsed).map { $0 / 1000 }
        let activeSeconds = positive(active).map { $0 / 1000 }
        let length = Int64((max(seconds ?? 0, activeSeconds ?? 0) * 1000).rounded())
        let written = scanner.time(FITScanner.timestampField)
        guard let start = scanner.time(2) ?? written.map({ $0 - length }) else { return nil }
        let hasLength = seconds != nil || activeSeconds != nil
        return RecordedSpan(start: start, end: hasLength ? start + length : max(start, written ?? start), activeSeconds: activeSeconds)
    }

    mutating func readSession() {
        guard var span = span(elapsed: 7, active: 8) else { return writer.note(.missingDate, detail: "session") }
        guard content.sessions.count < Self.sessionLimit else { return writer.note(.tooManyParts, detail: "session") }
        let sport = scanner.integer(5).map { FITSport($0, sub: scanner.integer(6)) } ?? content.sport ?? FITSport(0, sub: nil)
        readTotals(&span, sport)
        span.heartRate = .init(average: positive(16), minimum: positive(64), maximum: positive(17))
        span.power = .init(average: scanner.number(20), maximum: scanner.number(21))
        (span.ascent, span.descent) = (scanner.number(22), scanner.number(23))
        var metadata = [(key: "sport", value: sport.name)]
        if let sub = sport.subName { metadata.append(("subSport", sub)) }
        if let name = text(110) { metadata.append(("sportProfile", name)) }
        if let isIndoor = sport.isIndoor { metadata.append(("HKIndoorWorkout", isIndoor ? "1" : "0")) }
        if let ascent = span.ascent { metadata.append(("HKElevationAscended", "\(Int(ascent * 100)) cm")) }
        if let descent = span.descent { metadata.append(("HKElevationDescended", "\(Int(descent * 100)) cm")) }
        if let pool = scanner.number(44), pool > 0 { metadata.append(("HKLapLength", "\(pool / 100) m")) }
        metadata += developerMetadata()
        // Some programs write a session twice.
        let isKnown = content.sessions.contains {
            $0.span.start == span.start && $0.span.end == span.end && $0.sport.activity == sport.activity
        }
        let hasLength = positive(7) != nil || positive(8) != nil
        if !isKnown { content.sessions.append(FITSession(sport: sport, span: span, metadata: metadata, hasLength: hasLength)) }
    }

    private func positive(_ field: UInt8) -> Double? { scanner.number(field).flatMap { $0 > 0 ? $0 : nil } }

    /// - Parameter sport: the sport; nil if only a session says it.
    private func readTotals(_ span: inout RecordedSpan, _ sport: FITSport?) {
        span.distance = scanner.number(9).map { $0 / 100 }
        span.energy = scanner.number(11)
        span.cycles = scanner.number(10)
        if let sport { span.count(span.cycles, as: sport.activity) }
    }

    mutating func readLap() {
        guard var span = span(elapsed: 7, active: 8) else { return writer.note(.missingDate, detail: "lap") }
        guard content.laps.count < Self.partLimit else { return writer.note(.tooManyParts, detail: "lap") }
        if let sport = scanner.integer(25) { content.lapSport = FITSport(sport, sub: scanner.integer(39)) }
        readTotals(&span, content.lapSport)
        // Some programs write a lap twice.
        if content.lapTimes.insert(span.start..<span.end).inserted { content.laps.append(span) }
    }

    mutating func readLength() {
        guard content.lengths.count < Self.partLimit, var span = span(elapsed: 3, active: 4) else { return }
        // Rests are lengths, too, without strokes.
        span.strokes = scanner.number(5)
        if span.strokes ?? 0 > 0 { content.lengths.append(span) }
    }

    mutating func readEvent() {
        guard scanner.integer(0) == 0, let type = scanner.integer(1), content.timers.count < Self.partLimit,
            let time = scanner.timestamp.flatMap(FITScanner.milliseconds)
        else { return }
        switch type {
        case 0: content.timers.append((time, false))
        case 1, 4, 8, 9: content.timers.append((time, true))
        default: break
        }
    }

    // MARK: - Recordings

    /// Returns the recordings of a file with their points. Sessions of several sports are one recording, and those of the same sport are
    /// several.
    mutating func recordings() -> [(RecordedActivity, [RecordedPoint])] {
        var sessions = content.sessions.sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
        if sessions.count == 1, !sessions[0].hasLength, let last = content.points.map(\.time).max() {
            sessions[0].span.end = max(sessions[0].span.end, last)
        }
        // Some devices write the length of the whole in the first sport.
        for index in sessions.indices.dropLast() where sessions[index].span.start < sessions[index + 1].span.start {
            sessions[index].span.end = min(sessions[index].span.end, sessions[index + 1].span.start)
            let seconds = Double(sessions[index].span.end - sessions[index].span.start) / 1000
            sessions[index].span.activeSeconds = sessions[index].span.activeSeconds.map { min($0, seconds) }
        }
        // An activity that was cut off has records, but no session yet.
        let isCovered = content.points.last.map { last in sessions.contains { $0.span.end >= last.time - 60_000 } } ?? true
        if !isCovered, let made = makeSession(after: sessions) {
            sessions.append(made)
        }
        guard !sessions.isEmpty else { return [] }
        var points: [RecordedPoint] = []
        swap(&points, &content.points)
        measureLine(&points, of: &sessions)
        let sports = Set(sessions.map(\.sport.activity)).subtracting(["Transition"])
        let groups = sports.count > 1 ? [sessions] : sessions.map { [$0] }
        var first = 0
        var counter: DistanceCounter?
        return groups.enumerated().map { index, group in
            var activity = RecordedActivity(
                legs: group.map { .init(activity: $0.sport.activity, span: $0.span, metadata: $0.metadata) })
            let (start, end) = (activity.start, activity.end)
            activity.counter = counter
            var next = first
            let isLast = index == groups.count - 1
            while next < points.count, isLast || points[next].time <= end { next += 1 }
            activity.laps = laps(of: activity)
            activity.lengths = content.lengths.filter { start <= $0.start && $0.start < end }
            activity.pauses = Self.pauses(content.timers, from: start, to: end)
            // With records after the last stop, the file lacks a start.
            if let last = activity.pauses.last, last.upperBound == end,
                points[first..<next].contains(where: { $0.time > last.lowerBound + Self.greatestDelay })
            {
                activity.pauses.removeLast()
            }
            if let last = points[first..<next].last(where: { $0.distance >= 0 }) ?? counter?.point {
                counter = DistanceCounter(point: last, end: end)
            }
            defer { first = next }
            // A copy of a day of points takes much memory.
            if first == 0, isLast {
                defer { points = [] }
                return (activity, points)
            }
            let border = isLast ? nil : counter?.point(before: points[next...], from: groups[index + 1][0].span.start)
            return (activity, points[first..<next] + (border.map { [$0] } ?? []))
        }
    }

    /// Returns the laps of a recording, in order. If they don't name their sport, their cycles are those of the session.
    private func laps(of activity: RecordedActivity) -> [RecordedSpan] {
        let (start, end) = (activity.start, activity.end)
        var laps = content.laps.filter { start <= $0.start && $0.start < end }.sorted { $0.start < $1.start }
        for index in laps.indices {
            let leg = activity.legs.last { $0.span.start <= laps[index].start }
            if let leg { laps[index].count(laps[index].cycles, as: leg.activity) }
            // Starts are whole seconds and lengths are not, so a lap would often reach into the next one.
            let next = index + 1 < laps.count ? laps[index + 1].start : end
            laps[index].end = max(laps[index].start, min(laps[index].end, next, end))
        }
        return laps
    }

    /// Gives points and sessions the distance along the line through the places, if the file has no distance.
    private func measureLine(_ points: inout [RecordedPoint], of sessions: inout [FITSession]) {
        guard let first = points.map(\.time).min(), let last = points.map(\.time).max() else { return }
        let pauses = Self.pauses(content.timers, from: first, to: last)
        guard let line = MeasuredLine(&points, pauses: pauses, besides: sessions.map(\.span) + content.laps) else { return }
        for index in sessions.indices { sessions[index].span.distance = line.distance(of: sessions[index].span) }
    }

    /// The milliseconds that a record can come after the stop of the timer.
    private static let greatestDelay: Int64 = 2000

    /// Makes a session of the records after the sessions that the file has.
    private mutating func makeSession(after sessions: [FITSession]) -> FITSession? {
        let covered = sessions.map(\.span.end).max() ?? .min
        let points = content.points.filter { $0.time > covered }
        guard let start = points.map(\.time).min(), let end = points.map(\.time).max() else { return nil }
        let isNoted = writer.builder.findings.issues.count(.missingSummary) > 0
        if !isNoted { writer.note(.missingSummary) }
        var span = RecordedSpan(start: start, end: end)
        let paused = Self.pauses(content.timers, from: start, to: end).reduce(0) { $0 + $1.count }
        span.activeSeconds = Double(end - start - Int64(paused)) / 1000
        let sport = content.sport ?? content.lapSport ?? FITSport(0, sub: nil)
        return FITSession(sport: sport, span: span, metadata: [("sport", sport.name)])
    }

    /// Returns the times between a stop and the next start of the timer, and those before the first start and after the last stop.
    static func pauses(_ timers: [(time: Int64, isStop: Bool)], from start: Int64, to end: Int64) -> [Range<Int64>] {
        var found: [Range<Int64>] = []
        let timers = timers.sorted { $0.time < $1.time }
        var since = timers.first.flatMap { $0.isStop ? nil : start }
        for timer in timers + [(end, false)] {
            if timer.isStop {
                since = since ?? timer.time
            } else if let from = since {
                let (low, high) = (max(from, start), min(timer.time, end))
                if low < high { found.append(low..<high) }
                since = nil
            }
        }
        return found
    }
}

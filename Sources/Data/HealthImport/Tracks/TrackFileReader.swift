// Reads recordings in TCX and GPX.
//
//     Activity, or several in a MultiSportSession ─► a recording with a leg each
//     Lap                                          ─► a lap with its totals
//     Track, trkseg                                ─► between two of them, nothing was recorded: a pause
//     trk                                          ─► a recording, if its points have times
//
// TCX has the distance at each point. GPX has only places, so the distance is that along the line through them. So it is in TCX if no point
// and no lap has a distance.
//
// Decisions 0178 (amounts of recordings), 0179 (tracks as workouts).

import HealthModel
import TerminalText

/// Reads a TCX or GPX file from its bytes.
struct TrackFileReader: ~Copyable {
    /// A part of a recording while it is read: a sport with its laps.
    private struct Part {
        var activity: String
        var word: String
        var laps: [RecordedSpan] = []
        /// Average and maximum of the heart rate, with the seconds of their lap.
        var heartRates: [(average: Double, seconds: Double)] = []
        var greatestHeartRate: Double?
    }

    private static let partLimit = 10_000

    var writer: ActivityWriter
    private var reader: TrackReader
    private let name: String
    private let isMember: Bool

    private var isTCX = false
    private var creator: String?
    private var parts: [Part] = []
    private var points: [RecordedPoint] = []
    private var pauses: [Range<Int64>] = []
    /// The number of the segment of each point of GPX.
    private var segments: [Int32] = []
    private var segment: Int32 = 0
    /// The first and the last time of each segment. Between two of them is a pause.
    private var spans: [(start: Int64, end: Int64, followsOther: Bool)] = []
    private var startsSegment = false
    private var inMultisport = false
    private var inCourse = false
    private var untimedPoints = 0
    private var lostPoints = 0
    private var sawEnd = false

    /// Parameters are those of ``FITReader``.
    init(_ bytes: consuming [UInt8], name: String, isMember: Bool, writer: ActivityWriter) {
        reader = TrackReader(bytes)
        (self.name, self.isMember, self.writer) = (name, isMember, writer)
    }

    /// True for the first bytes of a TCX file.
    static func startsTCX(_ prefix: FilePrefix) -> Bool { prefix.textStarts(with: "<") && prefix.contains("<TrainingCenterDatabase") }

    /// True for the first bytes of a GPX file.
    static func startsGPX(_ prefix: FilePrefix) -> Bool {
        prefix.textStarts(with: "<") && (prefix.contains("<gpx") || prefix.contains("<gpx:gpx"))
    }

    /// Reads everything. Any bytes are safe input.
    mutating func read(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        while let event = nextEvent() {
            if !isMember { writer.place.line = max(writer.place.line, reader.line) }
            switch event {
            case .point(let point): add(point)
            case .start(let element): begin(element)
            case .end(let element): try end(element, deliver)
            case .total(let element, let number): addTotal(element, number)
            case .text(.type, let text) where parts.last?.word.isEmpty ?? false:
                parts[parts.count - 1].word = text
                parts[parts.count - 1].activity = writer.activity(named: text)
            case .text(.name, let text): creator = creator ?? text
            case .text: break
            case .damage(let damage, let line):
                if !isMember { writer.place.line = max(writer.place.line, line) }
                if damage != .truncated { writer.note(damage.issue) }
            }
        }
        if !sawEnd {
            writer.builder.findings.isCutOff = true
            writer.note(.cutOff)
        }
        try finish(deliver)
    }

    private mutating func nextEvent() -> TrackReader.Event? {
        do throws(XMLScanner.EntityDeclaration) { return try reader.next() } catch {
            writer.note(.garbage, detail: "an entity declaration")
            return nil
        }
    }

    // MARK: - Elements

    private mutating func begin(_ element: TrackElement) {
        switch element {
        case .gpx: creator = reader.attribute("creator")
        case .database: isTCX = true
        case .course: inCourse = true
        case .multisport: inMultisport = true
        case .track where !isTCX: parts = [Part(activity: "Other", word: "")]
        case .activity:
            let word = reader.attribute("Sport") ?? ""
            if parts.count < Self.partLimit { parts.append(Part(activity: writer.activity(named: word), word: word)) }
        case .transition:
            if parts.count < Self.partLimit { parts.append(Part(activity: "Transition", word: "Transition")) }
        case .lap where !parts.isEmpty:
            guard let start = reader.attribute("StartTime").flatMap({ reader.time($0) }) else {
                return writer.note(.missingDate, detail: "Lap")
            }
            guard parts[parts.count - 1].laps.count < Self.partLimit else { return writer.note(.tooManyParts, detail: "Lap") }
            parts[parts.count - 1].laps.append(RecordedSpan(start: start, end: start))
            startsSegment = false
        case .segment:
            if let last = spans.last, last.start > last.end { spans.removeLast() }
            spans.append((.max, .min, startsSegment))
            segment += 1
            startsSegment = true
        default: break
        }
    }

    private mutating func end(_ element: TrackElement, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        switch element {
        case .gpx, .database: sawEnd = true
        case .course: inCourse = false
        case .multisport:
            inMultisport = false
            try finish(deliver)
        case .activity where !inMultisport: try finish(deliver)
        case .track where !isTCX: try finish(deliver)
        default: break
        }
    }

    private mutating func addTotal(_ element: TrackElement, _ number: Double) {
        guard !parts.isEmpty, let last = parts[parts.count - 1].laps.indices.last, number.isFinite, number >= 0 else { return }
        let part = parts.count - 1
        switch element {
        case .seconds:
            let seconds = min(number, 1e8)
            parts[part].laps[last].activeSeconds = seconds
            parts[part].laps[last].end = parts[part].laps[last].start + Int64((seconds * 1000).rounded())
        case .distance: parts[part].laps[last].distance = number
        case .energy: parts[part].laps[last].energy = number
        case .averageHeartRate where number > 0:
            parts[part].heartRates.append((number, parts[part].laps[last].activeSeconds ?? 0))
        case .maximumHeartRate where number > 0:
            parts[part].greatestHeartRate = max(parts[part].greatestHeartRate ?? 0, number)
        default: break
        }
    }

    private mutating func add(_ point: RecordedPoint) {
        guard !inCourse else { return }
        guard let time = point.place.time else {
            untimedPoints += 1
            return
        }
        guard points.count < TimeSeries.mostPoints else {
            lostPoints += 1
            return
        }
        if spans.isEmpty { spans.append((time, time, false)) }
        spans[spans.count - 1].start = min(spans[spans.count - 1].start, time)
        spans[spans.count - 1].end = max(spans[spans.count - 1].end, time)
        points.append(point)
        if !isTCX { segments.append(segment) }
    }

    // MARK: - Recordings

    /// Adds the recording that was read, and starts a new one.
    private mutating func finish(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        defer {
            (parts, points, segments, spans, pauses, startsSegment) = ([], [], [], [], [], false)
            (untimedPoints, lostPoints) = (0, 0)
        }
        if untimedPoints > 0 {
            ImportFindings.count(untimedPoints, of: "points without a time", in: &writer.builder.findings.unreadElements)
        }
        if lostPoints > 0 { writer.note(.tooManyParts, detail: Wording.count(lostPoints, "point")) }
        for (before, after) in zip(spans, spans.dropFirst()) where after.followsOther && before.end < after.start {
            if pauses.count < Self.partLimit, after.start <= after.end { pauses.append(before.end..<after.start) }
        }
        var line: MeasuredLine?
        if isTCX {
            limitLaps(lastTime: points.map(\.time).max())
            let ordered = pauses.sorted { $0.lowerBound < $1.lowerBound }
            line = MeasuredLine(&points, pauses: ordered, besides: parts.flatMap(\.laps))
        } else {
            TrackLine.measure(&points, segments: segments)
        }
        var legs = legs()
        guard !legs.isEmpty else { return }
        if let line {
            for index in legs.indices { legs[index].span.distance = line.distance(of: legs[index].span) }
        }
        let format = isTCX ? "TCX" : "GPX"
        writer.source = RecordedSource(name: creator.map { "\($0) (\(format))" } ?? format)
        var activity = RecordedActivity(legs: legs, laps: parts.flatMap(\.laps), pauses: pauses)
        if let word = legs.count == 1 ? parts.first?.word : nil, !word.isEmpty { activity.metadata = [("sport", word)] }
        try writer.add(activity, points, name: name, deliver)
    }

    /// Returns the sports of the recording with their totals.
    private mutating func legs() -> [RecordedActivity.Leg] {
        let times = points.map(\.time)
        let (first, last) = (times.min(), times.max())
        return parts.enumerated().compactMap { index, part in
            let isOnly = parts.count == 1
            let lapEnd = part.laps.map(\.end).max()
            guard let start = part.laps.first?.start ?? (isOnly ? first : nil),
                let end = [lapEnd, isOnly ? last : nil].compactMap(\.self).max()
            else { return nil }
            var span = RecordedSpan(start: min(start, isOnly ? first ?? start : start), end: max(start, end))
            let seconds = part.laps.compactMap(\.activeSeconds)
            if !seconds.isEmpty { span.activeSeconds = min(seconds.reduce(0, +), Double(span.end - span.start) / 1000) }
            let distances = part.laps.compactMap(\.distance)
            if !distances.isEmpty { span.distance = distances.reduce(0, +) }
            if !isTCX, let total = points.last(where: { !$0.distance.isNaN })?.distance { span.distance = total }
            span.heartRate = .init(average: Self.average(part.heartRates), maximum: part.greatestHeartRate)
            return RecordedActivity.Leg(activity: part.activity, span: span)
        }
    }

    /// The greatest time in milliseconds between two points without a pause, at the end of a lap.
    private static let greatestGap: Int64 = 2000

    /// A lap lasts until the next one. If its seconds and its last point end before that, the time between is a pause. The last one lasts
    /// until the last point, because its time in the file is without pauses.
    private mutating func limitLaps(lastTime: Int64?) {
        let starts = parts.flatMap { $0.laps.map(\.start) }.sorted()
        let times = points.map(\.time).sorted()
        var place = 0
        for part in parts.indices {
            for lap in parts[part].laps.indices {
                let start = parts[part].laps[lap].start
                while place < starts.count, starts[place] <= start { place += 1 }
                if place < starts.count {
                    let lastPoint = times[..<times.partitioningIndex { $0 >= starts[place] }].last ?? start
                    let end = min(max(parts[part].laps[lap].end, lastPoint), starts[place])
                    let isPaused = parts[part].laps[lap].activeSeconds != nil && starts[place] - end > Self.greatestGap
                    parts[part].laps[lap].end = isPaused ? end : starts[place]
                    if isPaused, pauses.count < Self.partLimit { pauses.append(end..<starts[place]) }
                } else if let lastTime {
                    parts[part].laps[lap].end = max(parts[part].laps[lap].end, lastTime)
                }
            }
        }
    }

    /// The average of laps, each with the weight of its seconds.
    private static func average(_ rates: [(average: Double, seconds: Double)]) -> Double? {
        let seconds = rates.reduce(0) { $0 + $1.seconds }
        return seconds > 0 ? rates.reduce(0) { $0 + $1.average * $1.seconds } / seconds : nil
    }
}

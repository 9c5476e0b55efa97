// Turns recordings into samples and workouts, and passes them on in batches.
//
//     points of a recording ─► heart rate, power, cadence, speed: a sample for each moment
//                           ─► distance: a sample from one point to the next, with what was added
//                           ─► the places: a route of the workout
//     legs, laps, pauses    ─► one workout with activities and events
//
// The same recording always becomes the same samples, so that a second import adds nothing.
//
// Decisions 0177 (sources of recordings), 0178 (amounts of recordings).

import HealthModel

/// Adds recordings and single samples to batches.
struct ActivityWriter {
    var builder: BatchBuilder
    /// The number of bytes that were read.
    var bytesRead = 0
    /// The number of the row or file in which issues are, and its name if there are several files.
    var place = (line: 1, file: "")
    /// True if other files have the distance and the energy of recordings. Their own energy is then that of the workout, with rest.
    var amountsAreElsewhere = false
    /// The source of what is added.
    var source = RecordedSource(name: "") { didSet { plain = nil } }

    private var metadata = MetadataScratch()
    /// The kinds of samples with their columns, and the place of each kind.
    private var kinds: [KindColumn] = []
    private var slots: [SampleKind: Int] = [:]
    private var categories: [MetricID: CategoryColumn] = [:]
    /// The ids of samples of the source in the batch with that number.
    private var plain: (batch: Int, ids: RecordIDs)?

    static let notation = RowNotation(texts: .plain, shares: .fractions)

    /// Ends the reading after a cancellation.
    struct Stopped: Error {}

    init(options: ImportOptions) { builder = BatchBuilder(Self.notation, options: options) }

    // MARK: - Batches

    /// Passes on a full batch.
    mutating func makeRoom(_ deliver: BatchDelivery) throws(Stopped) {
        if builder.isFull { try hand(to: deliver) }
    }

    /// Passes on the current batch.
    mutating func hand(to deliver: BatchDelivery) throws(Stopped) {
        let batches = builder.takeBatches()
        guard deliver(batches, builder.findings, bytesRead) else { throw Stopped() }
    }

    mutating func note(_ issue: ImportIssue, detail: String = "") {
        let parts = [place.file, detail].filter { !$0.isEmpty }
        builder.findings.issues.add(issue, line: place.line, detail: parts.joined(separator: ": "))
    }

    /// Returns Apple's name of an activity, without its prefix, for the words of a file.
    mutating func activity(named text: String) -> String { SportName.known(text) ?? unknownActivity(text) }

    /// Returns the activity of a workout whose name is not known, and counts the name.
    mutating func unknownActivity(_ text: String) -> String {
        if text.contains(where: { !$0.isWhitespace }) { note(.unknownActivity, detail: ImportFindings.kept(of: text)) }
        return "Other"
    }

    /// Counts a row that is not kept.
    mutating func skip(_ issue: ImportIssue, _ metric: MetricID, detail: String = "") {
        builder.findings.rows += 1
        builder.findings.skipSample(of: metric)
        note(issue, detail: detail)
    }

    // MARK: - Ids

    /// Returns the ids of samples of the source that have no other metadata.
    private mutating func plainIDs() -> RecordIDs {
        if let plain, plain.batch == builder.batchNumber { return plain.ids }
        let ids = ids([])
        plain = (builder.batchNumber, ids)
        return ids
    }

    private mutating func ids(_ pairs: [(key: String, value: String)]) -> RecordIDs {
        let id = builder.source(Array(source.name.utf8).span, line: place.line)
        let hasOrigin = !source.device.isEmpty || !source.version.isEmpty
        let origin =
            hasOrigin ? builder.origin(source: id, version: Array(source.version.utf8).span, device: Array(source.device.utf8).span) : 0
        metadata.removeAll()
        if let zone = source.zone { append(MetadataKey.timeZone, zone) }
        var keys: Set<String> = [MetadataKey.timeZone]
        for fact in source.facts.sorted(by: { $0.key < $1.key }) where keys.insert(fact.key).inserted { append(fact.key, fact.value) }
        for pair in pairs where keys.insert(pair.key).inserted { append(pair.key, pair.value) }
        return RecordIDs(source: id, origin: origin, metadata: builder.metadata(metadata, line: place.line))
    }

    private mutating func append(_ key: String, _ value: String) {
        if !metadata.append(key: key, value: Array(value.utf8).span) { note(.tooManyParts) }
    }

    // MARK: - Samples

    /// Returns the place of a kind of samples, to add many of them.
    private mutating func slot(_ kind: SampleKind) -> Int {
        if let slot = slots[kind] { return slot }
        kinds.append(KindColumn(kind))
        slots[kind] = kinds.count - 1
        return kinds.count - 1
    }

    /// Adds a sample of the source. One with impossible times is skipped and counted.
    mutating func add(
        _ number: Double, _ kind: SampleKind, from start: Int64, to end: Int64, _ deliver: BatchDelivery
    ) throws(Stopped) {
        try add(number, slot: slot(kind), from: start, to: end, deliver)
    }

    private mutating func add(
        _ number: Double, slot: Int, from start: Int64, to end: Int64, _ deliver: BatchDelivery
    ) throws(Stopped) {
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw, kinds[slot].kind.id) }
        try makeRoom(deliver)
        let ids = plainIDs()
        let row = BatchBuilder.Row(start: start, end: end, source: ids.source, origin: ids.origin, metadata: ids.metadata)
        if builder.add(row, number, &kinds[slot]) == nil { skip(.outsideScale, kinds[slot].kind.id) }
    }

    /// Adds a sample of the source with metadata.
    mutating func add(
        _ number: Double, _ kind: SampleKind, from start: Int64, to end: Int64, metadata pairs: [(key: String, value: String)],
        _ deliver: BatchDelivery
    ) throws(Stopped) {
        guard !pairs.isEmpty else { return try add(number, kind, from: start, to: end, deliver) }
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw, kind.id) }
        try makeRoom(deliver)
        let (slot, ids) = (slot(kind), ids(pairs))
        let row = BatchBuilder.Row(start: start, end: end, source: ids.source, origin: ids.origin, metadata: ids.metadata)
        if builder.add(row, number, &kinds[slot]) == nil { skip(.outsideScale, kind.id) }
    }

    /// Adds a sample of sleep.
    mutating func addSleep(_ raw: Int, from start: Int64, to end: Int64, _ deliver: BatchDelivery) throws(Stopped) {
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw, .sleepAnalysis) }
        try makeRoom(deliver)
        let ids = plainIDs()
        let row = BatchBuilder.Row(start: start, end: end, source: ids.source, origin: ids.origin, metadata: ids.metadata)
        builder.add(row, raw: raw, &categories[.sleepAnalysis, default: CategoryColumn(.sleepAnalysis)])
    }

    /// Adds a sample of a category type with metadata.
    mutating func add(
        _ raw: Int, of metric: MetricID, from start: Int64, to end: Int64, metadata pairs: [(key: String, value: String)],
        _ deliver: BatchDelivery
    ) throws(Stopped) {
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw, metric) }
        try makeRoom(deliver)
        let ids = ids(pairs)
        let row = BatchBuilder.Row(start: start, end: end, source: ids.source, origin: ids.origin, metadata: ids.metadata)
        builder.add(row, raw: raw, &categories[metric, default: CategoryColumn(metric)])
    }

    /// Adds the two numbers of a blood pressure at a moment, and their correlation.
    mutating func addPressure(_ systolic: Double, _ diastolic: Double, at time: Int64, _ deliver: BatchDelivery) throws(Stopped) {
        if let flaw = BatchBuilder.flaw(start: time, end: time) {
            return skip(flaw, MetricID(MetricID.quantityPrefix + "BloodPressureSystolic"))
        }
        try makeRoom(deliver)
        let ids = plainIDs()
        let row = BatchBuilder.Row(start: time, end: time, source: ids.source, origin: ids.origin, metadata: ids.metadata)
        var members: [Correlation.Member] = []
        for (name, number) in [("BloodPressureSystolic", systolic), ("BloodPressureDiastolic", diastolic)] {
            let kind = SampleKind(name, "mmHg")
            let slot = slot(kind)
            guard let value = builder.add(row, number, &kinds[slot]) else { continue }
            let moment = Instant(milliseconds: time)
            members.append(Correlation.Member(metric: kind.id, start: moment, end: moment, value: value))
        }
        builder.findings.rows += 1
        builder.add(
            Correlation(
                type: "HKCorrelationTypeIdentifierBloodPressure", start: Instant(milliseconds: time), end: Instant(milliseconds: time),
                source: ids.source, origin: ids.origin, metadata: ids.metadata, members: members))
    }
}

// MARK: - Recordings

extension ActivityWriter {
    private static let partLimit = 10_000

    /// Adds a recording with its points, which are sorted by time if they are not.
    ///
    /// - Parameter name: the name of the route.
    mutating func add(
        _ activity: RecordedActivity, _ points: [RecordedPoint], name: String, _ deliver: BatchDelivery
    ) throws(Stopped) {
        if let flaw = BatchBuilder.flaw(start: activity.start, end: activity.end) { return skip(flaw, .workouts) }
        var (activity, points) = (activity, points)
        if amountsAreElsewhere { activity.countEnergyAsTotal() }
        if zip(points, points.dropFirst()).contains(where: { $0.time > $1.time }) {
            let order = points.indices.sorted { (points[$0].time, $0) < (points[$1].time, $1) }
            points = order.map { points[$0] }
        }
        var first = 0
        var counter = activity.counter
        for (index, leg) in activity.legs.enumerated() {
            // A point at the border of two sports belongs to the first.
            let border = index + 1 < activity.legs.count ? activity.legs[index + 1].span.start : Int64.max
            var next = first
            while next < points.count, points[next].time <= border { next += 1 }
            try addMoments(points[first..<next], of: leg.activity, deliver)
            let last = points[first..<next].last { $0.distance >= 0 } ?? counter?.point
            let counterAtEnd = last.map { DistanceCounter(point: $0, end: leg.span.end) }
            if !amountsAreElsewhere {
                var own = points[first..<next]
                if border < .max, let end = counterAtEnd?.point(before: points[next...], from: border) { own.append(end) }
                try addAmounts(own, of: leg, in: activity, after: counter, deliver)
            }
            (first, counter) = (next, counterAtEnd)
        }
        try addWorkout(activity, points, name: name, deliver)
    }

    /// Adds a workout whose samples other parts of the export have.
    ///
    /// - Parameters:
    ///   - route: the places, in any order.
    ///   - name: the name of the route.
    mutating func addSummary(
        _ activity: RecordedActivity, route: [RecordedPoint] = [], name: String = "", _ deliver: BatchDelivery
    ) throws(Stopped) {
        if let flaw = BatchBuilder.flaw(start: activity.start, end: activity.end) { return skip(flaw, .workouts) }
        try addWorkout(activity, route, name: name, deliver)
    }

    /// Returns true if numbers with a unit, as a file writes it, can be those of a kind.
    mutating func fits(_ kind: SampleKind, unit: String) -> Bool {
        let slot = slot(kind)
        builder.prepare(&kinds[slot])
        return kinds[slot].fits
    }

    private mutating func addMoments(
        _ points: ArraySlice<RecordedPoint>, of activity: String, _ deliver: BatchDelivery
    ) throws(Stopped) {
        let sport = SportKinds(activity)
        let (heartRate, cadence) = (slot(SportKinds.heartRate), slot(sport.cadence))
        let (power, speed) = (slot(sport.power), slot(sport.speed))
        let (temperature, breathing) = (slot(SportKinds.temperature), slot(SportKinds.breathing))
        let (oscillation, groundContact) = (slot(SportKinds.oscillation), slot(SportKinds.groundContact))
        let stepLength = slot(SportKinds.stepLength)
        let isOnFoot = SportKinds.isOnFoot(activity)
        for point in points {
            let time = point.time
            // A sensor without contact writes 0. Nobody has such a pulse.
            if point.heartRate > 0 { try add(point.heartRate, slot: heartRate, from: time, to: time, deliver) }
            if point.cadence >= 0 { try add(point.cadence * sport.cadenceFactor, slot: cadence, from: time, to: time, deliver) }
            if point.power >= 0 { try add(point.power, slot: power, from: time, to: time, deliver) }
            if point.place.speed >= 0 { try add(point.place.speed, slot: speed, from: time, to: time, deliver) }
            if !point.temperature.isNaN { try add(point.temperature, slot: temperature, from: time, to: time, deliver) }
            if point.breathing > 0 { try add(point.breathing, slot: breathing, from: time, to: time, deliver) }
            guard isOnFoot else { continue }
            if point.oscillation > 0 { try add(point.oscillation, slot: oscillation, from: time, to: time, deliver) }
            if point.groundContact > 0 { try add(point.groundContact, slot: groundContact, from: time, to: time, deliver) }
            if point.stepLength > 0 { try add(point.stepLength, slot: stepLength, from: time, to: time, deliver) }
        }
    }

    /// The greatest share of an amount that laps can lack, and the greatest one because their numbers are whole.
    private static let greatestLoss = 0.01
    private static let greatestRounding = 0.1

    /// Adds distance, energy, steps and strokes.
    private mutating func addAmounts(
        _ points: ArraySlice<RecordedPoint>, of leg: RecordedActivity.Leg, in activity: RecordedActivity, after counter: DistanceCounter?,
        _ deliver: BatchDelivery
    ) throws(Stopped) {
        let kind = SportKinds(leg.activity).distance
        let laps = activity.laps.filter { leg.span.start <= $0.start && $0.start < leg.span.end }
        let parts = DistanceParts.of(points, in: leg.span, lapStarts: laps.map(\.start), pauses: activity.pauses, after: counter)
        let distance = slot(kind)
        for part in parts { try add(part.meters, slot: distance, from: part.start, to: part.end, deliver) }
        if parts.isEmpty { try add(leg.span, or: laps, kind, \.distance, deliver) }
        try add(leg.span, or: laps, SportKinds.energy, \.energy, unit: 1, deliver)
        // A cycle is two steps.
        try add(leg.span, or: laps, SportKinds.steps, \.steps, unit: 2, deliver)
        let lengths = activity.lengths.filter { leg.span.start <= $0.start && $0.start < leg.span.end }
        if lengths.isEmpty {
            try add(leg.span, or: laps, SportKinds.strokes, \.strokes, unit: 1, deliver)
        } else {
            for length in lengths { try add(length, or: [], SportKinds.strokes, \.strokes, deliver) }
        }
    }

    /// Adds the amounts of the laps of a span if they have all of it, because they say when it was covered or burned. Otherwise adds that of
    /// the span.
    ///
    /// - Parameter unit: the difference that rounding can make in each lap.
    private mutating func add(
        _ span: RecordedSpan, or laps: [RecordedSpan], _ kind: SampleKind, _ amount: KeyPath<RecordedSpan, Double?>, unit: Double = 0,
        _ deliver: BatchDelivery
    ) throws(Stopped) {
        let ofLaps = laps.compactMap { $0[keyPath: amount] }.reduce(0, +)
        let haveAll = span[keyPath: amount].map { total in
            let rounding = min(unit * Double(laps.count), total * Self.greatestRounding)
            return abs(total - ofLaps) <= max(total * Self.greatestLoss, rounding)
        }
        for part in haveAll ?? true ? laps : [span] {
            guard let number = part[keyPath: amount], number > 0 else { continue }
            try add(number, kind, from: part.start, to: part.end, deliver)
        }
    }

    // MARK: - The workout

    private mutating func addWorkout(
        _ activity: RecordedActivity, _ points: [RecordedPoint], name: String, _ deliver: BatchDelivery
    ) throws(Stopped) {
        try makeRoom(deliver)
        let single = activity.legs.count == 1 ? activity.legs[0] : nil
        let ids = ids(activity.metadata + (single?.metadata ?? []))
        let prefix = "HKWorkoutActivityType"
        var workout = Workout(
            activity: prefix + activity.activity, start: Instant(milliseconds: activity.start), end: Instant(milliseconds: activity.end),
            source: ids.source, origin: ids.origin, metadata: ids.metadata)
        let seconds = activity.legs.compactMap(\.span.activeSeconds)
        if seconds.count == activity.legs.count { workout.activeSeconds = seconds.reduce(0, +) }
        var totals: [MetricID: Int] = [:]
        for leg in activity.legs.prefix(Self.partLimit) {
            let found = statistics(of: leg, laps: activity.laps, in: activity)
            for statistic in found {
                if let place = totals[statistic.metric] {
                    workout.statistics[place].sum = statistic.sum.map { $0 + (workout.statistics[place].sum ?? 0) }
                } else if statistic.sum != nil || single != nil {
                    totals[statistic.metric] = workout.statistics.count
                    workout.statistics.append(statistic)
                }
            }
            if single == nil { workout.activities.append(part(leg, found)) }
        }
        for interval in activity.intervals.prefix(Self.partLimit) {
            workout.activities.append(part(interval, statistics(of: interval, laps: [], in: activity)))
        }
        addEvents(of: activity, to: &workout)
        addRoute(points, name: name, to: &workout)
        builder.findings.rows += 1
        builder.add(workout)
    }

    private mutating func part(_ leg: RecordedActivity.Leg, _ statistics: [Workout.Statistic]) -> Workout.Activity {
        Workout.Activity(
            activity: "HKWorkoutActivityType" + leg.activity, start: Instant(milliseconds: leg.span.start),
            end: Instant(milliseconds: leg.span.end), activeSeconds: leg.span.activeSeconds, metadata: ids(leg.metadata).metadata,
            statistics: statistics)
    }

    private mutating func addEvents(of activity: RecordedActivity, to workout: inout Workout) {
        func add(_ kind: String, _ start: Int64, _ end: Int64) {
            workout.events.append(
                Workout.Event(
                    type: "HKWorkoutEventType" + kind, start: Instant(milliseconds: start), end: Instant(milliseconds: end)))
        }
        for pause in activity.pauses.prefix(Self.partLimit) { add("Pause", pause.lowerBound, pause.upperBound) }
        for lap in activity.laps.prefix(Self.partLimit) { add("Lap", lap.start, lap.end) }
        workout.events += activity.events.prefix(2 * Self.partLimit)
        if max(activity.pauses.count, activity.laps.count) > Self.partLimit { note(.tooManyParts) }
        workout.events.sort { ($0.start, $0.end, $0.type) < ($1.start, $1.end, $1.type) }
    }

    private mutating func addRoute(_ points: [RecordedPoint], name: String, to workout: inout Workout) {
        var route = RoutePoints()
        for point in points where !point.place.latitude.isNaN && !point.place.longitude.isNaN { route.add(point.place) }
        let heights = points.count { !$0.place.altitude.isNaN && ($0.place.latitude.isNaN || $0.place.longitude.isNaN) }
        if heights > 0 { ImportFindings.count(heights, of: "values of altitude without a place", in: &builder.findings.unreadElements) }
        guard route.hasPoints else { return }
        let outcome = route.finished(name: name)
        builder.findings.routes.add(outcome, name)
        if let series = outcome.series { workout.series.append(series) }
    }

    private mutating func statistics(
        of leg: RecordedActivity.Leg, laps: [RecordedSpan], in activity: RecordedActivity
    ) -> [Workout.Statistic] {
        let kinds = SportKinds(leg.activity)
        let own = laps.filter { leg.span.start <= $0.start && $0.start < leg.span.end }
        var found: [Workout.Statistic] = []
        func sum(_ amount: KeyPath<RecordedSpan, Double?>) -> Double? {
            if let number = leg.span[keyPath: amount] { return number }
            let numbers = own.compactMap { $0[keyPath: amount] }
            return numbers.isEmpty ? nil : numbers.reduce(0, +)
        }
        for (kind, number) in [
            (kinds.distance, sum(\.distance)), (SportKinds.energy, sum(\.energy)), (SportKinds.totalEnergy, sum(\.totalEnergy)),
            (SportKinds.steps, sum(\.steps)), (SportKinds.strokes, sum(\.strokes)),
        ] {
            guard let number, number > 0, let value = converted(number, kind) else { continue }
            found.append(Workout.Statistic(metric: kind.id, sum: value, unit: unit(kind)))
        }
        for (kind, extent) in [(SportKinds.heartRate, leg.span.heartRate), (kinds.power, leg.span.power)] where !extent.isEmpty {
            let numbers = [extent.average, extent.minimum, extent.maximum].map { $0.flatMap { converted($0, kind) } }
            found.append(
                Workout.Statistic(metric: kind.id, average: numbers[0], minimum: numbers[1], maximum: numbers[2], unit: unit(kind)))
        }
        return found
    }

    private mutating func converted(_ number: Double, _ kind: SampleKind) -> Double? {
        let slot = slot(kind)
        return builder.converted(number, &kinds[slot])
    }

    private mutating func unit(_ kind: SampleKind) -> String {
        let slot = slot(kind)
        builder.prepare(&kinds[slot])
        return builder.unitSymbol(kinds[slot].column)
    }
}

import HealthModel

/// The times in zones of a workout whose element is open. Exports of iOS 27 have them.
struct PendingZones {
    /// A complete set, with the time that it covers.
    struct Group {
        var zones: WorkoutZones
        var start: Instant
        var end: Instant
    }

    /// A set whose element is open.
    struct Open {
        var zones: WorkoutZones
        /// The conversion of limits to the unit of the metric; nil if the unit does not fit.
        var conversion: UnitConversion?
        var isOfActivity: Bool
        /// The reason why the set can't be read; nil if it can.
        var flaw: String?
    }

    var open: Open?
    var ofWorkout: [Group] = []
    var ofActivities: [Group] = []

    /// The sets whose times are samples. The zones of activities are parts of those of their workout, so they count only without them.
    var counted: [Group] {
        let metrics = Set(ofWorkout.map(\.zones.metric))
        return ofWorkout + ofActivities.filter { !metrics.contains($0.zones.metric) }
    }
}

extension ExportReader {
    mutating func beginZones(_ bytes: Bytes, ofActivity: Bool) {
        endZones()
        guard workout != nil, let type = ExportTag(scanner.attributes, bytes).usableType,
            let metric = WorkoutZones.metric(of: bytes.extracting(type).text)
        else { return countUnread(bytes) }
        let maker = attribute(.sourceName, bytes).map { text($0.prefix(ImportFindings.textLimit), bytes) } ?? ""
        var group = PendingZones.Open(zones: WorkoutZones(metric, maker: maker, zones: []), isOfActivity: ofActivity)
        let unit = attribute(.unit, bytes).map { bytes.trimmed($0) }.flatMap { place in
            place.isEmpty ? nil : HealthUnit.parseInFile(String(bytes.extracting(place).text.prefix(100)), for: nil)
        }
        group.conversion = HealthUnit(WorkoutZones.unit(of: metric)).flatMap { unit?.conversion(to: $0) }
        if group.conversion == nil { group.flaw = "no unit that fits the limits" }
        zones.open = group
    }

    mutating func addZone(_ bytes: Bytes) {
        guard var group = zones.open else { return }
        defer { zones.open = group }
        // A set with more zones is refused.
        guard group.zones.zones.count <= WorkoutZones.counts.upperBound else { return }
        let limits = [ExportAttribute.minimum, .maximum].map { name -> Double? in
            guard attribute(name, bytes) != nil else { return nil }
            guard let limit = number(name, bytes) else {
                group.flaw = group.flaw ?? "a limit that is not a number"
                return nil
            }
            return group.conversion.map { $0(limit) } ?? limit
        }
        guard let seconds = readDuration(bytes) else {
            group.flaw = group.flaw ?? "a zone without a duration"
            return
        }
        group.zones.zones.append(WorkoutZones.Zone(minimum: limits[0], maximum: limits[1], seconds: seconds))
    }

    /// Keeps the open set until its workout ends, or notes the reason why it can't be read.
    mutating func endZones() {
        guard let group = zones.open else { return }
        zones.open = nil
        guard let workout = workout?.workout else { return }
        // Without a usable activity, its zones have no time.
        guard !group.isOfActivity || activity != nil else { return }
        let (start, end) =
            group.isOfActivity ? (activity?.start ?? workout.start, activity?.end ?? workout.end) : (workout.start, workout.end)
        let length = Double(end.milliseconds - start.milliseconds) / 1000
        if let flaw = group.flaw ?? group.zones.flaw(in: length) {
            builder.findings.rows += 1
            builder.findings.skipSample(of: group.zones.metric)
            return note(.badZones, detail: flaw)
        }
        let kept = PendingZones.Group(zones: group.zones, start: start, end: end)
        let others = group.isOfActivity ? zones.ofActivities : zones.ofWorkout
        guard others.count < ExportReader.partLimit else { return note(.tooManyParts) }
        // A second set of a workout would count its time twice.
        if !group.isOfActivity, others.contains(where: { $0.zones.metric == group.zones.metric }) {
            builder.findings.rows += 1
            builder.findings.skipSample(of: group.zones.metric)
            return note(.badZones, detail: "a second set of the same kind")
        }
        if group.isOfActivity { zones.ofActivities.append(kept) } else { zones.ofWorkout.append(kept) }
    }

    /// Adds a sample for each zone of a workout.
    mutating func addSamples(of zones: PendingZones, in workout: Workout) {
        for group in zones.counted {
            var column = KindColumn(SampleKind(group.zones.metric, HealthUnit.second.symbol))
            for (index, zone) in group.zones.zones.enumerated() {
                var facts = MetadataScratch()
                for entry in group.zones.metadata(ofZoneAt: index) { _ = facts.append(key: entry.key, value: Array(entry.value.utf8).span) }
                var row = BatchBuilder.Row(
                    start: group.start.milliseconds, end: group.end.milliseconds, source: workout.source, origin: workout.origin)
                row.created = workout.created?.milliseconds ?? SampleBatch.unknownTime
                row.metadata = builder.metadata(facts, line: scanner.line)
                _ = builder.add(row, zone.seconds, &column)
            }
        }
    }
}

import HealthModel

// Documents of a Fitbit export: arrays with an object for each minute, night, exercise or weight.
extension FitbitReader {
    static let unnamed =
        "its name must start as in the export, such as steps-2024-01-31.json, because only the name says what its numbers are"

    mutating func readDocument(
        _ window: consuming ByteWindow, _ file: FitbitFile, isMember: Bool, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        let series = FitbitSeries.all[file.family]
        guard series != nil || ["sleep", "exercise", "weight"].contains(file.family) else {
            return isMember ? leaveOut(file) : writer.note(.unreadableFile, detail: Self.unnamed)
        }
        var json = JSONStream(window)
        guard json.startArray() else { return writer.note(.unreadableFile, detail: "it does not start with [") }
        var count = 0
        while json.nextElement(after: count) {
            count += 1
            if !isMember { writer.place.line = json.line }
            guard let entry = json.value() else {
                guard json.isTooLarge else { break }
                writer.note(.overlongElement)
                continue
            }
            if let series {
                try add(entry, series, deliver)
            } else if file.family == "sleep" {
                try addSleep(entry, deliver)
            } else if file.family == "exercise" {
                try addExercise(entry, deliver)
            } else {
                try addWeight(entry, deliver)
            }
        }
        if let end = json.finish() {
            if !isMember { writer.place.line = json.line }
            writer.builder.findings.isCutOff = true
            writer.note(end == .truncated ? .cutOff : .garbage)
        }
    }

    /// Returns the time in a text, or nil after counting a row whose time can't be used.
    private mutating func time(_ text: JSONValue?, _ clock: FitbitClock, of metric: MetricID) -> Int64? {
        guard let text else {
            writer.skip(.missingDate, metric)
            return nil
        }
        return text.read { time($0, clock, of: metric) }
    }

    // MARK: - Series

    private mutating func add(_ entry: JSONValue, _ series: FitbitSeries, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let value = entry["value"]
        // The minutes in zones are one object deeper.
        let values = value?["valuesInZones"] ?? value
        if let confidence = value?["confidence"]?.number { useConfidence(confidence) }
        for column in series.columns {
            guard let found = column.name.isEmpty ? value : values?[column.name] else {
                // A day without a pulse at rest has a date that is null.
                if series.columns.count == 1 { writer.skip(.missingValue, column.kind.id) }
                continue
            }
            guard let number = found.number else {
                writer.skip(.badValue, column.kind.id)
                continue
            }
            if number == 0 {
                noteZero(entry, series, column)
                continue
            }
            guard let start = time(entry["dateTime"], series.clock, of: column.kind.id) else { continue }
            try add(number, column, from: start, to: end(of: start, series.length), rank: .first, isSeries: true, deliver)
        }
    }

    /// Counts a 0, which is not kept. Those of minutes show how far the documents reach.
    private mutating func noteZero(_ entry: JSONValue, _ series: FitbitSeries, _ column: FitbitColumn) {
        // A sensor without contact writes 0. Nobody has such a pulse.
        if series.length == .moment, series.clock != .date { return writer.skip(.noMeasurement, column.kind.id) }
        idleCount += 1
        guard series.length == .minute, series.clock == .utc, let text = entry["dateTime"],
            case .success(let start) = text.read({ times.read($0, .utc) })
        else { return }
        days.noteIdle(column.kind, day: times.dayNumber(start), from: start, to: start + 60_000)
    }

    /// Makes the source of heart rates with a confidence from 0 to 3 the current one.
    private mutating func useConfidence(_ number: Double) {
        let text = number == number.rounded() && abs(number) < 100 ? "\(Int(number))" : ""
        guard writer.source.facts["confidence"] != text else { return }
        var source = Self.source
        source.facts["confidence"] = text
        writer.source = source
    }

    // MARK: - Sleep

    /// Adds the levels of a night. Its times are those of the clock at its start, also after a change of the clocks.
    private mutating func addSleep(_ entry: JSONValue, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard let start = time(entry["startTime"], .local, of: .sleepAnalysis), let localStart = local(entry["startTime"]) else { return }
        let offset = localStart - start
        guard let localEnd = local(entry["endTime"]) else { return writer.skip(.missingDate, .sleepAnalysis) }
        let levels = entry["levels"]
        var parts = FitbitSleep.parts(
            stages(levels?["data"], offset: offset),
            wakes: stages(levels?["shortData"], offset: offset).filter { $0.raw == FitbitSleep.awake })
        // A night that a person typed in has no levels.
        if parts.isEmpty { parts = [FitbitSleep.Part(start: start, end: localEnd - offset, raw: FitbitSleep.unspecified)] }
        nights.add(from: start, to: localEnd - offset)
        for part in parts { try writer.addSleep(part.raw, from: part.start, to: part.end, deliver) }
    }

    /// Returns the time on the clock in a text, in milliseconds since the start of 1970 on that clock.
    private mutating func local(_ text: JSONValue?) -> Int64? { text?.read { FitbitTimes.local($0) } }

    private mutating func stages(_ list: JSONValue?, offset: Int64) -> [FitbitSleep.Part] {
        var stages: [FitbitSleep.Part] = []
        for entry in list?.elements ?? [] {
            guard let start = local(entry["dateTime"]), let seconds = entry["seconds"]?.number, (0...1e6).contains(seconds),
                let raw = FitbitSleep.raw(entry["level"]?.text ?? "")
            else {
                writer.skip(.badValue, .sleepAnalysis, detail: "level of sleep")
                continue
            }
            stages.append(FitbitSleep.Part(start: start - offset, end: start - offset + Int64(seconds * 1000), raw: raw))
        }
        return stages
    }

    // MARK: - Exercises and weights

    private mutating func addExercise(_ entry: JSONValue, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard let start = time(entry["startTime"], .utc, of: .workouts) else { return }
        guard let duration = entry["duration"]?.number ?? entry["activeDuration"]?.number, (0...1e10).contains(duration) else {
            return writer.skip(.missingDate, .workouts, detail: "duration")
        }
        var span = RecordedSpan(start: start, end: start + Int64(duration))
        span.activeSeconds = entry["activeDuration"]?.number.map { $0 / 1000 }
        let unit = entry["distanceUnit"]?.text ?? "Kilometer"
        if let distance = entry["distance"]?.number {
            switch unit {
            case "Kilometer": span.distance = distance * 1000
            case "Mile": span.distance = distance * 1609.344
            case "Meter": span.distance = distance
            default: writer.note(.incompatibleUnit, detail: unit)
            }
        }
        span.totalEnergy = entry["calories"]?.number
        span.steps = entry["steps"]?.number
        span.heartRate.average = entry["averageHeartRate"]?.number.flatMap { $0 > 0 ? $0 : nil }
        exercises.add(from: span.start, to: max(span.start, span.end))
        try addExercise(named: entry["activityName"]?.text ?? "", span, deliver)
    }

    private static let weights = [
        FitbitColumn("weight", "BodyMass", "lb"), FitbitColumn("bmi", "BodyMassIndex", "count"),
        FitbitColumn("fat", "BodyFatPercentage", "%"),
    ]

    /// Adds a weight, which is in pounds for every owner.
    private mutating func addWeight(_ entry: JSONValue, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard entry["weight"] != nil else { return writer.skip(.missingValue, Self.weights[0].kind.id) }
        // A weight without a time is of the whole day. A time that is not a text makes a moment that cannot be read.
        let moment = [entry["date"], entry["time"]].compactMap { $0.map { $0.text ?? "?" } }.joined(separator: " ")
        for column in Self.weights {
            guard let value = entry[column.name] else { continue }
            guard let number = value.number else {
                writer.skip(.badValue, column.kind.id)
                continue
            }
            let bytes = Array(moment.utf8)
            guard number > 0, let time = time(bytes.span, .local, of: column.kind.id) else { continue }
            try add(number, column, from: time, to: time, rank: .first, isSeries: false, deliver)
        }
    }
}

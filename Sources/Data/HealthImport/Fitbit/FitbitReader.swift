// Reads the export of a Fitbit account, as Google Takeout or fitbit.com makes it.
//
//     documents of Fitbit: steps-2024-01-31.json, sleep-…, exercise-…, weight-…       first
//     tables of Fitbit: Minute SpO2 - 2024-01-31.csv, sleep_score.csv …               first, then averages of nights
//     tables of Google: steps_2024-01-31.csv, UserSleepStages_2024-01-31.csv …        what the others lack
//
// Steps, distances, floors, heart rates and exercises have times in UTC. Sleep, weights, calories and days have times of the clock on the
// wall, so they need a zone. Both look the same.
//
// Decisions 0185 (clocks of Fitbit), 0186 (days that a take-out has twice), 0208 (hours of documents).

import CalendarIntervals
import HealthModel
import TerminalText

/// Reads the files of a Fitbit export.
struct FitbitReader: FilesReader {
    var writer: ActivityWriter
    var times: FitbitTimes
    var days = FitbitDays()
    /// The nights and the exercises that documents have.
    var nights = FitbitSessions()
    var exercises = FitbitSessions()
    /// The nights in tables.
    var tableNights = FitbitNights()
    /// The number of minutes and days with 0, which are not kept.
    var idleCount = 0
    private let person: String
    private let zoneIsGuess: Bool
    /// The zone of the profile, if it is used.
    private var profileZone: String?
    private var sources: [String: RecordedSource] = [:]

    static let source = RecordedSource(name: "Fitbit")

    init(options: ImportOptions) {
        writer = ActivityWriter(options: options)
        person = options.person
        let known = options.zones[person]
        times = FitbitTimes(zone: known ?? options.zone)
        zoneIsGuess = known == nil && (options.zone == nil || options.zoneIsGuess)
        writer.source = Self.source
    }

    func order(_ paths: [String]) -> [String] {
        let files = paths.map { path in
            let file = FitbitFile(path)
            return (rank: file.rank, family: file.family, path: path)
        }
        return files.sorted { ($0.rank, $0.family, $0.path) < ($1.rank, $1.family, $1.path) }.map(\.path)
    }

    mutating func read(
        _ window: consuming ByteWindow, path: String, isMember: Bool, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        let unclearBefore = times.unclearCount
        let file = FitbitFile(path)
        writer.source = Self.source
        if file.isProfile {
            readProfile(window, file)
        } else if file.isTable {
            try readTable(window, file, isMember: isMember, deliver)
        } else {
            try readDocument(window, file, isMember: isMember, deliver)
        }
        writer.builder.findings.noteUnclearTimes(times.unclearCount - unclearBefore, line: writer.place.line)
    }

    mutating func finish(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        try addNightsWithoutStages(deliver)
        var readings: [String] = []
        if times.localCount > 0, let zone = times.zone {
            let reason = profileZone == nil ? "" : ", the zone of the profile"
            readings.append("times of sleep, weights, calories and days without an offset, in \(zone.identifier)\(reason)")
        }
        for (metric, count) in days.repeated.sorted(by: { $0.key.shortName < $1.key.shortName }) {
            readings.append("\(metric.shortName) of each day once: \(Wording.count(count, "row")) of other files left out")
        }
        if idleCount > 0 { readings.append("\(Wording.count(idleCount, "minute or day", plural: "minutes and days")) with 0 left out") }
        writer.builder.findings.readings += readings
        if let profileZone { writer.builder.findings.keepZone(of: person, named: profileZone) }
    }

    // MARK: - Parts that readers of both kinds of files use

    /// Counts a file that is not read.
    mutating func leaveOut(_ file: FitbitFile) {
        ImportFindings.count(of: "files of \(file.family)", in: &writer.builder.findings.unreadElements)
    }

    /// Makes the source of a device or app the current one.
    mutating func useSource(of device: String) {
        guard let known = sources[device] else {
            let source = RecordedSource(name: device.isEmpty ? Self.source.name : "\(Self.source.name) (\(device))")
            if sources.count < ImportFindings.nameLimit { sources[device] = source }
            if writer.source != source { writer.source = source }
            return
        }
        if writer.source != known { writer.source = known }
    }

    /// Returns a time, or nil after counting a row whose time can't be used.
    mutating func time(_ text: Bytes, _ clock: FitbitClock, of metric: MetricID) -> Int64? {
        switch times.read(text, clock) {
        case .success(let time): return time
        case .failure(.missingZone): writer.skip(.missingZone, metric)
        case .failure(.unreadable): writer.skip(text.isEmpty ? .missingDate : .badDate, metric)
        }
        return nil
    }

    /// Adds a number of a column, unless an earlier file has its time.
    mutating func add(
        _ number: Double, _ column: FitbitColumn, from start: Int64, to end: Int64, rank: FitbitFile.Rank, isSeries: Bool,
        _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        if number == column.placeholder { return writer.skip(.noMeasurement, column.kind.id, detail: column.kind.id.shortName) }
        guard days.admit(column.kind, day: times.dayNumber(start), from: start, to: end, rank, isSeries: isSeries) else { return }
        try writer.add(number / column.divisor, column.kind, from: start, to: end, deliver)
    }

    /// Returns the end of a sample.
    func end(of start: Int64, _ length: FitbitLength) -> Int64 {
        switch length {
        case .moment: start
        case .minute: start + 60_000
        case .day: times.endOfDay(from: start)
        }
    }

    // MARK: - The profile

    /// Takes the zone of the person, and nothing else. A table without such a column is not the profile.
    private mutating func readProfile(_ window: consuming ByteWindow, _ file: FitbitFile) {
        guard var rows = FitbitRows(window), let row = rows.next(), let name = row.text("timezone") else { return leaveOut(file) }
        guard zoneIsGuess, let zone = Zone.named(name) else { return }
        profileZone = zone.identifier
        times.zone = zone
    }
}

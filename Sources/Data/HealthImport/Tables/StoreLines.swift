// The parts of a store other than samples, as lines of JSON Lines after the samples:
//
//     {"store":{"correlation":{"type":…,"source":…,"start":…,"end":…,"members":[{"type":…,"start":…,"end":…,"value":…}]}}}
//     {"store":{"summary":{"day":"2025-06-01","activeEnergy":310,…}}}
//     {"store":{"order":{"type":"HKQuantityTypeIdentifierStepCount","sources":["watch","phone"]}}}
//     {"store":{"platform":{"name":"android","sources":["fit","samsung health"]}}}
//
// A line can name its person, as those of samples do. A reader that does not know them counts them as rows without a type.
//
// Decision 0215 (a store in JSON Lines).

package import CalendarIntervals
package import HealthModel

/// Writes such lines.
package struct StoreLines {
    /// The person of the lines as a file shows it; nil if the file has no people.
    private let person: String?
    private let zone: Zone

    /// - Parameter zone: determines the offsets of times.
    package init(person: String?, zone: Zone) { (self.person, self.zone) = (person, zone) }

    private func line(_ kind: String, _ members: [(String, JSONText)]) -> String {
        let content = JSONText.object([(kind, .object(members))])
        return JSONText.object((person.map { [("person", .string($0))] } ?? []) + [("store", content)]).text + "\n"
    }

    private func time(_ instant: Instant) -> JSONText { .string(ISO8601.text(of: instant, in: zone)) }

    /// Returns the line of a correlation.
    package func line(_ correlation: Correlation, source: String, device: Device?, metadata: MetadataSet) -> String {
        var members: [(String, JSONText)] = [
            ("type", .string(correlation.type)), ("source", .string(source)), ("start", time(correlation.start)),
            ("end", time(correlation.end)),
        ]
        if let device = device?.exportText, !device.isEmpty { members.append(("device", .string(device))) }
        if !metadata.isEmpty { members.append(("metadata", .object(metadata.entries.map { ($0.key, .string($0.value)) }))) }
        let parts = correlation.members.map { member -> JSONText in
            .object([
                ("type", .string(member.metric.identifier)), ("start", time(member.start)), ("end", time(member.end)),
                ("value", .decimal(member.value)),
            ])
        }
        return line("correlation", members + [("members", .array(parts))])
    }

    /// Returns the line of the summary of a day.
    package func line(_ summary: ActivitySummary) -> String {
        let numbers = ActivitySummary.numbers.compactMap { name, path in summary[keyPath: path].map { (name, JSONText.decimal($0)) } }
        return line("summary", [("day", .string(summary.day))] + numbers + (summary.isPaused ? [("isPaused", .bool(true))] : []))
    }

    /// Returns the line of the order of a metric's sources, as keys, the best first.
    package func line(order keys: [String], of metric: MetricID) -> String {
        line("order", [("type", .string(metric.identifier)), ("sources", .array(keys.map { .string($0) }))])
    }

    /// Returns the line of a platform, with the keys of the sources in its exports if they are known.
    package static func line(_ platform: Platform, sources: [String]) -> String {
        var members: [(String, JSONText)] = [("name", .string(platform.rawValue))]
        if !sources.isEmpty { members.append(("sources", .array(sources.map { .string($0) }))) }
        return StoreLines(person: nil, zone: .utc).line("platform", members)
    }
}

extension ActivitySummary {
    /// The numbers of a summary by their names in files.
    fileprivate static var numbers: [(name: String, path: WritableKeyPath<ActivitySummary, Double?>)] {
        [
            ("activeEnergy", \.activeEnergy), ("activeEnergyGoal", \.activeEnergyGoal), ("moveTime", \.moveTime),
            ("moveTimeGoal", \.moveTimeGoal), ("exerciseTime", \.exerciseTime), ("exerciseTimeGoal", \.exerciseTimeGoal),
            ("standHours", \.standHours), ("standHoursGoal", \.standHoursGoal),
        ]
    }
}

/// Reads such lines.
extension TableReader where Scanner: ~Copyable {
    /// The most members of a correlation, and sources of an order.
    private static var partLimit: Int { 10_000 }

    /// Adds the content of a line to the batch or the findings. Notes a line that can't be read and returns false.
    mutating func addToStore(_ object: Range<Int>, person: Range<Int>?, of bytes: Bytes) -> Bool {
        guard let value = Self.value(of: bytes.extracting(object)) else { return skip(.badTableRow) }
        if let platform = value["platform"] {
            // A store has platforms, not its people.
            if !add(platform: platform) { return skip(.badTableRow) }
            return true
        }
        if person != nil { namesPersons = true }
        if namesPersons, !select(bytes.extracting(person ?? 0..<0)) { return false }
        var isAdded = false
        if let order = value["order"] {
            isAdded = add(order: order)
        } else if let summary = value["summary"] {
            isAdded = add(summary: summary)
        } else if let correlation = value["correlation"] {
            isAdded = add(correlation: correlation)
        }
        if !isAdded { return skip(.badTableRow) }
        return true
    }

    private mutating func add(platform value: JSONValue) -> Bool {
        guard let platform = value["name"]?.text.flatMap(Platform.init) else { return false }
        let keys = value["sources"]?.elements.compactMap(WorkoutDetails.short).prefix(Self.partLimit) ?? []
        builder.findings.platforms[platform, default: []].formUnion(keys.map(Source.fold))
        return true
    }

    private mutating func add(order value: JSONValue) -> Bool {
        guard let type = WorkoutDetails.short(value["type"]), !type.isEmpty, let sources = value["sources"]?.elements else { return false }
        let keys = sources.prefix(Self.partLimit).compactMap(WorkoutDetails.short).map(Source.fold)
        guard keys.count == sources.count, !keys.isEmpty else { return false }
        return builder.findings.keepOrder(keys, of: MetricID(type), person: builder.person)
    }

    private mutating func add(summary value: JSONValue) -> Bool {
        let reading = value["day"]?.read { ISO8601.read(utf8: $0) }
        guard let reading, value["day"]?.text == ISO8601.text(of: reading.date) else { return false }
        var summary = ActivitySummary(day: ISO8601.text(of: reading.date))
        for (name, path) in ActivitySummary.numbers { summary[keyPath: path] = value[name]?.number }
        summary.isPaused = value["isPaused"]?.isTrue == true
        builder.findings.rows += 1
        builder.add(summary)
        return true
    }

    private mutating func add(correlation value: JSONValue) -> Bool {
        guard let type = WorkoutDetails.short(value["type"]), type.hasPrefix("HKCorrelationType"),
            let (start, end) = WorkoutDetails.interval(value), let written = value["members"]?.elements, !written.isEmpty,
            written.count <= Self.partLimit
        else { return false }
        let members = written.compactMap { member -> Correlation.Member? in
            guard let type = WorkoutDetails.short(member["type"]), !type.isEmpty, let (start, end) = WorkoutDetails.interval(member),
                let number = member["value"]?.number
            else { return nil }
            return Correlation.Member(metric: MetricID(type), start: start, end: end, value: number)
        }
        guard members.count == written.count else { return false }
        let source = builder.source(Array((value["source"]?.text ?? "").utf8).span, line: scanner.line)
        let origin = builder.origin(source: source, version: Bytes(), device: Array((value["device"]?.text ?? "").utf8).span)
        var scratch = MetadataScratch()
        for entry in value["metadata"]?.elements ?? [] {
            _ = entry.text.map { scratch.append(key: entry.key, value: Array($0.utf8).span) }
        }
        builder.findings.rows += 1
        builder.add(
            Correlation(
                type: type, start: start, end: end, source: source, origin: origin,
                metadata: builder.metadata(scratch, line: scanner.line), members: members))
        return true
    }
}

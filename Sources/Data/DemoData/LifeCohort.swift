package import CalendarIntervals
package import HealthModel

/// The lives of several people of a study, in many time zones. They depend only on seed and time.
///
/// A person is the same in every cohort with the same seed, except that the ids of larger cohorts have more digits. To keep a cohort of
/// thousands small, its watches record ten kinds of samples.
package struct LifeCohort: Sendable {
    package let seed: UInt64
    package let now: Instant
    package let days: Int
    package let count: Int

    package init(seed: UInt64, now: Instant, days: Int, count: Int) {
        (self.seed, self.now, self.days, self.count) = (seed, now, days, count)
    }

    /// The time zones of the people.
    package static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Europe/London", "America/Los_Angeles", "Australia/Sydney", "Asia/Kolkata",
        "America/Sao_Paulo", "Africa/Lagos", "America/Chicago", "Asia/Shanghai", "Europe/Lisbon", "Asia/Kathmandu", "America/St_Johns",
        "Pacific/Auckland", "Africa/Johannesburg", "Asia/Dubai", "America/Mexico_City", "Europe/Helsinki", "Pacific/Honolulu",
    ]

    private static let streams = [
        "StepCount", "FlightsClimbed", "AppleExerciseTime", "RestingHeartRate", "WalkingHeartRateAverage", "HeartRateVariabilitySDNN",
        "RespiratoryRate", "OxygenSaturation", "BodyMass", "SleepAnalysis",
    ].map(LifeStream.named)

    /// One person of a cohort.
    package struct Member: Sendable {
        package let id: String
        package let zone: Zone
        /// The study group: `control` or `training`.
        package let group: String
        /// The age in years.
        package let age: Int
        /// The day on which the person joined the study, as `yyyy-MM-dd`.
        package let joined: String
        package let life: LifeGenerator

        /// The person for a store.
        package var update: PersonUpdate {
            PersonUpdate(id: id, zone: zone.identifier, attributes: ["group": group, "age": "\(age)", "joined": joined])
        }
    }

    /// Returns the person with a number from 0 to `count - 1`.
    package func member(_ number: Int) -> Member {
        var random = LifeRandom(seed: seed, day: number, salt: 0x9E0)
        let zone = Self.zones[number % Self.zones.count]
        let group = random.chance(0.5) ? "training" : "control"
        let age = 20 + random.below(60)
        let joined = now.milliseconds.flooredQuotient(by: 86_400_000) - Int64(days + random.below(90))
        var habits = LifeHabits()
        habits.activity = max(0.4, (group == "training" ? 1.1 : 1) * (1.25 - Double(age) / 200) * (1 + 0.18 * random.deviate()))
        habits.daysWithoutWatch = random.chance(0.2) ? 0.3 : 0.04
        let digits = "\(number + 1)"
        let width = max(2, "\(count)".count)
        let home = Zone.named(zone) ?? .utc
        return Member(
            id: "P" + String(repeating: "0", count: max(0, width - digits.count)) + digits, zone: home, group: group, age: age,
            joined: ISO8601.text(of: CivilDate(dayNumber: Int(joined))),
            life: LifeGenerator(
                seed: random.next(), now: now, zone: home, days: days, habits: habits, streams: Self.streams, hasRecords: false))
    }

    /// The list of people as CSV: id, zone, group, age and the day on which they joined.
    package var people: String {
        var text = "id,zone,group,age,joined\n"
        for number in 0..<count {
            let member = member(number)
            text += "\(member.id),\(member.zone.identifier),\(member.group),\(member.age),\(member.joined)\n"
        }
        return text
    }

    /// Passes the samples of all people to `body`, one person after another.
    package func forEachBatch(_ body: (ImportBatch) throws -> Void) rethrows {
        for number in 0..<count {
            let member = member(number)
            try member.life.forEachBatch(ofDays: max(30, min(days, 400))) { batch in
                var own = batch
                own.person = member.id
                try body(own)
            }
        }
    }
}

/// Writes the samples of all people of a cohort as one CSV table with a column `person`, and returns its manifest.
package func generateTable(of cohort: LifeCohort, to sink: @escaping ByteSink) throws -> ExportManifest {
    var manifest = ExportManifest()
    for number in 0..<cohort.count {
        let member = cohort.member(number)
        manifest.add(try SampleCSVWriter(life: member.life, person: member.id, hasHeader: number == 0, sink: sink).write())
    }
    return manifest
}

extension ExportManifest {
    fileprivate mutating func add(_ other: ExportManifest) {
        byteCount += other.byteCount
        recordCount += other.recordCount
        sampleCounts.merge(other.sampleCounts, uniquingKeysWith: +)
        sourceKeys.formUnion(other.sourceKeys)
    }
}

package import CalendarIntervals
package import HealthModel

/// The life of one person as recorded by devices. It depends only on seed, time zone and time.
///
/// With the same seed and zone, a day is the same in every life, independent of the life's length and end. A later export of the same life
/// therefore repeats the earlier one and continues it. All times are whole seconds, as in exports.
package struct LifeGenerator: Sendable {
    package let seed: UInt64
    package let now: Instant
    package let zone: Zone
    /// The number of days, at least 1. The last one is the day of `now`.
    package let days: Int
    let rhythm: LifeRhythm
    /// The kinds of samples that are recorded.
    let streams: [LifeStream]
    /// True if there are also workouts, correlations and activity summaries.
    let hasRecords: Bool

    package init(seed: UInt64, now: Instant, zone: Zone, days: Int = 60) {
        self.init(seed: seed, now: now, zone: zone, days: days, habits: LifeHabits(), streams: LifeStream.all, hasRecords: true)
    }

    /// Creates a life of which only some kinds of samples are recorded, and no workouts or summaries.
    ///
    /// - Parameter metrics: Apple's names without their prefix, such as `StepCount`.
    package init(seed: UInt64, now: Instant, zone: Zone, days: Int, habits: LifeHabits, recording metrics: [String]) {
        self.init(
            seed: seed, now: now, zone: zone, days: days, habits: habits, streams: metrics.map(LifeStream.named), hasRecords: false)
    }

    init(seed: UInt64, now: Instant, zone: Zone, days: Int, habits: LifeHabits, streams: [LifeStream], hasRecords: Bool) {
        self.streams = streams
        self.hasRecords = hasRecords
        self.seed = seed
        self.now = now
        self.zone = zone
        self.days = max(days, 1)
        rhythm = LifeRhythm(seed: seed, home: zone, habits: habits)
    }

    /// The days since 1970-01-01, from the first to the last.
    var dayNumbers: ClosedRange<Int> {
        // On a trip, the day of `now` can differ from the day at home.
        var last = zone.date(at: now).dayNumber + 1
        while rhythm.start(of: last) > nowSeconds { last -= 1 }
        return last - days + 1...last
    }

    var nowSeconds: Int { Int(now.milliseconds.flooredQuotient(by: 1000)) }

    func plan(_ day: Int) -> DayPlan { DayPlan(dayNumber: day, rhythm: rhythm) }

    func emptyColumn() -> LifeColumn {
        LifeColumn(shared: LifeMetadata.shared(home: zone.identifier, trip: rhythm.away.identifier), now: nowSeconds)
    }

    /// Passes the life to `body` in batches of days, oldest first, in storage units. The samples of a metric ascend by start.
    ///
    /// Memory depends on `daysPerBatch` and not on the length of the life.
    package func forEachBatch(ofDays daysPerBatch: Int = 30, _ body: (ImportBatch) throws -> Void) rethrows {
        for first in stride(from: dayNumbers.lowerBound, through: dayNumbers.upperBound, by: daysPerBatch) {
            try body(batch(ofDays: first...min(first + daysPerBatch - 1, dayNumbers.upperBound)))
        }
    }

    private func batch(ofDays days: ClosedRange<Int>) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = LifeSource.sources
        batch.origins = LifeSource.origins
        let plans = days.map(plan)
        var column = emptyColumn()
        for stream in streams {
            for plan in plans { stream.append(plan, seed: seed, to: &column) }
            let samples = column.takeSamples()
            if samples.count > 0 { batch.samples[stream.metric] = samples }
        }
        for plan in plans where hasRecords {
            batch.workouts += workouts(plan, &column)
            batch.summaries += summary(plan)
            batch.correlations += correlations(plan)
        }
        batch.metadata = column.metadata
        return batch
    }
}

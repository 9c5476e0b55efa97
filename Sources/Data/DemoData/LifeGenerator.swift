package import CalendarIntervals
package import HealthModel

/// One person's life as devices record it: a pure function of seed, zone and time.
///
/// A day is the same in every life of a seed and a zone, however long the life and whenever it ends: a later export of the same life
/// repeats the earlier one and goes on. All times are whole seconds, as in exports.
package struct LifeGenerator: Sendable {
    package let seed: UInt64
    package let now: Instant
    package let zone: Zone
    /// At least 1; the last of them is the day of `now`.
    package let days: Int
    let rhythm: LifeRhythm

    package init(seed: UInt64, now: Instant, zone: Zone, days: Int = 60) {
        self.seed = seed
        self.now = now
        self.zone = zone
        self.days = max(days, 1)
        rhythm = LifeRhythm(seed: seed, home: zone)
    }

    /// Days since 1970-01-01, the first one to the last.
    var dayNumbers: ClosedRange<Int> {
        // On a trip, the day of `now` may be another one than at home.
        var last = zone.date(at: now).dayNumber + 1
        while rhythm.start(of: last) > nowSeconds { last -= 1 }
        return last - days + 1...last
    }

    var nowSeconds: Int { Int(now.milliseconds.flooredQuotient(by: 1000)) }

    func plan(_ day: Int) -> DayPlan { DayPlan(dayNumber: day, rhythm: rhythm) }

    func emptyColumn() -> LifeColumn {
        LifeColumn(shared: LifeMetadata.shared(home: zone.identifier, trip: rhythm.away.identifier), now: nowSeconds)
    }

    /// Hands the life over in batches of some days each, oldest first, in storage units; the samples of a metric ascend by start.
    ///
    /// Memory depends on `daysPerBatch`, not on the length of the life.
    package func forEachBatch(ofDays daysPerBatch: Int = 30, _ body: (ImportBatch) throws -> Void) rethrows {
        for first in stride(from: dayNumbers.lowerBound, through: dayNumbers.upperBound, by: daysPerBatch) {
            try body(batch(ofDays: first...min(first + daysPerBatch - 1, dayNumbers.upperBound)))
        }
    }

    /// The whole life, for a store in memory.
    package func demoBatches() -> [ImportBatch] {
        var batches: [ImportBatch] = []
        forEachBatch { batches.append($0) }
        return batches
    }

    private func batch(ofDays days: ClosedRange<Int>) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = LifeSource.sources
        batch.origins = LifeSource.origins
        let plans = days.map(plan)
        var column = emptyColumn()
        for stream in LifeStream.all {
            for plan in plans { stream.append(plan, seed: seed, to: &column) }
            let samples = column.takeSamples()
            if samples.count > 0 { batch.samples[stream.metric] = samples }
        }
        for plan in plans {
            batch.workouts += workouts(plan, &column)
            batch.summaries += summary(plan)
            batch.correlations += correlations(plan)
        }
        batch.metadata = column.metadata
        return batch
    }
}

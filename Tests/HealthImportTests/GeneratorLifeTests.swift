import CalendarIntervals
import DemoData
import HealthImport
import HealthModel
import RandomTesting
import Testing

/// 2025-11-20 15:00 in Berlin.
private let now = Instant(seconds: 1_763_647_200)

private func zone(_ name: String) throws -> Zone { try #require(Zone.named(name)) }

private func life(seed: UInt64 = 7, days: Int = 60, in name: String = "Europe/Berlin", now: Instant = now) throws -> LifeGenerator {
    LifeGenerator(seed: seed, now: now, zone: try zone(name), days: days)
}

/// Returns all samples of a metric in a life, oldest first.
private func samples(_ name: String, of batches: [ImportBatch]) -> [Sample] {
    batches.flatMap { batch -> [Sample] in
        guard let column = batch.samples[MetricID(name)] else { return [] }
        return (0..<column.count).map {
            Sample(
                start: column.starts[$0], end: column.ends[$0], value: column.values[$0],
                source: batch.sources[Int(column.sources[$0])].name, metadata: batch.metadata[Int(column.metadata[$0])])
        }
    }
}

private struct Sample: Equatable {
    var start: Int64
    var end: Int64
    var value: Double
    var source: String
    var metadata: MetadataSet

    var hours: Double { Double(end - start) / 3_600_000 }
}

private let steps = "HKQuantityTypeIdentifierStepCount"
private let heartRate = "HKQuantityTypeIdentifierHeartRate"
private let activeEnergy = "HKQuantityTypeIdentifierActiveEnergyBurned"
private let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

@Suite(.serialized) struct GeneratorLifeTests {
    /// Sixty days in Berlin, created once.
    private static let berlin = Result { try life().demoBatches() }

    @Test("The same seed gives the same life, another seed gives another")
    func seeds() throws {
        let first = samples(steps, of: try life(days: 3).demoBatches())
        let again = samples(steps, of: try life(days: 3).demoBatches())
        let other = samples(steps, of: try life(seed: 8, days: 3).demoBatches())
        #expect(first == again)
        #expect(first != other)
    }

    @Test("The first weights of seed 7 are those of SplitMix64, on every machine and in every version")
    func pinnedValues() throws {
        // From a transcription to Python, whose generator gives the published numbers for seed 1234567.
        let weights = samples("HKQuantityTypeIdentifierBodyMass", of: try life(days: 10).demoBatches())
        #expect(weights.prefix(4).map(\.value) == [73.25, 73.5, 73, 73.66])
        #expect(weights.prefix(4).map(\.source) == ["Owner’s Scale", "Health", "Health", "Owner’s Scale"])
    }

    @Test("A later and longer life repeats the samples of an earlier one", arguments: [heartRate, steps, sleep, activeEnergy])
    func laterLife(metric: String) throws {
        let earlier = samples(metric, of: try life(days: 4).demoBatches())
        let later = samples(metric, of: try life(days: 9, now: Instant(seconds: 1_763_647_200 + 2 * 86_400)).demoBatches())
        let start = try #require(earlier.first?.start)
        let end = try #require(earlier.map(\.end).max())
        #expect(later.filter { $0.start >= start && $0.end <= end } == earlier)
    }

    @Test("Batches of any number of days contain the same life")
    func batchSizes() throws {
        let generator = try life(days: 5)
        var daily: [ImportBatch] = []
        generator.forEachBatch(ofDays: 1) { daily.append($0) }
        #expect(daily.count == 5)
        #expect(samples(heartRate, of: daily) == samples(heartRate, of: generator.demoBatches()))
    }

    @Test(
        "Samples ascend, end by now, start once for each source, and use ids of their batch",
        arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Kiritimati"])
    func soundness(name: String) throws {
        // Thirteen days later, a life of ten days includes a trip.
        let now = Instant(seconds: 1_763_647_200 + 13 * 86_400)
        for batch in try life(days: 10, in: name, now: now).demoBatches() {
            #expect(batch.origins.allSatisfy { batch.sources.indices.contains(Int($0.source)) })
            for (metric, column) in batch.samples {
                var seen: Set<[Int64]> = []
                var isSound = true
                for index in 0..<column.count {
                    isSound = isSound && column.starts[index] <= column.ends[index] && column.ends[index] <= now.milliseconds
                    isSound = isSound && (index == 0 || column.starts[index - 1] <= column.starts[index])
                    isSound = isSound && seen.insert([Int64(column.sources[index]), column.starts[index]]).inserted
                    isSound = isSound && batch.origins[Int(column.origins[index])].source == column.sources[index]
                    isSound = isSound && batch.metadata.indices.contains(Int(column.metadata[index]))
                    isSound = isSound && column.created[index] <= now.milliseconds
                }
                #expect(isSound, "\(metric.identifier) in \(name)")
            }
        }
    }

    @Test("Category values are valid for their type")
    func categoryValues() throws {
        for batch in try GeneratorLifeTests.berlin.get() {
            for (metric, column) in batch.samples {
                guard case .category(let type)? = MetricCatalog.metric(metric)?.kind else { continue }
                let unknown = column.values.filter { type.exportName(raw: Int($0)) == nil }
                #expect(unknown.isEmpty, "\(metric.identifier)")
            }
        }
    }

    @Test("Steps, heart rate, energy, weight and sleep are those of a healthy person", arguments: [1, 2] as [UInt64])
    func ranges(seed: UInt64) throws {
        let batches = try life(seed: seed, days: 30).demoBatches()
        let watchSteps = samples(steps, of: batches).filter { $0.source == "Apple Watch" }.map(\.value).reduce(0, +)
        #expect((6000.0...14_000).contains(watchSteps / 30))
        let rates = samples(heartRate, of: batches).map(\.value)
        #expect(rates.allSatisfy { (38...195).contains($0) })
        #expect((60.0...110).contains(rates.reduce(0, +) / Double(rates.count)))
        let energy = samples(activeEnergy, of: batches).map(\.value).reduce(0, +)
        #expect((400.0...1100).contains(energy / 30))
        #expect(samples("HKQuantityTypeIdentifierBodyMass", of: batches).allSatisfy { (65...85).contains($0.value) })
        let staged = samples(sleep, of: batches).filter { $0.source == "Apple Watch" && $0.value != 2 }
        let nights = Set(staged.map { ($0.start + 43_200_000) / 86_400_000 }).count
        #expect(nights > 14)
        #expect((6.0...9).contains(staged.map(\.hours).reduce(0, +) / Double(nights)))
        #expect(samples(sleep, of: batches).contains { $0.source == "Sleep Diary" && $0.value == 1 })
    }

    @Test("Blood sugar is higher an hour after a meal than before breakfast, and power is recorded only in runs")
    func mealsAndPower() throws {
        let batches = try GeneratorLifeTests.berlin.get()
        let sugar = samples("HKQuantityTypeIdentifierBloodGlucose", of: batches).filter { $0.source == "Glucose Sensor" }
        let meals = samples("HKQuantityTypeIdentifierDietaryCarbohydrates", of: batches).filter { $0.value > 40 }
        #expect(sugar.count > 5000)
        #expect(meals.count > 100)
        func average(minutesAfterMeal minutes: ClosedRange<Int64>) -> Double {
            let values = sugar.filter { reading in meals.contains { minutes.contains((reading.start - $0.start) / 60_000) } }.map(\.value)
            return values.reduce(0, +) / Double(values.count)
        }
        #expect(average(minutesAfterMeal: 40...60) > average(minutesAfterMeal: -60...(-10)) + 25)
        let runs = batches.flatMap(\.workouts).filter { $0.activity == "HKWorkoutActivityTypeRunning" }
        let power = samples("HKQuantityTypeIdentifierRunningPower", of: batches)
        #expect(!power.isEmpty)
        #expect(power.allSatisfy { sample in runs.contains { $0.start.milliseconds <= sample.start && sample.end <= $0.end.milliseconds } })
    }

    @Test("Active energy follows the day: little before dawn, most in waking hours")
    func rhythm() throws {
        let berlin = try zone("Europe/Berlin")
        var byHour = [Double](repeating: 0, count: 24)
        for sample in samples(activeEnergy, of: try GeneratorLifeTests.berlin.get()) {
            byHour[berlin.civil(at: Instant(milliseconds: sample.start)).hour] += sample.value
        }
        #expect(byHour[2..<5].reduce(0, +) < byHour.reduce(0, +) / 20)
        #expect(byHour[7..<22].reduce(0, +) > byHour.reduce(0, +) * 0.75)
    }

    @Test("Watch and phone count the same walks: their samples overlap on most days")
    func overlap() throws {
        let all = samples(steps, of: try GeneratorLifeTests.berlin.get())
        let watch = all.filter { $0.source == "Apple Watch" }
        var overlapping: Set<Int64> = []
        var next = 0
        for phone in all where phone.source == "iPhone" {
            while next < watch.count, watch[next].end <= phone.start { next += 1 }
            if next < watch.count, watch[next].start < phone.end { overlapping.insert(phone.start / 86_400_000) }
        }
        #expect(overlapping.count > 50)
        let both = Set(all.map(\.source))
        #expect(both == ["Apple Watch", "iPhone"])
    }

    @Test("Some weights are typed in, most come from the scale")
    func handEntered() throws {
        let weights = samples("HKQuantityTypeIdentifierBodyMass", of: try GeneratorLifeTests.berlin.get())
        let byHand = weights.filter(\.metadata.isHandEntered)
        #expect(!byHand.isEmpty && byHand.allSatisfy { $0.source == "Health" })
        #expect(byHand.count < weights.count - byHand.count)
    }

    @Test("Nights have the time zone where the person slept, which differs on a trip")
    func zones() throws {
        let zones = samples(sleep, of: try GeneratorLifeTests.berlin.get()).compactMap(\.metadata.zoneIdentifier)
        #expect(Set(zones) == ["Europe/Berlin", "America/New_York"])
        #expect(zones.filter { $0 == "Europe/Berlin" }.count > 10 * zones.filter { $0 == "America/New_York" }.count)
    }

    @Test("The rings of all days have the watch's active energy and exercise, and one day has no goal")
    func summaries() throws {
        let batches = try GeneratorLifeTests.berlin.get()
        let summaries = batches.flatMap(\.summaries)
        #expect(summaries.count == 60)
        #expect(summaries.filter { $0.activeEnergyGoal == 0 }.count == 1)
        let energy = samples(activeEnergy, of: batches).map(\.value).reduce(0, +)
        #expect(abs(summaries.compactMap(\.activeEnergy).reduce(0, +) - energy) < 0.1)
        let exercise = samples("HKQuantityTypeIdentifierAppleExerciseTime", of: batches).map(\.value).reduce(0, +)
        #expect(summaries.compactMap(\.exerciseTime).reduce(0, +) == exercise)
        let stood = samples("HKCategoryTypeIdentifierAppleStandHour", of: batches).filter { $0.value == 0 }.count
        #expect(summaries.compactMap(\.standHours).reduce(0, +) == Double(stood))
    }

    @Test("A workout has the energy and the heart rates of the samples during it")
    func workouts() throws {
        let batches = try GeneratorLifeTests.berlin.get()
        let workouts = batches.flatMap(\.workouts)
        #expect(Set(workouts.map(\.activity)).count == 4)
        #expect(workouts.contains { !$0.routes.isEmpty } && workouts.contains { !$0.events.isEmpty })
        let energies = samples(activeEnergy, of: batches)
        let rates = samples(heartRate, of: batches)
        for workout in workouts {
            func inside(_ sample: Sample) -> Bool {
                sample.start >= workout.start.milliseconds && sample.end <= workout.end.milliseconds
            }
            let energy = workout.statistics.first { $0.metric.identifier == activeEnergy }?.sum ?? 0
            #expect(abs(energy - energies.filter(inside).map(\.value).reduce(0, +)) < 0.001)
            let greatest = workout.statistics.first { $0.metric.identifier == heartRate }?.maximum
            #expect(greatest == rates.filter(inside).map(\.value).max())
            let active = try #require(workout.activeSeconds)
            #expect(active <= Double(workout.end.milliseconds - workout.start.milliseconds) / 1000)
        }
    }

    @Test("Blood pressure readings have both members, which are also samples")
    func correlations() throws {
        let batches = try GeneratorLifeTests.berlin.get()
        let systolic = samples("HKQuantityTypeIdentifierBloodPressureSystolic", of: batches)
        let correlations = batches.flatMap(\.correlations)
        #expect(correlations.count == systolic.count && !systolic.isEmpty)
        for (correlation, sample) in zip(correlations, systolic) {
            #expect(correlation.members.count == 2)
            #expect(correlation.members[0].value == sample.value && correlation.start.milliseconds == sample.start)
            #expect(correlation.members[1].value < sample.value)
        }
    }
}

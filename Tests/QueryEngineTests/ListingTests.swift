import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import Testing

@Suite("Listings: samples, workouts, summaries")
struct ListingTests {
    private func listing(
        _ metric: MetricID = .steps, newest: Bool = false, limit: Int? = nil, unit: (String, String)? = nil,
        to: Int64 = clock(24), _ change: (inout Plan) -> Void = { _ in }
    ) throws -> Plan {
        var plan = Plan.inUTC([], from: clock(0), to: to, change)
        plan.subject = .samples(
            SampleListing(
                metric: metric, storageUnit: unit.flatMap { HealthUnit($0.0) }, unit: unit.flatMap { HealthUnit($0.1) },
                isNewestFirst: newest))
        plan.limit = limit
        return plan
    }

    private func source(batchSize: Int) -> ListedSamples {
        var source = ListedSamples(
            (0..<20).map { TestSample(start: clock($0), end: clock($0, 30), value: Double($0), source: $0 % 2 == 0 ? "Watch" : "iPhone") }
                + [TestSample(start: clock(3), end: clock(3, 30), value: 3, source: "Band")])
        source.batchSize = batchSize
        return source
    }

    @Test("Samples are in order, with a limit, and with the newest first", arguments: [1, 4, 100])
    func order(batchSize: Int) throws {
        let source = source(batchSize: batchSize)
        let all = try listing().run(source)
        #expect(all.rowCount == 21)
        #expect(all.starts == all.starts.sorted())
        #expect(all.keys[1].values[3...4] == [.text("Band"), .text("iPhone")])
        let first = try listing(limit: 4).run(source)
        #expect(first.columns[0].values == [0, 1, 2, 3])
        #expect(first.keys[1].values.last == .text("Band"))
        let newest = try listing(newest: true, limit: 3).run(source)
        #expect(newest.columns[0].values == [19, 18, 17])
        let tied = try listing(newest: true, limit: 17).run(source)
        #expect(tied.columns[0].values.last == 3)
        #expect(tied.keys[1].values.last == .text("iPhone"))
        #expect(try listing(limit: 0).run(source).rowCount == 0)
    }

    @Test("A listing contains only matching samples, unclipped and in the requested unit")
    func selection() throws {
        let plan = try listing(unit: ("km", "m"), to: clock(2, 10)) { $0.predicate = .text(.source, .equals(["Watch"])) }
        let table = try plan.run(source(batchSize: 100))
        #expect(table.columns[0].values == [0, 2000])
        #expect(table.columns[0].unit == "m")
        #expect(table.ends == [clock(0, 30), clock(2, 30)])
    }

    @Test("Category values have short names; names of newer values lose only Apple's prefix")
    func categories() throws {
        let source = ListedSamples([
            TestSample(metric: .sleep, start: clock(1), end: clock(2), value: 3),
            TestSample(metric: .sleep, start: clock(2), end: clock(3), value: -1, metadata: ["HKCategoryValueName": "HKCategoryValueNew"]),
        ])
        let table = try listing(.sleep).run(source)
        #expect(table.columns[0].texts == ["core", "new"])
    }

    @Test("S7.1 Fields of workouts work as measures and conditions; meters swum and kilometers run add up")
    func workouts() throws {
        func workout(_ hour: Int, _ activity: String, active: Double?, distance: (String, Double, String)? = nil, number: Int64) -> Workout
        {
            var workout = Workout(
                activity: "HKWorkoutActivityType" + activity, start: Instant(milliseconds: clock(hour)),
                end: Instant(milliseconds: clock(hour + 1)), activeSeconds: active, source: 0)
            workout.number = number
            if let (metric, sum, unit) = distance {
                workout.statistics = [
                    Workout.Statistic(metric: MetricID("HKQuantityTypeIdentifier" + metric), sum: sum, unit: unit),
                    Workout.Statistic(metric: MetricID("HKQuantityTypeIdentifierActiveEnergyBurned"), sum: sum * 10, unit: "kcal"),
                ]
            }
            return workout
        }
        // The scan delivers workouts as samples. Their numbers connect the two.
        var source = ListedSamples(
            [6, 8, 8, 10].map { TestSample(metric: .workouts, start: clock($0), end: clock($0 + 1), value: 37, source: "Watch") })
        source.workoutList = [
            workout(6, "Yoga", active: 3000, number: 1),
            workout(8, "Running", active: 1800, distance: ("DistanceWalkingRunning", 5, "km"), number: 2),
            workout(8, "Cycling", active: nil, number: 3),
            workout(10, "Swimming", active: 600, distance: ("DistanceSwimming", 1500, "m"), number: 4),
        ]
        func value(_ aggregate: Aggregate, _ field: WorkoutField? = nil, _ predicate: Predicate? = nil) throws -> Double? {
            try Plan.inUTC([.of(aggregate, .workouts, style: nil, field: field)], from: clock(0), to: clock(24)) {
                $0.predicate = predicate
            }.values(source)[0]
        }
        // The run and the ride overlap, and the ride counts all of its hour.
        #expect(try value(.duration) == 3000 + 3600 + 600.0)
        #expect(try value(.count) == 4)
        #expect(try value(.sum, .distance) == 6.5)
        // The workout without a recorded duration was active for all of its hour.
        #expect(try value(.max, .activeDuration) == 3600)
        #expect(try value(.count, .activeDuration) == 4)
        #expect(try value(.average, .statistic(MetricID("HKQuantityTypeIdentifierActiveEnergyBurned"))) == 7525)
        #expect(try value(.count, nil, .text(.activity, .equals(["HKWorkoutActivityTypeYoga"]))) == 1)
        #expect(try value(.count, nil, .text(.activity, .equals(["running"]))) == 1)
        #expect(try value(.count, nil, .number(.workout(.distance), .greater, 2)) == 1)
        #expect(try value(.count, nil, .numberMissing(.workout(.distance))) == 2)
        var plan = try listing(.workouts)
        plan.subject = .samples(SampleListing(metric: .workouts, storageUnit: nil, unit: nil))
        #expect(try plan.run(source).columns[0].texts?.first == "yoga")
    }

    @Test("S7.2 Summaries: a ring has a goal and progress; with a goal of 0, it has neither")
    func summaries() throws {
        var first = ActivitySummary(day: "2024-03-10")
        (first.activeEnergy, first.activeEnergyGoal) = (450, 500)
        (first.exerciseTime, first.exerciseTimeGoal) = (45, 30)
        (first.standHours, first.standHoursGoal) = (6, 12)
        var second = ActivitySummary(day: "2024-03-11")
        (second.activeEnergy, second.activeEnergyGoal) = (100, 0)
        second.isPaused = true
        var source = ListedSamples([])
        source.summaryList = [first, second, ActivitySummary(day: "2024-03-12")]
        var plan = Plan.inUTC([], from: clock(0), to: clock(48), now: clock(30))
        plan.subject = .summaries
        let table = try plan.run(source)
        #expect(table.starts == [clock(0), clock(24)])
        #expect(table.partial == [false, true])
        let columns = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0.values) })
        #expect(columns["move"] == [450, 100])
        #expect(columns["moveGoal"] == [500, nil])
        #expect(columns["moveProgress"] == [0.9, nil])
        #expect(columns["exerciseProgress"] == [1.5, nil])
        #expect(columns["standProgress"] == [0.5, nil])
        #expect(columns["moveTime"] == nil)
        plan.hasAllSummaryColumns = true
        #expect(try plan.run(source).columns.map(\.name) == RingColumn.all.map(\.name))
        #expect(table.keys[0].values == [nil, .text("paused")])
    }
}

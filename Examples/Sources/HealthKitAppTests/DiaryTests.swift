import HealthKit
import Testing

@testable import HealthKitApp

@Suite("Permissions, entries, nights and workouts")
struct DiaryTests {
    private let app = "com.example.diary"

    // MARK: Permissions

    @Test("Asking succeeds and grants nothing; the person decides")
    func permissions() async throws {
        let store = try filled()
        let diary = try store.acting(as: app)
        #expect(try await HealthAccess.request(from: diary))
        #expect(await answer { HealthAccess.request(from: diary, then: $0) })
        #expect(HealthAccess.waterLabel(diary) == "not asked yet")
        #expect(try await HealthAccess.mustAsk(diary))
        #expect(await Diary(store: diary).drink(milliliters: 250, at: at("2026-03-28 12:00")) == .askForPermission)
        try store.load(#"deny "\#(app)" to write dietaryWater"#)
        #expect(HealthAccess.waterLabel(diary) == "not allowed")
        #expect(await Diary(store: diary).drink(milliliters: 250, at: at("2026-03-28 12:00")) == .denied)
        try store.load(#"allow "\#(app)" to write dietaryWater, bodyMass, mindfulSession"#)
        #expect(HealthAccess.waterLabel(diary) == "allowed")
        #expect(try await !HealthAccess.mustAsk(diary))
        #expect(await Diary(store: diary).drink(milliliters: 250, at: at("2026-03-28 12:00")) == .saved)
        let litres = try await StatisticsReader(store: store).total(.dietaryWater, .liter(), in: period("2026-03-28", "2026-03-29"))
        #expect(litres == 0.25)
    }

    @Test("An app that may not read a type sees its own samples of the type, without an error")
    func reading() async throws {
        let store = try filled(#"add 100 count steps from "Watch" at 2026-03-28 08:00 for 10min"#)
        try store.load(#"allow "\#(app)" to write steps"#)
        let diary = try store.acting(as: app)
        try await diary.save(walk(30, "2026-03-28 09:00"))
        #expect(try await SampleReader(store: diary).steps(nil) == [30])
        try store.load(#"allow "\#(app)" to read steps"#)
        #expect(try await SampleReader(store: diary).steps(nil) == [100, 30])
    }

    @Test("A guest cannot save")
    func guest() async throws {
        let store = try filled()
        try store.load(#"allow "\#(app)" to write dietaryWater; set device state = guest"#)
        let diary = try store.acting(as: app)
        #expect(await Diary(store: diary).drink(milliliters: 250, at: at("2026-03-28 12:00")) == .guest)
    }

    @Test("A locked device does not let an app read, and keeps what it saves")
    func locked() async throws {
        let store = try filled()
        try store.load(#"allow "\#(app)" to write dietaryWater, read dietaryWater; set device state = locked"#)
        let diary = try store.acting(as: app)
        #expect(await Diary(store: diary).drink(milliliters: 250, at: at("2026-03-28 12:00")) == .saved)
        do {
            _ = try await SampleReader(store: diary).samples(HKQuantityType(.dietaryWater), nil)
            Issue.record("a locked device was read")
        } catch let error as HKError {
            #expect(error.code == .errorDatabaseInaccessible)
        }
        try store.load("set device state = unlocked")
        #expect(try await SampleReader(store: diary).samples(HKQuantityType(.dietaryWater), nil).count == 1)
    }

    @Test("The handler's form of save reports its success, or the code of its error")
    func saving() async throws {
        let store = try filled()
        let time = at("2026-03-28 07:00")
        let owner: (Bool, Int?) = await answer { finish in
            Diary(store: store).weigh(kilograms: 80, at: time) { finish(($0, $1)) }
        }
        #expect(owner == (true, nil))
        #expect(try await SampleReader(store: store).latest(.bodyMass, .gramUnit(with: .kilo)) == 80)
        let diary = try store.acting(as: app)
        let undecided: (Bool, Int?) = await answer { finish in
            Diary(store: diary).weigh(kilograms: 80, at: time) { finish(($0, $1)) }
        }
        #expect(undecided == (false, 5))
    }

    @Test("A store does not keep the date of birth, so the app shows no age")
    func profile() async throws {
        let profile = Profile(store: try filled())
        #expect(profile.age(at: at("2026-03-28")) == nil)
        #expect(try profile.sex() == "not set")
        #expect(try await profile.usesMiles() == (Locale.current.measurementSystem == .us))
    }

    // MARK: Entries

    @Test("Mindful minutes are those of sessions that began on the day")
    func mindful() async throws {
        let diary = Diary(store: try filled())
        try await diary.meditate(from: at("2026-03-27 23:50"), to: at("2026-03-28 00:10"))
        try await diary.meditate(from: at("2026-03-28 07:00"), to: at("2026-03-28 07:10"))
        try await diary.meditate(from: at("2026-03-28 21:00"), to: at("2026-03-28 21:15"))
        #expect(try await diary.mindfulMinutes(on: period("2026-03-28", "2026-03-29")) == 25)
    }

    @Test("Blood pressure is a correlation of two samples")
    func bloodPressure() async throws {
        let store = try filled()
        let diary = Diary(store: store)
        try await diary.saveBloodPressure(systolic: 135, diastolic: 85, at: at("2026-03-28 19:00"))
        try await diary.saveBloodPressure(systolic: 120, diastolic: 80, at: at("2026-03-28 07:00"))
        #expect(try await diary.bloodPressures() == ["120/80", "135/85"])
        #expect(try await SampleReader(store: store).latest(.bloodPressureSystolic, .millimeterOfMercury()) == 135)
    }

    // MARK: Nights and workouts

    @Test("A night counts the time asleep once, on the night when clocks skip an hour, too")
    func sleep() async throws {
        let reader = SleepReader(
            store: try filled(
                """
                add core sleep from "Watch" at 2026-03-28 23:00 for 2h
                add deep sleep from "Watch" at 2026-03-29 01:00 to 2026-03-29 04:00
                add awake sleepAnalysis from "Watch" at 2026-03-29 04:00 for 30min
                add unspecified sleep from "iPhone" at 2026-03-28 23:30 for 2h
                """))
        let night = period("2026-03-28 18:00", "2026-03-29 12:00")
        #expect(try await reader.hoursAsleep(in: night) == 4)
        #expect(try await reader.minutes(of: .asleepDeep, in: night) == 120)
        #expect(try await reader.minutes(of: .awake, in: night) == 30)
    }

    @Test("Workouts by activity and duration, with their energy and heart rates")
    func workouts() async throws {
        let store = try filled(#"load heartRate from "Watch" at 2026-03-28 08:50 every 10min for 0s: 99 140 155 150 120 180"#)
        func workout(_ activity: HKWorkoutActivityType, _ start: String, _ end: String, pause: DateInterval? = nil) -> HKWorkout {
            let events = pause.map {
                [
                    HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: $0.start, duration: 0), metadata: nil),
                    HKWorkoutEvent(type: .resume, dateInterval: DateInterval(start: $0.end, duration: 0), metadata: nil),
                ]
            }
            return HKWorkout(
                activityType: activity, start: at(start), end: at(end), workoutEvents: events,
                totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 400),
                totalDistance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 8), metadata: [HKMetadataKeyIndoorWorkout: false])
        }
        try await store.save([
            workout(.running, "2026-03-28 09:00", "2026-03-28 09:35"),
            workout(.running, "2026-03-27 09:00", "2026-03-27 09:20"),
            workout(.running, "2026-03-26 09:00", "2026-03-26 09:35", pause: period("2026-03-26 09:10", "2026-03-26 09:20")),
            workout(.cycling, "2026-03-25 09:00", "2026-03-25 10:00"),
        ])
        let reader = WorkoutReader(store: store)
        let runs = try await reader.runs(atLeast: 20)
        #expect(runs.map(\.startDate) == [at("2026-03-28 09:00"), at("2026-03-27 09:00"), at("2026-03-26 09:00")])
        #expect(runs.map(\.duration) == [2100, 1200, 1500])
        #expect(try await reader.runs(atLeast: 30).map(\.startDate) == [at("2026-03-28 09:00")])
        let run = try #require(runs.first)
        #expect(reader.kilocalories(run) == 400)
        #expect(run.totalDistance?.doubleValue(for: .meter()) == 8000)
        #expect(run.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
        // 09:00 to 09:35 has 140, 155, 150 and 120.
        #expect(try await reader.highestHeartRate(during: run) == 155)
    }
}

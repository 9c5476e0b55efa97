import CalendarIntervals
import DemoData
import Foundation
import HealthImport
import HealthModel
import Testing

@Suite("Fitbit")
struct FitbitTests {
    private static let berlin = Zone.named("Europe/Berlin")

    private static func options(_ zone: Zone?) -> ImportOptions {
        var options = ImportOptions()
        options.zone = zone
        return options
    }

    /// Imports an archive with these files.
    private func imported(_ files: KeyValuePairs<String, String>, options: ImportOptions = Self.options(Self.berlin)) throws -> Imported {
        try importBytes(ZipTestArchive.make(files.map { .init($0.key, $0.value) }), options: options)
    }

    /// Imports a single file with a name.
    private func importedFile(_ name: String, _ text: String, options: ImportOptions = Self.options(Self.berlin)) throws -> Imported {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-fitbit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name)
        try Data(text.utf8).write(to: path)
        return try importFile(path.path, options: options)
    }

    /// The samples as texts: the metric, the start in UTC, the minutes and the value.
    private func texts(_ imported: Imported) -> [String] {
        imported.rows.map { row in
            let start = Date(timeIntervalSince1970: Double(row.start) / 1000)
            let clock = ISO8601DateFormatter().string(from: start).dropLast(4)
            return "\(row.metric) \(clock) \((row.end - row.start) / 60_000) \(OwnNumber.text(row.value))"
        }.sorted()
    }

    private enum OwnNumber {
        static func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
    }

    // MARK: - Documents and tables of the same days

    @Test("Of a day in which documents end, tables have the hours before their first and after their last")
    func hoursOfDocuments() throws {
        let steps = "Takeout/Fitbit/Global Export Data/steps-2024-01-01.json"
        let table = "Takeout/Fitbit/Physical Activity_GoogleData/steps_2024-01-01.csv"
        func document(_ rows: (clock: String, value: Int)...) -> String {
            "[" + rows.map { "{\"dateTime\":\"01/01/24 \($0.clock):00\",\"value\":\"\($0.value)\"}" }.joined(separator: ",") + "]"
        }
        func found(_ document: String, _ clocks: String...) throws -> [String] {
            let rows = clocks.map { "2024-01-01T\($0):00Z,5,Charge" }.joined(separator: "\n")
            let all = try imported([steps: document, table: "timestamp,steps,data source\n\(rows)\n"])
            return texts(all).map { String($0.split(separator: " ")[1].suffix(5)) }
        }
        // 8:05 and 10:55 are in hours of the document, 7:59 and 11:00 are not.
        #expect(
            try found(document(("08:30", 12), ("10:30", 7)), "07:59", "08:05", "10:55", "11:00") == ["07:59", "08:30", "10:30", "11:00"])
        // Minutes of 0 show how far the document reaches, but not if it has nothing else.
        #expect(try found(document(("08:30", 12), ("10:30", 0)), "10:55", "11:00") == ["08:30", "11:00"])
        #expect(try found(document(("08:30", 0), ("10:30", 0)), "08:40", "11:00") == ["08:40", "11:00"])
    }

    // MARK: - Series

    @Test("Steps, distances and floors have times in UTC, and minutes of 0 are left out")
    func minutes() throws {
        let found = try imported([
            "Takeout/Fitbit/Global Export Data/steps-2024-01-01.json":
                #"[{"dateTime" : "01/01/24 23:30:00", "value" : "12"},{"dateTime" : "01/01/24 23:31:00", "value" : "0"}]"#,
            "Takeout/Fitbit/Global Export Data/distance-2024-01-01.json": #"[{"dateTime" : "01/01/24 23:30:00", "value" : "840"}]"#,
            "Takeout/Fitbit/Global Export Data/altitude-2024-01-01.json": #"[{"dateTime" : "01/01/24 23:30:00", "value" : "30"}]"#,
        ])
        #expect(
            texts(found) == [
                "distanceWalkingRunning 2024-01-01T23:30 1 0.008", "flightsClimbed 2024-01-01T23:30 1 3.0",
                "stepCount 2024-01-01T23:30 1 12.0",
            ])
        #expect(found.report.readings == ["1 minute or day with 0 left out"])
    }

    @Test("Calories are total energy, by the clock on the wall")
    func calories() throws {
        let found = try imported(["calories-2024-01-01.json": #"[{"dateTime" : "07/01/24 00:30:00", "value" : "1.15"}]"#])
        #expect(texts(found) == ["totalEnergyBurned 2024-06-30T22:30 1 1.15"])
        #expect(
            found.report.readings == ["times of sleep, weights, calories and days without an offset, in Europe/Berlin"])
    }

    @Test("A heart rate has its confidence as metadata, and one of 0 is not a measurement")
    func heartRates() throws {
        let found = try imported([
            "heart_rate-2024-01-01.json": """
            [{"dateTime" : "01/02/24 05:00:03", "value" : {"bpm" : 63, "confidence" : 2}},
            {"dateTime" : "01/02/24 05:00:08", "value" : {"bpm" : 64, "confidence" : 0}},
            {"dateTime" : "01/02/24 05:00:13", "value" : {"bpm" : 0, "confidence" : 0}}]
            """
        ])
        #expect(found.rows.map(\.value) == [63, 64] && found.rows.map(\.metadata) == [["confidence": "2"], ["confidence": "0"]])
        #expect(found.issues == [.noMeasurement: [1]] && found.report.findings.skippedRows == 1)
    }

    @Test("Days are dates of the person, and days with 0 are left out")
    func daily() throws {
        let found = try imported([
            "very_active_minutes-2024-03-01.json":
                #"[{"dateTime":"03/31/24 00:00:00","value":"45"},{"dateTime":"04/01/24 00:00:00","value":"0"}]"#,
            "resting_heart_rate-2024-03-01.json": """
            [{"dateTime":"03/31/24 00:00:00","value":{"date":"03/31/24","value":60.5,"error":6.7}},
            {"dateTime":"04/01/24 00:00:00","value":{"date":null,"value":0.0,"error":0.0}}]
            """,
            "time_in_heart_rate_zones-2024-03-31.json": """
            [{"dateTime":"03/31/24 00:00:00","value":{"valuesInZones":{"BELOW_DEFAULT_ZONE_1":1400.0,"IN_DEFAULT_ZONE_1":30.0,\
            "IN_DEFAULT_ZONE_2":8.0,"IN_DEFAULT_ZONE_3":2.0}}}]
            """,
            "demographic_vo2_max-2024-03-01.json": #"[{"dateTime":"03/31/24 00:00:00","value":{"demographicVO2Max":45.5}}]"#,
        ])
        // The clocks go forward, so the day has 23 hours.
        #expect(
            texts(found) == [
                "cardioZone 2024-03-30T23:00 1380 8.0", "fatBurnZone 2024-03-30T23:00 1380 30.0", "peakZone 2024-03-30T23:00 1380 2.0",
                "restingHeartRate 2024-03-30T23:00 0 60.5", "vigorousActivity 2024-03-30T23:00 1380 45.0", "vo2Max 2024-03-30T23:00 0 45.5",
            ])
    }

    @Test("A number that is not one, and a time that can't be read, are skipped and counted")
    func flaws() throws {
        let found = try importedFile(
            "steps-2024-01-01.json",
            """
            [{"dateTime":"01/01/24 08:00:00","value":"x"},
            {"dateTime":"13/01/24 08:00:00","value":"5"},
            {"dateTime":"01/01/24908:00:00","value":"5"},
            {"dateTime":"01/01/24 08x00:00","value":"5"},
            {"value":"5"},
            {"dateTime":"01/01/24 08:01:00"},
            {"dateTime":"01/01/24 08:02:00","value":"7"}]
            """)
        #expect(found.rows.map(\.value) == [7])
        #expect(found.issues == [.badValue: [1], .badDate: [2, 3, 4], .missingDate: [5], .missingValue: [6]])
        #expect(found.report.findings.rows == 7 && found.report.findings.skippedRows == 6)
    }

    @Test(
        "A number of JSON that can't be read skips its row, and not the rows after it",
        arguments: ["1e999", "-1e999", "1.2.3", "Infinity", "-Infinity", "--5"])
    func unreadableNumbers(number: String) throws {
        let found = try importedFile(
            "steps-2024-01-01.json",
            """
            [{"dateTime":"01/01/24 08:00:00","value":\(number)},
            {"dateTime":"01/01/24 08:01:00","other":\(number),"value":7}]
            """)
        #expect(found.rows.map(\.value) == [7])
        #expect(found.issues == [.badValue: [1]])
        #expect(found.report.findings.rows == 2 && found.report.isComplete)
    }

    // MARK: - Sleep

    private func night(_ start: String, _ end: String, _ levels: String) -> String {
        #"[{"logId":1,"startTime":"\#(start)","endTime":"\#(end)","mainSleep":true,"levels":\#(levels)}]"#
    }

    @Test("Short wakes are cut out of the stages that they interrupt, also over the border of two")
    func wakes() throws {
        let found = try imported([
            "sleep-2024-01-01.json": night(
                "2024-01-01T23:00:00.000", "2024-01-02T00:40:00.000",
                """
                {"data":[{"dateTime":"2024-01-01T23:00:00.000","level":"light","seconds":3600},
                {"dateTime":"2024-01-02T00:00:00.000","level":"deep","seconds":1800},
                {"dateTime":"2024-01-02T00:30:00.000","level":"wake","seconds":600}],
                "shortData":[{"dateTime":"2024-01-01T23:59:00.000","level":"wake","seconds":120},
                {"dateTime":"2024-01-02T00:31:00.000","level":"wake","seconds":60}]}
                """)
        ])
        #expect(
            texts(found) == [
                "sleepAnalysis 2024-01-01T22:00 59 3.0", "sleepAnalysis 2024-01-01T22:59 1 2.0", "sleepAnalysis 2024-01-01T23:00 1 2.0",
                "sleepAnalysis 2024-01-01T23:01 29 4.0", "sleepAnalysis 2024-01-01T23:30 10 2.0",
            ])
    }

    @Test("Restless is awake, and an unknown level is skipped")
    func classic() throws {
        let found = try imported([
            "sleep-2024-01-01.json": night(
                "2024-01-01T13:00:00.000", "2024-01-01T14:00:00.000",
                """
                {"data":[{"dateTime":"2024-01-01T13:00:00.000","level":"asleep","seconds":1800},
                {"dateTime":"2024-01-01T13:30:00.000","level":"restless","seconds":600},
                {"dateTime":"2024-01-01T13:40:00.000","level":"floating","seconds":600},
                {"dateTime":"2024-01-01T13:50:00.000","level":"awake","seconds":600}]}
                """)
        ])
        #expect(found.rows.map(\.value) == [1, 2, 2] && found.issues == [.badValue: [1]])
    }

    @Test("A night has the clock of its start, also when clocks change in it")
    func clockChange() throws {
        let found = try imported([
            "sleep-2024-03-01.json": night(
                "2024-03-30T23:00:00.000", "2024-03-31T06:00:00.000",
                #"{"data":[{"dateTime":"2024-03-31T02:30:00.000","level":"rem","seconds":12600}]}"#)
        ])
        #expect(texts(found) == ["sleepAnalysis 2024-03-31T01:30 210 5.0"])
        #expect(found.report.findings.unclearTimes.count == 0)
    }

    @Test("A night that was typed in has no levels, and is asleep")
    func typedNight() throws {
        let found = try imported(["sleep-2024-01-01.json": night("2024-01-01T23:00:00.000", "2024-01-02T06:00:00.000", "{}")])
        #expect(texts(found) == ["sleepAnalysis 2024-01-01T22:00 420 1.0"])
    }

    // MARK: - Exercises and weights

    @Test(
        "An exercise is a workout with its totals, and not a sample of steps or energy",
        arguments: [("Mile", 1609.344), ("Kilometer", 1000)])
    func exercise(unit: String, meters: Double) throws {
        let found = try imported([
            "exercise-0.json": """
            [{"logId":1,"activityName":"Outdoor Bike","averageHeartRate":120,"calories":250,"distance":10,"distanceUnit":"\(unit)",
            "duration":2400000,"activeDuration":2100000,"steps":90,"startTime":"01/05/24 16:00:00"}]
            """
        ])
        #expect(found.rows.isEmpty)
        let workout = try #require(found.sink.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeCycling" && workout.activeSeconds == 2100)
        #expect(workout.start.milliseconds == milliseconds("2024-01-05T16:00:00Z"))
        #expect(workout.end.milliseconds == milliseconds("2024-01-05T16:40:00Z"))
        let sums = Dictionary(workout.statistics.map { ($0.metric.shortName, $0.sum ?? $0.average ?? 0) }, uniquingKeysWith: +)
        #expect(abs((sums["distanceCycling"] ?? 0) * 1000 - 10 * meters) < 1e-6)
        #expect(
            sums["totalEnergyBurned"] == 250 && sums["stepCount"] == 90 && sums["heartRate"] == 120 && sums["activeEnergyBurned"] == nil)
    }

    @Test("Weights are pounds by the clock on the wall, with fat and BMI")
    func weights() throws {
        let found = try imported([
            "weight-2024-01-01.json": #"[{"logId":1,"weight":100,"bmi":20.5,"fat":25,"date":"01/01/24","time":"07:00:00"}]"#
        ])
        #expect(
            texts(found) == [
                "bodyFatPercentage 2024-01-01T06:00 0 0.25", "bodyMass 2024-01-01T06:00 0 45.359", "bodyMassIndex 2024-01-01T06:00 0 20.5",
            ])
    }

    @Test("A weight without a time is of the whole day, and one whose time is not a text is skipped", arguments: ["true", "1E400", "{}"])
    func weightsWithoutTimes(time: String) throws {
        let found = try imported([
            "weight-2024-01-01.json": """
            [{"logId":1,"weight":100,"date":"01/01/24"},{"logId":2,"weight":110,"date":"01/02/24","time":null},
            {"logId":3,"weight":120,"bmi":20.5,"date":"01/03/24","time":\(time)}]
            """
        ])
        #expect(texts(found) == ["bodyMass 2023-12-31T23:00 0 45.359", "bodyMass 2024-01-01T23:00 0 49.895"])
        #expect(found.report.findings.skippedRows == 2)
    }

    // MARK: - Tables

    @Test("A day of a metric counts in documents or else in tables of Google, where each device is a source")
    func once() throws {
        let found = try imported([
            "Takeout/Fitbit/Physical Activity_GoogleData/steps_2024-01-01.csv":
                "timestamp,steps,data source\n2024-01-01T08:00:00Z,10,Charge 6\n2024-01-02T08:00:00Z,20,Charge 6\n2024-01-02T08:00:00Z,30,Phone\n",
            "Takeout/Fitbit/Global Export Data/steps-2024-01-01.json": #"[{"dateTime":"01/01/24 08:00:00","value":"10"}]"#,
        ])
        #expect(
            texts(found) == ["stepCount 2024-01-01T08:00 1 10.0", "stepCount 2024-01-02T08:00 1 20.0", "stepCount 2024-01-02T08:00 1 30.0"])
        #expect(Set(found.rows.map(\.source)) == ["Fitbit", "Fitbit (Charge 6)", "Fitbit (Phone)"])
        #expect(found.report.readings == ["stepCount of each day once: 1 row of other files left out"])
    }

    @Test("Single values of a night come before its average, and 50 % of oxygen is not a measurement")
    func averages() throws {
        let found = try imported([
            "Heart Rate Variability/Daily Heart Rate Variability Summary - 2024-01-(02).csv":
                "timestamp,rmssd,nremhr,entropy\n2024-01-02T00:00:00,33.5,55,2.6\n2024-01-03T00:00:00,31.5,55,2.6\n",
            "Heart Rate Variability/Heart Rate Variability Details - 2024-01-02.csv":
                "timestamp,rmssd,coverage,low_frequency,high_frequency\n2024-01-02T02:35:00,30.5,0.96,1,2\n",
            "Oxygen Saturation (SpO2)/Minute SpO2 - 2024-01-02.csv":
                "timestamp,value\n2024-01-02T02:35:00Z,96.5\n2024-01-02T02:36:00Z,50.0\n",
            "Temperature/Computed Temperature - 2024-01-02.csv":
                "type,sleep_start,sleep_end,temperature_samples,nightly_temperature\nSKIN,2024-01-01T23:00,2024-01-02T06:00,1,33.5\n",
            "Sleep Score/sleep_score.csv": "sleep_log_entry_id,timestamp,overall_score\n1,2024-01-02T05:00:00Z,82\n",
            "Active Zone Minutes (AZM)/Active Zone Minutes - 2024-01-01.csv":
                "date_time,heart_zone_id,total_minutes\n2024-01-02T09:13,CARDIO,2\n",
        ])
        #expect(
            texts(found) == [
                "activeZoneMinutes 2024-01-02T08:13 1 2.0", "appleSleepingWristTemperature 2024-01-01T22:00 420 33.5",
                "heartRateVariabilityRMSSD 2024-01-02T01:35 0 30.5", "heartRateVariabilityRMSSD 2024-01-02T23:00 0 31.5",
                "oxygenSaturation 2024-01-02T02:35 0 0.965", "sleepScore 2024-01-02T05:00 0 82.0",
            ])
        #expect(found.issues.keys.sorted { $0.rawValue < $1.rawValue } == [.noMeasurement])
    }

    @Test("A night of a table counts if no document has it, and the later of two versions counts")
    func tableNights() throws {
        let found = try imported([
            "Health Fitness Data_GoogleData/UserSleepStages_2024-01-05.csv": """
            sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end
            7,1,LIGHT,+01:00,2024-01-01T22:00:00Z,+01:00,2024-01-01T23:00:00Z
            8,2,DEEP,+05:30,2024-01-03T22:00:00Z,+05:30,2024-01-03T23:00:00Z
            9,3,REM,+05:30,2024-01-03T22:10:00Z,+05:30,2024-01-03T23:00:00Z

            """,
            "Health Fitness Data_GoogleData/UserSleeps_2024-01-05.csv": """
            sleep_id,sleep_type,start_utc_offset,sleep_start,end_utc_offset,sleep_end,algorithm_version
            8,STAGES,+05:30,2024-01-03T22:00:00Z,+05:30,2024-01-03T23:00:00Z,sleep_session_v1
            9,STAGES,+05:30,2024-01-03T22:10:00Z,+05:30,2024-01-03T23:00:00Z,sleep_session_v2

            """,
            "Global Export Data/sleep-2024-01-01.json": night("2024-01-01T22:30:00.000", "2024-01-02T00:30:00.000", "{}"),
        ])
        #expect(texts(found) == ["sleepAnalysis 2024-01-01T21:30 120 1.0", "sleepAnalysis 2024-01-03T22:10 50 5.0"])
        #expect(found.rows.last?.metadata == [MetadataKey.timeZone: "+05:30"])
        #expect(found.report.readings.last == "sleepAnalysis of each day once: 2 rows of other files left out")
    }

    @Test("A night of a table without stages is asleep, and one without an id is counted")
    func tableNightsWithoutStages() throws {
        let found = try imported([
            "UserSleepStages_2024-01-05.csv": """
            sleep_id,sleep_stage_id,sleep_stage_type,start_utc_offset,sleep_stage_start,end_utc_offset,sleep_stage_end
            8,2,DEEP,+01:00,2024-01-03T22:00:00Z,+01:00,2024-01-03T23:00:00Z

            """,
            "UserSleeps_2024-01-05.csv": """
            sleep_id,sleep_type,start_utc_offset,sleep_start,end_utc_offset,sleep_end,data_source
            7,CLASSIC,+01:00,2024-01-02T22:00:00Z,+01:00,2024-01-03T05:00:00Z,MANUAL
            8,STAGES,+01:00,2024-01-03T22:00:00Z,+01:00,2024-01-03T23:00:00Z,DERIVED
            9,CLASSIC,+01:00,2024-01-03T22:10:00Z,+01:00,2024-01-03T23:00:00Z,MANUAL
            ,CLASSIC,+01:00,2024-01-04T22:10:00Z,+01:00,2024-01-04T23:00:00Z,MANUAL

            """,
        ])
        #expect(texts(found) == ["sleepAnalysis 2024-01-02T22:00 420 1.0", "sleepAnalysis 2024-01-03T22:00 60 4.0"])
        #expect(found.issues.keys.sorted { $0.rawValue < $1.rawValue } == [.missingValue])
    }

    @Test("A table whose line ends where a part of the file ends is read to its end", arguments: [1024, 65_536])
    func lineAtTheEndOfAPart(size: Int) throws {
        var text = "timestamp,rmssd,coverage,low_frequency,high_frequency\n"
        var count = 0
        /// Rows of 40 bytes, and one that fills up to the border.
        while text.utf8.count < size + 400 {
            let minute = count % 1440
            let clock = "\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00"
            var row = "2024-0\(1 + count / 1440 / 28)-\(10 + count / 1440 % 28 % 18)T\(clock),30,0.9,1,2"
            let rest = size - text.utf8.count - row.utf8.count - 1
            if (0..<40).contains(rest) { row += String(repeating: "0", count: rest) }
            text += row + "\n"
            count += 1
        }
        #expect(Array(text.utf8)[size - 1] == 0x0A)
        let name = "Heart Rate Variability Details - 2024-01-02.csv"
        #expect(try importedFile(name, text).report.findings.rows == count)
        #expect(try imported([name: text]).report.findings.rows == count)
    }

    @Test("An exercise of a table is a workout if no document has it")
    func tableExercises() throws {
        let found = try imported([
            "Health Fitness Data_GoogleData/UserExercises_2024-01-05.csv": """
            exercise_id,exercise_start,utc_offset,exercise_end,activity_name,tracker_total_calories,tracker_total_steps,\
            tracker_total_distance_mm,tracker_avg_heart_rate,tracker_peak_heart_rate
            1,2024-01-05T16:00:00Z,+01:00,2024-01-05T16:40:00Z,Walk,200,4000,3000000,101,140
            2,2024-01-06T16:00:00Z,+01:00,2024-01-06T16:40:00Z,Run,400,6000,7000000,150,180

            """,
            "exercise-0.json": #"[{"activityName":"Walk","duration":2400000,"startTime":"01/05/24 16:00:01"}]"#,
        ])
        #expect(found.sink.workouts.map(\.activity) == ["HKWorkoutActivityTypeWalking", "HKWorkoutActivityTypeRunning"])
        let statistics = try #require(found.sink.workouts.last?.statistics)
        #expect(statistics.first { $0.metric.shortName == "distanceWalkingRunning" }?.sum == 7)
        #expect(statistics.first { $0.metric.shortName == "heartRate" }?.maximum == 180)
    }

    // MARK: - Zones and files

    @Test(
        "The profile names the zone, if nobody else does",
        arguments: [
            "Takeout/Fitbit/Your Profile/Profile.csv", "MyFitbitData/JohnDoe/Personal & Account/Profile.csv", "Mein Profil/Profil.csv",
        ])
    func profile(path: String) throws {
        let profile = "id,full_name,timezone,height\nX,Y,America/New_York,170\n"
        func start(_ options: ImportOptions) throws -> (Int64?, String?) {
            let found = try imported(
                [
                    path: profile,
                    "Takeout/Fitbit/Global Export Data/calories-2024-01-01.json": #"[{"dateTime":"01/01/24 08:00:00","value":"1"}]"#,
                ], options: options)
            return (found.rows.first?.start, found.report.suggestedZone)
        }
        #expect(try start(Self.options(nil)) == (milliseconds("2024-01-01T13:00:00Z"), "America/New_York"))
        #expect(try start(Self.options(Self.berlin)) == (milliseconds("2024-01-01T07:00:00Z"), nil))
        var guess = Self.options(Self.berlin)
        guess.zoneIsGuess = true
        #expect(try start(guess).0 == milliseconds("2024-01-01T13:00:00Z"))
    }

    @Test("A table with the name of the profile and other columns is counted")
    func otherProfile() throws {
        let found = try imported(
            [
                "a/Profile.csv": "first_name,last_name\nX,Y\n",
                "a/steps-2024-01-01.json": #"[{"dateTime":"01/01/24 08:00:00","value":"5"}]"#,
            ], options: Self.options(nil))
        #expect(found.rows.count == 1 && found.report.findings.unreadElements == ["files of profile": 1])
    }

    @Test("Without a zone, times of the clock on the wall are skipped, and those in UTC are kept")
    func withoutZone() throws {
        let found = try imported(
            [
                "calories-2024-01-01.json": #"[{"dateTime":"01/01/24 08:00:00","value":"1"}]"#,
                "steps-2024-01-01.json": #"[{"dateTime":"01/01/24 08:00:00","value":"5"}]"#,
            ], options: Self.options(nil))
        #expect(texts(found) == ["stepCount 2024-01-01T08:00 1 5.0"] && found.issues == [.missingZone: [1]])
    }

    @Test("A time that clocks show twice is the first of the two, and the report counts it")
    func unclearTimes() throws {
        let found = try importedFile("calories-2024-10-01.json", #"[{"dateTime":"10/27/24 02:30:00","value":"1"}]"#)
        #expect(texts(found) == ["totalEnergyBurned 2024-10-27T00:30 1 1.0"])
        #expect(found.report.findings.unclearTimes.count == 1)
    }

    @Test("A file that is cut off keeps its entries, one that is damaged those before, and a table without data is empty")
    func damage() throws {
        let whole = #"{"dateTime":"01/01/24 08:00:00","value":"5"}"#
        let cut = try importedFile("steps-2024-01-01.json", "[\(whole),\n{\"dateTime\":\"01/01")
        #expect(cut.rows.count == 1 && cut.issues == [.cutOff: [2]] && !cut.report.isComplete)
        let damaged = try importedFile("steps-2024-01-01.json", "[\(whole) \(whole)]")
        #expect(damaged.rows.count == 1 && damaged.issues == [.garbage: [1]])
        let followed = try importedFile("steps-2024-01-01.json", "[\(whole)]\n[\(whole)]")
        #expect(followed.rows.count == 1 && followed.issues == [.garbage: [2]] && !followed.report.isComplete)
        let empty = try imported(["Minute SpO2 - 2024-01-01.csv": "no data", "steps-2024-01-01.json": "[]"])
        #expect(empty.rows.isEmpty && empty.issues.isEmpty && empty.report.emptiness == "contains no samples")
    }

    @Test("Files of an export that are not read are counted by the start of their names")
    func unread() throws {
        let found = try imported([
            "Takeout/Fitbit/Global Export Data/steps-2024-01-01.json": #"[{"dateTime":"01/01/24 08:00:00","value":"5"}]"#,
            "Takeout/Fitbit/Global Export Data/swim_lengths_data-2024-01-01.json": "[]",
            "Takeout/Fitbit/Heart Rate Variability/Heart Rate Variability Histogram - 2024-01-02.csv": "timestamp,bucket_values\n",
            "Takeout/Fitbit/Global Export Data/badge.json": "[]",
            "Takeout/Fitbit/Activities/123.tcx": "<TrainingCenterDatabase/>",
        ])
        #expect(found.report.findings.unreadElements == ["files of swim_lengths_data": 1, "files of heart rate variability histogram": 1])
        #expect(
            Dictionary(uniqueKeysWithValues: found.report.unreadFiles.entries.map { ($0.kind, $0.count) }) == [
                "JSON documents": 1, "recordings": 1,
            ])
    }

    @Test("The name of a single file says what its numbers are, and without it nothing is read")
    func names() throws {
        let text = #"[{"dateTime":"01/01/24 08:00:00","value":"5"}]"#
        #expect(try texts(importedFile("steps-2024-01-01 (1).json", text)) == ["stepCount 2024-01-01T08:00 1 5.0"])
        #expect(try importedFile("download.json", text).issues.keys.contains(.unreadableFile))
    }

    @Test(
        "Texts with escapes, a byte order mark, a comma after the last element, and unknown members are read",
        arguments: [
            #"[{"dateTime":"01\/01\/24 08:00:00","value":"5"}]"#, "\u{FEFF}[{\"dateTime\":\"01/01/24 08:00:00\",\"value\":5,},]",
            #"[{"x":{"y":[1,[2,{"z":null}],true]},"dateTime":"01/01/24 08:00:00","value":"\u0035"}]"#,
            #"[{"dateTime":"01/01/24 08:00:00","\u0076alue":" 5 ","note":"😀 \ud83d\ude00 \ud83d"}]"#,
        ])
    func forms(text: String) throws {
        #expect(try texts(importedFile("steps-2024-01-01.json", text)) == ["stepCount 2024-01-01T08:00 1 5.0"])
    }

    @Test("A value that is nested without end is damage")
    func depth() throws {
        let found = try importedFile("steps-2024-01-01.json", "[{\"dateTime\":" + String(repeating: "[", count: 100_000))
        #expect(found.rows.isEmpty && found.issues[.garbage] == [1])
    }

    @Test("A generated export has the samples of its manifest, and a second import adds nothing")
    func generated() throws {
        var options = GenerateOptions(now: Instant(milliseconds: 1_780_000_000_000), zone: Self.berlin ?? .utc)
        (options.form, options.size, options.seed) = (.fitbit, .days(40), 3)
        var bytes: [UInt8] = []
        let manifest = try generateExport(options) { bytes += $0 }
        let found = try importBytes(bytes, options: Self.options(Self.berlin))
        #expect(found.issues.isEmpty && found.report.isComplete && manifest.workoutCount > 3)
        #expect(found.report.findings.metrics.mapValues(\.count).filter { $0.key != .workouts } == manifest.sampleCounts)
        #expect(found.sink.workouts.count == manifest.workoutCount)
        #expect(found.report.readings.contains { $0.hasPrefix("stepCount of each day once") })
        var store = RecordingImport()
        try store.add(bytes)
        #expect(try store.add(bytes).added == 0)
        #expect(try store.add(bytes, threads: 3, rows: 100, chunk: 999).added == 0)
    }
}

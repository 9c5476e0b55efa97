import CalendarIntervals
import DemoData
import Foundation
import HealthImport
import HealthModel
import Testing

@Suite("Health Auto Export")
struct AutoExportTests {
    private static func options(sums: Bool = false) -> ImportOptions {
        var options = ImportOptions()
        options.zone = Zone.named("Europe/Berlin")
        options.keepsSums = sums
        return options
    }

    private func metric(_ name: String, _ unit: String, _ rows: String) -> String {
        #"{"data":{"metrics":[{"name":"\#(name)","units":"\#(unit)","data":[\#(rows)]}]}}"#
    }

    private func imported(_ name: String, _ unit: String, _ rows: String, sums: Bool = false) throws -> Imported {
        try importBytes(Array(metric(name, unit, rows).utf8), options: Self.options(sums: sums))
    }

    /// The samples as texts: the metric, the start in UTC, the seconds and the value.
    private func texts(_ imported: Imported) -> [String] {
        imported.rows.map { row in
            let clock = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(row.start) / 1000)).dropLast()
            return "\(row.metric) \(clock) \((row.end - row.start) / 1000) \((row.value * 1000).rounded() / 1000)"
        }.sorted()
    }

    // MARK: - Samples

    @Test(
        "Times have an offset, with hours of twelve in the words of a language",
        arguments: [
            ("2024-02-06 14:30:05 +0100", "13:30:05"), ("2024-02-06 2:30:05\u{202F}pm +0100", "13:30:05"),
            ("2024-02-06 2:30:05 PM +0100", "13:30:05"), ("2024-02-06 12:30:05 a.m. +0100", "23:30:05"),
            ("2024-02-06 下午2:30:05 +0100", "13:30:05"), ("2024-02-06T14:30:05Z", "14:30:05"), ("2024-02-06 14:30:05", "13:30:05"),
        ])
    func times(text: String, clock: String) throws {
        let found = try imported("respiratory_rate", "count/min", #"{"date":"\#(text)","qty":14,"source":"Watch"}"#)
        #expect(texts(found).first?.contains("T\(clock) 0 14.0") == true)
    }

    @Test(
        "A time with an unknown word, and hours that a clock of twelve lacks, are skipped",
        arguments: ["2:30:05 xx", "14:30:05 pm", "25:00:00"])
    func badTimes(clock: String) throws {
        let found = try imported("respiratory_rate", "count/min", #"{"date":"2024-02-06 \#(clock) +0100","qty":14}"#)
        #expect(found.rows.isEmpty && found.issues == [.badDate: [1]])
    }

    @Test(
        "Units are converted",
        arguments: [
            ("active_energy", "kJ", 4.184, 1.0), ("body_temperature", "degF", 98.6, 37), ("walking_running_distance", "mi", 1, 1.609),
            ("weight_body_mass", "lb", 100, 45.359), ("blood_oxygen_saturation", "%", 97, 0.97), ("heart_rate", "bpm", 61, 61),
            ("blood_glucose", "mg/dL", 100, 100), ("protein", "g", 30, 30), ("time_in_daylight", "min", 12, 12),
        ])
    func units(name: String, unit: String, number: Double, value: Double) throws {
        let found = try imported(name, unit, #"{"date":"2024-02-06 14:30:05 +0100","qty":\#(number),"source":"A"}"#)
        let row = try #require(found.rows.first)
        #expect(abs(row.value - value) < 0.001 && found.issues.isEmpty)
    }

    @Test("A unit that does not fit is skipped, and a metric that is not a quantity is counted")
    func otherUnits() throws {
        let wrong = try imported("weight_body_mass", "km", #"{"date":"2024-02-06 14:30:05 +0100","qty":1}"#)
        #expect(wrong.rows.isEmpty && wrong.issues == [.incompatibleUnit: [1]])
        let unknown = try imported("mood_swings", "count", #"{"date":"2024-02-06 14:30:05 +0100","qty":1}"#)
        #expect(unknown.rows.isEmpty && unknown.report.findings.unreadElements == ["values of mood_swings": 1])
    }

    @Test("The name of a metric can come after its values")
    func order() throws {
        let text =
            #"{"data":{"metrics":[{"data":[{"qty":14,"date":"2024-02-06 14:30:05 +0100"}],"units":"count/min","name":"respiratory_rate"}]}}"#
        #expect(try importBytes(Array(text.utf8)).rows.map(\.value) == [14])
    }

    @Test("The unit of a metric can come after many values")
    func unitAtTheEnd() throws {
        let rows = (0..<17_000).map { second in
            #"{"date":"2024-02-06 \#(String(format: "%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60)) +0100","qty":96}"#
        }
        let text = #"{"data":{"metrics":[{"name":"blood_oxygen_saturation","data":[\#(rows.joined(separator: ","))],"units":"%"}]}}"#
        let found = try importBytes(Array(text.utf8))
        #expect(found.rows.count == 17_000 && Set(found.rows.map(\.value)) == [0.96])
    }

    @Test("Text after the end of a document is damage")
    func textAfterTheEnd() throws {
        let text = metric("respiratory_rate", "count/min", #"{"date":"2024-02-06 14:30:05 +0100","qty":14,"source":"W"}"#)
        let found = try importBytes(Array((text + text).utf8))
        #expect(found.rows.count == 1 && found.issues == [.garbage: [1]] && !found.report.isComplete)
    }

    @Test("A sum of a day has the length of its day")
    func lengthOfDay() throws {
        let rows = [28, 29, 30].map { #"{"date":"2026-03-\#($0) 00:00:00 +0\#($0 == 30 ? 2 : 1)00","qty":2400,"source":"W"}"# }
        let found = try imported("step_count", "count", rows.joined(separator: ","), sums: true)
        #expect(found.rows.map { ($0.end - $0.start) / 3_600_000 } == [24, 23, 24])
    }

    @Test("A value has its source, or else the app, and the meal of a glucose")
    func sources() throws {
        let found = try imported(
            "blood_glucose", "mg/dL",
            #"{"date":"2024-02-06 14:30:05 +0100","qty":100,"source":"Meter","mealTime":"After Meal"},{"date":"2024-02-06 15:30:05 +0100","qty":90,"source":""}"#
        )
        #expect(found.rows.map(\.source) == ["Meter", "Health Auto Export"])
        #expect(found.rows.map(\.metadata) == [["HKBloodGlucoseMealTime": "2"], [:]])
    }

    @Test("A blood pressure is two samples and a correlation")
    func pressure() throws {
        let found = try imported(
            "blood_pressure", "mmHg", #"{"date":"2024-02-06 07:30:00 +0100","systolic":120,"diastolic":80,"source":"Cuff"}"#)
        #expect(found.rows.map(\.value).sorted() == [80, 120] && found.sink.correlations.count == 1)
    }

    // MARK: - Sums

    private func row(_ clock: String, _ value: Double, source: String = "Watch") -> String {
        #"{"date":"2024-02-0\#(clock) +0100","qty":\#(value),"source":"\#(source)"}"#
    }

    @Test(
        "Amounts whose times are all on a grid are sums and are left out, and --sums keeps them with their length",
        arguments: [
            (["6 00:00:00", "7 00:00:00"], "by day", 86_400), (["6 08:00:00", "6 10:00:00"], "by hour", 3600),
            (["6 08:00:00", "6 08:07:00"], "by minute", 60),
        ])
    func sums(clocks: [String], name: String, seconds: Int64) throws {
        let rows = clocks.map { row($0, 100) }.joined(separator: ",")
        let left = try imported("step_count", "count", rows)
        #expect(left.rows.isEmpty && left.report.findings.skippedRows == 2)
        #expect(
            left.report.findings.issues.entries.map { "\($0.issue.rawValue) \($0.detail) \($0.count)" } == ["summed stepCount \(name) 2"])
        let kept = try imported("step_count", "count", rows, sums: true)
        #expect(kept.rows.map { ($0.end - $0.start) / 1000 } == [seconds, seconds] && kept.issues.isEmpty)
        #expect(Set(kept.rows.map(\.source)) == ["Health Auto Export, \(name)"])
    }

    @Test("Amounts at any time are samples, except for those of several sources")
    func samples() throws {
        let rows = [row("6 08:00:00", 100), row("6 08:07:11", 20), row("6 08:09:12", 30, source: "iPhone|Watch")].joined(separator: ",")
        let found = try imported("step_count", "count", rows)
        #expect(found.rows.map(\.value) == [100, 20])
        #expect(found.report.findings.issues.entries.map(\.detail) == ["stepCount by second"])
    }

    @Test("Averages of days and hours are left out, and a heart rate with a least and a greatest number is an average")
    func averages() throws {
        let days = try imported("respiratory_rate", "count/min", [row("6 00:00:00", 14), row("7 00:00:00", 15)].joined(separator: ","))
        #expect(days.rows.isEmpty && days.report.findings.skippedRows == 2)
        let minute = #"{"date":"2024-02-06 08:00:00 +0100","Min":60,"Avg":70.5,"Max":80,"source":"Watch"}"#
        #expect(try imported("heart_rate", "count/min", minute).rows.isEmpty)
        let kept = try imported("heart_rate", "count/min", minute, sums: true)
        let reading = "heartRate: 1 average without extremes, so min and max are those of averages"
        #expect(kept.report.readings == [reading])
        #expect(kept.rows.map(\.value) == [70.5] && kept.rows.map(\.source) == ["Health Auto Export, by hour"])
        let exact = #"{"date":"2024-02-06 08:00:03 +0100","Min":70,"Avg":70,"Max":70,"source":"Watch"}"#
        #expect(texts(try imported("heart_rate", "count/min", exact)) == ["heartRate 2024-02-06T07:00:03 0 70.0"])
    }

    @Test("Food by the minute, and a resting heart rate at midnight, are samples")
    func usualGrids() throws {
        let water = [row("6 08:31:00", 250), row("6 12:05:00", 300)].joined(separator: ",")
        #expect(try imported("dietary_water", "mL", water).rows.count == 2)
        let resting = [row("6 00:00:00", 58), row("7 00:00:00", 60)].joined(separator: ",")
        #expect(try imported("resting_heart_rate", "count/min", resting).rows.map(\.value) == [58, 60])
    }

    @Test("Many samples are passed on while the document is read, and many values on a grid stay sums")
    func many() throws {
        func rows(_ second: Int) -> String {
            (0..<40_000).map { index in
                let parts = [1 + index / 1440, index / 60 % 24, index % 60, second].map { String(100 + $0).suffix(2) }
                return #"{"date":"2023-11-\#(parts[0])T\#(parts[1]):\#(parts[2]):\#(parts[3])Z","qty":1,"source":"W"}"#
            }.joined(separator: ",")
        }
        #expect(try imported("step_count", "count", rows(7)).rows.count == 40_000)
        #expect(try imported("step_count", "count", rows(0)).report.findings.skippedRows == 40_000)
    }

    // MARK: - Sleep and workouts

    @Test("Phases of sleep are samples, and sums of a night are left out")
    func sleep() throws {
        let found = try imported(
            "sleep_analysis", "hr",
            """
            {"startDate":"2024-02-06 01:00:00 +0100","endDate":"2024-02-06 01:30:00 +0100","value":"REM","qty":0.5,"source":"Watch"},
            {"startDate":"2024-02-06 00:00:00 +0100","endDate":"2024-02-06 07:00:00 +0100","value":"In Bed","qty":7,"source":"iPhone"},
            {"startDate":"2024-02-06 02:00:00 +0100","endDate":"2024-02-06 03:00:00 +0100","value":"Floating","qty":1,"source":"Watch"},
            {"date":"2024-02-06","asleep":7.5,"core":5,"sleepStart":"2024-02-05 23:00:00 +0100","sleepEnd":"2024-02-06 07:00:00 +0100"}
            """)
        #expect(texts(found) == ["sleepAnalysis 2024-02-05T23:00:00 25200 0.0", "sleepAnalysis 2024-02-06T00:00:00 1800 5.0"])
        #expect(found.issues == [.badValue: [3], .summedNight: [4]])
    }

    @Test("A workout of both versions has its totals and its route", arguments: [1, 2])
    func workout(version: Int) throws {
        let totals =
            version == 1
            ? #""activeEnergy":{"qty":418.4,"units":"kJ"},"avgHeartRate":{"qty":140,"units":"bpm"},"stepCount":{"qty":5000,"units":"count"}"#
            : #""activeEnergyBurned":{"qty":100,"units":"kcal"},"heartRate":{"avg":{"qty":140,"units":"bpm"}},"stepCount":[{"qty":2000},{"qty":3000}]"#
        let text = """
            {"data":{"workouts":[{"name":"Outdoor Run","start":"2024-02-06 07:00:00 +0100","end":"2024-02-06 08:00:00 +0100","duration":3500,
            "isIndoor":false,"distance":{"qty":10,"units":"km"},\(totals),"heartRateData":[{"date":"2024-02-06 07:00:00 +0100","Min":90,"Avg":100,"Max":110}],
            "route":[{"latitude":1,"longitude":2,"altitude":3,"timestamp":"2024-02-06 07:00:00 +0100"},
            {"lat":1.001,"lon":2,"altitude":3,"timestamp":"2024-02-06 07:05:00 +0100"}]}]}}
            """
        let found = try importBytes(Array(text.utf8))
        #expect(found.rows.isEmpty && found.issues.isEmpty)
        let workout = try #require(found.sink.workouts.first)
        #expect(workout.activity == "HKWorkoutActivityTypeRunning" && workout.activeSeconds == 3500)
        let sums = Dictionary(workout.statistics.map { ($0.metric.shortName, $0.sum ?? $0.average ?? 0) }, uniquingKeysWith: +)
        #expect(sums["distanceWalkingRunning"] == 10 && sums["stepCount"] == 5000 && sums["heartRate"] == 140)
        #expect(abs((sums["activeEnergyBurned"] ?? 0) - 100) < 1e-9 && workout.series.first?.count == 2)
    }

    // MARK: - Documents

    @Test("Symptoms and other lists are counted")
    func otherLists() throws {
        let text = #"{"data":{"cycleTracking":[{"id":1},{"id":2}],"symptoms":[{}],"metrics":[],"workouts":[]}}"#
        let found = try importBytes(Array(text.utf8))
        #expect(
            found.report.findings.unreadElements == ["cycleTracking": 2, "symptoms": 1] && found.report.emptiness == "contains no samples")
    }

    // MARK: - States of mind

    private func states(_ entries: String...) -> [UInt8] {
        Array(#"{"data":{"stateOfMind":[\#n\#(entries.joined(separator: ",\n"))\#n]}}"#.utf8)
    }

    @Test("A state of mind has its valence, kind, labels, associations and metadata")
    func stateOfMind() throws {
        let found = try importBytes(
            states(
                #"{"id":"A","kind":"momentary_emotion","start":"2026-04-30T18:26:49Z","end":"2026-04-30T18:26:49Z","valence":0.272,"#
                    + #""valenceClassification":"slightly_pleasant","labels":["excited","Calm"],"associations":["tasks","self_care"],"#
                    + #""metadata":{"note":"x"}}"#,
                #"{"kind":"daily_mood","start":"2026-04-30 20:00:00 +0200","valence":-1,"labels":[],"associations":[]}"#))
        #expect(texts(found) == ["stateOfMind 2026-04-30T18:00:00 0 -1.0", "stateOfMind 2026-04-30T18:26:49 0 0.272"])
        #expect(found.issues.isEmpty && found.report.isComplete)
        let facts = found.rows.map(\.metadata)
        #expect(facts.contains(["kind": "dailyMood"]))
        #expect(facts.contains(["associations": "selfCare, tasks", "kind": "momentaryEmotion", "labels": "calm, excited", "note": "x"]))
    }

    @Test("A state of mind without a usable time or valence is skipped with its line, and the others stay")
    func damagedStates() throws {
        let found = try importBytes(
            states(
                #"{"kind":"daily_mood","start":"2026-04-30 20:00:00 +0200","valence":1.2}"#,
                #"{"kind":"daily_mood","start":"2026-04-30 20:00:00 +0200","valence":"good"}"#,
                #"{"kind":"daily_mood","start":"2026-04-30 20:00:00 +0200"}"#, #"{"kind":"daily_mood","valence":0}"#,
                #"{"kind":"daily_mood","start":"soon","valence":0}"#,
                #"{"start":"2026-04-30 20:00:00 +0200","end":"2026-04-30 19:00:00 +0200","valence":0,"labels":["sad"]}"#,
                #"{"start":"2026-04-30 20:00:00 +0200","valence":"0.5","labels":"sad","kind":3,"metadata":[1]}"#, "7", "null"))
        #expect(texts(found) == ["stateOfMind 2026-04-30T18:00:00 0 0.5"])
        #expect(
            found.issues == [
                .outsideScale: [2], .badValue: [3], .missingValue: [4], .missingDate: [5, 9, 10], .badDate: [6], .endBeforeStart: [7],
            ])
        #expect(found.rows.map(\.metadata) == [[:]])
    }

    @Test("An archive of documents with any names is one import, and other documents are counted")
    func archive() throws {
        let text = metric("respiratory_rate", "count/min", #"{"date":"2024-02-06 14:30:05 +0100","qty":14,"source":"W"}"#)
        let found = try importBytes(
            ZipTestArchive.make([.init("a/b.json", text), .init("other.json", "{\"x\":1}"), .init("HealthAutoExport-2024.json", text)]))
        #expect(found.rows.count == 2 && found.report.format.name == "Health Auto Export")
        #expect(found.report.unreadFiles.entries.map(\.count) == [1])
    }

    @Test("A document that is cut off keeps its values")
    func cut() throws {
        let text = metric("respiratory_rate", "count/min", #"{"date":"2024-02-06 14:30:05 +0100","qty":14,"source":"W"}"#)
        let found = try importBytes(Array(text.utf8.dropLast(4)))
        #expect(found.rows.count == 1 && found.issues == [.cutOff: [1]] && !found.report.isComplete)
    }

    @Test("A generated document has the samples of its manifest, and a second import adds nothing")
    func generated() throws {
        var options = GenerateOptions(now: Instant(milliseconds: 1_780_000_000_000), zone: Zone.named("Europe/Berlin") ?? .utc)
        (options.form, options.size, options.seed) = (.autoExport, .days(20), 3)
        var bytes: [UInt8] = []
        let manifest = try generateExport(options) { bytes += $0 }
        let found = try importBytes(bytes, options: Self.options())
        #expect(found.issues.isEmpty && found.report.isComplete && manifest.workoutCount > 1)
        #expect(found.report.findings.metrics.mapValues(\.count).filter { $0.key != .workouts } == manifest.sampleCounts)
        #expect(found.sink.workouts.count == manifest.workoutCount)
        var store = RecordingImport()
        try store.add(bytes)
        #expect(try store.add(bytes).added == 0)
        #expect(try store.add(bytes, threads: 3, rows: 100, chunk: 999).added == 0)
    }
}

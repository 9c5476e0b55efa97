import HealthModel

/// How a file of a Fitbit export writes times.
enum FitbitClock {
    /// Times are in UTC, also without an offset.
    case utc
    /// Times are those of the clock on the wall, unless they have an offset.
    case local
    /// Times are dates of the person, also if they end with Z.
    case date
}

/// The duration of a sample.
enum FitbitLength {
    case moment, minute, day
}

/// A column of numbers.
struct FitbitColumn {
    /// The start of the name in lowercase.
    var name: String
    var kind: SampleKind
    /// The numbers divided by this are in the unit of `kind`.
    var divisor = 1.0
    /// A number that stands for a missing measurement.
    var placeholder: Double?

    init(_ name: String, _ metric: String, _ unit: String, divisor: Double = 1, placeholder: Double? = nil) {
        (self.name, kind, self.divisor, self.placeholder) = (name, SampleKind(metric, unit), divisor, placeholder)
    }
}

/// A kind of tables with samples.
struct FitbitTable {
    /// The start of the names of its files.
    var family: String
    var time = "timestamp"
    /// The column of the end; empty if the length is known.
    var end = ""
    var clock: FitbitClock
    var length: FitbitLength
    var columns: [FitbitColumn]
    var rank: FitbitFile.Rank
    /// True if the rows cover the times when the device was worn, and false for single readings such as weights.
    var isSeries: Bool { length == .minute || ["heart_rate", "oxygen_saturation", "heart_rate_variability"].contains(family) }

    static let total = "totalEnergyBurned in kcal cumulative"
    static let zoneMinutes = "activeZoneMinutes in min cumulative"
    static let light = "lightActivity in min cumulative"
    static let moderate = "moderateActivity in min cumulative"
    static let vigorous = "vigorousActivity in min cumulative"

    /// Returns the kind of a table; nil if it is not one with samples.
    static func named(_ file: FitbitFile) -> FitbitTable? { all.first { $0.family == file.family } }

    private init(
        _ family: String, time: String = "timestamp", end: String = "", _ clock: FitbitClock, _ length: FitbitLength,
        _ rank: FitbitFile.Rank, _ columns: [FitbitColumn]
    ) {
        (self.family, self.time, self.end, self.clock, self.length) = (family, time, end, clock, length)
        (self.rank, self.columns) = (rank, columns)
    }

    static let all: [FitbitTable] = legacy + google

    /// A night without a reading of oxygen has 50.
    private static func oxygen(_ name: String) -> FitbitColumn { FitbitColumn(name, "OxygenSaturation", "%", placeholder: 50) }
    private static func breathing(_ name: String) -> FitbitColumn { FitbitColumn(name, "RespiratoryRate", "count/min", placeholder: -1) }

    private static let legacy: [FitbitTable] = [
        FitbitTable("minute spo2", .local, .moment, .first, [oxygen("value")]),
        FitbitTable("daily spo2", .date, .moment, .averages, [oxygen("average_value")]),
        FitbitTable(
            "heart rate variability details", .local, .moment, .first, [FitbitColumn("rmssd", "HeartRateVariabilityRMSSD", "ms")]),
        FitbitTable(
            "daily heart rate variability summary", .date, .moment, .averages, [FitbitColumn("rmssd", "HeartRateVariabilityRMSSD", "ms")]),
        FitbitTable("respiratory rate summary", .local, .moment, .first, [breathing("full_sleep_breathing_rate")]),
        FitbitTable("daily respiratory rate summary", .date, .moment, .averages, [breathing("daily_respiratory_rate")]),
        FitbitTable(
            "computed temperature", time: "sleep_start", end: "sleep_end", .local, .moment, .first,
            [FitbitColumn("nightly_temperature", "AppleSleepingWristTemperature", "degC")]),
        FitbitTable("active zone minutes", time: "date_time", .local, .minute, .first, [FitbitColumn("total_minutes", zoneMinutes, "min")]),
        FitbitTable("sleep_score", .utc, .moment, .first, [FitbitColumn("overall_score", "sleepScore from 0 to 100", "count")]),
    ]

    private static let google: [FitbitTable] = [
        FitbitTable("steps", .utc, .minute, .late, [FitbitColumn("steps", "StepCount", "count")]),
        FitbitTable("distance", .utc, .minute, .late, [FitbitColumn("distance", "DistanceWalkingRunning", "m")]),
        FitbitTable("floors", .utc, .minute, .late, [FitbitColumn("floors", "FlightsClimbed", "count")]),
        FitbitTable("calories", .utc, .minute, .late, [FitbitColumn("calories", total, "kcal")]),
        FitbitTable("heart_rate", .utc, .moment, .late, [FitbitColumn("beats per minute", "HeartRate", "count/min")]),
        FitbitTable("daily_resting_heart_rate", .date, .moment, .late, [FitbitColumn("beats per minute", "RestingHeartRate", "count/min")]),
        FitbitTable("weight", .utc, .moment, .late, [FitbitColumn("weight grams", "BodyMass", "g")]),
        FitbitTable("height", .utc, .moment, .late, [FitbitColumn("height millimeters", "Height", "mm")]),
        FitbitTable(
            "body_fat", .utc, .moment, .late,
            [
                FitbitColumn("body fat percentage", "BodyFatPercentage", "%"), FitbitColumn("fat percentage", "BodyFatPercentage", "%"),
            ]),
        FitbitTable("oxygen_saturation", .utc, .moment, .late, [oxygen("oxygen saturation percentage")]),
        FitbitTable(
            "heart_rate_variability", .utc, .moment, .late,
            [
                FitbitColumn("root mean square of successive differences", "HeartRateVariabilityRMSSD", "ms"),
                FitbitColumn("standard deviation", "HeartRateVariabilitySDNN", "ms"),
            ]),
        FitbitTable("daily_respiratory_rate", .date, .moment, .late, [breathing("breaths per minute")]),
        FitbitTable("active_zone_minutes", .utc, .minute, .late, [FitbitColumn("total minutes", zoneMinutes, "min")]),
        FitbitTable(
            "active_minutes", .utc, .minute, .late,
            [
                FitbitColumn("light", light, "min"), FitbitColumn("moderate", moderate, "min"), FitbitColumn("very", vigorous, "min"),
            ]),
        FitbitTable("usersleeps", .utc, .moment, .late, []),
        FitbitTable("usersleepstages", .utc, .moment, .late, []),
        FitbitTable("userexercises", .utc, .moment, .late, []),
    ]
}

/// A kind of documents with an object for each time: `{"dateTime": "01/31/24 08:00:00", "value": "12"}`.
struct FitbitSeries {
    var clock: FitbitClock
    var length: FitbitLength
    /// The values. A name is that of a member of `value`; empty if `value` is the number.
    var columns: [FitbitColumn]

    static let all: [String: FitbitSeries] = [
        "steps": FitbitSeries(clock: .utc, length: .minute, columns: [FitbitColumn("", "StepCount", "count")]),
        "distance": FitbitSeries(clock: .utc, length: .minute, columns: [FitbitColumn("", "DistanceWalkingRunning", "cm")]),
        // Tens of feet, which Fitbit calls floors.
        "altitude": FitbitSeries(clock: .utc, length: .minute, columns: [FitbitColumn("", "FlightsClimbed", "count", divisor: 10)]),
        "calories": FitbitSeries(clock: .local, length: .minute, columns: [FitbitColumn("", FitbitTable.total, "kcal")]),
        "lightly_active_minutes": FitbitSeries(clock: .date, length: .day, columns: [FitbitColumn("", FitbitTable.light, "min")]),
        "moderately_active_minutes": FitbitSeries(clock: .date, length: .day, columns: [FitbitColumn("", FitbitTable.moderate, "min")]),
        "very_active_minutes": FitbitSeries(clock: .date, length: .day, columns: [FitbitColumn("", FitbitTable.vigorous, "min")]),
        "heart_rate": FitbitSeries(clock: .utc, length: .moment, columns: [FitbitColumn("bpm", "HeartRate", "count/min")]),
        "resting_heart_rate": FitbitSeries(
            clock: .date, length: .moment, columns: [FitbitColumn("value", "RestingHeartRate", "count/min")]),
        "demographic_vo2_max": FitbitSeries(
            clock: .date, length: .moment, columns: [FitbitColumn("demographicVO2Max", "VO2Max", "mL/min·kg")]),
        "time_in_heart_rate_zones": FitbitSeries(
            clock: .date, length: .day,
            columns: [
                FitbitColumn("IN_DEFAULT_ZONE_1", "fatBurnZone in min cumulative", "min"),
                FitbitColumn("IN_DEFAULT_ZONE_2", "cardioZone in min cumulative", "min"),
                FitbitColumn("IN_DEFAULT_ZONE_3", "peakZone in min cumulative", "min"),
            ]),
    ]
}

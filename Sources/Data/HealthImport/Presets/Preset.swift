import HealthModel

/// How to read the tables of one app. A preset is a text that anybody can write, so that another app needs no code.
package struct Preset: Hashable, Sendable {
    package var name = ""
    /// The name of the app.
    package var title = ""
    /// The kinds of data that the preset reads, for lists.
    package var about = ""
    /// Where the columns are described.
    package var facts = ""
    package var tables: [PresetTable] = []
}

/// How to read one table of an app.
package struct PresetTable: Hashable, Sendable {
    var preset: String
    package var name: String
    /// The source of samples.
    var source: String
    /// The column whose first characters distinguish the sources of an app.
    var sourceColumn: String?
    /// The paths where a JSON document can have the array with the rows. The first path that exists counts. Nil for CSV.
    var rowPaths: [[String]]?
    /// The first bytes of the document contain at least one of these texts.
    var marks: [String] = []
    /// The starts of file names, lowercased. A file with another name is another table.
    var files: [String] = []
    /// The headers that a column can have, by its name in the preset.
    var headers: [String: [String]] = [:]
    /// Columns that a table must have.
    var needs: [String] = []
    /// Columns that other tables have.
    var lacks: [String] = []
    /// Apple's names of activities whose distance and energy other tables of the app have, too.
    var contained: Set<String> = []
    /// The tables of the preset that have these amounts. Empty if they are always elsewhere.
    var containers: [String] = []
    /// True if the table has the distance and energy of the recordings in its folder.
    var containsRecordings = false
    var start: PresetTime?
    var end: PresetTime?
    /// The day that each row sums up.
    var day: PresetTime?
    /// The time of day of a row, as far as it has one. The row is then a moment of the day.
    var clock: PresetTime?
    var length: PresetLength?
    /// True if the day of times is in the name of the file.
    var hasDayInName = false
    /// True if times without an offset are in UTC.
    var isUTC = false
    /// The column with the UTC offset of the clock.
    var offset: String?
    var conditions: [PresetCondition] = []
    /// True if the user wrote the preset. The report then names the columns that a table lacks.
    var isOfUser = false
    /// Tables of the preset that have the same amounts in more detail. If a folder has one of them, only metrics that no other table of the
    /// preset has are read from this one.
    var details: [String] = []
    /// The columns that are equal in all rows of one workout.
    var group: [String] = []
    /// Columns that become metadata, with their keys.
    var metadata: [(key: String, column: String)] = []
    /// True if equal rows are several samples, such as two cups of coffee.
    var hasRepeats = false
    /// True if numbers have decimal points, unless the table shows commas.
    var usesPoints = false
    var rules: [PresetRule] = []

    /// The name by which an option chooses this table.
    package var fullName: String { preset + "-" + name }

    init(preset: String, name: String, source: String) { (self.preset, self.name, self.source) = (preset, name, source) }

    /// The metrics of the samples.
    var metrics: Set<MetricID> { Set(rules.flatMap(\.metrics)) }

    /// The metrics that rows sum up for a whole day, so that the last day of an export grows in the next one. A table with repeats or with
    /// facts of each row, such as meals, has several rows for a day.
    var growingMetrics: Set<MetricID> {
        guard day != nil, !hasRepeats, metadata.isEmpty, group.isEmpty else { return [] }
        return metrics.filter { metric in
            if case .quantity(let type)? = MetricCatalog.metric(metric)?.kind { type.style == .cumulative } else { false }
        }
    }

    /// The table without other tables of its preset, so that its workouts have their own amounts.
    var alone: PresetTable {
        var table = self
        if !containers.isEmpty { table.contained = [] }
        return table
    }

    /// The headers of a column, in the order in which they are looked for.
    func headers(of column: String) -> [String] { headers[column] ?? [column] }

    package static func == (a: PresetTable, b: PresetTable) -> Bool { a.preset == b.preset && a.name == b.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(fullName) }
}

/// The columns of a time, which are joined with spaces, and its formats. Without formats, only clear ones are read.
struct PresetTime: Hashable, Sendable {
    var columns: [String]
    var formats: [String] = []
}

/// The length of the samples of a table.
enum PresetLength: Hashable, Sendable {
    case milliseconds(Int64)
    case column(String, PresetLengthForm)
}

/// How a column writes lengths of time.
enum PresetLengthForm: Hashable, Sendable {
    /// A number of units of so many milliseconds.
    case number(Double)
    /// `1:05:30`, or `5:30` for minutes and seconds.
    case clock
    /// `1h 5m`.
    case words
}

/// A condition for the rows that are read.
struct PresetCondition: Hashable, Sendable {
    var column: String
    var values: [String]
    /// True if rows with one of the values are left out, and false if only those are read.
    var isExcluded: Bool
    /// True if it is enough that the text of the column contains one of the values.
    var isPart = false
}

/// A number in a column, and its unit.
struct PresetNumber: Hashable, Sendable {
    var column: String
    /// The unit. More than one if only the owner of the file knows it. None if the name of the column has it.
    var units: [String] = []
    /// The units of the distances of swims, in the order of `units`. Empty if all distances have the same unit.
    var swimUnits: [String] = []
    /// A column that has the unit of each row, if the document has the column.
    var unitColumn: String?
    /// A column with a number by which the first one is multiplied.
    var factor: String?
    /// True if 0 means a missing value.
    var isMissingAtZero = false
    /// The rows that have the number. Other rows of the table don't. Nil for all rows.
    var condition: PresetCondition?
}

/// The samples or the workout that a row of a table becomes.
enum PresetRule: Hashable, Sendable {
    case sample(MetricID, PresetNumber)
    case pressure(systolic: PresetNumber, diastolic: PresetNumber)
    /// A sample of sleep with the value that a column names by a code; without a column, the only value.
    case sleep(column: String?, values: [String: Int])
    /// A text with a code for each part of a night.
    case stages(column: String, milliseconds: Int64, values: [String: Int])
    /// Readings at equal distances in an object of JSON, or else one number for the whole row.
    case series(MetricID, PresetNumber, instead: PresetNumber?)
    /// A workout.
    case workout(PresetWorkout)

    /// The metrics of the samples; none for a workout.
    var metrics: Set<MetricID> {
        switch self {
        case .sample(let metric, _), .series(let metric, _, _): [metric]
        case .pressure:
            Set(["BloodPressureSystolic", "BloodPressureDiastolic"].map { MetricID(MetricID.quantityPrefix + $0) })
        case .sleep, .stages: [.sleepAnalysis]
        case .workout: []
        }
    }
}

/// How a row becomes a workout.
struct PresetWorkout: Hashable, Sendable {
    /// The column with the activity. Nil if all rows have the same.
    var column: String?
    /// The activity of all rows, as Apple's name without its prefix.
    var activity = ""
    /// The activities by the codes in the column. Without codes, the column has words.
    var codes: [String: String] = [:]
    var totals: [PresetTotal: PresetNumber] = [:]
}

/// A number of a whole workout.
enum PresetTotal: String, Hashable, Sendable, CaseIterable {
    case distance, energy, steps, pulse, peak, active

    /// The unit in which a recording has the number, and the metric that measures it.
    var kind: SampleKind {
        switch self {
        // The metric decides about units only. The activity decides in which one the number is kept.
        case .distance: SampleKind(.distanceOnFoot, "m")
        case .active: SampleKind("AppleExerciseTime", "s")
        case .energy: SportKinds.energy
        case .steps: SportKinds.steps
        case .pulse, .peak: SportKinds.heartRate
        }
    }
}

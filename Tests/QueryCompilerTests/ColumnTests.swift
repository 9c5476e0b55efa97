import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import Testing

@Suite("Columns")
struct ColumnTests {
    /// The columns of a statistics query, as `name unit`.
    private func columns(_ text: String, in context: CompilationContext = Compilation.context) throws -> [String] {
        let plan = try #require(Compilation.compile(text, in: context).pipeline?.plan, "\(text)")
        guard case .statistics(let measures) = plan.subject else { return [] }
        return measures.map { "\($0.name) \($0.unit?.symbol ?? "-")" }
    }

    @Test(
        "The name of a column is its alias or its aggregate, and includes the metric if there are several",
        arguments: [
            ("steps", ["sum count"]),
            ("average heartRate", ["average count/min"]),
            ("average, min, max heartRate", ["average count/min", "min count/min", "max count/min"]),
            ("average and p95 and p99.9 heartRate", ["average count/min", "p95 count/min", "p99.9 count/min"]),
            ("sum steps called walked", ["walked count"]),
            ("sum steps called walked, average heartRate", ["walked count", "average_heartRate count/min"]),
            ("sum steps, sum distance", ["sum_stepCount count", "sum_distanceWalkingRunning km"]),
            ("sum steps, count steps", ["sum count", "count count"]),
            ("min, max heartRate called pulse", ["min_pulse count/min", "max_pulse count/min"]),
            ("steps, heartRate, sleep", ["sum_stepCount count", "average_heartRate count/min", "duration_sleep hr"]),
            ("sum distance in miles called miles, sum distance in km called km", ["miles mi", "km km"]),
        ])
    func names(query: String, expected: [String]) throws {
        #expect(try columns(query) == expected)
    }

    @Test(
        "Columns have the default unit or the one after `in`, in Apple's spelling",
        arguments: [
            ("duration sleep", "hr"), ("duration sleep in min", "min"), ("duration mindfulSession", "min"), ("duration workouts", "min"),
            ("duration workouts in hours", "hr"), ("duration heartRate", "min"), ("count sleep", "count"),
            ("sum distance in miles", "mi"), ("sum activeEnergy in kJ", "kJ"), ("average heartRate in bpm", "count/min"),
            ("average glucose in mmol/L", "mmol<180.15588000005408>/L"), ("average bodyTemperature in fahrenheit", "degF"),
            ("average weight in pounds", "lb"), ("sum swimmingDistance", "m"), ("average spo2", "%"),
            ("sum workout energy", "kcal"), ("sum workout distance in miles", "mi"), ("average workoutDuration", "min"),
        ])
    func units(query: String, unit: String) throws {
        let found = try columns(query)
        #expect(found.first?.split(separator: " ").last.map(String.init) == unit, "\(query): \(found)")
    }

    @Test("`in` applies to values if there are any, and durations next to them stay in minutes")
    func unitOfMixedAggregates() throws {
        #expect(try columns("sum, duration, count distance in miles") == ["sum mi", "duration min", "count count"])
        #expect(try columns("duration, count distance in hours") == ["duration hr", "count count"])
    }

    @Test("The setting `units` determines the units of columns without `in`")
    func unitPreference() throws {
        var context = Compilation.context
        context.units = .us
        #expect(try columns("distance", in: context) == ["sum mi"])
        #expect(try columns("sum workout distance", in: context) == ["sum mi"])
        context.units = .canonical
        #expect(try columns("distance", in: context) == ["sum m"])
    }

    @Test("Numbers of workouts are metrics, written as one word or two")
    func workoutNumbers() throws {
        #expect(
            try columns("sum workout energy, sum workouts distance, count workouts") == [
                "sum_workoutEnergy kcal", "sum_workoutDistance km", "count_workouts count",
            ])
        #expect(
            try columns("average workoutDuration, max workout flightsClimbed") == [
                "average_workoutDuration min", "max_workoutFlightsClimbed count",
            ])
        #expect(try Compilation.codes("duration workout energy") == ["E123"])
        #expect(try Compilation.codes("sum workout flavor") == ["E101"])
    }

    @Test(
        "Two fields of a row can't have the same name",
        arguments: [
            "sum steps, sum steps", "sum distance in km, sum distance in miles", "sum steps called walk, max heartRate called walk",
            "sum steps called source by day and source", "sum steps called start", "sum steps called `partial`",
            "average heartRate called hourOfDay by hour of day",
        ])
    func duplicates(query: String) throws {
        #expect(try Compilation.codes(query) == ["E116"])
    }

    @Test("The style of every metric determines its legal aggregates")
    func legality() throws {
        let discreteOnly = ["average", "min", "max", "median", "p5", "stddev"]
        for metric in MetricCatalog.all {
            let legal: Set<String>
            let code: String
            switch metric.kind {
            case .quantity(let type) where type.style == .cumulative:
                legal = ["sum", "duration", "count", "latest", "first"]
                code = "E121"
            case .quantity:
                legal = Set(discreteOnly + ["latest", "first", "duration", "count"])
                code = "E120"
            case .category, .workouts:
                legal = ["duration", "count"]
                code = "E123"
            }
            for aggregate in ["sum", "latest", "first", "duration", "count"] + discreteOnly {
                let codes = try Compilation.codes("\(aggregate) `\(metric.shortName)`")
                #expect(codes == (legal.contains(aggregate) ? [] : [code]), "\(aggregate) \(metric.shortName)")
            }
        }
    }

    @Test("For sum and average of one metric, each illegal aggregate has its own finding")
    func mixedStyles() throws {
        #expect(try Compilation.codes("sum, average steps") == ["E121"])
        #expect(try Compilation.codes("sum, average heartRate") == ["E120"])
    }
}

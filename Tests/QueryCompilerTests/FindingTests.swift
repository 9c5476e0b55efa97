import HealthModel
import QueryCompiler
import QueryDiagnostics
import QuerySyntax
import Testing

@Suite("Findings of the compiler")
struct FindingTests {
    @Test(
        "Correct queries have no findings",
        arguments: [
            "sum activeEnergy by hour since -30d", "sum steps by hour last 2 days anchor 03:00 | running total reset each day",
            "sum steps by hour since -2d anchor 03:30",
            "sum steps by 7h since -2d anchor 03:00", "sum steps by day since -3d anchor 03:00",
            "sum steps by week since -3d anchor monday 03:00",
            "sum steps by month since -3mo anchor day 15", "sum steps last week anchor sunday",
            "sum steps by 3 days since -9d anchor 2024-01-01",
            "sum steps by day since -9d anchor 2024-01-01", "sum steps today anchor 03:00", "sum steps by hour on 2025-06-10 anchor 03:30",
            "sum steps by 6h from 2025-06-01 to 2025-06-03", "sum steps by 6h from 2025-03-08 to 2025-03-11 grid clock",
            "sum steps by hour from 2025-03-08 to 2025-03-11", "sum steps by 30min from 2025-03-08 to 2025-03-11",
            "sum steps by day from 2025-03-08 to 2025-03-11", "sum steps by 6h from 2025-03-08 to 2025-03-11 zone utc",
            "sum steps by day fill zero", "count heartRate by day fill zero", "duration heartRate by day fill zero",
            "average heartRate by day fill previous", "sum steps prefer \"Watch\"", "sum steps sources merged",
            "sum steps, average heartRate sources raw", "average heartRate by source",
        ])
    func quiet(query: String) throws {
        #expect(try Compilation.codes(query, in: Compilation.filled) == [])
    }

    @Test(
        "S8.5 the fix of the warning about fractions changes all of them",
        arguments: [
            ("count spo2 where value > 0.95", "count spo2 where value > 95%"),
            ("count spo2 where value between 0.9 and 0.95", "count spo2 where value between 90% and 95%"),
            ("count spo2 where value in (0.9, 0.95, 1)", "count spo2 where value in (90%, 95%, 100%)"),
            ("average spo2 by day | where average between 0.9 and 0.95", "average spo2 by day | where average between 90% and 95%"),
            ("average spo2 by day as line from 0.9 to 1 rule 0.95", "average spo2 by day as line from 90% to 100% rule 95%"),
            ("average spo2, average bodyFat by day | fill 0.5", "average spo2, average bodyFat by day | fill 50%"),
            ("summaries | where moveProgress > 1.5", "summaries | where moveProgress > 150%"),
        ])
    func fractions(query: String, fixed: String) throws {
        let warnings = try Compilation.compile(query).diagnostics.filter { $0.code == .fractionOfPercent }
        try #require(warnings.count == 1)
        #expect(warnings[0].edits.applied(to: SourceText(query)) == fixed)
        #expect(try !Compilation.codes(fixed).contains("W353"))
    }

    @Test("S8.5 the warning about fractions has no fix if a name has one of them")
    func borrowedFraction() throws {
        let compiled = try Compilation.compile("let low = 0.9\ncount spo2 where value between low and 0.95")
        let warnings = compiled.diagnostics.filter { $0.code == .fractionOfPercent }
        #expect(warnings.map(\.edits) == [[]])
        #expect(warnings[0].help?.contains("`90%` and `95%`") == true)
    }

    @Test(
        "S8.5 numbers that can't be fractions have no warning",
        arguments: [
            "count spo2 where value > 1.5", "count spo2 where value > 0", "average spo2 by day as line from 0.5 to 100",
            "summaries | where moveProgress > 10", "average heartRate by day as line from 0.5 to 1 rule 0.5",
            "average spo2 in count by day as line from 0.5 to 1",
        ])
    func notFractions(query: String) throws {
        #expect(try !Compilation.codes(query).contains("W353"))
    }

    @Test("An empty store and a metric without samples cause a warning")
    func noSamples() throws {
        #expect(try Compilation.compile("sum steps").diagnostics.map(\.code) == [.metricWithoutSamples])
        #expect(try Compilation.compile("latest weight", in: Compilation.filled).diagnostics.map(\.code) == [.metricWithoutSamples])
        #expect(try Compilation.compile("sum steps", in: Compilation.filled).diagnostics.isEmpty)
    }

    @Test("S15.15 The message about a missing metric names only what the store can have instead")
    func otherMeasures() throws {
        func finding(_ query: String, of platform: Platform, having names: String...) throws -> Diagnostic {
            var context = Compilation.context
            context.contents.platforms = [platform]
            for name in names {
                let id = MetricID(MetricID.quantityPrefix + name)
                context.contents.metrics[id] = MetricSummary(
                    metric: id, count: 1, firstStart: context.now, lastStart: context.now, lastEnd: context.now, sources: [])
            }
            return try #require(try Compilation.compile(query, in: context).diagnostics.first)
        }
        let rmssd = try finding("average heartRateVariabilityRMSSD", of: .apple, having: "HeartRateVariabilitySDNN")
        #expect(rmssd.help?.contains("`rmssd heartRateVariability`") == true)
        // Swimming does not help somebody who asks for walks. On Android, all distances are in one metric.
        #expect(try finding("sum distance", of: .apple, having: "DistanceSwimming").note == nil)
        #expect(try finding("sum distanceCycling", of: .android, having: "DistanceWalkingRunning").note?.contains("all activities") == true)
        let speed = try finding("average speed", of: .apple, having: "CyclingSpeed")
        #expect(speed.code == .unknownMetric)
        #expect(speed.help?.contains("use `cyclingSpeed`;") == true)
        #expect(try finding("average speed", of: .apple).help?.contains("`cyclingSpeed`") == true)
        #expect(try finding("adherence by month", of: .apple).help == "write `adherence medicationDoses`")
    }

    @Test("Each field of an anchor without effect is reported separately")
    func idleFields() throws {
        #expect(try Compilation.codes("sum steps by hour since -1d anchor monday 03:00") == ["I410", "I410"])
        #expect(try Compilation.codes("sum steps by day since -1d anchor monday 03:00") == ["I410"])
        #expect(try Compilation.codes("sum steps by day last 7 days anchor monday 03:00") == ["I410"])
        #expect(try Compilation.codes("sum steps by day last 2 weeks anchor monday 03:00") == [])
        #expect(try Compilation.codes("sum steps by month anchor monday 03:00 during 2025") == ["I410"])
        #expect(try Compilation.codes("sum steps by day anchor day 15 during 2025-03") == [])
    }

    @Test("The first week of buckets of several weeks is reported if no date sets it (C1)")
    func wholeWeeks() throws {
        #expect(try Compilation.codes("sum steps by 7 days anchor monday 03:00 since 2025-06-03") == [])
        #expect(try Compilation.codes("sum steps by 168h anchor monday since 2025-06-03") == [])
        #expect(try Compilation.codes("sum steps by 14 days anchor monday 03:00 since 2025-06-03") == ["I411"])
        #expect(try Compilation.codes("sum steps by 336h anchor monday since 2025-06-03") == ["I411"])
        #expect(try Compilation.codes("sum steps by 2 weeks since 2025-06-03") == ["I411"])
        #expect(try Compilation.codes("sum steps by 2 weeks starting sunday since 2025-06-03") == ["I411"])
        #expect(try Compilation.codes("sum steps by 14 days since 2025-06-03") == [])
        #expect(try Compilation.codes("sum steps by 14 days anchor 2025-06-02 since 2025-06-03") == [])
        #expect(try Compilation.codes("sum steps by week since 2025-06-03") == [])
    }

    @Test("A first row that starts a tenth of its length and an hour before the data, which starts in 2025, is reported (C8)")
    func firstRows() throws {
        func codes(_ query: String) throws -> [String] { try Compilation.codes(query, in: Compilation.filled) }
        #expect(try codes("sum steps by month since 2024-12-20 until 2025-03-01") == ["I413"])
        #expect(try codes("sum steps by month since 2024-12-30 until 2025-03-01") == [])
        #expect(try codes("sum steps by hour since 2024-12-31 23:00 until 2025-01-02") == [])
        #expect(try codes("sum steps by hour since 2024-12-31 22:59 until 2025-01-02") == ["I413"])
        #expect(try codes("sum steps since 2024-12-01 until 2025-02-01") == ["I413"])
        #expect(try codes("sum steps by month since 2024-12-01 until 2024-12-31") == [])
        #expect(try codes("sum steps by hour of day since 2024-12-01 until 2025-02-01") == [])
        #expect(try codes("sum steps by month") == [])
    }

    @Test("All mistakes in a query are reported together, sorted by position")
    func several() throws {
        let codes = try Compilation.codes("sum stepz, sum heartRate, sum steps in kcal by day and hour")
        #expect(codes == ["E101", "E120", "E180", "E164"])
    }

    @Test(
        "All independent parts of a list are checked",
        arguments: [
            ("sum steps where source = 5min or value > monday", ["E138", "E193"]),
            ("sum steps where start in (5, 6)", ["E141", "E141"]),
            ("sum steps where hour of day between 24 and 25", ["E193", "E193"]),
            ("samples of steps where good limit few", ["E175", "E175"]),
            ("average steps, min steps, sum heartRate", ["E121", "E121", "E120"]),
            ("sum steps by hour of day | where foo > 1 and bar > 1", ["E215", "E215"]),
            ("sum steps by day where good | limit few | fill much", ["E175", "E175", "E175"]),
        ])
    func independentParts(query: String, codes: [String]) throws {
        #expect(try Compilation.codes(query, in: Compilation.filled) == codes)
    }

    @Test(
        "A mistake is reported once, even if its surroundings are meaningless without it",
        arguments: [
            ("sum steps where start > -99999999d", "E144"), ("samples of steps | limit few", "E175"),
            ("let a = b\nlet b = a\nsum steps zone a", "E177"),
        ])
    func toldOnce(query: String, code: String) throws {
        #expect(try Compilation.codes(query, in: Compilation.filled) == [code])
    }

    @Test("A mistake in a `let` is reported at its name, and the message has the name")
    func inNames() throws {
        let text = "let p = where value is drowsy\nduration sleep where p"
        let finding = try #require(Compilation.compile(text).diagnostics.first { $0.severity == .error })
        #expect(finding.code == .unknownValue)
        #expect(SourceText(text)[finding.range] == "p")
        #expect(finding.message.hasPrefix("in `p`: "))
        #expect(finding.fix == nil)
        let chain = "let a = -999999999d\nlet b = a\nsum steps since b"
        let reach = try #require(Compilation.compile(chain).diagnostics.first { $0.severity == .error })
        #expect(reach.code == .timeOutOfReach && SourceText(chain)[reach.range] == "b")
    }

    @Test("Suggestions for a misspelled metric prefer metrics in the store")
    func suggestions() throws {
        let finding = try #require(Compilation.compile("average hartRate", in: Compilation.filled).diagnostics.first)
        #expect(finding.help == "did you mean `heartRate`?")
        #expect(finding.edits.map(\.replacement) == ["heartRate"])
        let zone = try #require(Compilation.compile("sum steps zone Berlin").diagnostics.first { $0.code == .unknownZone })
        #expect(zone.help == "did you mean `Europe/Berlin`?")
    }

    @Test("Raw sums cause a warning only if sources overlap")
    func overlap() throws {
        #expect(try Compilation.compile("sum steps sources raw", in: Compilation.filled).overlapWarning?.code == .overlappingRawSources)
        #expect(try Compilation.compile("sum steps", in: Compilation.filled).overlapWarning == nil)
        #expect(try Compilation.compile("count steps sources raw", in: Compilation.filled).overlapWarning == nil)
        #expect(try Compilation.compile("sum steps sources raw on 2024-01-01", in: Compilation.filled).overlapWarning == nil)
    }
}

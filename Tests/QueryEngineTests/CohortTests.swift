import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import Testing

@Suite("S14: several persons")
struct CohortTests {
    private static let persons = ["", "A1", "A2", "B"]

    private func samples(_ seed: UInt64) -> [String: [TestSample]] {
        var generator = SplitMix64(seed: seed)
        return Dictionary(uniqueKeysWithValues: Self.persons.map { ($0, TestSample.random(60, using: &generator)) })
    }

    /// Returns the plan for all people, whose days are those of one zone.
    private func whole(_ plan: Plan, _ source: ListedPersons) -> Plan {
        var whole = plan
        whole.cohort = Cohort(source.people.map { Cohort.Member($0, plan: 0) }, plans: [plan])
        return whole
    }

    private func hours(_ measures: [Measure], _ change: (inout Plan) -> Void = { _ in }) -> Plan {
        .inUTC(measures, from: clock(0), to: clock(48), bucket: hourMilliseconds, change)
    }

    @Test("S14.2 Sums, counts and durations of persons add up", arguments: TestSample.seeds)
    func sums(seed: UInt64) throws {
        let source = ListedPersons(samples(seed))
        let plan = hours([.of(.sum), .of(.count), .of(.duration)])
        let pooled = try whole(plan, source).run(source)
        let single = try Self.persons.map { try plan.run(source.lists[$0] ?? ListedSamples([])) }
        for column in 0..<3 {
            for row in 0..<pooled.rowCount {
                let parts = single.compactMap { $0.columns[column].values[row] }
                let expected = parts.isEmpty ? nil : parts.reduce(0, +)
                let found = pooled.columns[column].values[row]
                #expect((found == nil) == (expected == nil), "seed \(seed)")
                #expect(abs((found ?? 0) - (expected ?? 0)) <= 1e-9 * abs(expected ?? 0), "seed \(seed), row \(row)")
            }
        }
    }

    @Test("S14.2 All other aggregates are over all samples of all persons", arguments: TestSample.seeds)
    func others(seed: UInt64) throws {
        // Instants are in one hour each, so that the samples of a row can be listed by hand.
        let samples = samples(seed).mapValues { list in
            list.map { sample in
                var sample = sample
                (sample.metric, sample.end) = (.weight, sample.start)
                return sample
            }
        }
        let source = ListedPersons(samples)
        let aggregates: [Aggregate] = [.average, .min, .max, .median, .stddev, .count]
        let plan = hours(aggregates.map { .of($0, .weight, style: .discreteArithmetic) })
        let pooled = try whole(plan, source).run(source)
        for row in 0..<pooled.rowCount {
            let values = samples.values.joined().filter { pooled.starts[row] <= $0.start && $0.start < pooled.ends[row] }.map(\.value)
                .sorted()
            let count = Double(values.count)
            let mean = values.isEmpty ? nil : values.reduce(0, +) / count
            let middle = (count - 1) / 2
            let median = values.isEmpty ? nil : (values[Int(middle.rounded(.down))] + values[Int(middle.rounded(.up))]) / 2
            let squares = values.map { ($0 - (mean ?? 0)) * ($0 - (mean ?? 0)) }.reduce(0, +)
            let expected = [
                mean, values.first, values.last, median, values.count < 2 ? nil : (squares / (count - 1)).squareRoot(), count,
            ]
            for (column, value) in expected.enumerated() {
                let found = pooled.columns[column].values[row]
                #expect((found == nil) == (value == nil), "seed \(seed), \(aggregates[column])")
                #expect(abs((found ?? 0) - (value ?? 0)) <= 1e-9 * max(abs(value ?? 0), 1), "seed \(seed), \(aggregates[column])")
            }
        }
    }

    @Test("S14.3 Rows by person are the rows of each person alone", arguments: TestSample.seeds)
    func byPerson(seed: UInt64) throws {
        let source = ListedPersons(samples(seed))
        let measures: [Measure] = [.of(.sum), .of(.average, style: .discreteArithmetic), .of(.latest, style: .discreteArithmetic)]
        let plan = hours(measures) { $0.splits = [.person(.id), .source] }
        let table = try whole(plan, source).run(source)
        for person in Self.persons {
            let alone = try hours(measures) { $0.splits = [.source] }.run(source.lists[person] ?? ListedSamples([]))
            let rows = (0..<table.rowCount).filter { table.keys[0].values[$0] == (person.isEmpty ? nil : .text(person)) }
            let own = table.keeping(rows)
            #expect(own.starts == alone.starts, "seed \(seed)")
            #expect(own.keys[1].values == alone.keys[0].values, "seed \(seed)")
            for column in measures.indices { #expect(own.columns[column].values == alone.columns[column].values, "seed \(seed)") }
        }
    }

    @Test("S14.2 A single person has the same values together as alone", arguments: TestSample.seeds)
    func onePerson(seed: UInt64) throws {
        let source = ListedPersons(["P": TestSample.random(200, using: seed)])
        let aggregates: [Aggregate] = [.sum, .average, .min, .max, .latest, .first, .count, .duration, .median, .stddev, .coverage]
        let plan = hours(aggregates.map { .of($0) })
        let alone = try plan.run(source.lists["P"] ?? ListedSamples([]))
        let together = try whole(plan, source).run(source)
        for column in aggregates.indices {
            #expect(together.columns[column].values == alone.columns[column].values, "seed \(seed), \(aggregates[column])")
        }
    }

    @Test("S14.5 A condition on persons chooses them, also in a choice between it and a condition on samples")
    func conditions() throws {
        let list = { (value: Double) in [TestSample(start: clock(1), end: clock(2), value: value)] }
        let source = ListedPersons(["A1": list(1), "A2": list(20), "B": list(300)])
        func sum(_ predicate: Predicate) throws -> Double? {
            try whole(hours([.of(.sum)]) { $0.predicate = predicate }, source).run(source).columns[0].values.compactMap(\.self).first
        }
        #expect(try sum(.person(.id, .among(["B"]))) == 300)
        #expect(try sum(.person(.id, .text(.startsWith("A")))) == 21)
        #expect(try sum(.not(.person(.id, .among(["A1", "B"])))) == 20)
        #expect(try sum(.any([.person(.id, .among(["A1"])), .number(.value, .greater, 100)])) == 301)
        #expect(try sum(.person(.id, .among(["a1"]))) == nil)
    }

    @Test("S14.4 Rows of persons with different days have the same local time")
    func zones() throws {
        let berlin = try #require(Zone.named("Europe/Berlin"))
        let lisbon = try #require(Zone.named("Europe/Lisbon"))
        // 23:30 on 10 March in Lisbon, which is 00:30 on 11 March in Berlin.
        let late = [TestSample(start: clock(23, 30), end: clock(23, 40), value: 5)]
        var source = ListedPersons(["B": late, "L": late])
        source.people = [Person(id: "B", zone: "Europe/Berlin"), Person(id: "L", zone: "Europe/Lisbon")]
        let dates = try [10, 11, 12].map { try #require(CivilDate(year: 2024, month: 3, day: $0)) }
        func days(_ zone: Zone) -> Plan {
            let edges = dates.map { zone.start(of: $0).milliseconds }
            var plan = Plan.inUTC([.of(.sum)], from: edges[0], to: edges[2])
            (plan.grid, plan.zone) = (TimeGrid(edges: edges, intervalText: "day"), zone)
            return plan
        }
        var whole = days(.utc)
        whole.usesSampleZones = true
        whole.cohort = Cohort(
            [Cohort.Member(source.people[0], plan: 0), Cohort.Member(source.people[1], plan: 1)], plans: [days(berlin), days(lisbon)])
        let pooled = try whole.run(source)
        #expect(pooled.starts == [clock(0), clock(24)])
        #expect(pooled.columns[0].values == [5, 5])

        var byPerson = whole.changing { $0.splits = [.person(.id)] }
        let rows = try byPerson.run(source)
        #expect(rows.starts == [clock(0), clock(0), clock(24), clock(24)])
        #expect(rows.keys[0].values == [.text("B"), .text("L"), .text("B"), .text("L")])
        #expect(rows.columns[0].values == [nil, 5, 5, nil])
        #expect(rows.offsets?.map(\.start) == [3600, 0, 3600, 0])

        // A person without samples has no rows and is counted.
        source.people.append(Person(id: "Z"))
        source.lists["Z"] = ListedSamples([])
        byPerson.cohort?.members.append(Cohort.Member(Person(id: "Z"), plan: 0))
        let counted = try byPerson.run(source)
        #expect(counted.rowCount == 4)
        #expect(counted.header.findings == [.peopleWithoutSamples(1)])
    }
}

extension TestSample {
    fileprivate static func random(_ count: Int, using seed: UInt64) -> [TestSample] {
        var generator = SplitMix64(seed: seed)
        return random(count, using: &generator)
    }
}

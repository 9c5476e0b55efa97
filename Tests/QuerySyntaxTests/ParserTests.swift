import CalendarIntervals
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import Testing

@Suite("Syntax tree")
struct ParserTests {
    private func statement(_ text: String) throws -> StatementKind {
        let result = Parser.parse(text)
        #expect(result.diagnostics.map(\.message) == [])
        return try #require(result.statements.first).kind
    }

    private func query(_ text: String) throws -> Query {
        guard case .query(let query) = try statement(text) else { throw Unexpected() }
        return query
    }

    private func measures(_ text: String) throws -> [Measure] {
        guard case .measures(let measures) = try query(text).source else { throw Unexpected() }
        return measures
    }

    private func predicate(_ text: String) throws -> Predicate {
        guard case .predicate(let predicate)? = try query("samples of x where \(text)").clauses.first?.kind else { throw Unexpected() }
        return predicate
    }

    private struct Unexpected: Error {}

    @Test("A comma separates aggregates before the metric, and measures after it")
    func commas() throws {
        let one = try measures("average, min and max heart rate in bpm called pulse")
        #expect(one.map { $0.aggregates.map(\.kind) } == [[.average, .min, .max]])
        #expect(one.first?.unit?.text == "bpm" && one.first?.alias?.text == "pulse")
        let two = try measures("sum steps, p99.9 heartRate by day")
        #expect(two.map { $0.aggregates.map(\.kind) } == [[.sum], [.percentile(99.9)]])
    }

    @Test("A metric extends to the next reserved word, and names with the same key are equal")
    func metrics() throws {
        let metric = try measures("sum Active energy_burned by day").first?.metric
        guard case .name(let name)? = metric else { throw Unexpected() }
        #expect(name.text == "Active energy_burned" && name.key == "activeenergyburned")
        #expect(try query("steps").loneName?.text == "steps")
        #expect(try query("sum steps").loneName == nil)
        guard case .name(let quoted)? = try measures("average `time in daylight`").first?.metric else { throw Unexpected() }
        #expect(quoted.isQuoted && quoted.text == "time in daylight")
    }

    @Test("`and` has a higher precedence than `or`, and `not` has the highest")
    func predicatePrecedence() throws {
        guard case .or(let parts) = try predicate("a or b and not c or d"), case .and(let inner) = parts[1] else { throw Unexpected() }
        #expect(parts.count == 3 && inner.count == 2)
        guard case .not(.name(let c), _) = inner[1] else { throw Unexpected() }
        #expect(c.text == "c")
        guard case .and(let group) = try predicate("(a or b) and c"), case .or = group[0] else { throw Unexpected() }
        #expect(group.count == 2)
    }

    @Test("Products have a higher precedence than sums, and operators are left-associative")
    func expressionPrecedence() throws {
        guard
            case .derive(_, _, .binary(.subtract, .binary(.subtract, _, .binary(.multiply, _, _)), .negate))? =
                try query("a | derive x = a - b * 2 - -c").stages.first?.kind
        else { throw Unexpected() }
        guard case .derive(_, _, .binary(.multiply, .binary(.add, _, _), _))? = try query("a | derive x = (a + b) * c").stages.first?.kind
        else { throw Unexpected() }
    }

    @Test("In quoted text, a doubled quote is one quote, and a backslash is an ordinary character")
    func texts() throws {
        guard case .importFiles(let imported) = try statement(#"import "a ""b"" \d", 'it''s'"#) else { throw Unexpected() }
        let values = imported.paths.map { file in if case .text(let text) = file { text.value } else { "" } }
        #expect(values == [#"a "b" \d"#, "it's"])
    }

    @Test("Dates and times have all fields as written")
    func times() throws {
        guard case .range(.since(let when))? = try query("x since exactly 2024-02-29T23:05:06.25-09:30").clauses.first?.kind,
            case .instant(.dateTime(let dateTime)) = when.kind
        else { throw Unexpected() }
        #expect(when.isExact && dateTime.offsetSeconds == -34_200)
        #expect([dateTime.date.year, dateTime.date.month, dateTime.date.day] == [2024, 2, 29])
        #expect([dateTime.time.hour, dateTime.time.minute, dateTime.time.second, dateTime.time.nanosecond] == [23, 5, 6, 250_000_000])
    }

    @Test(
        "Coarse dates are periods",
        arguments: [
            ("2024", CoarseDate.Kind.year(2024)), ("2024-03", .month(year: 2024, 3)), ("2024-q4", .quarter(year: 2024, 4)),
            ("2024-W05", .week(year: 2024, 5)),
        ])
    func coarseDates(text: String, kind: CoarseDate.Kind) throws {
        guard case .range(.during(.coarse(let coarse)))? = try query("x during \(text)").clauses.first?.kind else { throw Unexpected() }
        #expect(coarse.kind == kind)
    }

    @Test(
        "A shift has a sign and an amount",
        arguments: [("-30d", -1, 30, CalendarPeriod.day), ("+ 2 hours", 1, 2, .hour), ("3 weeks ago", -1, 3, .week)])
    func shifts(text: String, sign: Int, count: Int, unit: CalendarPeriod) throws {
        guard case .range(.since(let when))? = try query("x since \(text)").clauses.first?.kind, case .shift(let shift) = when.kind,
            case .amount(let amount) = shift.amount, case .number(let number, _)? = amount.count
        else { throw Unexpected() }
        #expect(shift.sign == sign && number == count && amount.unit == unit)
    }

    @Test(
        "The words of a `let` determine the kind of its value",
        arguments: [
            ("500 kcal", "literal"), ("2024", "literal"), ("15min", "literal"), ("\"a\", \"b\"", "literal"), ("03:00", "literal"),
            ("yes", "literal"),
            ("-30d", "when"), ("2024-03-10", "when"), ("monday", "when"), ("now", "when"), ("today 14:00", "when"), ("today", "span"),
            ("last 30 days", "span"), ("all time", "span"), ("where value > 5", "predicate"), ("count/min", "unit"), ("%", "unit"),
            ("km", "query"),
            ("average heartRate by day", "query"), ("typical(steps)", "query"), ("_ | top 3", "query"),
        ])
    func letValues(text: String, kind: String) throws {
        guard case .letBinding(let statement) = try statement("let x = \(text)") else { throw Unexpected() }
        let label = Mirror(reflecting: statement.value).children.first?.label
        #expect(label == kind)
    }

    @Test("A word after a number is its unit, unless the words of a metric follow")
    func units() throws {
        guard case .compare(_, .greater, .number(let number, let unit)) = try predicate("value > 1_500.5 kcal/(kg*hr)") else {
            throw Unexpected()
        }
        #expect(number.value == 1500.5 && unit?.text == "kcal/(kg*hr)")
        guard case .add(let sure) = try statement("add 5 count/min heartRate"), case .add(let open) = try statement("add 70 kg body mass")
        else {
            throw Unexpected()
        }
        #expect(sure.unit?.text == "count/min" && open.unit == nil)
        guard case .name(let name) = open.metric else { throw Unexpected() }
        #expect(name.text == "kg body mass")
    }

    @Test("`assert` uses the last comparison, even after a condition that is a name")
    func assertions() throws {
        guard case .assert(let named) = try statement("assert sum steps where goodDays = 500 within 1%") else { throw Unexpected() }
        guard case .predicate(.name)? = named.query.clauses.first?.kind else { throw Unexpected() }
        #expect(named.tolerance?.isPercent == true)
        guard case .assert(let tested) = try statement("assert sum steps where energy = 3 = 500") else { throw Unexpected() }
        guard case .predicate(.compare)? = tested.query.clauses.first?.kind else { throw Unexpected() }
        #expect(tested.tolerance == nil)
    }

    @Test("`until` ends a range before a time, and ends `watch` before a comparison")
    func watching() throws {
        guard case .watch(let range) = try statement("watch sum steps until 2024-03-10"),
            case .watch(let open) = try statement("watch sum steps today until >= 10_000")
        else { throw Unexpected() }
        #expect(range.query.clauses.count == 1 && range.condition == nil)
        #expect(open.query.clauses.count == 1 && open.condition?.comparison == .greaterOrEqual)
    }

    @Test("A watch can have a name, a rate and an end")
    func namedWatch() throws {
        guard case .watch(let watch) = try statement("watch moving = sum steps today every 15min until >= 10_000"),
            case .amount(let rate)? = watch.rate, case .stop(let name?) = try statement("stop moving"),
            case .stop(nil) = try statement("stop all")
        else { throw Unexpected() }
        #expect(watch.name?.text == "moving" && name.text == "moving" && watch.condition != nil && rate.unit == .minute)
    }

    @Test("Spaces separate the values of an expected row")
    func rows() throws {
        guard case .expect(.row(_, let values)) = try statement("expect row 2024-03-10 03:00 500 5kcal null core -3") else {
            throw Unexpected()
        }
        #expect(values.count == 5)
    }

    @Test("Arguments of a script can be named with dashes, and a metric can have several words")
    func arguments() throws {
        guard case .run(_, let arguments) = try statement("run 'r.tally' steps --metric active energy --n 30 kcal") else {
            throw Unexpected()
        }
        #expect(arguments.map { $0.name?.text } == [nil, "metric", "n"])
    }

    @Test("An error in a statement doesn't affect other statements")
    func recovery() {
        let result = Parser.parse("sum steps by\nsum steps by day\nlet = 3\nsteps")
        #expect(result.statements.map(\.hasErrors) == [true, false, true, false])
    }
}

import Foundation
import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import StoreCommands
import TallyKit
import TerminalText

/// Runs `add`, `import` and `assert`.
extension StatementRunner {
    /// Compiles a statement that writes to a store; nil if it is another one.
    func change(by statement: StatementKind, _ reader: any SampleSource) throws -> StoreChange? {
        try StoreChange.compile(statement, in: session.context(reading: reader), source: source).map(told)
    }

    /// Throws an error if the store is open read-only.
    func demandWritable() throws {
        guard !session.store.isReadOnly else { throw CommandError(.unavailable, "the store is open read-only") }
    }

    /// Runs `define metric` and `forget metric`.
    func run(_ metric: MetricStatement, _ statement: StatementKind) throws -> Outcome {
        try demandWritable()
        guard case .setting(let setting)? = try session.read({ try change(by: statement, $0) }) else { return .wrong }
        _ = try session.waiting(output) { try session.store.write(setting) }
        switch metric {
        case .define(let definition): output.note("defined the metric \(QueryFormatter.text(of: definition))")
        case .forget(let name): output.note("removed the definition of \(name.text)")
        }
        return .fine
    }

    func addSummary(_ statement: StatementKind, for person: Name?, at range: SourceRange) throws -> Outcome {
        try demandWritable()
        guard case .summary(let summary)? = try session.read({ try change(by: statement, $0) }) else { return .wrong }
        let day = summary.day
        let store = try store(for: person, "add summary", at: range)
        let before = try store.read { try $0.activitySummaries(from: day, through: day).first }
        _ = try session.waiting(output) { try store.write(StoreChange.summary(summary)) }
        let after = try store.read { try $0.activitySummaries(from: day, through: day).first }
        output.note(
            before == after
                ? "nothing changed: the store has a summary of \(day), and the greater numbers remain" : "added the summary of \(day)")
        return .fine
    }

    /// Adds the samples of `add` or `load`.
    func addSamples(_ statement: StatementKind, for person: Name?, at range: SourceRange) throws -> Outcome {
        try demandWritable()
        guard let change = try session.readToWrite({ try change(by: statement, $0) }), case .samples(_, let extent) = change else {
            return .fine
        }
        let store = try store(for: person, statement.word.definition.phrase, at: range)
        let known = try session.storage.store.read { try $0.persons().map(\.id) }
        let written = try session.waiting(output) { try store.write(change) }[extent.metric] ?? WriteOutcome()
        guard written.kept == 0 else {
            output.note("the device is locked, so the store keeps \(written.kept == 1 ? "the sample" : "the samples") until it is unlocked")
            return .fine
        }
        // A mistyped id would otherwise make a person without a word. An app must not find out which ids there are.
        if session.actor == nil, let person = try person.map(id), !known.contains(person), known.contains(where: { !$0.isEmpty }) {
            output.note("\(ScreenText.visible(person)) is a new person")
        }
        switch (extent.count, written.added) {
        case (1, 0): output.note("the store already has that sample")
        case (1, _): output.note("added 1 sample")
        default: output.note("added \(written.added) of \(extent.count) samples")
        }
        return .fine
    }

    func run(_ statement: ImportStatement, at range: SourceRange) throws -> Outcome {
        let paths = try statement.paths.map { try path($0, inFolder: session.place.folder) }
        // The files are read for the store as a whole, so that their people are not those of the session.
        var command = ImportCommand(into: session.commandStore(of: nil), output: output)
        command.showsProgress = output.screen.isTerminal
        command.persons.given = session.person.flatMap { $0.isEmpty ? nil : $0 }
        command.persons.option = "`set person`"
        switch statement.owner {
        case .inFiles: break
        case .person(let name):
            let id = try id(of: name)
            command.persons.given = id.isEmpty ? nil : id
            command.persons.option = "`for person`"
        case .fileName:
            command.persons.option = "`person from name`"
            (command.persons.given, command.persons.isFromName) = (nil, true)
        case .column(let name): (command.persons.given, command.layout.person) = (nil, name.text)
        }
        command.layout.isStatement = true
        for field in statement.fields { try command.layout.set(field) }
        command.replacement = replacement(of: statement, at: range)
        return try command.run(paths: paths)
    }

    private func replacement(of statement: ImportStatement, at range: SourceRange) -> ImportCommand<Output>.Replacement? {
        if case .none = statement.replacement { return nil }
        var replacement = ImportCommand<Output>.Replacement(.everything)
        if case .span = statement.replacement { replacement.extent = .span }
        replacement.isConfirmed = statement.isConfirmed
        replacement.refusal = { what in
            tell(
                Diagnostic(
                    .notConfirmed, "nothing was changed, because Tally can't ask here: deleting \(what) needs `confirmed`", at: range,
                    help: "add `confirmed` at the end of the statement"))
        }
        return replacement
    }

    func run(_ assertion: AssertStatement) throws -> Outcome {
        let table = try answer(assertion.query, comparedWith: assertion.condition.literal).table
        guard table.rowCount == 1, table.columns.count == 1, let column = table.columns.first else {
            throw tell(
                Diagnostic(
                    .assertionShape, "an assertion compares one value, but this result has \(WatchedRows.size(of: table))",
                    at: assertion.query.range, help: "remove `by` and use only one measure"))
        }
        let expected = try amount(of: assertion.condition.literal, for: column, in: table)
        let actual =
            column.isTime(assertion.condition.literal) ? table.timeOfDay(row: 0, column, of: table.header.clockDay) : column.values[0]
        let tolerance = try tolerance(assertion.tolerance, around: expected, of: column)
        if let actual, assertion.condition.comparison.holds(actual, expected, tolerance: tolerance) { return .fine }
        let found = ClockText(table).exact(column, row: 0) ?? actual.map(column.columnUnit.exactText) ?? "no data"
        let wanted = column.clock == nil ? column.columnUnit.exactText(expected) : QueryFormatter.cell(assertion.condition.literal)
        output.report(
            Diagnostic(
                .assertionFailed, "expected \(assertion.condition.comparison.rawValue) \(wanted), found \(found)",
                at: assertion.condition.literal.range), in: source)
        return .failed
    }
}

extension StatementRunner {
    /// Returns the allowed difference from `value`.
    private func tolerance(_ tolerance: AssertStatement.Tolerance?, around value: Double, of column: ValueColumn) throws -> Double {
        guard let tolerance else { return 0 }
        let compiler = try session.read { try session.compiler(reading: $0) }
        let unit = tolerance.isPercent ? .none : column.columnUnit.difference
        let number = try told(
            compiler.amount(of: tolerance.amount, of: MetricInfo(named: column.metric), in: unit, named: nil))
        return tolerance.isPercent ? abs(value) * number / 100 : number
    }

    /// Returns the amount of `literal`, in the unit of `column`. For a column of times, a time.
    func amount(of literal: Literal, for column: ValueColumn, in table: ResultTable) throws -> Double {
        let compiler = try session.read { try session.compiler(reading: $0) }
        if let clock = column.clock {
            switch literal {
            case .time(let time): return Double(table.header.clockDay.placed(Int64(time.millisecondOfDay)))
            case .when(let when) where clock == .instant: return Double(try told(compiler.instant(of: when)).milliseconds)
            default:
                throw tell(
                    Diagnostic(
                        .timeExpected, "`\(column.name)` is a time, so it can only be compared with a time", at: literal.range,
                        help: "write a time of day such as `23:00`"))
            }
        }
        // The check of the statement has warned about fractions.
        return try told(
            compiler.amount(of: literal, of: MetricInfo(named: column.metric), in: column.columnUnit, named: nil))
    }
}

extension MetricInfo {
    /// Creates the metric of a result column.
    init?(named name: String) {
        guard case .known(let metric) = MetricCatalog.resolve(name: name) else { return nil }
        self = metric
    }
}

extension Comparison {
    /// Returns true if `a` and `b` meet the comparison. Values that differ by at most `tolerance` are equal.
    func holds(_ a: Double, _ b: Double, tolerance: Double) -> Bool {
        let isEqual = abs(a - b) <= tolerance
        return switch self {
        case .equal: isEqual
        case .notEqual: !isEqual
        case .less: a < b && !isEqual
        case .lessOrEqual: a < b || isEqual
        case .greater: a > b && !isEqual
        case .greaterOrEqual: a > b || isEqual
        }
    }
}

extension ValueColumn {
    /// True if `literal` is a time of day, with which the times of the column are compared.
    func isTime(_ literal: Literal) -> Bool {
        if info.clock != nil, case .time = literal { true } else { false }
    }
}

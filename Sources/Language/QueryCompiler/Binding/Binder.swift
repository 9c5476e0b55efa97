import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Says that a mistake was told: thrown in place of what the mistaken part would have meant.
///
/// Only a report of a binder makes one, so that nothing stops without a reason that people read.
struct Reported: Error {
    fileprivate init() {}
}

/// Collects what is found while a query is bound, and looks names up.
///
/// Parts that came out of a `let` were written in another text: what is wrong with them is reported at the name.
final class Binder {
    private(set) var context: CompilationContext
    private(set) var diagnostics: [Diagnostic] = []
    /// The metrics whose recorded times the range depends on, and that are not known.
    var wantsRecordedTimes: Set<MetricID> = []
    /// What must be known of the samples after now, and is not.
    private(set) var wantsLaterSamples: Set<LaterSamples.Question> = []
    /// The names being followed, innermost last; a name among them refers to itself.
    private var borrowing: [Name] = []
    /// Their keys, which cost more to make than to compare.
    private var borrowedKeys: [String] = []
    /// The names whose queries were put in, by their places.
    private var expanded: [SourceRange: String] = [:]
    private var followCount = 0

    init(context: CompilationContext) { self.context = context }

    /// Returns what `body` gives, or the errors that say why it gives nothing.
    static func outcome<Value>(
        in context: CompilationContext, _ body: (Binder) throws(Reported) -> Value
    ) -> Resolved<Value> {
        let binder = Binder(context: context)
        guard case .success(let value) = binder.collect(try body(binder)), !binder.hasErrors else { return .failed(binder.diagnostics) }
        return .value(value, binder.diagnostics)
    }

    /// Names that stand for names, and calls in functions, go this deep.
    private static let maximumDepth = 128
    /// A query follows at most so many names: `let b = where a and a`, `let c = where b and b`, … doubles with each.
    private static let maximumFollowCount = 10_000

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    // MARK: Reports

    /// Keeps `diagnostic`, unless there are as many as anybody reads. What it returns is thrown where an error leaves nothing to go on with.
    @discardableResult
    func report(_ diagnostic: Diagnostic) -> Reported {
        // Beyond what people read only the first error matters: it keeps the query from running.
        guard diagnostics.count < ParseResult.maximumDiagnostics || (diagnostic.severity == .error && !hasErrors) else { return Reported() }
        let place = borrowing.first?.range ?? diagnostic.range
        guard let name = borrowing.first?.text ?? expanded[place] else {
            diagnostics.append(diagnostic)
            return Reported()
        }
        // Labels and fixes speak of the text that the name stands for.
        let moved = Diagnostic(
            diagnostic.code, "in `\(name)`: \(diagnostic.message)", at: place, help: diagnostic.help, note: diagnostic.note, reachedBy: name
        )
        if !diagnostics.contains(moved) { diagnostics.append(moved) }
        return Reported()
    }

    @discardableResult
    func report(
        _ code: DiagnosticCode, _ message: String, at range: SourceRange, help: String? = nil, note: String? = nil,
        fix: Diagnostic.Fix? = nil
    ) -> Reported {
        report(Diagnostic(code, message, at: range, help: help, note: note, fix: borrowing.isEmpty ? fix : nil))
    }

    /// Returns a value, or the report in its place.
    ///
    /// What does not depend on it is bound in the meantime, so that all mistakes are told at once; then `get()` throws the report.
    func collect<Value>(_ value: @autoclosure () throws(Reported) -> Value) -> Result<Value, Reported> {
        do throws(Reported) {
            return .success(try value())
        } catch {
            assert(hasErrors, "only errors are thrown: a query without one must have a meaning")
            return .failure(error)
        }
    }

    /// Returns what `body` makes of each part. All parts are tried before the first report is thrown.
    func collect<Part, Value>(
        each parts: some Sequence<Part>, _ body: (Part) throws(Reported) -> Value
    ) throws(Reported) -> [Value] {
        var results: [Result<Value, Reported>] = []
        for part in parts { results.append(collect(try body(part))) }
        return try results.map { (result) throws(Reported) in try result.get() }
    }

    /// Stops where an error was told, also one that what comes next does not depend on.
    func stopAfterErrors() throws(Reported) {
        if hasErrors { throw Reported() }
    }

    // MARK: Names

    /// Returns what `body` makes of the value that `name` stands for; nil where it stands for none, or `body` makes nothing of it.
    func following<Value>(
        _ name: Name, _ body: (LetStatement.Value) throws(Reported) -> Value?
    ) throws(Reported) -> Value? {
        guard let entry = context.names[name] else { return nil }
        let key = name.key
        guard !borrowedKeys.contains(key) else {
            throw report(.circularName, "`\(name.text)` refers to itself", at: name.range, help: "give one of the names another value")
        }
        return try entering(name, key: key) { () throws(Reported) in
            // A name of a name is what that one is.
            if case .query(let query) = entry.value, let other = query.aliasedName, context.names[other] != nil {
                return try following(other, body)
            }
            return try body(entry.value)
        }
    }

    /// Runs `body` inside of what `name` stands for: what is reported there is reported at the name.
    func entering<Value>(_ name: Name, key: String? = nil, _ body: () throws(Reported) -> Value) throws(Reported) -> Value {
        let key = key ?? name.key
        followCount += 1
        guard borrowing.count < Self.maximumDepth, followCount <= Self.maximumFollowCount else { throw reportEndless(name, key: key) }
        borrowing.append(name)
        borrowedKeys.append(key)
        defer {
            borrowing.removeLast()
            borrowedKeys.removeLast()
        }
        return try body()
    }

    private func reportEndless(_ name: Name, key: String) -> Reported {
        if borrowedKeys.contains(key) {
            return report(
                .recursiveFunction, "`\(name.text)` calls itself", at: name.range,
                help: "a function is a query with names for its parts")
        }
        // That there are too many is said of the first one.
        guard followCount <= Self.maximumFollowCount + 1 else { return Reported() }
        return report(
            .namesTooDeep, "`\(borrowing.first?.text ?? name.text)` stands for more names than can be followed", at: name.range,
            help: "name its parts afresh")
    }

    /// Notes that what `name` stands for is put in at `range`.
    func noteExpansion(of name: Name, at range: SourceRange) {
        if borrowing.count == 1 { expanded[range] = name.text }
    }

    /// Gives formals their values for a body that is put in at `range`.
    func openScope(_ formals: [NameTable.Entry], at range: SourceRange) -> Transplant {
        context.names.openScope(formals, at: range)
    }

    /// Returns what `body` makes of the value of `name`. Where that is nothing, reports that a `wanted` is needed.
    func value<Value>(
        of name: Name, wanted: String, help: String? = nil, words: [String] = [], unknown: String? = nil,
        _ body: (LetStatement.Value) throws(Reported) -> Value?
    ) throws(Reported) -> Value {
        if let value = try following(name, body) { return value }
        if context.names[name] != nil {
            throw report(.wrongKindOfName, "`\(name.text)` does not hold a \(wanted)", at: name.range, help: help)
        }
        let known = context.names.entries.values.map(\.name).sorted()
        let suggestion = Suggestion.best(for: name.text, among: known + words)
        throw report(
            .unknownName, unknown ?? "`\(name.text)` isn't a \(wanted), and no `let` defines it", at: name.range,
            help: help, fix: .spelling(suggestion, at: name.range))
    }

    // MARK: Operands that may be names

    /// Returns what `body` makes of `literal`, or of the value that it names.
    ///
    /// A lone word may be a category value or an activity, so a name that stands for no value is handed on as it is.
    func resolving<Value>(_ literal: Literal, _ body: (Literal) throws(Reported) -> Value) throws(Reported) -> Value {
        guard case .name(let name) = literal else { return try body(literal) }
        let resolved = try following(name) { (value) throws(Reported) -> Value? in
            switch value {
            case .literal(let inner): return try resolving(inner, body)
            case .query(let query): return try body(query.aliasedName.map(Literal.name) ?? literal)
            case .when(let when):
                guard case .instant(.weekday(let day, nil)) = when.kind else { return try body(.when(when)) }
                return try body(.weekday(day))
            case .span(let span): return try body(.span(span))
            case .predicate, .unit: return try body(literal)
            }
        }
        if let resolved { return resolved }
        return try body(literal)
    }

    func integer(_ count: Count) throws(Reported) -> Int {
        switch count {
        case .number(let number, _): number
        case .name(let name):
            try value(of: name, wanted: "whole number", help: "write a whole number such as `7`") { value in
                guard case .literal(.number(let number, nil)) = value, number.value == number.value.rounded(), number.value >= 0,
                    number.value <= 1e9
                else { return nil }
                return Int(number.value)
            }
        }
    }

    func number(_ operand: NumberOperand) throws(Reported) -> Double {
        switch operand {
        case .number(let number): number.value
        case .name(let name):
            try value(of: name, wanted: "number", help: "write a number such as `7` or `0.5`") { value in
                if case .literal(.number(let number, nil)) = value { number.value } else { nil }
            }
        }
    }

    func text(_ operand: TextOperand) throws(Reported) -> String {
        switch operand {
        case .text(let text): text.value
        case .name(let name):
            try value(of: name, wanted: "text", help: "write the text between quotes: \"\(name.text)\"") { value in
                if case .literal(.texts(let texts)) = value, texts.count == 1 { texts[0].value } else { nil }
            }
        }
    }

    /// Returns the length of time that `phrase` gives.
    ///
    /// - Parameter isKey: true after `by`, where other words than lengths are allowed.
    func amount(_ phrase: TimeAmountPhrase, isKey: Bool = false) throws(Reported) -> TimeAmount {
        switch phrase {
        case .amount(let amount): return amount
        case .name(let name):
            if name.key == "m", context.names[name] == nil {
                throw report(.ambiguousM, "`m` may be minutes or months", at: name.range, help: "write `minute` or `month`")
            }
            return try value(
                of: name, wanted: "duration",
                help: isKey
                    ? "use a period (`day`, `15min`), a profile (`weekday`, `hour of day`), `source`, `device` or `metadata \"KEY\"`"
                    : "write a duration such as `15min`, `6h` or `2 weeks`",
                words: Grammar.groupingWords, unknown: isKey ? "can't group by `\(name.text)`" : nil
            ) { value in
                guard case .literal(.duration(var amount)) = value else { return nil }
                // What is wrong with the amount is reported at the name.
                amount.range = name.range
                if case .number(let count, _)? = amount.count { amount.count = .number(count, name.range) }
                return amount
            }
        }
    }
}

extension Binder {
    /// Whether the store may hold samples of `metric` that end at now or later.
    func mayHoldLater(_ metric: MetricID, onClocksOfSamples: Bool) -> Bool {
        // Clocks are up to 26 hours apart.
        let slack: Int64 = onClocksOfSamples ? 93_600_000 : 0
        return context.contents.metrics[metric].map { $0.lastEnd.advanced(byMilliseconds: slack) >= context.now } ?? false
    }

    /// Returns what the store holds after now; nothing where it must be asked first.
    func laterSamples(_ question: LaterSamples.Question) -> LaterSamples {
        guard mayHoldLater(question.metric, onClocksOfSamples: question.usesSampleZones) else { return LaterSamples() }
        if let known = context.contents.laterSamples[question] { return known }
        wantsLaterSamples.insert(question)
        return LaterSamples()
    }

    /// Returns what stands where nothing is.
    func fill(_ rule: FillRule) throws(Reported) -> Fill {
        switch rule {
        case .none: .omit
        case .null: .null
        case .zero: .zero
        case .previous: .previous
        case .linear: .linear
        case .number(let operand): .number(try number(operand))
        }
    }

    /// Says that no reading is not a reading of 0.
    func reportZero(of metric: String, at range: SourceRange) {
        report(
            .fillZeroOnDiscrete, "no reading is not a reading of 0: \(metric) is a discrete type", at: range,
            help: "`fill previous` or `fill linear` carry readings over gaps; null says that there was none")
    }

    /// Says so where no source of the store has one of these names, or none that has samples of `metric`.
    func noteUnknownSources(_ names: [String], of metric: MetricInfo?, at range: SourceRange) {
        let known = context.contents.sources.values.map(\.name).sorted()
        guard !known.isEmpty else { return }
        let keys = Set(known.map(Source.fold))
        let summary = metric.flatMap { context.contents.metrics[$0.id] }
        let own = (summary?.sources ?? []).compactMap { context.contents.sources[$0.source]?.name }.sorted()
        let ownText = own.map { "\"\($0)\"" }.joined(separator: ", ")
        let sources = metric.flatMap { own.isEmpty ? nil : "\($0.shortName) comes from \(ownText)" }
        for name in names {
            if !keys.contains(Source.fold(name)) {
                let suggestion = Suggestion.best(for: name, among: known)
                report(
                    .unknownSource, "no source is called \"\(name)\"", at: range,
                    help: (suggestion == nil ? sources : nil) ?? "`show sources` lists them",
                    note: suggestion == nil ? nil : sources,
                    fix: names.count == 1 ? suggestion.map { Self.sourceFix($0, at: range) } : nil)
            } else if let metric, let sources, !own.map(Source.fold).contains(Source.fold(name)) {
                report(.sourceWithoutSamples, "\"\(name)\" has no samples of \(metric.shortName)", at: range, help: sources)
            }
        }
    }

    /// Another source is another question: samples of the one that was written may come yet.
    private static func sourceFix(_ name: String, at range: SourceRange) -> Diagnostic.Fix {
        let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
        return Diagnostic.Fix(range, quoted, keepsQuestion: false, help: "did you mean \(quoted)?")
    }

    /// Returns a number, a number with a unit, or a length of time in `unit`.
    func amount(of literal: Literal, of metric: MetricInfo?, in unit: HealthUnit?) throws(Reported) -> Double {
        let given: (amount: Double, unit: HealthUnit)
        switch literal {
        case .number(let number, nil): return number.value
        case .number(let number, let text?):
            guard case .success(let written) = HealthUnit.parseForPeople(text.text, for: metric) else {
                throw report(
                    .unknownUnit, "`\(text.text)` is no unit", at: text.range,
                    help: unit.map { "use \($0.symbol)" } ?? "write the number alone")
            }
            given = (written.amount(saidAs: number.value), written)
        case .duration(let amount) where amount.unit <= .day:
            let count = if let count = amount.count { try integer(count) } else { 1 }
            given = (Double(Int64(count) * amount.unit.approximateMilliseconds) / 1000, .second)
        default:
            throw report(.numberExpected, "a number is needed here", at: literal.range, help: "write a number, with or without a unit")
        }
        if let unit, let converted = HealthUnit.convert(given.amount, from: given.unit, to: unit) { return converted }
        throw report(
            .incompatibleUnit, "the value is not in \(given.unit.symbol)", at: literal.range,
            help: unit.map { "it is in \($0.symbol)" } ?? "write the number alone")
    }
}

extension Result where Failure == Reported {
    /// The value, for a binder that goes on without it; nil after the report, whose error keeps the query from running.
    var value: Success? { if case .success(let value) = self { value } else { nil } }
}

extension HealthUnit {
    /// Returns the amount in this unit that people mean by `number`: Apple writes 0.97 %, people say 97 %.
    func amount(saidAs number: Double) -> Double { symbol == "%" && abs(number) > 1 ? number / 100 : number }
}

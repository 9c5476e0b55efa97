import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Collects what is found while a query is bound, and looks names up.
///
/// Parts that came out of a `let` were written in another text: what is wrong with them is reported at the name.
struct Binder {
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
    /// How often something was reported, also what was said before.
    private var reportCount = 0

    init(context: CompilationContext) { self.context = context }

    /// Names that stand for names, and calls in functions, go this deep.
    private static let maximumDepth = 128
    /// A query follows at most so many names: `let b = where a and a`, `let c = where b and b`, … doubles with each.
    private static let maximumFollowCount = 10_000

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// Keeps `diagnostic`, unless there are as many as anybody reads.
    mutating func report(_ diagnostic: Diagnostic) {
        reportCount += 1
        // Beyond what people read only the first error matters: it keeps the query from running.
        guard diagnostics.count < ParseResult.maximumDiagnostics || (diagnostic.severity == .error && !hasErrors) else { return }
        let place = borrowing.first?.range ?? diagnostic.range
        guard let name = borrowing.first?.text ?? expanded[place] else {
            diagnostics.append(diagnostic)
            return
        }
        // Labels and fixes speak of the text that the name stands for.
        let moved = Diagnostic(
            diagnostic.code, "in `\(name)`: \(diagnostic.message)", at: place, help: diagnostic.help, note: diagnostic.note)
        if !diagnostics.contains(moved) { diagnostics.append(moved) }
    }

    mutating func report(
        _ code: DiagnosticCode, _ message: String, at range: SourceRange, help: String? = nil, note: String? = nil,
        fix: Diagnostic.Fix? = nil
    ) {
        report(Diagnostic(code, message, at: range, help: help, note: note, fix: borrowing.isEmpty ? fix : nil))
    }

    /// Returns what `body` makes of the value that `name` stands for, nil where it stands for none.
    mutating func following<Result>(
        _ name: Name, _ body: (inout Binder, LetStatement.Value) -> Result?
    ) -> Result? {
        guard let entry = context.names[name] else { return nil }
        let key = name.key
        guard !borrowedKeys.contains(key) else {
            report(.circularName, "`\(name.text)` refers to itself", at: name.range, help: "give one of the names another value")
            return nil
        }
        return entering(name, key: key) { binder in
            // A name of a name is what that one is.
            if case .query(let query) = entry.value, let other = query.aliasedName, binder.context.names[other] != nil {
                return binder.following(other, body)
            }
            return body(&binder, entry.value)
        }
    }

    /// Runs `body` inside of what `name` stands for: what is reported there is reported at the name.
    mutating func entering<Result>(_ name: Name, key: String? = nil, _ body: (inout Binder) -> Result?) -> Result? {
        let key = key ?? name.key
        followCount += 1
        guard borrowing.count < Self.maximumDepth, followCount <= Self.maximumFollowCount else {
            if borrowedKeys.contains(key) {
                report(
                    .recursiveFunction, "`\(name.text)` calls itself", at: name.range,
                    help: "a function is a query with names for its parts")
            } else if followCount <= Self.maximumFollowCount + 1 {
                report(
                    .namesTooDeep, "`\(borrowing.first?.text ?? name.text)` stands for more names than can be followed", at: name.range,
                    help: "name its parts afresh")
            }
            return nil
        }
        borrowing.append(name)
        borrowedKeys.append(key)
        defer {
            borrowing.removeLast()
            borrowedKeys.removeLast()
        }
        return body(&self)
    }

    /// Notes that what `name` stands for is put in at `range`.
    mutating func noteExpansion(of name: Name, at range: SourceRange) {
        if borrowing.count == 1 { expanded[range] = name.text }
    }

    /// Gives formals their values for a body that is put in at `range`.
    mutating func openScope(_ formals: [NameTable.Entry], at range: SourceRange) -> Transplant {
        context.names.openScope(formals, at: range)
    }

    /// Returns what `body` makes of the value of `name`; nil after a report, which says that a `wanted` is needed where `body` says nothing.
    mutating func value<Result>(
        of name: Name, wanted: String, help: String? = nil, words: [String] = [], _ body: (inout Binder, LetStatement.Value) -> Result?
    ) -> Result? {
        let before = reportCount
        if let result = following(name, body) { return result }
        if reportCount == before { reportUnusable(name, wanted: wanted, help: help, words: words) }
        return nil
    }

    /// Reports that `name` is no name of what is wanted here.
    private mutating func reportUnusable(_ name: Name, wanted: String, help: String?, words: [String]) {
        if context.names[name] != nil {
            report(.wrongKindOfName, "`\(name.text)` does not hold a \(wanted)", at: name.range, help: help)
        } else {
            let known = context.names.entries.values.map(\.name).sorted()
            let suggestion = Suggestion.best(for: name.text, among: known + words)
            report(
                .unknownName, "`\(name.text)` is no \(wanted) and no name given by `let`", at: name.range,
                help: help, fix: .spelling(suggestion, at: name.range))
        }
    }

    // MARK: Operands that may be names

    /// Returns what `body` makes of `literal`, or of the value that it names.
    ///
    /// A lone word may be a category value or an activity, so a name that stands for no value is handed on as it is.
    mutating func resolving<Result>(_ literal: Literal, _ body: (inout Binder, Literal) -> Result?) -> Result? {
        guard case .name(let name) = literal, context.names[name] != nil else { return body(&self, literal) }
        return following(name) { binder, value in
            switch value {
            case .literal(let inner): return binder.resolving(inner, body)
            case .query(let query): return body(&binder, query.aliasedName.map(Literal.name) ?? literal)
            case .when(let when):
                guard case .instant(.weekday(let day, nil)) = when.kind else { return body(&binder, .when(when)) }
                return body(&binder, .weekday(day))
            case .span(let span): return body(&binder, .span(span))
            case .predicate, .unit: return body(&binder, literal)
            }
        }
    }

    mutating func integer(_ count: Count) -> Int? {
        switch count {
        case .number(let number, _): number
        case .name(let name):
            value(of: name, wanted: "whole number", help: "write a whole number such as `7`") { _, value in
                guard case .literal(.number(let number, nil)) = value, number.value == number.value.rounded(), number.value >= 0,
                    number.value <= 1e9
                else { return nil }
                return Int(number.value)
            }
        }
    }

    mutating func number(_ operand: NumberOperand) -> Double? {
        switch operand {
        case .number(let number): number.value
        case .name(let name):
            value(of: name, wanted: "number", help: "write a number such as `7` or `0.5`") { _, value in
                if case .literal(.number(let number, nil)) = value { number.value } else { nil }
            }
        }
    }

    mutating func text(_ operand: TextOperand) -> String? {
        switch operand {
        case .text(let text): text.value
        case .name(let name):
            value(of: name, wanted: "text", help: "write the text between quotes: \"\(name.text)\"") { _, value in
                if case .literal(.texts(let texts)) = value, texts.count == 1 { texts[0].value } else { nil }
            }
        }
    }

    mutating func amount(_ phrase: TimeAmountPhrase) -> TimeAmount? {
        switch phrase {
        case .amount(let amount): return amount
        case .name(let name):
            if name.key == "m", context.names[name] == nil {
                report(.ambiguousM, "`m` may be minutes or months", at: name.range, help: "write `minute` or `month`")
                return nil
            }
            return value(of: name, wanted: "duration", help: "durations are written 15min, 6h, 2 weeks", words: Grammar.groupingWords) {
                _, value in
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
    mutating func laterSamples(_ question: LaterSamples.Question) -> LaterSamples {
        guard mayHoldLater(question.metric, onClocksOfSamples: question.usesSampleZones) else { return LaterSamples() }
        if let known = context.contents.laterSamples[question] { return known }
        wantsLaterSamples.insert(question)
        return LaterSamples()
    }

    /// Returns what stands where nothing is; nil after a report.
    mutating func fill(_ rule: FillRule) -> Fill? {
        switch rule {
        case .none: .omit
        case .null: .null
        case .zero: .zero
        case .previous: .previous
        case .linear: .linear
        case .number(let operand): number(operand).map { .number($0) }
        }
    }

    /// Says that no reading is not a reading of 0.
    mutating func reportZero(of metric: String, at range: SourceRange) {
        report(
            .fillZeroOnDiscrete, "no reading is not a reading of 0: \(metric) is a discrete type", at: range,
            help: "`fill previous` or `fill linear` carry readings over gaps; null says that there was none")
    }

    /// Says so where no source of the store has one of these names, or none that has samples of `metric`.
    mutating func noteUnknownSources(_ names: [String], of metric: MetricInfo?, at range: SourceRange) {
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

    /// Returns a number, a number with a unit, or a length of time in `unit`; nil after a report.
    mutating func amount(of literal: Literal, of metric: MetricInfo?, in unit: HealthUnit?) -> Double? {
        let given: (amount: Double, unit: HealthUnit)
        switch literal {
        case .number(let number, nil): return number.value
        case .number(let number, let text?):
            guard case .success(let written) = HealthUnit.parseForPeople(text.text, for: metric) else {
                report(
                    .unknownUnit, "`\(text.text)` is no unit", at: text.range,
                    help: unit.map { "use \($0.symbol)" } ?? "write the number alone")
                return nil
            }
            given = (written.amount(saidAs: number.value), written)
        case .duration(let amount) where amount.unit <= .day:
            guard let count = amount.count.map({ integer($0) }) ?? 1 else { return nil }
            given = (Double(Int64(count) * amount.unit.approximateMilliseconds) / 1000, .second)
        default:
            report(.numberExpected, "a number is needed here", at: literal.range, help: "write a number, with or without a unit")
            return nil
        }
        if let unit, let converted = HealthUnit.convert(given.amount, from: given.unit, to: unit) { return converted }
        report(
            .incompatibleUnit, "the value is not in \(given.unit.symbol)", at: literal.range,
            help: unit.map { "it is in \($0.symbol)" } ?? "write the number alone")
        return nil
    }
}

extension HealthUnit {
    /// Returns the amount in this unit that people mean by `number`: Apple writes 0.97 %, people say 97 %.
    func amount(saidAs number: Double) -> Double { symbol == "%" && abs(number) > 1 ? number / 100 : number }
}

import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The error that a binder throws after it has reported a mistake.
///
/// Only `Binder.report` creates one, so that binding never stops without a diagnostic.
struct Reported: Error {
    fileprivate init() {}
}

/// Collects the findings while a query is bound, and looks up names.
///
/// The value of a `let` was written in another text. Mistakes in it are reported at the name.
final class Binder {
    /// The fields of all samples.
    static let sampleFields = ["value", "source", "device", "product", "start", "end", "duration", "created"]

    private(set) var context: CompilationContext
    private(set) var diagnostics: [Diagnostic] = []
    /// The numbers of the statement that may be meant as fractions (W353).
    var fractions = WrittenFractions()
    /// True for numbers that are in percent, because they are bounds or widths that fractions would not have (W353).
    var isSurelyPercent = false
    /// The metrics whose recorded times are missing from the context, although the range depends on them.
    var wantsRecordedTimes: Set<MetricID> = []
    /// The metrics whose names of values in the store are missing.
    private(set) var wantsStoredNames: Set<MetricID> = []
    /// The missing facts about samples after now.
    private(set) var wantsLaterSamples: Set<LaterSamples.Question> = []
    /// The times of the parts of the day that the query names, for the header of the answer.
    private(set) var dayParts: [DayPart: DayTimes] = [:]
    /// True if the query contains `glucose ranges`.
    var asksForConsensus = false
    /// The names being followed, innermost last. A name that is already in the list refers to itself.
    private var borrowing: [Name] = []
    /// The keys of these names, kept because computing them is slower than comparing.
    private var borrowedKeys: [String] = []
    /// The names that were replaced with their queries, by position.
    private var expanded: [SourceRange: String] = [:]
    private var followCount = 0

    init(context: CompilationContext) { self.context = context }

    /// Returns the value of `body` with its findings, or the findings if there is an error among them.
    static func outcome<Value>(
        in context: CompilationContext, _ body: (Binder) throws(Reported) -> Value
    ) -> Resolved<Value> {
        let binder = Binder(context: context)
        guard case .success(let value) = binder.collect(try body(binder)), !binder.hasErrors else { return .failed(binder.diagnostics) }
        return .value(value, binder.diagnostics)
    }

    /// The maximum depth of names that refer to other names, and of nested calls.
    private static let maximumDepth = 128
    /// The maximum number of names that a query can follow. In `let b = where a and a`, `let c = where b and b`, … it doubles each time.
    private static let maximumFollowCount = 2_000

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    // MARK: Reports

    /// Adds `diagnostic`, up to a maximum number. The caller throws the result if it can't continue after the error.
    @discardableResult
    func report(_ diagnostic: Diagnostic) -> Reported {
        // Above the maximum only the first error matters, because it prevents the query from running.
        guard diagnostics.count < ParseResult.maximumDiagnostics || (diagnostic.severity == .error && !hasErrors) else { return Reported() }
        let place = borrowing.first?.range ?? diagnostic.range
        guard let name = borrowing.first?.text ?? expanded[place] else {
            diagnostics.append(diagnostic)
            return Reported()
        }
        // Labels and fixes refer to the text of the name's value, so they are dropped.
        let message = diagnostic.code == .circularName ? diagnostic.message : "in `\(name)`: \(diagnostic.message)"
        let moved = Diagnostic(diagnostic.code, message, at: place, help: diagnostic.help, note: diagnostic.note, reachedBy: name)
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

    /// Changes the help and the fix of the first diagnostic with a code. A diagnostic about the value of a name has no fix.
    func mend(_ code: DiagnosticCode, help: String, fix: Diagnostic.Fix?) {
        guard let index = diagnostics.firstIndex(where: { $0.code == code }) else { return }
        diagnostics[index] = diagnostics[index].withHelp(help)
        diagnostics[index].fix = fix
    }

    /// True if the text at `range` is that of a name's value, which a fix cannot change.
    func isBorrowed(_ range: SourceRange) -> Bool { !borrowing.isEmpty || expanded[range] != nil }

    /// Removes the infos about a range, from a position in the list of diagnostics.
    func forgetInfos(from count: Int, at range: SourceRange) {
        guard count <= diagnostics.count else { return }
        diagnostics = Array(diagnostics[..<count]) + diagnostics[count...].filter { $0.severity != .info || $0.range != range }
    }

    /// Removes the findings that were reported before, from a position in the list of diagnostics.
    func forgetRepeated(from count: Int) {
        guard count <= diagnostics.count else { return }
        let earlier = diagnostics[..<count]
        diagnostics = earlier + diagnostics[count...].filter { !earlier.contains($0) }
    }

    /// Returns the value, or the error if binding it failed.
    ///
    /// The caller can bind other parts before `get()` throws the error, so that all mistakes are reported at once.
    func collect<Value>(_ value: @autoclosure () throws(Reported) -> Value) -> Result<Value, Reported> {
        do throws(Reported) {
            return .success(try value())
        } catch {
            assert(hasErrors, "a binder can throw only after reporting an error")
            return .failure(error)
        }
    }

    /// Returns the value of `body` for each part. Tries all parts before it throws the first error.
    func collect<Part, Value>(
        each parts: some Sequence<Part>, _ body: (Part) throws(Reported) -> Value
    ) throws(Reported) -> [Value] {
        var results: [Result<Value, Reported>] = []
        for part in parts { results.append(collect(try body(part))) }
        return try results.map { (result) throws(Reported) in try result.get() }
    }

    /// Throws if any error was reported.
    func stopAfterErrors() throws(Reported) {
        if hasErrors { throw Reported() }
    }

    /// Returns the times of a part of the day that the query names.
    func times(of part: DayPart) -> DayTimes {
        let times = context.dayParts[part]
        dayParts[part] = times
        return times
    }

    // MARK: Names

    /// Looks up `name` and passes its value to `body`. Returns nil if the name is unknown or `body` returns nil.
    func following<Value>(
        _ name: Name, _ body: (LetStatement.Value) throws(Reported) -> Value?
    ) throws(Reported) -> Value? {
        guard let entry = context.names[name] else { return nil }
        let key = name.key
        guard !borrowedKeys.contains(key) else {
            throw report(.circularName, "`\(name.text)` refers to itself", at: name.range, help: "give one of the names a different value")
        }
        return try entering(name, key: key) { () throws(Reported) in
            // If the value is another name, use the value of that name.
            if case .query(let query) = entry.value, let other = query.aliasedName, context.names[other] != nil {
                return try following(other, body)
            }
            return try body(entry.value)
        }
    }

    /// Runs `body` on the value of `name`. Findings of `body` are reported at the name.
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
                help: "write the query without the call, because functions can't be recursive")
        }
        // Only the first name is reported.
        guard followCount <= Self.maximumFollowCount + 1 else { return Reported() }
        return report(
            .namesTooDeep, "`\(borrowing.first?.text ?? name.text)` refers to too many other names", at: name.range,
            help: "write some of the values directly instead of using names")
    }

    /// Records that the value of `name` replaces the text at `range`.
    func noteExpansion(of name: Name, at range: SourceRange) {
        if borrowing.count == 1 { expanded[range] = name.text }
    }

    /// Gives formals their values, for a body that replaces the text at `range`.
    func openScope(_ formals: [NameTable.Entry], at range: SourceRange) -> Transplant {
        context.names.openScope(formals, at: range)
    }

    /// Looks up `name` and passes its value to `body`. Reports an error if the name is unknown or isn't a `wanted`.
    func value<Value>(
        of name: Name, wanted: String, help: String? = nil, words: [String] = [], unknown: String? = nil,
        _ body: (LetStatement.Value) throws(Reported) -> Value?
    ) throws(Reported) -> Value {
        if let value = try following(name, body) { return value }
        if let entry = context.names[name] {
            throw report(
                Diagnostic(
                    .wrongKindOfName, "`\(name.text)` isn't a \(wanted)", at: name.range, help: help ?? entry.use, reachedBy: name.text))
        }
        let known = context.names.entries.values.map(\.name).sorted()
        let suggestion = Suggestion.best(for: name.text, among: known + words)
        throw report(
            .unknownName, unknown ?? "`\(name.text)` isn't a \(wanted), and no `let` defines it", at: name.range,
            help: help, fix: .spelling(suggestion, at: name.range))
    }

    /// Returns the month that `name` means. A `let` of that name takes precedence.
    func month(_ name: Name) -> Month? {
        name.isQuoted || context.names[name] != nil ? nil : Month(word: name.text)
    }

    // MARK: Operands that can be names

    /// Passes `literal`, or the value that it names, to `body`.
    ///
    /// A lone word can be a category value or an activity, so an unknown name is passed unchanged.
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
            case .predicate, .intervals, .unit, .anchor: return try body(literal)
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
            try value(of: name, wanted: "text value", help: "write text in quotes: \"\(name.text)\"") { value in
                if case .literal(.texts(let texts)) = value, texts.count == 1 { texts[0].value } else { nil }
            }
        }
    }

    /// Returns the duration in `phrase`.
    ///
    /// - Parameter isKey: true after `by`, where other words than durations are allowed.
    func amount(_ phrase: TimeAmountPhrase, isKey: Bool = false) throws(Reported) -> TimeAmount {
        switch phrase {
        case .amount(let amount): return amount
        case .name(let name):
            if name.key == "m", context.names[name] == nil {
                throw report(.ambiguousM, "`m` could mean minutes or months", at: name.range, help: "write `minute` or `month`")
            }
            if isKey, context.names[name] == nil, let meant = GroupingWord.meant(by: name.key) {
                throw report(
                    .unknownName, "can't group by `\(name.text)`", at: name.range, help: "write `by \(meant.example)`",
                    fix: [.init(name.range, meant.example)])
            }
            if isKey, context.names[name] == nil, let meant = EventWord.meant(by: name.key) {
                throw report(
                    .unknownName, "can't group by `\(name.text)`", at: name.range, help: "write `by \(meant.rawValue)`",
                    fix: [.init(name.range, meant.rawValue)])
            }
            if isKey, context.names[name] == nil, HealthUnit.isDistance(name.text) {
                throw report(
                    .unknownName, "can't group by `\(name.text)`", at: name.range, help: "write `by \(name.text) of workouts`",
                    fix: [.init(SourceRange(at: name.range.end), " of workouts")])
            }
            return try value(
                of: name, wanted: "duration",
                help: isKey
                    ? Self.helpForKey(name)
                    : "write a duration such as `15min`, `6h` or `2 weeks`",
                words: Grammar.groupingWords, unknown: isKey ? "can't group by `\(name.text)`" : nil
            ) { value in
                guard case .literal(.duration(var amount)) = value else { return nil }
                // Errors in the amount are reported at the name.
                amount.range = name.range
                if case .number(let count, _)? = amount.count { amount.count = .number(count, name.range) }
                return amount
            }
        }
    }
}

extension Binder {
    /// Returns the parts of a duration with their counts, longest unit first.
    func parts(of amount: TimeAmount) throws(Reported) -> [TimeDistance.Part] {
        let first = if let count = amount.count { try integer(count) } else { 1 }
        return [TimeDistance.Part(count: first, period: amount.unit)]
            + amount.rest.map { TimeDistance.Part(count: $0.count, period: $0.unit) }
    }

    /// Returns the keys that can follow `by`.
    private static func helpForKey(_ name: Name) -> String {
        switch GroupingWord(rawValue: name.key) {
        case .bands: "write the edges of the bands, as in `by bands 100, 120, 140`"
        case .bins: "write the width of the bins, as in `by bins of 10`"
        default:
            "use a period (`day`, `15min`), a profile (`weekday`, `hour of day`), a field (`source`, `value`), `bins of 10`, "
                + "`bands 100, 120` or a condition in parentheses"
        }
    }

    /// Returns true if the store can have samples of `metric` that end now or later.
    func mayHoldLater(_ metric: MetricID, onClocksOfSamples: Bool) -> Bool {
        // Time zones differ by up to 26 hours.
        let slack: Int64 = onClocksOfSamples ? 93_600_000 : 0
        return context.contents.metrics[metric].map { $0.lastEnd.advanced(byMilliseconds: slack) >= context.now } ?? false
    }

    /// Returns the facts about samples after now. Returns an empty value if they must be read first.
    func laterSamples(_ question: LaterSamples.Question) -> LaterSamples {
        guard mayHoldLater(question.metric, onClocksOfSamples: question.usesSampleZones) else { return LaterSamples() }
        if let known = context.contents.laterSamples[question] { return known }
        wantsLaterSamples.insert(question)
        return LaterSamples()
    }

    /// Returns the names in exports of values or activities that are not in the tables and that the store has, if their short name is
    /// `name`. Returns nothing if they must be read first.
    func storedNames(_ name: String, of metric: MetricID, shortName: (String) -> String) -> [String] {
        guard context.contents.metrics[metric] != nil else { return [] }
        guard let known = context.contents.storedNames[metric] else {
            wantsStoredNames.insert(metric)
            return []
        }
        let folded = foldedName(name)
        return known.filter { foldedName(shortName($0)) == folded }.sorted()
    }

    /// Returns the end of the last reading if each lasts until the next one; nil if that is not after the range of `question`.
    func heldEnd(_ question: LaterSamples.Question) -> Instant? {
        if let known = context.contents.laterSamples[question] { return known.end }
        wantsLaterSamples.insert(question)
        return nil
    }

    /// Returns the fill value for empty rows of a column.
    ///
    /// - Parameter unit: the unit of the column; nil to leave a number as it is written.
    func fill(_ rule: FillRule, in unit: ColumnUnit?, of metric: MetricInfo?, named name: String?) throws(Reported) -> Fill {
        switch rule {
        case .none: .omit
        case .null: .null
        case .zero: .zero
        case .previous: .previous
        case .linear: .linear
        case .number(.name(let name)) where context.names[name] == nil:
            throw reportUnknownFill(name)
        case .number(let literal):
            .number(
                try resolving(literal) { (literal) throws(Reported) -> Double in
                    if case .name(let name) = literal {
                        return try value(of: name, wanted: "number", help: "write a number such as `7` or `0.5`") { _ in nil }
                    }
                    guard let unit else { return try written(literal, of: metric, shown: nil).amount }
                    return try amount(of: literal, of: metric, in: unit, named: name)
                })
        }
    }

    private func reportUnknownFill(_ name: Name) -> Reported {
        let choices = ["none", "null", "zero", "previous", "linear"]
        let best = Suggestion.choice(for: name.text, among: choices + context.names.entries.values.map(\.name).sorted())
        let list = "`none`, `null`, `zero`, `previous`, `linear` or a number, as in `fill 0`"
        return report(
            .unknownName, "`\(name.text)` can't follow `fill`", at: name.range, help: "write \(list)",
            note: best == nil ? nil : "the choices are \(list)", fix: .spelling(best, at: name.range))
    }

    /// Reports that a missing reading is not a reading of 0.
    func reportZero(of metric: String, at range: SourceRange) {
        report(
            .fillZeroOnDiscrete, "filling with 0 turns missing readings of \(metric) into readings of 0", at: range,
            help: "use `fill previous` or `fill linear`, or `fill null` to show gaps",
            note: "\(metric) is discrete: its samples are readings, not amounts")
    }

    /// Reports names that no source in the store has, and sources without samples of `metric`.
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
                    .unknownSource, "unknown source \"\(name)\"", at: range,
                    help: (suggestion == nil ? sources : nil) ?? "`show sources` lists the sources in the store",
                    note: suggestion == nil ? nil : sources,
                    fix: names.count == 1 ? suggestion.map { Self.sourceFix($0, at: range) } : nil)
            } else if let metric, let sources, !own.map(Source.fold).contains(Source.fold(name)) {
                report(.sourceWithoutSamples, "\"\(name)\" has no samples of \(metric.shortName)", at: range, help: sources)
            }
        }
    }

    /// Another source changes the question: the store may get samples of the written source later.
    private static func sourceFix(_ name: String, at range: SourceRange) -> Diagnostic.Fix {
        let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
        return Diagnostic.Fix(range, quoted, keepsQuestion: false, help: "did you mean \(quoted)?")
    }

    /// Returns a number with its unit, or a duration in seconds. The unit of a plain number is nil.
    ///
    /// - Parameter shown: The unit to suggest.
    func written(
        _ literal: Literal, of metric: MetricInfo?, shown: HealthUnit?
    ) throws(Reported) -> (amount: Double, unit: HealthUnit?) {
        switch literal {
        case .number(let number, nil): return (number.value, nil)
        case .number(let number, let text?):
            guard case .success(let written) = HealthUnit.parseForPeople(text.text, for: metric) else {
                throw report(
                    .unknownUnit, "`\(text.text)` is not a unit", at: text.range,
                    help: shown.map { "use \($0.symbol)" } ?? "write the number without a unit")
            }
            return (written.amount(written: number.value), written)
        case .duration(let amount) where amount.unit <= .day:
            return (Double(try parts(of: amount).map(\.approximateMilliseconds).reduce(0, +)) / 1000, .second)
        default:
            throw report(.numberExpected, "expected a number", at: literal.range, help: "write a number, with or without a unit")
        }
    }

}

extension Result where Failure == Reported {
    /// The value; nil after an error. The reported error prevents the query from running.
    var value: Success? { if case .success(let value) = self { value } else { nil } }
}

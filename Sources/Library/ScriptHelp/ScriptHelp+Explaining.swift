import CalendarIntervals
import HealthModel
import HelpPages
import LineHelp
import QueryCompiler
package import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import Scripts
import StoreCommands
import Workbench

/// The meaning of a word or of a statement.
package struct Explained {
    package var range: SourceRange
    /// Lines of at most 80 columns.
    package var text: String
    /// The statement of a definition, in the language; empty for other explanations.
    package var code = ""
}

extension ScriptHelp {
    /// Explains what is at an offset: on the first word of a query the query, on a metric the metric, on a name its definition, and on
    /// other words their page of `help`.
    package func explanation(at offset: Int) -> Explained? {
        guard let index = script.index(at: offset) else { return nil }
        let (piece, start) = (script.pieces[index], script.starts[index])
        guard let token = piece.parsed.tokens.first(where: { !$0.isTrivia && $0.range.moved(by: start).touches(offset) }),
            token.kind != .endOfText, let statement = piece.statements.first(where: { $0.range.contains(token.range.start) })
        else { return nil }
        let range = token.range.moved(by: start)
        let defined = name(at: offset).flatMap { name in name.statement.map { (range: name.range, code: script.source[$0]) } }
        if token.range.start == statement.range.start, let words = words(for: statement, in: piece, before: index) {
            return Explained(range: range, text: words, code: defined?.code ?? "")
        }
        if let defined { return Explained(range: defined.range, text: "", code: defined.code) }
        if let metric = metric(at: token, of: statement, in: piece, before: index) {
            return Explained(range: metric.range.moved(by: start), text: description(of: metric.name, before: index))
        }
        guard let page = page(at: token, of: piece) else { return nil }
        return Explained(range: page.range.moved(by: start), text: page.text)
    }

    /// Returns how a query is computed, in words.
    private func words(for statement: Statement, in piece: ScriptPiece, before index: Int) -> String? {
        guard statement.kind.word == .query, !statement.hasErrors else { return nil }
        let output = answer(to: "explain words " + piece.source[statement.range], before: index)
        return output.isEmpty ? nil : output
    }

    /// Returns the answer to a statement before a piece; empty if it has an error.
    private func answer(to text: String, before index: Int) -> String {
        let output = TextOutput(isSilent: true)
        let outcome = session.session(knowing: checker(before: index)).run(ParsedScript(text), output: output)
        return outcome == .fine ? output.text : ""
    }

    private func description(of metric: String, before index: Int) -> String {
        if let known = descriptions[metric] { return known }
        let text = answer(to: "describe `\(metric)`", before: index)
        // A script can change what a metric is, but not one of the catalog.
        if case .known = MetricCatalog.resolve(name: metric) { descriptions[metric] = text }
        return text
    }

    private func metric(at token: Token, of statement: Statement, in piece: ScriptPiece, before index: Int)
        -> (name: String, range: SourceRange)?
    {
        let names = checker(before: index).context.names.metricNames
        let uses = NamesInTree(statement, in: piece).uses.filter { $0.range.start <= token.range.start && token.range.end <= $0.range.end }
        for range in uses.map(\.range) + [token.range] {
            let text = piece.source[range].filter { $0 != "`" }
            if token.kind == .word || token.kind == .quotedName, case .known = names.resolve(name: text) { return (text, range) }
        }
        return nil
    }

    /// Returns the page of `help` about a word, or about a phrase that contains it.
    private func page(at token: Token, of piece: ScriptPiece) -> (text: String, range: SourceRange)? {
        // Other words can be topics of `help`, but here they are not part of the language.
        let place = token.range.start..<token.range.end
        guard token.kind == .percentile || SyntaxHighlighter.spans(of: piece.parsed, marksErrors: false).contains(.init(place, .keyword))
        else { return nil }
        let tokens = piece.parsed.tokens.filter { !$0.isTrivia }
        guard let place = tokens.firstIndex(of: token) else { return nil }
        // The longest phrase that has a page: `running total` before `running`.
        for length in [3, 2, 1] {
            for first in max(0, place - length + 1)...place where first + length <= tokens.count {
                let range = tokens[first].range.union(tokens[first + length - 1].range)
                let phrase = piece.source[range].lowercased()
                let isPhrase = length == 1 || phrase.split(separator: " ").count == length
                if isPhrase, SessionHelp.book.hasPage(exactlyAbout: phrase), let page = SessionHelp.page(about: phrase) {
                    return (page, range)
                }
            }
        }
        return nil
    }

    // MARK: Calls

    /// Returns the function whose parentheses surround an offset, and which of its parameters is typed there.
    package func call(at offset: Int) -> (signature: String, parameters: [String], active: Int)? {
        guard let typed = typedText(at: offset) else { return nil }
        let tokens = Parser.parse(typed.text).tokens.filter { !$0.isTrivia && $0.kind != .endOfText }
        var open: [(name: Token?, commas: Int, start: Int)] = []
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .leftParenthesis: open.append((index > 0 ? tokens[index - 1] : nil, 0, index))
            case .rightParenthesis: _ = open.popLast()
            case .comma: if !open.isEmpty { open[open.count - 1].commas += 1 }
            default: break
            }
        }
        let source = SourceText(typed.text)
        guard let last = open.last, let word = last.name, word.kind == .word || word.kind == .quotedName else { return nil }
        let name = Name(source[word.range].filter { $0 != "`" }, range: word.range)
        guard let definition = checker(before: typed.index).context.names.function(name)?.definition else { return nil }
        let signature = QueryFormatter.signature(of: definition)
        let parameters = definition.formals.map { formal in
            QueryFormatter.text(of: formal)
        }
        // `n = 7` names its parameter.
        let argument = tokens[(last.start + 1)...].reversed().prefix { $0.kind != .comma && $0.kind != .leftParenthesis }.reversed()
        var active = last.commas
        if argument.count > 1, argument.dropFirst().first?.kind == .equal, let first = argument.first {
            active = definition.formals.firstIndex { $0.name.key == Name.key(of: source[first.range]) } ?? active
        }
        return (signature, parameters, active)
    }
}

// MARK: Notes

/// A short text that an editor shows behind a part of a script.
package struct RangeNote {
    package var offset: Int
    package var text: String
}

extension ScriptHelp {
    /// Returns what relative ranges mean now, and how many sources are merged, in a part of the text.
    package func notes(in range: SourceRange) -> [RangeNote] {
        var notes: [RangeNote] = []
        visit(range) { piece, start, checker in
            for statement in piece.statements where !statement.hasErrors {
                guard let query = statement.kind.shownQuery else { continue }
                let compiled = QueryCompiler(context: checker.context, lastRows: checker.lastRows).compile(query)
                guard !compiled.hasFailed, let plan = compiled.pipeline?.plan else { continue }
                notes += rangeNotes(of: query, plan, hasStages: !query.stages.isEmpty, in: piece, at: start)
                notes += sourceNotes(of: query, plan, checker.context, at: start)
            }
        }
        return notes.filter { range.touches($0.offset) }.sorted { $0.offset < $1.offset }
    }

    private func rangeNotes(of query: Query, _ plan: Plan, hasStages: Bool, in piece: ScriptPiece, at start: Int) -> [RangeNote] {
        guard !plan.range.isUnknown, let clause = query.clauses.first(where: { if case .range = $0.kind { true } else { false } }),
            isRelative(clause.range, in: piece)
        else { return [] }
        var text = Self.words(for: plan.range, zone: plan.zone)
        let hasKey = query.clauses.contains { if case .by = $0.kind { true } else { false } }
        if hasKey, plan.grid.hasTimeKey, plan.grid.events == nil, plan.splits.isEmpty, !hasStages, plan.grid.profiles.isEmpty {
            text += " · \(plan.grid.groupCount == 1 ? "1 row" : "\(plan.grid.groupCount) rows")"
        }
        return [RangeNote(offset: clause.range.end + start, text: text)]
    }

    /// True if a range depends on now. A range between dates says what it is.
    private func isRelative(_ range: SourceRange, in piece: ScriptPiece) -> Bool {
        !piece.parsed.tokens.contains {
            range.start <= $0.range.start && $0.range.end <= range.end && [.date, .coarseDate, .dateTime].contains($0.kind)
        }
    }

    /// `2026-05-24 … 2026-06-22` for whole days, otherwise with times.
    private static func words(for range: PlanRange, zone: Zone) -> String {
        let (start, end) = (zone.civil(at: range.start), zone.civil(at: range.end))
        func clock(_ time: CivilDateTime) -> String {
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "\(two(time.hour)):\(two(time.minute))"
        }
        let isWhole = [start, end].allSatisfy { $0.hour == 0 && $0.minute == 0 && $0.second == 0 } && range.start < range.end
        guard isWhole else { return "\(ISO8601.text(of: start.date)) \(clock(start)) … \(ISO8601.text(of: end.date)) \(clock(end))" }
        let last = ISO8601.text(of: zone.civil(at: range.end.advanced(byMilliseconds: -1)).date)
        let first = ISO8601.text(of: start.date)
        return first == last ? first : "\(first) … \(last)"
    }

    private func sourceNotes(of query: Query, _ plan: Plan, _ context: CompilationContext, at start: Int) -> [RangeNote] {
        guard plan.mergesSources, case .measures(let measures) = query.source else { return [] }
        return measures.compactMap { measure in
            guard case .name(let name) = measure.metric, case .known(let metric) = context.names.metricNames.resolve(name: name.text),
                let count = context.contents.metrics[metric.id]?.sources.count, count > 1
            else { return nil }
            return RangeNote(offset: name.range.end + start, text: "\(count) sources merged")
        }
    }
}

extension StatementKind {
    /// The query of a statement whose range is worth a note.
    fileprivate var shownQuery: Query? {
        if case .letBinding(let binding) = self, case .query(let query) = binding.value { return query.aliasedName == nil ? query : nil }
        return query
    }
}

import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import QueryVocabulary

extension Reader {
    /// The language: lexer, parser, help, formatter and compiler.
    static let statements = Reader(
        name: "statements", longest: 600, words: languageWords,
        seeds: {
            [
                "sum steps by day last 7 days where source is \"Watch\" | rank 2", "average heartRate by hour on 2025-W13 in Europe/Berlin",
                "let workdays = where weekday is not saturday and weekday is not sunday",
                "def rise(m: metric, n = 3) = sum m | moving average n",
                "load steps from \"Watch\" at 2025-03-24 every 1d for 1h: 5000x5 9000 _x3 5+5x4", "add 70 kg bodyMass at 2025-01-01 08:00",
                "expect error E120: sum heartRate", "assert sum steps today >= 1e4 within 1%",
                "explain sql sum steps by day # why\n; show metrics",
                "median sleep by night since 2024-01-01 anchor 18:00 as chart to \"a.svg\"",
                "set zone = Europe/Berlin\nset now = 2025-04-02T12:00:00Z",
            ].inputs
        },
        check: { input in
            let source = SourceText(bytes: input)
            let result = Parser.parse(source)
            try StatementCheck.checkTokens(result)
            for text in [result, result.helped()] {
                try text.statements.flatMap(\.diagnostics).forEach { try DiagnosticCheck.check($0, in: source) }
            }
            if Array(source[source.fullRange].utf8) == source.bytes { try StatementCheck.checkFormat(result) }
            try StatementCheck.bind(result)
        })

    /// Questions in English. The query that stands for a question has no mistakes.
    static let questions = Reader(
        name: "questions", longest: 200,
        words: [
            "how many ", "what was my ", "did i ", "last night", "yesterday", "in march", "on average", "between ", "more than ",
            "per week", "since ",
        ],
        seeds: {
            [
                "how many steps did I walk yesterday?", "what was my average heart rate last week",
                "did I sleep more than 8 hours on monday?",
                "show me my weight since march as a chart", "which day had the most active energy in 2024",
                "am I walking more than last month?",
                "how long did i sleep on average per night between 1 and 15 may", "calories burned per workout this year",
            ].inputs
        },
        check: { input in
            let source = SourceText(bytes: input)
            let today = CivilDate(year: 2026, month: 1, day: 15)
            for statement in Parser.parse(source).helped(on: today).statements {
                try statement.diagnostics.forEach { try DiagnosticCheck.check($0, in: source) }
            }
            guard let query = TypedQuestion.query(for: source, knowing: NameTable(), on: today) else { return }
            let errors = Parser.parse(SourceText(query)).statements.flatMap(\.diagnostics).filter { $0.severity == .error }
            try demand(errors.isEmpty, "`\(query)` has no mistakes")
        })

    static let languageWords: [String] =
        StatementWord.all.map(\.definition.phrase).filter { !$0.isEmpty } + Aggregate.all.map(\.definition.name)
        + [
            "by day", "last 7 days", "where source is ", "since ", "until ", " | ", "within 1%", "anchor ", "as chart", "to \"a\"", "_x3",
            "5+5x4",
        ]
}

enum StatementCheck {
    /// Checks that the tokens cover each byte exactly once.
    static func checkTokens(_ result: ParseResult) throws {
        var offset = 0
        for token in result.tokens {
            try demand(token.range.start == offset, "tokens follow each other without gaps")
            offset = token.range.end
        }
        try demand(offset == result.source.bytes.count, "tokens cover the text")
        try demand(result.diagnostics.count <= ParseResult.maximumDiagnostics, "the number of findings is limited")
    }

    /// Checks that formatting is idempotent and keeps comments and statements.
    static func checkFormat(_ result: ParseResult) throws {
        let formatted = QueryFormatter.format(result)
        let again = Parser.parse(formatted)
        try demand(QueryFormatter.format(again) == formatted, "a formatted text stays the same")
        try demand(again.statements.count == result.statements.count, "formatting keeps statements")
        let comments = { (result: ParseResult) in result.tokens.count { $0.kind == .comment } }
        try demand(comments(again) == comments(result), "formatting keeps comments")
    }

    static func bind(_ result: ParseResult) throws {
        var context = CompilationContext(now: Instant(seconds: 1_767_225_600), zone: .utc)
        func check(_ findings: [Diagnostic]) throws { try findings.forEach { try DiagnosticCheck.check($0, in: result.source) } }
        for statement in result.statements where !statement.hasErrors {
            let compiler = QueryCompiler(context: context)
            switch statement.kind {
            case .query(let query), .explain(_, let query): try check(compiler.compile(query).diagnostics)
            case .watch(let watch): try check(compiler.compile(watch.query).diagnostics)
            case .letBinding(let binding):
                try check(compiler.check(binding))
                context.names.set(NameTable.Entry(name: binding.name.text, value: binding.value, source: result.source))
            case .definition(let definition):
                try check(compiler.check(definition, in: result.source))
                context.names.set(NameTable.Function(definition, source: result.source))
            case .add(let add): _ = AddCompiler(context: context).compile(add)
            // Series of a million samples would only make a fuzzer slow.
            case .load(let load) where load.items.reduce(0, { $0 + $1.count }) < 1000: _ = AddCompiler(context: context).compile(load)
            default: break
            }
        }
    }
}

enum DiagnosticCheck {
    /// Checks that a diagnostic is inside the text, that its edits apply, and that its output has no control characters.
    static func check(_ diagnostic: Diagnostic, in source: SourceText) throws {
        let edits = diagnostic.edits.map(\.range)
        for range in [diagnostic.range] + diagnostic.labels.map(\.range) + edits {
            try demand(range.start >= 0 && range.start <= range.end && range.end <= source.bytes.count, "a finding is inside the text")
        }
        try demand(zip(edits, edits.dropFirst()).allSatisfy { $0.end <= $1.start }, "edits are in order")
        _ = diagnostic.edits.applied(to: source)
        let drawn = TextRenderer().render(diagnostic, in: source)
        let isPlain = drawn.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
        try demand(isPlain, "a finding has no control characters")
        let line = JSONLinesRenderer.render(diagnostic, in: source)
        try demand(line.utf8.dropLast().allSatisfy { $0 >= 0x20 }, "a finding as JSON is one line")
    }
}

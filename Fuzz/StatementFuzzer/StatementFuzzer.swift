import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax

/// Parses, formats and binds arbitrary bytes, and traps if a property that every text must have does not hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let source = SourceText(bytes: unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    let result = Parser.parse(source)
    checkTokens(result)
    for text in [result, result.helped()] { text.statements.flatMap(\.diagnostics).forEach { check($0, in: source) } }
    if Array(source[source.fullRange].utf8) == source.bytes { checkFormat(result) }
    bind(result)
    return 0
}

/// Checks that the tokens cover each byte exactly once.
private func checkTokens(_ result: ParseResult) {
    var offset = 0
    for token in result.tokens {
        precondition(token.range.start == offset)
        offset = token.range.end
    }
    precondition(offset == result.source.bytes.count)
    precondition(result.diagnostics.count <= ParseResult.maximumDiagnostics)
}

/// Checks that a diagnostic is inside the text, that its edits apply, and that its output has no control characters.
private func check(_ diagnostic: Diagnostic, in source: SourceText) {
    let edits = diagnostic.edits.map(\.range)
    for range in [diagnostic.range] + diagnostic.labels.map(\.range) + edits { precondition(range.end <= source.bytes.count) }
    precondition(zip(edits, edits.dropFirst()).allSatisfy { $0.end <= $1.start })
    _ = diagnostic.edits.applied(to: source)
    let drawn = TextRenderer().render(diagnostic, in: source)
    precondition(drawn.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    let line = JSONLinesRenderer.render(diagnostic, in: source)
    precondition(line.utf8.dropLast().allSatisfy { $0 >= 0x20 })
}

/// Checks that formatting is idempotent and keeps comments and statements.
private func checkFormat(_ result: ParseResult) {
    let formatted = QueryFormatter.format(result)
    let again = Parser.parse(formatted)
    precondition(QueryFormatter.format(again) == formatted)
    precondition(again.statements.count == result.statements.count)
    let comments = { (result: ParseResult) in result.tokens.count { $0.kind == .comment } }
    precondition(comments(again) == comments(result))
}

private func bind(_ result: ParseResult) {
    var context = CompilationContext(now: Instant(seconds: 1_767_225_600), zone: .utc)
    for statement in result.statements where !statement.hasErrors {
        let compiler = QueryCompiler(context: context)
        switch statement.kind {
        case .query(let query), .explain(_, let query):
            compiler.compile(query).diagnostics.forEach { check($0, in: result.source) }
        case .watch(let watch):
            compiler.compile(watch.query).diagnostics.forEach { check($0, in: result.source) }
        case .letBinding(let binding):
            compiler.check(binding).forEach { check($0, in: result.source) }
            context.names.set(NameTable.Entry(name: binding.name.text, value: binding.value, source: result.source))
        case .definition(let definition):
            compiler.check(definition, in: result.source).forEach { check($0, in: result.source) }
            context.names.set(NameTable.Function(definition, source: result.source))
        case .add(let add): _ = AddCompiler(context: context).compile(add)
        // Series of a million samples would only make the fuzzer slow.
        case .load(let load) where load.items.reduce(0, { $0 + $1.count }) < 1000: _ = AddCompiler(context: context).compile(load)
        default: break
        }
    }
}

import QueryDiagnostics
import QuerySyntax
import Testing

/// Checks the invariants of every text: tokens cover it, ranges are inside it, the formatter keeps its meaning and is idempotent, and
/// fixes can be applied.
func checkInvariants(_ source: SourceText, sourceLocation: SourceLocation = #_sourceLocation) {
    let result = Parser.parse(source)
    checkTokens(result, sourceLocation)
    checkPlaces(result, sourceLocation)
    // Bytes that aren't valid UTF-8 can't be written back as a string.
    if Array(source[source.fullRange].utf8) == source.bytes { checkFormat(result, sourceLocation) }
}

func checkInvariants(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    checkInvariants(SourceText(text), sourceLocation: sourceLocation)
}

private func checkTokens(_ result: ParseResult, _ location: SourceLocation) {
    var offset = 0
    for token in result.tokens {
        if token.range.start != offset || token.range.isEmpty != (token.kind == .endOfText) {
            Issue.record("tokens do not cover \(shown(result.source)) at \(offset)", sourceLocation: location)
            return
        }
        offset = token.range.end
    }
    #expect(offset == result.source.bytes.count, "\(shown(result.source))", sourceLocation: location)
    #expect(result.tokens.last?.kind == .endOfText, sourceLocation: location)
}

private func checkPlaces(_ result: ParseResult, _ location: SourceLocation) {
    let length = result.source.bytes.count
    var previousEnd = 0
    for statement in result.statements {
        #expect(previousEnd <= statement.range.start && statement.range.end <= length, "\(shown(result.source))", sourceLocation: location)
        previousEnd = statement.range.end
        if case .invalid = statement.kind {
            #expect(statement.hasErrors, "no diagnostic for \(shown(result.source))", sourceLocation: location)
        }
    }
    for diagnostic in result.diagnostics {
        let edits = diagnostic.edits.map(\.range)
        let ranges = [diagnostic.range] + diagnostic.labels.map(\.range) + edits
        #expect(ranges.allSatisfy { $0.start <= $0.end && $0.end <= length }, "\(shown(result.source))", sourceLocation: location)
        #expect(zip(edits, edits.dropFirst()).allSatisfy { $0.end <= $1.start }, "\(diagnostic.edits)", sourceLocation: location)
        #expect(diagnostic.labels.count <= 2 && diagnostic.help != nil, "\(diagnostic.code)", sourceLocation: location)
        #expect(!diagnostic.message.hasSuffix("."), "\(diagnostic.message)", sourceLocation: location)
    }
}

private func checkFormat(_ result: ParseResult, _ location: SourceLocation) {
    let formatted = QueryFormatter.format(result)
    let again = Parser.parse(formatted)
    #expect(QueryFormatter.format(again) == formatted, "formatting twice changes \(shown(result.source))", sourceLocation: location)
    let before = result.statements.map { skeleton($0.kind) }
    let after = again.statements.map { skeleton($0.kind) }
    #expect(before == after, "formatting changes the meaning of \(shown(result.source)): \(formatted)", sourceLocation: location)
    let comments = { (result: ParseResult) in result.tokens.filter { $0.kind == .comment }.count }
    #expect(comments(result) == comments(again), "formatting loses comments of \(shown(result.source))", sourceLocation: location)
}

private func shown(_ source: SourceText) -> String { "\(source[source.fullRange].prefix(300).debugDescription)" }

/// Returns the tree as text without ranges and with clauses in canonical order. Equal trees have the same meaning.
func skeleton(_ value: Any) -> String {
    switch value {
    case is SourceRange, is [Diagnostic]: return ""
    // The tree includes the spelling of numbers and names, and the form of a duration.
    case let text as String: return text.debugDescription
    case let clauses as [Clause]: return "[" + clauses.map { skeleton($0.kind) }.sorted().joined(separator: ",") + "]"
    default: break
    }
    let mirror = Mirror(reflecting: value)
    guard let first = mirror.children.first else { return "\(value)" }
    if mirror.displayStyle == .optional { return skeleton(first.value) }
    let children = mirror.children.map { child in "\(child.label ?? ""):\(skeleton(child.value))" }
    return "\(mirror.subjectType)(\(children.joined(separator: ",")))"
}

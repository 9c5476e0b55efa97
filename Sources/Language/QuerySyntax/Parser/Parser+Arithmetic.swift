import QueryDiagnostics
import QueryVocabulary

/// Arithmetic between measures, which the language only has in `derive`: `sum steps + sum flights`, `sum steps / 1000`.
extension Parser {
    private static let signs: [Token.Kind: (sign: String, column: String)] = [
        .plus: ("+", "total"), .minus: ("-", "difference"), .star: ("*", "product"), .slash: ("/", "ratio"),
    ]

    /// True at a sign with a measure or a number after it.
    var isArithmeticHere: Bool {
        guard Parser.signs[current.kind] != nil, peek().keyword?.timeUnit == nil else { return false }
        return isAggregate(peek()) || isName(peek()) || peek().kind == .number && peek(2).keyword?.timeUnit == nil
    }

    /// Parses the rest of a calculation that starts with the last of `measures`, and reports that `derive` calculates.
    mutating func arithmetic(after measures: [Measure]) -> [Measure]? {
        var measures = measures
        let first = measures.count - 1
        let place = current.range
        var edits: [Diagnostic.Edit] = []
        var signs: [Token.Kind] = []
        /// The numbers by their position in the calculation; the other operands are measures.
        var numbers: [Int: String] = [:]
        while isArithmeticHere {
            let gap = previousEnd
            signs.append(advance().kind)
            if at(.number) {
                numbers[signs.count] = text(advance())
                edits.append(.init(SourceRange(gap, previousEnd), ""))
            } else {
                edits.append(.init(SourceRange(gap, previousEnd), ","))
                guard let measure = measure() else { return nil }
                measures.append(measure)
            }
        }
        let used = Array(measures[first...])
        var columns = used.map { column(of: $0, among: used) }[...]
        let operands = (0...signs.count).map { numbers[$0] ?? columns.popFirst() ?? nil }
        var fix: Diagnostic.Fix?
        if !operands.contains(nil) {
            let texts = zip([""] + signs.compactMap { Parser.signs[$0].map { " \($0.sign) " } }, operands).map { $0 + ($1 ?? "") }
            let name = Set(signs).count == 1 && numbers.isEmpty ? Parser.signs[signs[0]]?.column : nil
            let stage = " | derive \(name ?? "result") = \(texts.joined())"
            edits.append(.init(SourceRange(at: endOfClauses), stage))
            let written = used.map { source[$0.range] }.joined(separator: ", ")
            fix = Diagnostic.Fix(edits, help: "write `\(written)\(stage)`")
        }
        report(
            Diagnostic(
                .unexpectedText, "use the stage `derive` to calculate with columns", at: place,
                help: "write for example `sum steps, sum flights | derive total = steps + flights`", fix: fix))
        return measures
    }

    /// Returns the name with which `derive` can use the column of `measure`, or nil if it has several or no unique name.
    private func column(of measure: Measure, among others: [Measure]) -> String? {
        guard measure.aggregates.count < 2, case .name(let name) = measure.metric else { return nil }
        if let alias = measure.alias { return alias.text }
        guard measure.share == nil else { return nil }
        let isOnly = others.count { if case .name(let other) = $0.metric { other.key == name.key } else { false } } == 1
        guard isOnly else { return measure.aggregates.first?.kind.name }
        return name.isQuoted || name.text.contains(" ") ? "`\(name.text)`" : name.text
    }

    /// The end of the clauses after the current token, where the first stage can follow.
    private var endOfClauses: Int {
        var end = previousEnd
        var distance = 0
        while true {
            let token = peek(distance)
            if Parser.endsStatement(token) || token.kind == .pipe || token.keyword == .as { return end }
            end = token.range.end
            distance += 1
        }
    }
}

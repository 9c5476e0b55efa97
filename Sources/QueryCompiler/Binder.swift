import CalendarIntervals
import Diagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Collects what is found while a query is bound, and looks names up.
///
/// Parts that came out of a `let` were written in another text: what is wrong with them is reported at the name.
struct Binder {
    let context: CompilationContext
    private(set) var diagnostics: [Diagnostic] = []
    /// The names being followed, innermost last; a name among them refers to itself.
    private var borrowing: [Name] = []

    init(context: CompilationContext) { self.context = context }

    /// A `let` cannot hold a chain longer than this.
    private static let maximumDepth = 32

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    mutating func report(_ diagnostic: Diagnostic) {
        guard let outermost = borrowing.first else {
            diagnostics.append(diagnostic)
            return
        }
        var moved = Diagnostic(
            diagnostic.code, "in `\(outermost.text)`: \(diagnostic.message)", at: outermost.range, help: diagnostic.help,
            note: diagnostic.note)
        moved.labels = []
        diagnostics.append(moved)
    }

    mutating func report(
        _ code: DiagnosticCode, _ message: String, at range: SourceRange, help: String? = nil, note: String? = nil,
        fix: [Diagnostic.Edit] = []
    ) {
        report(Diagnostic(code, message, at: range, help: help, note: note, fix: borrowing.isEmpty ? fix : []))
    }

    /// Returns what `body` makes of the value that `name` stands for, nil where it stands for none.
    mutating func following<Result>(
        _ name: Name, _ body: (inout Binder, LetStatement.Value) -> Result?
    ) -> Result? {
        guard let entry = context.names[name] else { return nil }
        guard borrowing.count < Self.maximumDepth, !borrowing.contains(where: { $0.key == name.key }) else {
            report(.circularName, "`\(name.text)` refers to itself", at: name.range)
            return nil
        }
        borrowing.append(name)
        defer { borrowing.removeLast() }
        return body(&self, entry.value)
    }

    /// Reports that `name` is no name of what is wanted here.
    mutating func reportUnusable(_ name: Name, wanted: String, help: String? = nil) {
        if context.names[name] != nil {
            report(.wrongKindOfName, "`\(name.text)` does not hold a \(wanted)", at: name.range, help: help)
        } else {
            let known = context.names.entries.values.map(\.name)
            let suggestion = Suggestion.best(for: name.text, among: known).map { "did you mean `\($0)`?" }
            report(
                .unknownName, "`\(name.text)` is no \(wanted) and no name given by `let`", at: name.range,
                help: help ?? suggestion)
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
            case .query(let query): return binder.resolving(query.loneName.map(Literal.name) ?? literal, body)
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
        case .number(let number, _): return number
        case .name(let name):
            let value: Int?? = following(name) { binder, value in
                guard case .literal(.number(let number, nil)) = value, number.value == number.value.rounded(), number.value >= 0,
                    number.value <= 1e9
                else { return .some(nil) }
                return Int(number.value)
            }
            if let value = value ?? nil { return value }
            reportUnusable(name, wanted: "whole number")
            return nil
        }
    }

    mutating func number(_ operand: NumberOperand) -> Double? {
        switch operand {
        case .number(let number): return number.value
        case .name(let name):
            let value: Double?? = following(name) { _, value in
                guard case .literal(.number(let number, nil)) = value else { return .some(nil) }
                return number.value
            }
            if let value = value ?? nil { return value }
            reportUnusable(name, wanted: "number")
            return nil
        }
    }

    mutating func text(_ operand: TextOperand) -> String? {
        switch operand {
        case .text(let text): return text.value
        case .name(let name):
            let value: String?? = following(name) { _, value in
                guard case .literal(.texts(let texts)) = value, texts.count == 1 else { return .some(nil) }
                return texts[0].value
            }
            if let value = value ?? nil { return value }
            reportUnusable(name, wanted: "text", help: "write the text between quotes: \"\(name.text)\"")
            return nil
        }
    }

    mutating func amount(_ phrase: TimeAmountPhrase) -> TimeAmount? {
        switch phrase {
        case .amount(let amount): return amount
        case .name(let name):
            let value: TimeAmount?? = following(name) { _, value in
                switch value {
                case .literal(.duration(let amount)): amount
                default: .some(nil)
                }
            }
            if let value = value ?? nil { return value }
            if name.key == "m" {
                report(.ambiguousM, "`m` may be minutes or months", at: name.range, help: "write `minute` or `month`")
                return nil
            }
            reportUnusable(name, wanted: "duration", help: "durations are written 15min, 6h, 2 weeks")
            return nil
        }
    }
}

extension HealthUnit {
    /// Returns the amount in this unit that people mean by `number`: Apple writes 0.97 %, people say 97 %.
    func amount(saidAs number: Double) -> Double { symbol == "%" && abs(number) > 1 ? number / 100 : number }
}

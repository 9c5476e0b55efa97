import SwiftSyntax

/// How the compiler of queries reports mistakes: it throws them, and never signals them by nil.
package enum Reports {
    package static let home = "Sources/Language/QueryCompiler/Binding/Binder.swift"

    /// Returns the places of the compiler that pass a binder as `inout`, make a report, or turn one into a value.
    package static func findings(in file: SourceFile) -> [String] {
        let handed =
            file.all(AttributedTypeSyntax.self).filter {
                $0.baseType.trimmedDescription == "Binder" && $0.specifiers.contains { $0.trimmedDescription == "inout" }
            }.map { Syntax($0) }
            + file.all(InOutExprSyntax.self).filter { $0.expression.trimmedDescription == "binder" }.map { Syntax($0) }
        var found = handed.map { ($0, "hand the binder down as it is") }
        if file.path != home {
            found += file.all(FunctionCallExprSyntax.self).filter { $0.calledExpression.trimmedDescription == "Reported" }
                .map { (Syntax($0), "throw what `binder.report` returns") }
            // An invalid pattern is not a report.
            found += file.all(TryExprSyntax.self).filter { expression in
                let call = expression.expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
                return expression.questionOrExclamationMark?.text == "?" && call != "Regex"
            }.map { (Syntax($0), "let `binder.collect` turn a report into a value") }
            found += file.all(CatchClauseSyntax.self).map { (Syntax($0), "let `binder.collect` turn a report into a value") }
        }
        return found.sorted { $0.0.position < $1.0.position }.map { file.finding($0.1, at: $0.0) }
    }

    /// Returns the functions that return an optional value together with findings.
    package static func pairs(in file: SourceFile) -> [String] {
        file.all(TupleTypeSyntax.self).filter { tuple in
            guard tuple.parent?.is(ReturnClauseSyntax.self) == true else { return false }
            return zip(tuple.elements, tuple.elements.dropFirst()).contains { first, second in
                first.type.is(OptionalTypeSyntax.self) && ["diagnostics", "findings"].contains(second.firstName?.text)
            }
        }.map { file.finding("throw, or return a `Resolved`", at: $0) }
    }
}

import SwiftSyntax

/// Rules about single declarations and expressions.
package enum SourceRules {
    /// Returns the uses of names that a file must not use.
    package static func uses(of names: Set<String>, in file: SourceFile) -> [String] {
        file.references.filter { names.contains($0.name) }.map { file.finding("\(file.module) must not use \($0.name)", at: $0.node) }
    }

    /// Returns the places that read the clock with Foundation's `Date`.
    package static func clocks(in file: SourceFile) -> [String] {
        let calls = file.all(FunctionCallExprSyntax.self).filter {
            $0.calledExpression.trimmedDescription == "Date" && $0.arguments.isEmpty && $0.trailingClosure == nil
        }
        let members = file.all(MemberAccessExprSyntax.self).filter { $0.trimmedDescription == "Date.now" }
        return (calls.map { Syntax($0) } + members.map { Syntax($0) }).map {
            file.finding("\(file.module) reads the clock: take the time as an argument", at: $0)
        }
    }

    /// Returns the declarations that are public for everybody, which only the library may have.
    package static func publicDeclarations(in file: SourceFile) -> [String] {
        file.all(DeclModifierSyntax.self).compactMap { modifier in
            guard ["public", "open"].contains(modifier.name.text), modifier.parent?.parent?.is(ImportDeclSyntax.self) != true,
                !modifier.enclosing.contains(where: isForGuests)
            else { return nil }
            return file.finding("\(file.module) is not part of the library: use `package`, or `@_spi(Guests)`", at: modifier)
        }
    }

    private static func isForGuests(_ node: Syntax) -> Bool {
        node.asProtocol((any WithAttributesSyntax).self)?.attributes.contains { $0.trimmedDescription == "@_spi(Guests)" } ?? false
    }

    /// Returns the unchecked operations that have no comment on their line or above the lines with such operations.
    package static func unexplainedSteps(in file: SourceFile) -> [String] {
        var steps: [Int: (name: String, node: Syntax)] = [:]
        for (name, node) in unchecked(in: file) { steps[file.line(of: node)] = (name, node) }
        let comments = file.linesWithComments
        return steps.sorted { $0.key < $1.key }.compactMap { line, step in
            var first = line
            while steps[first - 1] != nil, !comments.contains(first) { first -= 1 }
            guard !comments.contains(first), !comments.contains(first - 1) else { return nil }
            return file.finding("\(step.name) without a reason next to it", at: step.node)
        }
    }

    private static func unchecked(in file: SourceFile) -> [(name: String, node: Syntax)] {
        file.all(TryExprSyntax.self).filter { $0.questionOrExclamationMark?.text == "!" }.map { ("try!", Syntax($0)) }
            + file.all(AsExprSyntax.self).filter { $0.questionOrExclamationMark?.text == "!" }.map { ("as!", Syntax($0.asKeyword)) }
            + file.all(UnresolvedAsExprSyntax.self).filter { $0.questionOrExclamationMark?.text == "!" }.map { ("as!", Syntax($0)) }
            + file.all(AttributeSyntax.self).filter { $0.attributeName.trimmedDescription == "unchecked" }.map {
                ("@unchecked", Syntax($0))
            }
            + file.all(DeclModifierSyntax.self).filter { $0.trimmedDescription == "nonisolated(unsafe)" }
            .map { ("nonisolated(unsafe)", Syntax($0)) }
            + file.references.filter { ["unsafeBitCast", "unsafeDowncast"].contains($0.name) }.map { ($0.name, $0.node) }
    }

    /// Returns the tests at run time whether a value has some protocol, as in `view as? any BlockSource`.
    package static func casts(in file: SourceFile) -> [String] {
        // Without the precedence of operators, the type follows `as?` or `is` in a sequence.
        let types = file.all(SequenceExprSyntax.self).flatMap { sequence in
            zip(sequence.elements, sequence.elements.dropFirst()).compactMap { mark, type in
                let isTest = mark.is(UnresolvedIsExprSyntax.self) || mark.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark != nil
                return isTest ? type.as(TypeExprSyntax.self)?.type : nil
            }
        }
        return types.filter { $0.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.text == "any" }.map {
            file.finding("a cast to `\($0.trimmedDescription)`: let the value say what it can", at: $0)
        }
    }

    /// Returns the functions of more than `most` lines. Tables can be longer: one literal or one `switch`.
    package static func longFunctions(in file: SourceFile, over most: Int) -> [String] {
        file.functions.compactMap { name, node, body in
            let lines = file.lines(of: node)
            guard lines.count > most, !isTable(body) else { return nil }
            return file.finding("\(name) has \(lines.count) lines: split it", at: node)
        }
    }

    private static func isTable(_ body: CodeBlockItemListSyntax) -> Bool {
        guard body.count == 1, let only = body.first?.item else { return false }
        let expression =
            only.as(ReturnStmtSyntax.self)?.expression ?? only.as(ExprSyntax.self) ?? only.as(ExpressionStmtSyntax.self)?.expression
        return expression?.is(SwitchExprSyntax.self) == true || expression?.is(ArrayExprSyntax.self) == true
            || expression?.is(DictionaryExprSyntax.self) == true
    }
}

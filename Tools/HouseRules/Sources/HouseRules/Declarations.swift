package import SwiftSyntax

/// A declaration of a type: its name and modifiers.
package struct TypeDeclaration {
    package let name: TokenSyntax
    package let modifiers: DeclModifierListSyntax
    package let node: Syntax

    package var isTopLevel: Bool { node.isTopLevel }
    package var isPrivate: Bool { modifiers.names.contains { $0 == "private" || $0 == "fileprivate" } }
}

extension DeclModifierListSyntax {
    /// The modifiers without details, as in `private` of `private(set)`.
    package var names: [String] { map(\.name.text) }
    /// The modifiers that apply to the whole declaration, not only to its setter.
    package var ofDeclaration: [String] { filter { $0.detail == nil }.map(\.name.text) }
}

extension SourceFile {
    /// The types that the file declares, nested ones included.
    package var types: [TypeDeclaration] {
        all(StructDeclSyntax.self).map { TypeDeclaration(name: $0.name, modifiers: $0.modifiers, node: Syntax($0)) }
            + all(ClassDeclSyntax.self).map { TypeDeclaration(name: $0.name, modifiers: $0.modifiers, node: Syntax($0)) }
            + all(EnumDeclSyntax.self).map { TypeDeclaration(name: $0.name, modifiers: $0.modifiers, node: Syntax($0)) }
            + all(ProtocolDeclSyntax.self).map { TypeDeclaration(name: $0.name, modifiers: $0.modifiers, node: Syntax($0)) }
            + all(ActorDeclSyntax.self).map { TypeDeclaration(name: $0.name, modifiers: $0.modifiers, node: Syntax($0)) }
            + all(TypeAliasDeclSyntax.self).map { TypeDeclaration(name: $0.name, modifiers: $0.modifiers, node: Syntax($0)) }
    }

    /// The functions, initializers and computed properties with a body.
    package var functions: [(name: String, node: Syntax, body: CodeBlockItemListSyntax)] {
        all(FunctionDeclSyntax.self).compactMap { node in node.body.map { (node.name.text, Syntax(node), $0.statements) } }
            + all(InitializerDeclSyntax.self).compactMap { node in node.body.map { ("init", Syntax(node), $0.statements) } }
            + all(PatternBindingSyntax.self).compactMap { node in
                guard case .getter(let body)? = node.accessorBlock?.accessors else { return nil }
                return (node.pattern.trimmedDescription, Syntax(node), body)
            }
            + all(AccessorDeclSyntax.self).compactMap { node in node.body.map { (node.accessorSpecifier.text, Syntax(node), $0.statements) }
            }
    }
}

extension EnumDeclSyntax {
    /// The names of the cases.
    package var caseNames: [String] {
        memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap {
            $0.elements.map { $0.name.text.filter { $0 != "`" } }
        }
    }
}

import SwiftSyntax

/// The stored properties of types.
package enum StoredProperties {
    /// Returns the names of the stored properties of a type at file level; nil if the file does not declare it.
    package static func names(of type: String, in file: SourceFile) -> [String]? {
        guard let declaration = file.types.first(where: { $0.name.text == type && $0.isTopLevel }),
            let members = declaration.node.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members
        else { return nil }
        return members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter { !$0.modifiers.names.contains("static") }
            .flatMap { $0.bindings.filter(isStored).map(\.pattern.trimmedDescription) }
    }

    private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard let block = binding.accessorBlock else { return true }
        guard case .accessors(let list) = block.accessors else { return false }
        return list.contains { ["didSet", "willSet"].contains($0.accessorSpecifier.text) }
    }
}

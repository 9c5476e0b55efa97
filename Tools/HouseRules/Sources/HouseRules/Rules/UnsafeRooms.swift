package import SwiftSyntax

/// Files with pointers and other operations that the compiler cannot check.
package enum UnsafeRooms {
    /// Returns the first unsafe operation of a file; nil if it has none.
    package static func first(in file: SourceFile) -> Syntax? {
        if let expression = file.all(UnsafeExprSyntax.self).first { return Syntax(expression) }
        if let attribute = file.all(AttributeSyntax.self).first(where: { $0.attributeName.trimmedDescription == "unsafe" }) {
            return Syntax(attribute)
        }
        let names = file.all(TokenSyntax.self).filter { token in
            guard case .identifier(let name) = token.tokenKind else { return false }
            return operations.contains(name) || name.hasPrefix("Unsafe") || name.hasPrefix("withUnsafe")
        }
        return names.first.map { Syntax($0) }
    }

    private static let operations: Set<String> = [
        "unsafelyUnwrapped", "unsafeBitCast", "unsafeDowncast", "unsafeUninitializedCapacity", "Unmanaged", "OpaquePointer",
        "withMemoryRebound", "assumingMemoryBound", "withUTF8", "withContiguousStorageIfAvailable",
        "withContiguousMutableStorageIfAvailable",
    ]

    /// The files that ARCHITECTURE.md lists below “Files with unsafe code”, from their modules.
    package static func listed() throws -> [String] {
        let lines = try Repository.text(of: "ARCHITECTURE.md").split(separator: "\n")
        let section = lines.drop { $0 != "## Files with unsafe code" }.dropFirst().prefix { !$0.hasPrefix("## ") }
        return section.filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    }
}

import Foundation
import SwiftParser
package import SwiftSyntax

/// A Swift file of the repository as a syntax tree. Comments and strings are never taken for code.
package struct SourceFile: Sendable {
    /// The path relative to the repository, such as `Sources/Query/QueryEngine/QueryEngine.swift`.
    package let path: String
    package let tree: SourceFileSyntax
    package let lineCount: Int
    /// All nodes of the tree, each before its children.
    private let nodes: [Syntax]
    private let lines: SourceLocationConverter
    /// The names in code that refer to a type or to a function, but not members of values, as in `list.exit`.
    package let references: [(name: String, node: Syntax)]
    /// The modules that the file imports, each with its declaration.
    package let imports: [(module: String, node: ImportDeclSyntax)]

    /// Creates a file from text. The path does not need to exist, so tests of rules can plant mistakes.
    package init(path: String, text: String) {
        self.path = path
        tree = Parser.parse(source: text)
        lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        lines = SourceLocationConverter(fileName: path, tree: tree)
        var nodes: [Syntax] = []
        Self.collect(Syntax(tree), into: &nodes)
        self.nodes = nodes
        imports = nodes.compactMap { $0.as(ImportDeclSyntax.self) }.compactMap { node in
            node.path.first.map { (Self.cLibraries.contains($0.name.text) ? "Glibc" : $0.name.text, node) }
        }
        let modules = Set(imports.map(\.module))
        references = nodes.compactMap { node in Self.referredName(in: node, importing: modules).map { ($0, node) } }
    }

    private static func collect(_ node: Syntax, into nodes: inout [Syntax]) {
        nodes.append(node)
        for child in node.children(viewMode: .sourceAccurate) { collect(child, into: &nodes) }
    }

    /// Returns all nodes of a kind, in the order of the text.
    package func all<Node: SyntaxProtocol>(_ kind: Node.Type) -> [Node] { nodes.compactMap { $0.as(kind) } }

    /// Returns the number of the line on which a node starts, from 1.
    package func line(of node: some SyntaxProtocol) -> Int { lines.location(for: node.positionAfterSkippingLeadingTrivia).line }

    /// Returns the numbers of the lines from the start to the end of a node.
    package func lines(of node: some SyntaxProtocol) -> ClosedRange<Int> {
        line(of: node)...lines.location(for: node.endPositionBeforeTrailingTrivia).line
    }

    /// Returns a message that starts with the place, in the format of compilers.
    package func finding(_ message: String, at node: some SyntaxProtocol) -> String { "\(path):\(line(of: node)): \(message)" }

    // MARK: Place

    /// The module folder in a group of `Sources` or in a package, or the folder in `Tests`.
    package var module: String { pathFromModule.split(separator: "/").dropLast().first.map(String.init) ?? "" }

    /// The number of folders around the module: `Sources/GROUP`, `Packages/GUEST/Sources`, `Tools/TOOL/Tests`, `Tests`.
    private var depthOfModule: Int { path.hasPrefix("Sources/") ? 2 : path.hasPrefix("Tests/") ? 1 : 3 }

    /// True for a file of a guest, which is a package in `Packages`.
    package var isOfGuest: Bool { path.hasPrefix("Packages/") }

    /// The path that starts with the module, such as `SampleStore/BlockCodec.swift`.
    package var pathFromModule: String { path.split(separator: "/").dropFirst(depthOfModule).joined(separator: "/") }
    /// The folder in the module, such as `Parser/Questions`; empty for the module's root folder.
    package var folder: String { pathFromModule.split(separator: "/").dropFirst().dropLast().joined(separator: "/") }
    /// The file name without folders.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

    // MARK: Contents

    /// The names of the C library on different systems.
    private static let cLibraries: Set<String> = ["Darwin", "Musl", "Android"]

    private static func referredName(in node: Syntax, importing modules: Set<String>) -> String? {
        if let type = node.as(IdentifierTypeSyntax.self) { return type.name.text }
        guard let reference = node.as(DeclReferenceExprSyntax.self) else { return nil }
        if let member = reference.parent?.as(MemberAccessExprSyntax.self), member.declName == reference {
            // A member of a module is not the member of a value.
            guard let base = member.base?.as(DeclReferenceExprSyntax.self), modules.contains(base.baseName.text) else { return nil }
        }
        return reference.baseName.text
    }

    /// The numbers of the lines that have a comment or end one.
    package var linesWithComments: Set<Int> {
        Set(comments.map(\.line))
    }

    /// The comments, each with the number of its first line.
    package var comments: [(line: Int, text: String)] {
        nodes.compactMap { $0.as(TokenSyntax.self) }.flatMap { token in
            comments(in: token.leadingTrivia, from: token.position)
                + comments(in: token.trailingTrivia, from: token.endPositionBeforeTrailingTrivia)
        }
    }

    private func comments(in trivia: Trivia, from start: AbsolutePosition) -> [(line: Int, text: String)] {
        var position = start
        return trivia.compactMap { piece in
            defer { position += piece.sourceLength }
            return switch piece {
            case .lineComment(let text), .docLineComment(let text), .blockComment(let text), .docBlockComment(let text):
                (lines.location(for: position).line, text)
            default: nil
            }
        }
    }
}

extension SyntaxProtocol {
    /// The declarations around the node, innermost first.
    package var enclosing: some Sequence<Syntax> { sequence(first: Syntax(self)) { $0.parent }.dropFirst() }
    /// True if the node is at file level.
    package var isTopLevel: Bool { !enclosing.contains { $0.asProtocol((any DeclSyntaxProtocol).self) != nil } }
}

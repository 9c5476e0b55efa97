import SwiftSyntax

/// Functions that lay out text.
package enum TextWork {
    /// Words in the names of functions that lay out text, as in `paddedToTwo` and `isVisible`.
    private static let work: [(does: String, words: Set<String>)] = [
        ("wraps", ["wrap", "wraps", "wrapped", "wrapping"]), ("pads", ["pad", "pads", "padded", "padding"]),
        ("shortens", ["truncate", "truncates", "truncated", "clipped", "shortened", "fitted", "ellipsis"]),
        ("shows", ["visible", "control", "controls"]),
    ]
    /// Words in the names of functions that measure text, if their result is a number.
    private static let measures: Set<String> = ["width", "cells"]
    private static let numbers: Set<String> = ["Int", "Double"]
    /// The types of text.
    private static let texts: Set<String> = ["String", "Substring", "StringProtocol", "Character", "Scalar"]

    /// Returns the functions that take text, and the properties of text, whose names say that they lay it out.
    package static func declarations(in file: SourceFile) -> [String] {
        let functions = file.all(FunctionDeclSyntax.self).compactMap { node -> (Int, String)? in
            let takes = node.signature.parameterClause.parameters.contains { !names(in: $0.type).isDisjoint(with: texts) }
            let returns = node.signature.returnClause.map { names(in: $0.type) } ?? []
            guard takes || isMemberOfText(node) else { return nil }
            return finding(of: node.name, returning: returns, in: file)
        }
        let properties = file.all(PatternBindingSyntax.self).compactMap { node -> (Int, String)? in
            guard node.accessorBlock != nil, node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier
            else { return nil }
            let type = node.typeAnnotation.map { names(in: $0.type) } ?? []
            guard isMemberOfText(node) || !type.isDisjoint(with: texts) else { return nil }
            return finding(of: name, returning: type, in: file)
        }
        return (functions + properties).sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func finding(of name: TokenSyntax, returning types: Set<String>, in file: SourceFile) -> (Int, String)? {
        let words = words(of: name.text)
        var found = work.first { !$0.words.isDisjoint(with: words) }?.does
        if !numbers.isDisjoint(with: types), !measures.isDisjoint(with: words) { found = "measures" }
        return found.map { (file.line(of: name), file.finding("\(name.text) \($0) text: use ScreenText", at: name)) }
    }

    private static func isMemberOfText(_ node: some SyntaxProtocol) -> Bool {
        node.enclosing.contains { $0.as(ExtensionDeclSyntax.self).map { !names(in: $0.extendedType).isDisjoint(with: texts) } ?? false }
    }

    private static func names(in type: some SyntaxProtocol) -> Set<String> {
        Set(type.tokens(viewMode: .sourceAccurate).map(\.text))
    }

    /// Splits a camel-case name into lowercase words.
    private static func words(of name: String) -> [String] {
        name.reduce(into: [""]) { words, letter in
            if letter.isUppercase { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
    }

    /// Returns the places that repeat blanks.
    package static func blanks(in file: SourceFile) -> [String] {
        file.all(FunctionCallExprSyntax.self).filter { call in
            guard let text = call.arguments.first(where: { $0.label?.text == "repeating" })?.expression.plainText else { return false }
            return !text.isEmpty && text.allSatisfy { $0 == " " }
        }.map { file.finding("blanks by hand: use ScreenText.padded", at: $0) }
    }

    /// Returns the places that write style sequences, as in `\u{1B}[1m`.
    package static func styles(in file: SourceFile) -> [String] {
        file.all(StringLiteralExprSyntax.self).filter { literal in
            let text = literal.segments.trimmedDescription
            return text.contains("1B}[") && text.contains(/\\u\{1B\}\[(?:[0-9;]|\\\([^)]*\))*m/)
        }.map { file.finding("a style by hand: use ScreenText.styled or TextStyle", at: $0) }
    }
}

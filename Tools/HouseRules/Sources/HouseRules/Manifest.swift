import SwiftParser
import SwiftSyntax

/// The targets that a `Package.swift` declares.
package struct Manifest {
    package struct Target {
        package var name: String
        /// The folder of its files, relative to the package.
        package var folder: String
        package var dependencies: Set<String>
        /// True if it has the settings of strict memory safety.
        package var isStrict: Bool

        /// Returns the dependencies that are not in `imports`, and the imports in `names` that are not dependencies.
        package func findings(imports: Set<String>, among names: Set<String>) -> [String] {
            let unused = dependencies.subtracting(imports).sorted()
            let missing = imports.intersection(names).subtracting(dependencies).subtracting([name]).sorted()
            return unused.map { "Package.swift: \(name) depends on \($0) and does not import it" }
                + missing.map { "Package.swift: \(name) imports \($0) and does not depend on it" }
        }
    }

    /// The targets with Swift files, in the order of the manifest.
    package let targets: [Target]
    /// The names of all targets, and of products from other packages.
    package let names: Set<String>

    package init(text: String) {
        let file = SourceFile(path: "Package.swift", text: text)
        let calls = file.all(FunctionCallExprSyntax.self)
        let products = Self.constants(of: file)
        let libraries = calls.filter { $0.function == ".systemLibrary" }.compactMap { $0.text("name") }
        targets = calls.compactMap { Self.target($0, products) }
        names = Set(targets.map(\.name) + libraries + products.values + targets.flatMap(\.dependencies))
    }

    /// Returns the products that constants name, as in `let grdb = Target.Dependency.product(name: "GRDB", …)`.
    private static func constants(of file: SourceFile) -> [String: String] {
        file.all(PatternBindingSyntax.self).reduce(into: [:]) { found, binding in
            guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self), call.function.hasSuffix(".product") else { return }
            found[binding.pattern.trimmedDescription] = call.text("name")
        }
    }

    private static let kinds = [".target", ".executableTarget", ".testTarget"]

    private static func target(_ call: FunctionCallExprSyntax, _ products: [String: String]) -> Target? {
        let (name, folder): (String?, String?)
        let texts = call.arguments.filter { $0.label == nil }.compactMap(\.expression.plainText)
        switch call.function {
        case "module" where texts.count > 1: (name, folder) = (texts[1], "Sources/\(texts[0])/\(texts[1])")
        case "tests": (name, folder) = (texts.first, texts.first.map { "Tests/\($0)" })
        // A dependency on a target is inside a list of dependencies, and so is not a target itself.
        case let kind where kinds.contains(kind) && !call.isDependency:
            name = call.text("name")
            folder = call.text("path") ?? name.map { kind == ".testTarget" ? "Tests/\($0)" : "Sources/\($0)" }
        default: return nil
        }
        guard let name, let folder, !name.isEmpty else { return nil }
        let list =
            call.arguments.first { $0.label?.text == "dependencies" }?.expression
            ?? call.arguments.first { $0.label == nil && $0.expression.is(ArrayExprSyntax.self) }?.expression
        let dependencies = list?.as(ArrayExprSyntax.self)?.elements.compactMap { element -> String? in
            if let text = element.expression.plainText { return text }
            if let call = element.expression.as(FunctionCallExprSyntax.self) { return call.text("name") }
            return products[element.expression.trimmedDescription]
        }
        let settings = call.arguments.first { $0.label?.text == "swiftSettings" }?.expression.trimmedDescription
        let isStrict = ["module", "tests"].contains(call.function) || settings?.hasPrefix("strict") == true || settings == "fuzzed"
        return Target(name: name, folder: folder, dependencies: Set(dependencies ?? []), isStrict: isStrict)
    }
}

extension FunctionCallExprSyntax {
    fileprivate var function: String { calledExpression.trimmedDescription }
    fileprivate func text(_ label: String) -> String? { arguments.first { $0.label?.text == label }?.expression.plainText }

    /// True if the call is an element of a list of dependencies.
    fileprivate var isDependency: Bool {
        // Element, list of elements, array, argument.
        guard let array = parent?.parent?.parent, array.is(ArrayExprSyntax.self), let argument = array.parent?.as(LabeledExprSyntax.self)
        else { return false }
        return argument.label?.text == "dependencies" || argument.label == nil
    }
}

extension ExprSyntax {
    /// The contents of a string literal without interpolations.
    package var plainText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}

import Foundation

/// The targets that `Package.swift` declares.
struct Manifest {
    struct Target {
        var name: String
        /// The folder of its files, relative to the root.
        var folder: String
        var dependencies: Set<String>

        /// Returns the dependencies that are not in `imports`, and the imports in `names` that are not dependencies.
        func findings(imports: Set<String>, among names: Set<String>) -> [String] {
            let unused = dependencies.subtracting(imports).sorted()
            let missing = imports.intersection(names).subtracting(dependencies).subtracting([name]).sorted()
            return unused.map { "Package.swift: \(name) depends on \($0) and does not import it" }
                + missing.map { "Package.swift: \(name) imports \($0) and does not depend on it" }
        }
    }

    /// The targets with Swift files, in the order of the manifest.
    let targets: [Target]
    /// The names of all targets, and of products from other packages.
    let names: Set<String>

    init(text: String) {
        let products = Dictionary(
            uniqueKeysWithValues: text.matches(of: #/let (\w+) = Target\.Dependency\.product\(name: "(\w+)"/#).map {
                (String($0.output.1), String($0.output.2))
            })
        let libraries = text.matches(of: #/\.systemLibrary\(name: "(\w+)"/#).map { String($0.output.1) }
        let list = text.components(separatedBy: "targets: [\n").dropFirst().joined()
        targets = list.matches(of: #/(?m)^ +(module|tests|\.target|\.executableTarget)\(/#).compactMap { match in
            let call = Self.call(in: list[match.range.upperBound...])
            let arguments = call.replacing(
                #/(exclude|resources): \[[^\]]*\]|condition: \.when\(traits: \[[^\]]*\]\)|\w+Settings: .*/#, with: "")
            let path = arguments.firstMatch(of: #/path: "([^"]+)"/#).map { String($0.output.1) }
            // A dependency of a target has no path.
            guard path != nil || !match.output.1.hasPrefix(".") else { return nil }
            var names = arguments.replacing(#/path: "[^"]+"/#, with: "").matches(of: #/"(\w+)"/#).map { String($0.output.1) }
            let group = match.output.1 == "module" ? names.removeFirst() : nil
            let name = names.removeFirst()
            let words = Set(arguments.split { !$0.isLetter })
            names += products.filter { words.contains(Substring($0.key)) }.map(\.value)
            return Target(name: name, folder: path ?? group.map { "Sources/\($0)/\(name)" } ?? "Tests/\(name)", dependencies: Set(names))
        }
        names = Set(targets.map(\.name) + libraries + products.values)
    }

    /// Returns the text up to the closing parenthesis of a call.
    private static func call(in text: Substring) -> Substring {
        var depth = 1
        return text.prefix { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return depth > 0
        }
    }
}

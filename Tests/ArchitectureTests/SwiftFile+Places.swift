extension SwiftFile {
    /// The path that starts with the module, such as `SampleStore/BlockCodec.swift`.
    var pathFromModule: String { path.split(separator: "/").drop { $0 != module }.joined(separator: "/") }
    /// The folder in the module, such as `Parser/Questions`; empty for the module's root folder.
    var folder: String { pathFromModule.split(separator: "/").dropFirst().dropLast().joined(separator: "/") }
    /// The file name without folders.
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The lines, each with the number of open braces at its start.
    var linesWithDepth: [(line: Line, depth: Int)] {
        var depth = 0
        return lines.map { line in
            defer { depth += line.code.reduce(0) { $0 + ($1 == "{" ? 1 : $1 == "}" ? -1 : 0) } }
            return (line, depth)
        }
    }

    /// Words that may precede the keyword of a declaration. `set` and `unsafe` are in parentheses there.
    static let modifiers: Set<Substring> = [
        "public", "open", "package", "internal", "private", "fileprivate", "set", "final", "indirect", "nonisolated", "unsafe", "lazy",
        "weak",
        "unowned", "safe", "MainActor", "frozen", "usableFromInline", "unchecked", "preconcurrency",
    ]
}

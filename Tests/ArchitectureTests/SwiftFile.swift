import Foundation
import Testing

/// The lines of a source file, with comments and string literals separated from code.
struct SwiftFile {
    struct Line {
        /// The line number, from 1.
        var number: Int
        /// The whole line.
        var text: Substring
        /// The line without comments and string literals.
        var code: String
        var hasComment: Bool
        /// The names and keywords in the code.
        var words: [Substring]
    }

    /// The path relative to the repository, such as `Sources/Query/QueryEngine/QueryEngine.swift`.
    let path: String
    let lines: [Line]

    init(path: String) throws { self.init(path: path, text: try Repository.text(of: path)) }

    /// Creates a file from text, for tests of the rules. The path does not need to exist.
    init(path: String, text: String) {
        self.path = path
        var isInText = false
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            let delimiters = line.components(separatedBy: "\"\"\"").count - 1
            defer { if delimiters % 2 == 1 { isInText.toggle() } }
            let (code, hasComment) = isInText ? ("", false) : Self.code(of: line)
            let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
            return Line(number: index + 1, text: line, code: code, hasComment: hasComment, words: words)
        }
    }

    /// The module folder in a group of `Sources`, or the folder in `Tests`.
    var module: String {
        let folders = path.split(separator: "/")
        let depth = folders.first == "Sources" ? 2 : 1
        return folders.count > depth ? String(folders[depth]) : ""
    }

    /// The modules that the file imports, each with its line.
    var imports: [(module: String, line: Line)] {
        lines.compactMap { line in
            guard let position = line.words.firstIndex(of: "import"), line.words.count > position + 1 else { return nil }
            guard line.words[..<position].allSatisfy(Self.importPrefixes.contains) else { return nil }
            let rest = line.words[(position + 1)...].drop { Self.importKinds.contains($0) }
            return rest.first.map { (Self.cLibraries.contains($0) ? "Glibc" : String($0), line) }
        }
    }

    /// Returns a message that starts with the place, in the format of compilers.
    func finding(_ message: String, at line: Line) -> String { "\(path):\(line.number): \(message)" }

    private static let importPrefixes: Set<Substring> = [
        "testable", "preconcurrency", "public", "package", "internal", "private", "fileprivate",
    ]
    /// The names of the C library on different systems.
    private static let cLibraries: Set<Substring> = ["Darwin", "Musl", "Android"]
    private static let importKinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]

    private static func code(of line: Substring) -> (code: String, hasComment: Bool) {
        var code = ""
        var isInString = false
        var previous: Character = " "
        for character in line {
            if character == "\"", previous != "\\" { isInString.toggle() }
            if !isInString, character == "/", previous == "/" { return (String(code.dropLast()), true) }
            if !isInString { code.append(character) }
            previous = previous == "\\" ? " " : character
        }
        return (code, false)
    }
}

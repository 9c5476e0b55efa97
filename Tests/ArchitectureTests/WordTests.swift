import Foundation
import Testing

/// A word of the language is defined in one place, and few other files use its name. See “Recipes” in CONTRIBUTING.md.
@Suite("Words of the language are defined in one place")
struct WordTests {
    /// The module that parses other languages, which have their own words.
    private static let foreign = "QueryHelp/"

    @Test(
        "At most four files name an aggregate, a stage or a clause that has no second meaning",
        arguments: ["median", "stddev", "bottom", "assign", "edges"])
    func fewFilesNameAWord(word: String) throws {
        let files = try filesNaming(word)
        #expect(files.count <= 4, "\(word) is named in \(files.joined(separator: ", "))")
        #expect(files.contains { $0.hasPrefix("Sources/Model/QueryVocabulary/") }, "\(word) is defined in QueryVocabulary")
    }

    @Test("At most four files name an output format", arguments: ["markdown", "spark", "heatmap"])
    func fewFilesNameAFormat(word: String) throws {
        // Chart files have their own names for chart types and glyphs.
        let files = try filesNaming(word).filter { !$0.contains("/TallyCharts/") }
        #expect(files.count <= 4, "\(word) is named in \(files.joined(separator: ", "))")
    }

    private static let toyWords = ["entries", "range", "reverse", "scale"]

    @Test("Each patch that adds a toy word touches at most four files of Sources", arguments: toyWords)
    func toyWordsTouchFewFiles(word: String) throws {
        let patch = try Repository.text(of: "Tests/ArchitectureTests/ToyWords/\(word).patch")
        let files = patch.split(separator: "\n").filter { $0.hasPrefix("+++ b/Sources/") }
        #expect((1...4).contains(files.count), "\(files)")
    }

    @Test("The patches apply to the current sources", arguments: toyWords)
    func toyWordsApply(word: String) throws {
        let patch = try Repository.text(of: "Tests/ArchitectureTests/ToyWords/\(word).patch")
        let hunks = try Self.hunks(of: patch)
        #expect(hunks.count >= 4, "the reader of patches finds hunks")
        for hunk in hunks {
            #expect(try Repository.text(of: hunk.path).contains(hunk.before), "\(word).patch does not fit \(hunk.path):\n\(hunk.before)")
        }
    }

    /// Returns the text that each hunk of a patch expects, with the changed file. New files have no hunks.
    private static func hunks(of patch: String) throws -> [(path: String, before: String)] {
        var found: [(path: String, before: String)] = []
        var path: String?
        for line in patch.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("--- ") {
                path = line.hasPrefix("--- a/") ? String(line.dropFirst(6)) : nil
            } else if line.hasPrefix("@@"), let path {
                found.append((path, ""))
            } else if path != nil, !found.isEmpty, line.hasPrefix(" ") || line.hasPrefix("-") {
                found[found.count - 1].before += line.dropFirst() + "\n"
            }
        }
        return found
    }

    @Test("Enums of different modules do not have the same cases")
    func noTwinEnums() throws {
        var owners: [[String]: (name: String, file: SwiftFile)] = [:]
        var twins: [String] = []
        // The enums of HealthKit are Apple's. Code of apps needs them, even if the library has one with the same cases.
        for file in try Repository.sources() where file.module != "HealthKit" {
            for (name, cases) in try Self.enums(in: file) where cases.count >= 2 {
                if let other = owners[cases.sorted()], other.file.module != file.module {
                    twins.append(file.finding("\(name) is \(other.name) of \(other.file.path) once more", at: file.lines[0]))
                }
                owners[cases.sorted()] = (name, file)
            }
        }
        #expect(owners.count > 50, "the reader of the sources finds enums")
        #expect(twins == [])
    }

    @Test("Finds cases with and without values")
    func casesAreFound() throws {
        let text = """
            enum Medium {
                /// A page, or lines.
                case html
                case text(width: Int = 80, (Bool) -> Void), svg = "x"
                case long(
                    one: Int, two: Int)
                var name: String {
                    switch self {
                    case .html: "page"
                    default: "other"
                    }
                }
            }
            """
        let found = try Self.enums(in: SwiftFile(path: "Sources/Text/TerminalText/Planted.swift", text: text))
        #expect(found.map(\.name) == ["Medium"])
        #expect(found.map(\.cases) == [["html", "text", "svg", "long"]])
    }

    /// Returns the files that have `word` as a case or in quotes, outside of comments.
    private func filesNaming(_ word: String) throws -> [String] {
        let named = try Regex("(^|[^\\w)\\]])\\.\(word)\\b|\\bcase\\b[^:]*\\b\(word)\\b|\"\(word)\"")
        return try Repository.sources().map(\.path).filter { path in
            guard !path.contains(Self.foreign) else { return false }
            return try Repository.text(of: path).split(separator: "\n").contains { line in
                let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
                return code.firstMatch(of: named) != nil
            }
        }
    }

    /// Returns the enums of a file, with the names of their cases.
    private static func enums(in file: SwiftFile) throws -> [(name: String, cases: [String])] {
        var found: [(name: String, cases: [String], depth: Int)] = []
        var open: [Int] = []
        var depth = 0
        for line in file.lines {
            if let position = line.words.firstIndex(of: "enum"), position + 1 < line.words.count, line.code.contains("{") {
                open.append(found.count)
                found.append((String(line.words[position + 1]), [], depth))
            }
            if let current = open.last, depth == found[current].depth + 1, line.words.first == "case" {
                var parentheses = 0
                let list = line.code.drop { $0 != "c" }.dropFirst(4).filter { character in
                    defer { if character == ")" { parentheses -= 1 } }
                    if character == "(" { parentheses += 1 }
                    return parentheses == 0
                }
                found[current].cases += list.split(separator: ",").compactMap { part in
                    part.split { !$0.isLetter && !$0.isNumber }.first.map(String.init)
                }
            }
            depth += line.code.count { $0 == "{" } - line.code.count { $0 == "}" }
            while let current = open.last, depth <= found[current].depth, line.code.contains("}") { open.removeLast() }
        }
        return found.map { ($0.name, $0.cases) }
    }
}

import Foundation
import HouseRules
import Testing

/// A word of the language is defined in one place, and few other files use its name. See “Recipes” in CONTRIBUTING.md.
@Suite("Words of the language are defined in one place")
struct WordTests {
    /// The words that more than four files name, each with the number of files. The numbers may only fall.
    private static let sprawling = [
        "Aggregate.count": 7, "Aggregate.duration": 5, "SQLDialect.portable": 6, "OutputFormat.wide": 5,
    ]

    @Test("At most four files name a word as a case")
    func fewFilesNameAWord() throws {
        let words = Words(try Repository.sources())
        #expect(words.files.count > 100, "the words of the vocabulary are found")
        for (word, files) in words.files.sorted(by: { $0.key < $1.key }) {
            #expect(files.count <= Self.sprawling[word] ?? 4, "\(word) is named in \(files.count): \(files.joined(separator: ", "))")
        }
        for (word, limit) in Self.sprawling {
            #expect(words.files[word]?.count == limit && limit > 4, "\(word) is named in fewer files: lower its number")
        }
    }

    @Test("Finds words after the name of their type, in a switch, or with one meaning, but no cases of other types")
    func namesAreFound() {
        let files = [
            SourceFile(
                path: "Sources/Model/QueryVocabulary/Planted.swift",
                text: "enum Fold { case sum, least, middle, share }\nenum Part: String, ClauseRule { case head }\n"),
            SourceFile(path: "Sources/Model/HealthModel/Planted.swift", text: "enum Style { case sum, least, other }\n"),
            SourceFile(path: "Sources/Text/TerminalText/A.swift", text: "let a = b(.sum, .middle, .head)\n// .share\n"),
            SourceFile(path: "Sources/Text/TerminalText/B.swift", text: "let a = Fold.sum\nlet b = list.share\n"),
            SourceFile(
                path: "Sources/Text/TerminalText/C.swift",
                text:
                    "switch a { case .sum, .least: 1\ncase .middle(let b): 2\ndefault: 3 }\nswitch a { case .sum, .least: 1\ndefault: 2 }\n"
            ),
        ]
        let found = Words(files).files.mapValues { $0.compactMap { $0.split(separator: "/").last } }
        #expect(
            found == [
                "Fold.sum": ["B.swift", "C.swift"], "Fold.least": ["C.swift"], "Fold.middle": ["A.swift", "C.swift"], "Fold.share": [],
            ])
    }

    private static let toyWords = ["entries", "range", "reverse", "scale"]

    @Test("Each patch that adds a toy word touches at most four files of Sources", arguments: toyWords)
    func toyWordsTouchFewFiles(word: String) throws {
        let patch = try Repository.text(of: "Tools/HouseRules/ToyWords/\(word).patch")
        let files = patch.split(separator: "\n").filter { $0.hasPrefix("+++ b/Sources/") }
        #expect((1...4).contains(files.count), "\(files)")
    }

    @Test("The patches apply to the current sources", arguments: toyWords)
    func toyWordsApply(word: String) throws {
        let patch = try Repository.text(of: "Tools/HouseRules/ToyWords/\(word).patch")
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
        // The enums of guests are those of others, such as Apple's, even if the library has one with the same cases.
        let twins = Words.twins(in: try Repository.sources().filter { !$0.isOfGuest })
        #expect(twins.count > 50, "the reader of the sources finds enums")
        #expect(twins.findings == [])
    }

    @Test("Finds enums with equal cases, with and without values")
    func twinsAreFound() {
        let text = """
            enum Medium {
                /// A page, or lines.
                case html
                case text(width: Int = 80, (Bool) -> Void), svg = "x"
                case long(
                    one: Int, two: Int)
                var name: String { "" }
            }
            """
        let other = "package enum Form { case svg, text, long, `html` }\nenum Small { case svg }\n"
        let files = [
            SourceFile(path: "Sources/Text/TerminalText/Planted.swift", text: text),
            SourceFile(path: "Sources/Model/HealthModel/Planted.swift", text: other),
        ]
        #expect(Words.twins(in: files).findings.map { $0.split(separator: ":")[0] } == ["Sources/Model/HealthModel/Planted.swift"])
        #expect(Words.twins(in: [files[0], files[0]]).findings == [])
    }
}

import Foundation
import Testing

/// The guide to the modules: its tables of names, and its code.
@Suite("The guide to Charts in Swift")
struct GuideTests {
    /// The root of the repository, which is five levels above this file.
    private static let root = (1...5).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    private let guide: String

    init() throws {
        guide = try String(contentsOf: Self.root.appending(path: "Documentation/Guide/SwiftCharts.md"), encoding: .utf8)
    }

    private func sources(below folder: String) throws -> [String] {
        let folder = Self.root.appending(path: "Packages/Charts/\(folder)")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try names.sorted().map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }

    private func modules() throws -> [String] { try sources(below: "Sources/SwiftUI") + sources(below: "Sources/Charts") }

    /// The names of public types and macros.
    private func types() throws -> Set<String> {
        let declaration =
            /(?m)^(?:@\w+(?:\([^)]*\))? )*public (?:final )?(?:indirect )?(?:class|struct|enum|protocol|typealias|macro) (\w+)/
        return Set(try modules().flatMap { $0.matches(of: declaration).map { String($0.output.1) } })
    }

    /// The names of public functions in extensions of a protocol.
    private func modifiers(of name: String) throws -> Set<String> {
        var found: Set<String> = []
        for source in try modules() {
            var isInside = false
            for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
                if !line.hasPrefix(" "), !line.isEmpty {
                    isInside = line.contains("extension \(name) {") || line.contains("extension \(name) where")
                }
                if isInside, line.hasPrefix("    "), !line.hasPrefix("     "), let match = line.firstMatch(of: /public func (\w+)/) {
                    found.insert(String(match.output.1))
                }
            }
        }
        return found
    }

    /// The names in backticks between two headings.
    private func names(from heading: String, to end: String?) throws -> Set<String> {
        let start = try #require(guide.range(of: heading)).upperBound
        let stop = try end.map { try #require(guide.range(of: $0, range: start..<guide.endIndex)).lowerBound } ?? guide.endIndex
        return Set(guide[start..<stop].matches(of: /`(\w+)`/).map { String($0.output.1) })
    }

    @Test("Every public type and every modifier is real, kept, or one that the guide explains")
    func present() throws {
        let types = try types()
        let modifiers = try ["View", "ChartContent", "AxisMark", "AxisContent"].reduce(into: Set<String>()) {
            try $0.formUnion(self.modifiers(of: $1))
        }
        let real = try names(from: "**Real**", to: "**Kept**")
        let kept = try names(from: "**Kept**:", to: "**Missing**")
        let own = try names(from: "A few names are Tally's", to: nil)
        #expect(types.count > 200 && modifiers.count > 100)
        #expect(types.subtracting(real).subtracting(kept).subtracting(own).sorted() == [])
        #expect(
            modifiers.subtracting(real).subtracting(kept).subtracting([
                "layoutNodes", "layoutNode", "collectMarks", "collectAxes", "rendered",
            ]).sorted() == [])
        // Modifiers of views and of marks share names, and one can be real and the other kept.
        #expect(real.intersection(kept).intersection(types).sorted() == [])
        #expect(real.union(kept).subtracting(types).subtracting(modifiers).sorted() == [], "the guide names what the modules do not have")
    }

    @Test("The modules do not declare a name that the guide calls missing")
    func missing() throws {
        let missing = try names(from: "**Missing**", to: "A few names are Tally's").subtracting(["layoutDirection"])
        let types = try types()
        #expect(missing.count > 15 && missing.intersection(types).sorted() == [])
    }

    @Test("A modifier that is kept for tests is in the table of kept names")
    func kept() throws {
        let names = Set(
            try modules().flatMap {
                $0.matches(of: /kept\("(\w+)"|KeptModifier\(name: "(\w+)"/).compactMap { ($0.output.1 ?? $0.output.2).map(String.init) }
            })
        let kept = try self.names(from: "**Kept**:", to: "**Missing**")
        #expect(names.count > 60 && names.subtracting(kept).sorted() == [])
    }

    @Test("The guide's code is that of the snippets, whose tests run")
    func code() throws {
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
        let snippets = try sources(below: "Tests/ChartSnippets")
        #expect(blocks.count == 3)
        for block in blocks where !block.contains("package.dependencies") {
            #expect(snippets.contains { $0.contains(block) }, "no snippet has this code:\n\(block)")
        }
    }

    @Test("Every public declaration has a comment")
    func comments() throws {
        for source in try modules() {
            let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            for (index, line) in lines.enumerated() where line.contains(/^(nonisolated )?public\s/) && !line.hasPrefix("public import") {
                // Attributes are between the comment and the declaration.
                let above = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
                #expect(above.hasPrefix("///"), "no comment: \(line)")
            }
        }
    }
}

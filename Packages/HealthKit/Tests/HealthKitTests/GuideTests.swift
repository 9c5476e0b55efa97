import Foundation
import Testing

/// The guide to the module: its table of names, and its code.
@Suite("The guide to HealthKit")
struct GuideTests {
    /// The root of the repository, which is five levels above this file.
    private static let root = (1...5).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    private static let module = "Packages/HealthKit/Sources/HealthKit"
    private let guide: String

    init() throws {
        guide = try String(contentsOf: Self.root.appending(path: "Documentation/Guide/HealthKit.md"), encoding: .utf8)
    }

    private func sources(below folder: String) throws -> [String] {
        let folder = Self.root.appending(path: folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try names.sorted().map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }

    /// The names of the module's public types.
    private func types() throws -> Set<String> {
        let declaration = /(?m)^public (?:final )?(?:class|struct|enum|protocol|typealias) (\w+)/
        return Set(try sources(below: Self.module).flatMap { $0.matches(of: declaration).map { String($0.output.1) } })
    }

    /// The names in backticks from a heading on.
    private func names(from heading: String, to end: String) throws -> Set<String> {
        let start = try #require(guide.range(of: heading)).upperBound
        let stop = try #require(guide.range(of: end, range: start..<guide.endIndex)).lowerBound
        return Set(guide[start..<stop].matches(of: /`(\w+)`/).map { String($0.output.1) })
    }

    @Test("Every public type of the module is real, a shell, or one that the guide explains")
    func present() throws {
        let types = try types()
        let real = try names(from: "**Real**", to: "**Shells**")
        let shells = try names(from: "**Shells**", to: "**Missing**")
        let own = try names(from: "A few names are Tally's", to: "let initializers")
        #expect(types.count > 120)
        #expect(types.subtracting(real).subtracting(shells).subtracting(own).sorted() == [])
        #expect(real.intersection(shells).sorted() == [])
        let ofFoundation: Set = ["NSCompoundPredicate", "NSSortDescriptor"]
        #expect(real.subtracting(types).subtracting(ofFoundation).sorted() == [], "the guide names types that the module does not have")
    }

    @Test("The module does not declare a name that the guide calls missing")
    func missing() throws {
        let missing = try names(from: "**Missing**", to: "A few names are Tally's")
        let types = try types()
        #expect(missing.count > 10 && missing.intersection(types).sorted() == [])
    }

    @Test("The guide's code is that of the example, whose tests run")
    func code() throws {
        let blocks = guide.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
        let examples = try sources(below: "Examples/Sources")
        #expect(blocks.count == 3)
        for block in blocks where !block.contains("import PackageDescription") {
            #expect(examples.contains { $0.contains(block) }, "no example has this code:\n\(block)")
        }
    }

    @Test("Every public declaration of the module has a comment")
    func comments() throws {
        for source in try sources(below: Self.module) {
            let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            for (index, line) in lines.enumerated() where line.contains(/^(public |open )/) && !line.hasPrefix("public import") {
                // Attributes are between the comment and the declaration.
                let above = lines[..<index].last { !$0.hasPrefix("@") } ?? ""
                #expect(above.hasPrefix("///"), "no comment: \(line)")
            }
        }
    }
}

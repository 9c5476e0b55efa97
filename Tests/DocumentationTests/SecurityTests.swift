import Foundation
import Testing

/// Facts about SECURITY.md, whose tables name a test for each promise.
@Suite("Promises of SECURITY.md")
struct SecurityTests {
    /// The rows of the tables of promises, without their heads.
    private static func promises() throws -> [(line: Int, promise: String, tests: String)] {
        try Repository.lines(of: "SECURITY.md").enumerated().compactMap { index, line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[1] != "promise", !cells[1].hasPrefix("---") else { return nil }
            return (index + 1, cells[1], cells[2])
        }
    }

    @Test("Each promise names a test of the tree, or a target of make")
    func named() throws {
        let targets = try String(contentsOf: Repository.root.appending(path: "Makefile"), encoding: .utf8)
        let promises = try Self.promises()
        #expect(promises.count > 20)
        for (line, promise, tests) in promises {
            let links = tests.matches(of: /\[([^\]]+)\]\(([^)]+)\)/)
            for link in links {
                let text = try String(contentsOf: Repository.root.appending(path: String(link.2)), encoding: .utf8)
                #expect(text.contains("\"\(link.1)\"") || text.contains("def \(link.1)("), "SECURITY.md:\(line): \(link.2) lacks \(link.1)")
            }
            let target = tests.firstMatch(of: /`make ([a-z-]+)/)
            if let target { #expect(targets.contains("\n\(target.1):"), "SECURITY.md:\(line): make \(target.1)") }
            #expect(!links.isEmpty || target != nil, "SECURITY.md:\(line): no test for: \(promise)")
        }
    }

    /// The functions and modules that open connections.
    private static let connections = [
        "FoundationNetworking", "URLSession", "getaddrinfo", "import Network", "NWConnection", "socket(", "AF_INET",
    ]

    @Test("Only Warehouses reaches a network")
    func network() throws {
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: "Sources").path)
        let files = sources.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }
        #expect(files.count > 300)
        for file in files {
            guard !file.contains("CSandbox") else { continue }
            let text = try String(contentsOf: Repository.root.appending(path: "Sources/\(file)"), encoding: .utf8)
            let words = Self.connections.filter { text.range(of: $0, options: .literal) != nil }
            guard !words.isEmpty else { continue }
            for line in text.split(separator: "\n") where !line.contains("//") {
                #expect(!words.contains { line.contains($0) }, "Sources/\(file): \(line)")
            }
        }
    }
}

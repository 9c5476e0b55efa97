import Foundation
import Testing

/// A file with expected output. With `TALLY_RECORD=1` it is written again. Read the difference.
struct GoldenFile {
    private let url: URL

    /// - Parameter name: the path below `Golden`.
    init(_ name: String) {
        url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
    }

    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1" {
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try? String(contentsOf: url, encoding: .utf8)
        guard recorded != text else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let known = (recorded ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let first = zip(lines, known).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(lines.count, known.count)
        let new = first < lines.count ? lines[first] : "(end)"
        Issue.record("\(url.path):\(first + 1) is another line: \(new)", sourceLocation: sourceLocation)
    }
}

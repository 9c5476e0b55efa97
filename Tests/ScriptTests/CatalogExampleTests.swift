import Diagnostics
import TallySession
import Testing

/// The pages of the codes: the example of each is the smallest script that causes it.
@Suite("Examples of codes")
struct CatalogExampleTests {
    /// What an example needs beside itself.
    private static let samples: [DiagnosticCode: String] = [
        .overlappingRawSources: """
        add 600 count steps from "Watch" at 2025-01-01 08:00 for 1h
        add 400 count steps from "iPhone" at 2025-01-01 08:30 for 1h
        """,
        .unknownSource: "add 1 count steps from \"Watch\" at 2025-01-01 08:00",
        // A month from the first to the last sample.
        .fillZeroOnDiscrete: "load heartRate at 2025-01-01 every 1d for 1min: 60x31",
        .assertionShape: "load heartRate at 2025-01-01 every 1d for 1min: 60x31",
    ]

    @Test("The example of a code causes it", arguments: DiagnosticCatalog.entries.map(\.code))
    func example(code: DiagnosticCode) throws {
        // Bytes that are no text cannot stand in a page.
        guard code != .invalidUTF8 else { return }
        let entry = DiagnosticCatalog.entry(for: code)
        if DiagnosticCatalog.tests.contains(where: { $0.code == code }) {
            let report = try ScriptTester().run(SourceText(entry.example))
            #expect((report.findings + report.failures.map(\.diagnostic)).map(\.code).contains(code))
            return
        }
        var lines = entry.example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if code.severity == .error {
            let first = max(0, lines.count - 1)
            lines.insert("expect error \(code.rawValue)", at: first)
        } else {
            lines.append("expect warning \(code.rawValue)")
        }
        let script = [Self.samples[code], lines.joined(separator: "\n")].compactMap { $0 }.joined(separator: "\n") + "\n"
        let report = try ScriptTester().run(SourceText(script))
        #expect(report.failures.map(\.diagnostic.message) == [], "\(script)")
    }
}

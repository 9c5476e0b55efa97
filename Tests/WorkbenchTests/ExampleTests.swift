import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import Scripts
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("The scripts in Examples")
struct ExampleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples")

    static let scripts: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".tally") }.sorted()

    /// The number of rows of each table that a script prints.
    private static let rows: [String: [Int]] = [
        "weekly-report": [7, 8, 1, 7], "typical-day": [24, 19, 7, 1], "today": [24, 24, 3], "resting-heart-rate": [30, 2, 2],
        "this-month-against-last": [30, 1, 4], "weekday-profile": [7, 1, 1, 7, 3], "sleep-by-night": [14, 14, 14], "heart": [8, 24, 10],
        "workouts": [8, 8, 2], "training-load": [8, 8, 8, 8, 5], "energy-balance": [14, 5], "records": [5, 1, 3, 3],
        "double-counting": [7, 7], "travel": [5, 5, 5, 5], "days-that-are-not-24-hours": [1, 25, 4, 4],
        "charts": [28, 24, 168, 30], "heart-page": [28], "hours-picture": [168], "night-report": [11, 11, 7, 6, 11],
        "rhythm-of-days": [1, 24, 1],
        "heart-rate-zones": [4, 7, 6, 7], "trends": [1, 10, 6, 3],
        "week-report": [7, 7, 1, 7, 5, 5, 7, 7, 2, 8],
    ]

    @Test("Every example is described in the README of its folder")
    func listed() throws {
        let readme = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(Self.scripts.count >= 12)
        for script in Self.scripts { #expect(readme.contains("(\(script))"), "\(script)") }
    }

    @Test("An example runs on generated data; its tables have the expected rows and fit in 80 columns", arguments: scripts)
    func runs(script: String) throws {
        var settings = SessionSettings()
        settings.queries.moment = Instant(seconds: 1_782_835_200)  // 2026-06-30T16:00:00Z
        #expect(SettingCatalog.entry(named: "zone")?.apply("Europe/Berlin", &settings) == true)
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "demo", settings: settings)
        try DemoData().fill(session.commandStore)
        let source = SourceText(bytes: Array(try Data(contentsOf: Self.folder.appendingPathComponent(script))), file: script)
        try session.bindParameters(of: ParsedScript(source), arguments: [])
        let output = Recorder()
        let outcome = session.run(source, output: output)
        #expect(outcome == .fine, "\(output.findings)")
        let lines = output.text.split(separator: "\n")
        let counts = lines.compactMap { line in line.firstMatch(of: /· (\d+) rows?/).flatMap { Int($0.1) } }
        if let expected = Self.rows[String(script.dropLast(".tally".count))] { #expect(counts == expected) }
        #expect(!counts.isEmpty && !counts.contains(0) && !output.text.contains("no rows"))
        // Drawings and pages are not text.
        guard !output.text.hasPrefix("<") else { return }
        let tooWide = lines.filter { $0.count > 80 && !$0.contains(" · ") }
        #expect(tooWide.isEmpty, "\(tooWide.first ?? "")")
    }
}

/// Records the output of a session.
private final class Recorder: SessionOutput {
    private(set) var text = ""
    private(set) var findings = ""
    func write(_ text: String) { self.text += text }
    func report(_ finding: Finding) { findings += finding.text(usesColor: false, width: nil) }
}

import CalendarIntervals
import Diagnostics
import Foundation
import HealthModel
import Rendering
import SampleStore
import TallySession
import Testing

@Suite("The scripts in Examples")
struct ExampleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples")

    static let scripts: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".tally") }.sorted()

    @Test("There are examples")
    func some() { #expect(Self.scripts.count >= 7) }

    @Test("An example runs to its end on generated data, and every query of it has rows", arguments: scripts)
    func runs(script: String) throws {
        var settings = SessionSettings()
        settings.now = Instant(seconds: 1_782_835_200)  // 2026-06-30T16:00:00Z
        #expect(SettingCatalog.entry(named: "zone")?.apply("Europe/Berlin", &settings) == true)
        let session = Session(
            store: MemoryStore(), storeName: "demo", settings: settings, clock: { Instant(seconds: 0) }, machineZone: { .utc })
        try DemoData().fill(session)
        let source = SourceText(bytes: Array(try Data(contentsOf: Self.folder.appendingPathComponent(script))), file: script)
        try session.bindParameters(of: source, arguments: [])
        let output = Recorder()
        let outcome = session.run(source, output: output)
        #expect(outcome == .fine, "\(output.findings)")
        #expect(!output.text.isEmpty)
        #expect(!output.text.contains("no rows"))
    }
}

/// Keeps what a session says.
private final class Recorder: SessionOutput {
    private(set) var text = ""
    private(set) var findings = ""
    let renderOptions = RenderOptions()
    func write(_ text: String) { self.text += text }
    func report(_ diagnostic: Diagnostic, in source: SourceText) { findings += TextRenderer().render(diagnostic, in: source) }
    func note(_ text: String) {}
    func progress(_ line: String) {}
    func confirm(_ question: String) -> Bool? { nil }
    var isCancelled: Bool { false }
}

import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// `Tests/Messages` has a file for each code with its message, and `Documentation/Reference/Messages.md` shows them all. Changes to a
/// message are visible in a review.
@Suite("Messages")
struct MessageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = root.appending(path: "Tests/Messages")
    private static let page = root.appending(path: "Documentation/Reference/Messages.md")
    private static let isRecording = ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1"

    @Test("Each code has a file with its current message, and the page shows all files")
    func files() throws {
        var page = Self.introduction
        for entry in DiagnosticCatalog.entries {
            let section = try section(entry)
            page += "\n" + section
            let file = Self.folder.appending(path: "\(entry.code.rawValue).md")
            if Self.isRecording { try Data(section.utf8).write(to: file) }
            let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            #expect(section == kept, "If this is right, run `make transcripts`:\n\(section)\ninstead of:\n\(kept)")
        }
        if Self.isRecording { try Data(page.utf8).write(to: Self.page) }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == page, "run `make transcripts`")
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(DiagnosticCatalog.entries.map { "\($0.code.rawValue).md" }))
    }

    @Test("The example of a code causes that code and no other error", arguments: DiagnosticCatalog.entries.map(\.code))
    func onlyOne(code: DiagnosticCode) throws {
        let (_, findings) = try ExampleRun(code).run()
        // Only many other errors cause this one.
        let errors = Set(findings.map(\.code).filter { $0 != code && $0.severity == .error && code != .moreErrors })
        #expect(errors == [])
        #expect(findings.contains { $0.code == code })
        for finding in findings where finding.code == code && finding.severity == .error {
            #expect(finding.help != nil || finding.note != nil || Self.saysItAll.contains(code), "\(code.rawValue) has no help and no note")
        }
    }

    @Test(
        "A suggested fix makes the script parse, compile and run", arguments: DiagnosticCatalog.entries.map(\.code))
    func fixes(code: DiagnosticCode) throws {
        let (source, findings) = try ExampleRun(code).run()
        for finding in findings where finding.fix != nil {
            let fixed = SourceText(finding.edits.applied(to: source))
            let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_750_000_000))), named: "m")
            let left = session.findings(in: fixed).filter { $0.severity == .error }
            #expect(left.isEmpty, "\(fixed[fixed.fullRange]): \(left.map(\.message))")
            let output = RecordingOutput(isInterruptible: false)
            #expect(session.run(fixed, output: output) == .fine, "\(fixed[fixed.fullRange]): \(output.findings.map(\.message))")
        }
    }

    /// Codes whose message needs no help or note.
    private static let saysItAll: Set<DiagnosticCode> = [.assertionFailed, .expectationFailed, .statementFailed, .circularName, .noSuchRow]

    private static let introduction = """
        # Messages

        This page shows an example of each message. `help CODE` explains a code in more detail, and [Codes](Codes.md) lists all codes. A test \
        checks this page; `make transcripts` generates it from `Tests/Messages`.

        """

    private func section(_ entry: CatalogEntry) throws -> String {
        let (source, findings) = try ExampleRun(entry.code).run()
        let shown = findings.filter { $0.code == entry.code }.prefix(1)
        let text = shown.map { TextRenderer(width: 120).render($0, in: source) }.joined()
        return "## \(entry.code.rawValue) \(entry.title)\n\n\(entry.explanation)\n\n```\n\(text)```\n"
    }
}

/// Runs the example of a code on an empty store.
struct ExampleRun {
    /// Statements that an example needs before it.
    private static let samples: [DiagnosticCode: String] = [
        .overlappingRawSources: """
        add 600 count steps from "Watch" at 2025-01-01 08:00 for 1h
        add 400 count steps from "iPhone" at 2025-01-01 08:30 for 1h
        """,
        .unknownSource: "add 1 count steps from \"Watch\" at 2025-01-01 08:00",
        .sourceWithoutSamples: """
        add 1 count steps from "Watch" at 2025-01-01 08:00
        add 70 kg weight from "Scale" at 2025-01-01 08:00
        """,
        .averageOfDenseReadings: """
        load heartRate at 2025-01-01 every 2h for 0s: 60x9
        load heartRate at 2025-01-01 18:00 every 1min for 0s: 150x30
        load heartRate at 2025-01-01 19:00 every 1h for 0s: 60x4
        """,
        .unlistedName: "add core sleepAnalysis at 2025-01-01 01:00 for 5h",
        .durationOfInstants: "load heartRate at 2025-01-01 every 1h for 0s: 60x3",
        .timeInBedWithoutSamples: "add core sleep at 2025-01-01 01:00 for 5h",
        // The samples cover one month.
        .fillZeroOnDiscrete: "load heartRate at 2025-01-01 every 1d for 1min: 60x31",
        .assertionShape: "load heartRate at 2025-01-01 every 1d for 1min: 60x31",
    ]

    /// Files that an example needs, including saved queries.
    private static let files: [DiagnosticCode: [String: String]] = [
        .scriptRunsItself: ["again.tally": "run \"again.tally\"\n"],
        .scriptArgument: ["report.tally": "sum steps\n"],
        .wrongScript: ["wrong.tally": "sum stepz\n"],
        .workoutsRecordedTwice: ["two-sources.xml": Self.twoWorkouts],
        .workoutsWithoutDistance: ["two-sources.xml": Self.twoWorkouts],
        .workoutsWithoutAltitude: ["two-sources.xml": Self.twoWorkouts],
        .mixedPlatforms: ["two-sources.xml": Self.twoWorkouts],
        .metricsOfPlatforms: ["two-sources.xml": Self.twoWorkouts],
        .appsNotInList: [:],
        .dosesWithoutStatus: ["doses.json": Self.twoDoses],
        .unusableSavedQuery: ["saved/morning.tally": "sum (steps\n"],
    ]

    /// Archives of `Tests/Scripts/Fixtures` that an example needs.
    private static let archives: [DiagnosticCode: String] = [
        .mixedPlatforms: "two-apps.zip", .metricsOfPlatforms: "two-apps.zip", .appsNotInList: "two-apps.zip",
    ]

    /// The app that asks in an example.
    private static let askers: [DiagnosticCode: String] = [.fixedAsker: "com.example.trends"]

    private static let twoWorkouts =
        "<HealthData>"
        + ["Watch", "Runs"].map { source in
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"\(source)\" "
                + "startDate=\"2025-01-01 08:00:00 +0000\" endDate=\"2025-01-01 09:00:00 +0000\"/>"
        }.joined() + "</HealthData>"

    private static let twoDoses =
        #"{"data":{"medications":["#
        + [("2025-06-01", "Taken"), ("2025-06-02", "Pris")].map { day, status in
            #"{"displayText":"A","scheduledDate":"\#(day) 08:00:00 +0000","status":"\#(status)"}"#
        }.joined(separator: ",") + "]}}"

    let code: DiagnosticCode

    init(_ code: DiagnosticCode) { self.code = code }

    /// Runs an example, and returns its script and its findings.
    func run() throws -> (source: SourceText, findings: [Diagnostic]) {
        let entry = DiagnosticCatalog.entry(for: code)
        var source = SourceText(entry.example, file: "example.tally")
        // A page cannot contain invalid UTF-8.
        if code == .invalidUTF8 { source = SourceText(bytes: Array("sum steps ".utf8) + [0xFF], file: "example.tally") }
        if DiagnosticCatalog.tests.contains(where: { $0.code == code }) {
            let report = try ScriptTester().run(source)
            return (source, report.findings + report.failures.map(\.diagnostic))
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder.appending(path: "saved"), withIntermediateDirectories: true)
        for (name, text) in Self.files[code] ?? [:] { try Data(text.utf8).write(to: folder.appending(path: name)) }
        if let archive = Self.archives[code] {
            let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            try FileManager.default.copyItem(
                at: tests.appending(path: "Scripts/Fixtures/\(archive)"), to: folder.appending(path: archive))
        }
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "memory")
        session.library = QueryLibrary(folder: folder.appending(path: "saved").path)
        if let asker = Self.askers[code] { session.begin(as: asker) }
        if let samples = Self.samples[code] {
            let output = RecordingOutput(isInterruptible: false)
            _ = session.run(SourceText(samples), output: output)
            #expect(output.findings.isEmpty)
        }
        let output = RecordingOutput(isInterruptible: false)
        let path = Self.files[code] == nil ? source.file : folder.appending(path: source.file).path
        _ = session.run(SourceText(bytes: source.bytes, file: path), output: output)
        return (source, output.findings)
    }
}

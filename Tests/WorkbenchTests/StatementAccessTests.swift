import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import Scripts
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// The facts that an app learns from each statement (S10.4). The statements come from the lists of the language, so that a new one is
/// tried, too.
@Suite("Access of statements")
struct StatementAccessTests {
    private static let app = "com.example.trends"

    /// The examples of all statement words, each list, and each setting.
    private static let statements: [String] =
        Grammar.entries(at: .statement).map(\.example) + lists + settings + others

    private static let lists = ListWord.allCases.flatMap { kind in
        ["show \(kind.rawValue)"] + (kind.canBeOfMetric ? ["show \(kind.rawValue) of steps", "show \(kind.rawValue) of heartRate"] : [])
    }

    private static let settingsOfStore = SettingWord.allCases.filter { $0.definition.keeper != .session }

    private static let settings =
        SettingCatalog.all.map { "set \($0.name) = \($0.choices.first ?? "5")" } + settingsOfStore.map(stored)

    /// Statements whose answer depends on what an app may see in another way than the examples.
    private static let others = [
        "sum steps by day from 2025-01-01 to 2025-01-04; why 1", "average heartRate while sleep", "average heartRate by workout",
        "samples of workouts", "samples of steps", "summaries", "progress steps", "describe steps", "describe sleep", "describe heartRate",
        "explain plan average heartRate by day", "explain sql sum steps by source", "explain buckets sum steps by day",
        "assert sum steps = 61725",
        "count steps where source = \"Secretband\"", "sum stepz", "export everything to \"PATH\"", "export steps to \"PATH\"",
        "delete samples of steps", "delete samples of heartRate confirmed", "add 5 kg weightt", "average heartRate by day; _ | top 1",
        "set person = P0", "correlate steps with heartRate", "coverage steps by day", "history", "save later",
        "show access of \"com.other\"", "count heartRate by person", "count heartRate by person where person is not P1",
        "count heartRate by group", "count heartRate by person.group", "count heartRate by person.gruop",
        "average heartRate where secretattr > 4", "average heartRate where person is SecretP7",
        "average heartRate where person is SecretP8",
        "set person = SecretP7", "add 5 count steps for person SecretP7", "add 5 count steps for person SecretP8",
        "explain plan average heartRate by day and person last 20 days", "explain sql average heartRate by person",
        "forget secretquery confirmed", "secretquery",
    ]

    private static func stored(_ setting: SettingWord) -> String {
        switch setting {
        case .goal: "set goal of steps = 5000"
        case .priority: "set priority of steps = \"Watch\""
        case .deviceState: "set device state = locked"
        case .storeZone: "set store zone = UTC"
        default: "set \(setting.name) = 100"
        }
    }

    @Test("S10.4 An app learns from no statement what it may not read", arguments: statements, [false, true])
    func nothingHidden(statement: String, hasPersons: Bool) throws {
        let whole = try Self.session(isWhole: true, hasPersons: hasPersons)
        let reduced = try Self.session(isWhole: false, hasPersons: hasPersons)
        let found = Self.answer(to: statement, of: whole)
        #expect(found == Self.answer(to: statement, of: reduced))
        #expect(!found.lowercased().contains("secret") || statement.lowercased().contains("secret"), "\(found)")
    }

    @Test("S10.4 What belongs to the owner is an error for an app, and changes nothing", arguments: statements)
    func refused(statement: String) throws {
        let parsed = Parser.parse(SourceText(statement)).statements
        guard parsed.count == 1, case .ownerOnly = parsed[0].kind.word.definition.access else { return }
        let session = try Self.session(isWhole: true)
        let before = try session.storage.store.storage.changeMark()
        let output = RecordingOutput()
        #expect(session.run(SourceText(statement), output: output) != .fine)
        // A statement that is wrong in itself is reported before.
        #expect(output.codes == ["E285"] || output.codes.allSatisfy { $0 != "E285" } && !output.codes.isEmpty, "\(output.codes)")
        #expect(output.text.isEmpty)
        #expect(try session.storage.store.storage.changeMark() == before)
    }

    @Test("S10.4 Settings of the store are the owner's")
    func ofTheStore() {
        for setting in Self.settingsOfStore {
            let parsed = Parser.parse(SourceText(Self.stored(setting))).statements
            #expect(parsed.first?.kind.word.definition.access == .ownerOnly("change settings of the store"), "\(setting.name)")
        }
    }

    // MARK: Stores

    /// Returns a session of the app on a store with the samples that it may see, and on one that also has others.
    ///
    /// - Parameter hasPersons: True if the samples are those of the person P1. The store with others then also has another person.
    private static func session(isWhole: Bool, hasPersons: Bool = false) throws -> Session {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_736_467_200))), named: "memory")
        let visible = """
            load heartRate from "Watch" at 2025-01-01 08:00 every 1h for 1min: 61x20
            add 70 count/min heartRate from "\(app)" at 2025-01-03
            add 7 count steps from "\(app)" at 2025-01-03 10:00
            allow "\(app)" to write heartRate, steps
            allow "\(app)" to read heartRate
            """
        let hidden = """
            load steps from "Secretband" at 2025-01-01 08:00 every 1h: 12345x5
            add 98.7 kg weight from "Secretscale" at 2025-01-02 07:00
            add core sleep from "Secretring" at 2025-01-01 22:00 to 2025-01-02 06:00
            add summary on 2025-01-01 move 777 of 888 kcal, stand 8 of 12 hr
            set goal of steps = 54321
            set priority of steps = "Secretband"
            deny "\(app)" to read weight
            allow "com.secret" to read all
            """
        for line in (visible + (isWhole ? "\n" + hidden : "")).split(separator: "\n") {
            let output = RecordingOutput()
            let outcome = session.run(SourceText(String(line)), output: output)
            #expect(outcome == .fine, "\(line): \(output.findings.map(\.message))")
        }
        if isWhole { _ = try session.storage.store.storage.write(hiddenWorkout) }
        if hasPersons { try name(isWhole: isWhole, in: session) }
        session.begin(as: app)
        return session
    }

    /// Names the person of the store, and adds another one with its samples.
    private static func name(isWhole: Bool, in session: Session) throws {
        let store = try #require(session.storage.store.storage.capabilities.persons)
        try store.rename(person: "", to: "P1")
        try store.update([
            PersonUpdate(id: "P1", zone: "Europe/Paris", attributes: isWhole ? ["group": "secretgroup", "secretattr": "4"] : [:])
        ])
        guard isWhole else { return }
        try store.update([PersonUpdate(id: "SecretP7", zone: "Asia/Tokyo", attributes: ["group": "secretother", "secretattr": "5"])])
        let line = "load steps for person SecretP7 from \"Secretband\" at 2025-01-01 08:00 every 1h: 12345x5"
        #expect(session.run(SourceText(line), output: RecordingOutput()) == .fine)
    }

    /// A workout, which no statement can write.
    private static var hiddenWorkout: ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Secretwatch")]
        batch.origins.append(Origin(source: 0))
        batch.workouts = [
            Workout(
                activity: "HKWorkoutActivityTypeRunning", start: Instant(seconds: 1_735_722_000), end: Instant(seconds: 1_735_725_600),
                source: 0, origin: 1)
        ]
        return batch
    }

    /// Returns everything that a statement tells an app, and the file that it writes. The number of the last change counts all samples of
    /// the store, as HealthKit's anchors do.
    private static func answer(to statement: String, of session: Session) -> String {
        let path = NSTemporaryDirectory() + "tally-access-" + UUID().uuidString + ".csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let named = statement.replacing(/to "[^"]*"/, with: "to \"\(path)\"")
        let output = RecordingOutput()
        let outcome = session.run(SourceText(named), output: output)
        let findings = output.findings.map { "\($0.code.rawValue) \($0.message) \($0.help ?? "") \($0.note ?? "")" }
        let file = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var text = "\(outcome)\n\(output.text)\n\(output.notes)\n\(output.questions)\n\(findings)\n\(file)".replacing(path, with: "PATH")
        text.replace(/anchor [0-9]+/, with: "anchor")
        text.replace(/[0-9.]+ ms/, with: "ms")
        if statement.hasPrefix("anchor of") { text.replace(/(?m)^[0-9]+$/, with: "anchor") }
        return text
    }
}

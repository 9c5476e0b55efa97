#if os(Linux)
import Lessons
import Foundation
import Testing
import Workbench

/// Compiles and runs the Swift code of lessons.
@Suite("Swift code of lessons", .enabled(if: SwiftCompiler.hasHealthKit, "`make build-guests` builds HealthKit"))
struct LessonProgramTests {
    /// With `TALLY_RECORD=1`, writes what the code prints into the lesson.
    private static let isRecording = ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1"

    private static let lessons = LessonCatalog.all.filter { lesson in
        lesson.parts.contains { if case .program = $0 { true } else { false } }
    }

    @Test("The code of a lesson compiles, and prints what the lesson shows", arguments: lessons.map(\.name))
    func programs(name: String) throws {
        let lesson = try #require(LessonCatalog.all.first { $0.name == name })
        for case .program(let shown) in lesson.parts {
            let program = try #require(lesson.program(of: shown))
            let folder = try TemporaryFolder()
            let files = try program.files.sorted { $0.key < $1.key }.map { try folder.write($0.value, to: $0.key) }
            let product = folder.url.appending(path: "lesson")
            try SwiftCompiler.build(product, from: files)
            let printed = try SwiftCompiler.output(of: product)
            if Self.isRecording { try record(printed, instead: shown.output, in: name) }
            #expect(printed == shown.output)
        }
    }

    @Test("The code of the lesson counts the samples that the lesson says")
    func numbers() throws {
        let lesson = try #require(LessonCatalog.all.first { $0.name == "code" })
        let programs = lesson.parts.compactMap { if case .program(let program) = $0 { program } else { nil } }
        #expect(programs.count == 1 && programs[0].output.count == 1)
        // 100 + 200 + 120 steps: HealthKit counts whole samples.
        #expect(programs[0].output[0].contains("sum: Optional(420.0)"))
    }

    private func record(_ printed: [String], instead old: [String], in name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Library/Lessons/Texts/\(name).md")
        let text = try String(contentsOf: file, encoding: .utf8)
        func lines(_ lines: [String]) -> String { lines.map { $0.isEmpty ? "=\n" : "= \($0)\n" }.joined() + "```" }
        try text.replacingOccurrences(of: lines(old), with: lines(printed)).write(to: file, atomically: true, encoding: .utf8)
    }
}
#endif

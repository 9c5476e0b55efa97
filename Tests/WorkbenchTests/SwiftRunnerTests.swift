#if os(Linux)
import Lessons
import CalendarIntervals
import Foundation
import HealthModel
import SessionTesting
import TallyKit
import Testing
import Workbench

/// When the Swift code of a lesson is compiled, and when not. A script takes the place of `swift`.
@Suite("Running the Swift code of a lesson")
struct SwiftRunnerTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tally-runner-\(UUID().uuidString)")
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns what the lesson shows from the code on.
    ///
    /// - Parameters:
    ///   - swift: The script in place of `swift`; nil if there is none on the path.
    ///   - package: The folder of the package; nil if it is not found.
    ///   - answer: The answer to the question whether to compile.
    private func shown(
        swift: String?, package: String? = root.path, answer: Bool?, cancels: Bool = false
    ) throws -> (text: String, output: RecordingOutput) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if let swift {
            let file = folder.appending(path: "swift")
            try "#!/bin/sh\n\(swift)\n".write(to: file, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        var environment = ["PATH": swift == nil ? folder.path : "\(folder.path):/usr/bin:/bin", "OUT": folder.path]
        environment["TALLY_PACKAGE"] = package
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "mine")
        session.lessons.runner = SwiftRunner(environment: environment, program: { folder.appending(path: "tally") })
        let output = RecordingOutput(answer: answer)
        _ = session.beginLesson("learn code", output: output)
        session.answerLesson("", output: output)
        if cancels { output.cancel() }
        session.answerLesson("", output: output)
        let text = output.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let start = try #require(text.range(of: "return rows }")).upperBound
        let end = try #require(text.range(of: "An option you may know")).lowerBound
        return (String(text[start..<end]), output)
    }

    private let recorded = "It printed this when the lesson was written: SumStepCountRow("

    @Test("After a yes, the code is compiled and its output is shown, and nothing remains")
    func yes() throws {
        let script = """
            for word in "$@"; do case "$last" in --package-path) folder="$word";; esac; last="$word"; done
            grep -q 'product(name: "HealthKit"' "$folder/Package.swift" || exit 2
            grep -q 'add 100 count steps' "$folder/Sources/Lesson/Main.swift" || exit 3
            test "$(stat -c %a "$folder")" = 700 || exit 4
            env | grep -q '^TALLY_' && exit 5
            echo "SumStepCountRow(sum: 7)"
            """
        let (text, output) = try shown(swift: script, answer: true)
        #expect(text.contains("It prints: SumStepCountRow(sum: 7)") && !text.contains("when the lesson was written"))
        #expect(output.questions.count == 1 && output.questions[0].hasPrefix("Compile and run this code"))
    }

    @Test("After a no, the recorded output is shown, and nothing is compiled")
    func no() throws {
        let (text, output) = try shown(swift: "touch \"$OUT/ran\"; echo wrong", answer: false)
        #expect(text.contains("The code was not run.") && text.contains(recorded) && !text.contains("wrong"))
        #expect(output.questions.count == 1)
    }

    @Test("Without a terminal, nobody is asked, and the recorded output is shown")
    func pipe() throws {
        let (text, _) = try shown(swift: "echo wrong", answer: nil)
        #expect(text.contains("because nobody can be asked whether to compile it") && text.contains(recorded))
    }

    @Test("Without `swift`, or without the package, the recorded output is shown without a question")
    func missing() throws {
        let first = try shown(swift: nil, answer: true)
        #expect(first.text.contains("because `swift` was not found") && first.text.contains(recorded) && first.output.questions.isEmpty)
        let second = try shown(swift: "echo wrong", package: nil, answer: true)
        #expect(second.text.contains("because the source code of Tally was not found") && second.output.questions.isEmpty)
        let third = try shown(swift: "echo wrong", package: "/nowhere", answer: true)
        #expect(third.text.contains("TALLY_PACKAGE does not name the source code") && third.text.contains(recorded))
    }

    @Test("If the compiler fails, its errors and the recorded output are shown")
    func failure() throws {
        let (text, _) = try shown(swift: "echo 'x.swift:1: error: no\u{1B}[31m such thing' >&2; exit 1", answer: true)
        #expect(text.contains("The code could not be run: x.swift:1: error: no") && text.contains(recorded) && !text.contains("\u{1B}"))
    }

    @Test("Ctrl-C stops the compiler")
    func cancelled() throws {
        let started = ContinuousClock.now
        let (text, _) = try shown(swift: "exec sleep 60", answer: true, cancels: true)
        #expect(text.contains("The code was not run.") && text.contains(recorded))
        #expect(ContinuousClock.now - started < .seconds(30))
    }
}
#endif

import Foundation
import StoreCommands
import SystemBridges

/// Runs what a student handed in, in a confined process of the same program.
struct AnswerProcess {
    /// The program that runs an `AnswerJob`, and its arguments before the path of the export.
    let program: String
    let arguments: [String]
    let export: String
    /// The time for each question in seconds.
    let seconds: Int

    /// The memory of a process in bytes.
    private static let memory = 1 << 30
    /// After so many processes that were ended, the other questions do not run.
    private static let mostEnded = 3
    /// The greatest number of bytes that a process prints.
    private static let greatestOutput = 4 << 20
    /// The time to import the export, in seconds.
    private static let startSeconds = 20

    struct Outcome {
        var facts = AnswerLine.Facts()
        var answers: [Int: GivenAnswer] = [:]
    }

    /// - Returns: the answers; a question without one did not run.
    func run(_ file: Data, _ form: AnswerForm, questions: Int, key: ClassKey) throws -> Outcome {
        var job = AnswerJob(
            form: form, file: file, questionCount: questions, zone: key.zone, now: key.now,
            seconds: Self.startSeconds + 2 * seconds * questions, memory: Self.memory)
        var outcome = Outcome()
        for round in 1...Self.mostEnded {
            let end = try run(job, &outcome)
            guard let end else { return outcome }
            outcome.answers[end.question] = end
            if end.question == 0 || round == Self.mostEnded { break }
            // The others run again, because later blocks use their names.
            job.skipped.append(end.question)
        }
        for question in 1...max(1, questions) where outcome.answers[question] == nil {
            outcome.answers[question] = GivenAnswer(question: question, outcome: outcome.answers[0]?.outcome ?? .outOfTime)
        }
        return outcome
    }

    /// Reads a file without running it. The facts are empty if the process had to be ended.
    func survey(_ file: Data, _ form: AnswerForm) throws -> AnswerLine.Facts {
        var outcome = Outcome()
        let job = AnswerJob(
            form: form, file: file, questionCount: 0, zone: "", now: "", isSurvey: true, seconds: Self.startSeconds, memory: Self.memory)
        _ = try run(job, &outcome)
        return outcome.facts
    }

    /// Runs one process.
    ///
    /// - Returns: the question that ended it, 0 before the first one; nil if it did not have to be ended.
    private func run(_ job: AnswerJob, _ outcome: inout Outcome) throws -> GivenAnswer? {
        let input = try Self.file(with: JSONEncoder().encode(job))
        defer { input.close() }
        guard let output = Descriptor.pipe(), let nowhere = try? Descriptor.open("/dev/null", O_WRONLY) else {
            throw CommandError(.unavailable, "can't start a process: there are too many open files")
        }
        defer {
            output.reading.close()
            nowhere.close()
        }
        let process = ChildProcess(program, [program] + arguments + [export], environment: [], streams: [input, output.writing, nowhere])
        output.writing.close()
        guard let process else { throw CommandError(.unavailable, "can't start \(program)") }
        var reader = LineReader(output.reading, limit: Self.greatestOutput)
        var (running, isOver) = (0, false)
        let total = ContinuousClock.now + .seconds(Self.startSeconds + seconds * job.questionCount)
        var deadline = ContinuousClock.now + .seconds(Self.startSeconds)
        while let line = reader.next(before: min(deadline, total)) {
            if let facts = line.facts { outcome.facts = facts }
            if let question = line.started { running = question }
            if let answer = line.answer, answer.question == running {
                outcome.answers[running] = answer
                isOver = running == job.questionCount
            }
            if line.facts == nil { deadline = .now + .seconds(seconds) }
        }
        if reader.isLate { process.kill() }
        let signal = process.waitForEnd()
        if outcome.facts.fault != nil || isOver || (signal == nil && outcome.answers[running] != nil) { return nil }
        return GivenAnswer(question: outcome.answers[running] == nil ? running : 0, outcome: reader.isLate ? .outOfTime : .crashed)
    }

    /// Returns an open file with this content, whose name is already removed.
    private static func file(with bytes: Data) throws -> Descriptor {
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-answers-\(UUID().uuidString)").path
        do throws(SystemFailure) {
            let writing = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
            defer { writing.close() }
            let reading = try Descriptor.open(path, O_RDONLY)
            try FilePath.remove(path)
            try writing.writeAll(Array(bytes)[...])
            return reading
        } catch {
            throw CommandError(.unavailable, "can't write \(path): \(error.reason)")
        }
    }
}

/// Reads lines of JSON from a process.
private struct LineReader {
    private let source: Descriptor
    private let limit: Int
    private var count = 0
    private var rest: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// True if the time was up, or if there were too many bytes.
    private(set) var isLate = false

    init(_ source: Descriptor, limit: Int) { (self.source, self.limit) = (source, limit) }

    /// Returns the next line; nil at the end, or if the time is up. Other lines are left out.
    mutating func next(before deadline: ContinuousClock.Instant) -> AnswerLine? {
        while true {
            while let end = rest.firstIndex(of: 0x0A) {
                let line = Data(rest[..<end])
                rest.removeFirst(end + 1)
                if let line = try? JSONDecoder().decode(AnswerLine.self, from: line) { return line }
            }
            let left = deadline - .now
            guard left > .zero, count < limit else {
                isLate = true
                return nil
            }
            let milliseconds = Int32(min(left / .milliseconds(1), 1000)) + 1
            guard Descriptor.wait(for: [source], within: milliseconds) == [true] else { continue }
            guard let read = try? source.read(into: &buffer, buffer.indices), read > 0 else { return nil }
            count += read
            rest += buffer[..<read]
        }
    }
}

import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import Scripts
import StoreCommands
import SystemBridges
import TallyKit
import Workbench

/// Runs the answers of one student. It is all that happens in the confined process, which knows neither the key nor other students.
package struct AnswerRunner {
    /// The largest notebook that is handed in, in bytes. Its outputs are a part of it.
    static let greatestNotebook = 8 << 20
    /// The largest other file.
    static let greatestText = 1 << 20

    private let job: AnswerJob

    /// Reads a job from standard input, runs it on an export, and prints a line for each answer.
    package static func main(export: String) {
        // Before any thread starts. The limits of the job are lower than these.
        let walls = Confinement.confine(to: Confinement.Limits(seconds: 600, memory: 4 << 30), reading: export)
        guard let bytes = try? Descriptor.input.readAll(upTo: 4 * greatestNotebook),
            let job = try? JSONDecoder().decode(AnswerJob.self, from: Data(bytes))
        else { return }
        Confinement.limit(to: Confinement.Limits(seconds: job.seconds, memory: job.memory))
        AnswerRunner(job: job).run(export: export, walls: walls)
    }

    private func run(export: String, walls: Confinement.Walls) {
        let text: HandedInText
        do throws(HandedInText.Unreadable) { text = try HandedInText(Array(job.file), as: job.form) } catch {
            return print(AnswerLine(facts: AnswerLine.Facts(fault: error.reason, walls: walls.rawValue)))
        }
        print(AnswerLine(facts: AnswerLine.Facts(sheet: text.sheet, answered: text.answered.count, walls: walls.rawValue)))
        if job.isSurvey { return }
        guard let session = session(export: export) else { return }
        // Zones are files, too.
        for zone in zones(in: text) { _ = Zone.named(zone) }
        Confinement.closeFiles()
        prepare(session, text.blocks[0] ?? [])
        for question in 1...max(1, job.questionCount) where !job.skipped.contains(question) {
            print(AnswerLine(started: question))
            var answer = answer(to: question, text.blocks[question] ?? [], session)
            if answer.outcome == .missing, text.outside.contains(question) { answer.text = HandedInText.advice(for: job.form) }
            print(AnswerLine(answer: answer))
        }
    }

    private func print(_ line: AnswerLine) {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let bytes = try? encoder.encode(line) else { return }
        try? Descriptor.output.writeAll((Array(bytes) + [0x0A])[...])
    }

    /// Returns a session on the samples of the export, in memory.
    private func session(export: String) -> Session? {
        var settings = SessionSettings()
        settings.queries.namedZone = Zone.named(job.zone)
        guard settings.fixNow(at: job.now), let now = settings.queries.moment else { return nil }
        let session = Session(.inMemory(in: Surroundings(at: now)), named: "your data", settings: settings)
        guard (try? ImportCommand(into: session.commandStore, output: AnswerOutput()).run(paths: [export])) == .fine else { return nil }
        session.storage.forbidsWrites = true
        session.storage.mayOnlyAsk = true
        return session
    }

    private func zones(in text: HandedInText) -> Set<String> {
        let known = Set(Zone.knownIdentifiers.map { $0.lowercased() })
        let words = text.blocks.values.joined().flatMap { $0.split { !($0.isLetter || $0.isNumber || "/_+-:".contains($0)) } }
        return Set(words.map(String.init).filter { known.contains($0.lowercased()) }.prefix(40))
    }

    // MARK: Answers

    /// Runs the text before the first question. Statements that students need for themselves, such as `import`, are left out.
    private func prepare(_ session: Session, _ blocks: [String]) {
        for block in blocks {
            for statement in ParsedScript(block).statements where Self.refusal(of: statement.statement.kind) == nil {
                _ = session.run(statement, output: AnswerOutput())
            }
        }
    }

    /// Runs the blocks of a question in order. The last one that is not empty has the answer.
    private func answer(to question: Int, _ blocks: [String], _ session: Session) -> GivenAnswer {
        var answer = GivenAnswer(question: question, outcome: .missing)
        for block in blocks {
            var lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            while let last = lines.last, last.allSatisfy(\.isWhitespace) || last.drop(while: \.isWhitespace).first == "#" {
                lines.removeLast()
            }
            guard let last = lines.last else {
                if let comment = Self.comment(in: block) { answer = Self.answer(to: question, WrittenNumber(comment), comment) }
                continue
            }
            let written = WrittenNumber(last)
            if written != nil { lines.removeLast() }
            answer = run(lines.joined(separator: "\n"), for: question, session)
            if let written {
                guard [.missing, .number, .notOneNumber].contains(answer.outcome) else { continue }
                answer = Self.answer(to: question, written, last)
            } else if answer.outcome == .failed, lines.count == 1, last.trimmed.first?.isASCIIDigit == true {
                answer = Self.answer(to: question, nil, last)
            } else if let comment = Self.comment(in: block) {
                answer.hasUnreadNumber = WrittenNumber(comment)?.readings.isEmpty == false
            }
        }
        return answer
    }

    /// Returns the text after the last `#` that starts or ends the last line, as in `# 8210`; nil if that line has none.
    private static func comment(in block: String) -> Substring? {
        guard let last = block.split(separator: "\n").last(where: { $0.contains { !$0.isWhitespace && $0 != "#" } }),
            let sign = last.firstIndex(of: "#")
        else { return nil }
        return last[sign...].drop { $0.isWhitespace || $0 == "#" }
    }

    /// Returns the answer that was written as a number; text that can't be read has none.
    private static func answer(to question: Int, _ number: WrittenNumber?, _ line: Substring) -> GivenAnswer {
        let text = String((number?.text[...] ?? line).trimmed.prefix(80))
        guard let number, let value = number.readings.first, !number.hasSeveral else {
            let outcome: GivenAnswer.Outcome = number?.hasSeveral == true && number?.readings.isEmpty == false ? .severalNumbers : .unclear
            return GivenAnswer(question: question, outcome: outcome, written: text)
        }
        return GivenAnswer(
            question: question, outcome: .number, value: value, lastDigit: number.lastDigits.first,
            otherValue: number.readings.dropFirst().first, otherLastDigit: number.lastDigits.dropFirst().first, unit: number.unit,
            written: text)
    }

    private func run(_ text: String, for question: Int, _ session: Session) -> GivenAnswer {
        var answer = GivenAnswer(question: question, outcome: .missing)
        for statement in ParsedScript(text).statements {
            if let refusal = Self.refusal(of: statement.statement.kind) {
                return GivenAnswer(question: question, outcome: .refused, text: refusal)
            }
            let output = AnswerOutput()
            let outcome = session.run(statement, output: output)
            guard outcome == .fine else {
                let finding = output.error.map { $0.text(usesColor: false, width: 78) } ?? "the statement did not succeed"
                return GivenAnswer(question: question, outcome: .failed, text: String(finding.prefix(2000)))
            }
            guard statement.statement.kind.word == .query else { continue }
            switch GivenNumber(of: session) {
            case .number(let value, let unit):
                answer = GivenAnswer(question: question, outcome: .number, value: value, unit: unit)
                answer.usesOtherZone = session.givenTable?.header.zone.identifier != job.zone || Self.hasOffset(text)
            case .nothing: break
            case .missing: answer = GivenAnswer(question: question, outcome: .notOneNumber, text: "the answer has no data")
            case .rows(let rows, let columns):
                let shape = rows == 1 ? "\(columns) columns" : "\(rows) rows"
                answer = GivenAnswer(
                    question: question, outcome: .notOneNumber, text: "the answer has \(shape), and the question asks for one number")
            }
        }
        return answer
    }

    /// Returns true if a text has a time with a UTC offset, such as `2026-04-03T10:00Z`.
    private static func hasOffset(_ text: String) -> Bool { text.contains(/\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d)/.ignoresCase()) }

    /// Returns the reason why a statement does not run; nil if it runs.
    private static func refusal(of kind: StatementKind) -> String? {
        if !kind.files.isEmpty { return "an answer can't read or write files; leave out the file" }
        guard StatementEffect(of: kind.word) != nil else { return nil }
        let phrase = kind.word.definition.phrase
        return "\(phrase.isEmpty ? "this statement" : "`\(phrase)`") is not allowed in an answer: answers only ask"
    }
}

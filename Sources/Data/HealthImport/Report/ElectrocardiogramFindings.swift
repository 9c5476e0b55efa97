import TerminalText

/// The electrocardiograms of an export, and what became of them.
package struct ElectrocardiogramFindings: Hashable, Sendable {
    /// The reason why an electrocardiogram is not kept.
    package enum Problem: String, FileProblem {
        case unreadable, noTime, noRate, unknownUnit, damaged, noValues, tooLong

        package func explanation(_ count: Int) -> String {
            switch self {
            case .unreadable: "can't be read from the disk or the archive"
            case .noTime: "without a time of the recording"
            case .noRate: "without a sample rate"
            case .unknownUnit: "with a unit of voltage that Tally does not know"
            case .damaged: "with a line that is not a voltage; nothing of it is kept"
            case .noValues: "without a voltage"
            case .tooLong: "with more than \(Wording.number(1 << 20)) voltages, or more than 32 MB"
            }
        }
    }

    /// The number of electrocardiograms that were read.
    package private(set) var readCount = 0
    package private(set) var valueCount = 0
    /// Electrocardiograms whose classification keeps its text, because it is in a language or of a kind that Tally does not know.
    package private(set) var unnamedCount = 0
    private var files = ProblemFiles<Problem>()
    package var problems: [Problem: ProblemFiles<Problem>.Entry] { files.entries }

    package init() {}

    mutating func add(valueCount: Int, isNamed: Bool) {
        readCount += 1
        self.valueCount += valueCount
        if !isNamed { unnamedCount += 1 }
    }

    mutating func add(_ problem: Problem, _ name: String) { files.add(problem, name) }

    /// The numbers for programs.
    var json: JSONText {
        .object([
            ("read", .number(readCount)), ("values", .number(valueCount)), ("unnamed", .number(unnamedCount)), ("problems", files.json),
        ])
    }

    /// The lines of a report; empty without electrocardiograms.
    var lines: [String] {
        var lines: [String] = []
        if readCount > 0 { lines.append("\(Wording.count(readCount, "electrocardiogram")) with \(Wording.count(valueCount, "voltage"))") }
        if unnamedCount > 0 {
            lines.append("\(Wording.count(unnamedCount, "classification")) in words that Tally does not know; kept as text")
        }
        return lines + files.lines
    }
}

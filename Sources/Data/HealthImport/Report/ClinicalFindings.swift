import TerminalText

/// The clinical records of an export, and what became of them.
package struct ClinicalFindings: Hashable, Sendable {
    /// The reason why an observation is not kept.
    package enum Problem: String, FileProblem {
        case unreadable, damaged, withdrawn, noTime, notNumber, limit, noUnit, unknownUnit

        package func explanation(_ count: Int) -> String {
            switch self {
            case .unreadable: "can't be read from the disk or the archive, or larger than 1 MB"
            case .damaged: "that is not a FHIR resource"
            case .withdrawn: "with an observation that was cancelled, entered in error or not made"
            case .noTime: "with an observation without a day"
            case .notNumber: "with a value that is not a number"
            case .limit: "with a limit, such as < 5, in place of a number"
            case .noUnit: "with a number without a unit"
            case .unknownUnit: "with a unit that does not fit the observation"
            }
        }
    }

    /// The source of a record, from its element in the document.
    package struct Origin: Hashable, Sendable {
        package var name: String
        /// Milliseconds since 1970; nil if unknown.
        package var received: Int64?
    }

    /// The number of readings that became samples.
    package var readCount = 0
    /// The number of laboratory results that became samples.
    package var labCount = 0
    /// The number of laboratory results that became samples with a text in place of a number.
    private(set) var textCount = 0
    /// The tests of these results. The limit protects the memory.
    private var testsOfTexts: Set<String> = []
    /// The number of laboratory results that a more final one of the same clinic and time replaces.
    package var replacedCount = 0
    /// The number of laboratory results that another clinic has with the same code, time, value and unit.
    package var sharedCount = 0
    /// The number of readings that the document has as samples.
    package var knownCount = 0
    /// The number of observations with a day and no time.
    package var dayCount = 0
    /// The number of observations that are neither laboratory results nor of a code with a metric.
    package var otherObservations = 0
    private var files = ProblemFiles<Problem>()
    package var problems: [Problem: ProblemFiles<Problem>.Entry] { files.entries }

    package init() {}

    mutating func add(_ problem: Problem, _ name: String) { files.add(problem, name) }

    /// Counts a result that is a text.
    mutating func addText(of test: String) {
        textCount += 1
        if testsOfTexts.count < ImportFindings.nameLimit { testsOfTexts.insert(test) }
    }

    /// The first tests whose results are texts, and the number of the others.
    private var testsWithTexts: String {
        let names = testsOfTexts.sorted().map { ScreenText.visible($0) }
        let (shown, rest) = (Array(names.prefix(3)), names.count - 3)
        return (rest > 0 ? shown + [Wording.count(rest, "other")] : shown).listed(with: "and")
    }

    /// The numbers for programs.
    var json: JSONText {
        .object([
            ("read", .number(readCount)), ("laboratoryResults", .number(labCount)), ("laboratoryTexts", .number(textCount)),
            ("replaced", .number(replacedCount)),
            ("ofTwoClinics", .number(sharedCount)), ("alreadyInHealth", .number(knownCount)), ("days", .number(dayCount)),
            ("otherObservations", .number(otherObservations)), ("problems", files.json),
        ])
    }

    /// The lines of a report; empty without clinical records.
    var lines: [String] {
        var lines: [String] = []
        if readCount > 0 { lines.append("\(Wording.count(readCount, "reading")) of vital signs or glucose") }
        if labCount > 0 { lines.append(Wording.count(labCount, "laboratory result")) }
        if textCount > 0 {
            lines.append("\(Wording.count(textCount, "laboratory result")) with a text or a limit, as labTexts: \(testsWithTexts)")
        }
        if replacedCount > 0 {
            lines.append("\(Wording.count(replacedCount, "laboratory result")) that the clinic replaced by a later one; not counted twice")
        }
        if sharedCount > 0 {
            lines.append("\(Wording.count(sharedCount, "laboratory result")) that another clinic has, too; not counted twice")
        }
        if knownCount > 0 {
            lines.append("\(Wording.count(knownCount, "reading")) that Health has with the same time and value; not counted twice")
        }
        if dayCount > 0 { lines.append("\(Wording.count(dayCount, "observation")) with a day and no time; at noon") }
        if otherObservations > 0 {
            lines.append("\(Wording.count(otherObservations, "other observation")), such as surveys; not imported")
        }
        return lines + files.lines
    }
}

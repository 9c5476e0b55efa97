import TerminalText

/// The reason why a file next to an export is not kept.
package protocol FileProblem: Hashable, Sendable, CaseIterable, RawRepresentable where RawValue == String {
    /// The problem, as a phrase after a number of files.
    func explanation(_ count: Int) -> String
}

/// Files next to an export that are not kept, counted by their problem.
package struct ProblemFiles<Problem: FileProblem>: Hashable, Sendable {
    /// Files with a problem, with the first ones by name.
    package struct Entry: Hashable, Sendable {
        package var count = 0
        package var examples: [String] = []
    }

    package private(set) var entries: [Problem: Entry] = [:]

    private static var exampleLimit: Int { 3 }

    mutating func add(_ problem: Problem, _ name: String) {
        merge(problem, Entry(count: 1, examples: [ImportFindings.kept(of: name)]))
    }

    mutating func merge(_ other: ProblemFiles) {
        for (problem, entry) in other.entries { merge(problem, entry) }
    }

    private mutating func merge(_ problem: Problem, _ entry: Entry) {
        var merged = entries[problem] ?? Entry()
        merged.count += entry.count
        merged.examples = Array((merged.examples + entry.examples).prefix(Self.exampleLimit))
        entries[problem] = merged
    }

    /// The numbers for programs.
    var json: JSONText { .counts(Dictionary(uniqueKeysWithValues: entries.map { ($0.key.rawValue, $0.value.count) })) }

    /// A line of a report for each problem.
    var lines: [String] {
        Problem.allCases.compactMap { problem in
            guard let entry = entries[problem], let example = entry.examples.first else { return nil }
            let such = entry.count == 1 ? ":" : ", such as"
            return "\(Wording.count(entry.count, "file")) \(problem.explanation(entry.count))\(such) \(ScreenText.visible(example))"
        }
    }
}

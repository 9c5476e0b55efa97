import QueryPlan
import QueryVocabulary

/// Writes the range of a plan and further conditions as a predicate.
struct RangePredicate {
    private var options: [String]
    private var note: String
    /// The number of seconds by which local times can differ from UTC, so that the predicate misses no sample.
    private var slack = ""
    /// True if samples that end exactly at the start are not in the range, unlike in HealthKit.
    private let excludesTouching: Bool

    init(_ plan: Plan) {
        switch plan.edges {
        case .clip, .overlap, .outward: (options, note) = ([], "Samples that overlap the range")
        case .strictStart: (options, note) = ([".strictStartDate"], "Samples that start in the range")
        case .strictEnd: (options, note) = ([".strictEndDate"], "Samples that end in the range")
        case .strict: (options, note) = ([".strictStartDate", ".strictEndDate"], "Samples that start and end in the range")
        }
        excludesTouching = [.clip, .outward].contains(plan.edges) && !plan.range.isUnknown
        guard plan.usesSampleZones else { return }
        // Swift code chooses by the local time of each sample.
        (options, note) = ([], "Samples that overlap the range in any time zone")
        slack = "86_400"
    }

    /// Declares `predicate`.
    ///
    /// - Parameter isExact: true if no Swift code tests the time of samples again.
    func write(_ further: [String], isExact: Bool = false, _ code: inout SwiftWriter) {
        let start = slack.isEmpty ? "start" : "start.addingTimeInterval(-\(slack))"
        let end = slack.isEmpty ? "end" : "end.addingTimeInterval(\(slack))"
        func samples(from start: String, _ options: [String]) -> String {
            "HKQuery.predicateForSamples(withStart: \(start), end: \(end), options: [\(options.joined(separator: ", "))])"
        }
        var range = samples(from: start, options)
        code.add("// \(note).")
        if isExact, slack.isEmpty, excludesTouching {
            code.add("// HealthKit also returns those that end exactly at the start, unless the predicate says more.")
            let later = samples(from: "start.addingTimeInterval(0.001)", [])
            code.block("let range = NSCompoundPredicate(orPredicateWithSubpredicates: [", closing: "])") {
                $0.add("\(samples(from: "start", [".strictStartDate"])),\n\(later),")
            }
            range = "range"
        }
        guard !further.isEmpty else {
            code.add("let predicate = \(range)")
            return
        }
        code.block("let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [", closing: "])") {
            $0.add(([range] + further).joined(separator: ",\n"))
        }
    }
}

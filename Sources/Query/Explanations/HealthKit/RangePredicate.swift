import QueryVocabulary
import QueryPlan

/// Writes the range of a plan and further conditions as a predicate.
struct RangePredicate {
    private var options: [String]
    private var note: String
    /// The number of seconds by which local times can differ from UTC, so that the predicate misses no sample.
    private var slack = ""

    init(_ plan: Plan) {
        switch plan.edges {
        case .clip, .overlap, .outward: (options, note) = ([], "Samples that overlap the range")
        case .strictStart: (options, note) = ([".strictStartDate"], "Samples that start in the range")
        case .strictEnd: (options, note) = ([".strictEndDate"], "Samples that end in the range")
        case .strict: (options, note) = ([".strictStartDate", ".strictEndDate"], "Samples that start and end in the range")
        }
        guard plan.usesSampleZones else { return }
        // Swift code chooses by the local time of each sample.
        (options, note) = ([], "Samples that overlap the range in any time zone")
        slack = "86_400"
    }

    /// Declares `predicate`.
    func write(_ further: [String], _ code: inout SwiftWriter) {
        let start = slack.isEmpty ? "start" : "start.addingTimeInterval(-\(slack))"
        let end = slack.isEmpty ? "end" : "end.addingTimeInterval(\(slack))"
        let range = "HKQuery.predicateForSamples(withStart: \(start), end: \(end), options: [\(options.joined(separator: ", "))])"
        code.add("// \(note).")
        guard !further.isEmpty else {
            code.add("let predicate = \(range)")
            return
        }
        code.block("let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [", closing: "])") {
            $0.add(([range] + further).joined(separator: ",\n"))
        }
    }
}

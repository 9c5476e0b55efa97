import MessageStreams

/// Texts that start a conversation, for people who choose them from a list.
enum AssistantPrompt: String, CaseIterable {
    case weeklyReview = "weekly_review"
    case doctorsVisit = "prepare_for_a_doctors_visit"
    case compare = "compare_two_periods"

    static let all = allCases

    private var title: String {
        switch self {
        case .weeklyReview: "Weekly review"
        case .doctorsVisit: "Prepare for a doctor's visit"
        case .compare: "Compare two periods"
        }
    }

    private var summary: String {
        switch self {
        case .weeklyReview: "Compares activity, sleep and heart of the last full week with the week before."
        case .doctorsVisit: "A page of numbers about a concern, with ranges, trends and gaps, for a doctor."
        case .compare: "A metric in two periods, with the difference and its interval."
        }
    }

    private var parameters: [(name: String, summary: String)] {
        switch self {
        case .weeklyReview: []
        case .doctorsVisit: [("concern", "The subject of the visit, such as blood pressure or sleep.")]
        case .compare:
            [("metric", "The metric to compare, such as steps."), ("first", "The first period."), ("second", "The second period.")]
        }
    }

    /// The prompt as the protocol lists it.
    var description: JSONValue {
        let arguments = parameters.map { parameter -> JSONValue in
            ["name": .string(parameter.name), "description": .string(parameter.summary), "required": true]
        }
        return [
            "name": .string(rawValue), "title": .string(title), "description": .string(summary), "arguments": .array(arguments),
        ]
    }

    private func text(_ given: [String: String]) -> String {
        switch self {
        case .weeklyReview:
            """
            Review my last full week with the tools of Tally. Ask `metrics` first, and use only what is recorded. Compare with the week \
            before, as in `sum steps by day last 7 full days | compare to previous week`, for activity, sleep by night, resting heart rate \
            and workouts. Say which days have no data. Name the unit of each number, and say when a difference could be chance.
            """
        case .doctorsVisit:
            """
            Help me to prepare for a doctor's visit about \(given["concern"] ?? ""). Ask `metrics` first, then look at the last 90 days: \
            averages by week, the lowest and the highest value with their days, the trend (`| trend per week`), and gaps without data. Write \
            one page of numbers with units and dates. Give no diagnosis, and say what the data cannot show.
            """
        case .compare:
            """
            Compare \(given["metric"] ?? "") in two periods, \(given["first"] ?? "") and \(given["second"] ?? ""), with the tools of Tally. \
            A query can name both, as in `sum steps by day this month vs last month | average`, and then has the difference and its 95 % \
            interval. Say whether both periods have the same number of days with data.
            """
        }
    }

    static func get(_ parameters: JSONValue) throws(RemoteError) -> [String: JSONValue] {
        let name = parameters["name"]?.text ?? ""
        guard let prompt = AssistantPrompt(rawValue: name) else { throw .wrongParameters("unknown prompt `\(name.prefix(100))`") }
        var given: [String: String] = [:]
        for parameter in prompt.parameters {
            guard let text = parameters["arguments"]?[parameter.name]?.text, !text.isEmpty else {
                throw .wrongParameters("\(name): missing argument `\(parameter.name)`")
            }
            given[parameter.name] = String(text.prefix(1_000))
        }
        return [
            "description": .string(prompt.summary),
            "messages": [["role": "user", "content": ["type": "text", "text": .string(prompt.text(given))]]],
        ]
    }
}

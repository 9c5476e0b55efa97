import MessageStreams

/// The tools of the server, with what a model needs to know about each.
enum AssistantTool: String, CaseIterable {
    case query, check, describe, why, explain, help, chart, metrics

    static let all = allCases

    /// The limit of rows of an answer.
    static let rows = (usual: 200, greatest: 2_000)

    /// The forms of `explain`, as after the word in the language.
    static let explanations = ["words", "buckets", "plan", "swift", "swift async", "swift watch", "sql", "chart"]

    private var title: String {
        switch self {
        case .query: "Ask a query"
        case .check: "Check a query"
        case .describe: "Describe a metric"
        case .why: "Samples behind a row"
        case .explain: "Explain a query"
        case .help: "Help"
        case .chart: "Draw a chart"
        case .metrics: "Recorded metrics"
        }
    }

    private var summary: String {
        switch self {
        case .query:
            "Runs a query of Tally's language and returns its rows with units, range, time zone and merged sources. Example: "
                + "`average heartRate by day last 7 days`. Several statements are separated by `;`, and the last answer counts."
        case .check: "Returns the errors and warnings of a query without running it, with fixes, and the text with safe fixes applied."
        case .describe: "Tells what a metric is: its identifier, style, unit, other names, and what can be asked of it."
        case .why: "Runs a query and returns the samples that make up one of its rows, with their sources and shares."
        case .explain:
            "Tells in words how Tally reads and computes a query, or writes it as HealthKit code, SQL or code of Swift Charts."
        case .help: "Returns a page of Tally's help: the overview, or a topic such as `typical day`, `compare to` or an error code."
        case .chart: "Draws the answer of a query as SVG, with a description in words."
        case .metrics: "Lists the metrics with samples in the store, with their styles, counts, first and last days."
        }
    }

    private var parameters: [(name: String, schema: JSONValue, isRequired: Bool)] {
        let query: (String, JSONValue, Bool) = ("query", ["type": "string", "description": "Statements of Tally's language."], true)
        switch self {
        case .query:
            return [
                query,
                (
                    "limit",
                    [
                        "type": "integer", "minimum": 1, "maximum": .integer(Self.rows.greatest), "default": .integer(Self.rows.usual),
                        "description": "The greatest number of rows.",
                    ], false
                ),
            ]
        case .check: return [("text", ["type": "string", "description": "The query or script to check."], true)]
        case .describe: return [("metric", ["type": "string", "description": "A metric, such as `heartRate`."], true)]
        case .why: return [query, ("row", ["type": "integer", "minimum": 1, "description": "The number of the row, from 1."], true)]
        case .explain:
            return [
                query,
                (
                    "kind",
                    ["type": "string", "enum": .array(Self.explanations.map(JSONValue.string)), "default": "words"], false
                ),
            ]
        case .help: return [("topic", ["type": "string", "description": "A word, a code or a question; empty for the overview."], false)]
        case .chart: return [query]
        case .metrics: return []
        }
    }

    /// The tool as the protocol lists it.
    var description: JSONValue {
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        let schema: JSONValue = [
            "type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.schema) })),
            "required": .array(required), "additionalProperties": false,
        ]
        return [
            "name": .string(rawValue), "title": .string(title), "description": .string(summary), "inputSchema": schema,
            "annotations": ["readOnlyHint": true, "openWorldHint": false],
        ]
    }

    /// Returns the arguments of a call. A client may send any value, so each is checked.
    func arguments(_ value: JSONValue) throws(RemoteError) -> [String: JSONValue] {
        guard case .object(let given) = value else { throw .wrongParameters("\(rawValue): the arguments are not an object") }
        for name in given.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw .wrongParameters("\(rawValue): unknown argument `\(name.prefix(100))`")
        }
        for parameter in parameters {
            guard let argument = given[parameter.name] else {
                guard parameter.isRequired else { continue }
                throw .wrongParameters("\(rawValue): missing argument `\(parameter.name)`")
            }
            let isText = parameter.schema["type"]?.text == "string"
            guard isText ? argument.text != nil : argument.integer.map({ $0 >= 1 }) == true else {
                throw .wrongParameters("\(rawValue): `\(parameter.name)` is not \(isText ? "a text" : "a whole number from 1")")
            }
        }
        return given
    }
}

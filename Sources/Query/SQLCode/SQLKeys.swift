import Explanations
import HealthModel
import QueryPlan

/// The keys other than time in SQL. Samples have a code for each key, and rows show its labels.
struct SQLKeys {
    /// The column that identifies a key in tables, such as `source` or `key1`.
    struct Code {
        let split: SplitKey
        let column: String
    }

    /// A shown column of a key.
    struct Label {
        var name: String
        /// The label, computed from the code.
        var text: String
        /// Apple's name of the value; nil if the key is not a category.
        var apple: String?
    }

    /// All keys. If the query concerns one person, what they say of the person is the same for all rows.
    private let all: [Code]
    private let isOfOnePerson: Bool
    /// The keys that can differ between rows.
    let codes: [Code]
    /// True if rows combine people, and all keys are facts about them.
    let areFactsAboutPersons: Bool

    init(_ plan: Plan) {
        isOfOnePerson = plan.cohort == nil
        let isOfOne = isOfOnePerson
        all = plan.splits.enumerated().map { index, split in
            let isId = !isOfOne && split == .person(.id)
            return Code(split: split, column: split == .source ? "source" : isId ? "person" : "key\(index + 1)")
        }
        codes = all.filter { !isOfOne || !$0.split.isOfPerson }
        areFactsAboutPersons = !isOfOne && !codes.isEmpty && !plan.hasRowsOfPersons && codes.allSatisfy(\.split.isOfPerson)
    }

    var isEmpty: Bool { codes.isEmpty }
    var columns: [String] { codes.map(\.column) }
    /// The columns that samples need in addition to their source and their person.
    var computed: [String] { columns.filter { $0 != "source" && $0 != "person" } }

    /// The columns of a table that samples need in addition to their source, each after a comma.
    func computed(in table: String) -> String { computed.map { ", \(table).\($0)" }.joined() }

    /// The columns after a comma; empty without keys.
    var list: String { columns.map { ", \($0)" }.joined() }

    func equal(_ a: String, _ b: String) -> String { columns.map { " AND \(a).\($0) = \(b).\($0)" }.joined() }

    /// Refuses a key that the table of samples lacks.
    func check(_ facts: SQLStoreFacts) throws(SQLRefusal) {
        for code in codes {
            switch code.split {
            case .source, .value, .condition, .ranges, .person: continue
            case .category(let type): try facts.checkNames(of: type, in: .by)
            case .device, .product, .metadata, .field, .activity:
                throw SQLRefusal(.by, "the table has no column for \(code.split.words)", help: "leave it out or group by source")
            }
        }
    }

    // MARK: Codes

    /// Returns the code of a sample.
    func code(_ code: Code, _ facts: SQLStoreFacts, conditions: (Predicate) throws(SQLRefusal) -> String) throws(SQLRefusal) -> String {
        switch code.split {
        case .condition(let predicate, _): return "CASE WHEN \(try conditions(predicate)) THEN 'true' ELSE 'false' END"
        case .value(let conversion, _): return conversion?.sql("value") ?? "value"
        case .ranges(let ranges):
            let value = ranges.conversion?.sql("value") ?? "value"
            switch ranges.division {
            case .bins(let width):
                let quotient = "(\(value)) / \(SQLLiteral.real(width))"
                return "CAST(FLOOR(\(quotient) + \(SQLLiteral.real(ValueRanges.slack)) * (1 + ABS(\(quotient)))) AS BIGINT)"
            case .bands(let limits):
                let cases = limits.enumerated().map { "WHEN \(value) < \(SQLLiteral.real(ValueRanges.threshold(of: $1))) THEN \($0)" }
                return "CASE \(cases.joined(separator: " ")) ELSE \(limits.count) END"
            }
        case .person(let field): return facts.code(of: field)
        case .source, .category, .device, .product, .metadata, .field, .activity: return "value"
        }
    }

    // MARK: All keys

    /// Adds the table `keys` with all combinations of codes that are rows.
    ///
    /// - Parameter samples: The tables with samples.
    func addAll(of samples: [SQLSamples], to query: inout SQLQuery) {
        guard !isEmpty else { return }
        guard !areFactsAboutPersons else {
            return query.add(
                "keys", "Every combination of facts about persons who have samples near the range has a row for every bucket.",
                "SELECT DISTINCT \(columns.joined(separator: ", "))\nFROM \(SQLNearPersons.table)")
        }
        let tables = samples.map { $0.chosen + ($0.hasCounts ? " WHERE counts = 1" : "") }
            .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let found = tables.map { "SELECT \(columns.joined(separator: ", ")) FROM \($0)" }.joined(separator: "\nUNION\n")
        let distinct = found + (tables.count == 1 ? "\nGROUP BY \(columns.joined(separator: ", "))" : "")
        guard let place = codes.firstIndex(where: \.split.isOfRanges),
            case .ranges(let ranges) = codes[place].split
        else {
            let isSource = columns == ["source"]
            query.add(
                "keys",
                isSource
                    ? "Every source with a sample in the range has a row for every bucket."
                    : "Every combination of keys with a sample in the range has a row for every bucket.", distinct)
            return
        }
        let column = codes[place].column
        query.add("found_keys", "The combinations of keys with a sample in the range.", distinct)
        if let all = ranges.bandIndices {
            query.add("bands", columns: [column], "All bands, by number.", rows: all.map { ["\($0)"] })
        } else {
            query.addSeries("bins", column, of: "found_keys", "All bins from the first to the last with a sample, by number.")
        }
        let name = ranges.bandIndices == nil ? "bins" : "bands"
        let others = columns.filter { $0 != column }
        let series = others.isEmpty ? "" : "\nCROSS JOIN (SELECT DISTINCT \(others.joined(separator: ", ")) FROM found_keys) AS o"
        // The bins of a person do not depend on other people.
        let isOfPersons = ranges.bandIndices == nil && others.contains("person")
        let ends =
            !isOfPersons
            ? ""
            : """

            JOIN (SELECT person, MIN(\(column)) AS least, MAX(\(column)) AS greatest FROM found_keys GROUP BY person) AS e
              ON e.person = o.person AND e.least <= r.\(column) AND r.\(column) <= e.greatest
            """
        query.add(
            "keys", "Every combination of the other keys has all \(name).",
            "SELECT \(columns.map { $0 == column ? "r.\($0)" : "o.\($0)" }.joined(separator: ", "))\nFROM \(name) AS r\(series)\(ends)")
    }

    // MARK: Labels

    /// The shown columns, computed from the codes.
    func labels(_ facts: SQLStoreFacts) -> [Label] {
        all.flatMap { code -> [Label] in
            switch code.split {
            case .category(let type):
                let names = type.values.map { "WHEN \($0.raw) THEN \(SQLLiteral.text(ValueNames.shown($0.raw, of: type).text))" }
                let number = "CAST(\(code.column) AS BIGINT)"
                let text = names.isEmpty ? number : "CASE \(code.column) \(names.joined(separator: " ")) ELSE CAST(\(number) AS TEXT) END"
                let apple = type.values.map { "WHEN \($0.raw) THEN \(SQLLiteral.text($0.exportName))" }.joined(separator: " ")
                return [Label(name: "value", text: text, apple: names.isEmpty ? "NULL" : "CASE \(code.column) \(apple) END")]
            case .ranges(let ranges):
                switch ranges.division {
                case .bins(let width):
                    let (digits, scale) = ValueRanges.decimal(width)
                    let power = SQLLiteral.real((0..<scale).reduce(1.0) { number, _ in number * 10 })
                    func edge(_ index: String) -> String {
                        digits > 0 ? "\(index) * \(digits) / \(power)" : "\(index) * \(SQLLiteral.real(width))"
                    }
                    return [Label(name: "from", text: edge(code.column)), Label(name: "to", text: edge("(\(code.column) + 1)"))]
                case .bands(let limits):
                    func label(_ name: String, _ shift: Int) -> Label {
                        let cases = limits.enumerated().map { "WHEN \($0 + shift) THEN \(SQLLiteral.real($1))" }
                        return Label(name: name, text: "CASE \(code.column) \(cases.joined(separator: " ")) END")
                    }
                    return [label("from", 1), label("to", 0)]
                }
            case .person(let field) where isOfOnePerson: return [Label(name: field.name, text: facts.label(of: field))]
            case .person(let field):
                return [Label(name: field.name, text: "NULLIF(\(code.column), \(facts.missing(field)))")]
            case .source, .device, .product, .metadata, .field, .activity, .value, .condition:
                return [Label(name: code.split.names[0], text: code.column)]
            }
        }
    }
}

import QueryPlan

/// Whether two answers say the same: rows, times and numbers, whatever the columns are called.
enum AnswerComparison {
    /// Returns in which way `given` differs from what is asked for, without giving it away; nil where it does not.
    static func difference(_ given: ResultTable, from wanted: ResultTable) -> String? {
        guard given.rowCount == wanted.rowCount else {
            return "Your answer has \(count(given.rowCount, "row")); \(wanted.rowCount) \(wanted.rowCount == 1 ? "is" : "are") asked for."
        }
        guard given.columns.count == wanted.columns.count else {
            return
                "Your answer has \(count(given.columns.count, "column")) of numbers; \(wanted.columns.count) \(wanted.columns.count == 1 ? "is" : "are") asked for."
        }
        guard given.keys.map(\.values) == wanted.keys.map(\.values) else { return "Your rows stand for something else." }
        guard given.starts == wanted.starts, given.ends == wanted.ends else { return "Your rows begin or end at other times." }
        for (given, wanted) in zip(given.columns, wanted.columns) {
            if given.unit != wanted.unit { return "Your numbers are in \(given.unit ?? "no unit"), not in \(wanted.unit ?? "none")." }
            for row in given.values.indices where !isSame(given.values[row], wanted.values[row]) {
                return given.values.count == 1 ? "The number is another one." : "The number in row \(row + 1) is another one."
            }
        }
        return given.partial == wanted.partial ? nil : "Other rows are partial."
    }

    private static func isSame(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-9 * max(1, abs(b))
    }

    private static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
}

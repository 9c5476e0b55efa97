package import QueryPlan

/// Compares two answers by rows, times and numbers, but not by column names.
package enum AnswerComparison {
    /// Returns how `given` differs from `wanted`, without revealing the right answer; nil if they are equal.
    package static func difference(_ given: ResultTable, from wanted: ResultTable) -> String? {
        guard given.rowCount == wanted.rowCount else {
            return "Your answer has \(count(given.rowCount, "row")), but it should have \(wanted.rowCount)."
        }
        guard given.columns.count == wanted.columns.count else {
            return "Your answer has \(count(given.columns.count, "number column")), but it should have \(wanted.columns.count)."
        }
        guard given.keys.map(\.values) == wanted.keys.map(\.values) else { return "Your rows are grouped by something else." }
        guard given.starts == wanted.starts, given.ends == wanted.ends else { return "Your rows start or end at different times." }
        for (given, wanted) in zip(given.columns, wanted.columns) {
            if given.unit != wanted.unit { return "Your numbers have \(unit(given.unit)), but they should have \(unit(wanted.unit))." }
            for row in given.values.indices where !isSame(given.values[row], wanted.values[row]) {
                return given.values.count == 1 ? "Not quite: that gives a different number." : "The number in row \(row + 1) is different."
            }
        }
        return given.partial == wanted.partial ? nil : "Different rows are partial."
    }

    private static func unit(_ name: String?) -> String { name.map { "the unit \($0)" } ?? "no unit" }

    private static func isSame(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-9 * max(1, abs(b))
    }

    private static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
}

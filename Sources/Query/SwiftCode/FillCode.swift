import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary

/// Writes `fill previous` and `fill linear`, which look at other rows.
struct FillCode {
    private let plan: Plan
    private let rowType: String
    /// The fields that are filled.
    private let fields: [String]

    /// Returns nil if no value depends on other rows.
    init?(_ function: MetricFunction) {
        plan = function.plan
        rowType = function.rowType
        fields = zip(function.measures, function.fields).filter { $0.0.aggregate.definition.result != .clock }.map(\.1)
        let hasSeries = plan.grid.schedule != nil || !plan.grid.profiles.isEmpty
        guard [.previous, .linear].contains(plan.fill), hasSeries, !fields.isEmpty else { return nil }
    }

    /// Fills `rows`.
    func write(_ code: inout SwiftWriter) {
        let series = plan.splits.isEmpty ? "1" : "series"
        if !plan.splits.isEmpty {
            let times = (plan.grid.schedule == nil ? [] : ["start"]) + plan.grid.profiles.map(\.rawValue)
            code.add("// The number of rows for one time. Each of them is filled from the same row of other times.")
            let tests = times.map { time in "$0.\(time) == rows[0].\(time)" }.joined(separator: " && ")
            code.add("let series = rows.prefix { \(tests) }.count")
        }
        code.block("for field in [\(fields.map { "\\.\($0)" }.joined(separator: ", "))] as [WritableKeyPath<\(rowType), Double?>] {") {
            plan.fill == .linear ? writeLines(series, &$0) : writeRepetition(series, &$0)
        }
    }

    private func writeRepetition(_ series: String, _ code: inout SwiftWriter) {
        code.add("// A missing value is the one before it.")
        code.block("for index in rows.indices.dropFirst(\(series)) where rows[index][keyPath: field] == nil {") {
            $0.add("rows[index][keyPath: field] = rows[index - \(series)][keyPath: field]")
        }
    }

    private func writeLines(_ series: String, _ code: inout SwiftWriter) {
        code.add("// A missing value between two others is interpolated.")
        code.block("for first in 0..<\(series) {") {
            $0.add("var known: Int?")
            $0.block("for index in stride(from: first, to: rows.count, by: \(series)) {") {
                $0.add("guard let value = rows[index][keyPath: field] else { continue }")
                $0.block("if let known, let before = rows[known][keyPath: field] {") {
                    $0.block("for gap in stride(from: known + \(series), to: index, by: \(series)) {") {
                        $0.add("let share = Double(gap - known) / Double(index - known)")
                        $0.add("rows[gap][keyPath: field] = before + (value - before) * share")
                    }
                }
                $0.add("known = index")
            }
        }
    }
}

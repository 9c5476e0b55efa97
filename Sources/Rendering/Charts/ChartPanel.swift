import HealthModel
import Results

/// Columns of one unit, which share a chart: other units are charts of their own, below it.
struct ChartPanel {
    /// The unit as it is shown; nil for plain numbers.
    var unit: String?
    var columns: [ValueColumn]
    /// The goal of an activity ring's only column.
    var goal: ValueColumn?

    /// The panels of a result's columns, in the order of the first column of each.
    static func panels(of table: ResultTable) -> [ChartPanel] {
        var panels: [ChartPanel] = []
        // Beside a change its earlier period says nothing more, and is in another unit.
        let isChange = table.columns.contains { $0.comparison == .change }
        for column in table.columns where !(isChange && column.comparison == .previous) {
            if column.isOfRing(in: table, suffix: "Goal") || column.isOfRing(in: table, suffix: "Progress") { continue }
            if let goal = table.columns.first(where: { $0.name == column.name + "Goal" && $0.metric == column.metric }) {
                panels.append(ChartPanel(unit: column.unit, columns: [column], goal: goal))
            } else if let index = panels.firstIndex(where: { $0.goal == nil && $0.takes(column) }) {
                panels[index].columns.append(column)
            } else {
                panels.append(ChartPanel(unit: column.unit, columns: [column]))
            }
        }
        return panels
    }

    private func takes(_ column: ValueColumn) -> Bool {
        unit == column.unit && columns[0].isReading == column.isReading
    }

    /// What is charted, in the words of the language: `average, min, max heartRate`.
    var title: String {
        var parts: [(metric: String, aggregates: [String])] = []
        for column in columns where column.comparison != .previous {
            var aggregate = column.aggregate == "value" ? "" : column.aggregate
            if column.metric.isEmpty || goal != nil { aggregate = column.name }
            if column.comparison == .change { aggregate = "change of \(aggregate)" }
            if column.runningTotal != nil { aggregate = "running \(aggregate)" }
            let metric = goal == nil ? column.metric : ""
            if let index = parts.firstIndex(where: { $0.metric == metric }) {
                if !parts[index].aggregates.contains(aggregate) { parts[index].aggregates.append(aggregate) }
            } else {
                parts.append((metric, [aggregate]))
            }
        }
        return parts.map { part in
            [part.aggregates.joined(separator: ", "), part.metric].filter { !$0.isEmpty }.joined(separator: " ")
        }.joined(separator: ", ")
    }
}

extension ValueColumn {
    /// Whether it says more about another column of an activity ring.
    fileprivate func isOfRing(in table: ResultTable, suffix: String) -> Bool {
        metric == "activitySummary" && name.hasSuffix(suffix)
            && table.columns.contains { $0.metric == metric && $0.name == name.dropLast(suffix.count) }
    }
}

extension ValueColumn {
    /// What values are multiplied with to be shown: fractions of one are hundredths.
    var shownScale: Double { unit == "%" && !isInHundredths ? 100 : 1 }

    /// Whether values are readings, such as heart rates: they do not add up, and zero is not where they begin.
    var isReading: Bool {
        guard !isAdditive, runningTotal == nil, comparison != .change, !["sum", "count", "duration"].contains(aggregate),
            case .known(let metric) = MetricCatalog.resolve(name: self.metric), case .quantity(let type) = metric.kind
        else { return false }
        return type.style != .cumulative
    }
}

import HealthModel
import QueryPlan

/// Columns of one unit, which share a chart: other units, and metrics of another size, are charts of their own, below it.
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
            } else if let index = panels.firstIndex(where: { $0.takes(column) && $0.columns.contains { $0.metric == column.metric } })
                ?? panels.firstIndex(where: { $0.takes(column) && $0.isOfSize(of: column) })
            {
                panels[index].columns.append(column)
            } else {
                panels.append(ChartPanel(unit: column.unit, columns: [column]))
            }
        }
        return panels
    }

    private func takes(_ column: ValueColumn) -> Bool {
        goal == nil && unit == column.unit && columns[0].isReading == column.isReading
    }

    /// Whether both can be read on one axis: a bar of a twentieth of the height says nothing but that it is small.
    private func isOfSize(of column: ValueColumn) -> Bool {
        let (own, other) = (columns.map(\.greatest).max() ?? 0, column.greatest)
        return own == 0 || other == 0 || max(own, other) <= 20 * min(own, other)
    }

    /// Whether only the metrics tell the columns apart, so that names need not say the aggregate.
    private var isOfOneAggregate: Bool {
        Set(columns.map(\.aggregate)).count == 1 && columns.allSatisfy { !$0.metric.isEmpty && $0.comparison != .change }
    }

    /// What the legend calls a column: `stepCount` beside `flightsClimbed`, `average` beside `min`.
    func name(of column: ValueColumn) -> String {
        let isPrevious = column.comparison == .previous
        guard isOfOneAggregate, column.name == (isPrevious ? "previous_" : "") + "\(column.aggregate)_\(column.metric)" else {
            return column.name
        }
        return isPrevious ? "previous \(column.subject)" : column.subject
    }

    /// What is charted, in the words of the language: `average, min, max heartRate`.
    var title: String {
        var parts: [(metric: String, aggregates: [String])] = []
        for column in columns where column.comparison != .previous {
            var aggregate = column.aggregate == "value" ? "" : column.aggregate
            if column.metric.isEmpty || goal != nil { aggregate = column.name }
            if column.comparison == .change { aggregate = "change of \(aggregate)" }
            if column.runningTotal != nil, ["sum", "count", "duration"].contains(column.aggregate) { aggregate = "running \(aggregate)" }
            let metric = goal == nil ? column.subject : ""
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

    /// The magnitude of the value that is furthest from zero; 0 where there is none.
    fileprivate var greatest: Double { values.reduce(0) { max($0, $1?.magnitude ?? 0) } }

    /// Whether values are readings, such as heart rates: they do not add up, and zero is not where they begin.
    var isReading: Bool {
        guard !isAdditive, runningTotal == nil, comparison != .change, !["sum", "count", "duration"].contains(aggregate),
            case .known(let metric) = MetricCatalog.resolve(name: self.metric), case .quantity(let type) = metric.kind
        else { return false }
        return type.style != .cumulative
    }
}

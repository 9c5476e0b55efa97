import HealthModel
import QueryPlan

/// Columns that share one chart because they have the same unit and similar values. Other columns get separate charts below it.
struct ChartPanel {
    /// The unit as displayed. Nil for plain numbers.
    var unit: String?
    var columns: [ValueColumn]
    /// The goal, if the only column belongs to an activity ring.
    var goal: ValueColumn?

    /// The panels of a result's columns, in the order of the first column of each.
    static func panels(of table: ResultTable) -> [ChartPanel] {
        var panels: [ChartPanel] = []
        // Next to a change, the value of the earlier period adds nothing, and its unit differs.
        let isChange = table.columns.contains { $0.comparison == .change }
        for column in table.columns where !(isChange && column.comparison == .previous) {
            if column.info.isOfRing(in: table, suffix: "Goal") || column.info.isOfRing(in: table, suffix: "Progress") { continue }
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
            && (columns[0].clock == nil) == (column.clock == nil)
    }

    /// True if both fit on one axis. Bars of less than a twentieth of the height are too small to read.
    private func isOfSize(of column: ValueColumn) -> Bool {
        if column.clock != nil { return true }
        let (own, other) = (columns.map(\.greatest).max() ?? 0, column.greatest)
        return own == 0 || other == 0 || max(own, other) <= 20 * min(own, other)
    }

    /// True if the columns differ only in their metrics, so names don't need the aggregate.
    private var isOfOneAggregate: Bool {
        Set(columns.map(\.aggregate)).count == 1 && columns.allSatisfy { !$0.metric.isEmpty && $0.comparison != .change }
    }

    /// Returns the name of a column in the legend: `stepCount` next to `flightsClimbed`, `average` next to `min`.
    func name(of column: ValueColumn) -> String {
        let isPrevious = column.comparison == .previous
        guard isOfOneAggregate, column.name == (isPrevious ? "previous_" : "") + "\(column.aggregate)_\(column.metric)" else {
            return column.name
        }
        return isPrevious ? "previous \(column.subject)" : column.subject
    }

    /// The title in the words of the query language, such as `average, min, max heartRate`.
    var title: String {
        var parts: [(metric: String, aggregates: [String])] = []
        for column in columns where column.comparison != .previous {
            var aggregate = column.aggregate == "value" ? "" : column.windowedAggregate
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

extension ColumnInfo {
    /// The factor between stored and displayed values. Fractions are displayed in percent.
    var shownScale: Double { unit == "%" && !isInHundredths ? 100 : 1 }

    /// True if the column adds information to another column of an activity ring.
    fileprivate func isOfRing(in table: ResultTable, suffix: String) -> Bool {
        metric == ActivitySummary.columnMetric && name.hasSuffix(suffix)
            && table.columns.contains { $0.metric == metric && $0.name == name.dropLast(suffix.count) }
    }
}

extension ValueColumn {
    /// The largest magnitude of the values. 0 if there are no values.
    fileprivate var greatest: Double { values.reduce(0) { max($0, $1?.magnitude ?? 0) } }

    /// True for readings such as heart rates, which do not add up and whose axis does not start at zero.
    var isReading: Bool {
        if info.clock != nil { return true }
        guard !info.isAdditive, runningTotal == nil, comparison != .change,
            !["sum", "count", "duration", "coverage"].contains(info.aggregate),
            case .known(let metric) = MetricCatalog.resolve(name: info.metric), case .quantity(let type) = metric.kind
        else { return false }
        return type.style != .cumulative
    }
}

import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import TallyCharts

/// Tables for charts. Times are hours since 2025-01-01 00:00 UTC, a Wednesday.
struct ChartedResult {
    static let start = 1_735_689_600_000.0
    static let hour = 3_600_000.0

    var table: ResultTable
    var options = ChartOptions()

    /// Creates consecutive rows of one column, each `hours` long.
    init(
        _ values: [Double?], hours: Double = 24, of metric: String = "stepCount", _ aggregate: String = "sum", unit: String? = "count",
        isAdditive: Bool? = nil
    ) {
        var header = ResultHeader(query: "a query", zone: .utc)
        header.intervalText = hours == 24 ? "day" : "hour"
        table = ResultTable(kind: .statistics, header: header, rowCount: values.count)
        table.starts = values.indices.map { Int64(Self.time(Double($0) * hours)) }
        table.ends = values.indices.map { Int64(Self.time(Double($0 + 1) * hours)) }
        table.partial = values.map { _ in false }
        add(values, of: metric, aggregate, unit: unit, isAdditive: isAdditive)
    }

    /// Creates rows without time that have keys instead.
    init(slots: [(name: String, values: [KeyValue?])], _ values: [Double?], of metric: String = "stepCount", _ aggregate: String = "sum") {
        table = ResultTable(kind: .statistics, header: ResultHeader(query: "a query", zone: .utc), rowCount: values.count)
        table.keys = slots.map { KeyColumn(name: $0.name, values: $0.values, replacesTime: Profile(rawValue: $0.name) != nil) }
        table.partial = values.map { _ in false }
        add(values, of: metric, aggregate, unit: "count")
    }

    mutating func add(
        _ values: [Double?], name: String? = nil, of metric: String = "stepCount", _ aggregate: String, unit: String? = "count",
        isAdditive: Bool? = nil
    ) {
        table.columns.append(
            ValueColumn(
                ColumnInfo(
                    name: name ?? aggregate, metric: metric, aggregate: aggregate, unit: unit,
                    isAdditive: isAdditive ?? (aggregate == "sum")), values: values))
    }

    static func time(_ hours: Double) -> Double { start + hours * hour }

    func charts(_ format: OutputFormat = .chart) throws -> [LayeredChart] { try ResultDrawing(table, as: format, options: options).charts }

    func chart(_ format: OutputFormat = .chart) throws -> LayeredChart {
        let charts = try charts(format)
        guard let chart = charts.first, charts.count == 1 else { throw NotOne(count: charts.count) }
        return chart
    }

    struct NotOne: Error { var count: Int }
}

extension LayeredChart {
    var bars: [BarLayer] { layers.compactMap { if case .bar(let mark) = $0 { mark } else { nil } } }
    var lines: [LineLayer] { layers.compactMap { if case .line(let mark) = $0 { mark } else { nil } } }
    var areas: [AreaLayer] { layers.compactMap { if case .area(let mark) = $0 { mark } else { nil } } }
    var points: [PointLayer] { layers.compactMap { if case .point(let mark) = $0 { mark } else { nil } } }
    var rules: [RuleLayer] { layers.compactMap { if case .rule(let mark) = $0 { mark } else { nil } } }
    var cells: [CellLayer.Cell] { layers.flatMap { mark in if case .cell(let mark) = mark { mark.cells } else { [CellLayer.Cell]() } } }

    var valueAxis: ValueAxis? { if case .value(let axis) = y { axis } else { nil } }
    var timeAxis: TimeAxis? { if case .time(let axis) = x { axis } else { nil } }
    var columnLabels: [String] { if case .slots(let axis) = x { axis.labels } else { [] } }
    var rowLabels: [String] { if case .slots(let axis) = y { axis.labels } else { [] } }
}

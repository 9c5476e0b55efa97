import Explanations
import SwiftCode
import TallyCharts

/// A number of a function's rows, as the chart shows it.
package struct ShownField {
    /// The name of the column, which is that of the series if the chart has several.
    package var column: String
    /// The word of the aggregate, such as `min`.
    package var aggregate: String
    /// The name of the field in the rows.
    package var field: String
    /// The factor between the field and the chart: 100 for fractions in percent.
    package var scale: Double

    package init(column: String, aggregate: String, field: String, scale: Double) {
        self.column = column
        self.aggregate = aggregate
        self.field = field
        self.scale = scale
    }
}

/// A function of HealthKit code that returns the rows of a chart: each has a start, an end and numbers.
package struct RowFunction {
    /// The name of the function.
    package var name: String
    /// The type of a row.
    package var rowType: String
    package var fields: [ShownField]

    package init(name: String, rowType: String, fields: [ShownField]) {
        self.name = name
        self.rowType = rowType
        self.fields = fields
    }
}

/// How the rows of HealthKit become the values of a chart.
extension ChartFigure {
    /// The numbers of a row that the marks of each kind show.
    private struct Parts {
        /// Each with its series.
        var values: [(field: ShownField, series: Int)]
        var band: (low: ShownField, high: ShownField, series: Int)?
    }

    /// True if rows of the function become the same marks.
    func canShow(_ function: RowFunction) -> Bool { axis == .time && parts(of: function) != nil }

    /// Returns which fields are which marks; nil if the chart shows anything else.
    private func parts(of function: RowFunction) -> Parts? {
        let kinds = Set(groups.map(\.kind)).subtracting([.rule])
        let used = groups.flatMap(\.series)
        guard let first = used.first, !kinds.contains(.cells), groups.filter({ $0.kind == .bars }).count <= 1,
            groups.filter({ $0.kind == .lines }).count <= 1, kinds.isDisjoint(with: [.bars]) || kinds.isDisjoint(with: [.lines])
        else { return nil }
        let hasBand = kinds.contains(.bands) || barsHaveEnds
        if hasBand {
            guard !hasSeries, let low = function.fields.first(where: { $0.aggregate == "min" }),
                let high = function.fields.first(where: { $0.aggregate == "max" })
            else { return nil }
            let others = function.fields.filter { !["min", "max"].contains($0.aggregate) }
            guard others.count <= 1 else { return nil }
            return Parts(values: others.map { ($0, first) }, band: (low, high, first))
        }
        guard groups.allSatisfy({ $0.arrangement != .stacked }) else { return nil }
        if function.fields.count == 1 { return hasSeries ? nil : Parts(values: [(function.fields[0], first)]) }
        let values = function.fields.compactMap { field in seriesNames.firstIndex(of: field.column).map { (field, $0) } }
        return values.count == function.fields.count && Set(used) == Set(values.map(\.1)) ? Parts(values: values) : nil
    }

    /// Writes the initializer that takes the rows of the function.
    func writeConversion(of function: RowFunction, _ code: inout SwiftWriter) {
        guard let parts = parts(of: function) else { return }
        code.add("init() {}\n")
        code.comment("Shows the rows of `\(function.name)`. Rows without a value are gaps.", marker: "///")
        code.block("init(_ rows: [\(function.rowType)]) {") { code in
            for (name, group) in stored {
                switch group.kind {
                case .bars: writeBars(name, parts, &code)
                case .lines: writeLines(name, parts, &code)
                case .bands: writeBands(name, parts, &code)
                case .points: writePoints(name, parts, &code)
                case .cells, .rule: break
                }
            }
            code.block("if let first = rows.first, let last = rows.last {") { $0.add("times = first.start...last.end") }
        }
    }

    private func value(_ field: ShownField, _ name: String = "value") -> String {
        field.scale == 1 ? name : "\(SwiftText.number(field.scale)) * \(name)"
    }

    private func series(_ index: Int) -> String { hasSeries ? "series: \(SwiftText.literal(seriesNames[index])), " : "" }

    /// Declares the middle of a row, where lines and points are.
    private static let middle = "let time = row.start.addingTimeInterval(row.end.timeIntervalSince(row.start) / 2)"

    private func writeBars(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        let partial = hasPartial(.bars) ? ", isPartial: row.end > .now" : ""
        code.block("for row in rows {") { code in
            if let band = parts.band {
                code.block("if let low = row.\(band.low.field), let high = row.\(band.high.field) {") {
                    $0.add(
                        "\(name).append(Bar(\(series(band.series))start: row.start, end: row.end, low: \(value(band.low, "low")), "
                            + "high: \(value(band.high, "high"))\(partial)))")
                }
                return
            }
            for (field, index) in parts.values {
                code.block("if let value = row.\(field.field) {") {
                    $0.add("\(name).append(Bar(\(series(index))start: row.start, end: row.end, value: \(value(field))\(partial)))")
                }
            }
        }
    }

    /// Lines of HealthKit's rows are solid.
    private func writeLines(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        let partial = hasPartial(.lines) ? ", isPartial: false" : ""
        code.add("var line = 0")
        for (field, index) in parts.values {
            code.block("for row in rows {") { code in
                code.block("if let value = row.\(field.field) {", closing: "} else {") {
                    $0.add(Self.middle)
                    $0.add("\(name).append(LinePoint(\(series(index))line: line, time: time, value: \(value(field))\(partial)))")
                }
                code.indented { $0.add("line += 1") }
                code.add("}")
            }
            if parts.values.count > 1 { code.add("line += 1") }
        }
    }

    private func writeBands(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        guard let band = parts.band else { return }
        code.add("var band = 0")
        code.block("for row in rows {") { code in
            code.block("if let low = row.\(band.low.field), let high = row.\(band.high.field) {", closing: "} else {") {
                $0.add(Self.middle)
                $0.add(
                    "\(name).append(BandPoint(\(series(band.series))band: band, time: time, low: \(value(band.low, "low")), "
                        + "high: \(value(band.high, "high"))))")
            }
            code.indented { $0.add("band += 1") }
            code.add("}")
        }
    }

    /// Points are the values over bars of ranges, or the only values of lines.
    private func writePoints(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        let label = hasPointLabels ? ", label: nil, side: .top" : ""
        if let lines = stored.first(where: { $0.group.kind == .lines })?.name {
            code.add("let counts = Dictionary(grouping: \(lines), by: \\.line).mapValues(\\.count)")
            code.block("\(name) = \(lines).filter { counts[$0.line] == 1 }.map {") {
                $0.add("Dot(\(hasSeries ? "series: $0.series, " : "")time: $0.time, value: $0.value\(label))")
            }
            return
        }
        code.block("for row in rows {") { code in
            for (field, index) in parts.values {
                code.block("if let value = row.\(field.field) {") {
                    $0.add(Self.middle)
                    $0.add("\(name).append(Dot(\(series(index))time: time, value: \(value(field))\(label)))")
                }
            }
        }
    }

    /// Writes the view that asks HealthKit and shows the chart.
    func writeScreen(of function: RowFunction, _ code: inout SwiftWriter) {
        code.add("")
        code.comment("Asks HealthKit for the rows, and shows their chart.", marker: "///")
        code.block("struct \(name)Screen: View {") { code in
            code.add("let store: HKHealthStore")
            code.add("@State private var data: \(dataName)?")
            code.add("@State private var failure: String?\n")
            code.block("var body: some View {") { code in
                code.block("Group {") { code in
                    code.block("if let data {", closing: "} else if let failure {") { $0.add("\(viewName)(data: data)") }
                    code.indented { $0.add("Text(failure)") }
                    code.block("} else {") { $0.add("ProgressView()") }
                }
                code.block(".task {") { code in
                    code.block("do {", closing: "} catch {") { $0.add("data = \(dataName)(try await \(function.name)(in: store))") }
                    code.indented { $0.add("failure = error.localizedDescription") }
                    code.add("}")
                }
            }
        }
    }
}

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

/// A function of HealthKit code that returns the rows of a chart: each has numbers, and an interval or a slot of the calendar.
package struct RowFunction {
    /// The slots of a profile, such as weekdays, in the order of the axis.
    package struct Slots {
        /// The name of the field that tells the slot of a row.
        package var field: String
        /// The value of the field and the name of each slot.
        package var names: [(key: Int, name: String)]

        package init(field: String, names: [(key: Int, name: String)]) {
            self.field = field
            self.names = names
        }
    }

    /// The name of the function.
    package var name: String
    /// The type of a row.
    package var rowType: String
    package var fields: [ShownField]
    /// Nil if each row has an interval.
    package var slots: Slots?
    /// The field that tells the series of a row, such as `source`; nil if there is none.
    package var series: String?

    package init(name: String, rowType: String, fields: [ShownField], slots: Slots? = nil, series: String? = nil) {
        self.name = name
        self.rowType = rowType
        self.fields = fields
        self.slots = slots
        self.series = series
    }
}

/// How the rows of HealthKit become the values of a chart.
extension ChartFigure {
    /// The numbers of a row that the marks of each kind show.
    private struct Parts {
        /// Each with the expression for its series; nil if the chart has one series.
        var values: [(field: ShownField, series: String?)]
        var band: (low: ShownField, high: ShownField)?
        let function: RowFunction
    }

    /// True if rows of the function become the same marks.
    func canShow(_ function: RowFunction) -> Bool {
        guard parts(of: function) != nil else { return false }
        guard let slots = function.slots else { return axis == .time }
        return axis == .names && slotNames == slots.names.map(\.name)
    }

    /// Returns which fields are which marks; nil if the chart shows anything else.
    private func parts(of function: RowFunction) -> Parts? {
        let kinds = Set(groups.map(\.kind)).subtracting([.rule])
        let used = groups.flatMap(\.series)
        guard !used.isEmpty, !kinds.contains(.cells), groups.filter({ $0.kind == .bars }).count <= 1,
            groups.filter({ $0.kind == .lines }).count <= 1, kinds.isDisjoint(with: [.bars]) || kinds.isDisjoint(with: [.lines])
        else { return nil }
        if let field = function.series {
            guard function.fields.count == 1, !barsHaveEnds, !kinds.contains(.bands) else { return nil }
            return Parts(values: [(function.fields[0], hasSeries ? "row.\(field)" : nil)], function: function)
        }
        if kinds.contains(.bands) || barsHaveEnds {
            guard !hasSeries, let low = function.fields.first(where: { $0.aggregate == "min" }),
                let high = function.fields.first(where: { $0.aggregate == "max" })
            else { return nil }
            let others = function.fields.filter { !["min", "max"].contains($0.aggregate) }
            return others.count > 1 ? nil : Parts(values: others.map { ($0, nil) }, band: (low, high), function: function)
        }
        guard groups.allSatisfy({ $0.arrangement != .stacked }) else { return nil }
        if function.fields.count == 1 { return hasSeries ? nil : Parts(values: [(function.fields[0], nil)], function: function) }
        let values = function.fields.filter { seriesNames.contains($0.column) }.map { ($0, SwiftText.literal($0.column) as String?) }
        return values.count == function.fields.count && Set(used).count == values.count ? Parts(values: values, function: function) : nil
    }

    /// Writes the initializer that takes the rows of the function.
    func writeConversion(of function: RowFunction, _ code: inout SwiftWriter) {
        guard let parts = parts(of: function) else { return }
        code.add("init() {}\n")
        let rules = groups.contains { $0.rule != nil } ? " The lines across the chart stay as they are in the answer." : ""
        code.comment("Shows the rows of `\(function.name)`. Rows without a value are gaps.\(rules)", marker: "///")
        code.block("init(_ rows: [\(function.rowType)]) {") { code in
            if let slots = function.slots {
                let names = slots.names.map { "(\($0.key), \(SwiftText.literal($0.name)))" }
                code.add("let slots = [\(names.joined(separator: ", "))]")
            }
            for (name, group) in stored {
                switch group.kind {
                case .bars: writeBars(name, parts, &code)
                case .lines: writeLines(name, parts, &code)
                case .bands: writeBands(name, parts, &code)
                case .points: writePoints(name, parts, &code)
                case .cells, .rule: break
                }
            }
            guard axis == .time else { return }
            code.block("if let first = rows.first, let last = rows.last {") { $0.add("times = first.start...last.end") }
        }
    }

    private func value(_ field: ShownField, _ name: String = "value") -> String {
        field.scale == 1 ? name : "\(SwiftText.number(field.scale)) * \(name)"
    }

    private func label(_ series: String?) -> String { series.map { "series: \($0), " } ?? "" }

    /// Writes a loop over the rows in the order of the axis.
    private func eachRow(_ parts: Parts, where condition: String = "", _ code: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
        guard let slots = parts.function.slots else {
            return code.block("for row in rows\(condition.isEmpty ? "" : " where " + condition) {", body)
        }
        let own = ["row.\(slots.field) == slot", condition].filter { !$0.isEmpty }.joined(separator: " && ")
        code.block("for (slot, name) in slots {") { $0.block("for row in rows where \(own) {", body) }
    }

    /// The place of a line or a point: the middle of a row, or its slot. Code of the middle comes first.
    private var pointPlace: (code: String, argument: String) {
        axis == .time
            ? ("let time = row.start.addingTimeInterval(row.end.timeIntervalSince(row.start) / 2)", "time: time") : ("", "name: name")
    }

    private func writeBars(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        let partial = hasPartial(.bars) ? (axis == .time ? ", isPartial: row.end > .now" : ", isPartial: false") : ""
        let place = axis == .time ? "start: row.start, end: row.end" : "name: name"
        eachRow(parts, &code) { code in
            if let band = parts.band {
                code.block("if let low = row.\(band.low.field), let high = row.\(band.high.field) {") {
                    $0.add("\(name).append(Bar(\(place), low: \(value(band.low, "low")), high: \(value(band.high, "high"))\(partial)))")
                }
                return
            }
            for (field, series) in parts.values {
                code.block("if let value = row.\(field.field) {") {
                    $0.add("\(name).append(Bar(\(label(series))\(place), value: \(value(field))\(partial)))")
                }
            }
        }
    }

    /// Lines of HealthKit's rows are solid.
    private func writeLines(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        let partial = hasPartial(.lines) ? ", isPartial: false" : ""
        let place = pointPlace
        func write(_ field: ShownField, _ series: String?, where condition: String = "", _ code: inout SwiftWriter) {
            eachRow(parts, where: condition, &code) { code in
                code.block("if let value = row.\(field.field) {", closing: "} else {") { code in
                    if !place.code.isEmpty { code.add(place.code) }
                    code.add("\(name).append(LinePoint(\(label(series))line: line, \(place.argument), value: \(value(field))\(partial)))")
                }
                code.indented { $0.add("line += 1") }
                code.add("}")
            }
        }
        code.add("var line = 0")
        if let field = parts.function.series, hasSeries {
            code.block("for series in Set(rows.map(\\.\(field))).sorted() {") { code in
                write(parts.values[0].field, "series", where: "row.\(field) == series", &code)
                code.add("line += 1")
            }
            return
        }
        for (field, series) in parts.values {
            write(field, series, &code)
            if parts.values.count > 1 { code.add("line += 1") }
        }
    }

    private func writeBands(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        guard let band = parts.band else { return }
        let place = pointPlace
        code.add("var band = 0")
        eachRow(parts, &code) { code in
            code.block("if let low = row.\(band.low.field), let high = row.\(band.high.field) {", closing: "} else {") { code in
                if !place.code.isEmpty { code.add(place.code) }
                let ends = "low: \(value(band.low, "low")), high: \(value(band.high, "high"))"
                code.add("\(name).append(BandPoint(band: band, \(place.argument), \(ends)))")
            }
            code.indented { $0.add("band += 1") }
            code.add("}")
        }
    }

    /// Points are the values over bars of ranges, or the only values of lines.
    private func writePoints(_ name: String, _ parts: Parts, _ code: inout SwiftWriter) {
        let text = hasPointLabels ? ", label: nil, side: .top" : ""
        let place = pointPlace
        if let lines = stored.first(where: { $0.group.kind == .lines })?.name {
            let copied = axis == .time ? "time: $0.time" : "name: $0.name"
            code.add("let counts = Dictionary(grouping: \(lines), by: \\.line).mapValues(\\.count)")
            code.block("\(name) = \(lines).filter { counts[$0.line] == 1 }.map {") {
                $0.add("Dot(\(hasSeries ? "series: $0.series, " : "")\(copied), value: $0.value\(text))")
            }
            return
        }
        eachRow(parts, &code) { code in
            for (field, series) in parts.values {
                code.block("if let value = row.\(field.field) {") { code in
                    if !place.code.isEmpty { code.add(place.code) }
                    code.add("\(name).append(Dot(\(label(series))\(place.argument), value: \(value(field))\(text)))")
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

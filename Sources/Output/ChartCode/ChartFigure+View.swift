import Explanations
import SwiftCode
import TallyCharts

/// The view of a chart.
extension ChartFigure {
    func writeView(_ code: inout SwiftWriter) {
        code.comment(chart.summary, marker: "///")
        code.block("struct \(viewName): View {") { code in
            code.add("var data = \(dataName).answer\n")
            code.block("var body: some View {") { code in
                code.block("VStack(alignment: .leading, spacing: 8) {") { code in
                    if !chart.title.isEmpty { code.add("Text(verbatim: \(SwiftText.literal(chart.title)))\n    .font(.headline)") }
                    code.block("Chart {") { writeMarks(&$0) }
                    writeScales(&code)
                    code.add(".frame(minHeight: 240)")
                    for note in notes {
                        code.add("Text(verbatim: \(SwiftText.literal(note)))\n    .font(.caption)\n    .foregroundStyle(.secondary)")
                    }
                }
                if axis == .time { code.add(".environment(\\.calendar, Self.calendar)\n.environment(\\.timeZone, Self.calendar.timeZone)") }
            }
            if axis == .time {
                code.add("")
                writeCalendar(&code)
            }
        }
    }

    /// The sentences below the chart. In the code, incomplete marks are pale instead of hatched.
    private var notes: [String] {
        chart.notes.map { note in
            guard note.hasPrefix("hatched: ") || note.hasPrefix("marked: ") else { return note }
            return "pale: partial"
        }
    }

    // MARK: Marks

    private func writeMarks(_ code: inout SwiftWriter) {
        var stored = stored[...]
        for group in groups {
            if let rule = group.rule {
                write(rule, &code)
            } else if let (name, group) = stored.popFirst() {
                code.block("ForEach(Array(data.\(name).enumerated()), id: \\.offset) { _, \(Self.item(of: group.kind)) in") { code in
                    write(group, &code)
                }
            }
        }
    }

    private static func item(of kind: MarkGroup.Kind) -> String {
        switch kind {
        case .bars: "bar"
        case .lines, .bands, .points: "point"
        case .cells: "cell"
        case .rule: "rule"
        }
    }

    private func write(_ group: MarkGroup, _ code: inout SwiftWriter) {
        switch group.kind {
        case .bars: writeBar(group, &code)
        case .lines: writeLine(group, &code)
        case .bands:
            let ends = ["yStart: .value(\(valueLabel), point.low)", "yEnd: .value(\(valueLabel), point.high)"]
            writeMark("AreaMark", ["x: \(placed("point"))"] + ends + ["series: .value(\"band\", point.band)"], &code)
            code.indented { code in
                writeStyle(group, "point", &code)
                code.add(".opacity(0.2)")
            }
        case .points: writePoint(group, &code)
        case .cells: writeCell(&code)
        case .rule: break
        }
    }

    private func placed(_ item: String) -> String {
        switch axis {
        case .time: ".value(\(placeLabel), \(item).time)"
        case .names: ".value(\(placeLabel), \(item).name)"
        case .numbers: ".value(\(placeLabel), \(item).x)"
        }
    }

    /// Writes a mark. Long arguments have a separate line.
    private func writeMark(_ name: String, _ arguments: [String], _ code: inout SwiftWriter) {
        let text = arguments.joined(separator: ", ")
        code.add(text.count <= 72 ? "\(name)(\(text))" : "\(name)(\n    \(text))")
    }

    private func writeBar(_ group: MarkGroup, _ code: inout SwiftWriter) {
        let x = axis == .names ? placed("bar") : ".value(\(placeLabel), bar.start..<bar.end)"
        let ends = ["yStart: .value(\(valueLabel), bar.low)", "yEnd: .value(\(valueLabel), bar.high)"]
        var arguments = ["x: \(x)"] + (barsHaveEnds ? ends : ["y: .value(\(valueLabel), bar.value)"])
        if group.touches { arguments.append("width: .ratio(1)") }
        if axis == .time, group.areBuckets { arguments.append("width: .ratio(0.8)") }
        if !barsHaveEnds, group.arrangement == .single { arguments.append("stacking: .unstacked") }
        writeMark("BarMark", arguments, &code)
        code.indented { code in
            writeStyle(group, "bar", &code)
            if group.arrangement == .grouped { code.add(".position(by: .value(\"series\", bar.series))") }
            if hasPartial(.bars) { code.add(".opacity(bar.isPartial ? 0.5 : 1)") }
        }
    }

    private func writeLine(_ group: MarkGroup, _ code: inout SwiftWriter) {
        writeMark(
            "LineMark",
            ["x: \(placed("point"))", "y: .value(\(valueLabel), point.value)", "series: .value(\"line\", point.line)"], &code)
        code.indented { code in
            writeStyle(group, "point", &code)
            if group.isStepped { code.add(".interpolationMethod(.stepEnd)") }
            if group.isDashed {
                code.add(".lineStyle(StrokeStyle(lineWidth: 2, dash: [5, 4]))")
            } else if hasPartial(.lines) {
                code.add(".lineStyle(StrokeStyle(lineWidth: 2, dash: point.isPartial ? [5, 4] : []))")
            } else {
                code.add(".lineStyle(StrokeStyle(lineWidth: 2))")
            }
            if group.isFaint { code.add(".opacity(0.5)") }
        }
    }

    private func writePoint(_ group: MarkGroup, _ code: inout SwiftWriter) {
        code.add("PointMark(x: \(placed("point")), y: .value(\(valueLabel), point.value))")
        code.indented { code in
            writeStyle(group, "point", &code)
            code.add(".symbolSize(\(group.hasHalo ? 60 : 30))")
            guard hasPointLabels, group.layers.contains(where: { !labels(of: $0).isEmpty }) else { return }
            code.block(".annotation(position: point.side, overflowResolution: .init(x: .fit(to: .chart), y: .fit(to: .chart))) {") { code in
                code.block("if let label = point.label {") { $0.add("Text(verbatim: label)\n    .font(.caption2)") }
            }
        }
    }

    private func writeCell(_ code: inout SwiftWriter) {
        let y = ".value(\"row\", cell.row)"
        if axis == .names {
            writeMark("RectangleMark", ["x: \(placed("cell"))", "y: \(y)", "width: .ratio(1)", "height: .ratio(1)"], &code)
        } else {
            let ends = ["xStart: .value(\(placeLabel), cell.start)", "xEnd: .value(\(placeLabel), cell.end)"]
            writeMark("RectangleMark", ends + ["y: \(y)", "height: .ratio(1)"], &code)
        }
        code.indented { code in
            code.add(".foregroundStyle(by: .value(\(valueLabel), cell.value))")
            if hasPartial(.cells) { code.add(".opacity(cell.isPartial ? 0.5 : 1)") }
        }
    }

    private func writeStyle(_ group: MarkGroup, _ item: String, _ code: inout SwiftWriter) {
        if group.series.count > 1 || hasSeries && legend.contains(group.series[0]) {
            code.add(".foregroundStyle(by: .value(\"series\", \(item).series))")
        } else {
            code.add(".foregroundStyle(\(group.series.first.map(color) ?? "Color.blue"))")
        }
    }

    private func write(_ rule: RuleLayer, _ code: inout SwiftWriter) {
        let label = SwiftText.literal(rule.label ?? "rule")
        switch rule.place {
        case .x(let x): code.add("RuleMark(x: .value(\(label), \(place(x))))")
        case .y(let y): code.add("RuleMark(y: .value(\(label), \(SwiftText.number(y))))")
        }
        code.indented { code in
            code.add(".foregroundStyle(\(color(of: rule.series)))")
            code.add(".lineStyle(StrokeStyle(lineWidth: 1.5\(rule.isDashed ? ", dash: [5, 4]" : "")))")
            guard let text = rule.label, !text.isEmpty else { return }
            let isUpright = if case .x = rule.place { true } else { false }
            let place =
                isUpright
                ? "position: .top, overflowResolution: .init(x: .fit(to: .chart), y: .disabled)" : "position: .top, alignment: .trailing"
            code.block(".annotation(\(place)) {") { $0.add("Text(verbatim: \(SwiftText.literal(text)))\n    .font(.caption2)") }
        }
    }
}

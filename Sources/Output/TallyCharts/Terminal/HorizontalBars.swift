import TerminalText

/// Horizontal bars, one per row, for slots with long names.
struct HorizontalBars {
    private struct Row {
        var label = ""
        var bars: [(bar: BarLayer.Bar, series: Int)] = []
    }

    private let chart: LayeredChart
    private let options: TerminalOptions
    private let style: TerminalStyle
    private let rows: [Row]
    private let rules: [(value: Double, mark: RuleLayer)]
    private let domain: ClosedRange<Double>
    private let axis: ValueAxis

    /// Nil if the chart has marks that need a vertical layout, has no slots, or has names that fit below vertical bars.
    init?(_ chart: LayeredChart, _ options: TerminalOptions) {
        guard case .slots(let axis) = chart.x, case .value(let values) = chart.y, !axis.labels.isEmpty, axis.edges.isEmpty,
            options.graphics == nil
        else {
            return nil
        }
        var rules: [(Double, RuleLayer)] = []
        var bars: [BarLayer] = []
        for mark in chart.layers {
            switch mark {
            case .bar(let mark): bars.append(mark)
            case .rule(let mark):
                guard case .y(let value) = mark.place, value.isDrawable else { return nil }
                rules.append((value, mark))
            default: return nil
            }
        }
        guard !bars.isEmpty else { return nil }
        let names = axis.shortLabels.count == axis.labels.count ? axis.shortLabels : axis.labels
        let longest = names.lazy.map { ScreenText.width(ScreenText.visible($0)) }.max() ?? 0
        // Below a vertical bar, a name has the width of its slot. The vertical axis takes about eight cells.
        guard longest + 1 > (options.columns - 8) / axis.labels.count else { return nil }

        let groups = bars.map(\.slotCount).max() ?? 1
        guard groups <= 100 else { return nil }
        var rows = Array(repeating: Row(), count: axis.labels.count * max(1, groups))
        var (low, high) = (min(0, rules.map(\.0).min() ?? 0), max(0, rules.map(\.0).max() ?? 0))
        for mark in bars {
            for bar in mark.bars {
                let slot = bar.start.rounded()
                guard slot >= 0, slot < Double(axis.labels.count), (0..<groups).contains(mark.slot) else { continue }
                rows[Int(slot) * groups + mark.slot].bars.append((bar, mark.series))
                guard let from = bar.low, let to = bar.high, from.isDrawable, to.isDrawable else { continue }
                (low, high) = (min(low, from, to), max(high, from, to))
            }
        }
        for (index, label) in axis.labels.enumerated() { rows[index * groups].label = ScreenText.visible(label) }
        (self.chart, self.options, self.rows, self.rules) = (chart, options, rows, rules)
        style = TerminalStyle(chart, options)
        domain = values.domain?.usable ?? (low < high ? low...high : low...low + 1)
        self.axis = values
    }

    /// Returns the chart. Nil if it needs more rows than `options` allow, or if there is not enough width for bars.
    func text() -> String? {
        let (metrics, width) = (CellMetrics(), Double(options.columns))
        let title = metrics.fitted(chart.title, .title, to: width).map { [$0.text] } ?? []
        let subtitle = chart.subtitle.flatMap { metrics.wrapped($0, .subtitle, to: width, lines: 2) }.map(\.text)
        let legend = LegendRows(unit: unit, series: chart.series, ramp: nil, metrics: metrics, width: width, limit: 3).rows
        let notes = chart.notes(runningSign: "▶").flatMap { metrics.wrapped($0, .note, to: width, lines: 3) }.map(\.text)
        let count = title.count + subtitle.count + legend.count + rows.count + (rules.isEmpty ? 0 : 1) + notes.count
        let labelWidth = min(rows.map { ScreenText.width($0.label) }.max() ?? 0, options.columns / 3)
        let valueWidth = rows.map { ScreenText.width(value(of: $0)) }.max() ?? 0
        // One cell after the bars, and one because zero is at the start of a cell.
        let length = options.columns - labelWidth - 2 - valueWidth - 2
        guard length >= 8, options.rows.map({ count <= $0 }) ?? true else { return nil }

        var canvas = CellCanvas(columns: options.columns, rows: count, isASCII: options.isASCII)
        var row = 0
        for line in title + subtitle {
            canvas.write(line, row < title.count ? .text : .soft, isBold: row < title.count, at: 0, row)
            row += 1
        }
        for line in legend {
            for label in line.labels { canvas.write(label.text, label.role == .unit ? .soft : .text, at: Int(label.frame.x), row) }
            for key in line.keys {
                for offset in 0..<2 {
                    canvas.set(style.key(of: key.series, offset), style.ink(of: key.series), at: Int(key.frame.x) + offset, row)
                }
            }
            row += 1
        }
        let scale = LinearScale(domain: domain, from: Double(labelWidth + 2), to: Double(labelWidth + 2 + length))
        let first = row
        for entry in rows {
            canvas.write(metrics.fitted(entry.label, .tick, to: Double(labelWidth))?.text ?? "", .text, at: 0, row)
            paint(entry, scale, &canvas, row)
            row += 1
        }
        if !rules.isEmpty {
            paintRules(scale, &canvas, first..<row)
            row += 1
        }
        for line in notes {
            canvas.write(line, .soft, at: 0, row)
            row += 1
        }
        return canvas.text(TerminalPalette(depth: options.color))
    }

    /// Returns the value at the end of a row: the sum of stacked bars.
    private func value(of row: Row) -> String {
        let ends = row.bars.compactMap { entry in entry.bar.high.map { (high: $0, low: entry.bar.low ?? 0) } }
        guard let furthest = ends.max(by: { abs($0.high) < abs($1.high) }) else { return "" }
        return axis.text(furthest.high)
    }

    private func paint(_ row: Row, _ scale: LinearScale, _ canvas: inout CellCanvas, _ line: Int) {
        func place(of value: Double) -> Double { min(scale.end, max(scale.start, scale.position(of: value))) }
        let zero = Int(place(of: 0).rounded())
        canvas.set(options.isASCII ? "|" : "│", .soft, at: zero - 1, line)
        var end = zero
        for (bar, series) in row.bars {
            guard let low = bar.low, let high = bar.high, low.isDrawable, high.isDrawable else { continue }
            // The ends in eighths of a cell from zero. The axis is between the cell of zero and the previous cell.
            let ends = [low, high].map { Int(((place(of: $0) - place(of: 0)) * 8).rounded()) }.sorted()
            let glyph = bar.completeness == .whole ? style.texture(of: series) : style.hatch(of: series)
            if ends[0] < 0 {
                // Block characters fill cells only from the left, so bars to the left end with a full cell.
                let cells = (ends[0] - 4) / 8..<min(0, (ends[1] - 4) / 8)
                for cell in cells { canvas.set(glyph, style.ink(of: series), at: zero - 1 + cell, line) }
                if cells.isEmpty, ends[1] == 0, !options.isASCII { canvas.set("▕", style.ink(of: series), at: zero - 2, line) }
            }
            if ends[1] > 0 || low == 0 && high > 0 {
                let cells = max(0, ends[0] + 4) / 8..<max(ends[1] / 8, max(0, ends[0] + 4) / 8)
                for cell in cells { canvas.set(glyph, style.ink(of: series), at: zero + cell, line) }
                let rest = max(ends[1] % 8, cells.isEmpty ? 1 : 0)
                if options.isASCII ? rest >= 4 || cells.isEmpty : rest > 0 {
                    canvas.set(
                        options.isASCII ? glyph : TerminalStyle.leftBlocks[rest], style.ink(of: series), at: zero + cells.upperBound, line)
                }
                end = max(end, zero + (ends[1] + 7) / 8)
            }
            if bar.completeness == .running {
                canvas.set(options.isASCII ? ">" : "▶", .role(.now), at: end, line)
                end += 1
            }
        }
        canvas.write(value(of: row), .soft, at: end + 1, line)
    }

    private func paintRules(_ scale: LinearScale, _ canvas: inout CellCanvas, _ range: Range<Int>) {
        var free = 0
        for (value, mark) in rules.sorted(by: { $0.value < $1.value }) {
            guard domain.contains(value) else { continue }
            let column = min(options.columns - 1, Int(scale.position(of: value)))
            for row in range where canvas[column, row].isBlank {
                canvas.set(options.isASCII ? ":" : mark.isDashed ? "┊" : "│", style.ink(of: mark.series), at: column, row)
            }
            guard let label = mark.label.map({ ScreenText.visible($0) }) else { continue }
            let width = ScreenText.width(label)
            let start = max(0, min(column - width / 2, options.columns - width))
            guard start >= free, width <= options.columns else { continue }
            canvas.write(label, style.ink(of: mark.series), at: start, range.upperBound)
            free = start + width + 1
        }
    }

    private var unit: String? {
        guard case .value(let axis) = chart.y else { return nil }
        return axis.unit ?? (axis.isFraction ? "%" : nil)
    }
}

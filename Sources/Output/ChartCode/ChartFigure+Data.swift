import Explanations
import SwiftCode
@_spi(Guests) import TallyCharts

/// The values that a chart shows, as a type with the values of the answer.
extension ChartFigure {
    /// A property of a value.
    struct Field {
        var name: String
        var type: String
    }

    /// - Parameter function: the function whose rows become values; nil if none does.
    func writeData(from function: RowFunction?, _ code: inout SwiftWriter) {
        code.add("/// The values that `\(viewName)` shows.")
        code.block("struct \(dataName): Sendable {") { code in
            var declared: Set<MarkGroup.Kind> = []
            for (_, group) in stored where declared.insert(group.kind).inserted {
                code.add("/// \(Self.meaning(of: group.kind))")
                code.block("struct \(group.kind.typeName): Hashable, Sendable {") { code in
                    for field in fields(of: group.kind) { code.add("var \(field.name): \(field.type)") }
                }
                code.add("")
            }
            for (name, group) in stored { code.add("var \(name): [\(group.kind.typeName)] = []") }
            if axis == .time {
                code.comment("The ends of the time axis.", marker: "///")
                let domain = layout.x.domain
                code.add("var times = \(place(domain.lowerBound))...\(place(domain.upperBound))")
            }
            code.add("")
            writeAnswer(&code)
            if let function {
                code.add("")
                writeConversion(of: function, &code)
            }
        }
    }

    private static func meaning(of kind: MarkGroup.Kind) -> String {
        switch kind {
        case .bars: "A bar over an interval."
        case .lines: "A point of a line. Points with the same number of a line are connected."
        case .bands: "The ends of a band at one place. Points with the same number of a band are connected."
        case .points: "A single point."
        case .cells: "A cell of the heatmap."
        case .rule: ""
        }
    }

    // MARK: Types

    /// True if a mark of this kind is incomplete, so that its values say which.
    func hasPartial(_ kind: MarkGroup.Kind) -> Bool {
        groups.filter { $0.kind == kind }.flatMap(\.layers).contains { layer in
            switch layer {
            case .bar(let layer): layer.bars.contains { $0.completeness != .whole }
            case .line(let layer): layer.points.contains { $0.completeness != .whole }
            case .cell(let layer): layer.cells.contains { $0.completeness != .whole }
            case .area, .point, .rule: false
            }
        }
    }

    var barsHaveEnds: Bool { groups.contains { $0.kind == .bars && !$0.bareHeights } }

    /// Returns the labels of points in the drawing, with the sides of the points on which they are, by the places of the points in the
    /// layer. The drawing decides which have room.
    func labels(of layer: Layer) -> [Int: (text: String, side: String)] {
        guard case .point(let layer) = layer else { return [:] }
        var labels: [Int: (text: String, side: String)] = [:]
        for (index, point) in layer.points.enumerated() {
            guard let text = point.label else { continue }
            let (x, y) = (layout.x.position(of: point.x), layout.y.position(of: point.y))
            let placed = layout.labels.filter { $0.role == .point && $0.text == text && $0.series == layer.series }
            let nearest = placed.min { a, b in
                abs(a.frame.x - x) + abs(a.frame.y - y) < abs(b.frame.x - x) + abs(b.frame.y - y)
            }
            guard let frame = nearest?.frame else { continue }
            let side = frame.maxY <= y ? "top" : frame.y >= y ? "bottom" : frame.x >= x ? "trailing" : "leading"
            labels[index] = (text, side)
        }
        return labels
    }

    private func fields(of kind: MarkGroup.Kind) -> [Field] {
        let series = hasSeries ? [Field(name: "series", type: "String")] : []
        let placed =
            switch axis {
            case .time: Field(name: "time", type: "Date")
            case .names: Field(name: "name", type: "String")
            case .numbers: Field(name: "x", type: "Double")
            }
        let span =
            switch axis {
            case .time: [Field(name: "start", type: "Date"), Field(name: "end", type: "Date")]
            case .names: [placed]
            case .numbers: [Field(name: "start", type: "Double"), Field(name: "end", type: "Double")]
            }
        let partial = hasPartial(kind) ? [Field(name: "isPartial", type: "Bool")] : []
        switch kind {
        case .bars:
            let names = barsHaveEnds ? ["low", "high"] : ["value"]
            return series + span + names.map { Field(name: $0, type: "Double") } + partial
        case .lines: return series + [Field(name: "line", type: "Int"), placed, Field(name: "value", type: "Double")] + partial
        case .bands:
            return series + [Field(name: "band", type: "Int"), placed] + ["low", "high"].map { Field(name: $0, type: "Double") }
        case .points:
            return series + [placed, Field(name: "value", type: "Double")]
                + (hasPointLabels
                    ? [Field(name: "label", type: "String?"), Field(name: "side", type: "AnnotationPosition")] : [])
        case .cells: return span + [Field(name: "row", type: "String"), Field(name: "value", type: "Double")] + partial
        case .rule: return []
        }
    }

    // MARK: The answer

    /// The greatest number of values in one literal. The compiler's memory grows with the square of it.
    private static let longestLiteral = 100

    /// The number of marks with values.
    var valueCount: Int {
        layout.layers.reduce(0) { count, layer in
            switch layer {
            case .bar(let layer): count + layer.bars.count
            case .line(let layer): count + layer.points.count
            case .area(let layer): count + layer.points.count
            case .point(let layer): count + layer.points.count
            case .cell(let layer): count + layer.cells.count
            case .rule: count
            }
        }
    }

    private func writeAnswer(_ code: inout SwiftWriter) {
        code.comment("The answer when this code was written.", marker: "///")
        code.block("static let answer: Self = {", closing: "}()") { code in
            // Lines of different loops have different numbers, so that they are not connected.
            var run = -1
            let all = stored.map { ($0.name, $0.group, values(of: $0.group, &run)) }
            if axis == .time, all.contains(where: { !$0.2.isEmpty }) {
                code.add("func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }")
            }
            let isEmpty = all.allSatisfy(\.2.isEmpty)
            code.add("\(isEmpty ? "let" : "var") data = Self()")
            for (name, group, rows) in all where !rows.isEmpty {
                let names = fields(of: group.kind).map(\.name)
                for start in stride(from: 0, to: rows.count, by: Self.longestLiteral) {
                    code.block("data.\(name) \(start == 0 ? "=" : "+=") [", closing: "]") { code in
                        for row in rows[start..<min(start + Self.longestLiteral, rows.count)] {
                            let pairs = zip(names, row).map { "\($0): \($1)" }.joined(separator: ", ")
                            code.add("\(group.kind.typeName)(\(pairs)),")
                        }
                    }
                }
            }
            code.add("return data")
        }
    }

    /// Returns the fields of each value as expressions. Marks without a value are left out.
    ///
    /// - Parameter run: the number of the last line or band.
    private func values(of group: MarkGroup, _ run: inout Int) -> [[String]] {
        var rows: [[String]] = []
        for layer in group.layers {
            switch layer {
            case .bar(let layer): rows += layer.bars.compactMap { bar(of: $0, layer.series, isStacked: group.arrangement == .stacked) }
            case .line(let layer): rows += line(of: layer, &run)
            case .area(let layer): rows += band(of: layer, &run)
            case .point(let points):
                let labels = labels(of: layer)
                rows += points.points.enumerated().map { index, point in
                    let label = [labels[index].map { SwiftText.literal($0.text) } ?? "nil", ".\(labels[index]?.side ?? "top")"]
                    return series(points.series) + [shortPlace(point.x), SwiftText.number(point.y)] + (hasPointLabels ? label : [])
                }
            case .cell(let layer):
                rows += layer.cells.compactMap { cell in
                    guard let value = cell.value else { return nil }
                    let row = SwiftText.literal(rowNames[min(max(0, cell.row), rowNames.count - 1)])
                    return span(cell.start, cell.end) + [row, SwiftText.number(value)] + partial(.cells, cell.completeness)
                }
            case .rule: break
            }
        }
        return rows
    }

    private func series(_ index: Int) -> [String] { hasSeries ? [SwiftText.literal(seriesNames[index])] : [] }

    private func span(_ start: Double, _ end: Double) -> [String] {
        axis == .names ? [shortPlace(start)] : [shortPlace(start), shortPlace(end)]
    }

    private func partial(_ kind: MarkGroup.Kind, _ completeness: Completeness) -> [String] {
        hasPartial(kind) ? [String(completeness != .whole)] : []
    }

    private func bar(of bar: BarLayer.Bar, _ series: Int, isStacked: Bool) -> [String]? {
        guard let low = bar.low, let high = bar.high else { return nil }
        let ends = barsHaveEnds ? [low, high] : [isStacked ? high - low : high]
        return self.series(series) + span(bar.start, bar.end) + ends.map(SwiftText.number) + partial(.bars, bar.completeness)
    }

    /// A line ends at a gap, and where it changes between solid and dashed.
    private func line(of layer: LineLayer, _ run: inout Int) -> [[String]] {
        var rows: [[String]] = []
        var last: LineLayer.Point?
        var isDashed = false
        func row(_ point: LineLayer.Point) -> [String] {
            series(layer.series) + [String(run), shortPlace(point.x), SwiftText.number(point.y ?? 0)]
                + (hasPartial(.lines) ? [String(isDashed)] : [])
        }
        for point in layer.points {
            guard point.y != nil else {
                last = nil
                continue
            }
            let isPartial = point.completeness != .whole
            if last == nil {
                run += 1
                isDashed = false
            }
            if let last, isPartial != isDashed {
                run += 1
                isDashed = isPartial
                rows.append(row(last))
            }
            rows.append(row(point))
            last = point
        }
        return rows
    }

    private func band(of layer: AreaLayer, _ run: inout Int) -> [[String]] {
        var rows: [[String]] = []
        var isOpen = false
        for point in layer.points {
            guard let low = point.low, let high = point.high else {
                isOpen = false
                continue
            }
            if !isOpen { run += 1 }
            isOpen = true
            rows.append(series(layer.series) + [String(run), shortPlace(point.x), SwiftText.number(low), SwiftText.number(high)])
        }
        return rows
    }
}

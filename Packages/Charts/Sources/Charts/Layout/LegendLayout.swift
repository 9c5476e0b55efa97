import Foundation
import SwiftUI

/// An entry of a legend.
package struct LegendEntry: Hashable, Sendable {
    package var name: String
    package var fill: Fill
    package var symbol: BasicChartSymbolShape
    /// The line of a series. Nil if it has only a symbol.
    package var line: StrokeStyle?
}

/// The legend as a view node, with its entries.
@MainActor package struct LegendBuilder {
    package let model: ChartModel
    package let styles: StyleScales
    package let environment: EnvironmentValues

    /// The entries in the order of the domain. Values that share a name have one entry.
    package var entries: [LegendEntry] {
        guard styles.numbers == nil else { return [] }
        var entries: [LegendEntry] = []
        for domain in [styles.styleDomain, styles.symbolDomain, styles.lineDomain] {
            for value in domain where !entries.contains(where: { $0.name == MarkWords.text(of: value, unit: nil, model) }) {
                entries.append(entry(of: value))
            }
        }
        return entries
    }

    private func entry(of value: PlotValue) -> LegendEntry {
        let isColor = styles.styleDomain.contains(value)
        let fill = isColor ? styles.fill(of: value, in: environment.style) : environment.fill(Color.secondary)
        let symbol = styles.symbolDomain.contains(value) ? styles.symbol(of: value) as? BasicChartSymbolShape : nil
        return LegendEntry(
            name: MarkWords.text(of: value, unit: nil, model), fill: fill, symbol: symbol ?? .circle,
            line: styles.lineDomain.contains(value) ? styles.line(of: value) : nil)
    }

    /// True if the chart has a legend.
    package var isShown: Bool {
        let settings = model.settings.legend
        if settings.visibility == .hidden { return false }
        return settings.content != nil || styles.numbers != nil || !entries.isEmpty
    }

    /// Returns the legend in a width.
    package func node(width: CGFloat) -> any ViewNode {
        if let content = model.settings.legend.content { return content.layoutNode(in: environment) }
        if let numbers = styles.numbers { return ramp(numbers, width: width) }
        let nodes = entries.map(node)
        let isColumn = [.leading, .trailing].contains(model.settings.legend.position)
        if isColumn { return StackNode(axis: .vertical, horizontal: .leading, spacing: 4, children: nodes) }
        return StackNode(axis: .vertical, horizontal: .leading, spacing: 4, children: rows(nodes, width: width))
    }

    /// Returns entries in rows of at most a width.
    private func rows(_ nodes: [any ViewNode], width: CGFloat) -> [any ViewNode] {
        let gap = environment.pictureCell.map { $0.width * 2 } ?? 10
        var rows: [[any ViewNode]] = [[]]
        var used: CGFloat = 0
        for node in nodes {
            let own = node.size(for: .unspecified).width
            if used > 0, used + gap + own > width {
                rows.append([])
                used = 0
            }
            used += (used > 0 ? gap : 0) + own
            rows[rows.count - 1].append(node)
        }
        return rows.map { StackNode(axis: .horizontal, spacing: gap, children: $0) }
    }

    private func node(of entry: LegendEntry) -> any ViewNode {
        // Signs and names start at whole characters of a terminal.
        let cell = environment.pictureCell
        let size = cell.map { CGSize(width: $0.width * (entry.line == nil ? 1 : 3), height: 8) }
        let sign = SolidNode(size: size ?? CGSize(width: entry.line == nil ? 8 : 20, height: 8)) { frame, context in
            if let line = entry.line {
                let path = Path { $0.addLines([CGPoint(x: frame.minX, y: frame.midY), CGPoint(x: frame.maxX, y: frame.midY)]) }
                context.stroke(path, with: entry.fill, style: line)
            } else if let character = context.character(at: frame.center) {
                context.fill(Path(character), with: entry.fill, in: character)
            } else if entry.symbol.isOpen {
                context.stroke(entry.symbol.path(in: frame), with: entry.fill, style: StrokeStyle(lineWidth: 1.5))
            } else {
                context.fill(entry.symbol.path(in: frame), with: entry.fill, in: frame)
            }
        }
        guard let cell else { return StackNode(axis: .horizontal, spacing: 5, children: [sign, text(entry.name)]) }
        let label = text(entry.name)
        let characters = max(CGFloat(entry.name.count), (label.size(for: .unspecified).width / cell.width).rounded(.up))
        let name = FixedFrameNode(width: cell.width * characters, height: nil, alignment: .leading, content: label)
        return StackNode(axis: .horizontal, spacing: cell.width, children: [sign, name])
    }

    /// Returns a bar of the colors of numbers, with its ends.
    private func ramp(_ numbers: ClosedRange<Double>, width: CGFloat) -> any ViewNode {
        let stops = (0...8).map { Fill.Stop(tone: styles.ramp(Double($0) / 8, in: environment.style).tone, location: Double($0) / 8) }
        let bar = SolidNode(size: CGSize(width: min(120, width / 2), height: 8)) { frame, context in
            context.fill(Path(frame), with: .linear(stops, from: .leading, to: .trailing), in: frame)
        }
        let low = text(ValueText.number(numbers.lowerBound))
        let high = text(ValueText.number(numbers.upperBound))
        return StackNode(axis: .horizontal, spacing: 5, children: [low, bar, high])
    }

    /// Returns a text of the legend.
    private func text(_ string: String) -> any ViewNode {
        var environment = environment
        environment.font = .caption
        environment.style.foreground = environment.fill(Color.secondary)
        return Text(verbatim: string).lineLimit(1).layoutNode(in: environment)
    }
}

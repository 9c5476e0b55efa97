import Foundation
import SwiftUI

/// A chart in sentences, for people who cannot see it.
@MainActor package struct ChartWords {
    private let model: ChartModel
    private let marks: [ExtendedMark]
    private let layout: ChartLayout

    package init(layout: ChartLayout) {
        self.layout = layout
        model = layout.model
        marks = layout.model.marks.filter { !$0.spec.attributes.isHidden && !$0.isMissing }
    }

    /// The sentences: what is drawn, the series with their ranges, and the lines of reference.
    package var text: String {
        guard !marks.isEmpty else { return "An empty chart." }
        return ([subject] + seriesSentences + ruleSentences).joined(separator: " ")
    }

    private var subject: String {
        let names: [(MarkKind, String)] = [
            (.bar, "Bar chart"), (.line, "Line chart"), (.area, "Area chart"), (.point, "Point chart"), (.rectangle, "Heatmap"),
            (.sector, "Pie chart"), (.rule, "Chart of rules"),
        ]
        let kinds = Set(marks.map(\.spec.kind))
        let name = names.first { kinds.contains($0.0) }?.1 ?? "Chart"
        let values = marks.first { $0.spec.kind != .rule } ?? marks[0]
        let isLevel = values.growth == .horizontal
        let y = (isLevel ? values.spec.x : values.spec.y).channels.first?.label ?? values.spec.angle?.label ?? ""
        let x = (isLevel ? values.spec.y : values.spec.x).channels.first?.label ?? ""
        var sentence = name
        if !y.isEmpty { sentence += " of \(y)" }
        if !x.isEmpty, x != y { sentence += " by \(x)" }
        if let span = span(isLevel ? \.spec.y : \.spec.x) { sentence += ", \(span)" }
        return sentence + "."
    }

    /// Returns the first and the last value of a direction.
    private func span(_ path: KeyPath<ExtendedMark, MarkPlace>) -> String? {
        let channels = marks.filter { $0.spec.kind != .rule }.flatMap { $0[keyPath: path].channels }
        let numbers = channels.filter { $0.value.number != nil }
        guard let low = numbers.min(by: { ($0.value.number ?? 0) < ($1.value.number ?? 0) }),
            let high = numbers.max(by: { ($0.value.number ?? 0) < ($1.value.number ?? 0) })
        else { return nil }
        return "from \(MarkWords.text(of: low, model)) to \(MarkWords.text(of: high, model))"
    }

    private var seriesSentences: [String] {
        let shown = marks.filter { $0.spec.kind != .rule }
        let order = shown.reduce(into: [Int]()) { if !$0.contains($1.series) { $0.append($1.series) } }
        return order.prefix(8).compactMap { series in sentence(of: shown.filter { $0.series == series }, name: model.seriesNames[series]) }
    }

    private func sentence(of marks: [ExtendedMark], name: String) -> String? {
        func channel(_ mark: ExtendedMark) -> Channel? {
            if let angle = mark.spec.angle { return angle }
            let place = mark.growth == .horizontal ? mark.spec.x : mark.spec.y
            return place.channels.last { $0.value.number != nil }
        }
        let values = marks.compactMap { mark in channel(mark)?.value.number.map { (mark, $0) } }
        guard let low = values.min(by: { $0.1 < $1.1 }), let high = values.max(by: { $0.1 < $1.1 }) else { return nil }
        let count = "\(values.count) value\(values.count == 1 ? "" : "s")"
        let subject = name.isEmpty ? count.prefix(1).uppercased() + count.dropFirst() : "\(name): \(count)"
        func text(_ value: (ExtendedMark, Double)) -> String {
            let place = value.0.growth == .horizontal ? value.0.spec.y : value.0.spec.x
            let amount = channel(value.0).map { MarkWords.text(of: $0, model) } ?? ""
            return amount + (place.channels.first.map { " at " + MarkWords.text(of: $0, model) } ?? "")
        }
        if low.1 == high.1 { return "\(subject), \(channel(low.0).map { MarkWords.text(of: $0, model) } ?? "")." }
        return "\(subject), lowest \(text(low)), highest \(text(high))."
    }

    private var ruleSentences: [String] {
        marks.filter { $0.spec.kind == .rule }.prefix(6).compactMap { rule in
            let attributes = rule.spec.attributes
            if attributes.label != nil || attributes.value != nil {
                return [attributes.label, attributes.value].compactMap { $0 }.joined(separator: ": ") + "."
            }
            let channel = rule.spec.x.center ?? rule.spec.y.center
            return channel.map { "Line at \($0.label.isEmpty ? "" : $0.label + " ")\(MarkWords.text(of: $0, model))." }
        }
    }
}

import Foundation
import SwiftUI
@_spi(Guests) import TallyCharts

/// A chart in sentences, for people who cannot see it. The sentences are those of Tally's other charts.
@MainActor package struct ChartWords {
    private typealias Value = ChartAccount.Value
    private typealias Part = ChartAccount.Part

    private let model: ChartModel
    private let shown: [ExtendedMark]
    private let rules: [ExtendedMark]
    /// The direction of the values: that along which bars grow, or of the numbers next to names.
    private let isLevel: Bool
    private let times: PlaceWords?
    /// The values of lines.
    private let linePlaces: Set<Spot>

    package init(layout: ChartLayout) {
        model = layout.model
        let marks = model.marks.filter { !$0.spec.attributes.isHidden && !$0.isMissing }
        shown = marks.filter { $0.spec.kind != .rule }
        rules = marks.filter { $0.spec.kind == .rule }
        linePlaces = Set(shown.lazy.filter { $0.spec.kind == .line }.map(Spot.init))
        let first = shown.first ?? rules.first
        isLevel = first?.growth == .horizontal || first?.growth == nil && model.yKind == .category && model.xKind != .category
        let isDated = isLevel ? model.yKind == .date : model.xKind == .date
        times = isDated || (isLevel ? model.xKind : model.yKind) == .date ? Self.times(shown + rules, model) : nil
    }

    /// The description.
    package var text: String {
        var account = ChartAccount(
            amount: { [self] in amount($0) }, place: { [self] value in shown.indices.contains(value.row) ? place(shown[value.row]) : "" })
        (account.title, account.reach) = (title, reach)
        let kinds = Set(shown.map(\.spec.kind))
        let parts = parts
        let isStacked = parts.contains { $0.name == "total" }
        account.kind = kind(of: kinds, isStacked: isStacked)
        if isTimeline {
            (account.kind, account.details) = ("Timeline", timeline)
        } else {
            account.parts = parts
        }
        account.lines = rules.compactMap(line)
        return account.text
    }

    // MARK: The kind and the axes

    private func kind(of kinds: Set<MarkKind>, isStacked: Bool) -> String {
        var shapes: Set<ChartAccount.Shape> = rules.isEmpty ? [] : [.rule]
        for kind in kinds {
            switch kind {
            case .bar: shapes.insert(.bar)
            case .line: shapes.insert(.line)
            case .area: shapes.insert(.area)
            case .point: if shown.contains(where: { $0.spec.kind == .point && !isOnLine($0) }) { shapes.insert(.point) }
            case .rectangle: if shown.contains(where: isCell) { shapes.insert(.cell) }
            case .sector: shapes.insert(.sector)
            case .rule: break
            }
        }
        let name = ChartAccount.kind(
            of: shapes, isStacked: isStacked, isGrouped: shown.contains { $0.spec.attributes.positionBy != nil })
        if name == "Point chart", model.xKind == .number, model.yKind == .number { return "Scatter plot" }
        return name.isEmpty ? "Chart" : name
    }

    private var title: String {
        guard let first = shown.first ?? rules.first else { return "" }
        let (value, place) = isLevel ? (first.spec.x, first.spec.y) : (first.spec.y, first.spec.x)
        if isCell(first) {
            let names = [first.spec.attributes.style?.channel?.label, place.channels.first?.label, value.channels.first?.label]
            return names.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " by ")
        }
        let amount = value.channels.first?.label ?? first.spec.angle?.label ?? ""
        let name = first.spec.angle == nil ? place.channels.first?.label ?? "" : first.spec.attributes.style?.channel?.label ?? ""
        return name.isEmpty || name == amount ? amount : amount.isEmpty ? name : "\(amount) by \(name)"
    }

    private var reach: String {
        let across = shown.filter { $0.spec.kind != .sector }
        guard !across.isEmpty else { return "" }
        switch isLevel ? model.yKind : model.xKind {
        case .date: return times?.reach ?? ""
        case .category:
            let names = Self.distinct(across.flatMap { (isLevel ? $0.spec.y : $0.spec.x).channels }.map(\.value.text))
            return names.count <= 3 ? names.joined(separator: ", ") : "\(names[0]) to \(names[names.count - 1])"
        case .number:
            let numbers = across.flatMap { isLevel ? $0.y.numbers : $0.x.numbers }
            guard let low = numbers.min(), let high = numbers.max() else { return "" }
            return low == high ? ValueText.number(low) : "\(ValueText.number(low)) to \(ValueText.number(high))"
        }
    }

    private static func distinct(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// The words of the dates of a chart.
    private static func times(_ marks: [ExtendedMark], _ model: ChartModel) -> PlaceWords? {
        var (low, high, isEndOpen) = (Double.infinity, -Double.infinity, false)
        for mark in marks {
            for (kind, extent) in [(model.xKind, mark.x), (model.yKind, mark.y)] where kind == .date {
                guard let ends = extent.ends else { continue }
                if ends.high >= high { isEndOpen = ends.low < ends.high }
                (low, high) = (min(low, ends.low), max(high, ends.high))
            }
        }
        guard low <= high else { return nil }
        return PlaceWords(
            zone: ChartZone(model.calendar.timeZone.identifier) ?? .utc, extent: milliseconds(low)...milliseconds(high),
            isEndOpen: isEndOpen)
    }

    private static func milliseconds(_ seconds: Double) -> Double {
        ((seconds + Date.timeIntervalBetween1970AndReferenceDate) * 1000).rounded()
    }

    // MARK: Values

    private func isCell(_ mark: ExtendedMark) -> Bool {
        mark.spec.kind == .rectangle && mark.spec.attributes.style?.channel?.value.number != nil
    }

    private func amount(_ number: Double) -> String {
        guard (isLevel ? model.xKind : model.yKind) == .date, let times else { return ValueText.number(number) }
        let moment = Self.milliseconds(number)
        return times.range(moment, moment)
    }

    private func place(_ mark: ExtendedMark) -> String {
        guard mark.spec.kind != .sector else { return name(of: mark).isEmpty ? "" : "for \(name(of: mark))" }
        let (extent, channels) = isLevel ? (mark.y, mark.spec.y.channels) : (mark.x, mark.spec.x.channels)
        guard let channel = channels.first else { return "" }
        var text = ""
        switch channel.value {
        case .date:
            guard let times, let ends = extent.ends else { return "" }
            text = times.text(of: Value(from: 0, to: 0, start: Self.milliseconds(ends.low), end: Self.milliseconds(ends.high)))
        case .number: text = "\(channel.upper == nil ? "at" : "for") \(MarkWords.text(of: channel, model))"
        case .category(let name): text = "for \(name)"
        }
        guard isCell(mark), let row = mark.spec.y.channels.first else { return text }
        return "\(text), \(MarkWords.text(of: row, model))"
    }

    private func name(of mark: ExtendedMark) -> String { model.seriesNames[mark.series] }

    /// Returns the value of a mark, or its two ends. The row is its index.
    private func value(of index: Int) -> Value? {
        let mark = shown[index]
        let (own, other) = isLevel ? (mark.spec.x, mark.y) : (mark.spec.y, mark.x)
        var numbers = own.channels.compactMap(\.value.number)
        if let angle = mark.spec.angle { numbers = [angle.value.number].compactMap { $0 } }
        if isCell(mark) { numbers = [mark.spec.attributes.style?.channel?.value.number].compactMap { $0 } }
        guard let low = numbers.min(), let high = numbers.max() else { return nil }
        let place = other.ends ?? (Double(index), Double(index))
        return Value(from: low, to: high, start: place.low, end: place.high, row: index)
    }

    // MARK: Series

    private struct Strand: Hashable {
        var kind: MarkKind
        var series: Int
    }

    private var parts: [Part] {
        var order: [Strand] = []
        var values: [Strand: [Value]] = [:]
        for index in shown.indices {
            let mark = shown[index]
            let strand = Strand(kind: mark.spec.kind, series: isCell(mark) || mark.spec.kind == .sector ? -1 : mark.series)
            guard mark.spec.kind != .point || !isOnLine(mark), let value = value(of: index) else { continue }
            if values[strand] == nil { order.append(strand) }
            values[strand, default: []].append(value)
        }
        let missing = Dictionary(
            grouping: model.marks.filter { $0.isMissing && !$0.spec.attributes.isHidden && $0.spec.curve == nil },
            by: { Strand(kind: $0.spec.kind, series: $0.series) })
        var parts = order.map { strand in
            let own = values[strand] ?? []
            let isOrdered = (isLevel ? model.yKind : model.xKind) == .date || strand.kind == .line
            return Part(
                name: strand.series < 0 ? "" : model.seriesNames[strand.series],
                values: isOrdered ? own.sorted { $0.start < $1.start } : own, missing: missing[strand]?.count ?? 0,
                areRanges: own.contains { $0.low != $0.high }, isOrdered: isOrdered && strand.kind != .sector)
        }
        // A color for each bar is not a series.
        if parts.count > 1, Set(order.map(\.kind)).count == 1, parts.allSatisfy({ $0.values.count == 1 }) {
            parts = [Part(name: "", values: parts.flatMap(\.values), missing: parts.reduce(0) { $0 + $1.missing }, isOrdered: false)]
        } else if let total = total(order.filter { $0.kind == .bar || $0.kind == .area }.compactMap { values[$0] }) {
            parts.insert(total, at: 0)
        }
        return parts
    }

    /// Returns the sums of stacked bars or areas. Nil if none are stacked.
    private func total(_ stacked: [[Value]]) -> Part? {
        let isStacked = stacked.joined().contains { value in
            let mark = shown[value.row]
            guard mark.growth != nil, (mark.spec.stacking ?? .unstacked) != .unstacked else { return false }
            let ends = isLevel ? mark.x.ends : mark.y.ends
            return ends.map { $0.low != 0 && $0.high != 0 } ?? false
        }
        guard stacked.count > 1, isStacked else { return nil }
        var sums: [PlotValue: Value] = [:]
        for value in stacked.joined() {
            let mark = shown[value.row]
            let key = isLevel ? mark.y.key : mark.x.key
            guard var sum = sums[key] else {
                sums[key] = value
                continue
            }
            sum.low += value.low
            sum.high = sum.low
            sums[key] = sum
        }
        let isOrdered = (isLevel ? model.yKind : model.xKind) == .date
        return Part(name: "total", values: sums.values.sorted { ($0.start, $0.row) < ($1.start, $1.row) }, isOrdered: isOrdered)
    }

    /// True for a point that only marks a value of a line.
    private func isOnLine(_ mark: ExtendedMark) -> Bool { linePlaces.contains(Spot(mark)) }

    private struct Spot: Hashable {
        var series: Int
        var x: MarkExtent
        var y: MarkExtent

        init(_ mark: ExtendedMark) { (series, x, y) = (mark.series, mark.x, mark.y) }
    }

    // MARK: Timelines and lines

    /// True for spans of time in rows with names, such as sleep stages.
    private var isTimeline: Bool {
        model.xKind == .date && model.yKind == .category && !shown.isEmpty
            && shown.allSatisfy { $0.spec.kind == .bar && $0.spec.x.channels.count == 2 }
    }

    private var timeline: [String] {
        let names = Self.distinct(shown.compactMap { $0.spec.y.channels.first?.value.text })
        let spans = Dictionary(grouping: shown, by: { $0.spec.y.channels.first?.value.text ?? "" })
        return names.prefix(6).map { name in
            let own = (spans[name] ?? []).compactMap { mark in
                mark.x.ends.map { (start: Self.milliseconds($0.low), end: Self.milliseconds($0.high)) }
            }
            return ChartAccount.periods(name, own) { times?.range($0, $1) ?? "" }
        } + (names.count > 6 ? ["\(names.count - 6) more rows"] : [])
    }

    private func line(_ rule: ExtendedMark) -> String? {
        let attributes = rule.spec.attributes
        if attributes.label != nil || attributes.value != nil {
            return [attributes.label, attributes.value].compactMap { $0 }.joined(separator: ": ")
        }
        guard let channel = rule.spec.x.center ?? rule.spec.y.center else { return nil }
        return [channel.label, MarkWords.text(of: channel, model)].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

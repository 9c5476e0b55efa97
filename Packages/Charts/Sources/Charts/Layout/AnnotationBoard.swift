import Foundation
import SwiftUI
@_spi(Guests) import TallyCharts

/// The areas of a chart that annotations with text have taken. The first annotation that asks for an area gets it.
@MainActor package struct AnnotationBoard {
    private var labels: LabelBoard
    /// The texts that annotations have at the places of the code. A loop may repeat one for each element.
    private var known: [CGRect: Set<[String]>] = [:]
    /// The rules of the chart, with the places of their marks.
    private let rules: [(mark: Int, frame: CGRect)]

    package init(_ layout: ChartLayout) {
        // The board only asks for room. Annotations were moved into the chart before, if they have to stay there.
        labels = LabelBoard(frame: Frame(x: -1e6, y: -1e6, width: 2e6, height: 2e6), spacing: 2)
        for part in layout.titles + [layout.legend].compactMap({ $0 }) { labels.take(Self.trimmed(part.frame)) }
        rules = layout.model.marks.enumerated().compactMap { index, mark in
            guard mark.spec.kind == .rule, let frame = layout.plot.frame(of: mark) else { return nil }
            return (index, frame.offsetBy(dx: layout.plotFrame.minX, dy: layout.plotFrame.minY).insetBy(dx: -0.5, dy: -0.5))
        }
    }

    /// Takes the first of several places that is free of other texts, and of rules if one is. Nil if none is free, or if an earlier
    /// annotation says the same at the first place.
    package mutating func take(_ places: [CGRect], for texts: [String], of mark: Int) -> CGRect? {
        guard known[places[0], default: []].insert(texts).inserted else { return nil }
        let free = places.filter { labels.isFree(Self.trimmed($0)) }
        let best = free.first { place in !rules.contains { $0.mark != mark && $0.frame.intersects(place) } }
        guard let place = best ?? free.first else { return nil }
        labels.take(Self.trimmed(place))
        return place
    }

    /// Returns a frame without the space above and below letters.
    private static func trimmed(_ frame: CGRect) -> Frame {
        let trim = min(2, frame.height * 0.1)
        return Frame(
            x: Double(frame.minX), y: Double(frame.minY + trim), width: Double(frame.width), height: Double(frame.height - 2 * trim))
    }
}

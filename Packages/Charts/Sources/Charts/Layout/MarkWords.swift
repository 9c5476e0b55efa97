import Foundation
import SwiftUI

/// The values of a mark in words.
package struct MarkWords {
    /// The horizontal value, then the vertical value with the name of its series.
    package let lines: [String]

    package init(mark: ExtendedMark, model: ChartModel) {
        let attributes = mark.spec.attributes
        if attributes.label != nil || attributes.value != nil {
            lines = [attributes.label, attributes.value].compactMap { $0 }
            return
        }
        let x = Self.text(of: mark.spec.x, model)
        let y = Self.text(of: mark.spec.y, model)
        let series = model.seriesNames[mark.series]
        let labels = mark.spec.y.channels.first?.label ?? ""
        let value = [series.isEmpty ? labels : series, y].filter { !$0.isEmpty }.joined(separator: ": ")
        lines = [x, value].filter { !$0.isEmpty }
    }

    private static func text(of place: MarkPlace, _ model: ChartModel) -> String {
        place.channels.map { text(of: $0, model) }.joined(separator: " – ")
    }

    /// Returns a value in words. A unit of the calendar has its usual name.
    package static func text(of channel: Channel, _ model: ChartModel) -> String {
        if let upper = channel.upper { return text(of: channel.value, unit: nil, model) + " – " + text(of: upper, unit: nil, model) }
        return text(of: channel.value, unit: channel.unit, model)
    }

    /// Returns a value in words.
    package static func text(of value: PlotValue, unit: DateUnit?, _ model: ChartModel) -> String {
        guard case .date(let seconds) = value else { return value.text }
        return AxisTicks.words(seconds, component: unit?.component, calendar: model.calendar)
    }
}

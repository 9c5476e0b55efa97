import Foundation
import SwiftUI
@_spi(Guests) import TallyCharts

/// Statements of a modifier about the scale of styles, symbols or lines.
package struct EncodingChoice<Visual> {
    package var domain: [PlotValue]?
    package var visuals: [Visual] = []
    package var mapping: ((PlotValue) -> Visual)?
    /// How numbers are spread over the visuals.
    package var type: ScaleType?

    package init() {}

    /// Returns what stands for a value, which is at a place in the domain. Nil if nothing is given.
    package func visual(of value: PlotValue, at place: Int) -> Visual? {
        if let mapping { return mapping(value) }
        return visuals.isEmpty ? nil : visuals[place % visuals.count]
    }
}

/// The colors that charts give to values, if the code gives none.
package enum ChartColors {
    /// Returns the color of one of several equal series. The first is that of a chart with one series.
    package static func series(_ index: Int) -> Tone {
        let (light, dark) = (Palette.light.series, Palette.dark.series)
        return Tone(light[index % light.count].value, dark[index % dark.count].value)
    }

    /// Returns the color of a share of the greatest number, from 0 to 1.
    package static func ramp(_ share: Double) -> Tone {
        let (light, dark) = (Palette.light.ramp, Palette.dark.ramp)
        let place = min(1, max(0, share)) * Double(light.count - 1)
        let (index, rest) = (min(light.count - 2, Int(place)), place - Double(min(light.count - 2, Int(place))))
        return Tone(light[index].value, dark[index].value).mixed(with: Tone(light[index + 1].value, dark[index + 1].value), by: rest)
    }

    /// The color of gridlines.
    package static let grid = Tone(Palette.light.grid.value, Palette.dark.grid.value)
}

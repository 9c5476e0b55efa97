import Foundation
@_spi(Guests) import TallyCharts

/// Values as text.
package enum ValueText {
    /// Returns a number as all charts write it.
    package static func number(_ number: Double) -> String { DecimalText.text(number) }

    /// Returns a value in a format of Foundation. Nil if the format has other values.
    ///
    /// A format of dates that does not name a time zone has the one of the calendar, as the axis has.
    package static func text<Format: FormatStyle>(of value: PlotValue, format: Format, calendar: Calendar) -> String?
    where Format.FormatInput: Plottable, Format.FormatOutput == String {
        guard let input = Format.FormatInput(placed: value) else { return nil }
        guard var style = format as? Date.FormatStyle, let date = input as? Date else { return format.format(input) }
        if style.timeZone == .autoupdatingCurrent || style.timeZone == .current {
            style.timeZone = calendar.timeZone
            style.calendar.timeZone = calendar.timeZone
        }
        return style.format(date)
    }
}

import SwiftUI

#if canImport(UIKit)
import UIKit
#endif

/// The labels below a day: hours, which give way to the label of now.
struct HourLabels {
    var day: DateInterval
    var now: Date
    /// The width of the plot.
    var width: CGFloat
    var calendar: Calendar
    var locale: Locale

    private static let font = UIFont.preferredFont(forTextStyle: .caption2)
    private static let boldFont = UIFont.systemFont(ofSize: font.pointSize, weight: .bold)
    /// The least distance between labels.
    private static let spacing: CGFloat = 6

    /// Every sixth hour, or every third one if there is room, and the midnight after the day.
    var hours: [Date] {
        let step = width < 500 ? 6 : 3
        let hours = stride(from: 0, to: 24, by: step).compactMap { hour in
            calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day.start)
        }
        return hours + [day.end]
    }

    func text(of hour: Date) -> String { hour.formatted(style.hour()) }

    var nowText: String { now.formatted(style.hour().minute()) }

    /// The place on the label's width that is at its time: the middle, or what keeps the label inside.
    func anchor(of hour: Date) -> UnitPoint { anchor(of: hour, labelWidth: labelWidth(text(of: hour), Self.font)) }

    /// The same for the label of now.
    var nowAnchor: UnitPoint { anchor(of: now, labelWidth: labelWidth(nowText, Self.boldFont)) }

    /// False if the label of an hour would touch that of now.
    func isShown(_ hour: Date) -> Bool {
        let own = span(of: hour, labelWidth: labelWidth(text(of: hour), Self.font))
        let other = span(of: now, labelWidth: labelWidth(nowText, Self.boldFont))
        return own.upperBound + Self.spacing <= other.lowerBound || other.upperBound + Self.spacing <= own.lowerBound
    }

    private var style: Date.FormatStyle { Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone) }

    private func labelWidth(_ text: String, _ font: UIFont) -> CGFloat { text.size(withAttributes: [.font: font]).width }

    private func position(_ date: Date) -> CGFloat { width * date.timeIntervalSince(day.start) / day.duration }

    private func anchor(of date: Date, labelWidth: CGFloat) -> UnitPoint {
        UnitPoint(x: (position(date) - span(of: date, labelWidth: labelWidth).lowerBound) / labelWidth, y: 0)
    }

    private func span(of date: Date, labelWidth: CGFloat) -> ClosedRange<CGFloat> {
        let start = max(0, min(width - labelWidth, position(date) - labelWidth / 2))
        return start...(start + labelWidth)
    }
}

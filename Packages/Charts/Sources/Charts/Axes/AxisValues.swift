import Foundation

/// Chooses the values of a scale that are marked, with their usual labels.
package struct AxisValues {
    package let scale: PositionScale
    package let calendar: Calendar
    /// True if numbers are shares of a sum.
    package let isShare: Bool

    package init(scale: PositionScale, calendar: Calendar, isShare: Bool) {
        (self.scale, self.calendar, self.isShare) = (scale, calendar, isShare)
    }

    /// Returns the marked values in the order of the axis.
    ///
    /// - Parameters:
    ///   - count: the greatest number of automatic values
    ///   - fits: returns true if labels at positions do not touch
    package func places(_ values: AxisMarkValues, count: Int, fits: ([String], [CGFloat]) -> Bool) -> [AxisTickPlace] {
        switch values.kind {
        case .values(let values): return values.map { AxisTickPlace(value: $0, label: label(of: $0)) }
        case .step(let step): return multiples(of: step)
        case .calendar(let component, let count, let calendar):
            guard scale.kind == .date else { return automatic(count: count, least: nil, fits: fits) }
            return CalendarStride(component: component, count: count, calendar: self.calendar(calendar)).places(in: scale.domain)
        case .automatic(_, let least): return automatic(count: count, least: least, fits: fits)
        }
    }

    /// Returns a calendar of the code with the time zone of the environment, or that of the environment.
    private func calendar(_ given: Calendar?) -> Calendar { given ?? calendar }

    private func automatic(count: Int, least: Double?, fits: ([String], [CGFloat]) -> Bool) -> [AxisTickPlace] {
        switch scale.kind {
        case .category: return scale.categories.map { AxisTickPlace(value: .category($0), label: $0) }
        case .date: return dates(count: count, fits: fits)
        case .number:
            if scale.type == .log { return AxisTicks.powers(in: scale.domain, count: count) }
            var count = count
            if let least, least > 0 { count = min(count, Int((scale.domain.upperBound - scale.domain.lowerBound) / least)) }
            return AxisTicks.numbers(in: scale.domain, count: count, isShare: isShare)
        }
    }

    /// Returns round times with the most detailed wording that fits. With fewer times, more words fit.
    private func dates(count: Int, fits: ([String], [CGFloat]) -> Bool) -> [AxisTickPlace] {
        var most = max(1, count)
        while true {
            let (seconds, wordings) = AxisTicks.dates(in: scale.domain, count: most, calendar: calendar)
            let positions = seconds.map(scale.position)
            let fitting = wordings.first { fits($0, positions) }
            if let wording = fitting ?? (most == 1 ? wordings.last : nil) {
                return zip(seconds, wording).map { AxisTickPlace(value: .date($0), label: $1) }
            }
            guard most > 1 else { return [] }
            most = min(most - 1, max(1, seconds.count - 1))
        }
    }

    private func multiples(of step: Double) -> [AxisTickPlace] {
        let domain = scale.domain
        guard step > 0, (domain.upperBound - domain.lowerBound) / step < 1000 else { return [] }
        let first = (domain.lowerBound / step - 1e-9).rounded(.up)
        let last = (domain.upperBound / step + 1e-9).rounded(.down)
        guard first <= last else { return [] }
        return stride(from: first, through: last, by: 1).map { multiple in
            let value: PlotValue = scale.kind == .date ? .date(multiple * step) : .number(multiple * step)
            return AxisTickPlace(value: value, label: label(of: value))
        }
    }

    private func label(of value: PlotValue) -> String {
        switch value {
        case .number(let number): isShare ? ValueText.number(number * 100) + " %" : ValueText.number(number)
        case .date(let seconds): AxisTicks.moment(seconds, calendar: calendar)
        case .category(let name): name
        }
    }
}

/// The starts of units of a calendar.
package struct CalendarStride {
    package let component: Calendar.Component
    package let count: Int
    package let calendar: Calendar

    package init(component: Calendar.Component, count: Int, calendar: Calendar) {
        (self.component, self.count, self.calendar) = (component, count, calendar)
    }

    /// Returns the starts in a range, at most 1,000.
    package func places(in domain: ClosedRange<Double>) -> [AxisTickPlace] {
        let dates = dates(in: domain)
        let labels = AxisTicks.labels(every: count, component, in: domain, calendar: calendar)
        return dates.map { seconds in
            AxisTickPlace(
                value: .date(seconds), label: labels[seconds] ?? AxisTicks.moment(seconds, component: component, calendar: calendar))
        }
    }

    /// Returns the moments. Hours, minutes and seconds count from the start of the day, the hour and the minute, months and quarters from
    /// the start of the year, and days and weeks from the first one shown.
    package func dates(in domain: ClosedRange<Double>) -> [Double] {
        let start = Date(timeIntervalSinceReferenceDate: domain.lowerBound)
        let outer: Calendar.Component =
            switch component {
            case .hour: .day
            case .minute: .hour
            case .second: .minute
            case .month, .quarter: .year
            default: component
            }
        guard let first = calendar.dateInterval(of: outer, for: start)?.start else { return [] }
        if component == .hour, count > 1 { return clockHours(from: first, in: domain) }
        var found: [Double] = []
        var step = 0
        // A quarter is three months: calendars do not add quarters.
        let (unit, factor): (Calendar.Component, Int) = component == .quarter ? (.month, 3) : (component, 1)
        while step < 100_000, found.count < 1000, let date = calendar.date(byAdding: unit, value: step * count * factor, to: first) {
            let seconds = date.timeIntervalSinceReferenceDate
            if seconds > domain.upperBound { break }
            if seconds >= domain.lowerBound { found.append(seconds) }
            step += 1
        }
        return found
    }

    /// Returns the times at which the clock shows multiples of the count. Times that a clock change skips are left out.
    private func clockHours(from first: Date, in domain: ClosedRange<Double>) -> [Double] {
        var found: [Double] = []
        var day = first
        while day.timeIntervalSinceReferenceDate <= domain.upperBound, found.count < 1000 {
            for hour in stride(from: 0, to: 24, by: count) {
                guard let date = calendar.date(bySettingHour: hour, minute: 0, second: 0, of: day),
                    calendar.component(.hour, from: date) == hour, domain.contains(date.timeIntervalSinceReferenceDate)
                else { continue }
                found.append(date.timeIntervalSinceReferenceDate)
            }
            guard let next = calendar.date(byAdding: .day, value: 1, to: day) else { break }
            day = next
        }
        return found
    }
}

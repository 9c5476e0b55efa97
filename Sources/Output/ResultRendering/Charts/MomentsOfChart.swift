import CalendarIntervals
import HealthModel
import QueryPlan
import TallyCharts

/// The vertical lines of a result's charts: at a moment, or at a time of day on the axis of a day.
struct MomentsOfChart {
    private let lines: [ReferenceLine]
    private let header: ResultHeader
    private let zone: Zone

    /// The longest axis for a time of day, in milliseconds: a day, from any hour.
    private static let longest = 1.5 * Double(millisecondsPerDay)

    /// - Parameter table: A column of clock times has the times of day on its own axis.
    init(_ lines: [ReferenceLine], _ table: ResultTable) {
        let hasClock = table.columns.contains { $0.clock != nil }
        self.lines = lines.filter { line in
            if case .timeOfDay = line.place, hasClock { false } else { line.isAtTime }
        }
        header = table.header
        zone = table.header.calendarZone
    }

    /// Adds the lines to a chart.
    func add(to chart: inout LayeredChart) throws(ChartRefusal) {
        guard !lines.isEmpty else { return }
        guard case .time(let axis) = chart.x, let domain = axis.domain ?? chart.timeOfMarks else {
            throw ChartRefusal(
                reason: .noAxis, message: "this chart has no time axis for `rule` at a time", help: "draw days or hours, as in `by day`")
        }
        for line in lines {
            let places = try self.places(of: line, in: domain)
            if places.isEmpty {
                chart.notes.append("\(label(of: line, at: nil)) is outside the axis")
                chart.remarks.append("\(label(of: line, at: nil)) is outside the axis")
            }
            for place in places {
                let label = label(of: line, at: place)
                chart.series.append(ChartSeries(label, role: line.isNow ? .now : .reference, isInLegend: false))
                let mark = RuleLayer(series: chart.series.count - 1, at: .x(Double(place)), label: label, isDashed: !line.isNow)
                chart.layers.append(.rule(mark))
            }
        }
    }

    /// Returns the places of a line on the axis, in milliseconds.
    private func places(of line: ReferenceLine, in domain: ClosedRange<Double>) throws(ChartRefusal) -> [Int64] {
        switch line.place {
        case .moment(let instant, _):
            let place = header.isFloating ? header.zone.localMilliseconds(at: instant) : instant.milliseconds
            return domain.contains(Double(place)) ? [place] : []
        case .timeOfDay(let time):
            guard let first = Int64(exactly: domain.lowerBound.rounded()), let last = Int64(exactly: domain.upperBound.rounded()) else {
                return []
            }
            var places: [Int64] = []
            var date = zone.date(at: Instant(milliseconds: first))
            guard domain.upperBound - domain.lowerBound <= Self.longest else {
                throw ChartRefusal(
                    reason: .noAxis, message: "`rule at` a time of day needs the axis of a day, and this axis has several days",
                    help: "draw one day, such as `today`, or write a date, as in `rule at 2026-06-26 08:00`")
            }
            while true {
                let place = zone.instant(of: CivilDateTime(date: date, millisecondOfDay: Int(time))).milliseconds
                if place > last { return places }
                if place >= first { places.append(place) }
                date = date.adding(days: 1)
            }
        case .number, .amount, .average: return []
        }
    }

    private func label(of line: ReferenceLine, at place: Int64?) -> String {
        let text: String
        let times = TimeText(header)
        switch line.place {
        case .timeOfDay(let time): text = TimeText.minuteOfDay(Double(time))
        case .moment(let instant, let isNow):
            let place = place ?? instant.milliseconds
            if isNow {
                text = (line.label == nil ? "now " : "") + times.clock(place)
            } else {
                text = times.local(place, times.detail(of: [place]))
            }
        case .number, .amount, .average: text = ""
        }
        return line.label.map { "\($0) \(text)" } ?? text
    }
}

extension ReferenceLine {
    /// True for a line at a moment or at a time of day.
    var isAtTime: Bool {
        switch place {
        case .moment, .timeOfDay: true
        case .number, .amount, .average: false
        }
    }

    fileprivate var isNow: Bool { if case .moment(_, isNow: true) = place { true } else { false } }
}

extension LayeredChart {
    /// The time from the first to the last mark.
    fileprivate var timeOfMarks: ClosedRange<Double>? {
        let places = layers.flatMap { mark -> [Double] in
            switch mark {
            case .bar(let mark): mark.bars.flatMap { [$0.start, $0.end] }
            case .line(let mark): mark.points.map(\.x)
            case .area(let mark): mark.points.map(\.x)
            case .point(let mark): mark.points.map(\.x)
            case .rule, .cell: []
            }
        }
        guard let first = places.min(), let last = places.max() else { return nil }
        return first...last
    }
}

import TerminalText

/// A kind of wrong answer, which is recognized by its number.
package enum MistakeKind: String, Codable, CaseIterable, Sendable {
    case fromMidnight, otherDay, bothSources, oneSource, averageOfDays, middleValue, meanOfDays, missingAsZero, partialDay, readInUTC,
        readWithExportOffset, twentyFourHours, emptyHours, wholeSamples, insideSamples, timeInBed, calendarDay, otherNight, allDay,
        nightHours, lowestValue, untilMidnight, startedSamples, oneDayLess, lastDaysWithToday, total, otherHours, whileInBed, otherTimes
    case fraction, hours, metres, kilojoules, calories, percentTimesHundred, roundedTooFar, tooFewDigits, otherUnit, wrongUnit

    /// The kind in a few words, for the overview of a class.
    package var title: String {
        switch self {
        case .fromMidnight: "wrong anchor: the day starts at midnight"
        case .otherDay: "the day before or after"
        case .bothSources: "double counting: watch plus phone"
        case .oneSource: "only one of two devices"
        case .averageOfDays: "average of averages"
        case .middleValue: "median in place of the average"
        case .meanOfDays: "average in place of the median"
        case .missingAsZero: "missing days as zero"
        case .partialDay: "partial day as a whole day"
        case .readInUTC: "zone: clock times in UTC"
        case .readWithExportOffset: "zone: the UTC offset of the export"
        case .twentyFourHours: "clock change: 24 hours"
        case .emptyHours: "empty hours left out"
        case .wholeSamples: "whole samples at the edges"
        case .insideSamples: "samples at the edges left out"
        case .timeInBed: "time in bed in place of sleep"
        case .calendarDay: "calendar day in place of the night"
        case .otherNight: "the night before or after"
        case .allDay: "all readings in place of those asleep"
        case .nightHours: "hours of the night in place of sleep"
        case .lowestValue: "lowest value in place of the average"
        case .untilMidnight: "wrong anchor: the day ends at midnight"
        case .startedSamples: "whole samples that start in the interval"
        case .oneDayLess: "one day less: the last day is left out"
        case .lastDaysWithToday: "one day less: today is one of the last days"
        case .total: "total in place of the average"
        case .otherHours: "the night from other hours"
        case .whileInBed: "readings in bed in place of those asleep"
        case .otherTimes: "other clock times than those of the question"
        case .fraction: "fraction in place of percent"
        case .hours: "hours in place of minutes"
        case .metres: "metres in place of kilometres"
        case .kilojoules: "kilojoules in place of kilocalories"
        case .calories: "calories in place of kilocalories"
        case .percentTimesHundred: "percent times 100"
        case .roundedTooFar: "rounded too far"
        case .tooFewDigits: "too few digits to tell"
        case .otherUnit: "another unit"
        case .wrongUnit: "wrong unit"
        }
    }

    /// The reason why a number is wrong, in a sentence or two.
    ///
    /// - Parameters:
    ///   - detail: that of the mistake.
    ///   - isWritten: true for a number without a query, from which the steps of the student can't be seen.
    func reason(_ given: String, detail: String? = nil, isWritten: Bool = false) -> String {
        switch self {
        case .fromMidnight: "Your day starts at midnight: \(given) is the calendar day. Use `anchor` with the time in the question."
        case .otherDay: "\(given) belongs to the day before or after. A day has the date on which it starts."
        case .bothSources: "You counted the watch and the phone: \(given) is their sum. What both recorded counts once."
        case .oneSource: "\(given) is from one device only. Where only the other one recorded something, that counts, too."
        case .averageOfDays: "\(given) is the average of the daily averages. Days with few readings count in it as much as days with many."
        case .middleValue: "\(given) is the median. The question is about the average."
        case .meanOfDays: "\(given) is the average. The question is about the median, the day in the middle."
        case .missingAsZero: "You counted days without data as zero: that gives \(given). They are missing, so leave them out."
        case .partialDay: "You counted today as a whole day: that gives \(given). Today is not over."
        case .readInUTC:
            isWritten
                ? "You get \(given) if you read the clock times in UTC. They are local times."
                : "You read the clock times in UTC: that gives \(given). They are local times."
        case .readWithExportOffset:
            isWritten
                ? "You get \(given) if you use the UTC offset of the export. On that date, the clocks had another offset."
                : "You used the UTC offset of the export: that gives \(given). On that date, the clocks had another offset."
        case .twentyFourHours: "You divided by 24 hours: that gives \(given). The clocks changed, so this day has another length."
        case .emptyHours: "You left out the hours without data: that gives \(given). Nothing was counted in them, so they are zero."
        case .wholeSamples: "You counted whole samples that only begin or end in the interval: that gives \(given)."
        case .insideSamples: "You left out the samples that cross the start or the end: that gives \(given)."
        case .timeInBed: "\(given) is the time in bed. The question is about the time asleep."
        case .calendarDay:
            "\(given) is the sleep of the calendar day, from midnight to midnight. \(detail ?? "A night starts in the evening before.")"
        case .otherNight: "\(given) is another night, the one before or after."
        case .allDay: "\(given) counts all readings. The question is about those while you were asleep."
        case .nightHours: "\(given) counts the readings from midnight to 06:00. You were not asleep at all of these times, and at others."
        case .lowestValue: "\(given) is the lowest value. The question is about the average."
        case .untilMidnight: "\(given) ends at midnight. In this study, the day ends at the same time on the next date."
        case .startedSamples: "You counted whole samples that start in the interval, and left out the one before: that gives \(given)."
        case .oneDayLess:
            detail.map { "You left out the last night: that gives \(given). \($0)" }
                ?? "You left out the last day: that gives \(given). `to` ends before its date, so name the day after it, or use `between`."
        case .lastDaysWithToday:
            "You counted one day less: that gives \(given). Today is one of the last days, unless you ask for full days."
        case .total: "\(given) is the total. The question is about the average."
        case .otherHours: "You counted the night from other hours: that gives \(given). Use the hours in the question."
        case .whileInBed: "\(given) counts the readings while you were in bed. The question is about those while you were asleep."
        case .otherTimes: "\(detail ?? "Your clock times are not those of the question"): that gives \(given)."
        case .fraction: "\(given) is a fraction. The question asks for percent."
        case .hours: "\(given) is in hours. The question asks for minutes."
        case .metres: "\(given) is in metres. The question asks for kilometres."
        case .kilojoules: "\(given) is in kilojoules. The question asks for kilocalories."
        case .calories: "\(given) is in calories. The question asks for kilocalories."
        case .percentTimesHundred: "\(given) is the percentage times 100."
        case .roundedTooFar: "\(given) is the right number, rounded too far."
        case .tooFewDigits: "\(given) has too few digits: it can be the right number or that of a known mistake. Three digits are enough."
        case .otherUnit: "\(given) is the right amount. The question asks for another unit."
        case .wrongUnit: "The number of \(given) is right, and the unit is wrong."
        }
    }

    /// The lesson that explains the idea; nil if none does.
    package var lesson: String? {
        switch self {
        case .fromMidnight, .untilMidnight: "anchors"
        case .bothSources, .oneSource: "sources"
        case .averageOfDays: "averages"
        case .middleValue, .meanOfDays: "typical"
        case .missingAsZero: "missing"
        case .partialDay, .lastDaysWithToday, .oneDayLess, .wholeSamples, .insideSamples, .startedSamples: "range"
        case .readInUTC, .readWithExportOffset: "zones"
        case .twentyFourHours, .emptyHours: "clocks"
        case .timeInBed: "sleep"
        case .calendarDay, .otherNight, .otherHours: "nights"
        case .allDay, .nightHours, .whileInBed: "while"
        case .otherDay, .lowestValue, .total, .otherTimes: nil
        case .fraction, .hours, .metres, .kilojoules, .calories, .percentTimesHundred: nil
        case .roundedTooFar, .tooFewDigits, .otherUnit, .wrongUnit: nil
        }
    }

    /// The unit of the number of a slip; nil for other kinds.
    var unit: String? {
        switch self {
        case .fraction: "a fraction"
        case .hours, .metres, .kilojoules, .calories: rawValue
        default: nil
        }
    }

    /// True if the idea is right, and only the unit or the rounding is wrong. It earns half of the points.
    package var isSlip: Bool {
        switch self {
        case .fraction, .hours, .metres, .kilojoules, .calories, .percentTimesHundred: true
        case .roundedTooFar, .tooFewDigits, .otherUnit, .wrongUnit: true
        default: false
        }
    }
}

/// A likely wrong answer of a question, and how its number is computed.
package struct Mistake: Codable, Hashable, Sendable {
    package let kind: MistakeKind
    /// The query, whose number is multiplied by `factor`.
    package let query: String
    package let factor: Double
    /// A part of the reason that only fits this question; nil if the reason of the kind is enough.
    package let detail: String?

    init(_ kind: MistakeKind, _ query: String, times factor: Double = 1, detail: String? = nil) {
        (self.kind, self.query, self.factor, self.detail) = (kind, query, factor, detail)
    }

    /// Returns the mistake of clock times that are read with another UTC offset.
    ///
    /// - Parameter seconds: how much later the same times are by local clocks.
    init(_ kind: MistakeKind, _ query: String, later seconds: Int) {
        let minutes = abs(seconds) / 60
        let parts = [(minutes / 60, "hour"), (minutes % 60, "minute")].filter { $0.0 > 0 }.map { Wording.count($0.0, $0.1) }
        let direction = seconds < 0 ? "earlier" : "later"
        self.init(kind, query, detail: "Your times are \(parts.joined(separator: " and ")) \(direction) than those of the question")
    }
}

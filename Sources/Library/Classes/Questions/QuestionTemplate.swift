import CalendarIntervals

/// A question without its slots.
struct QuestionTemplate: Sendable {
    let name: String
    /// The lesson whose idea the question exercises.
    let lesson: String
    /// True if the question can be asked in this calendar.
    var suits: @Sendable (ClassCalendar) -> Bool = { _ in true }
    let draft: @Sendable (inout QuestionSlots) -> QuestionDraft

    /// The templates for lessons, in the order of questions.
    static func all(of lessons: [String]) -> [QuestionTemplate] { all.filter { lessons.contains($0.lesson) } }

    /// The lessons that have templates.
    static var lessons: [String] { all.reduce(into: []) { if !$0.contains($1.lesson) { $0.append($1.lesson) } } }

    static let all = days + averages + nights
}

/// A question with its slots, before its numbers are known.
struct QuestionDraft {
    var text: String
    var rounding: Rounding
    /// The query with the right answer.
    var right: String
    var mistakes: [Mistake]
}

extension QuestionTemplate {
    /// Amounts of a day or of a part of it.
    private static let days: [QuestionTemplate] = [
        QuestionTemplate(name: "anchor", lesson: "anchors") { slots in
            let (amount, hour, day) = (slots.pick([AskedAmount.steps, .energy]), slots.pick([10, 11, 12, 13, 14]), slots.day())
            let sum = amount.sum
            return QuestionDraft(
                text: "In this study, days start at \(hour.clock) and end at \(hour.clock) on the next date. How many \(amount.unit) do "
                    + "you have on the day that starts on \(day.named)?",
                rounding: amount.rounding, right: "\(sum) on \(day.iso) anchor \(hour.clock)",
                mistakes: [
                    Mistake(.fromMidnight, "\(sum) on \(day.iso)"),
                    Mistake(.otherDay, "\(sum) on \((day - 1).iso) anchor \(hour.clock)"),
                ])
        },
        QuestionTemplate(name: "sources", lesson: "sources") { slots in
            let (amount, day) = (slots.pick([AskedAmount.steps, .distance]), slots.day())
            let sum = "\(amount.sum) on \(day.iso)"
            return QuestionDraft(
                text: "A watch and a phone both count your steps. How many \(amount.unit) do you have on \(day.named)?",
                rounding: amount.rounding, right: sum,
                mistakes: [
                    Mistake(.bothSources, "\(sum) sources raw"), Mistake(.oneSource, "\(sum) where source contains \"Watch\""),
                    Mistake(.oneSource, "\(sum) where source contains \"iPhone\""),
                ] + (amount.rounding.decimals == 0 ? [] : [Mistake(.metres, sum, times: 1000)]))
        },
        QuestionTemplate(name: "edges", lesson: "range") { slots in
            let (day, hour, minute, length) = (
                slots.day(), slots.pick([10, 11, 14, 15, 16]), slots.pick([2, 3, 7, 8]), slots.pick([16, 21])
            )
            let clock = { (minutes: Int) in "\((hour * 60 + minutes) / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)" }
            let query = "sum restingEnergy in kcal from \(day.iso) \(clock(minute)) to \(day.iso) \(clock(minute + length))"
            return QuestionDraft(
                text: "Samples of resting energy last five minutes. How much resting energy did you use on \(day.named) from "
                    + "\(clock(minute)) to \(clock(minute + length))? Of a sample that crosses an end, only the part inside counts.",
                rounding: Rounding(decimals: 1, unit: "kilocalories"), right: query,
                mistakes: [Mistake(.wholeSamples, query + " edges overlap"), Mistake(.insideSamples, query + " strict")])
        },
        QuestionTemplate(name: "zone", lesson: "zones", suits: { $0.zoneDay != nil }) { slots in
            let day = slots.day(in: slots.calendar.zoneDay)
            let (amount, hour) = (slots.pick([AskedAmount.steps, .distance]), slots.pick([7, 11, 12, 16, 17, 18]))
            let query = "\(amount.sum) from \(day.iso) \(hour.clock) to \(day.iso) \((hour + 3).clock)"
            let export = slots.calendar.offset(slots.calendar.today)
            var mistakes = [Mistake(.readInUTC, query + " zone utc")]
            if export != slots.calendar.offset(day), export != 0 {
                mistakes.append(Mistake(.readWithExportOffset, query + " zone \(Self.offset(export))"))
            }
            return QuestionDraft(
                text: "How many \(amount.unit) do you have on \(day.named) between \(hour.clock) and \((hour + 3).clock), by the clocks of "
                    + "\(slots.calendar.zone.identifier)?",
                rounding: amount.rounding, right: query, mistakes: mistakes)
        },
        QuestionTemplate(name: "clock change", lesson: "clocks", suits: { $0.changedDay != nil }) { slots in
            let amount = slots.pick([AskedAmount.steps, .distance])
            let (day, hours) = slots.calendar.changedDay ?? (0, 24)
            let sum = "\(amount.sum) by hour on \(day.iso)"
            return QuestionDraft(
                text:
                    "The clocks changed on \(day.named). How many \(amount.unit) do you have per hour on that day, on average over all of "
                    + "its hours?",
                rounding: amount.rounding.finer, right: "\(sum) fill zero | average",
                mistakes: [
                    Mistake(.twentyFourHours, "\(sum) fill zero | average", times: Double(hours) / 24),
                    Mistake(.emptyHours, "\(sum) | average"),
                ])
        },
    ]

    /// Averages and medians of several days.
    private static let averages: [QuestionTemplate] = [
        QuestionTemplate(name: "readings", lesson: "averages") { slots in
            let days = slots.days(slots.pick([5, 6, 7, 8]))
            let range = "from \(days.first.iso) to \(days.end.iso)"
            return QuestionDraft(
                text: "What is the average of all readings of your heart rate from \(days.first.named) through \((days.end - 1).named)?",
                rounding: Rounding(decimals: 1, unit: "beats per minute"), right: "average heartRate \(range)",
                mistakes: [
                    Mistake(.averageOfDays, "average heartRate by day \(range) | average"),
                    Mistake(.middleValue, "median heartRate \(range)"),
                ])
        },
        QuestionTemplate(name: "missing days", lesson: "missing") { slots in
            let days = slots.days(slots.pick([12, 13, 14, 15]))
            let query = "sum activeEnergy in kcal by day from \(days.first.iso) to \(days.end.iso)"
            return QuestionDraft(
                text: "On some days the watch stayed in a drawer. How much active energy did you use per day from \(days.first.named) "
                    + "through \((days.end - 1).named), on average over the days with data?",
                rounding: Rounding(decimals: 1, unit: "kilocalories"), right: query + " | average",
                mistakes: [Mistake(.missingAsZero, query + " fill zero | average"), Mistake(.middleValue, query + " | median")])
        },
        QuestionTemplate(name: "today", lesson: "range") { slots in
            let (amount, count) = (slots.pick([AskedAmount.steps, .distance]), slots.pick([4, 5, 6, 7]))
            return QuestionDraft(
                text: "Today is not over. How many \(amount.unit) do you have per day, on average over the last \(count) full days?",
                rounding: amount.rounding, right: "\(amount.sum) by day last \(count) full days | average",
                mistakes: [
                    Mistake(.partialDay, "\(amount.sum) by day last \(count) days partial keep | average"),
                    Mistake(.partialDay, "\(amount.sum) by day last \(count + 1) days partial keep | average"),
                    Mistake(.bothSources, "\(amount.sum) by day last \(count) full days sources raw | average"),
                ])
        },
        QuestionTemplate(name: "median", lesson: "typical") { slots in
            let (amount, days) = (slots.pick([AskedAmount.steps, .distance]), slots.days(slots.pick([9, 11, 13])))
            let range = "by day from \(days.first.iso) to \(days.end.iso)"
            return QuestionDraft(
                text: "How many \(amount.unit) do you have on a typical day from \(days.first.named) through \((days.end - 1).named)? A "
                    + "typical day is the median of the days.",
                rounding: amount.rounding, right: "\(amount.sum) \(range) | median",
                mistakes: [
                    Mistake(.meanOfDays, "\(amount.sum) \(range) | average"),
                    Mistake(.bothSources, "\(amount.sum) \(range) sources raw | median"),
                ])
        },
        QuestionTemplate(name: "percent", lesson: "styles") { slots in
            let days = slots.days(slots.pick([6, 7, 8, 9]))
            let range = "from \(days.first.iso) to \(days.end.iso)"
            return QuestionDraft(
                text: "What is the average of all readings of your blood oxygen from \(days.first.named) through \((days.end - 1).named)?",
                rounding: Rounding(decimals: 2, unit: "percent"), right: "average oxygenSaturation \(range)",
                mistakes: [
                    Mistake(.lowestValue, "min oxygenSaturation \(range)"),
                    Mistake(.fraction, "average oxygenSaturation \(range)", times: 0.01),
                    Mistake(.percentTimesHundred, "average oxygenSaturation \(range)", times: 100),
                ])
        },
    ]

    /// Sleep.
    private static let nights: [QuestionTemplate] = [
        QuestionTemplate(name: "asleep", lesson: "sleep") { slots in
            let day = slots.day()
            let range = "from \((day - 1).iso) 18:00 to \(day.iso) 12:00"
            return QuestionDraft(
                text: "How long were you asleep in the night that ended on \(day.named)? A night lasts from 18:00 to 12:00.",
                rounding: Rounding(decimals: 1, unit: "minutes"), right: "duration sleep in min \(range)",
                mistakes: [
                    Mistake(.timeInBed, "duration time in bed in min \(range)"),
                    Mistake(.hours, "duration sleep in min \(range)", times: 1.0 / 60),
                ])
        },
        QuestionTemplate(name: "night", lesson: "nights") { slots in
            let day = slots.day()
            let night = { (end: Int) in "duration sleep in min from \((end - 1).iso) 18:00 to \(end.iso) 12:00" }
            return QuestionDraft(
                text: "How long did you sleep in the night that began in the evening of \(day.named)? A night lasts from 18:00 to 12:00.",
                rounding: Rounding(decimals: 1, unit: "minutes"), right: night(day + 1),
                mistakes: [
                    Mistake(.otherNight, night(day)), Mistake(.calendarDay, "duration sleep in min on \(day.iso)"),
                    Mistake(.calendarDay, "duration sleep in min on \((day + 1).iso)"),
                ])
        },
        QuestionTemplate(name: "while asleep", lesson: "while") { slots in
            let days = slots.days(slots.pick([4, 5, 6]))
            let range = "from \(days.first.iso) 18:00 to \(days.end.iso) 12:00"
            return QuestionDraft(
                text: "How many readings of your heart rate are from the time when you were asleep, from \(days.first.named) 18:00 to "
                    + "\(days.end.named) 12:00?",
                rounding: Rounding(decimals: 0, unit: "readings"), right: "count heartRate while sleep \(range)",
                mistakes: [
                    Mistake(.allDay, "count heartRate \(range)"),
                    Mistake(.nightHours, "count heartRate \(range) where hour of day < 6"),
                ])
        },
    ]

    /// Returns the UTC offset as queries write it.
    private static func offset(_ seconds: Int) -> String { ISO8601.text(offsetSeconds: seconds) }
}

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
    /// The mistakes of this question. Slips of the unit are in `rounding`.
    var mistakes: [Mistake]

    /// The mistakes with the right number in a wrong unit.
    var slips: [Mistake] { rounding.slips.map { Mistake($0.kind, right, times: $0.factor) } }
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
                    Mistake(.untilMidnight, "\(sum) from \(day.iso) \(hour.clock) to \((day + 1).iso)"),
                    Mistake(.otherDay, "\(sum) on \((day - 1).iso) anchor \(hour.clock)"),
                    Mistake(.otherDay, "\(sum) on \((day + 1).iso) anchor \(hour.clock)"),
                ] + slots.calendar.readInUTC("\(sum) on \(day.iso) anchor \(hour.clock)", on: [day, day + 1])
                    + amount.doubled("\(sum) on \(day.iso) anchor \(hour.clock)"))
        },
        QuestionTemplate(name: "sources", lesson: "sources") { slots in
            let (amount, day) = (slots.pick([AskedAmount.steps, .distance]), slots.day())
            let sum = "\(amount.sum) on \(day.iso)"
            return QuestionDraft(
                text: "A watch and a phone both record your steps and your distance. How many \(amount.unit) do you have on \(day.named)?",
                rounding: amount.rounding, right: sum,
                mistakes: [
                    Mistake(.bothSources, "\(sum) sources raw"), Mistake(.oneSource, "\(sum) where source contains \"Watch\""),
                    Mistake(.oneSource, "\(sum) where source contains \"iPhone\""),
                    Mistake(.otherDay, "\(amount.sum) on \((day - 1).iso)"), Mistake(.otherDay, "\(amount.sum) on \((day + 1).iso)"),
                ])
        },
        QuestionTemplate(name: "edges", lesson: "range") { slots in
            let (day, hour, minute, length) = (
                slots.day(), slots.pick([10, 11, 14, 15, 16]), slots.pick([2, 3, 7, 8]), slots.pick([16, 21])
            )
            let clock = { (minutes: Int) in "\((hour * 60 + minutes) / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)" }
            let sum = { (minute: Int) in "sum restingEnergy in kcal from \(day.iso) \(clock(minute)) to \(day.iso) " }
            let query = sum(minute) + clock(minute + length)
            // From the middle of the first sample that starts in the interval. Samples start at multiples of five minutes.
            let started = sum((minute + 4) / 5 * 5 + 2) + clock(minute + length) + " edges overlap"
            return QuestionDraft(
                text: "Samples of resting energy last five minutes. How much resting energy did you use on \(day.named) from "
                    + "\(clock(minute)) to \(clock(minute + length))? Of a sample that crosses an end, only the part inside counts.",
                rounding: Rounding(decimals: 1, unit: "kilocalories"), right: query,
                mistakes: [
                    Mistake(.wholeSamples, query + " edges overlap"), Mistake(.insideSamples, query + " strict"),
                    Mistake(.startedSamples, started),
                ])
        },
        QuestionTemplate(name: "zone", lesson: "zones", suits: { $0.zoneDay != nil }) { slots in
            let day = slots.day(in: slots.calendar.zoneDay)
            let (amount, hour) = (slots.pick([AskedAmount.steps, .distance]), slots.pick([7, 11, 12, 16, 17, 18]))
            let query = "\(amount.sum) from \(day.iso) \(hour.clock) to \(day.iso) \((hour + 3).clock)"
            let export = slots.calendar.offset(slots.calendar.today)
            var mistakes = slots.calendar.readInUTC(query, on: [day]) + amount.doubled(query)
            let later = slots.calendar.offset(day) - export
            if later != 0, export != 0 {
                mistakes.append(Mistake(.readWithExportOffset, query + " zone \(Self.offset(export))", later: later))
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
                    Mistake(.emptyHours, "\(sum) | average"), Mistake(.total, "\(amount.sum) on \(day.iso)"),
                    Mistake(.bothSources, "\(sum) fill zero sources raw | average"),
                ])
        },
    ]

    /// Averages and medians of several days.
    private static let averages: [QuestionTemplate] = [
        QuestionTemplate(name: "readings", lesson: "averages") { slots in
            let days = slots.days(slots.pick([5, 6, 7, 8]))
            let range = days.all
            return QuestionDraft(
                text: "What is the average of all readings of your heart rate from \(days.first.named) through \((days.end - 1).named)?",
                rounding: Rounding(decimals: 1, unit: "beats per minute"), right: "average heartRate \(range)",
                mistakes: [
                    Mistake(.averageOfDays, "average heartRate by day \(range) | average"),
                    Mistake(.middleValue, "median heartRate \(range)"),
                    Mistake(.oneDayLess, "average heartRate \(days.allButLast)"),
                ])
        },
        QuestionTemplate(name: "missing days", lesson: "missing") { slots in
            let days = slots.days(slots.pick([12, 13, 14, 15]))
            let sum = AskedAmount.energy.sum
            let query = "\(sum) by day \(days.all)"
            return QuestionDraft(
                text: "On some days the watch stayed in a drawer. How much active energy did you use per day from \(days.first.named) "
                    + "through \((days.end - 1).named), on average over the days with data?",
                rounding: Rounding(decimals: 1, unit: "kilocalories"), right: query + " | average",
                mistakes: [
                    Mistake(.missingAsZero, query + " fill zero | average"), Mistake(.middleValue, query + " | median"),
                    Mistake(.total, "\(sum) \(days.all)"), Mistake(.oneDayLess, "\(sum) by day \(days.allButLast) | average"),
                ])
        },
        QuestionTemplate(name: "today", lesson: "range") { slots in
            let (amount, count) = (slots.pick([AskedAmount.steps, .distance]), slots.pick([4, 5, 6, 7]))
            return QuestionDraft(
                text: "Today is not over. How many \(amount.unit) do you have per day, on average over the last \(count) full days?",
                rounding: amount.rounding, right: "\(amount.sum) by day last \(count) full days | average",
                mistakes: [
                    Mistake(.partialDay, "\(amount.sum) by day last \(count) days partial keep | average"),
                    Mistake(.partialDay, "\(amount.sum) by day last \(count + 1) days partial keep | average"),
                    Mistake(.lastDaysWithToday, "\(amount.sum) by day last \(count) days | average"),
                    Mistake(.total, "\(amount.sum) last \(count) full days"),
                    Mistake(.bothSources, "\(amount.sum) by day last \(count) full days sources raw | average"),
                ])
        },
        QuestionTemplate(name: "median", lesson: "typical") { slots in
            let (amount, days) = (slots.pick([AskedAmount.steps, .distance]), slots.days(slots.pick([9, 11, 13])))
            let range = "by day \(days.all)"
            return QuestionDraft(
                text: "How many \(amount.unit) do you have on a typical day from \(days.first.named) through \((days.end - 1).named)? A "
                    + "typical day is the median of the days.",
                rounding: amount.rounding, right: "\(amount.sum) \(range) | median",
                mistakes: [
                    Mistake(.meanOfDays, "\(amount.sum) \(range) | average"),
                    Mistake(.bothSources, "\(amount.sum) \(range) sources raw | median"),
                    Mistake(.oneDayLess, "\(amount.sum) by day \(days.allButLast) | median"),
                ])
        },
        QuestionTemplate(name: "percent", lesson: "styles") { slots in
            let days = slots.days(slots.pick([6, 7, 8, 9]))
            let range = days.all
            return QuestionDraft(
                text: "What is the average of all readings of your blood oxygen from \(days.first.named) through \((days.end - 1).named)?",
                rounding: Rounding(decimals: 2, unit: "percent"), right: "average oxygenSaturation \(range)",
                mistakes: [
                    Mistake(.lowestValue, "min oxygenSaturation \(range)"),
                    Mistake(.averageOfDays, "average oxygenSaturation by day \(range) | average"),
                    Mistake(.middleValue, "median oxygenSaturation \(range)"),
                    Mistake(.oneDayLess, "average oxygenSaturation \(days.allButLast)"),
                ])
        },
    ]

    /// Sleep.
    private static let nights: [QuestionTemplate] = [
        QuestionTemplate(name: "asleep", lesson: "sleep") { slots in
            let day = slots.day()
            return QuestionDraft(
                text: "How long were you asleep in the night that ended on \(day.named)? A night lasts from 18:00 to 12:00.",
                rounding: Rounding(decimals: 1, unit: "minutes"), right: night(before: day),
                mistakes: wrongNights(before: day) + [
                    Mistake(.otherNight, night(before: day + 1)), Mistake(.calendarDay, "duration sleep in min on \(day.iso)"),
                ])
        },
        QuestionTemplate(name: "night", lesson: "nights") { slots in
            let day = slots.day()
            return QuestionDraft(
                text: "How long did you sleep in the night that began in the evening of \(day.named)? A night lasts from 18:00 to 12:00.",
                rounding: Rounding(decimals: 1, unit: "minutes"), right: night(before: day + 1),
                mistakes: wrongNights(before: day + 1) + [
                    Mistake(.otherNight, night(before: day)),
                    Mistake(
                        .calendarDay, "duration sleep in min on \(day.iso)",
                        detail: "The night in the question began in the evening of that date, and ended on the next date."),
                    Mistake(.calendarDay, "duration sleep in min on \((day + 1).iso)"),
                ])
        },
        QuestionTemplate(name: "while asleep", lesson: "while") { slots in
            let days = slots.days(slots.pick([4, 5, 6]))
            let range = { (end: Int) in "from \(days.first.iso) 18:00 to \(end.iso) 12:00" }
            return QuestionDraft(
                text: "How many readings of your heart rate are from the time when you were asleep, from \(days.first.named) 18:00 to "
                    + "\(days.end.named) 12:00?",
                rounding: Rounding(decimals: 0, unit: "readings"), right: "count heartRate while sleep \(range(days.end))",
                mistakes: [
                    Mistake(.allDay, "count heartRate \(range(days.end))"),
                    Mistake(.nightHours, "count heartRate \(range(days.end)) where hour of day < 6"),
                    Mistake(.whileInBed, "count heartRate while time in bed \(range(days.end))"),
                    Mistake(
                        .oneDayLess, "count heartRate while sleep \(range(days.end - 1))",
                        detail: "End at the clock time in the question: `to \(days.end.iso) 12:00`."),
                ])
        },
    ]

    private static func night(before day: Int, measure: String = "sleep") -> String {
        "duration \(measure) in min from \((day - 1).iso) 18:00 to \(day.iso) 12:00"
    }

    /// The mistakes of both questions about a night.
    private static func wrongNights(before day: Int) -> [Mistake] {
        [
            Mistake(.timeInBed, night(before: day, measure: "time in bed")),
            Mistake(.otherHours, "duration sleep in min from \((day - 1).iso) 22:00 to \(day.iso) 06:00"),
            Mistake(.otherHours, "duration sleep in min from \(day.iso) 00:00 to \(day.iso) 12:00"),
        ]
    }

    /// Returns the UTC offset as queries write it.
    private static func offset(_ seconds: Int) -> String { ISO8601.text(offsetSeconds: seconds) }
}

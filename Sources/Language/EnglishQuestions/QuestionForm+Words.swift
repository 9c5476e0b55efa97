import CalendarIntervals

// Words that name a reading, a day or a time only together with other words.
extension QuestionForm {
    /// "Awake by 7" and "went to bed before midnight" are limits of a time of day.
    mutating func settleTimes() {
        // "How often did I wake up before 6" counts mornings, unless it is about one night.
        if asksHowOften, first(.clock)?.value == "last end" {
            let isOpen = has(.before) || ["00:00", "24:00"].contains { first(.hours)?.value.contains($0) == true }
            let isOneNight =
                first(.range).map { $0.value.hasPrefix("on ") || $0.value.hasSuffix("day") || $0.value == "last night" } ?? false
            if !isOpen { replace(.clock, by: .event, "sleepAnalysis where value = awake") }
            if isOpen, isOneNight { replace(.many, by: .unsupported) }
        }
        if has(.which) || has(.days) || has(.share) || has(.streak), [["asleep"], ["in", "bed"]].contains(first(.night)?.words),
            has(.hours) || has(.before)
        {
            replace(.night, by: .clock, "first start")
        }
        // "Awake at night" and "woke up in the morning" name the time twice.
        if first(.event)?.value.hasSuffix("awake") == true {
            slots.removeAll { $0.kind == .part && $0.value == "night" }
            if asksForHabit, ![.range, .per, .by, .average, .which, .days].contains(where: has) {
                add(Slot(kind: .per, value: "night", words: []))
                add(Slot(kind: .average, value: "average", words: []))
            }
        }
        guard has(.clock) else { return }
        if first(.clock)?.value == "last end" { slots.removeAll { $0.kind == .part && $0.words.last == "morning" } }
        // The bedtime of a Saturday or of June 20 is that of the night which ends on the next day.
        if first(.clock)?.value == "first start", !has(.average), !has(.per), !has(.by),
            let index = slots.firstIndex(where: { $0.kind == .range && ($0.value.hasPrefix("on ") || $0.value == "yesterday") }),
            !slots[index].value.hasSuffix(" ago")
        {
            let day = slots[index].value.hasPrefix("on ") ? slots[index].value.dropFirst(3) : "yesterday"
            slots[index].value = "since \(day) 18:00 | limit 1"
        }
        if first(.clock)?.value == "first start", let index = slots.firstIndex(where: { $0.kind == .range }),
            Weekday.allCases.contains(where: { "last \($0.name)" == slots[index].value })
        {
            slots[index] = Slot(kind: .nightOf, value: "date = \(slots[index].value)", words: slots[index].words)
        }
        for index in slots.indices {
            let times = slots[index].value.split(separator: " ")
            if slots[index].kind == .hours, times.count == 2, times[0] == "00:00" || times[1] == "24:00" {
                slots[index].kind = .before
                // Midnight is 00:00, after the evening.
                slots[index].value = (times[0] == "00:00" ? "< \(times[1])" : "> \(times[0])").replacing("24:00", with: "00:00")
            } else if slots[index].kind == .before, times.count == 2, let hour = Int(times[1]) {
                let isEvening = first(.clock)?.value == "first start" && (7..<12).contains(hour)
                let time = DayTimes.text((isEvening ? hour + 12 : hour % 24) * 3_600_000)
                slots[index].value = "\(times[0]) \(time)"
            }
        }
    }

    /// Glucose below 70 and above 180 mg/dL, as the consensus defines low and high.
    private mutating func settleLows() {
        guard let read = first(.read), read.value == "glucose" else { return }
        let words = Set(read.words + (isYesOrNo || has(.many) || has(.when) ? first(.judgement)?.words ?? [] : []))
        let isLow = !words.isDisjoint(with: ["lows", "hypos", "hypo", "low"])
        guard isLow || !words.isDisjoint(with: ["highs", "hypers", "hyper", "high"]) else { return }
        remove(.judgement)
        if !has(.limit) { slots.append(Slot(kind: .limit, value: isLow ? "< 70 mg/dL" : "> 180 mg/dL", words: [])) }
        if !has(.many), has(.per) || has(.by) { slots.append(Slot(kind: .many, value: "", words: [])) }
    }

    /// The sleeping heart rate, the upper blood pressure, and ranges of glucose.
    mutating func settleReadings() {
        // A meal has no end.
        for index in slots.indices where slots[index].kind == .during && slots[index].value == "dietaryCarbohydrates" {
            slots[index].value = "within 2h after dietaryCarbohydrates"
        }
        settleLows()
        // "Fasting sugar" is in the blood.
        if all(.condition).contains(where: { $0.words == ["fasting"] }) { replace(.either, by: .read, "glucose") }
        // "Sleeping heart rate"
        if let index = slots.firstIndex(where: { $0.kind == .night && $0.words == ["sleeping"] }), index + 1 < slots.count,
            slots[index + 1].kind == .read
        {
            (slots[index].kind, slots[index].value) = (.during, "sleep")
        }
        // Blood pressure over 130 is the upper one.
        if let index = slots.firstIndex(where: { $0.value == "bloodPressureSystolic, bloodPressureDiastolic" }),
            let limit = first(.limit)?.value.split(separator: " ").compactMap({ Double($0) }).first
        {
            slots[index].value = limit < 100 ? "bloodPressureDiastolic" : "bloodPressureSystolic"
            notes.append(limit < 100 ? "the lower pressure" : "the upper pressure")
        }
        if let side = first(.ofTime)?.value, !side.isEmpty, !has(.limit) {
            slots.append(Slot(kind: .limit, value: side == "below" ? "< 70 mg/dL" : "> 180 mg/dL", words: []))
        }
        // Only one of the two can depend on something.
        if has(.effect) || isYesOrNo && has(.more) || has(.which) || has(.nodata)
            || subjects.contains(where: { $0.kind == .workout && $0.words.last?.hasPrefix("day") == true }), subjects.count == 2,
            let index = slots.firstIndex(where: { $0.value == "bloodPressureSystolic, bloodPressureDiastolic" })
        {
            slots[index].value = "bloodPressureSystolic"
            notes.append("the upper pressure")
        }
        // "Does running help me lose weight"
        if has(.effect), first(.change)?.value.hasPrefix("lost") == true, subjects.contains(where: { $0.value == "weight" }) {
            remove(.change)
        }
        if has(.clock) { slots.removeAll { $0.kind == .long && $0.words == ["time"] } }
        // The weight on Mondays or in the morning is a row for each day.
        if let read = first(.read), Self.slowReadings.contains(read.value), read.value != "glucose" || !asksForState && opener != "what",
            has(.condition) || has(.part),
            !all(.condition).contains(where: { $0.value.hasSuffix("entered by user") || $0.value.contains("source ") }),
            ![.more, .average, .extreme, .per, .by, .latest, .share, .limit, .which, .days, .streak, .list].contains(where: has)
        {
            slots.append(Slot(kind: .per, value: "day", words: []))
        }
        // "How many minutes was I in range" is a time.
        if first(.inRange)?.value.isEmpty == true, !has(.limit), let long = first(.long), long.words.first == "how" {
            replace(.inRange, by: .limit, "between 70 and 180 mg/dL")
        }
        if has(.velocity) { slots.removeAll { $0.kind == .unit && $0.value.hasPrefix("km") } }
        if first(.inRange)?.value == "tight", !has(.limit) { slots.append(Slot(kind: .limit, value: "between 70 and 140", words: [])) }
        settleBodyBefore()
        if has(.hours) || has(.part) { remove(.overnight) }
        if has(.overnight), has(.average), !has(.range) { replace(.overnight, by: .during, "sleep") }
        if has(.overnight), !has(.range), !has(.per), !has(.by) {
            replace(.overnight, by: .range, "last night")
            notes.append("last night")
        }
        replace(.overnight, by: .during, "sleep")
    }

    /// Settles a weight before a date.
    private mutating func settleBodyBefore() {
        // "My weight before June" is the last one.
        if let read = first(.read), Self.slowReadings.contains(read.value), read.value != "glucose", slots.count == 2,
            first(.range)?.words.first == "before"
        {
            add(Slot(kind: .latest, value: "", words: []))
        }
    }

    /// Weekends, and days with and without workouts.
    mutating func settleComparedDays() {
        // "The lowest ever recorded", "better this month than last"
        if first(.writes)?.words == ["recorded"], !has(.writers), !has(.place), !has(.by) { remove(.writes) }
        if has(.than), has(.more), first(.latest)?.words == ["last"] { remove(.latest) }
        // "This week vs last"
        if has(.than), let range = first(.range)?.value, all(.range).count == 1, range.hasPrefix("this "),
            let index = slots.firstIndex(where: { $0.kind == .latest && $0.words == ["last"] })
        {
            slots[index].kind = .range
            slots[index].value = "last \(range.dropFirst(5))"
        }
        if let weekend = first(.weekendOf) {
            remove(.weekendOf)
            slots.append(Slot(kind: .range, value: weekend.value, words: weekend.words))
            slots.append(Slot(kind: .condition, value: "weekday in (saturday, sunday)", words: []))
        }
        // "At what hour do I walk the most"
        if asksForHabit, let index = slots.firstIndex(where: { $0.kind == .which && $0.value == "hour" }) {
            slots[index].value = "hour of day"
        }
        // "Do I sleep better when I exercise" compares days.
        if has(.night), has(.more), let index = slots.firstIndex(where: { $0.kind == .during && $0.value.hasPrefix("workouts") }) {
            let activity = slots[index].value.split(separator: " ").dropFirst(2).joined()
            slots[index].kind = .with
            let isWalk = activity == "walking"
            slots.insert(Slot(kind: isWalk ? .sum : .workout, value: isWalk ? "steps" : activity, words: slots[index].words), at: index + 1)
        }
        // "My heart rate without exercise"
        if let nodata = first(.nodata), !nodata.words.contains("days"), !nodata.words.contains("nights"),
            ![.which, .days, .streak, .share, .gap].contains(where: has), subjects.count == 2, !subjects[0].isExercise,
            subjects[1].isExercise, let index = slots.lastIndex(where: \.isExercise),
            slots[index].words.last?.hasPrefix("day") != true
        {
            let activity = slots[index].kind == .workout ? slots[index].value : ""
            slots[index].value = "not workouts" + (activity.isEmpty ? "" : " is \(activity)")
            slots[index].kind = .during
            remove(.nodata)
        }
    }
}

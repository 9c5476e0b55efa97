import CalendarIntervals

// Words that turn the meaning of others, such as `outside`, `not` and `how often`.
extension QuestionForm {
    /// Settles such words before any others, or marks them as not understood.
    mutating func settleDoubts() {
        settleOutside()
        settleExcludedDevices()
        settlePluralParts()
        settleAbsence()
        settleDailyAmounts()
        settleOpposites()
        settleReaching()
        settleWeekdaysOfWorkouts()
        settleChanges()
        // The night after a workout is not the hour after it.
        for index in slots.indices where [.during, .near].contains(slots[index].kind) && slots[index].value.hasPrefix("within ") {
            if has(.clock) || has(.night) || first(.which)?.value == "night", slots[index].value.contains("workouts") {
                slots[index].kind = .unsupported
            }
        }
        // "Steps when I sleep badly" has no number for it.
        if first(.night)?.words.first == "while", subjects.count == 2, ![.more, .effect, .than].contains(where: has) {
            replace(.night, by: .unsupported)
        }
        // "Am I sleeping earlier" asks for bedtimes.
        if ["earlier", "later"].contains((first(.more) ?? first(.trend))?.words.last), first(.night)?.value == "sleep", subjects.count == 1
        {
            replace(.night, by: .clock, "first start")
        }
        // "Before 7 and after 22"
        if all(.before).count > 1 { replace(.before, by: .unsupported) }
        if all(.more).count > 1, has(.than), subjects.contains(where: { $0.kind == .workout }), all(.range).count < 2 {
            replace(.more, by: .unsupported)
        }
    }

    /// Settles days and nights without something.
    private mutating func settleAbsence() {
        if let nodata = slots.firstIndex(where: { $0.kind == .nodata }), nodata + 1 < slots.count {
            if [.weekends, .workdays, .weeknight].contains(slots[nodata + 1].kind) { slots[nodata].kind = .unsupported }
            // "Days without a walk" have no recorded walk.
            if slots[nodata].words.last != "not", ["walk", "walks"].contains(slots[nodata + 1].words.joined()), !has(.limit) {
                slots[nodata + 1] = Slot(kind: .workout, value: "walking", words: slots[nodata + 1].words)
            }
        }
        // Exercise that is missing is a workout.
        let isOfExercise = has(.nodata) && (!has(.limit) || subjects.count > 1) || has(.share) && !has(.limit)
        let isOfDays = has(.which) || first(.effect)?.words.contains("on") == true
        if isOfExercise || subjects.count == 2 && !has(.limit) && isOfDays, !has(.number), !has(.amount) {
            for index in slots.indices
            where slots[index].value == "appleExerciseTime" && slots[index].words.count == 1 && slots[index].words[0].hasPrefix("exercis") {
                (slots[index].kind, slots[index].value) = (.workout, "")
            }
        }
        if [.nodata, .gap].contains(where: has) {
            // Both pressures are measured together, so one of them is enough. A night without deep sleep can lack records.
            if let index = slots.firstIndex(where: { $0.value == "bloodPressureSystolic, bloodPressureDiastolic" }) {
                slots[index].value = "bloodPressureSystolic"
            }
            if let stage = first(.night)?.value, stage != "sleep" { replace(.nodata, by: .unsupported) }
        }
    }

    /// Settles amounts of a day, and limits of workouts.
    private mutating func settleDailyAmounts() {
        // Days of exercise have some minutes of it.
        if has(.days), ![.limit, .amount, .number, .nodata].contains(where: has), subjects.count == 1,
            first(.sum)?.value == "appleExerciseTime"
        {
            add(Slot(kind: .limit, value: "> 0", words: []))
        }
        // "The last day over 75 kg" is the latest one, not a range.
        if has(.limit), let index = slots.firstIndex(where: { $0.kind == .range && $0.words == ["last", "day"] }) {
            slots[index] = Slot(kind: .latest, value: "", words: slots[index].words)
        }
        // A calorie balance has a row for each day.
        if has(.average), !has(.per), !has(.by), first(.formula)?.value.contains("called eaten") == true {
            add(Slot(kind: .per, value: "day", words: []))
        }
        // "How long does it take me to fall asleep" asks for a usual night.
        if opener == "how", asksForHabit, has(.formula), ![.average, .range, .per, .by].contains(where: has),
            first(.formula)?.value.contains("called fell") == true
        {
            add(Slot(kind: .average, value: "average", words: []))
        }
        // "Exercise at least 3 times" is a number of workouts.
        if let limit = first(.limit), limit.words.contains("times"), !asksHowOften,
            let exercise = slots.firstIndex(where: { $0.value == "appleExerciseTime" && $0.words.last?.hasPrefix("exercise") == true })
        {
            (slots[exercise].kind, slots[exercise].value) = (.workout, "")
        }
    }

    /// "My tuesday runs" are those of all Tuesdays.
    private mutating func settleWeekdaysOfWorkouts() {
        for index in slots.indices.dropLast()
        where slots[index].kind == .range && (slots[index].words.first == "on" || slots[index].words.count == 1) {
            let day = slots[index].value.dropFirst(3)
            guard [.workout, .verb].contains(slots[index + 1].kind),
                slots[index].words.count == 1 || slots[index + 1].words.last?.last == "s",
                Weekday.allCases.contains(where: { $0.name == day })
            else { continue }
            slots[index].kind = .condition
            slots[index].value = "weekday = \(day)"
        }
    }

    /// Settles changes from one time to another.
    private mutating func settleChanges() {
        // "How much does it drop during a run" compares the start and the end of the run, which no query does for all runs.
        if opener == "how", has(.moved), has(.during) || has(.workout) { replace(.moved, by: .unsupported) }
        // "From may to june" names the two months of a change.
        if [.percent, .delta, .more, .moved].contains(where: has), all(.range).count == 1,
            let index = slots.firstIndex(where: { $0.kind == .range && $0.value.hasPrefix("between ") })
        {
            let words = slots[index].value.split(separator: " ").map(String.init)
            if words.count == 4, let first = Month(word: words[1]), let second = Month(word: words[3]) {
                slots[index].kind = .versus
                slots[index].value = "during \(second.name)|\(first.name)"
                remove(.moved, .delta)
            }
        }
        // "Did it drop after June 1" compares the time before and after.
        if isYesOrNo, has(.moved), let index = slots.firstIndex(where: { $0.kind == .range && $0.words.first == "after" }),
            slots[index].value.hasPrefix("since "), all(.range).count == 1
        {
            slots[index].kind = .shift
            slots[index].value = String(slots[index].value.dropFirst(6))
            remove(.moved)
        }
        // "Was last week my best week" asks for the best of all weeks.
        if isYesOrNo, has(.extreme), let which = first(.which)?.value ?? first(.per)?.value {
            slots.removeAll { $0.kind == .range && ["last \(which)", "this \(which)"].contains($0.value) }
        }
        // "How much did it drop since April" is a difference.
        if asksHowMuch, all(.range).count == 1, first(.range)?.value.hasPrefix("since ") == true { replace(.moved, by: .delta) }
        // "The last month" in "by what percent did my steps fall last month" is compared with the month before.
        if has(.percent), has(.moved), all(.range).count == 1, let index = slots.firstIndex(where: { $0.kind == .range }) {
            let words = slots[index].value.split(separator: " ").map(String.init)
            if words.count == 2, words[0] == "last" || words[0] == "this" {
                slots[index].kind = .versus
                slots[index].value = words[0] == "this" ? words[1] : "last \(words[1])|previous"
                remove(.moved)
            }
        }
    }

    /// "Outside of working hours" and "outside of weekends" are other times, not time in daylight.
    private mutating func settleOutside() {
        guard let index = slots.firstIndex(where: { $0.value == "daylight" && $0.words == ["outside"] }), index + 1 < slots.count,
            subjects.count > 1 || !has(.long)
        else { return }
        switch slots[index + 1].kind {
        case .hours, .office: excludesHours = true
        case .weekends: (slots[index + 1].kind, slots[index + 1].value) = (.workdays, "weekday is not saturday and weekday is not sunday")
        case .workdays: (slots[index + 1].kind, slots[index + 1].value) = (.weekends, "weekday in (saturday, sunday)")
        case .range, .part, .condition: slots[index].kind = .unsupported
        default: return
        }
        if slots[index].kind != .unsupported { slots.remove(at: index) }
    }

    /// "My watch, not my phone": the device after `not` is left out.
    private mutating func settleExcludedDevices() {
        let devices = slots.indices.filter { slots[$0].kind == .device }
        guard devices.count == 2, let not = slots.firstIndex(where: { $0.kind == .nodata }) else { return }
        // "That my watch did not"
        guard not < devices[1] else { return slots[not].kind = .unsupported }
        let excluded = not < devices[0] ? devices[0] : devices[1]
        for index in [excluded, not].sorted(by: >) { slots.remove(at: index) }
        remove(.writes)
        replace(.device, by: .condition)
    }

    /// "How many mornings did I exercise" counts days, "on what percent of weekends" weeks.
    private mutating func settlePluralParts() {
        for index in slots.indices.dropFirst() where [.many, .share].contains(slots[index - 1].kind) && !asksHowOften {
            let word = slots[index].words.last ?? ""
            let isWeekend = slots[index].kind == .weekends && word == "weekends"
            let isWeekday = slots[index].kind == .condition && slots[index].value.hasPrefix("weekday") && word.hasSuffix("days")
            let isPart = slots[index].kind == .part && ["mornings", "afternoons", "evenings"].contains(word)
            guard isWeekend || isWeekday || isPart else { continue }
            let rows = Slot(kind: slots[index - 1].kind == .share ? .which : .days, value: isWeekend ? "week" : "day", words: [word])
            if slots[index - 1].kind == .share { slots.insert(rows, at: index) } else { slots[index - 1] = rows }
            if slots.contains(where: { $0.value == "appleExerciseTime" }), !has(.limit) { add(Slot(kind: .limit, value: "> 0", words: [])) }
            return
        }
    }

    /// "During workouts and outside of workouts" are side by side, since no time is both.
    private mutating func settleOpposites() {
        let sets = Set(all(.during).map(\.value))
        guard sets.count == 2, let set = sets.first(where: { sets.contains("not \($0)") }) else { return }
        slots.removeAll { $0.kind == .during && $0.value == "not \(set)" }
        remove(.than, .nodata)
        if set == "sleep" { return replace(.during, by: .asleepOrAwake, "") }
        add(Slot(kind: .than, value: "", words: []))
        add(Slot(kind: .nodata, value: "", words: []))
    }

    /// "At what time do I reach 10000 steps" and "how much do I have to run to reach 50 km" ask for what is left, not for days.
    private mutating func settleReaching() {
        guard let limit = first(.limit), limit.words.contains(where: { ["reach", "reaching"].contains($0) }) else { return }
        let counts = [.which, .days, .streak, .streaks, .share].contains(where: has) || asksHowOften
        if !counts, asksHowMuch || has(.when) && asksForHabit { replace(.limit, by: .unsupported) }
    }

    /// Returns the measure that an `and` adds to another one.
    static func added(_ slots: [Slot]) -> Slot? {
        let measures = SlotKind.subjects.union([.far, .long, .many, .pace, .velocity, .verb, .either])
        guard let and = slots.firstIndex(where: \.followsAnd), slots[..<and].contains(where: { measures.contains($0.kind) }) else {
            return nil
        }
        return slots[and...].first { measures.contains($0.kind) }
    }

    /// Returns the measure that `and` adds, if the query has only the other one.
    func unjoined(_ query: String) -> [Slot] {
        guard let added else { return [] }
        // A list of workouts has their distance and time.
        if query.hasPrefix("samples of workouts"), ![.sum, .read].contains(added.kind) { return [] }
        // A pace takes two measures.
        let isSaid =
            [", ", " join (", " by source", " by activity", " by value"].contains(where: query.contains)
            && (added.kind != .pace && added.kind != .velocity || query.contains("count"))
        return isSaid ? [] : [added]
    }

    /// "How often do I eat" counts entries. How often one was awake is not in the data.
    mutating func settleHowOften() {
        guard asksHowOften, subjects.count == 1 else { return }
        // "How many times a week do I walk 10000 steps" counts days.
        if has(.limit), !has(.which), !has(.days), [.sum, .night, .span].contains(subjects[0].kind), let per = first(.per)?.value,
            ["week", "month", "quarter", "year"].contains(per), first(.per)?.words.first != "in"
        {
            replace(.per, by: .by)
        }
        let others: [SlotKind] = [.limit, .goal, .which, .days, .record, .twice, .readings, .before]
        guard !others.contains(where: has) else { return }
        if first(.night)?.value == "sleep" { replace(.many, by: .unsupported) }
        if first(.night)?.value.hasSuffix("awake") == true { replace(.night, by: .event) }
        guard let sum = first(.sum)?.value, !["numberOfTimesFallen", "steps", "appleExerciseTime"].contains(sum) else { return }
        let isTaken = sum.hasPrefix("dietary") || ["numberOfAlcoholicBeverages", "insulinDelivery", "inhalerUsage"].contains(sum)
        if isTaken { add(Slot(kind: .readings, value: "", words: [])) } else { replace(.many, by: .unsupported) }
    }

    /// Puts "before 9 and after 18" together, of which no time is both.
    mutating func joinHours() {
        let times = slots.indices.filter {
            slots[$0].kind == .condition && ["before ", "after "].contains(where: slots[$0].value.hasPrefix)
        }
        guard times.count == 2, let before = times.first(where: { slots[$0].value.hasPrefix("before ") }),
            let after = times.first(where: { slots[$0].value.hasPrefix("after ") }),
            slots[before].value.dropFirst(7) <= slots[after].value.dropFirst(6)
        else { return }
        slots[times[0]].value = "(\(slots[before].value) or \(slots[after].value))"
        slots[times[0]].words += slots[times[1]].words
        slots.remove(at: times[1])
    }

    /// "How much do I walk after dinner" asks for a usual day, not for the sum of all days.
    mutating func settleHabits() {
        // "How long do I sleep on each day of the week" is an average, too.
        let profiles = ["weekday", "weekend", "hour of day", "month of year"]
        if asksForHabit, subjects.count == 1, [.sum, .night].contains(subjects[0].kind), all(.by).count == 1,
            profiles.contains(all(.by)[0].value),
            ![.average, .extreme, .per, .more, .than, .limit, .which, .days, .effect].contains(where: has)
        {
            return add(Slot(kind: .average, value: "average", words: []))
        }
        let others: [SlotKind] = [
            .range, .per, .by, .average, .extreme, .limit, .which, .days, .share, .total, .more, .than, .when, .usual, .goal, .progress,
            .left,
            .streak, .history, .trend, .show, .list, .readings, .versus, .profile, .effect, .near, .rolling, .latest, .newest, .kinds,
            .need,
            .formula, .untilNow, .first, .nodata, .number, .amount, .goalNumber,
        ]
        // "How long are my runs" asks for a usual run.
        if opener == "how", !isPast, !asksForHabit, subjects.count == 1, subjects[0].kind == .workout, has(.long) || has(.far),
            subjects[0].words.last?.last == "s",
            !others.contains(where: { $0 != .range && has($0) }), !has(.many)
        {
            return add(Slot(kind: .average, value: "average", words: []))
        }
        let isRate = subjects.first?.value.hasPrefix("basalEnergy") == true && opener.hasPrefix("what")
        guard asksForHabit && asksHowMuch || isRate, !asksHowOften, subjects.count == 1, [.sum, .night].contains(subjects[0].kind),
            !others.contains(where: has)
        else { return }
        add(Slot(kind: .average, value: "average", words: []))
        note("a day on average")
    }
}

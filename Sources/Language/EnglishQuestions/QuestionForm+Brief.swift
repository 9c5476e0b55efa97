extension String {
    /// The word without an `s` at its end.
    fileprivate var trimmingPlural: String { hasSuffix("s") ? String(dropLast()) : self }
}

// Questions of few words, in which a word says more than elsewhere.
extension QuestionForm {
    /// Adds what such a question leaves out, and notes what is assumed.
    mutating func settleBriefWords() {
        // "Walk week" is about this week, "heart night" about the nights.
        let isBrief = slots.allSatisfy { SlotKind.subjects.union([.which, .average, .either, .verb, .unit]).contains($0.kind) }
        if isBrief, !isYesOrNo, slots.count > 1, let index = slots.firstIndex(where: { $0.kind == .which && $0.words.count == 1 }) {
            let word = slots[index].words[0]
            if ["week", "month", "year"].contains(word) {
                (slots[index].kind, slots[index].value) = (.range, "this \(word)")
                if has(.night), !has(.average) { add(Slot(kind: .per, value: "night", words: [])) }
            } else if word == "night", has(.read) {
                (slots[index].kind, slots[index].value) = (.part, "night")
            }
        }
        // "Rem" alone is that of last night, and "walk" alone says nothing.
        if slots.count == 1, let night = first(.night), night.value != "sleep", night.words.first == opener {
            add(Slot(kind: .range, value: "last night", words: []))
            note("last night")
        } else if slots.count == 1, first(.verb)?.words == [opener] {
            replace(.verb, by: .unsupported)
        }
        // "Runs june" is a list.
        if slots.count == 2, let workout = first(.workout), workout.words == [opener], opener.hasSuffix("s"), has(.range) {
            add(Slot(kind: .list, value: "", words: []))
        }
        // "Lbs now" is a weight.
        if subjects.isEmpty, slots.count == 2, let unit = first(.unit)?.value, ["kg", "lb", "st"].contains(unit), has(.latest) {
            add(Slot(kind: .read, value: "weight", words: []))
        }
        // "Last low" is about glucose, and "high blood pressure" about the readings above 140.
        if let word = first(.judgement)?.words.last, ["high", "low"].contains(word), !isYesOrNo {
            if subjects.isEmpty, has(.latest) {
                add(Slot(kind: .read, value: "glucose", words: []))
                replace(.judgement, by: .limit, word == "low" ? "< 70 mg/dL" : "> 180 mg/dL")
                note("glucose")
            } else if first(.read)?.value.hasPrefix("bloodPressureSystolic, ") == true, !has(.limit) {
                replace(.judgement, by: .limit, word == "low" ? "< 90" : "> 140")
                replace(.read, by: .read, "bloodPressureSystolic")
                note("the upper pressure \(word == "low" ? "below 90" : "above 140")")
            }
        }
        settleBriefReadings()
        settleBriefDays()
        settleBriefWeekdays()
    }

    /// Workouts, peaks and meals.
    private mutating func settleBriefReadings() {
        // "Last walk" is a workout.
        if let latest = slots.firstIndex(where: { $0.kind == .latest && $0.words == ["last"] }), latest + 1 < slots.count,
            slots[latest + 1].words == ["walk"], opener != "when", ![.number, .amount, .limit].contains(where: has)
        {
            slots[latest + 1] = Slot(kind: .workout, value: "walking", words: ["walk"])
        }
        // "Glucose spikes" are the highs. Nobody has said when a pulse has one.
        if first(.readings)?.words.last == "spikes", !isYesOrNo, ![.limit, .per, .by].contains(where: has) {
            if first(.read)?.value == "glucose" {
                replace(.readings, by: .limit, "> 180 mg/dL")
            } else {
                replace(.readings, by: .unsupported)
            }
        }
        // "How many meals did I log" counts entries, "my biggest meal" is one.
        if let meal = slots.firstIndex(where: { ["meal", "meals"].contains($0.words.joined()) && $0.kind == .sum }),
            has(.many) || has(.extreme)
        {
            slots[meal].words.append("entries")
            remove(.total, .writes)
            add(Slot(kind: .readings, value: "", words: []))
        }
    }

    /// Ranks and comparisons of days that name no metric are about steps.
    private mutating func settleBriefWeekdays() {
        if has(.rank) {
            for index in slots.indices where slots[index].kind == .workdays {
                (slots[index].kind, slots[index].value) = (.profile, "weekday")
            }
        }
        let isOfDays =
            [.weekends, .workdays].contains(where: has) || all(.by).contains { $0.value == "weekend" }
            || all(.condition).contains { $0.value.hasPrefix("weekday") }
        let others: [SlotKind] = [.either, .verb, .far, .long, .formula, .usual, .progress]
        if subjects.isEmpty, isOfDays, !others.contains(where: has),
            all(.than).contains(where: { $0.words.first?.hasPrefix("compare") == true })
        {
            add(Slot(kind: .sum, value: "steps", words: []))
            note("steps")
            if all(.range).count > 1, !has(.average) { add(Slot(kind: .average, value: "average", words: [])) }
        }
        // "My two best weekdays" are those with the most steps.
        if subjects.isEmpty, has(.extreme), has(.workdays), slots.allSatisfy({ [.extreme, .workdays, .range].contains($0.kind) }) {
            replace(.workdays, by: .profile, "weekday")
            add(Slot(kind: .sum, value: "steps", words: []))
            note("steps")
        }
        // "Nights on which I woke up more than twice" have a number.
        if first(.clock)?.value == "last end", has(.which), let limit = first(.limit),
            limit.words.contains(where: { ["once", "twice", "times"].contains($0) })
        {
            replace(.clock, by: .event, "sleepAnalysis where value = awake")
        }
    }

    private mutating func settleBriefDays() {
        // "How many days until now" are all days.
        if has(.days) || has(.which) { slots.removeAll { $0.kind == .untilNow && $0.words.first != "by" } }
        // "How often do I wake up at night" asks for a number of each night.
        if asksHowOften, asksForHabit, first(.clock)?.value == "last end",
            ![.limit, .before, .hours, .range, .per, .by].contains(where: has)
        {
            slots.removeAll { $0.kind == .part && $0.value == "night" }
            replace(.clock, by: .event, "sleepAnalysis where value = awake")
            replace(.many, by: .average, "average")
            add(Slot(kind: .per, value: "night", words: []))
            note("times awake in a night")
        }
        // "Overnight" has no steps while asleep.
        if has(.overnight), [.sum, .verb].contains(where: has), !has(.range) {
            replace(.overnight, by: .condition, "between 22:00 and 06:00")
            add(Slot(kind: .range, value: "last night", words: []))
            note("last night from 22:00 to 06:00")
        }
        // "Burned in total" counts the energy at rest.
        if first(.verb)?.value == "activeEnergy", let total = first(.total),
            ["in total", "total"].contains(total.words.joined(separator: " ")),
            !has(.workout), !has(.during), has(.either) || subjects.first?.value == "activeEnergy"
        {
            replace(.either, by: .sum, "activeEnergy")
            if has(.incl) { remove(.total) } else { replace(.total, by: .incl) }
        }
        if let total = totalOfEnergy(.sum) { slots[total].kind = .incl }
        // "Exercise" that is missing after another measure is a workout.
        if let not = slots.firstIndex(where: { $0.kind == .nodata }), not + 1 < slots.count,
            slots[not + 1].value == "appleExerciseTime", slots[not + 1].words.last?.hasPrefix("exercis") == true
        {
            (slots[not + 1].kind, slots[not + 1].value) = (.workout, "")
        }
        // "Did my blood pressure improve" asks for a change, "does walking improve it" for an effect.
        if first(.effect)?.words == ["improve"], isPast, subjects.count + all(.verb).count < 2 { replace(.effect, by: .moved) }
    }

    /// Returns the form about yesterday for one about an hour of this evening, which may still be to come, and the form itself.
    var onEitherDay: [QuestionForm] {
        let hour = all(.condition).compactMap { $0.value.hasPrefix("hour of day = ") ? Int($0.value.dropFirst(14)) : nil }.first
        guard let hour, hour >= 18, let index = slots.firstIndex(where: { $0.kind == .range && $0.value == "today" && $0.words.isEmpty })
        else { return [self] }
        var other = self
        other.slots[index].value = "yesterday"
        other.notes = notes.map { $0 == "today" ? "yesterday" : $0 }
        return [other, self]
    }

    /// Puts the condition of weekdays that are compared last, so that the other weekdays have no rows.
    static func withoutOtherWeekdays(_ query: String) -> String {
        guard query.hasSuffix("| average by weekday"), let start = query.firstRange(of: " | where weekday in (")?.lowerBound,
            let end = query[start...].firstIndex(of: ")")
        else { return query }
        return String(query[..<start]) + String(query[query.index(after: end)...]) + String(query[start...end])
    }

    /// Slow readings at a time in the past: the latest one until then.
    mutating func settleSlowReadings() {
        guard subjects.count == 1, subjects[0].kind == .read, Self.slowReadings.contains(subjects[0].value), subjects[0].value != "glucose",
            let index = slots.firstIndex(where: { $0.kind == .range }), all(.range).count == 1
        else { return }
        let range = slots[index].value
        let words = range.split(separator: " ").map(String.init)
        let isAgo = words.count == 4 && words[0] == "during" && words[3] == "ago"
        let days = ["day": 1, "week": 7, "month": 30, "year": 365][words.count > 2 ? words[2].trimmingPlural : ""] ?? 0
        if has(.than), has(.more), isAgo, days > 0 {
            // "Is my weight lower than a month ago"
            slots.insert(Slot(kind: .range, value: "today", words: []), at: index)
            slots[index + 1].value = "on \((Int(words[1]) ?? 1) * days) days ago"
            note("today and that day")
            return
        }
        guard
            ![
                .than, .more, .average, .extreme, .per, .by, .which, .days, .limit, .change, .delta, .percent, .trend, .first, .latest,
                .show,
            ]
            .contains(where: has)
        else { return }
        if isAgo {
            slots[index].value = "until " + words.dropFirst().joined(separator: " ")
        } else if !range.hasPrefix("until ") || !isPast {
            return
        }
        add(Slot(kind: .latest, value: "", words: []))
        note("the last one until then")
    }
}

import CalendarIntervals

// The days that a question is about: one in the past, all, any, or usual ones.
extension QuestionForm {
    /// Finds the days before other words are settled, which depend on them.
    mutating func settleTense() {
        // "Did my HRV improve" asks for its change.
        if isYesOrNo, subjects.count == 1, !has(.with), !has(.verb), first(.effect)?.words.count == 1,
            ["improve", "increase", "decrease"].contains(first(.effect)?.words[0])
        {
            replace(.effect, by: .moved)
        }
        // "How many days since I last walked 10000 steps" asks for the day.
        if has(.sinceLast), [.limit, .number, .amount].contains(where: has), subjects.count <= 1, !has(.read), !has(.workout) {
            replace(.sinceLast, by: .latest)
            if !has(.when) { add(Slot(kind: .when, value: "", words: [])) }
        }
        settleExclusions()
        settleShares()
        settlePastTimes()
        settleHours(of: first(.which))
        settleTests()
        settleLists()
        settleWinners()
        settleStages()
        if has(.endOf) {
            replace(.endOf, by: .range)
            if !has(.latest), !has(.first) { add(Slot(kind: .latest, value: "", words: [])) }
        }
    }

    /// "Steps without Sundays" and "excluding weekends" have the other days.
    private mutating func settleExclusions() {
        guard let place = slots.firstIndex(where: { $0.kind == .excluding || $0.kind == .nodata && $0.words == ["without"] }),
            place + 1 < slots.count
        else { return replace(.excluding, by: .unsupported) }
        let next = slots[place + 1]
        switch next.kind {
        case .weekends: slots[place + 1] = Slot(kind: .workdays, value: Self.workdays, words: next.words)
        case .workdays: slots[place + 1] = Slot(kind: .weekends, value: "weekday in (saturday, sunday)", words: next.words)
        case .condition where next.value.hasPrefix("weekday = "):
            slots[place + 1].value = "weekday is not \(next.value.dropFirst(10))"
        case .condition where next.value.hasPrefix("source ") && slots.count(where: \.isDevice) == 1,
            .device where slots.count(where: \.isDevice) == 1:
            slots[place + 1].kind = .condition
            slots[place + 1].value = "not " + next.value
        case .range where next.value == "today": slots[place + 1].value = "until today"
        // "Except on days I ran"
        case .which where slots[place].kind == .excluding && !has(.nodata):
            slots[place] = next
            slots[place + 1] = Slot(kind: .nodata, value: "", words: ["days", "not"])
            return
        default: return replace(.excluding, by: .unsupported)
        }
        slots.remove(at: place)
        remove(.writes)
    }

    static let workdays = "weekday is not saturday and weekday is not sunday"

    /// "What percent of the night" is a part of the time, "of nights" a number of them. "Of my workouts" is a number, too.
    private mutating func settleShares() {
        guard let share = slots.firstIndex(where: { $0.kind == .share }) else { return }
        // "What percent of my workouts are runs"
        if slots.contains(where: { $0.kind == .workout && $0.value.isEmpty }),
            let kind = slots.firstIndex(where: { $0.kind == .workout && !$0.value.isEmpty && !$0.value.contains(",") }),
            subjects.allSatisfy({ $0.kind == .workout })
        {
            slots[kind].kind = .condition
            slots[kind].value = "activity = \(slots[kind].value)"
        }
        settleParts(share)
        guard share + 1 < slots.count, slots[share + 1].kind == .which, ["night", "day", "week"].contains(slots[share + 1].words.joined())
        else { return }
        let stage = first(.night)?.value.replacing("sleep where value = ", with: "") ?? ""
        if has(.limit), has(.read), subjects.count == 1 {
            slots[share] = Slot(kind: .ofTime, value: "", words: slots[share].words)
            slots.remove(at: share + 1)
        } else if ["deep", "rem", "core"].contains(stage), slots[share + 1].words == ["night"] {
            slots[share] = Slot(
                kind: .formula, value: "share (value is \(stage)) of sleep by night{c}" + (has(.range) ? "" : " | average"),
                words: slots[share].words)
            slots.remove(at: share + 1)
            remove(.night)
        } else {
            slots[share + 1].kind = .unsupported
        }
    }

    /// "What percent of my steps come from runs" divides a part by the whole.
    private mutating func settleParts(_ share: Int) {
        let others: [SlotKind] = [.which, .days, .limit, .with, .per, .by, .streak, .condition]
        let amount =
            slots.first { [.sum, .far].contains($0.kind) }
            ?? (first(.either)?.value.contains("activeEnergy") == true ? first(.either) : nil)
        let place = slots.firstIndex { $0.kind == .during && $0.value.hasPrefix("workouts") || $0.kind == .workout }
        guard let amount, let place, place > share, !others.contains(where: has), subjects.count < 3 else { return }
        let activity = slots[place]
        let set = activity.kind == .during ? activity.value : activity.value.isEmpty ? "workouts" : "workouts is \(activity.value)"
        let name = amount.kind == .far ? "distance" : amount.kind == .either ? "activeEnergy" : amount.value
        guard subjects.allSatisfy({ $0.value == amount.value || $0.value == activity.value }) else { return }
        slots[share] = Slot(
            kind: .formula,
            value: "(sum \(name) while \(set)) called part, sum \(name) called whole{by}{c} | derive share in % = part / whole",
            words: slots[share].words)
        let words = activity.words
        slots.removeAll { $0.words == words || [.sum, .far, .either, .workout, .during, .writes, .verb].contains($0.kind) }
    }

    /// "My pulse at 2 pm" in the past tense is that of today, and "on the weekend" the last one.
    private mutating func settlePastTimes() {
        let others: [SlotKind] = [.per, .by, .which, .days, .average, .limit, .streak, .share]
        guard isPast, !asksForHabit, has(.many) || !has(.extreme), !others.contains(where: has) else { return }
        let isByTime = first(.hours).map { $0.words.first == "by" && $0.value.hasPrefix("00:00") } ?? false
        if has(.atHour) || isByTime, !has(.range), !has(.clock), !has(.when) {
            add(Slot(kind: .range, value: "today", words: []))
            note("today")
        }
        if let weekend = first(.weekends), weekend.words.last == "weekend", !has(.range), !has(.more), !has(.extreme), !has(.workdays) {
            add(Slot(kind: .range, value: "last 7 days", words: []))
            note("the weekend of the last 7 days")
        }
        if first(.weekendOf)?.value == "this week", !has(.range) {
            replace(.weekendOf, by: .weekendOf, "last 7 days")
            note("the weekend of the last 7 days")
        }
    }

    /// "Which hour" is one of the clock, unless the question is about one day.
    private mutating func settleHours(of which: Slot?) {
        let isOneDay = first(.range).map { ["today", "yesterday"].contains($0.value) || $0.value.hasPrefix("on ") } ?? false
        guard which?.value == "hour", has(.extreme) || has(.speed), !has(.limit), !isOneDay else { return }
        replace(.which, by: .which, "hour of day")
    }

    /// Yes-or-no questions with a limit: of today, of each day, of all days.
    private mutating func settleTests() {
        let rows: [SlotKind] = [.which, .days, .per, .by, .streak, .streaks, .share, .goal, .progress, .during, .near, .more, .than]
        let isNight = subjects.count == 1 && subjects[0].kind == .night
        let isAmount =
            (subjects.isEmpty && (has(.verb) || has(.either))) || subjects.count == 1 && [.sum, .span].contains(subjects[0].kind) || isNight
        let isLimited = has(.limit) || [.number, .amount].contains(where: has)
        if isYesOrNo, asksForAll || first(.average)?.words == ["usually"] || first(.average)?.words == ["normally"], has(.limit),
            subjects.count <= 1, ![.streak, .share, .days, .goal].contains(where: has)
        {
            let isRead = has(.read)
            if !isRead { replace(.per, by: .which) }
            let row = isNight ? "night" : has(.workout) ? "workout" : "day"
            if !isRead, !has(.which) { add(Slot(kind: .which, value: row, words: [])) }
            if asksForAll || !isRead { remove(.average) }
            if !has(.average) { add(Slot(kind: .share, value: "", words: [])) }
            return
        }
        guard isYesOrNo, isAmount, isLimited, !rows.contains(where: has), !has(.average), !has(.extreme), !has(.when) else { return }
        // "Did I ever walk 20000 steps" asks for days.
        if all(.range).contains(where: { $0.words == ["ever"] }) {
            return add(Slot(kind: .which, value: isNight ? "night" : "day", words: []))
        }
        guard isPast || ["am", "have"].contains(opener), !has(.range), !has(.latest), !has(.lately), !has(.weekendOf), !has(.nightOn),
            !has(.condition), !has(.hours),
            !has(.part), !has(.overnight)
        else { return }
        add(Slot(kind: .range, value: isNight ? "last night" : "today", words: []))
        note(isNight ? "last night" : "today")
    }

    /// "Show my runs" is a list, and "Mondays over 12000 steps" are days.
    private mutating func settleLists() {
        if let show = first(.show), !isChart, !show.words.contains("table"), subjects.count == 1,
            slots.allSatisfy({ [.show, .range, .condition, .readings, subjects[0].kind].contains($0.kind) })
        {
            let isWeighing = subjects[0].kind == .read && subjects[0].words.last == "ins"
            if subjects[0].kind == .workout || isWeighing { replace(.show, by: .list) }
        }
        if let day = first(.condition), day.value.hasPrefix("weekday = "), day.words.last?.hasSuffix("days") == true, has(.limit),
            ![.which, .days, .per, .by, .many, .share, .average, .streak, .more, .than].contains(where: has), subjects.count == 1,
            [.sum, .night].contains(subjects[0].kind)
        {
            add(Slot(kind: .which, value: subjects[0].kind == .night ? "night" : "day", words: []))
        }
    }

    /// Readings of which less is better.
    private static let betterLow: Set<String> = [
        "glucose", "weight", "heartRate", "restingHeartRate", "bodyFat", "bloodPressureSystolic, bloodPressureDiastolic",
        "bloodPressureSystolic", "bloodPressureDiastolic", "bmi",
    ]

    /// "The best week for my glucose" has the least of it, and "which month was better" is the best one.
    private mutating func settleWinners() {
        // "Most active weekday"
        if let day = slots.firstIndex(where: { $0.kind == .workdays && ["weekday", "weekdays"].contains($0.words.joined(separator: " ")) }),
            let extreme = slots.firstIndex(where: { $0.kind == .extreme }), extreme < day,
            slots[extreme + 1..<day].allSatisfy({ $0.kind == .verb }), slots[day].words == ["weekday"] || slots[extreme].words.count > 1
        {
            slots[day] = Slot(kind: .profile, value: "weekday", words: slots[day].words)
        }
        let isOfBlood =
            ["higher", "lower"].contains(first(.more)?.words.last) || ["highest", "lowest"].contains(first(.extreme)?.words.last)
            || has(.extreme) && (has(.when) || has(.which))
        if isOfBlood, first(.either)?.value.contains("dietarySugar") == true {
            replace(.either, by: .read, "glucose")
            note("sugar in the blood")
        }
        if subjects.count == 1, subjects[0].kind == .read, Self.betterLow.contains(subjects[0].value),
            let index = slots.firstIndex(where: { $0.kind == .extreme && !Set(["best", "worst"]).isDisjoint(with: $0.words) })
        {
            let words = slots[index].value.split(separator: " ").map(String.init)
            slots[index].value = ([words[0] == "max" ? "min" : "max"] + words.dropFirst()).joined(separator: " ")
            note("less is better")
            let asksForRows = first(.which).map { ["day", "hour of day"].contains($0.value) } ?? false
            if asksForRows, !has(.average), !has(.number) { add(Slot(kind: .average, value: "average", words: [])) }
        }
        // "When is my glucose highest" asks for an hour of the day.
        if opener == "when", !isPast, !has(.range), has(.extreme), subjects.count == 1,
            ["glucose", "heartRate", "bloodPressureSystolic, bloodPressureDiastolic"].contains(subjects[0].value)
        {
            replace(.when, by: .profile, "hour of day")
        }
        if let which = first(.which), ["which", "what"].contains(which.words.first), has(.more), subjects.count <= 1,
            ![.than, .limit, .extreme, .effect, .with, .range, .workdays, .weekends, .during, .usual].contains(where: has),
            ["month", "week", "weekday"].contains(which.value), let word = first(.more)?.words.last
        {
            let isLess = ["less", "fewer", "lower", "worse", "shorter"].contains(word)
            replace(.more, by: .extreme, isLess ? "min" : "max")
            if which.value != "weekday", !has(.average), !has(.workout) {
                add(Slot(kind: .average, value: "average", words: []))
                note("an average day")
            }
        }
        // "Days with more steps than average"
        if let which = first(.which), which.value == "day", has(.more), has(.usual) || has(.than) && has(.average), subjects.count == 1,
            !isYesOrNo, !has(.limit), let word = first(.more)?.words.last
        {
            replace(.more, by: .state, ["less", "fewer", "lower", "shorter"].contains(word) ? "below" : "above")
            remove(.usual, .than, .average, .with)
        }
    }

    /// "Heart rate by sleep stage" has a column for each stage, and "deep sleep" alone is an amount.
    private mutating func settleStages() {
        if let stage = first(.during)?.value, stage.hasPrefix("sleepAnalysis is "), subjects.isEmpty, !has(.either), !has(.verb) {
            replace(.during, by: .night, "sleep where value = \(stage.dropFirst(17))")
        }
        // "Are my nights getting shorter"
        if has(.trend), subjects.isEmpty, first(.which)?.value == "night" { replace(.which, by: .night, "sleep") }
        if subjects.count == 1, subjects[0].kind == .read, first(.by)?.value == "value" { replace(.by, by: .stages, "") }
    }
}

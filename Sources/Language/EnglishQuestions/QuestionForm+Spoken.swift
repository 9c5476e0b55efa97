import CalendarIntervals

// Words of spoken questions that say something only together with others.
extension QuestionForm {
    mutating func settleSpokenWords() {
        // "Did I hit my step goal"
        if first(.sum)?.words.last == "goal", has(.attain) || has(.progress) || isYesOrNo {
            add(Slot(kind: .goal, value: "", words: ["goal"]))
        }
        if has(.goal), !asksHowOften { remove(.attain) }
        // A weight comes from a scale.
        let measured = slots.filter { SlotKind.subjects.contains($0.kind) || $0.kind == .formula }.map(\.value)
        slots.removeAll { slot in
            slot.kind == .tool && slot.value.split(separator: ",").contains { name in measured.contains { $0.contains(name) } }
        }
        // "Sleep debt from my sleep"
        if let formula = first(.formula)?.value.lowercased(), !has(.effect), !has(.than) {
            slots.removeAll { ["glucose", "sleep"].contains($0.value) && formula.contains($0.value) }
        }
        settleSpokenNights()
        settleSpokenHours()
        settleSpokenRanks()
        settleSpokenGaps()
        settleSpokenSubjects()
        settleSpokenWorkouts()
        settleSpokenEffects()
    }

    /// True for "how often" and "how many times".
    var asksHowOften: Bool { first(.many)?.words.contains { ["often", "times"].contains($0) } == true }

    /// "Saturday night" ends on Sunday.
    private mutating func settleSpokenNights() {
        let isOfNights = slots.contains { $0.kind == .clock || $0.kind == .night }
        if isOfNights { replace(.weeknight, by: .workdays, "weekday is not saturday and weekday is not sunday") }
        // "Sleep from friday to saturday" is one night.
        let days =
            first(.nightPair)?.value.split(separator: " ").compactMap { name in Weekday.allCases.firstIndex { $0.name == name } } ?? []
        if isOfNights, days.count == 2, days[1] == (days[0] + 1) % 7 {
            replace(.nightPair, by: .nightOf, "date = \(Weekday.allCases[days[1]].name)")
            if has(.night), !has(.per) { add(Slot(kind: .per, value: "night", words: [])) }
        }
        replace(.nightPair, by: .unsupported)
        guard let index = slots.firstIndex(where: { $0.kind == .nightOn }),
            let day = Weekday.allCases.firstIndex(where: { $0.name == slots[index].value })
        else { return }
        // "When do I usually go to bed on a saturday night" asks for all of them.
        if first(.clock)?.value == "first start", has(.average) {
            replace(.nightOn, by: .condition, "weekday = \(slots[index].value)")
            return
        }
        if !isOfNights, slots[index].words.contains("to") { return replace(.nightOn, by: .unsupported) }
        let (name, next) = (slots[index].value, Weekday.allCases[(day + 1) % 7].name)
        let range = isOfNights ? "since \(name) 18:00 until \(next) 18:00" : "from \(name) 18:00 to \(next) 06:00"
        replace(.nightOn, by: .range, range)
        if !isOfNights { note("from 18:00 to 06:00") }
        if has(.night), !has(.per) { add(Slot(kind: .per, value: "night", words: [])) }
    }

    /// Settles the words near "the most" and "the hardest".
    private mutating func settleSpokenRanks() {
        guard let extreme = first(.extreme) else { return }
        remove(.judged)
        // "My most active week so far" is one of all weeks.
        for index in slots.indices where slots[index].kind == .range && slots[index].words.dropFirst() == ["so", "far"] {
            let period = slots[index].value.split(separator: " ").last.map(String.init)
            slots[index] = Slot(kind: .per, value: period ?? "day", words: slots[index].words)
        }
        // "The 3 days with the most steps"
        if let number = first(.number), number.words.last == "with", !has(.which), let period = QuestionReader.period(number.words[1]) {
            add(Slot(kind: .which, value: period, words: []))
            remove(.with)
        }
        // "Personal record: most steps in a day"
        let records: Set<String> = ["record", "best", "pr", "pb"]
        if all(.extreme).count == 2,
            let index = slots.firstIndex(where: { $0.kind == .extreme && $0.words != ["best"] && !records.isDisjoint(with: $0.words) })
        {
            slots.remove(at: index)
        }
        // "Which workout was the longest"
        if ["hard", "long", "far"].contains(where: extreme.value.hasSuffix), first(.which)?.value == "workout", subjects.isEmpty,
            !has(.either)
        {
            replace(.which, by: .workout, "")
        }
        if extreme.value.hasSuffix("hard"), subjects.count == 1, first(.workout) != nil, !has(.either), !has(.verb), !has(.long), !has(.far)
        {
            add(Slot(kind: .read, value: "heartRate", words: []))
            note("by heart rate")
        }
    }

    /// Settles days on which a goal was missed.
    private mutating func settleMissedGoals() {
        // "Days on which I missed my goal of 8000 steps" have fewer.
        if first(.nodata)?.value == "forgot", [.which, .days, .many].contains(where: has),
            let index = slots.firstIndex(where: { [.number, .amount].contains($0.kind) })
        {
            slots[index].kind = .limit
            slots[index].value = "< " + slots[index].value
            if has(.which) || has(.days) { remove(.nodata) } else { replace(.nodata, by: .which, "day") }
            remove(.goal)
        }
    }

    /// Returns the place of the limit that `not` turns. "Over 10000 steps but not a workout" has another one.
    private var turnedLimit: Int? {
        guard let not = slots.firstIndex(where: { $0.kind == .nodata }),
            let limit = slots.firstIndex(where: { [.limit, .number, .amount].contains($0.kind) })
        else { return nil }
        func isSubject(_ slot: Slot) -> Bool { SlotKind.subjects.contains(slot.kind) || slot.kind == .verb }
        if limit < not { return slots[not...].contains(where: isSubject) && slots[..<not].contains(where: isSubject) ? nil : limit }
        let between = slots[not..<limit].filter(isSubject)
        return between.contains { $0.kind == .workout || $0.value == "appleExerciseTime" } && between.count > 1 ? nil : limit
    }

    /// Words for what is not there, and usual times.
    private mutating func settleSpokenGaps() {
        // "Which days did I not walk 5000 steps" has fewer.
        if first(.nodata)?.words.last == "not", [.which, .days].contains(where: has) || first(.nodata)?.words.count ?? 0 > 1 {
            let opposites = [">=": "<", ">": "<=", "<": ">=", "<=": ">"]
            if let index = turnedLimit {
                let words = slots[index].value.split(separator: " ").map(String.init)
                let test = slots[index].kind == .limit ? opposites[words[0]] : "<"
                if let test {
                    slots[index].kind = .limit
                    slots[index].value = ([test] + words.drop { opposites[$0] != nil }).joined(separator: " ")
                    replace(.nodata, by: .which, first(.nodata)?.words.contains("nights") == true ? "night" : "day")
                    if all(.which).count > 1 || has(.days) { slots.removeAll { $0.kind == .which && $0.words.last == "not" } }
                }
            }
            if has(.nodata) { remove(.writes, .with) }
        }
        settleMissedGoals()
        // "Not without" says the opposite.
        if all(.nodata).count > 1, all(.nodata).contains(where: { $0.words == ["not"] }) { replace(.nodata, by: .unsupported) }
        if let nodata = first(.nodata) {
            // "Days I did not weigh myself", "when did I forget to weigh myself"
            let rows = nodata.words.contains("nights") ? "night" : nodata.words.contains("days") ? "day" : nil
            if let rows, nodata.words.last == "not", subjects.count < 2, !has(.limit) { add(Slot(kind: .which, value: rows, words: [])) }
            if nodata.words == ["missing"], !has(.which), !has(.days), !has(.many), !has(.gap) {
                add(Slot(kind: .which, value: "day", words: []))
            }
            if nodata.value == "forgot" {
                if !has(.which) { replace(.when, by: .which, "day") }
                if isYesOrNo, !has(.which), !has(.days) { add(Slot(kind: .which, value: "day", words: [])) }
                if !has(.which), !has(.days) { replace(.nodata, by: .unsupported) }
            }
            // "How many steps are missing"
            if nodata.words == ["missing"], has(.sum), has(.many), !has(.which), !has(.days) { replace(.nodata, by: .progress) }
        }
        // "When does my glucose usually drop below 85" asks for hours of the day.
        let usually = first(.average)?.words.contains { ["usually", "typically", "normally"].contains($0) } == true
        let isDay = first(.range).map { ["today", "yesterday"].contains($0.value) || $0.value.hasPrefix("on ") } ?? false
        if has(.when), asksForHabit || usually, has(.limit) || has(.extreme), !isDay, subjects.count == 1, !has(.verb),
            let read = first(.read)?.value, QuestionMeasure.often.contains(read)
        {
            replace(.when, by: .profile, "hour of day")
            if usually { remove(.average) }
        }
        // "When do I walk the most" asks for an hour of the day.
        let isAmount = subjects.isEmpty ? has(.verb) : subjects.count == 1 && has(.sum)
        if has(.when), asksForHabit || usually, has(.extreme), !isDay, isAmount, ![.limit, .which, .days, .per, .by].contains(where: has) {
            replace(.when, by: .profile, "hour of day")
        }
        // "How much do I usually walk on monday" is about all Mondays.
        if usually, let index = slots.firstIndex(where: { $0.kind == .range && $0.words.count < 3 && $0.value.hasPrefix("on ") }),
            Weekday.allCases.contains(where: { slots[index].value == "on \($0.name)" })
        {
            slots[index].kind = .condition
            slots[index].value = "weekday = \(slots[index].value.dropFirst(3))"
        }
        settleRegularity()
    }

    /// Settles how regular something is.
    private mutating func settleRegularity() {
        if has(.regular) { slots.removeAll { $0.kind == .average && $0.value == "stddev" } }
        if has(.regular), let formula = first(.formula)?.value, formula.hasPrefix("first start sleep, last end sleep") {
            replace(.formula, by: .formula, formula + " | stddev")
            remove(.regular)
        }
    }

    /// "Since noon" is today, "from 9 to 5" ends in the afternoon, and so does "between 2 and 4 this afternoon".
    private mutating func settleSpokenHours() {
        if has(.office), !has(.hours) {
            replace(.office, by: .hours, "09:00 17:00")
            note("from 09:00 to 17:00")
        }
        remove(.office)
        settleBareHours()
        if has(.hours) { remove(.mealtime) }
        guard let hours = first(.hours) else { return }
        if hours.words.first == "since", !has(.range) {
            add(Slot(kind: .range, value: "today", words: []))
            note("today")
        }
        let times = hours.value.split(separator: " ").compactMap { Int($0.prefix(2)) }
        guard hours.words.count(where: { $0.allSatisfy(\.isNumber) }) == 2, times.count == 2, times.allSatisfy({ (1...12).contains($0) }),
            !slots.contains(where: { $0.kind == .clock || ["glucose", "sleep"].contains($0.value) })
        else { return }
        let isLate = { (slot: Slot) in
            [.part, .range].contains(slot.kind) && ["afternoon", "evening"].contains(where: slot.value.hasSuffix)
        }
        func text(_ hour: Int) -> String { DayTimes.text(hour * 3_600_000) }
        let end = text(times[1] % 12 + 12)
        if slots.contains(where: isLate) {
            replace(.hours, by: .hours, "\(text(times[0] % 12 + 12)) \(end)")
            slots.removeAll { $0.kind == .part && isLate($0) }
        } else if times[0] > times[1], (6...10).contains(times[0]) {
            replace(.hours, by: .hours, "\(text(times[0])) \(end)")
            note("until \(end)")
        }
    }

    /// "Steps before 12" are those of the morning. "After 9" can be in the morning or in the evening.
    private mutating func settleBareHours() {
        let isTime = first(.before)?.words.contains { ["before", "after", "earlier", "later"].contains($0) } == true
        guard isTime, ![.clock, .night, .hours, .unit, .far, .amount].contains(where: has),
            let before = first(.before)?.value.split(separator: " "), before.count == 2,
            let hour = Int(before[1]), before[0] == "<" ? (5...23).contains(hour) : (12...23).contains(hour)
        else { return }
        let time = DayTimes.text(hour * 3_600_000)
        replace(.before, by: .hours, before[0] == "<" ? "00:00 \(time)" : "\(time) 24:00")
        note("\(before[0] == "<" ? "before" : "after") \(time)")
    }

    private mutating func settleSpokenSubjects() {
        settleHowOften()
        // "Am I losing fat"
        let changes = has(.change) || first(.trend)?.words.contains { ["losing", "gaining"].contains($0) } == true
        if changes, first(.sum)?.value == "dietaryFatTotal" { replace(.sum, by: .read, "bodyFat") }
        // "Runs outside"
        if has(.workout), let index = slots.firstIndex(where: { ["outside", "outdoors"].contains($0.words.last) && $0.kind == .sum }) {
            slots[index] = Slot(kind: .condition, value: "metadata \"HKIndoorWorkout\" = 0", words: slots[index].words)
        }
        // "I stood 12 hours" has a number of hours.
        if first(.event)?.value.hasPrefix("standHours") == true {
            for index in slots.indices where [.limit, .amount].contains(slots[index].kind) { slots[index].value.replace(" hr", with: "") }
            replace(.amount, by: .number)
        }
        // Each night has its share.
        if let part = first(.formula)?.value, part.contains("derive part"), has(.per) || has(.by) {
            replace(.formula, by: .formula, "share (value is \(part.contains("rem") ? "rem" : "deep")) of sleep{by}{c}")
        }
        // "How many rest days" is a number of days.
        if first(.nodata)?.value == "workout", has(.many), has(.which) {
            remove(.many)
            replace(.which, by: .days)
        }
    }

    /// Walks and exercise are workouts if a question counts them or asks for their time.
    private mutating func settleSpokenWorkouts() {
        let isLongest = first(.extreme)?.value.contains(" ") == true && !has(.which)
        if asksHowOften || has(.long) && !has(.effect) || isLongest, !has(.limit), !has(.goal), subjects.count < 2, !has(.read) {
            for index in slots.indices where [.verb, .sum].contains(slots[index].kind) {
                let word = slots[index].words.last ?? ""
                if slots[index].value == "steps", ["walk", "walked", "walking"].contains(word) {
                    (slots[index].kind, slots[index].value) = (.workout, "walking")
                    note("walks recorded as workouts")
                } else if ["exercise", "exercised"].contains(word), !has(.long) {
                    (slots[index].kind, slots[index].value) = (.workout, "")
                } else if asksHowOften, slots[index].value == "steps" {
                    replace(.many, by: .unsupported)
                }
            }
        }
        guard !subjects.isEmpty, subjects.allSatisfy({ $0.kind == .workout }) else { return }
        settleSizesOfWorkouts()
        // "How long did my runs last" has the verb.
        if has(.long), let last = slots.firstIndex(where: { $0.kind == .latest && $0.words == ["last"] }), last > 0,
            slots[last - 1].kind == .workout
        {
            slots[last] = Slot(kind: .per, value: "workout", words: ["last"])
        }
        // "Am I running further" asks for a distance, "am I running longer" for a time.
        let more = (first(.more) ?? first(.trend))?.words.last ?? ""
        if ["further", "farther"].contains(more), !has(.far) { add(Slot(kind: .far, value: "", words: [more])) }
        if ["longer", "shorter"].contains(more), !has(.long) { add(Slot(kind: .long, value: "", words: [more])) }
        // "The week in which I ran the furthest" has the greatest distance.
        if let extreme = first(.extreme), let kind: SlotKind = ["far": .far, "long": .long][extreme.value.split(separator: " ").last ?? ""]
        {
            let value = extreme.value.split(separator: " ").dropLast().joined(separator: " ")
            if has(.which) {
                replace(.extreme, by: .extreme, value)
                if !has(kind) { add(Slot(kind: kind, value: "", words: extreme.words)) }
            } else if let row = first(.per) ?? first(.by), QuestionReader.period(row.value) == row.value,
                all(.per).count + all(.by).count == 1
            {
                // "My longest run each month" is one workout of each.
                replace(.extreme, by: .longestOf, value)
                replace(.per, by: .by)
            }
        }
        settleWorkoutDays()
        guard let limit = first(.limit) else { return }
        // "Did I cycle more than 50 km in June" is about all rides.
        if isYesOrNo, has(.range), !all(.range).contains(where: { $0.words == ["ever"] }), !has(.long), !has(.far), !has(.more),
            ![.which, .days, .streak, .share].contains(where: has), subjects[0].words.last?.last != "s"
        {
            switch limit.value.split(separator: " ").last {
            case "km", "mi": add(Slot(kind: .far, value: "", words: []))
            case "min", "hr": add(Slot(kind: .long, value: "", words: []))
            default: break
            }
        }
        // "Workouts that burned over 500 calories"
        if limit.value.hasSuffix("cal") { slots.removeAll { $0.kind == .verb && $0.value == "activeEnergy" } }
        // "How long was I above 160" is not the time of a workout.
        let isOfTime = limit.words.contains { ["longer", "shorter"].contains($0) } || limit.value.last?.isNumber != true
        if limit.value.hasSuffix("count/min") || has(.long) && !isOfTime { replace(.limit, by: .unsupported) }
    }

    /// Sizes of workouts: how much, how much longer.
    private mutating func settleSizesOfWorkouts() {
        // "How much did I run" asks for a distance, or a time.
        if asksHowMuch, !has(.many),
            ![.far, .long, .days, .which, .streak, .left, .sinceLast, .limit, .extreme, .more, .than, .effect].contains(where: has)
        {
            let isFar = ["running", "cycling", "walking", "hiking", "swimming", "rowing"].contains(subjects[0].value)
            add(Slot(kind: isFar ? .far : .long, value: "", words: []))
            note(isFar ? "the distance" : "the time")
        }
        // "How much longer were my runs in June" is about one run, not about all of them.
        if ["longer", "shorter", "further", "farther"].contains(first(.more)?.words.last ?? ""), subjects[0].words.last?.last == "s",
            all(.range).count == 2, !has(.per), !has(.average)
        {
            add(Slot(kind: .per, value: "workout", words: []))
            add(Slot(kind: .average, value: "average", words: []))
            remove(.more)
            add(Slot(kind: .than, value: "", words: []))
            if !has(.far), !has(.long) { add(Slot(kind: .long, value: "", words: [])) }
        }
    }

    /// "Days on which I ran 5 km" and "days in a row with 30 minutes of exercise" have a limit of distance or of time.
    private mutating func settleWorkoutDays() {
        let isOfDays = [.days, .streak, .streaks, .share].contains(where: has) || ["day", "week", "month"].contains(first(.which)?.value)
        guard isOfDays, !has(.long), !has(.far), let limit = first(.limit) ?? first(.amount) else { return }
        switch limit.value.split(separator: " ").last {
        case "hr", "min":
            if subjects.contains(where: { $0.value.isEmpty && $0.words.contains { $0.hasPrefix("exercis") } }) {
                replace(.workout, by: .sum, "appleExerciseTime")
                note("minutes of exercise")
            } else {
                add(Slot(kind: .long, value: "", words: []))
            }
        case "km", "mi": add(Slot(kind: .far, value: "", words: []))
        default: break
        }
    }

    private mutating func settleSpokenEffects() {
        // "Does my pulse rise after coffee" compares it with the time before, and a value of the day with that of the next.
        if isYesOrNo, has(.moved), !has(.range), subjects.count == 2, subjects[0].kind == .read, first(.afterwards)?.words.first == "after",
            let cause = slots.lastIndex(where: { $0.kind == .sum }), slots[cause].value == subjects[1].value
        {
            if QuestionMeasure.often.contains(subjects[0].value) {
                slots[cause].kind = .reaction
            } else {
                add(Slot(kind: .effect, value: "after", words: []))
            }
            remove(.moved, .afterwards)
        }
        // "Does my pulse go up the day after many steps"
        if has(.nextDay), !has(.night), !has(.clock), [.more, .moved, .effect].contains(where: has) {
            remove(.more, .moved, .effect, .nextDay)
            add(Slot(kind: .effect, value: "after", words: []))
        }
        if all(.more).count > 1, !has(.than), subjects.count == 1 {
            // "Do I weigh less when I walk more"
            for index in slots.indices where slots[index].words.first == "while" && slots[index].value.hasPrefix("workouts") {
                let activity = slots[index].value.split(separator: " ").dropFirst(2).joined()
                (slots[index].kind, slots[index].value) = activity == "walking" ? (.sum, "steps") : (.workout, activity)
            }
            // "Is my heart rate lower on days I walk more"
            if has(.which), has(.verb) {
                replace(.verb, by: .sum)
                remove(.which)
            }
        }
        // "Is my heart rate higher after coffee"
        if subjects.count == 2, has(.effect) || isYesOrNo && has(.more) { remove(.afterwards) }
        // "Better on days with 10000 steps" names the days.
        if [.limit, .number, .amount].contains(where: has), let effect = first(.effect),
            effect.words.dropFirst().starts(with: ["on", "days"])
        {
            replace(.effect, by: .which, "day")
            add(Slot(kind: .more, value: "", words: effect.words))
        }
        settleDrinks()
    }

    /// A drink without a name has alcohol, if it may change something. Elsewhere, "when I drink" says when.
    private mutating func settleDrinks() {
        let compares = [.more, .effect, .which].contains(where: has)
        let drink = slots.firstIndex { slot in
            slot.kind == .verb && slot.value == "dietaryWater"
                || slot.kind == .with && ["drink", "drank", "drinking"].contains(slot.words.last)
        }
        guard compares, subjects.count == 1, [.night, .read].contains(subjects[0].kind), let drink else {
            for index in slots.indices where slots[index].kind == .with && ["while", "after"].contains(slots[index].words.first) {
                let isDay = compares || [.days, .share, .streak, .than].contains(where: has)
                if subjects.count == 1 || !isDay || slots[index].words.first == "after" { slots[index].kind = .afterwards }
            }
            return
        }
        note("drinks with alcohol")
        let sum = Slot(kind: .sum, value: "numberOfAlcoholicBeverages", words: slots[drink].words)
        if slots[drink].kind == .verb { slots[drink] = sum } else { slots.insert(sum, at: drink + 1) }
    }

    /// "How was my sleep this week" asks for the nights, "how were my steps" for the days.
    mutating func settleStates() {
        guard asksForState, subjects.count == 1, [.sum, .night].contains(subjects[0].kind) else { return }
        // "How did I sleep"
        if slots.count == 1, subjects[0].value == "sleep" {
            note("last night")
            return add(Slot(kind: .range, value: "last night", words: []))
        }
        let range = first(.range)?.value ?? "today"
        let isOneDay = ["today", "yesterday", "last night"].contains(range) || range.hasPrefix("on ") || range.contains("|")
        if !isOneDay, slots.allSatisfy({ [.range, .over, subjects[0].kind].contains($0.kind) }) {
            add(Slot(kind: .show, value: "", words: []))
        }
    }
}

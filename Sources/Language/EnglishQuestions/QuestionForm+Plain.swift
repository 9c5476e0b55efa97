import CalendarIntervals

// Words that stand for two slots, or that others make superfluous.
extension QuestionForm {
    mutating func settlePlainWords() {
        settlePlainTimes()
        settlePlainSubjects()
        settlePlainReadings()
        settlePlainSources()
        settlePlainDrinks()
        settlePlainGoals()
        // "Runs longer than 5k"
        if subjects.allSatisfy({ $0.kind == .workout }), has(.workout),
            let index = slots.firstIndex(where: { $0.kind == .limit && $0.words.last?.hasSuffix("k") == true }),
            let metres = Double(slots[index].value.split(separator: " ").last ?? "")
        {
            slots[index].value = slots[index].value.split(separator: " ").dropLast().joined() + " \(Int(metres / 1000)) km"
        }
        // "Oxygen in percent" has a unit, "changed in percent" does not.
        let changes = first(.percent)?.words.contains { $0.hasPrefix("change") } != false
        if !changes, ![.delta, .change, .inRange, .share, .more, .than, .moved].contains(where: has) { replace(.percent, by: .unit, "%") }
        // "Calories by workout type"
        if has(.kinds) || first(.by)?.value == "activity", first(.either)?.value.contains("activeEnergy") == true {
            replace(.either, by: .sum, "activeEnergy")
        }
        // "The estimated A1c and GMI" are one, and so are "average bedtime vs average wake time".
        var seen: Set<String> = []
        slots.removeAll { [.formula, .average].contains($0.kind) && !seen.insert($0.value).inserted }
    }

    private mutating func settlePlainTimes() {
        // "My weight at the start of the year" is the first one in it.
        if let start = first(.startOf), has(.read) {
            replace(.startOf, by: .range)
            if !has(.first) { add(Slot(kind: .first, value: "", words: start.words)) }
        }
        // "Better month by month" asks for the months.
        if has(.trend), first(.per)?.words.dropFirst().first == "by" { replace(.trend, by: .show) }
        // "Am I walking more each month" does, too.
        if isYesOrNo, !has(.than), !has(.range), ["each", "every"].contains(first(.per)?.words.first), first(.per)?.value != "day" {
            replace(.more, by: .show)
        }
        // "More than at this point last month" counts the same days.
        if has(.untilNow), has(.than), !has(.more), !has(.progress) { replace(.untilNow, by: .more) }
        // "In an average week"
        if let typical = first(.typicalPer) {
            let isRead = slots.contains { $0.kind == .read }
            replace(.typicalPer, by: isRead || has(.per) ? .average : .per)
            if !isRead, !has(.average) { add(Slot(kind: .average, value: "average", words: typical.words)) }
            for index in slots.indices where slots[index].kind == .average && slots[index].value == typical.value {
                slots[index].value = "average"
            }
        }
        // No query has rows for mornings, evenings and noon.
        if Set(all(.part).map(\.value)).count > 1 {
            replace(.atHour, by: .unsupported)
            for index in slots.indices where slots[index].words == ["night"] { slots[index].kind = .part }
        }
        // "My heart rate at 3pm"
        if !has(.clock), let index = slots.firstIndex(where: { $0.kind == .atHour }), let hour = Int(slots[index].value.prefix(2)) {
            slots[index].kind = .condition
            slots[index].value = "hour of day = \(hour % 24)"
            note("from \(DayTimes.text(hour % 24 * 3_600_000)) to \(DayTimes.text((hour % 24 + 1) * 3_600_000))")
        }
        // "Am I on a streak now"
        if has(.streak) { slots.removeAll { $0.kind == .untilNow || $0.kind == .latest && $0.words.contains("now") } }
        // "Before noon vs in the afternoon"
        if has(.than), has(.part), has(.hours) {
            remove(.hours, .than, .part)
            add(Slot(kind: .by, value: "part of day", words: []))
        }
        // "In the morning between 6 and 8"
        let hours = first(.hours)?.value.split(separator: " ").last ?? ""
        if has(.hours), hours <= "12:00", all(.part).map(\.value) == ["morning"] { remove(.part) }
        // "On fridays and saturdays" are both.
        let days = all(.condition).filter { $0.value.hasPrefix("weekday = ") }
        if days.count > 1, Set(days.map(\.value)).count == 1, let last = slots.lastIndex(where: { $0.value == days[0].value }) {
            slots.remove(at: last)
        } else if days.count > 1 {
            let names = days.map { $0.value.dropFirst(10) }.joined(separator: ", ")
            slots.removeAll { $0.kind == .condition && $0.value.hasPrefix("weekday = ") }
            // "Mondays vs Fridays" are two rows.
            if has(.than), !has(.by) {
                remove(.than, .more)
                add(Slot(kind: .by, value: "weekday", words: []))
                if !has(.average) { add(Slot(kind: .average, value: "average", words: [])) }
            }
            add(Slot(kind: .condition, value: "weekday in (\(names))", words: days.flatMap(\.words)))
        }
    }

    private mutating func settlePlainSubjects() {
        // "Does a short night raise my heart rate the next day"
        if has(.night) { remove(.aside) }
        // "Did my heart rate drop this week" compares it with the week before, "did it drop" asks for its trend.
        if has(.moved) {
            if let index = slots.firstIndex(where: {
                $0.kind == .range && ($0.value.hasPrefix("this ") || isYesOrNo && ["last week", "last month"].contains($0.value))
                    && $0.value.split(separator: " ").count == 2
            }),
                !has(.per), !has(.by)
            {
                let range = slots[index].value
                let versus = range.hasPrefix("this ") ? String(range.dropFirst(5)) : "\(range)|previous"
                slots[index] = Slot(kind: .versus, value: versus, words: slots[index].words)
                remove(.moved)
            }
            replace(.moved, by: has(.during) && !["has", "have"].contains(opener) ? .more : .trend)
        }
        if let index = slots.firstIndex(where: { $0.kind == .mealtime }) {
            note(slots[index].value)
            slots[index].kind = .condition
            if slots[index].words.last == "breakfast" { slots.removeAll { $0.kind == .part && $0.value == "morning" } }
        }
        // "How many kg left to 72"
        if subjects.isEmpty, has(.goalNumber), let unit = first(.unit)?.value, ["kg", "lb", "st"].contains(unit) {
            replace(.goalNumber, by: .goalWeight)
        }
        if first(.formula)?.value.contains("fatMass") == true, first(.unit)?.value == "kg" { remove(.unit) }
        // "Which workout do I do the most" asks for a kind.
        if first(.which)?.value == "workout", first(.extreme)?.words == ["most"], subjects.isEmpty, !has(.either), !has(.verb) {
            replace(.which, by: .kinds)
        }
    }

    /// Readings that are high, low or normal.
    private mutating func settlePlainReadings() {
        if has(.read), first(.first)?.words.contains("when") == true { add(Slot(kind: .when, value: "", words: [])) }
        // "Was I low last night" is about glucose.
        if subjects.isEmpty, !has(.either), !has(.verb), let word = first(.judgement)?.words.last, ["low", "high"].contains(word) {
            add(Slot(kind: .read, value: "glucose", words: []))
            note("glucose")
        }
        // "Glucose spikes" are readings that are high.
        if !isYesOrNo, first(.read)?.value == "glucose", ["spike", "spikes"].contains(first(.readings)?.words.last), !has(.limit) {
            add(Slot(kind: .limit, value: "> 180 mg/dL", words: []))
            note("above 180 mg/dL")
        }
        // "Did my glucose spike" asks for its peak.
        if isYesOrNo, has(.read), let index = slots.firstIndex(where: { $0.kind == .readings && $0.words.last == "spike" }) {
            slots[index] = Slot(kind: .extreme, value: "max", words: slots[index].words)
        }
        // The data does not say whether a value is good.
        if first(.judgement)?.words == ["normal"] {
            if isYesOrNo || slots.count != 2 || subjects.isEmpty {
                replace(.judgement, by: .unsupported)
            } else {
                replace(.judgement, by: .average, "average")
            }
        }
        if !has(.range), first(.read)?.value != "glucose" { replace(.judgement, by: .unsupported) }
    }

    /// Logged days, devices, records and pressures.
    private mutating func settlePlainSources() {
        // "The days on which I logged food" have food, and "what my watch missed" has a source.
        let ofDays: [SlotKind] = [.days, .which, .nodata, .share, .streak]
        let isFrom = has(.share) && has(.device)
        if !isFrom, !has(.writers), !has(.place), !has(.latest), ofDays.contains(where: has) {
            if has(.nodata) { remove(.writes) } else { replace(.writes, by: .with) }
        }
        // "What share of my steps comes from my watch", but not "on what share of days did I wear it"
        let isShareOfDays = has(.share) && ([.days, .which, .with, .limit].contains(where: has) || subjects.count != 1)
        if slots.count(where: \.isDevice) == 1, has(.device), !isShareOfDays, ![.by, .writers, .place, .than].contains(where: has) {
            replace(.device, by: .condition)
            remove(.writes)
            slots.removeAll { $0.kind == .extreme && $0.words == ["record"] }
        }
        // "The fastest 20 km on the bike"
        if let record = first(.record)?.value, let activity = slots.first(where: { [.workout, .during].contains($0.kind) }) {
            let name = activity.value.split(separator: " ").last.map(String.init) ?? ""
            let metric = ["cycling": " of distanceCycling", "running": ""][name]
            remove(.workout, .during)
            if let metric { replace(.record, by: .record, record + metric) } else { replace(.record, by: .unsupported) }
        }
        if let pressure = first(.pressure) {
            if subjects.isEmpty { add(Slot(kind: .read, value: "bloodPressureSystolic, bloodPressureDiastolic", words: [])) }
            if pressure.value.hasPrefix(">") { note("one of the two pressures is enough") }
        }
    }

    /// Food and drink, and when.
    private mutating func settlePlainDrinks() {
        // "When did I drink coffee today" asks for each time.
        if let sum = first(.sum)?.value, sum.hasPrefix("dietary") || sum == "numberOfAlcoholicBeverages",
            slots.allSatisfy({
                [.sum, .verb, .when, .range, .condition, .part, .hours].contains($0.kind)
            })
        {
            if first(.when)?.words.contains("late") == true {
                add(Slot(kind: .latest, value: "", words: []))
            } else if !asksForHabit {
                replace(.when, by: .taken)
            }
        }
        // "My heart rate after coffee"
        if subjects.count == 2, subjects[0].kind == .read, first(.afterwards)?.words.first == "after",
            ![.effect, .more, .than, .which, .days].contains(where: has),
            let index = slots.lastIndex(where: { $0.kind == .sum }), slots[index].value == subjects[1].value,
            subjects[1].value.hasPrefix("dietary") || subjects[1].value == "numberOfAlcoholicBeverages"
        {
            slots[index] = Slot(kind: .during, value: "within 1h after \(subjects[1].value)", words: slots[index].words)
            remove(.afterwards)
            note("within an hour")
        }
    }

    /// Goals and zones.
    private mutating func settlePlainGoals() {
        // "Enough" asks for a goal, unless the question names one.
        if [.limit, .amount, .number].contains(where: has) { remove(.enough) }
        // "Zone 2 (120 to 140 bpm)"
        if has(.limit) || has(.hours) { remove(.zone) } else if has(.zone) { note("all zones") }
        replace(.zone, by: .zones, "")
    }
}

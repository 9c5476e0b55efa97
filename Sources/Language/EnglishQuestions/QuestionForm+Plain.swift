import CalendarIntervals

// Words that stand for two slots, or that others make superfluous.
extension QuestionForm {
    mutating func settlePlainWords() {
        settlePlainTimes()
        settlePlainSubjects()
        // "Runs longer than 5k"
        if subjects.allSatisfy({ $0.kind == .workout }), has(.workout),
            let index = slots.firstIndex(where: { $0.kind == .limit && $0.words.last?.hasSuffix("k") == true }),
            let metres = Double(slots[index].value.split(separator: " ").last ?? "")
        {
            slots[index].value = slots[index].value.split(separator: " ").dropLast().joined() + " \(Int(metres / 1000)) km"
        }
        // "Calories by workout type"
        if has(.kinds) || first(.by)?.value == "activity", first(.either)?.value.contains("activeEnergy") == true {
            replace(.either, by: .sum, "activeEnergy")
        }
        // "The estimated A1c and GMI" are one, and so are "average bedtime vs average wake time".
        var seen: Set<String> = []
        slots.removeAll { [.formula, .average].contains($0.kind) && !seen.insert($0.value).inserted }
    }

    private mutating func settlePlainTimes() {
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
        if days.count > 1 {
            let names = days.map { $0.value.dropFirst(10) }.joined(separator: ", ")
            slots.removeAll { $0.kind == .condition && $0.value.hasPrefix("weekday = ") }
            add(Slot(kind: .condition, value: "weekday in (\(names))", words: days.flatMap(\.words)))
        }
    }

    private mutating func settlePlainSubjects() {
        // "Does a short night raise my heart rate the next day"
        if has(.night) { remove(.aside) }
        // "Did my heart rate drop this week" compares it with the week before, "did it drop" asks for its trend.
        if has(.moved) {
            if let index = slots.firstIndex(where: {
                $0.kind == .range && $0.value.hasPrefix("this ") && $0.value.split(separator: " ").count == 2
            }),
                !has(.per), !has(.by)
            {
                slots[index] = Slot(kind: .versus, value: String(slots[index].value.dropFirst(5)), words: slots[index].words)
                remove(.moved)
            }
            replace(.moved, by: first(.during)?.value.hasPrefix("within") == true ? .more : .trend)
        }
        if let index = slots.firstIndex(where: { $0.kind == .mealtime }) {
            note(slots[index].value)
            slots[index].kind = .condition
            if slots[index].words.last == "breakfast" { slots.removeAll { $0.kind == .part && $0.value == "morning" } }
        }
        // "My phone without the watch"
        if has(.nodata), slots.contains(where: { $0.value == "iPhone" || $0.value.contains("iPhone") }),
            let watch = slots.firstIndex(where: { $0.kind == .device && $0.value.contains("Watch") })
        {
            slots.remove(at: watch)
            remove(.nodata)
            slots.removeAll { $0.kind == .writes }
            replace(.device, by: .condition)
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
        // "Enough" asks for a goal, unless the question names one.
        if [.limit, .amount, .number].contains(where: has) { remove(.enough) }
        // "Zone 2 (120 to 140 bpm)"
        if has(.limit) || has(.hours) { remove(.zone) } else if has(.zone) { note("all zones") }
        replace(.zone, by: .zones, "")
    }
}

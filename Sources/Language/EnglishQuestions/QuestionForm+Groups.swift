import CalendarIntervals

// The rows of an answer: days, nights, workouts and what repeats, such as weekdays.
extension QuestionForm {
    private static let profiles: Set<String> = ["weekday", "hour of day", "part of day", "month of year", "day of month", "weekend"]

    /// Decides which rows the answer has.
    mutating func settleGroups() {
        if let index = slots.firstIndex(where: { $0.kind == .which && Self.profiles.contains($0.value) }) { slots[index].kind = .profile }
        // "Daily steps per month" are days in months.
        let periods = slots.indices.filter { [.per, .by].contains(slots[$0].kind) && QuestionReader.period(slots[$0].value) != nil }
        if periods.count == 2 {
            let sizes = periods.map { index in CalendarPeriod.allCases.first { $0.name == slots[index].value } ?? .day }
            let (small, large) = sizes[0] < sizes[1] ? (periods[0], periods[1]) : (periods[1], periods[0])
            if sizes[0] != sizes[1] { (slots[small].kind, slots[large].kind) = (.per, .by) }
        }
        settleWorkoutColumns()
        if let source = slots.first(where: { $0.kind == .condition && $0.value.hasPrefix("source") }), !has(.per), !has(.by),
            !has(.average),
            first(.range)?.value.hasSuffix("days") == true || first(.range)?.value == "last week"
        {
            notes.append("a row for each day")
            slots.append(Slot(kind: .per, value: "day", words: source.words))
        }
        settleKinds()
        if subjects.first?.kind == .clock { slots.removeAll { $0.kind == .per && ["day", "night"].contains($0.value) } }
        if subjects.first?.kind == .night, let index = slots.firstIndex(where: { $0.kind == .per && $0.value == "day" }) {
            slots[index].value = "night"
        }
        let isRead = subjects.first?.kind == .read
        // "My usual heart rate by hour"
        if isRead, let index = slots.firstIndex(where: { $0.kind == .by && $0.value == "hour" }),
            first(.average)?.words.contains(where: { ["usual", "typical", "usually", "typically"].contains($0) }) == true
        {
            slots[index].value = "hour of day"
        }
        if has(.average), !isRead, let index = slots.firstIndex(where: { $0.kind == .by }) {
            switch slots[index].value {
            case "day", "night": slots[index].kind = .per
            case "hour": slots[index].value = "hour of day"
            default: break
            }
        }
        // "Over the last 6 months" asks for rows of readings.
        if has(.over), !has(.show), !has(.change), subjects.first?.kind == .read, !has(.per), !has(.by), !has(.average) {
            slots.append(Slot(kind: .show, value: "", words: []))
            notes.append("a row for each day")
        }
        if has(.over), has(.trend), let index = slots.firstIndex(where: { ["last month", "last week"].contains($0.value) }) {
            slots[index].value = slots[index].value == "last month" ? "last 30 days" : "last 7 days"
        }
        settleStates()
        remove(.over)
        settleNights()
        if has(.show), !has(.per), !has(.by), !has(.which), let range = rowsToShow {
            slots.append(Slot(kind: .per, value: range, words: []))
        }
    }

    /// Amounts that workouts record.
    private mutating func settleWorkoutColumns() {
        // The distance of a ride is not one of steps.
        if first(.per)?.value.hasPrefix("workout") == true, first(.sum)?.value == "distance" { replace(.sum, by: .sum, "workout distance") }
        // Workouts record their energy and distance.
        if first(.by)?.value == "activity", let index = slots.firstIndex(where: { ["activeEnergy", "distance"].contains($0.value) }) {
            slots[index].value = slots[index].value == "distance" ? "workout distance" : "workout energy"
        } else if first(.by)?.value == "activity", first(.read)?.value == "heartRate" {
            replace(.read, by: .read, "workout heartRate")
        } else if let index = slots.firstIndex(where: { $0.kind == .by && $0.value == "activity" }), !has(.long), !has(.far) {
            slots[index].kind = .kinds
        }
    }

    /// Takes the amount that workouts record, if a question asks for the kind of workout with the most of it.
    private mutating func settleKinds() {
        // "Which activity burns the most"
        if has(.kinds), has(.extreme), let subject = subjects.first,
            let name = ["activeEnergy": "energy", "distance": "distance", "heartRate": "heartRate"][subject.value]
        {
            replace(subject.kind, by: subject.kind, "workout \(name)")
        }
    }

    /// The sleep of last night or of a date is that of the night which ends then.
    private mutating func settleNights() {
        if subjects.first?.kind == .night, all(.condition).contains(where: { $0.value.hasPrefix("weekday") }),
            ![.per, .by, .average, .extreme, .which, .days].contains(where: has)
        {
            slots.append(Slot(kind: .per, value: "night", words: []))
        }
        if subjects.first?.kind == .night, has(.nightOf), ![.per, .by, .average, .extreme].contains(where: has) {
            slots.append(Slot(kind: .per, value: "night", words: []))
        }
        guard let index = slots.firstIndex(where: { $0.kind == .range }), let subject = subjects.first,
            [.night, .clock, .read].contains(subject.kind)
        else { return }
        let range = slots[index].value
        let groups = all(.by).map(\.value)
        if slots[index].words.last == "nights", [.night, .read].contains(subject.kind), groups.isEmpty || groups == ["value"],
            ![.per, .average, .extreme, .which, .days, .streak].contains(where: has)
        {
            slots.insert(Slot(kind: .per, value: "night", words: []), at: index + 1)
            if let by = slots.firstIndex(where: { $0.kind == .by }) { slots.append(slots.remove(at: by)) }
        }
        guard subject.kind != .read else { return }
        if ["today", "yesterday"].contains(range) { notes.append("from midnight to midnight") }
        // The night of Monday, in full; a bedtime is that of the evening.
        let day = range.hasPrefix("on ") ? String(range.dropFirst(3)) : range.hasPrefix("last ") ? range : ""
        let isWeekday = subject.kind == .night && Weekday.allCases.contains { day == $0.name || day == "last \($0.name)" }
        let isDate = isWeekday || range.hasPrefix("on ") && range.contains { $0.isNumber }
        guard isDate || range == "last night" || range.hasPrefix("on "), ![.per, .by, .average, .extreme].contains(where: has) else {
            return
        }
        if isDate { slots[index] = Slot(kind: .nightOf, value: "date = " + day, words: slots[index].words) }
        if subject.kind == .night { slots.append(Slot(kind: .per, value: "night", words: [])) }
    }

    /// The rows for questions such as "show me", which need several.
    private var rowsToShow: String? {
        guard let subject = subjects.first, [.sum, .read, .night].contains(subject.kind), !has(.average), !has(.extreme), !has(.latest),
            !has(.trend), !has(.weeks)
        else { return nil }
        let range = first(.range)?.value ?? ""
        if subject.kind == .night, range.isEmpty, isChart { return "night" }
        if subject.kind == .night { return ["", "today", "yesterday", "last night"].contains(range) ? nil : "night" }
        let isPart = ["last night", "last hour", "this morning", "this afternoon", "this evening"].contains(range)
        if isPart || ["today", "yesterday"].contains(range) || range.hasPrefix("last ") && range.hasSuffix(" hours") { return "hour" }
        if subject.kind == .read { return "day" }
        return range.contains("year") || range.contains("during 2") && !range.contains("-") ? "month" : "day"
    }
}

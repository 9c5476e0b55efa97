import CalendarIntervals

/// The slots of a question, after words that depend on each other have been put together.
struct QuestionForm {
    var slots: [Slot]
    /// True if the question starts with `did` or a similar word.
    let isYesOrNo: Bool
    let asksForHabit: Bool
    /// True for "how is my …".
    let asksForState: Bool
    let opener: String
    /// True for "how much", "how many", "how far" and "how long".
    let asksHowMuch: Bool
    /// True for "was I" and "did I", which ask for what happened.
    let isPast: Bool
    /// True for "were all my nights" and "do I always".
    let asksForAll: Bool
    /// A measure that `and` adds to another one: "runs and their distance".
    private(set) var added: Slot?
    /// True for "outside of 9 to 5".
    var excludesHours = false
    /// The assumptions of the readings.
    var notes: [String] = []

    init(_ reader: QuestionReader) {
        slots = reader.slots
        notes = reader.corrections + reader.guesses
        (asksForState, opener) = (reader.asksForState, reader.opener)
        isYesOrNo = ["did", "have", "has", "am", "is", "are", "was", "were", "do", "does"].contains(reader.opener)
        added = Self.added(slots)
        (asksForHabit, asksHowMuch) = (reader.asksForHabit, reader.asksHowMuch)
        (isPast, asksForAll) = (reader.isPast, reader.asksForAll)
    }

    /// True for "plot my sleep", which needs rows.
    var isChart: Bool { slots.contains { $0.kind == .show && !Set($0.words).isDisjoint(with: ["chart", "graph", "plot", "draw"]) } }

    func all(_ kind: SlotKind) -> [Slot] { slots.filter { $0.kind == kind } }
    func first(_ kind: SlotKind) -> Slot? { slots.first { $0.kind == kind } }
    func has(_ kind: SlotKind) -> Bool { slots.contains { $0.kind == kind } }
    var subjects: [Slot] { slots.filter { SlotKind.subjects.contains($0.kind) } }

    /// Returns the form with `sum activeEnergy` for a word that has several meanings.
    func deciding(_ meaning: String) -> QuestionForm {
        var copy = self
        let words = meaning.split(separator: " ").map(String.init)
        if words[1] == "activeEnergy", let total = totalOfEnergy(.either) { copy.slots[total].kind = .incl }
        copy.replace(.either, by: SlotKind(rawValue: words[0]) ?? .sum, words[1])
        return copy
    }

    /// Returns the place of "total" before energy that isn't that of workouts, as in "total calories": it counts the energy at rest.
    ///
    /// - Parameter kind: the kind of the slot with the energy.
    func totalOfEnergy(_ kind: SlotKind) -> Int? {
        guard let total = slots.lastIndex(where: { $0.kind == .total }), slots[total].words == ["total"], total + 1 < slots.count,
            slots[total + 1].kind == kind, slots[total + 1].value.contains("activeEnergy"), !slots[total + 1].words.contains("active"),
            !slots[total + 1].words.contains("activity"), !has(.workout), !has(.during), !has(.incl)
        else { return nil }
        return total
    }

    mutating func replace(_ kind: SlotKind, by other: SlotKind, _ value: String? = nil) {
        for index in slots.indices where slots[index].kind == kind {
            slots[index].kind = other
            if let value { slots[index].value = value }
        }
    }

    mutating func remove(_ kinds: SlotKind...) { slots.removeAll { kinds.contains($0.kind) } }

    mutating func add(_ slot: Slot) { slots.append(slot) }
    mutating func note(_ text: String) { notes.append(text) }

    func filtering(_ isKept: (Slot) -> Bool) -> QuestionForm {
        var copy = self
        copy.slots = slots.filter(isKept)
        return copy
    }

    // MARK: Words that depend on each other

    mutating func settle() {
        if first(.formula)?.value.contains("{need}") == true, !has(.need) { notes.append("8 hours a night") }
        settleTense()
        settleBriefWords()
        settleDoubts()
        settleSpokenWords()
        settlePlainWords()
        settleTimes()
        settleVerbs()
        settleSubjects()
        settleSlowReadings()
        settleDays()
        settleHours()
        settleNumbers()
        settleRanges()
        settleGroups()
        settleEvents()
        settleNow()
        settleHabits()
    }

    /// Readings that change slowly, whose value before an event is the last one.
    static let slowReadings: Set<String> = ["weight", "bodyFat", "leanBodyMass", "height", "bodyMassIndex", "waist", "glucose"]

    /// "My weight before each run" is the last value before it, and "my heart rate before each run" that of the hour before it.
    private mutating func settleEvents() {
        for index in slots.indices where slots[index].kind == .near {
            slots[index].value = Self.event(slots[index].value)
            guard slots[index].value.hasPrefix("before") else { continue }
            let isSlow = subjects.count == 1 && subjects[0].kind == .read && Self.slowReadings.contains(subjects[0].value)
            if !isSlow || has(.average) || has(.extreme) {
                slots[index].value = "within 1h " + slots[index].value
            } else if !has(.latest) {
                slots.append(Slot(kind: .latest, value: "", words: []))
            }
        }
    }

    /// Returns the text with the short names of events.
    static func event(_ text: String) -> String {
        text.replacing("(workouts)", with: "workout").replacing("(sleep)", with: "night")
            .replacing("(menstrualFlow)", with: "(sessions of menstrualFlow gap 7d)")
    }

    /// The amounts for verbs such as "walk": a verb is the subject if the question does not name one of its amounts.
    private static let objects: [String: [String]] = [
        "steps": ["steps", "distance"], "flights": ["flights"], "activeEnergy": ["activeEnergy", "basalEnergyBurned"],
        "dietaryEnergyConsumed": ["dietary"], "dietaryWater": ["dietaryWater", "dietaryCaffeine", "numberOfAlcoholicBeverages"],
    ]

    private mutating func settleVerbs() {
        if let either = first(.either) {
            let isOfWorkouts = has(.workout) || first(.which)?.value == "workout" || first(.per)?.value.hasPrefix("workout") == true
            let decided = either.value.contains("activeEnergy") && isOfWorkouts ? "activeEnergy" : first(.verb)?.value
            if let decided, either.value.contains(decided) { replace(.either, by: .sum, decided) }
        }
        // "Peak sugar after meals" is in the blood.
        if let either = first(.either), either.value.contains("dietarySugar"),
            slots.contains(where: { [.during, .near].contains($0.kind) && $0.value.contains("dietaryCarbohydrates") })
        {
            replace(.either, by: .read, "glucose")
            notes.append("sugar in the blood")
        }
        if let either = first(.either), either.value.contains("Power") {
            let activity = ["cycling", "running"].first { activity in slots.contains { $0.value.hasSuffix(activity) } }
            if let activity { replace(.either, by: .read, "\(activity)Power") }
        }
        // A watch measures no cadence of runs.
        if first(.read)?.words == ["cadence"], slots.contains(where: { $0.value.hasSuffix("running") }) { replace(.read, by: .unsupported) }
        // "Do I sleep better on days I walk more"
        if has(.effect), subjects.count == 1 { replace(.verb, by: .sum) }
        // "Do I eat more on days I work out"
        if has(.which) || subjects.first?.words.last?.hasPrefix("day") == true, has(.more), subjects.count == 1,
            subjects[0].kind == .workout
        {
            replace(.verb, by: .sum)
        }
        // "Is my walking getting slower"
        if first(.trend)?.words.contains(where: { ["slower", "faster"].contains($0) }) == true, first(.sum)?.value == "steps" {
            replace(.sum, by: .read, "walkingSpeed")
        }
        guard let verb = first(.verb) else { return }
        if verb.value == "dietaryEnergyConsumed", first(.either)?.value.contains("dietarySugar") == true {
            replace(.either, by: .sum, "dietarySugar")
        }
        if subjects.isEmpty, !has(.either) {
            replace(.verb, by: .sum)
            return settleHowOften()
        }
        let objects = Self.objects[verb.value, default: []]
        if subjects.contains(where: { subject in objects.contains { subject.value.hasPrefix($0) } }) { remove(.verb) }
    }

    private mutating func settleSubjects() {
        if first(.limit)?.value.hasSuffix("dBASPL") == true, first(.span)?.value == "headphoneAudioExposure" { replace(.span, by: .read) }
        settleReadings()
        settleComparedDays()
        // "The distance of runs" is a metric at that time, "how far did I run" a number of workouts.
        if first(.far)?.words.last == "of", ![.average, .latest, .first].contains(where: has),
            let index = slots.firstIndex(where: { $0.kind == .workout }),
            ["running", "walking"].contains(slots[index].value)
        {
            slots.append(Slot(kind: .during, value: "workouts is \(slots[index].value)", words: slots[index].words))
            (slots[index].kind, slots[index].value) = (.sum, "distance")
        }
        // "Hours on the bike"
        if subjects.isEmpty, has(.long) || has(.far), first(.limit)?.value.hasSuffix("count/min") != true,
            let index = slots.firstIndex(where: { $0.kind == .during }), slots[index].value.hasPrefix("workouts")
        {
            slots[index].value = slots[index].value.split(separator: " ").dropFirst(2).joined()
            slots[index].kind = .workout
        }
        settleDistances()
        addSubjects()
        if !has(.trend), let ins = subjects.first(where: { $0.words.last == "ins" }) {
            slots.append(Slot(kind: .readings, value: "", words: ins.words))
        }
        let keepsWith = ![.limit, .extreme].contains(where: has) && [.days, .which, .share, .streak].contains(where: has)
        if !keepsWith, !has(.workout) || !has(.extreme) { remove(.with) }
        settleAggregates()
        if let long = first(.long), all(.long).count == 2 {
            let unit = all(.long).first { !$0.value.isEmpty } ?? long
            remove(.long)
            slots.append(unit)
        }
        // A headache is one of a list, unless something is asked about them.
        if slots.count == 1, has(.event) { slots.append(Slot(kind: .list, value: "", words: [])) }
        // "Weeks above 150, share of all weeks"
        if all(.which).count > 1, Set(all(.which).map(\.value)).count == 1, let which = first(.which) {
            remove(.which)
            slots.append(which)
        }
        // The same subject twice, or in general and in detail: "sleep … deep", "running workouts".
        var seen: Set<String> = []
        let hasStage = all(.night).contains { $0.value != "sleep" }
        let hasActivity = all(.workout).contains { !$0.value.isEmpty }
        slots = slots.filter { slot in
            if slot.kind == .night, slot.value == "sleep", hasStage && !has(.than) && !has(.share) || has(.clock) { return false }
            if slot.kind == .workout, slot.value.isEmpty, hasActivity { return false }
            return !SlotKind.subjects.contains(slot.kind) || seen.insert(slot.kind.rawValue + slot.value).inserted
        }
    }

    /// Reads "how far" and limits in units of length as distances.
    private mutating func settleDistances() {
        // "Did I walk more than 5 km"
        let isOfLength = ["km", "mi", "m", "yd"].contains { first(.limit)?.value.hasSuffix(" " + $0) == true }
        if isOfLength, first(.sum)?.value == "steps" { replace(.sum, by: .sum, "distance") }
        // "Did I walk farther" and "which day did I walk the longest" ask for distances.
        let compared = first(.more)?.words.last ?? first(.trend)?.words.last ?? ""
        let isWalk = first(.sum)?.words.last.map(["walk", "walks"].contains) == true && ["longer", "shorter"].contains(compared)
        if ["further", "farther"].contains(compared) || isWalk, first(.sum)?.value == "steps" { replace(.sum, by: .sum, "distance") }
        if has(.which), first(.extreme)?.value.hasSuffix(" long") == true, first(.sum)?.value == "steps" {
            replace(.sum, by: .sum, "distance")
        }
        if let far = first(.far) {
            if let index = slots.firstIndex(where: { $0.kind == .sum && ["steps", "distance"].contains($0.value) }) {
                slots[index].value = "distance"
            } else if subjects.isEmpty {
                slots.append(Slot(kind: .sum, value: "distance", words: []))
            }
            if !has(.workout) || !subjects.allSatisfy({ $0.kind == .workout }) {
                if !far.value.isEmpty { slots.append(Slot(kind: .unit, value: far.value, words: far.words)) }
                remove(.far)
            }
        }
    }

    /// Adds the subject of a question that names only its rows, such as "which sport do I do most".
    private mutating func addSubjects() {
        if subjects.isEmpty, let per = first(.per), per.value.hasPrefix("workout") {
            slots.append(Slot(kind: .workout, value: String(per.value.dropFirst(8)), words: []))
        }
        // "Which workouts did I do", "which sport do I do most"
        if subjects.isEmpty, has(.kinds) || first(.which)?.value == "workout" {
            slots.append(Slot(kind: .workout, value: "", words: []))
            if !has(.extreme), !has(.limit) { replace(.which, by: .list, "") }
        }
        // "Which sport do I spend the most time on"
        if has(.kinds), let extreme = first(.extreme), extreme.value.hasSuffix(" long") {
            replace(.extreme, by: .extreme, String(extreme.value.dropLast(5)))
            if !has(.long) { add(Slot(kind: .long, value: "", words: extreme.words)) }
        }
        // "Am I getting faster at running"
        if first(.trend)?.words.contains(where: { ["slower", "faster"].contains($0) }) == true, first(.workout)?.value.isEmpty == false {
            slots.append(Slot(kind: .pace, value: "", words: []))
        }
        // "My hrv after nights under 6 hours"
        let isOfNights = has(.which) && first(.which)?.value == "night" && first(.limit)?.value.hasSuffix(" hr") == true
        if isOfNights, subjects.count == 1, subjects[0].kind == .read { slots.append(Slot(kind: .night, value: "sleep", words: [])) }
        // "My heart rate on rest days"
        if first(.nodata)?.value == "workout", subjects.count == 1, !subjects[0].isExercise {
            slots.append(Slot(kind: .workout, value: "", words: []))
        }
        if let nodata = first(.nodata), nodata.words != ["rest"], first(.long)?.words == ["hours"] { replace(.long, by: .which, "hour") }
        if subjects.isEmpty, !has(.either), let implied = impliedSubject() {
            slots.append(Slot(kind: implied.kind, value: implied.value, words: []))
        }
    }

    /// "Min and max" are two aggregates of the same rows.
    private mutating func settleAggregates() {
        // "My longest meditation streak"
        if let streak = slots.firstIndex(where: { $0.kind == .streak }), first(.extreme)?.value == "max long" {
            slots[streak].value = slots[streak].value.replacing("current", with: "longest")
            return remove(.extreme)
        }
        var extremes = all(.extreme)
        // "The top 3 longest runs"
        if extremes.count == 2, extremes[0].value.prefix(3) == extremes[1].value.prefix(3),
            let number = extremes.firstIndex(where: { $0.value.contains(where: \.isNumber) })
        {
            extremes[number].value += extremes[1 - number].value.dropFirst(3)
            extremes[number].words += extremes[1 - number].words
            remove(.extreme)
            slots.append(extremes[number])
            return
        }
        guard extremes.count == 2, Set(extremes.map(\.value)) == ["min", "max"] else { return }
        let names = (has(.average) || extremes[0].words == ["min"] && slots.first?.kind != .extreme ? ["average"] : []) + ["min", "max"]
        let words = extremes.flatMap(\.words)
        remove(.extreme, .average)
        slots.append(Slot(kind: .average, value: names.joined(separator: ", "), words: words))
    }

    /// The subject of "nights under 6 hours" and "how much have I lost".
    private mutating func impliedSubject() -> (kind: SlotKind, value: String)? {
        let found = Self.implied.first { line in
            slots.contains { slot in
                let isWord = [.trend, .extreme, .speed, .more].contains(slot.kind) && slot.words.contains(line.word)
                return slot.kind == line.kind && (line.word == "*" || isWord || slot.value.split(separator: " ").last == line.word[...])
            }
        }
        if let found {
            if !found.note.isEmpty { notes.append(found.note) }
            remove(.tool)
            return (found.subject, found.value)
        }
        guard [.streak, .streaks, .days, .which, .share, .many].contains(where: has),
            let number = Double((first(.limit)?.value ?? "").drop { !$0.isNumber }), number >= 1000
        else { return nil }
        notes.append("steps")
        return (.sum, "steps")
    }

    /// The subject that a slot implies if its value ends with a word or if it has that word; `*` stands for each value.
    private static let implied = """
        which night: night sleep; days night: night sleep; by value: night sleep; change *: read weight; trend losing: read weight
        trend gaining: read weight; trend lose: read weight; trend gain: read weight; by activity: workout; goalWeight *: read weight
        trend fitter: read vo2Max VO2 max; pace *: workout running runs; speed pace: workout running runs; zones *: read heartRate
        coverage *: read heartRate; nodata worn: read heartRate; tool glucose,Glucose: read glucose
        limit dBASPL: read environmentalAudioExposure; limit count/min: read heartRate; limit kg: read weight; limit lb: read weight
        limit st: read weight; inRange *: read glucose; limit mg/dL: read glucose; limit mmol/L: read glucose
        limit 54: read glucose glucose in mg/dL; limit 70: read glucose glucose in mg/dL; limit 180: read glucose glucose in mg/dL
        limit 250: read glucose glucose in mg/dL; streak night: night sleep; nodata workout: workout
        extreme loudest: read environmentalAudioExposure; extreme heaviest: read weight; extreme lightest: read weight
        more heavier: read weight; more lighter: read weight; extreme busiest: sum steps; extreme laziest: sum steps
        """.split { ";\n".contains($0) }.map { line in
            let words = line.split { ": ".contains($0) }.map(String.init)
            guard words.count > 2, let kind = SlotKind(rawValue: words[0]), let subject = SlotKind(rawValue: words[2]) else {
                preconditionFailure("not a subject: \(line)")
            }
            return (
                kind: kind, word: words[1], subject: subject, value: words.count > 3 ? words[3] : "",
                note: words.dropFirst(4).joined(separator: " ")
            )
        }

    /// Weekends compared with other days, and days of the week as conditions.
    private mutating func settleDays() {
        let comparison = Slot(kind: .by, value: "weekend", words: [])
        if has(.weekends) && has(.workdays) || has(.more) && (has(.weekends) || has(.workdays)) && all(.range).count < 2 {
            remove(.weekends, .workdays, .than, .more)
            slots.append(comparison)
            addAverage()
        }
        if has(.more), let day = slots.firstIndex(where: { $0.kind == .condition && $0.value.hasPrefix("weekday") }) {
            slots.remove(at: day)
            slots.append(Slot(kind: .by, value: "weekday", words: []))
            remove(.more, .than)
            addAverage()
        }
        if slots.count(where: \.isDevice) > 1 {
            slots.removeAll(where: \.isDevice)
            remove(.than, .more, .differ, .writes)
            slots.append(Slot(kind: .by, value: "source", words: []))
        }
        if subjects.first?.kind == .read, all(.condition).contains(where: { $0.value.hasSuffix("entered by user") }), !has(.average),
            !has(.per)
        {
            slots.append(Slot(kind: .list, value: "", words: []))
        }
        // "A typical Monday" is the average of all Mondays.
        if all(.condition).contains(where: { !$0.words.allSatisfy { !["typical", "usual", "normal", "average"].contains($0) } }) {
            addAverage()
        }
        if first(.by)?.value == "weekend" {
            remove(.than, .more, .delta)
            addAverage()
        }
        replace(.weekends, by: .condition)
        replace(.workdays, by: .condition)
    }

    private mutating func addAverage() {
        if !has(.average), !has(.extreme) { slots.append(Slot(kind: .average, value: "average", words: [])) }
    }

    /// Parts of the day and times of day as conditions, or as groups if two parts are compared.
    private mutating func settleHours() {
        if subjects.contains(where: { $0.kind == .night || $0.kind == .clock }) {
            slots.removeAll { $0.kind == .part && $0.value == "night" }
        }
        // "When did I wake up on monday morning" has one morning.
        if first(.clock)?.value == "last end", first(.range)?.value.hasPrefix("on ") == true {
            slots.removeAll { $0.kind == .part && $0.value == "morning" }
        }
        // These are measured only at night.
        if subjects.first?.value.hasPrefix("appleSleeping") == true { slots.removeAll { $0.kind == .part && $0.value == "night" } }
        if let part = first(.part), ["each", "every"].contains(part.words.first), !has(.per) {
            slots.append(Slot(kind: .per, value: "day", words: []))
        }
        if Set(all(.part).map(\.value)).count > 1 {
            remove(.part, .than, .more)
            slots.append(Slot(kind: .by, value: "part of day", words: []))
        }
        for index in slots.indices {
            if slots[index].kind == .part {
                let part = slots[index].value
                slots[index].kind = .condition
                slots[index].value = part == "night" ? "at night" : "in the \(part)"
            } else if slots[index].kind == .hours, let limit = bareLimit(slots[index]) {
                slots[index].kind = .limit
                slots[index].value = limit
            } else if slots[index].kind == .hours, let condition = Self.condition(slots[index]) {
                slots[index].kind = excludesHours && !condition.hasPrefix("between") ? .unsupported : .condition
                slots[index].value = (excludesHours ? "not " : "") + condition
            }
        }
        joinHours()
        settleHoursOfSleep()
    }

    /// "Sleep between 8 and 16" counts the time within these hours, not the samples that start in them.
    private mutating func settleHoursOfSleep() {
        let hours = (all(.condition).count == 1 ? first(.condition)?.value ?? "" : "").split(separator: " ").map(String.init)
        guard subjects.count == 1, subjects[0].value == "sleep", hours.count == 4, hours[0] == "between",
            slots.allSatisfy({ [.night, .long, .many, .range, .condition].contains($0.kind) }),
            [hours[1], hours[3]].allSatisfy({ $0.hasSuffix(":00") }), let from = Int(hours[1].prefix(2)), let to = Int(hours[3].prefix(2))
        else { return }
        let text = from < to ? "hour of day between \(from) and \(to - 1)" : "hour of day >= \(from) or hour of day < \(to)"
        replace(.condition, by: .hourSpan, text)
    }

    /// Returns the limit that two plain numbers are for readings, such as glucose; heart rates below 24 mean hours.
    private func bareLimit(_ slot: Slot) -> String? {
        let numbers = slot.words.compactMap(QuestionReader.number)
        guard subjects.first?.value == "glucose", numbers.count == 2, !slot.words.contains(where: { $0.contains(":") || $0.hasSuffix("m") })
        else { return nil }
        return "between \(numbers[0]) and \(numbers[1])"
    }

    /// Returns the condition for two times of day, `14:00 16:00`; nil for a whole day.
    private static func condition(_ slot: Slot) -> String? {
        var times = slot.value.split(separator: " ").compactMap { time in
            Int(time.prefix(2)).flatMap { hour in Int(time.dropFirst(3)).map { hour * 60 + $0 } }
        }
        guard times.count == 2 else { return nil }
        // "Between 2 and 4 pm"
        let isSpan = slot.words.count { $0.first?.isNumber == true || ["noon", "midnight"].contains($0) } > 1
        let halves = slot.words.filter { $0.hasSuffix("am") || $0.hasSuffix("pm") }
        if isSpan, halves.count == 1, halves[0].hasSuffix("pm"), times[0] < 720, times[1] - times[0] > 720 || times[0] + 720 < times[1] {
            times[0] += 720
        }
        // "Between midnight and 5 am"
        if times[0] == 1440 { times[0] = 0 }
        guard times[0] != times[1] else { return nil }
        let (from, to) = (DayTimes.text(times[0] * 60_000), DayTimes.text(times[1] * 60_000))
        if times[0] == 0 { return times[1] == 1440 ? nil : "before \(to)" }
        return times[1] == 1440 ? "after \(from)" : "between \(from) and \(to)"
    }

    /// "Days with 10000 steps" has a limit; a number elsewhere is not understood.
    private mutating func settleNumbers() {
        // "Moving average of my weight, 7 days"
        if let rolling = slots.firstIndex(where: { $0.kind == .rolling && $0.value.isEmpty }) {
            let range = slots.firstIndex { $0.kind == .range && $0.words.count == 2 && QuestionReader.number($0.words[0]) != nil }
            slots[rolling].value = range.map { String(slots[$0].value.dropFirst(5)) } ?? "7 days"
            if let range { slots.remove(at: range) } else { notes.append("of 7 days") }
        }
        if has(.progress),
            let index = slots.firstIndex(where: {
                [.number, .amount].contains($0.kind) || $0.kind == .limit && $0.value.hasPrefix(">= ")
            })
        {
            slots[index].kind = .goalNumber
            slots[index].value.replace(">= ", with: "")
            if subjects.isEmpty, slots[index].value.hasSuffix("cal") { add(Slot(kind: .sum, value: "activeEnergy", words: [])) }
            if subjects.isEmpty, let steps = Double(slots[index].value), steps >= 1000 {
                add(Slot(kind: .sum, value: "steps", words: []))
                note("steps")
            }
            return remove(.progress)
        }
        // "Percent of days with food, last 30"
        if let rows = (first(.which) ?? first(.days))?.value ?? first(.share).map({ _ in "day" }), ["day", "night"].contains(rows),
            !has(.range),
            let index = slots.firstIndex(where: { $0.kind == .newest })
        {
            slots[index].kind = .range
            slots[index].value = "last \(slots[index].value) days"
        }
        if has(.which), let extreme = slots.firstIndex(where: { $0.kind == .extreme }), let number = first(.number) {
            slots[extreme].value += " " + number.value
            return remove(.number)
        }
        if has(.streak), has(.limit) || has(.amount) || has(.number) { remove(.goal) }
        let isFound = has(.when) && (has(.latest) || has(.first)) || has(.sinceLast)
        guard !has(.limit),
            isYesOrNo || isFound || has(.which) || has(.days) || has(.streak) || has(.streaks) || has(.share) || has(.inRange)
        else {
            return
        }
        for index in slots.indices where [.number, .amount].contains(slots[index].kind) {
            slots[index].kind = .limit
            slots[index].value = ">= " + slots[index].value
            return
        }
    }

    // MARK: Now and usually

    private mutating func settleNow() {
        let isAmount = subjects.first.map { $0.kind == .sum } ?? false
        if isAmount, ![.range, .versus, .extreme, .days, .which, .streak].contains(where: has),
            let index = slots.firstIndex(where: { $0.kind == .untilNow || $0.kind == .latest && $0.words.contains("now") }),
            !has(.progress), !has(.usual)
        {
            slots[index].kind = .range
            slots[index].value = "today"
        }
        remove(.untilNow)
        let isClock = subjects.first?.kind == .clock || subjects.first?.kind == .sum && has(.when) && (has(.latest) || has(.first))
        if isClock, asksForHabit, !has(.range), !has(.average), !has(.regular) {
            slots.append(Slot(kind: .usualTime, value: "", words: []))
        }
    }
}

extension Slot {
    /// True for `after 12:00`, `in the evening` and other conditions on the time of day.
    var isTimeOfDay: Bool { ["after ", "before ", "between ", "in the ", "at night"].contains(where: value.hasPrefix) }

    /// True for workouts and for the time of exercise.
    var isExercise: Bool { kind == .workout || value == "appleExerciseTime" }

    /// True for a watch or a phone, which may be the source that is asked for.
    var isDevice: Bool { kind == .device || kind == .condition && value.hasPrefix("source") }
}

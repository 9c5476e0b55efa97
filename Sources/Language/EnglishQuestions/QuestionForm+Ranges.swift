import CalendarIntervals

// Times, and times that are compared.
extension QuestionForm {
    mutating func settleRanges() {
        if has(.earlier), let index = slots.firstIndex(where: { $0.kind == .range && $0.value.hasPrefix("since ") }), all(.range).count == 1
        {
            slots[index].kind = .shift
            slots[index].value = String(slots[index].value.dropFirst(6))
            return remove(.earlier, .more)
        }
        // "Ever … in the last 30 days"
        if all(.range).count > 1 { slots.removeAll { $0.kind == .range && $0.words == ["ever"] } }
        settleNowAndThen()
        let ranges = all(.range).map(\.value)
        // "Steps by month, 2026 next to 2025"
        let years = ranges.compactMap { $0.hasPrefix("during ") ? Int($0.dropFirst(7)) : nil }.sorted()
        if years.count == 2, years[1] == years[0] + 1, has(.per) || has(.by), has(.than) {
            remove(.range, .than)
            slots.append(Slot(kind: .range, value: "during \(years[1])", words: ["\(years[1])"]))
            slots.append(Slot(kind: .yearAgo, value: "", words: ["\(years[0])"]))
            return
        }
        // "Last night vs the night before" are two nights.
        if ranges.count == 2, ranges[0] == "last night", all(.range)[1].words == ["night", "before"], has(.than) || has(.more) {
            let words = all(.range).flatMap(\.words)
            remove(.range, .than, .more, .per)
            slots.append(Slot(kind: .range, value: "last 2 days", words: words))
            return slots.append(Slot(kind: .per, value: "night", words: []))
        }
        // "By what percent did my steps change from last week to this week"
        // "In May and June" are two months, and "more than in May" compares this month.
        let months = ranges.filter { range in range.hasPrefix("during ") && Month(word: range.dropFirst(7)) != nil }
        if ranges.count == 2, months.count == 2, Set(months).count == 2, !has(.than), !has(.limit), subjects.count == 1 {
            add(Slot(kind: .than, value: "", words: []))
        } else if ranges.count == 1, months.count == 1, has(.than), has(.more), has(.read) {
            slots.insert(Slot(kind: .range, value: "this month", words: []), at: 0)
            note("this month")
            return settleRanges()
        }
        let isChange = ranges.count == 2 && [.percent, .delta, .moved].contains(where: has)
        let isCompared = has(.than) || has(.more) || isChange
        guard isCompared, !has(.usual), !has(.by) || ranges.count == 2, let versus = versus(ranges) else { return }
        // "Steps compared to last week"
        let isPeriod = first(.range)?.value.hasPrefix("last ") == true && has(.than) && subjects.count == 1
        guard ranges.count == 2 || has(.more) && has(.than) || isPeriod || asksIfMore else { return }
        if ranges.count == 1, !has(.than) { note("compared with the time before") }
        let words = slots.filter { $0.kind == .range }.flatMap(\.words)
        remove(.range, .than)
        slots.append(Slot(kind: .versus, value: versus, words: words))
        // "So far" counts the same days of both.
        if words.contains("far"), !has(.more) { slots.append(Slot(kind: .more, value: "", words: [])) }
    }

    /// "Now vs a year ago" and "now vs in January" compare this month.
    private mutating func settleNowAndThen() {
        if has(.lately) {
            if !has(.range) {
                slots.append(Slot(kind: .range, value: "last 30 days", words: first(.lately)?.words ?? []))
                note("the last 30 days")
            }
            remove(.lately)
        }
        // "Am I sleeping more"
        if asksIfMore, opener == "am", !has(.range), !has(.than), !has(.usual) {
            slots.append(Slot(kind: .range, value: "last 30 days", words: []))
            note("the last 30 days")
        }
        // "Am I ahead of yesterday" compares the same time of both days.
        if ["ahead", "behind"].contains(first(.progress)?.words.first), first(.range)?.value == "yesterday" {
            replace(.progress, by: .more)
            replace(.range, by: .versus, "day")
        }
        // "How much heavier am I than in May" is about now.
        if !isPast, subjects.count == 1, subjects[0].kind == .read, has(.than), has(.more), !has(.latest), all(.range).count == 1,
            first(.range)?.value.hasPrefix("during ") == true, first(.range)?.value.hasSuffix("ago") == false
        {
            slots.insert(Slot(kind: .range, value: "this month", words: []), at: 0)
            note("this month")
        }
        let compared: [SlotKind] = [.than, .more, .per, .by, .range, .delta]
        // "This time last year" alone is a month.
        if let ago = first(.yearAgo), !compared.contains(where: has), ago.words.last == "ago" || ago.words.contains("time"),
            !ago.words.contains(where: { Month(word: $0) != nil })
        {
            slots.append(Slot(kind: .range, value: "during 12 months ago", words: ago.words))
            note("the month a year ago")
            return remove(.yearAgo)
        }
        // "What was my weight on May 1 and what is it now"
        if subjects.count == 1, subjects[0].kind == .read, isPast, first(.latest)?.words == ["now"], all(.range).count == 1,
            first(.range)?.value.hasPrefix("on ") == true
        {
            add(Slot(kind: .than, value: "", words: []))
        }
        guard subjects.count == 1, subjects[0].kind == .read, has(.than), has(.yearAgo) || all(.range).count == 1,
            let now = slots.firstIndex(where: { $0.kind == .latest && ($0.words.contains("now") || $0.words == ["current"]) })
        else { return }
        // "Now vs May 1" are two days.
        let isDay = first(.range)?.value.hasPrefix("on ") == true
        slots[now] = Slot(kind: .range, value: isDay ? "today" : "this month", words: slots[now].words)
        slots.insert(slots.remove(at: now), at: 0)
        note(isDay ? "today" : "this month")
    }

    /// True for "did I walk more this month", which compares with the time before.
    private var asksIfMore: Bool {
        let comparatives: Set<String> = [
            "more", "less", "fewer", "higher", "lower", "better", "worse", "longer", "shorter", "further", "farther", "later", "earlier",
            "heavier", "lighter",
        ]
        let others: [SlotKind] = [.with, .which, .days, .during, .near, .limit, .by, .per, .effect, .condition, .part, .average, .extreme]
        let asks = isYesOrNo || opener == "how" && first(.range)?.value.hasPrefix("this ") == true
        return asks && subjects.count == 1 && !others.contains(where: has) && all(.more).count == 1
            && first(.more)?.words.last.map(comparatives.contains) == true
    }

    /// Returns the longer periods, one of which is compared with the one before: `week`, or the ranges themselves.
    private func versus(_ ranges: [String]) -> String? {
        guard let first = ranges.first, ranges.count <= 2 else { return nil }
        let previous = all(.range).last.map { $0.words.first == "previous" || $0.value == "previous" } ?? false
        // "The last 7 days vs the previous 14" have no query.
        if previous, Set(all(.range).compactMap { $0.words.compactMap(QuestionReader.number).first }).count > 1 { return nil }
        let other = ranges.count == 2 && previous ? "previous" : ranges.last
        let periods = Set(ranges.map { $0.split(separator: " ").last.map(String.init) ?? "" })
        if ranges == ["yesterday"], !has(.than) { return "yesterday|2 days ago" }
        if Set(ranges).isSubset(of: ["today", "yesterday"]) { return "day" }
        if other != "previous" || !first.hasPrefix("last "), let period = periods.first, periods.count == 1,
            QuestionReader.period(period) == period, ranges.allSatisfy({ $0 == "this \(period)" || $0 == "last \(period)" })
        {
            return ranges.count == 1 && asksIfMore && !has(.than) && first.hasPrefix("last ") ? "\(first)|previous" : period
        }
        if other == "previous" || ranges.count == 1 && asksIfMore && !has(.than) {
            let period = all(.range).last?.words.first.flatMap(QuestionReader.period)
            switch first {
            case "today" where period == "day": return "day"
            case "yesterday" where period == "day": return "yesterday|2 days ago"
            case "this \(period ?? "")": return period
            default: return first.hasPrefix("last ") && first != "last night" ? "\(first)|previous" : nil
            }
        }
        let months = ranges.compactMap { $0.hasPrefix("during ") ? Month(word: $0.dropFirst(7)) : nil }.sorted { $0.rawValue < $1.rawValue }
        if ranges.count == 2, ranges[0] == "this month", months.count == 1 { return "this month|\(months[0].name)" }
        if months.count == 2 { return "during \(months[1].name)|\(months[0].name)" }
        return pair(ranges)
    }

    /// Returns two different days or periods, of which the second needs no word before it after `vs`. Totals need the same length.
    private func pair(_ ranges: [String]) -> String? {
        let adds = [.sum, .span, .event, .workout].contains(subjects.first?.kind) && !has(.average)
        if adds, Set(ranges.map(Self.length)).count > 1 { return nil }
        let openers: Set<Substring> = ["on", "during", "last", "this", "today", "yesterday"]
        // "This Monday vs last Monday" can be the same day.
        let isSameWeekday = Weekday.allCases.contains { day in ranges.allSatisfy { $0.hasSuffix(" " + day.name) } }
        guard ranges.count == 2, ranges[0] != ranges[1], !isSameWeekday,
            ranges.allSatisfy({ range in range.split(separator: " ").first.map(openers.contains) == true && range != "last night" })
        else { return nil }
        let other =
            ranges[1].hasPrefix("on ") ? ranges[1].dropFirst(3) : ranges[1].hasPrefix("during ") ? ranges[1].dropFirst(7) : ranges[1][...]
        return "\(ranges[0])|\(other)"
    }

    /// Returns the period that a range covers: `day` for `on monday`, `month` for `during may` and `this month`.
    private static func length(_ range: String) -> String {
        let words = range.split(separator: " ").map(String.init)
        guard words.count > 1, words[0] != "on", Weekday.allCases.allSatisfy({ $0.name != words[1] }) else { return "day" }
        if words.count == 2, words[0] == "during" { return Int(words[1]) == nil ? "month" : "year" }
        return words.last == "ago" ? QuestionReader.period(words[words.count - 2]) ?? range : words.dropFirst().joined(separator: " ")
    }
}

// Questions about days on which something was, or was not, or met a limit.
extension QuestionForm {
    /// Returns the outcome of a question about one subject on days that another decides, such as "hrv after nights under 6 hours", or about
    /// days that meet two conditions; nil for other questions.
    func onDays(_ measures: [QuestionMeasure]) -> Outcome? {
        // "10000 steps or a workout" needs one of the two, and "without carbs over 200" turns the limit.
        let isEither = first(.than)?.words == ["or"] && has(.limit)
        let not = slots.firstIndex { $0.kind == .nodata } ?? .max
        let isTurned = slots.firstIndex { $0.kind == .limit }.map { $0 > not } ?? false
        guard measures.count == 2, !isEither, !isTurned, !has(.during), !has(.near), !has(.effect), !has(.streak),
            !has(.share), !has(.condition), !["week", "month", "year"].contains((first(.which) ?? first(.days))?.value),
            has(.which) || has(.days) || first(.nodata)?.words.first == "days" || first(.workout)?.words.last?.hasPrefix("day") == true,
            !measures.contains(where: \.isClock)
        else { return nil }
        var tests = tests(measures)
        // "Days where I walked 10000 steps and worked out" have both.
        if let other = tests.firstIndex(of: nil), tests[1 - other] != nil, measures[other].isCounted,
            let start = slots.first(where: { ![.show, .list].contains($0.kind) })?.kind, [.which, .days, .many].contains(start),
            !has(.average), !has(.than), !has(.more)
        {
            tests[other] = isAbsent(other) ? "= 0" : "> 0"
        }
        if tests.compactMap(\.self).count == 2 { return daysOfBoth(measures, tests.compactMap(\.self)) }
        guard let cause = tests.firstIndex(where: { $0 != nil }), let test = tests[cause] else { return nil }
        let asked = measures[1 - cause]
        let rows = joined(asked, with: measures[cause], test)
        let used: Set<SlotKind> = [.which, .days, .with, .limit, .nodata, .average, .many, .long]
        if has(.than) || has(.more) && isYesOrNo {
            return outcome("\(rows) | derive met = cause \(test) | select met, asked | average by met", used.union([.than, .more]))
        }
        // "How many calories do I burn on a workout day" is an amount, "how many workouts" a number.
        guard !has(.days), !has(.many) || subjects[1 - cause].kind == .sum && !asksHowOften else { return nil }
        return outcome("\(rows) | where cause \(test) | select asked | average", used)
    }

    /// "Days with a workout and more than 10000 steps"
    private func daysOfBoth(_ measures: [QuestionMeasure], _ tests: [String]) -> Outcome? {
        // A night belongs to the day on which it ends.
        let (first, second) = measures[0].rows == "night" ? (1, 0) : (0, 1)
        let rows = joined(measures[first], with: measures[second], tests[second], tests[first])
        let count = has(.days) || has(.many) ? " | count" : ""
        return outcome(
            "\(rows) | where asked \(tests[first]) and cause \(tests[second])\(count)",
            [.which, .days, .with, .limit, .nodata, .many, .long, .list, .show, .when])
    }

    /// Returns the rows of days with the columns `asked` and `cause`. A question about sleep means the night after the day. Sleep as a
    /// condition is that of the night before.
    private func joined(_ asked: QuestionMeasure, with cause: QuestionMeasure, _ causeTest: String, _ askedTest: String? = nil) -> String {
        func text(_ measure: QuestionMeasure, _ test: String?) -> String {
            guard let test else { return measure.text }
            return ["= 0", "> 0"].contains(test) ? "count \(measure.metric)" : measure.adds ? measure.text : measure.textOfDay(test)
        }
        let (askedText, other) = (text(asked, askedTest), text(cause, causeTest))
        guard asked.rows == "night" || cause.rows == "night" || cause.condition != nil || asked.condition != nil else {
            return "\(askedText) called asked, \(other) called cause by day\(clauses(asked))"
        }
        let filter = { (measure: QuestionMeasure) in measure.condition.map { " where \($0)" } ?? "" }
        let days = cause.rows == "night" ? "night" : "day"
        let range = clauses(asked.withoutCondition)
        return "\(other) called cause by \(days)\(range)\(filter(cause)) | join (\(askedText) called asked by "
            + (asked.rows == "night" ? "day anchor 18:00" : "day") + "\(filter(asked))) by day"
    }

    /// Returns true if a subject follows `not` or `without`: "days I ran but didn't lift" have a run.
    private func isAbsent(_ place: Int) -> Bool {
        guard let not = slots.firstIndex(where: { $0.kind == .nodata }) else { return false }
        let places = slots.indices.filter { SlotKind.subjects.contains(slots[$0].kind) }
        return places.indices.contains(place) && places[place] > not || !places.contains { $0 > not }
    }

    /// Returns what the value of each subject must be on the days asked about; nil for a subject that has no condition.
    private func tests(_ measures: [QuestionMeasure]) -> [String?] {
        let parts = slots.filter { SlotKind.subjects.contains($0.kind) || [.limit, .which, .days, .with, .nodata].contains($0.kind) }
        var tests: [String?] = [nil, nil]
        var place = -1
        for (index, part) in parts.enumerated() {
            if SlotKind.subjects.contains(part.kind) {
                place += 1
                let isNamed = index > 0 && [.with, .nodata].contains(parts[index - 1].kind)
                guard place < 2, measures[place].isCounted || isNamed && measures[place].adds else { continue }
                let isOfDays =
                    part.words.last?.hasPrefix("day") == true
                    || parts[..<index].last { ![.limit].contains($0.kind) }.map {
                        [.which, .days, .with, .nodata].contains($0.kind)
                    } ?? false
                let isLimited = index > 0 && parts[index - 1].kind == .limit
                if isOfDays, !isLimited, tests[place] == nil { tests[place] = isAbsent(place) && !has(.than) ? "= 0" : "> 0" }
            } else if part.kind == .limit {
                let isBefore =
                    index + 1 < parts.count && SlotKind.subjects.contains(parts[index + 1].kind)
                    && (place < 0 || !SlotKind.subjects.contains(parts[index - 1].kind) || tests[min(place, 1)] != nil)
                let owner = isBefore ? place + 1 : place
                if measures.indices.contains(owner) { tests[owner] = measures[owner].limit(part.value) }
            }
        }
        return tests
    }
}

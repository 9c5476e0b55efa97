import HealthModel

extension QuestionForm {
    /// The queries of a template, and the slots that it does not use.
    struct Outcome {
        var readings: [Question.Reading]
        var leftover: [Slot]
    }

    /// Returns the outcome of the first template that uses all slots, or else of the one that leaves out the fewest.
    var best: Outcome? {
        guard var found = bestFit else { return nil }
        // The bedtime of a Friday is that of its evening. A night has the day on which it ends.
        // A weeknight is one before a working day.
        let isOfWeeknights = slots.contains { slot in
            slot.value.hasPrefix("weekday is not") && slot.words.last.map { $0.hasPrefix("weeknight") || $0.hasPrefix("night") } == true
        }
        if first(.clock)?.value == "first start", subjects.count == 1, !isOfWeeknights {
            for index in found.readings.indices
            where [" weekday", " weekend", "date = last"].contains(where: found.readings[index].query.contains) {
                found.readings[index].query.replace(" by night", with: " by day anchor 18:00")
            }
        }
        for index in found.readings.indices { found.readings[index].query = Self.withoutOtherWeekdays(found.readings[index].query) }
        found.leftover += unjoined(found.readings.first?.query ?? "").filter { second in
            !found.leftover.contains { $0.kind == second.kind && $0.value == second.value }
        }
        found.leftover += slots.filter { slot in
            !found.leftover.contains { $0.kind == slot.kind && $0.value == slot.value } && !slot.isSaid(by: found.readings.map(\.query))
        }
        return found
    }

    private var bestFit: Outcome? {
        let pair = pair
        if let pair, pair.leftover.isEmpty { return pair }
        guard subjects.count < 2, let measure = QuestionMeasure(self) else { return pair }
        if let both = inBothActivities(measure) { return both }
        var best = pair
        for template in QuestionGrammar.allTemplates {
            guard let leftover = leftover(template, measure), leftover.count < best?.leftover.count ?? .max else { continue }
            let queries = template.queries.compactMap { fill($0, measure) }
            guard queries.count == template.queries.count else { continue }
            // A range as asked needs no assumption.
            let isAssumed = !has(.range) || !template.queries[0].contains("{c:")
            // "How is my sleep" hardly asks for the sum of all nights.
            let isOfAllTime = isMoment && measure.adds && !measure.isClock && template.queries[0] == "{m}{by}{c}"
            let hasNote = isAssumed && (measure.isPoint || !(template.note ?? "").contains("lasts"))
            let assumed = [hasNote ? template.note : nil, isOfAllTime ? "of all time" : nil].compactMap { $0 }
            let meaning = (notes + measure.notes + assumed).joined(separator: ", ")
                .replacing("{hold}", with: measure.hold).replacing("{col}", with: measure.column)
                .replacing("{edges}", with: first(.zones)?.value.isEmpty == true ? "the usual edges, " : "")
            let asked = onlyAsleep(template, measure) ?? bothSizes(template, measure) ?? bothCounts(template, measure)
            best = Outcome(
                readings: asked ?? queries.map { .init(query: $0, meaning: meaning.isEmpty ? nil : meaning) }, leftover: leftover)
            if leftover.isEmpty { break }
        }
        return best
    }

    /// Returns two readings for "my sleeping heart rate per night": a night has times awake.
    private func onlyAsleep(_ template: QuestionGrammar.Template, _ measure: QuestionMeasure) -> [Question.Reading]? {
        guard first(.per)?.value == "night", all(.during).map(\.value) == ["sleep"], template.queries.count == 1,
            let exact = fill(template.queries[0], measure),
            let whole = filtering({ $0.kind != .during }).fill(template.queries[0], measure)
        else { return nil }
        return [.init(query: whole, meaning: "the whole night"), .init(query: exact, meaning: "only while asleep")]
    }

    /// Returns two readings for "how often was my heart rate above 160": each time has many readings.
    private func bothCounts(_ template: QuestionGrammar.Template, _ measure: QuestionMeasure) -> [Question.Reading]? {
        guard template.queries[0] == "count {M}{by}{v}", asksHowOften, QuestionMeasure.often.contains(measure.name),
            subjects[0].words != ["sugar"],
            ![.per, .by, .during, .near, .readings, .condition].contains(where: has), let limit = first(.limit)?.value,
            let value = measure.valueLimit(limit), let readings = fill(template.queries[0], measure)
        else { return nil }
        let gap = ["heartRate": "5min", "glucose": "15min"][measure.name] ?? "1h"
        let times = "sessions of (\(measure.metric) where \(value)) gap \(gap)\(filtering { $0.kind != .limit }.clauses(measure)) | count"
        return [.init(query: readings, meaning: "readings"), .init(query: times, meaning: "times that are \(gap) apart")]
    }

    /// Returns two readings for "my longest run", which can mean the distance or the time.
    private func bothSizes(_ template: QuestionGrammar.Template, _ measure: QuestionMeasure) -> [Question.Reading]? {
        guard template.queries[0].hasSuffix("{top} by {size}"), first(.extreme)?.value.contains("long") == true, !has(.far), !has(.long),
            measure.size("", isLong: false) == "distance"
        else { return nil }
        return ["distance", "duration"].compactMap { size in
            fill(template.queries[0].replacing("{size}", with: size), measure).map { .init(query: $0, meaning: "by \(size)") }
        }
    }

    /// Returns the slots that the template does not use; nil if it needs others.
    private func leftover(_ template: QuestionGrammar.Template, _ measure: QuestionMeasure) -> [Slot]? {
        guard template.subjects.isEmpty ? subjects.isEmpty : subjects.first.map({ template.subjects.contains($0.kind) }) ?? false,
            !template.isYesOrNo || isYesOrNo
        else { return nil }
        // Events are rows, which no query divides by days.
        let groups: [SlotKind] = [.per, .by, .which, .days, .profile, .streak, .share, .rolling, .trend, .running]
        if has(.near), groups.contains(where: has) { return nil }
        // One day has no trend.
        if has(.trend), let range = first(.range), Self.isDay(range.value) { return nil }
        // "A year ago" alone is a time, not a comparison.
        if has(.yearAgo), ![.than, .more, .per, .by, .range].contains(where: has) { return nil }
        if template.isYesOrNo, let per = first(.per), per.words.isEmpty { return nil }
        var rest = slots.filter { !SlotKind.subjects.contains($0.kind) && !measure.used.contains($0.kind) }
        for required in template.required {
            guard let index = rest.firstIndex(where: { required.contains($0.kind) }) else { return nil }
            let kind = rest.remove(at: index).kind
            if SlotKind.repeatable.contains(kind) { rest.removeAll { $0.kind == kind } }
        }
        for kind in template.optional {
            guard let index = rest.firstIndex(where: { $0.kind == kind }) else { continue }
            // "The median trend" is not the trend.
            if kind == .average, !template.queries[0].contains("{agg}"), rest[index].value != "average" { continue }
            // A query of several metrics has groups only where it says so.
            if kind == .by, let formula = first(.formula)?.value, !formula.contains("{by}"), !formula.contains("{g}") { continue }
            // "My best week by the hour" has rows that the query has not.
            if kind == .per, has(.which) || has(.days), !template.queries[0].contains("{g}"), !template.queries[0].contains("{by}") {
                continue
            }
            rest.remove(at: index)
            if SlotKind.repeatable.contains(kind) { rest.removeAll { $0.kind == kind } }
        }
        rest.removeAll { $0.kind == .show }
        if !template.isPlain {
            let ofDay = template.queries[0].contains("{today}")
            if let range = rest.firstIndex(where: { $0.kind == .range && (!ofDay || Self.isDay($0.value)) }) { rest.remove(at: range) }
            if !ofDay, !has(.streak) || !has(.condition) { rest.removeAll { [.condition, .during, .near, .nightOf].contains($0.kind) } }
            if let unit = rest.firstIndex(where: { $0.kind == .unit }), measure.unit != nil { rest.remove(at: unit) }
        }
        if let extreme = first(.extreme), extreme.value.contains(where: \.isNumber), !template.queries[0].contains("{top}") {
            rest.append(extreme)
        }
        return rest
    }

    private static func isDay(_ range: String) -> Bool { ["today", "yesterday"].contains(range) || range.hasPrefix("on ") }

    // MARK: Two subjects

    /// Returns the queries about two subjects: side by side, correlated, or one at the time of the other.
    private var pair: Outcome? {
        let subjects = subjects
        guard subjects.count >= 2 else { return nil }
        let forms = subjects.map { subject in
            filtering { !SlotKind.subjects.contains($0.kind) || $0.value == subject.value && $0.kind == subject.kind }
        }
        let measures = forms.compactMap(QuestionMeasure.init)
        guard measures.count == subjects.count, !has(.unit) || measures.contains(where: { $0.unit != nil }) else { return nil }
        let days = has(.limit) ? onDays(measures) ?? contrast(measures) : contrast(measures) ?? onDays(measures)
        if let compared = activities(forms, measures) ?? days ?? effect(measures) { return compared }
        if subjects.count == 2, let workout = subjects.firstIndex(where: { $0.kind == .workout }),
            [.sum, .read].contains(subjects[1 - workout].kind), !subjects[1].followsAnd || measures[workout].condition != nil
        {
            return outcome(of: forms[1 - workout], measures[1 - workout], inWorkouts: subjects[workout])
        }
        let stages = measures.compactMap(\.condition).filter { $0.hasPrefix("value = ") }.map { $0.dropFirst(8) }
        let stagesOf = stages.contains("awake") ? "sleepAnalysis" : "sleep"
        if stages.count == subjects.count {
            let groups = has(.per) ? groups + " and value" : " by value"
            var form = forms[0]
            form.add(Slot(kind: .condition, value: "value in (\(stages.joined(separator: ", ")))", words: []))
            return outcome("duration \(stagesOf)" + groups + form.clauses(measures[0].withoutCondition), [.per, .than, .more])
        }
        if measures.allSatisfy(\.isClock) {
            let stage = has(.average) ? " | average" : ""
            return outcome(
                measures.map(\.text).joined(separator: ", ") + " by night" + clauses(measures[0]) + stage,
                [.per, .show, .list, .when, .average, .usualTime])
        }
        guard !measures.contains(where: { $0.condition != nil || $0.isClock }) else { return nil }
        let rest = groups + clauses(measures[0])
        let texts = measures.map(\.text).joined(separator: ", ")
        let isOfNights = measures.allSatisfy { $0.rows == "night" }
        let used = Set<SlotKind>([.per, .by, .than, .show, .list, .total]).union(isOfNights ? [.long] : [])
        guard measures.allSatisfy({ !$0.adds }) else { return outcome(texts + rest, used) }
        if has(.latest) { return outcome(measures.map { "latest \($0.metric)" }.joined(separator: ", ") + rest, [.latest, .readings]) }
        return outcome(texts + rest, used.union([.average]))
    }

    /// Returns the outcome of a query about several subjects that uses their clauses and these slots.
    func outcome(_ query: String, _ used: Set<SlotKind>) -> Outcome {
        let rest = slots.filter { !SlotKind.subjects.union(SlotKind.clauses).union(used).contains($0.kind) }
        let meaning = (notes + (has(.than) && !has(.effect) ? ["side by side"] : [])).joined(separator: ", ")
        return Outcome(readings: [.init(query: query, meaning: meaning.isEmpty ? nil : meaning)], leftover: rest)
    }

    /// Returns the outcome of a question about a reading or an amount in two kinds of workouts; nil for other questions.
    private func activities(_ forms: [QuestionForm], _ measures: [QuestionMeasure]) -> Outcome? {
        let kinds = subjects.filter { $0.kind == .workout && !$0.value.isEmpty && !$0.value.contains(",") }
        guard kinds.count == 2, has(.than), !has(.during), !has(.near) else { return nil }
        guard let asked = subjects.firstIndex(where: { [.sum, .read].contains($0.kind) }) else {
            guard measures.count == 2, measures[0].text == measures[1].text else { return nil }
            var form = forms[0]
            form.add(Slot(kind: .condition, value: "activity in (\(kinds[0].value), \(kinds[1].value))", words: []))
            let groups = has(.per) ? groups + " and activity" : " by activity"
            return outcome(
                measures[0].text + groups + form.clauses(measures[0].withoutCondition), [.than, .more, .per, .many, .long, .far])
        }
        guard measures.count == 3 else { return nil }
        let parts = kinds.map { "(\(measures[asked].text) while workouts is \($0.value)) called \($0.value)" }
        return outcome(parts.joined(separator: ", ") + groups + forms[asked].clauses(measures[asked]), [.than, .more, .per, .by, .average])
    }

    /// Returns the outcome of a question about days with something and days without it; nil for other questions.
    private func contrast(_ measures: [QuestionMeasure]) -> Outcome? {
        let ofDays = slots.firstIndex { $0.kind == .with } ?? slots.firstIndex { $0.kind == .which && ["day", "night"].contains($0.value) }
        let workoutDays = slots.firstIndex { $0.kind == .workout && $0.words.last?.hasPrefix("day") == true }
        guard let ofDays = workoutDays ?? ofDays, has(.than) || has(.more) || has(.effect), measures.count == 2,
            !has(.condition), !has(.during), !has(.near), !["week", "month", "year"].contains(first(.which)?.value)
        else { return nil }
        // "Alcohol days", but not "days with alcohol"
        let isFollowed = slots.dropFirst(ofDays + 1).first { $0.kind != .with }.map { SlotKind.subjects.contains($0.kind) } ?? false
        let isBefore =
            workoutDays == nil && slots[ofDays].kind == .which && ofDays > 0 && SlotKind.subjects.contains(slots[ofDays - 1].kind)
            && !isFollowed
        let places = slots.indices.filter { SlotKind.subjects.contains(slots[$0].kind) }
        guard let place = workoutDays ?? (isBefore ? ofDays - 1 : places.first(where: { $0 > ofDays })),
            let cause = places.firstIndex(of: place),
            [.sum, .event, .workout, .span].contains(slots[place].kind)
        else { return nil }
        let (asked, other) = (measures[1 - cause], measures[cause])
        guard !asked.isClock, asked.condition == nil else { return nil }
        let filter = other.condition.map { " where \($0)" } ?? ""
        let count = "count \(other.metric)"
        let filtered = filter.isEmpty ? count : "(\(count)\(filter))"
        let nights = "\(count) called n by day\(clauses(asked))\(filter) | join (\(asked.text) called asked by day anchor 18:00) by day"
        let rows = asked.rows == "night" ? nights : "\(asked.text) called asked, \(filtered) called n by day\(clauses(asked))"
        let query = rows + " | derive had = n > 0 | select had, asked | average by had"
        return outcome(query, [.than, .more, .effect, .with, .which, .nodata, .average, .long, .many])
    }

    /// Returns the outcome of a question such as "does walking lower my heart rate"; nil for other questions.
    private func effect(_ measures: [QuestionMeasure]) -> Outcome? {
        guard has(.effect) || has(.more) && !has(.than) && (isYesOrNo || all(.more).count > 1), measures.count == 2, !has(.during),
            !has(.near),
            all(.condition).isEmpty || measures.contains(where: { $0.rows == "night" }) && all(.condition).allSatisfy(\.isTimeOfDay),
            !measures.contains(where: \.isClock)
        else { return nil }
        return outcome(correlation(measures), [.effect, .than, .more, .with, .aside, .long])
    }

    /// Days are compared, or nights. A night is compared with the day before, unless the question begins with sleep.
    private func correlation(_ measures: [QuestionMeasure]) -> String {
        let range = range("").isEmpty ? "" : " " + range("")
        let clauses = clauses(measures[0].withoutCondition)
        guard let night = measures.first(where: { $0.rows == "night" }), let other = measures.first(where: { $0.rows != "night" }) else {
            // "The day after" names the cause last, "the next day" first.
            let isAfter = first(.effect)?.value == "after"
            let measures = isAfter ? measures.reversed() : measures
            let texts = measures.map { measure in
                (measure.condition.map { "(\(measure.text) where \($0))" } ?? measure.text) + " called \(measure.name)"
            }
            return texts.joined(separator: ", ")
                + " by \(measures[0].rows)\(clauses) | correlate \(measures[0].name) with \(measures[1].name)"
                + (isAfter || has(.aside) ? " lag 1" : "")
        }
        // "Coffee after noon" and "evening workouts" are conditions of the cause.
        let conditions = [other.condition].compactMap { $0 } + all(.condition).map(\.value)
        let condition = conditions.isEmpty ? "" : " where " + conditions.joined(separator: " and ")
        let slept = night.condition.map { "(\(night.text) where \($0))" } ?? night.text
        // "A link between my steps and my sleep" names the days first.
        let isOfDays = first(.effect)?.words.contains("between") == true && measures[0].rows != "night"
        let join =
            isOfDays
            ? "\(other.text) called \(other.name) by day\(range)\(condition) | join (\(slept) called slept by night) by day"
            : "\(slept) called slept by night\(range) | join (\(other.text) called \(other.name) by day\(condition)) by day"
        // A day's amount can change the next night; a reading belongs to the night itself.
        let isConsumed = other.name.hasPrefix("dietary") || other.name == "numberOfAlcoholicBeverages"
        let isAsked = first(.effect)?.words.contains("after") == true || (measures[0].rows != "night" || isConsumed) && other.adds
        return join + (isAsked ? " | correlate \(other.name) with slept lag 1" : " | correlate slept with \(other.name)")
    }

    // MARK: Templates

    /// Returns the query of a template; nil if the question does not have one of its parts.
    private func fill(_ template: String, _ measure: QuestionMeasure) -> String? {
        var query = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}"), let text = part(String(rest[rest.index(after: open)..<close]), measure)
            else { return nil }
            query += rest[..<open] + text
            rest = rest[rest.index(after: close)...]
        }
        query += rest
        // Blood pressure has two metrics with the same aggregate.
        let metrics = measure.metric.replacing(", ", with: "\n").split(separator: "\n")
        guard metrics.count == 2, let place = query.firstRange(of: measure.metric) else { return query }
        let aggregate = query[..<place.lowerBound].dropLast()
        // Samples of one metric are a list; two are side by side in the minute of the measurement.
        if aggregate == "samples of" {
            let list = "samples of \(measure.metric)\(clauses(measure))"
            guard query.hasPrefix(list) else { return nil }
            let rest = query.dropFirst(list.count)
            let newest =
                rest.hasPrefix(" newest first") ? " | sort start descending" + rest.dropFirst(13).replacing(" limit", with: " | limit") : ""
            guard rest.isEmpty || !newest.isEmpty else { return nil }
            return "average \(metrics[0]), average \(metrics[1]) by minute\(clauses(measure)) fill none\(newest)"
        }
        return query.replacing("\(metrics[0]), \(metrics[1])", with: "\(metrics[0]), \(aggregate) \(metrics[1])")
    }

    private func part(_ name: String, _ measure: QuestionMeasure) -> String? {
        let colon = name.split(separator: ":", maxSplits: 1)
        switch colon.first ?? "" {
        case "m": return measure.text
        case "M": return measure.metric
        case "mx": return measure.textOfDay(limitOfDay)
        case "cx": return measure.columnOfDay(limitOfDay)
        case "reading":
            return isMoment && !(asksForHabit && ["Speed", "Rate"].contains(where: measure.name.hasSuffix) && opener != "what")
                ? "latest \(measure.metric)" : measure.text
        case "col": return measure.column
        case "by": return groups
        case "b": return rows(measure)
        case "g": return stageGroups
        case "c": return clauses(measure, rangeIfNone: colon.count > 1 ? String(colon[1]) : "")
        case "v" where all(.limit).contains(where: { measure.valueLimit($0.value) == nil }): return nil
        case "v": return clauses(measure, withLimit: true)
        // A weight does not last two minutes.
        case "h" where measure.isPoint && !QuestionMeasure.often.contains(measure.name): return nil
        case "h": return clauses(measure, withLimit: true, holding: measure.isPoint ? measure.hold : nil)
        case "today": return first(.range).map { $0.value == "today" ? "" : " \($0.value)" } ?? ""
        case "which": return first(.which).flatMap { ["week", "month", "year", "quarter"].contains($0.value) ? $0.value : nil }
        case "need": return first(.need)?.value ?? "8"
        case "cond": return all(.condition).count == 1 && !has(.during) && measure.condition == nil ? first(.condition)?.value : nil
        case "ranged": return filtering { $0.kind != .condition }.clauses(measure)
        case "d": return first(.during).flatMap { $0.value.hasPrefix("not ") ? nil : $0.value }
        case "else": return filtering { $0.kind != .during }.clauses(measure)
        case "zones":
            let edges = first(.zones)?.value ?? ""
            return (groups.isEmpty ? " by " : groups + " and ") + "bands \(edges.isEmpty ? "100, 120, 140" : edges)"
        case "bins": return first(.bins)?.value ?? (["weight", "glucose"].contains(measure.metric) ? "1" : "10")
        case "split":
            guard let split = first(.split)?.value, let activity = first(.workout)?.value, !has(.condition), !activity.contains(",") else {
                return nil
            }
            return "\(split) of \(activity.isEmpty ? "workouts" : activity) \(first(.range)?.value ?? "last 7 days")"
        case "size": return measure.size(first(.extreme)?.value ?? "", isLong: has(.long))
        case "around" where has(.around): return first(.around).map { Self.event("(\($0.value))") }
        case "gaps" where measure.name == "glucose" || Self.isDay(first(.range)?.value ?? "") || isTimeWithout(measure):
            return "gaps of \(measure.metric)\(clauses(measure)) | top 1 by duration"
        case "around": return has(.range) ? nil : first(.shift).map { clauses(measure, rangeIfNone: "before and after \($0.value)") }
        case "streak": return first(.streak)?.value.split(separator: " ").first.map(String.init)
        case "name": return first(.formula)?.value.split(separator: " ").drop { $0 != "derive" }.dropFirst().first.map(String.init)
        case "day": return first(.range).flatMap { Self.isDay($0.value) ? clauses(measure) : nil }
        case "reaction": return first(.reaction).map { Self.event("(\($0.value))") }
        case "n": return (first(.goalNumber) ?? first(.newest))?.value
        case "agg": return first(.average)?.value
        case "ext": return extremeName(measure)
        case "top": return top
        case "limit": return first(.limit).flatMap { measure.canHave($0.value) ? measure.limit($0.value) : nil }
        case "value": return first(.limit).flatMap { measure.valueLimit($0.value) }
        case "time": return first(.limit).map { measure.timeWithin($0.value) }
        case "formula": return first(.formula).flatMap { fill($0.value, measure) }
        default:
            return rankedPart(name, measure) ?? spokenPart(name, measure)
                ?? versus(name, measure) ?? SlotKind(rawValue: name).flatMap { first($0)?.value }
        }
    }

    /// The number, the distance or the time of workouts that a yes-or-no question compares with a limit; nil if it asks for single ones.
    private func totalOfWorkouts(_ measure: QuestionMeasure) -> String? {
        guard measure.column == "count" else { return has(.range) ? measure.text : nil }
        let isNumber = first(.limit)?.value.split(separator: " ").last.map { Double($0) != nil } == true
        let isPlural = subjects.first?.words.last?.last == "s" || first(.limit)?.words.contains("times") == true
        return isNumber && isPlural && !has(.which) && !has(.days) ? measure.text : nil
    }

    /// "What percent of my workouts are runs" is a share of their number.
    private func shareOfWorkouts(_ measure: QuestionMeasure) -> String? {
        guard all(.condition).count == 1, !has(.during), !has(.per), !has(.by), let condition = first(.condition)?.value else { return nil }
        return "count workouts by workout\(filtering { $0.kind != .condition }.clauses(measure)) | share where \(condition)"
    }

    /// Returns a part of a query about the greatest or the least, about shares and totals of workouts, or about single sleeps.
    private func rankedPart(_ name: String, _ measure: QuestionMeasure) -> String? {
        switch name {
        case "winner":
            return has(.readings) || ["day", "night"].contains(first(.which)?.value)
                || Self.isDay(first(.range)?.value ?? "") ? extremeName(measure) : "average"
        case "changed": return first(.change)?.value.split(separator: " ").first.map(String.init)
        case "sizes": return has(.far) ? "distance" : "duration"
        case "total": return totalOfWorkouts(measure)
        case "shareOfWorkouts": return shareOfWorkouts(measure)
        case "rowsOf":
            return first(.formula).flatMap { fill($0.value, measure) }.flatMap {
                $0.contains(" by each") && !$0.contains(" | average") && !$0.contains(" | count") ? $0 : nil
            }
        default: return nil
        }
    }

    private static let bodyMeasures: Set<String> = ["weight", "bodyFat", "bodyFatPercentage", "leanBodyMass"]

    private func spokenPart(_ name: String, _ measure: QuestionMeasure) -> String? {
        switch name {
        case "past": asksForHabit ? nil : ""
        case "measured": measure.rows
        case "lostMost": lostMost
        case "percent": percentLimit
        case "changePercent": first(.change).map { $0.value.replacing(" = ", with: " in % = (") + ") / first" }
        case "topTime": extremeName(measure).map { ($0 == "min" ? "bottom" : "top") + " 1" }
        case "now": ["am", "is", "are"].contains(opener) && isMoment ? "" : nil
        case "nearLast": first(.nearLast).map { Self.event($0.value) }
        case "bothPressures": "average bloodPressureSystolic called upper, average bloodPressureDiastolic called lower"
        case "pressed": pressed
        // The body changes slowly: its change in a day is too small to read.
        case "rate": first(.per)?.value == "week" || Self.bodyMeasures.contains(measure.name) ? " per week" : ""
        case "latest": isMoment ? "latest" : "average"
        case "longer": longer
        default: nil
        }
    }

    /// True for the longest time without a reading that a watch takes many times a day.
    private func isTimeWithout(_ measure: QuestionMeasure) -> Bool {
        first(.gap)?.words.contains("time") == true && QuestionMeasure.often.contains(measure.name)
    }

    /// The greatest loss is the least change.
    private var lostMost: String? {
        guard let change = first(.change)?.value, let extreme = first(.extreme)?.value, ["max", "min"].contains(extreme) else { return nil }
        return change.hasPrefix("lost") == (extreme == "max") ? "bottom 1" : "top 1"
    }

    /// The limit of a share of the time, such as "more than 90%"; nil for a limit of readings.
    private var percentLimit: String? {
        guard let limit = first(.limit)?.value, !limit.hasPrefix("between") else { return nil }
        let words = limit.split(separator: " ")
        return words.count == 2 || words.last == "%" ? words.prefix(2).joined(separator: " ") : nil
    }

    /// The condition of `> 140/90`, for which one of the two pressures is enough.
    private var pressed: String? {
        let words = (first(.pressure)?.value ?? "").split(whereSeparator: { " /".contains($0) })
        return words.count == 3 ? "upper \(words[0]) \(words[1]) \(words[0] == ">" ? "or" : "and") lower \(words[0]) \(words[2])" : nil
    }

    /// The least time of a gap; nil if the limit is not one.
    private var longer: String? {
        guard let limit = first(.limit)?.value.split(separator: " ") else { return "" }
        guard limit.count == 3, limit[0].hasPrefix(">"), let unit = ["hr": "h", "min": "min"][limit[2]] else { return nil }
        return " longer than \(limit[1])\(unit)"
    }

    /// The limit that one reading of a day must meet. A day with nothing below 70 has a least value of 70.
    private var limitOfDay: String {
        guard let limit = first(.limit) else { return "" }
        // "Days in a row below 180" have no higher reading, unless something was reached on each of them.
        let isReached = limit.words.contains { ["went", "go", "goes", "reach", "reached", "hit", "spiked"].contains($0) }
        let isOfAll =
            limit.words.contains { ["nothing", "never", "without", "stay", "stays", "stayed"].contains($0) }
            || (has(.streak) || has(.streaks)) && !isReached
        return isOfAll ? (limit.value.hasPrefix(">") ? "<" : ">") : limit.value
    }

    /// `max` or `min`. The latest bedtime is the greatest.
    func extremeName(_ measure: QuestionMeasure) -> String? {
        if measure.isClock, has(.latest) || has(.first) { return has(.latest) ? "max" : "min" }
        return first(.extreme)?.value.split(separator: " ").first.map(String.init)
    }

    var top: String { Self.top(first(.extreme)?.value ?? "") }

    static func top(_ extreme: String) -> String {
        let words = extreme.split(separator: " ")
        return (words.first == "min" ? "bottom " : "top ") + String(words.dropFirst().first { $0.first?.isNumber == true } ?? "1")
    }

    /// True if a reading without a time is the latest one.
    private var isMoment: Bool { ![.range, .per, .by, .condition, .during, .near, .show].contains { has($0) } }

    /// Returns the parts of a comparison with the period before.
    private func versus(_ name: String, _ measure: QuestionMeasure) -> String? {
        guard let parts = first(.versus)?.value.split(separator: "|").map(String.init) else { return nil }
        let period = parts[0]
        let isPeriod = parts.count == 1
        func ranged(_ range: String) -> String { clauses(measure, rangeIfNone: range) }
        switch name {
        case "period": return isPeriod ? period : nil
        case "this": return isPeriod ? ranged(period == "day" ? "today" : "this \(period)") : parts[1] == "previous" ? ranged(period) : nil
        case "sameDays":
            guard isPeriod else { return nil }
            return ranged(
                period == "day" ? "today vs the same time of yesterday" : "this \(period) vs the same days of last \(period)")
        case "vs":
            if isPeriod { return ranged(period == "day" ? "today vs yesterday" : "this \(period) vs last \(period)") }
            return ranged("\(period) vs " + (parts[1] == "previous" ? "the \(period.dropFirst(5)) before" : parts[1]))
        default: return nil
        }
    }

    // MARK: Clauses

    /// The rows that a stage works on.
    private func rows(_ measure: QuestionMeasure) -> String {
        // An hour without food counts as none, so that a single late snack does not win.
        if let profile = first(.profile), profile.value.hasSuffix("of day") {
            return measure.adds && has(.extreme) ? "hour fill zero" : "hour"
        }
        if !has(.days), !has(.which), !has(.per), first(.by)?.value == "hour of day" { return "hour" }
        let streak = first(.streak)?.value.split(separator: " ").dropFirst().first.map(String.init)
        // The longest meditation is one session.
        let session = measure.isSpan && first(.extreme)?.value.hasSuffix("long") == true ? "each (\(measure.metric))" : nil
        if has(.nodata), measure.rows == "night" { return "day anchor 18:00 partial drop" }
        let asked = streak ?? (first(.days) ?? first(.which) ?? first(.per))?.value ?? session ?? measure.rows
        let rows = asked.hasPrefix("workout") ? "workout" : asked == "day" && measure.rows == "night" ? "night" : asked
        // A stage can group rows by a key of samples only if they have it.
        if first(.by)?.value == "activity", has(.average) { return "workout" }
        let keys = all(.by).map(\.value).filter { $0 == "value" || $0 == "source" }
        return ([rows] + keys).joined(separator: " and ")
    }

    private var groups: String {
        var groups: [String] = []
        // "By day daily" names the period twice.
        for slot in slots where slot.kind == .per || slot.kind == .by {
            let group = slot.value.hasPrefix("workout") ? "workout" : slot.value
            if !groups.contains(group) { groups.append(group) }
        }
        return groups.isEmpty ? "" : " by " + groups.joined(separator: " and ")
    }

    private var stageGroups: String {
        let isTaken = has(.days) || has(.which)
        let groups = slots.filter { $0.kind == .by || isTaken && $0.kind == .per }.map(\.value)
        return groups.isEmpty ? "" : " by " + groups.joined(separator: " and ")
    }

    /// Returns the time near events, the range, the conditions and the times that count, in the order of the formatter.
    func clauses(_ measure: QuestionMeasure, rangeIfNone: String = "", withLimit: Bool = false, holding: String? = nil) -> String {
        var conditions = [measure.condition].compactMap { $0 }
        var filters: [String] = []
        for condition in all(.condition).map(\.value) {
            // A night has the day on which it ends, and its samples may start on another.
            let rows = first(.which)?.value
            let isOfSamples = Slot(kind: .condition, value: condition, words: []).isTimeOfDay && rows != "hour" || rows == "week"
            let isOfRows =
                (measure.rows == "night" || first(.by)?.value == "weekday") && condition.hasPrefix("weekday")
                || !isOfSamples && [.nodata, .share, .gap].contains(where: has)
            if isOfRows, !condition.hasPrefix("source") { filters.append(condition) } else { conditions.append(condition) }
        }
        filters += all(.nightOf).map(\.value)
        if let per = first(.per), per.value.hasPrefix("workout "), measure.condition == nil {
            filters.append("activity = \(per.value.dropFirst(8))")
        }
        if withLimit { conditions += all(.limit).compactMap { measure.valueLimit($0.value) } }
        var text = all(.near).map { " " + $0.value }.joined()
        let range = range(rangeIfNone)
        if !range.isEmpty { text += " " + range }
        if !conditions.isEmpty { text += " where " + conditions.joined(separator: " and ") }
        if let holding { text += " holding \(holding)" }
        let sets = all(.during).map(\.value)
        if !sets.isEmpty { text += " while " + sets.joined(separator: " and ") }
        if !filters.isEmpty { text += " | where " + filters.joined(separator: " and ") }
        return text
    }

    private func range(_ other: String) -> String {
        guard let range = first(.range)?.value else { return other }
        // "The last two weeks" are 14 days, unless there is a row for each week.
        let words = range.split(separator: " ")
        let hasWeeks = slots.contains { [.per, .by, .which, .days].contains($0.kind) && $0.value == "week" }
        guard words.count == 3, words[0] == "last", words[2] == "weeks", !hasWeeks, let count = Int(words[1]) else { return range }
        return "last \(count * 7) days"
    }
}

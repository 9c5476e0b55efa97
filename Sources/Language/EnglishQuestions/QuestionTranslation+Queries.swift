/// Writes the queries for a question whose words are sorted out.
extension QuestionTranslation {
    /// Returns a query for each meaning of the time, without those that make no sense.
    func queries(about subject: QuestionWords.Subject, _ request: Request, during hours: QuestionTimes.Found?) -> [Guess] {
        request.times.compactMap { time in
            var time = time
            if request.isCompared { time = Self.compared(time, with: request.rival ?? .init()) }
            let meaning = [time.meaning, hours?.meaning].compactMap { $0 }.joined(separator: ", ")
            if let range = hours?.range, !range.isEmpty { time.range = range }
            time.condition = [time.condition, hours?.condition].compactMap { $0 }.joined(separator: " and ")
            let query = query(about: subject, time, request)
            return query.map { Guess(query: $0, meaning: meaning.isEmpty ? nil : meaning) }
        }
    }

    /// Returns the query for a question about keys of samples; nil if the subject does not have them.
    private func query(about subject: QuestionWords.Subject, by key: SampleKey, _ time: QuestionTimes.Found) -> String? {
        let conditions = [time.condition].compactMap { $0 }.filter { !$0.isEmpty }
        switch (key, subject) {
        case (.activities, .workout(nil)): return assemble("count, duration workouts", "activity", time.range, nil, conditions)
        case (.stages, .time(let metric, nil)) where QuestionWords.metricsOfNights.contains(metric):
            return assemble("duration \(metric)", "value", time.range, nil, conditions)
        case (.histogram, .reading(let metric)):
            let width = metric == "weight" || metric == "glucose" ? 1 : 10
            return assemble("count \(metric)", "bins of \(width)", time.range, nil, conditions)
        case (.zones, .reading("heartRate")):
            let rows = [grouping, "bands 100, 120, 140"].compactMap { $0 }.joined(separator: " and ")
            return assemble("duration heartRate", rows, time.range, nil, conditions, holding: "2min")
        default: return nil
        }
    }

    static func progress(_ subject: QuestionWords.Subject) -> Guess? {
        guard case .amount(let metric) = subject else { return nil }
        return Guess(query: "progress \(metric)", meaning: metric)
    }

    /// Returns the range to compare with the previous period.
    private static func compared(_ time: QuestionTimes.Found, with other: QuestionTimes.Found) -> QuestionTimes.Found {
        var time = time
        let rival = other.range
        // A month can only be compared with the previous month, not with May or a year.
        let period = { (range: String) in ["today", "yesterday"].contains(range) ? "day" : range.split(separator: " ").last ?? "" }
        guard time.meaning == nil, other.condition == nil, time.range.isEmpty || rival.isEmpty || period(time.range) == period(rival) else {
            time.range = ""
            return time
        }
        // "More than last month" means this month, as "more this month than last month" does. Use only the part of the period so far and
        // compare it with the same part of the previous period: half a month can't be compared with a whole one.
        let said =
            [time.range, rival].first { $0.hasPrefix("this ") || $0 == "today" } ?? ([time.range, rival].first { !$0.isEmpty } ?? "")
        let running = said == "yesterday" ? "today" : said.hasPrefix("last ") ? "this " + said.dropFirst(5) : said
        time.range = running == "today" || running.hasPrefix("this ") ? "since start of \(running)" : running
        return time
    }

    private func query(about subject: QuestionWords.Subject, _ time: QuestionTimes.Found, _ request: Request) -> String? {
        if let sampleKey { return query(about: subject, by: sampleKey, time) }
        if let clock { return request.limit == nil && !request.isCompared ? query(aboutClock: clock, time) : nil }
        var measured = measured(subject, time)
        if case .workout(let activity) = subject {
            if aggregate == .latest, unit != nil { return nil }
            if let query = query(aboutWorkouts: activity, time, measured.conditions) { return query }
        }
        if let unit {
            guard request.limit == nil, measured.plain.hasSuffix(unit.isLength ? "distance" : " weight") else { return nil }
            measured.plain += inUnit
        }
        if request.isCompared { return compared(measured, time) }
        if let limit = request.limit { return limited(measured, limit, time) }
        // The total until now is that of today.
        if measured.addsUp, asked.has("now"), time.range.isEmpty, measured.grouping == nil {
            return assemble(measured.plain, nil, "today", measured.anchor, measured.conditions)
        }
        return query(with: aggregate, of: measured, time)
    }

    private var inUnit: String { unit.map { " in \($0.symbol)" } ?? "" }

    /// Returns the query for the time of going to bed or waking up.
    private func query(aboutClock clock: String, _ time: QuestionTimes.Found) -> String? {
        guard unit == nil, time.condition == nil || time.condition == "" else { return nil }
        // "When do I go to bed" asks for the usual time.
        let isUsual = aggregate == .average || aggregate == nil && asked.has("do") && time.range.isEmpty
        guard isUsual || aggregate == nil || aggregate == .latest else { return nil }
        let rows = assemble("\(clock) sleep", "night", time.range.isEmpty ? "last 30 days" : time.range, nil, [])
        return isUsual ? rows + " | average" : rows
    }

    /// Returns the query for a list, a number or the greatest of workouts; nil for other questions about workouts.
    private func query(aboutWorkouts activity: String?, _ time: QuestionTimes.Found, _ conditions: [String]) -> String? {
        if aggregate == .latest {
            return "samples of workouts" + assemble("", nil, time.range, nil, conditions) + " newest first limit 1"
        }
        let isLength = QuestionWords.lengths.union(QuestionWords.distances).contains(where: asked.has)
        let counts = !isLength && ["how often", "how many"].contains(where: asked.has)
        if counts || aggregate == .count, unit == nil { return assemble("count workouts", nil, time.range, nil, conditions) }
        guard aggregate == .greatest, grouping == nil, !asked.has("when") else { return nil }
        let what = activity == nil ? "workoutDuration" : "workout distance"
        return assemble("max \(what)\(inUnit)", nil, time.range, nil, conditions)
    }

    // MARK: Statistics

    /// The parts of a query about one statistic.
    private struct Measured {
        /// The aggregate and the metric, such as `sum steps`.
        var plain: String
        /// The name of the column with the values.
        var column: String
        /// True for amounts and durations, which are compared as daily totals.
        var addsUp = true
        var conditions: [String]
        var grouping: String?
        var anchor: String?

        /// The text after the aggregate.
        var metric: String { String(plain.drop { $0 != " " }.dropFirst()) }
    }

    private func measured(_ subject: QuestionWords.Subject, _ time: QuestionTimes.Found) -> Measured {
        let condition = [time.condition].compactMap { $0 }.filter { !$0.isEmpty }
        var measured = Measured(plain: "", column: "sum", conditions: condition, grouping: grouping)
        switch subject {
        case .amount(let metric): measured.plain = "sum \(metric)"
        case .reading(let metric):
            measured.plain = "average \(metric)"
            measured.addsUp = false
        case .time(let metric, let condition):
            (measured.plain, measured.column) = ("duration \(metric)", "duration")
            if let condition { measured.conditions.insert(condition, at: 0) }
            if QuestionWords.metricsOfNights.contains(metric) {
                if grouping == nil { measured.grouping = asked.has("nights") ? "night" : asked.has("last night") ? "day" : nil }
                // A night does not depend on when days start.
                measured.anchor = measured.grouping == "night" ? nil : "18:00"
            }
        case .events(let metric, let condition):
            (measured.plain, measured.column) = ("count \(metric)", "count")
            measured.conditions.insert(condition, at: 0)
        case .workout(let activity):
            if let activity { measured.conditions.insert("activity = \(activity)", at: 0) }
            let isFar = QuestionWords.distances.contains(where: asked.has) || asked.has("farthest")
            measured.plain = isFar || activity != nil && asked.has("longest") ? "sum workout distance" : "duration workouts"
            measured.column = isFar ? "sum" : "duration"
        }
        return measured
    }

    private func query(with aggregate: Aggregate?, of measured: Measured, _ time: QuestionTimes.Found) -> String? {
        let (plain, anchor, conditions) = (measured.plain, measured.anchor, measured.conditions)
        switch aggregate {
        case .average?: return averaged("average", measured, time)
        case .median?: return averaged("median", measured, time)
        case .greatest?: return extreme("max", "top 1", of: measured, time)
        case .least?: return extreme("min", "bottom 1", of: measured, time)
        case .direction?:
            let range = time.range.isEmpty ? "last 90 days" : time.range
            return assemble(plain, measured.grouping ?? "day", range, anchor, conditions)
                + (measured.grouping == nil ? " | trend per week" : " | trend")
        case .trend?: return assemble(plain, "week", time.range.isEmpty ? "last 12 weeks" : time.range, anchor, conditions)
        case .count?:
            // Days and readings can be counted. Samples don't show how often someone walked.
            if asked.has("how many days") { return assemble(plain, "day", time.range, anchor, conditions) + " | count" }
            return measured.addsUp ? nil : assemble("count \(measured.metric)", measured.grouping, time.range, nil, conditions)
        case .latest?: return measured.addsUp ? nil : assemble("latest \(measured.metric)", measured.grouping, time.range, nil, conditions)
        case .sum?, nil:
            // "What is my weight" means the latest value.
            let isMoment = time.range.isEmpty && measured.grouping == nil && conditions.isEmpty && set == nil && !asked.has("show")
            if !measured.addsUp, isMoment { return "latest \(measured.metric)" }
            return assemble(plain, measured.grouping ?? rows(of: time.range), time.range, anchor, conditions)
        }
    }

    private func averaged(_ name: String, _ measured: Measured, _ time: QuestionTimes.Found) -> String {
        let (plain, anchor, conditions) = (measured.plain, measured.anchor, measured.conditions)
        guard measured.addsUp else {
            return assemble("\(name) \(measured.metric)", measured.grouping, time.range, anchor, conditions)
        }
        let day = measured.grouping ?? "day"
        if asked.has("daily"), ["week", "month", "quarter", "year"].contains(day) {
            return assemble(plain, "day", time.range, anchor, conditions) + " | \(name) by \(day)"
        }
        return assemble(plain, day == "weekday" ? "day" : day, time.range, anchor, conditions) + " | \(name)"
            + (day == "weekday" ? " by weekday" : "")
    }

    private func extreme(_ aggregate: String, _ stage: String, of measured: Measured, _ time: QuestionTimes.Found) -> String {
        let day = measured.grouping ?? "day"
        guard measured.addsUp else {
            let isPlace = measured.grouping != nil || asked.has("when")
            let extreme = assemble("\(aggregate) \(measured.metric)", isPlace ? day : nil, time.range, nil, measured.conditions)
            return isPlace ? extreme + " | \(stage)" : extreme
        }
        let rows = assemble(measured.plain, day == "weekday" ? "day" : day, time.range, measured.anchor, measured.conditions)
        return rows + (day == "weekday" ? " | average by weekday | \(stage)" : " | \(stage)")
    }

    /// Returns the bucket for questions such as "show me", which need several rows.
    private func rows(of range: String) -> String? {
        guard ["show", "plot", "graph", "chart", "draw", "list"].contains(where: asked.has) else { return nil }
        if ["today", "yesterday"].contains(range) { return "hour" }
        return range.contains("year") || range.hasPrefix("during 2") && range.count == 11 ? "month" : "day"
    }

    private func compared(_ measured: Measured, _ time: QuestionTimes.Found) -> String? {
        guard time.range.hasPrefix("since start of "), let word = time.range.split(separator: " ").last else { return nil }
        let period = word == "today" ? "day" : word
        return assemble(measured.plain, nil, time.range, nil, measured.conditions) + " | compare to previous \(period)"
    }

    private func limited(_ measured: Measured, _ limit: (sign: String, number: Int), _ time: QuestionTimes.Found) -> String {
        let sign = limit.sign == "reach" ? ">=" : limit.sign
        let (plain, conditions) = (measured.plain, measured.conditions)
        guard measured.addsUp else {
            return assemble(
                "count \(measured.metric)", measured.grouping, time.range, nil, conditions + ["value \(sign) \(limit.number)"])
        }
        let isDays = asked.has("days") || asked.has("nights") || asked.has("how often") || asked.has("how many times")
        if isDays || measured.grouping != nil || asked.has("when") || asked.has("which") {
            let rows =
                assemble(plain, measured.grouping ?? "day", time.range, measured.anchor, conditions)
                + " | where \(measured.column) \(sign) \(limit.number)"
            return asked.has("how many") || asked.has("how often") ? rows + " | count" : rows
        }
        return "assert " + assemble(plain, nil, time.range, nil, conditions) + " \(sign) \(limit.number)"
    }

    /// Joins the parts of a query in the order of the formatter.
    func assemble(
        _ what: String, _ by: String?, _ range: String, _ anchor: String?, _ conditions: [String], holding: String? = nil
    ) -> String {
        var parts = [what]
        if let by { parts.append("by \(by)") }
        if let anchor, by == "day" || range.contains("day") || range == "yesterday" { parts.append("anchor \(anchor)") }
        if !range.isEmpty { parts.append(range) }
        if !conditions.isEmpty { parts.append("where " + conditions.joined(separator: " and ")) }
        if let holding { parts.append("holding \(holding)") }
        if let set { parts.append("while \(set)") }
        return parts.joined(separator: " ")
    }
}

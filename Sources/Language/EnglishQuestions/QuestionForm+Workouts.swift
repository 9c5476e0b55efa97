// Amounts and readings of workouts.
extension QuestionForm {
    /// Returns the outcome of a question about an amount or a reading in workouts.
    func outcome(of form: QuestionForm, _ measure: QuestionMeasure, inWorkouts workout: Slot) -> Outcome? {
        let activity = workout.value
        // Days are not workouts, and an hour of running is not one of the clock.
        guard !activity.contains(","), !has(.nodata), first(.per)?.value != "hour",
            !has(.which) && !has(.days) || ["workout", nil].contains(first(.which)?.value) && !has(.days)
        else { return nil }
        if let ranked = ranked(form, measure, activity) { return ranked }
        // "Runs with a heart rate over 160" are runs, not readings.
        if has(.limit), !has(.share), !has(.long), subjects.first?.kind == .workout, let read = subjects.last, read.kind == .read {
            let edge = has(.average) ? "average" : first(.limit)?.value.hasPrefix("<") == true ? "min" : "max"
            let test = "\(edge) \(measure.limit(first(.limit)?.value ?? ""))"
            let filters = (activity.isEmpty ? "" : "activity = \(activity) and ") + test
            let rows = filtering { $0.kind != .limit }.clauses(measure)
            let count = has(.many) ? " | count" : ""
            return outcome(
                "\(edge) \(measure.metric) by workout\(rows) | where \(filters)\(count)",
                [.limit, .with, .many, .which, .list, .show, .average])
        }
        // Workouts record their energy and distance.
        let recorded = ["activeEnergy": "sum workout energy", "distance": "sum workout distance"][measure.name]
        let rows = " by workout\(form.clauses(measure))"
        let filter = activity.isEmpty ? "" : " | where activity = \(activity)"
        if has(.latest) || has(.newest) || has(.first) && workout.words.last?.last != "s" {
            let text = recorded ?? (has(.extreme) ? "\(extremeName(measure) ?? "max") \(measure.metric)" : measure.text)
            return outcome(
                "\(text)\(rows)\(filter) | sort start\(has(.first) ? "" : " descending") | limit \(first(.newest)?.value ?? "1")",
                [.latest, .newest, .first, .average, .extreme, .many])
        }
        // "My heart rate during my longest run"
        if let extreme = all(.extreme).map(\.value).first(where: { extreme in ["long", "far"].contains(where: extreme.hasSuffix) }) {
            let workouts = QuestionMeasure(filtering { !SlotKind.subjects.contains($0.kind) || $0.kind == .workout })
            let size = workouts?.size(extreme, isLong: has(.long)) ?? "duration"
            var noted = self
            noted.note("by \(size)")
            let sizes = size == "distance" ? "sum workout distance" : "duration workouts"
            let other = all(.extreme).first { $0.value == "max" || $0.value == "min" }
            let text = other.map { "\($0.value) \(measure.metric)" } ?? measure.text
            return noted.outcome(
                "\(text), \(sizes) called size\(rows)\(filter) | \(Self.top(extreme)) by size", [.extreme, .average])
        }
        let isHard = first(.extreme)?.value.hasSuffix("hard") == true
        if has(.extreme), measure.adds || isHard || workout.words.first == "which" {
            let text =
                measure.adds || isHard || has(.average) ? recorded ?? measure.text : "\(extremeName(measure) ?? "max") \(measure.metric)"
            return outcome("\(text)\(rows)\(filter) | \(top)", isHard || has(.average) ? [.extreme, .with, .average] : [.extreme, .with])
        }
        // "List my walks with heart rate" has a row for each walk.
        if has(.list), !measure.adds { return outcome("\(measure.text)\(rows)\(filter)", [.list, .show, .with, .average]) }
        var form = form
        form.note("during \(activity.isEmpty ? "workouts" : activity)")
        form.add(Slot(kind: .during, value: activity.isEmpty ? "workouts" : "workouts is \(activity)", words: workout.words))
        return form.best
    }

    /// Returns the outcome of "heart rate on my fastest run": one workout by its pace; nil for other questions.
    private func ranked(_ form: QuestionForm, _ measure: QuestionMeasure, _ activity: String) -> Outcome? {
        guard let speed = first(.speed), !activity.isEmpty, !has(.limit) else { return nil }
        // The greatest speed is the least pace.
        let rank =
            speed.value.hasPrefix("top") ? speed.value.replacing("top", with: "bottom") : speed.value.replacing("bottom", with: "top")
        return outcome(
            "\(measure.text), sum workout distance called size, duration workouts called time by workout\(form.clauses(measure)) "
                + "| where activity = \(activity) | derive pace = time / size | \(rank) by pace",
            [.speed, .average])
    }

    /// Returns the outcome of "heart rate during runs and during walks"; nil for other questions.
    func inBothActivities(_ measure: QuestionMeasure) -> Outcome? {
        let sets = all(.during).map(\.value)
        guard sets.count == 2, Set(sets).count == 2, sets.allSatisfy({ $0.hasPrefix("workouts is ") }), !has(.near), !has(.limit) else {
            return nil
        }
        let parts = sets.map { "(\(measure.text) while \($0)) called \($0.dropFirst(12))" }
        return outcome(
            parts.joined(separator: ", ") + filtering { $0.kind != .during }.clauses(measure), [.than, .more, .average])
    }
}

import QueryEngine
import QueryPlan
import QueryVocabulary

/// Answers the heads of queries in the warehouse that has the samples.
extension WarehouseView: HeadSource {
    func answer(_ plan: Plan, options: EngineOptions) throws -> ResultTable {
        if options.isCancelled() { throw EngineError.cancelled }
        guard case .statistics(let measures) = plan.subject else {
            throw WarehouseRefusal(
                "an engine answers statistics, and its single samples stay there", help: "ask for statistics, such as `count … by hour`")
        }
        if let measure = measures.first(where: { $0.workoutField != nil }) {
            throw WarehouseRefusal(
                "`\(measure.name)` needs a field of workouts, which are not pushed", help: "use `count` of workouts")
        }
        if let measure = measures.first(where: \.countsActiveTime) {
            throw WarehouseRefusal(
                "`\(measure.name)` leaves out the pauses of workouts, which are not pushed",
                help: "use `count` of workouts, or ask the store that was pushed")
        }
        if plan.range.isUnknown { return try QueryEngine.rowsWithoutSamples(of: plan, facts: self, options: options) }
        do {
            return try answered(plan, options)
        } catch is CancellationError {
            throw EngineError.cancelled
        }
    }

    private func answered(_ plan: Plan, _ options: EngineOptions) throws -> ResultTable {
        var obstacle = "this engine has none"
        if let quarters = client.quarters, options.quarterHours != .off || !client.runsSQL {
            do {
                let task = try QuarterTask(plan, over: self, person: onlyPerson ?? "")
                return try QuarterAnswer(task, view: self, quarters: quarters, options: options).table()
            } catch let found as QuarterTask.Obstacle {
                obstacle = found.reason
            }
        }
        guard client.runsSQL else {
            throw WarehouseRefusal(
                "\(client.name) has no window functions, so it answers only from sums of quarter hours, which cannot answer this: "
                    + obstacle,
                help: "use a newer server, or the store that was pushed")
        }
        return try SQLAnswer(plan, view: self, options: options).table()
    }
}

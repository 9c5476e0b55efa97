import HealthModel
import QueryEngine
import QueryPlan
import StorageModel

/// Asks a warehouse for sums of quarter hours, added up for each bucket of a query.
struct QuarterAnswer {
    private let task: QuarterTask
    private let view: WarehouseView
    private let quarters: any QuarterAdding
    private let options: EngineOptions

    /// The maximum number of samples across edges that are read. More would take longer than a statement over all samples.
    private static let greatestCrossingCount = 2_000_000

    init(_ task: QuarterTask, view: WarehouseView, quarters: any QuarterAdding, options: EngineOptions) {
        (self.task, self.view, self.quarters, self.options) = (task, view, quarters, options)
    }

    func table() throws -> ResultTable {
        var states: [QuarterTask.State] = []
        var crossing: [Int: [MetricID: SampleBatch]] = [:]
        for zone in task.zones where !zone.units.isEmpty && !zone.places.isEmpty {
            let started = options.trace?.clock() ?? 0
            let question = question(zone)
            let found = try added(question)
            states += found
            options.trace?.warehouseSteps.append(
                .init(
                    place: view.client.place, task: "sums of quarter hours added up", rowCount: found.count,
                    seconds: (options.trace?.clock() ?? 0) - started))
            for metric in task.crossing.sorted(by: { $0.identifier < $1.identifier }) {
                for (unit, batch) in try crossingSamples(of: metric, question) { crossing[unit, default: [:]][metric] = batch }
            }
        }
        return try task.table(states, crossing: crossing, over: view, options: options)
    }

    private func question(_ zone: QuarterTask.Zone) -> QuarterQuestion {
        QuarterQuestion(
            units: zone.units.flatMap { unit in task.units[unit].persons.map { ($0, unit) } },
            places: zone.places.map { ($0.quarters, $0.place) }, quarters: zone.start..<zone.end,
            parts: task.parts.sorted { $0.key.identifier < $1.key.identifier }.map { ($0, $1.map(\.rawValue).sorted()) })
    }

    private func added(_ question: QuarterQuestion) throws -> [QuarterTask.State] {
        let places = Set(question.places.map(\.place))
        let rows = try quarters.added(question, isCancelled: options.isCancelled)
        return try AnswerRow.all(rows, columns: 11, place: view.client.place).map { row in
            guard let unit = row[0].integer, let part = row[3].integer.flatMap({ QuarterPart(rawValue: Int($0)) }),
                let place = row[4].integer, task.units.indices.contains(Int(unit)), places.contains(place)
            else { throw WarehouseFailure.unexpected(place: view.client.place, reason: "a row of sums has no place") }
            let sums = row[5..<9].map { $0.number ?? 0 }
            let columns = part == .extremes ? [row[9].number ?? 1, row[10].number ?? 0] : Array(sums.prefix(part.columnCount))
            let source = row[2].text
            return QuarterTask.State(
                unit: Int(unit), metric: MetricID(row[1].text), part: part,
                source: source.isEmpty ? 0 : view.facts.sourceNumber(source) ?? 0,
                place: place, columns: columns)
        }
    }

    /// Reads the samples that cross edges of quarter hours, in order.
    private func crossingSamples(of metric: MetricID, _ question: QuarterQuestion) throws -> [Int: SampleBatch] {
        let rows = try quarters.crossingSamples(
            of: metric, question, most: Self.greatestCrossingCount + 1, isCancelled: options.isCancelled)
        guard rows.count <= Self.greatestCrossingCount else {
            throw QuarterTask.Obstacle(reason: "too many samples cross the edges of quarter hours")
        }
        var batches: [Int: SampleBatch] = [:]
        for row in try AnswerRow.all(rows, columns: 5, place: view.client.place) {
            let unit = try row.number(0, in: 0...Int64(task.units.count - 1), "place")
            let (start, end) = try row.times(1, 2)
            guard let value = row[3].number else {
                throw WarehouseFailure.unexpected(place: view.client.place, reason: "a sample has no value")
            }
            batches[Int(unit), default: SampleBatch()].append(
                start: Instant(milliseconds: start), end: Instant(milliseconds: end), value: value,
                source: view.facts.sourceNumber(row[4].text) ?? 0)
        }
        return batches
    }
}

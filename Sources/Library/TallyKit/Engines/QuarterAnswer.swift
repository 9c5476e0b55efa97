#if Store
import EngineStorage
import HealthModel
import StorageModel
import QueryEngine
import QueryPlan

/// Asks ClickHouse for sums of quarter hours, added up for each bucket of a query.
struct QuarterAnswer {
    private let task: QuarterTask
    private let view: EngineView
    private let client: ClickHouseClient
    private let options: EngineOptions

    /// The maximum number of samples across edges that are read. More would take longer than a statement over all samples.
    private static let greatestCrossingCount = 2_000_000

    init(_ task: QuarterTask, view: EngineView, client: ClickHouseClient, options: EngineOptions) {
        (self.task, self.view, self.client, self.options) = (task, view, client, options)
    }

    func table() throws -> ResultTable {
        var states: [QuarterTask.State] = []
        var crossing: [Int: [MetricID: SampleBatch]] = [:]
        for zone in task.zones where !zone.units.isEmpty && !zone.places.isEmpty {
            let started = options.trace?.clock() ?? 0
            let found = try added(zone)
            states += found
            options.trace?.engineSteps.append(
                .init(
                    place: client.place, task: "sums of quarter hours added up", rowCount: found.count,
                    seconds: (options.trace?.clock() ?? 0) - started))
            for metric in task.crossing.sorted(by: { $0.identifier < $1.identifier }) {
                for (unit, batch) in try crossingSamples(of: metric, zone) { crossing[unit, default: [:]][metric] = batch }
            }
        }
        return try task.table(states, crossing: crossing, over: view, options: options)
    }

    /// The table with the unit of each person of a zone.
    private func persons(of zone: QuarterTask.Zone) -> ClickHouseServer.SentTable {
        var rows = TableText()
        for unit in zone.units {
            for person in task.units[unit].persons { rows.addRow([.text(person), .number(Int64(unit))]) }
        }
        return ClickHouseServer.SentTable("asked", structure: "person String, unit Int64", rows: rows.bytesWithoutPrefix)
    }

    private func added(_ zone: QuarterTask.Zone) throws -> [QuarterTask.State] {
        var rows = TableText()
        for place in zone.places {
            rows.addRow([
                .number(place.quarters.lowerBound), .number(Int64(place.quarters.count)), .number(place.place),
            ])
        }
        let places = ClickHouseServer.SentTable(
            "places", structure: "first Int64, count UInt64, place Int64", rows: rows.bytesWithoutPrefix)
        let conditions = task.parts.sorted { $0.key.identifier < $1.key.identifier }.map { metric, parts in
            "(type = \(EngineTables.text(metric.identifier)) AND part IN (\(parts.map { "\($0.rawValue)" }.sorted().joined(separator: ", "))))"
        }
        // Each join has two tables, because old servers cannot join three.
        let query = """
            SELECT unit, type, source, part, place, sum(a) AS sa, sum(b) AS sb, sum(c) AS sc, sum(d) AS sd, min(a) AS least, max(b) AS greatest
            FROM (
              SELECT unit, type, source, part, quarter, a, b, c, d
              FROM (
                SELECT person, type, source, part, quarter, a, b, c, d FROM quarters
                WHERE quarter >= \(zone.start) AND quarter < \(zone.end) AND (\(conditions.joined(separator: " OR ")))
                  AND \(client.condition(kind: "rows"))
              ) AS found ALL INNER JOIN (SELECT person, unit FROM asked) AS members USING person
            ) AS states ALL INNER JOIN (
              SELECT toInt64(first + toInt64(step)) AS quarter, place
              FROM (SELECT first, place, arrayJoin(range(count)) AS step FROM places)
            ) AS buckets USING quarter
            GROUP BY unit, type, source, part, place
            """
        return try client.server.rows(query, with: [persons(of: zone), places], isCancelled: options.isCancelled).rows.map { row in
            guard let unit = row[0].integer, let part = row[3].integer.flatMap({ QuarterPart(rawValue: Int($0)) }),
                let place = row[4].integer, task.units.indices.contains(Int(unit))
            else { throw EngineFailure.unexpected(place: client.place, reason: "a row of sums has no place") }
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
    private func crossingSamples(of metric: MetricID, _ zone: QuarterTask.Zone) throws -> [Int: SampleBatch] {
        let length = QuarterHour.milliseconds
        let query = """
            SELECT unit, start, end, value, source
            FROM (
              SELECT person, start, end, value, source FROM samples
              WHERE type = \(EngineTables.text(metric.identifier)) AND start < \(zone.end * length) AND end > \(zone.start * length)
                AND end > start AND floor(start / \(length)) < floor((end - 1) / \(length)) AND \(client.condition(kind: "rows", type: metric.identifier))
            ) AS found ALL INNER JOIN (SELECT person, unit FROM asked) AS members USING person
            ORDER BY start, end, value
            LIMIT \(Self.greatestCrossingCount + 1)
            """
        let rows = try client.server.rows(query, with: [persons(of: zone)], isCancelled: options.isCancelled).rows
        guard rows.count <= Self.greatestCrossingCount else {
            throw QuarterTask.Obstacle(reason: "too many samples cross the edges of quarter hours")
        }
        var batches: [Int: SampleBatch] = [:]
        for row in rows {
            guard let unit = row[0].integer, let start = row[1].integer, let end = row[2].integer, let value = row[3].number else {
                throw EngineFailure.unexpected(place: client.place, reason: "a sample has no time")
            }
            batches[Int(unit), default: SampleBatch()].append(
                start: Instant(milliseconds: start), end: Instant(milliseconds: end), value: value,
                source: view.facts.sourceNumber(row[4].text) ?? 0)
        }
        return batches
    }
}

#endif

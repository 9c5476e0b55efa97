import HealthModel

/// The routes of exercise sessions, read when their session is.
///
/// The points of a session are usually next to each other, so only the places of their runs are in memory.
struct SessionRoutes {
    private struct Run {
        var session: Int64
        /// The id of the first row.
        var first: Int64
        var count: Int
    }

    private let rows: TableCursor
    private var runs: [Run] = []
    /// True if there are more runs than are kept.
    private(set) var isCut = false
    private let time: Int?
    /// The columns with the numbers of a point.
    private let numbers: [(column: Int?, number: WritableKeyPath<RoutePoints.Point, Double>)]

    /// A session has one run, so these are enough for anybody.
    private static let limit = 1 << 20

    init(_ file: DatabaseFile, _ table: DatabaseTable) throws(DatabaseDamage) {
        time = table.place(of: "timestamp_millis")
        numbers = [
            ("latitude", \.latitude), ("longitude", \.longitude), ("altitude", \.altitude),
            ("horizontal_accuracy", \.horizontalAccuracy), ("vertical_accuracy", \.verticalAccuracy),
        ].map { (table.place(of: $0.0), $0.1) }
        rows = TableCursor(file, table)
        let session = table.place(of: "parent_key")
        let all = TableCursor(file, table)
        while try all.next() {
            guard let id = all.row.integer(session) else { continue }
            if let last = runs.last, last.session == id, last.first + Int64(last.count) == all.row.id {
                runs[runs.count - 1].count += 1
            } else if runs.count < Self.limit {
                runs.append(Run(session: id, first: all.row.id, count: 1))
            } else {
                isCut = true
            }
        }
        runs.sort { ($0.session, $0.first) < ($1.session, $1.first) }
    }

    /// Returns the route of a session; nil if the table has no point of it.
    func of(_ session: Int64) -> RouteFindings.Outcome? {
        let own = runs[runs.partitioningIndex { $0.session >= session }...].prefix { $0.session == session }
        if own.isEmpty { return nil }
        guard own.reduce(0, { $0 + $1.count }) <= TimeSeries.mostPoints else { return RouteFindings.Outcome(problem: .tooLong) }
        var points = RoutePoints()
        do throws(DatabaseDamage) {
            for run in own {
                for id in run.first..<run.first + Int64(run.count) where try rows.find(id) { points.add(point) }
            }
        } catch {
            return RouteFindings.Outcome(problem: .damaged)
        }
        return points.finished(name: "exercise_route_table")
    }

    /// The point in the current row.
    private var point: RoutePoints.Point {
        var point = RoutePoints.Point()
        point.time = rows.row.integer(time).flatMap { BatchBuilder.flaw(start: $0, end: $0) == nil ? $0 : nil }
        for (column, number) in numbers { point[keyPath: number] = rows.row.number(column) ?? .nan }
        return point
    }
}

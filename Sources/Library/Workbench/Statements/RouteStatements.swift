import ResultRendering
import TallyKit

/// Runs `show routes`, which lists the routes of workouts. It shows no places.
extension StatementRunner {
    private struct RouteRow {
        var person: String
        var activity: String
        var start: String
        var points: Int
        var meters: Int
        var ascent: String
    }

    func routeRows() throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let persons = try reader.persons().map(\.id)
            var rows: [RouteRow] = []
            for person in persons {
                let view = try reader.view(of: person)
                for workout in try view.workouts(from: .min, through: .max) {
                    for route in try view.series(.route, of: workout.number) {
                        let measures = RouteMeasures(route)
                        rows.append(
                            RouteRow(
                                person: person, activity: WorkoutActivityType(exportName: workout.activity).shortName,
                                start: String(ISO8601.text(of: route.start, in: zone).prefix(16)), points: route.count,
                                meters: Int(min(measures.distance.rounded(), 1e15)),
                                ascent: measures.ascent.map { "\(Int(min($0.rounded(), 1e15)))" } ?? ""))
                    }
                }
            }
            let columns: KeyValuePairs<String, ListColumn> = [
                "activity": .texts(rows.map(\.activity)), "start": .dates(rows.map(\.start)), "points": .counts(rows.map(\.points)),
                "meters": .counts(rows.map(\.meters)), "ascent": .texts(rows.map(\.ascent)),
            ]
            guard persons.count > 1 else { return columns }
            return [
                "person": .texts(rows.map(\.person)), "activity": columns[0].value, "start": columns[1].value, "points": columns[2].value,
                "meters": columns[3].value, "ascent": columns[4].value,
            ]
        }
    }
}

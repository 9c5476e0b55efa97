import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
@_spi(Guests) import TallyCharts
import TallyKit
import TerminalText

/// Runs `show routes` and `show route 3`. They show no latitudes and longitudes.
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
            var rows: [RouteRow] = []
            try StoredRoute.forEach(in: reader) { one, route in
                let measures = RouteMeasures(route)
                rows.append(
                    RouteRow(
                        person: one.person, activity: one.activity, start: String(ISO8601.text(of: route.start, in: zone).prefix(16)),
                        points: route.count, meters: Self.meters(measures.distance),
                        ascent: measures.ascent.map { "\(Self.meters($0))" } ?? ""))
            }
            let columns: KeyValuePairs<String, ListColumn> = [
                "number": .counts(rows.indices.map { $0 + 1 }), "activity": .texts(rows.map(\.activity)),
                "start": .dates(rows.map(\.start)),
                "points": .counts(rows.map(\.points)), "meters": .counts(rows.map(\.meters)), "ascent": .texts(rows.map(\.ascent)),
            ]
            guard try reader.persons().count > 1 else { return columns }
            return [
                "number": columns[0].value, "person": .texts(rows.map(\.person)), "activity": columns[1].value, "start": columns[2].value,
                "points": columns[3].value, "meters": columns[4].value, "ascent": columns[5].value,
            ]
        }
    }

    private static func meters(_ number: Double) -> Int { Int(min(number.rounded(), 1e15)) }

    func showRoute(_ number: Count, of list: ListReference, output wanted: QuerySyntax.Output?) throws -> Outcome {
        let (one, route, zone) = try session.readToAnswer { reader in
            var all: [StoredRoute] = []
            try StoredRoute.forEach(in: reader) { one, _ in all.append(one) }
            let one = try entry(number, of: list, in: all, reader)
            return (one, try one.points(in: reader), try session.zone(in: reader))
        }
        let (measures, track) = (RouteMeasures(route), RouteTrack(route))
        guard let format = wanted?.format else {
            func meters(_ number: Double?) -> String { number.map { "\(Self.meters($0)) m" } ?? "" }
            let facts: KeyValuePairs = [
                "activity": one.activity, "start": ISO8601.text(of: route.start, in: zone), "end": ISO8601.text(of: route.end, in: zone),
                "points": Wording.number(route.count), "gaps": Wording.number(track.parts.count - 1),
                "length": meters(measures.distance), "ascent": meters(measures.ascent), "descent": meters(measures.descent),
            ]
            self.list(["fact": .texts(facts.map(\.key)), "value": .texts(facts.map(\.value))])
            return .fine
        }
        if format.isPicture {
            let picture = picture(of: route, one.activity, measures, track, in: zone)
            try write(
                RecordingDrawings(id: "route", title: picture.title, page: picture, terminal: picture), as: format, to: wanted?.path)
        } else {
            func values(_ numbers: [Double]) -> [KeyValue?] {
                route.times.indices.map { numbers.indices.contains($0) && !numbers[$0].isNaN ? .number(numbers[$0]) : nil }
            }
            let columns = [
                KeyColumn(name: "second", values: values(route.times.map { Double($0 - route.times[0]) / 1000 })),
                KeyColumn(name: "meters", values: values(measures.distances.map { ($0 * 1000).rounded() / 1000 })),
                KeyColumn(name: "altitude", values: values(route[.altitude])), KeyColumn(name: "speed", values: values(route[.speed])),
            ]
            try write(columns, rowCount: route.count, wanted)
        }
        return .fine
    }

    private func picture(
        of route: TimeSeries, _ activity: String, _ measures: RouteMeasures, _ track: RouteTrack, in zone: Zone
    ) -> Drawing {
        let start = ISO8601.text(of: route.start, in: zone).prefix(16).replacing("T", with: " ")
        var facts = ["\((measures.distance / 1000).short) km"]
        if let ascent = measures.ascent, let descent = measures.descent {
            facts += ["ascent \(Self.meters(ascent)) m", "descent \(Self.meters(descent)) m"]
        }
        if track.parts.count > 1 { facts.append(Wording.count(track.parts.count - 1, "gap")) }
        let altitudes = route[.altitude]
        // A route without a length has no altitude by distance.
        let drawn = altitudes.isEmpty || measures.distance == 0 ? [] : track.parts
        let profile = drawn.flatMap { part in part.split { altitudes[$0].isNaN } }.map { part in
            part.map { RouteDrawing.Position(measures.distances[$0], altitudes[$0]) }
        }
        return RouteDrawing(
            title: "Route of \(start)", lines: [([activity] + facts).joined(separator: " · ")],
            parts: track.places.isEmpty
                ? [] : track.parts.map { part in part.map { .init(track.places[$0].east, track.places[$0].south) } },
            profile: profile
        ).drawing
    }
}

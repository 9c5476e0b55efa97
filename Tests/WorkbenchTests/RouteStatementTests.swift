import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SampleStore
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// `show route 1` draws the line of a route, and its altitudes by distance, without a place.
@Suite("show route") struct RouteStatementTests {
    /// Returns the output of statements over a store with one workout.
    ///
    /// - Parameter points: The seconds, latitudes, longitudes and altitudes.
    private typealias Point = (Double, Double, Double, Double)

    private func output(_ statements: String, _ points: [Point], format: String = "csv") throws -> String {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch")]
        let start: Int64 = 1_780_300_800_000
        var workout = Workout(
            activity: "HKWorkoutActivityTypeRunning", start: Instant(milliseconds: start),
            end: Instant(milliseconds: start + Int64((points.last?.0 ?? 0) * 1000)), source: 0)
        workout.series = [
            try #require(
                TimeSeries(
                    .route, name: "", times: points.map { start + Int64($0.0 * 1000) },
                    values: [points.map(\.1), points.map(\.2), points.map(\.3), [], [], [], []]))
        ]
        batch.workouts = [workout]
        let store = MemoryStore()
        _ = try store.write(batch)
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_790_000_000))), named: "test")
        let output = RecordingOutput()
        #expect(session.run(SourceText("set zone = UTC; set format = \(format); \(statements)"), output: output) == .fine)
        return output.text
    }

    /// Returns the sub-paths of the line of a picture, as lists of absolute positions.
    private func line(_ svg: String) throws -> [[(x: Double, y: Double)]] {
        let paths = svg.matches(of: /<path[^>]*class="[^"]*s0[^"]*"[^>]*d="([^"]*)"|<path[^>]*d="([^"]*)"[^>]*class="[^"]*s0[^"]*"/)
        let data = try #require(paths.first.map { String($0.output.1 ?? $0.output.2 ?? "") })
        var parts: [[(x: Double, y: Double)]] = []
        var (x, y) = (0.0, 0.0)
        for step in data.matches(of: /([MmLlHhVv])([^MmLlHhVv]*)/) {
            let numbers = step.output.2.matches(of: /-?(?:\d+\.?\d*|\.\d+)/).compactMap { Double($0.output) }
            var rest = numbers[...]
            var isMove = step.output.1.lowercased() == "m"
            while let first = rest.popFirst() {
                switch step.output.1 {
                case "M", "L": (x, y) = (first, rest.popFirst() ?? 0)
                case "m", "l": (x, y) = (x + first, y + (rest.popFirst() ?? 0))
                case "H": x = first
                case "h": x += first
                case "V": y = first
                default: y += first
                }
                if isMove { parts.append([]) }
                isMove = false
                parts[parts.count - 1].append((x, y))
            }
        }
        return parts
    }

    private let straight: [Point] = (0..<100).map { index -> Point in
        let number = Double(index)
        return (number, 50.0, 8.0 + number * 0.0001, 100.0 + number)
    }

    @Test("A number shows the facts of a route, and formats of rows its altitudes by distance, without places")
    func facts() throws {
        let text = try output("show routes; show route 1; show route 1 as csv", straight)
        // 0.0099° at 50° N: 6,371,008.8 m · π / 180 · 0.0099 · cos 50° = 707.6 m.
        #expect(text.contains("number,activity,start,points,meters,ascent\n1,running,2026-06-01T08:00,100,708,99\n"))
        #expect(text.contains("fact,value\nactivity,running\nstart,2026-06-01T08:00:00Z\nend,2026-06-01T08:01:39Z\npoints,100\ngaps,0\n"))
        #expect(text.contains("length,708 m\nascent,99 m\ndescent,0 m\n"))
        #expect(text.contains("second,meters,altitude,speed\n0,0,100,\n1,7.147,101,\n"))
    }

    @Test("A picture has a bar with its meters, marks of the start and the end, and no coordinate")
    func picture() throws {
        for format in ["svg", "html", "chart"] {
            let text = try output("show route 1 as \(format)", straight)
            #expect(text.contains("200 m") && text.contains("ring: start") && text.contains("Route of 2026-06-01 08:00"))
            #expect(!text.contains("50.0") && !text.contains("8.00"))
        }
        let line = try line(output("show route 1 as svg", straight))
        // A straight line needs two points, and it is as wide as the picture without its margins.
        #expect(line.count == 1 && line[0].count == 2)
        #expect(abs(line[0][0].x - 12) < 0.2 && abs(line[0][1].x - 628) < 0.2 && line[0][0].y == line[0][1].y)
    }

    @Test("Longitudes are scaled by the cosine of the latitude")
    func cosine() throws {
        // At 60° N, a degree of longitude is half as long as one of latitude.
        let square: [Point] = [(0.0, 60.0, 10.0, 0.0), (1, 60.01, 10, 0), (2, 60.01, 10.02, 0), (3, 60, 10.02, 0)]
        let points = try line(output("show route 1 as svg", square)).flatMap(\.self)
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let width = (xs.max() ?? 0) - (xs.min() ?? 0)
        let height = (ys.max() ?? 0) - (ys.min() ?? 0)
        // The middle latitude is 60.005°, whose cosine is 0.49992.
        #expect(abs(width / height - 2 * 0.49992) < 0.002)
        // North is up: the second point is above the first one.
        #expect(points[1].y < points[0].y)
    }

    @Test("A line over the date line goes the short way, in either direction")
    func dateLine() throws {
        for sign in [1.0, -1] {
            let points = (0..<9).map { index -> Point in
                let number = Double(index)
                let longitude: Double = 179.996 + 0.001 * number
                let written: Double = longitude > 180 ? longitude - 360 : longitude
                return (number, 0.001 * number, sign * written, 0)
            }
            let drawn = try line(output("show route 1 as svg", points))
            // As many meters to the side as up: a diagonal of two points.
            #expect(drawn.count == 1 && drawn[0].count == 2)
            let (east, north) = (drawn[0][1].x - drawn[0][0].x, drawn[0][0].y - drawn[0][1].y)
            #expect(abs(east * sign - north) < 0.3 && north > 400)
        }
    }

    @Test("More than a minute between two points is a gap of the line")
    func gaps() throws {
        func later(by seconds: Double) -> [Point] { straight.map { ($0.0 < 50 ? $0.0 : $0.0 + seconds, $0.1, $0.2, $0.3) } }
        let points = later(by: 60)
        #expect(try line(output("show route 1 as svg", points)).count == 2)
        #expect(try output("show route 1", points).contains("gaps,1\n"))
        // With the second between them, this is exactly a minute.
        #expect(try line(output("show route 1 as svg", later(by: 59))).count == 1)
    }

    @Test("One point, and a route without altitudes, can be drawn")
    func small() throws {
        let one = try output("show route 1 as svg", [(0, 50, 8, 10)])
        #expect(one.contains("ring: start") && !one.contains("altitude in m"))
        let flat = try output("show route 1 as svg", straight.map { ($0.0, $0.1, $0.2, Double.nan) })
        #expect(!flat.contains("altitude in m") && !flat.contains("ascent"))
        #expect(try output("show route 1 as svg", straight).contains("altitude in m by distance in km"))
    }

    @Test("A hundred thousand points are a small file")
    func large() throws {
        let points = (0..<100_000).map { index -> Point in
            let number = Double(index)
            let (turn, radius): (Double, Double) = (number * .pi / 500, 0.01 + number * 1e-7)
            let (north, east): (Double, Double) = (radius * sin(turn) / 2, radius * cos(turn))
            return (number, 60 + north, 10 + east, 200 + 100 * sin(number / 5000))
        }
        #expect(try output("show route 1 as svg", points).utf8.count < 150_000)
    }
}

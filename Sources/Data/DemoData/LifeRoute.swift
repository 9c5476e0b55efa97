import CalendarIntervals
import HealthModel

/// The route of a made-up workout, as Apple writes it: a square on the sea in the Gulf of Guinea, far from any home.
///
/// Its length is the distance of the workout. It climbs 10 m on the first side and descends 10 m on the third. Pauses have no points.
package struct LifeRoute: Hashable, Sendable {
    /// The path of the file in the export, such as `/workout-routes/route_2026-01-10_11.27am.gpx`.
    package let path: String
    private let interval: Range<Int>
    private let pause: Range<Int>
    /// The distance of the workout.
    let meters: Double

    /// The seconds between points.
    private static let step = 5
    private static let metersPerDegree = 111_195.0

    init(_ path: String, of workout: Workout) {
        func seconds(_ instant: Instant) -> Int { Int(instant.milliseconds / 1000) }
        self.path = path
        interval = seconds(workout.start)..<seconds(workout.end)
        let times = ["Pause", "Resume"].map { name in workout.events.first { $0.type.hasSuffix(name) }.map { seconds($0.start) } }
        if let start = times[0], let end = times[1], start <= end {
            pause = start..<end
        } else {
            pause = interval.upperBound..<interval.upperBound
        }
        let distance = workout.statistics.first { $0.metric.identifier.contains("Distance") }
        meters = (distance?.sum ?? 1) * (distance?.unit == "mi" ? 1609.344 : 1000)
    }

    /// The file as GPX.
    var text: [UInt8] {
        var text: [UInt8] = []
        text.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
            xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
              <metadata>
                <time>
            """)
        append(time: interval.upperBound, to: &text)
        text.append("</time>\n  </metadata>\n  <trk>\n    <name>Route</name>\n    <trkseg>\n")
        for point in points { append(point, to: &text) }
        text.append("    </trkseg>\n  </trk>\n</gpx>\n")
        return text
    }

    /// A point of the route.
    struct Point {
        /// Seconds since 1970.
        var second: Int
        /// The part of the distance before the point, from 0 to 1.
        var share: Double
        /// Degrees.
        var latitude: Double
        var longitude: Double
        /// Meters.
        var altitude: Double
        /// Degrees from north.
        var course: Int
        /// Meters.
        static let horizontalAccuracy = 4.5
        static let verticalAccuracy = 3.5
    }

    /// The points in the order of time, one every five seconds outside of the pause.
    var points: [Point] {
        stride(from: interval.lowerBound, through: interval.upperBound, by: Self.step).filter { !pause.contains($0) }.map { second in
            let elapsed = second - interval.lowerBound - (second >= pause.upperBound ? pause.count : 0)
            let share = Double(elapsed) / Double(active)
            let side = min(Int(share * 4), 3)
            let part = share * 4 - Double(side)
            let corner = [(0.0, part), (part, 1), (1, 1 - part), (1 - part, 0)][side]
            let degrees = meters / 4 / Self.metersPerDegree
            return Point(
                second: second, share: share, latitude: corner.1 * degrees, longitude: corner.0 * degrees,
                altitude: 20 + 10 * [part, 1, 1 - part, 0][side], course: side * 90)
        }
    }

    /// The seconds outside of the pause.
    private var active: Int { max(1, interval.count - pause.count) }

    private func append(_ point: Point, to text: inout [UInt8]) {
        text.append("      <trkpt lon=\"")
        text.append(point.longitude, decimals: 6)
        text.append("\" lat=\"")
        text.append(point.latitude, decimals: 6)
        text.append("\"><ele>")
        text.append(point.altitude, decimals: 6)
        text.append("</ele><time>")
        append(time: point.second, to: &text)
        text.append("</time><extensions><speed>")
        text.append(meters / Double(active), decimals: 6)
        text.append("</speed><course>")
        text.append(decimal: point.course)
        text.append("</course><hAcc>\(Point.horizontalAccuracy)</hAcc><vAcc>\(Point.verticalAccuracy)</vAcc></extensions></trkpt>\n")
    }

    private func append(time second: Int, to text: inout [UInt8]) { text.append(utc: second) }
}

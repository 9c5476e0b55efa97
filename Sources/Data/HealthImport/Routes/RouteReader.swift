package import HealthModel

/// Reads the points of a GPX file, as Apple's export and other programs write it.
///
/// It reads the track points of all tracks and segments. Waypoints and planned routes are left out.
enum RouteReader {
    /// A file with more bytes is not read: half a million points of Apple's size.
    static let mostBytes = 128 << 20

    /// Returns the points of a file. Any bytes are safe input.
    static func read(_ bytes: consuming [UInt8], name: String) -> RouteFindings.Outcome {
        var reader = TrackReader(bytes)
        var points = RoutePoints()
        var (sawStart, sawEnd) = (false, false)
        do throws(XMLScanner.EntityDeclaration) {
            while let event = try reader.next() {
                switch event {
                case .point(let point): points.add(point.place)
                case .start(.gpx): sawStart = true
                case .end(.gpx): sawEnd = true
                // The rest would look like another route in a later import.
                case .damage: return RouteFindings.Outcome(problem: .damaged)
                default: break
                }
                guard points.count <= TimeSeries.mostPoints else { return RouteFindings.Outcome(problem: .tooLong) }
            }
        } catch { return RouteFindings.Outcome(problem: .damaged) }
        guard sawStart else { return RouteFindings.Outcome(problem: .notGPX) }
        guard sawEnd else { return RouteFindings.Outcome(problem: .damaged) }
        return points.finished(name: name)
    }
}

extension TimeSeries {
    /// Creates the route of a GPX file; nil if the file has none.
    package init?(gpx bytes: [UInt8], name: String) {
        guard let series = RouteReader.read(bytes, name: name).series else { return nil }
        self = series
    }
}

import HealthModel

/// The line through the places of a GPX file.
enum TrackLine {
    /// Sorts the points by their times and gives each its distance along the line in meters. A point that has a distance keeps it, and the
    /// next ones continue from there. The line has no step between two segments, because nothing was recorded there.
    ///
    /// - Parameter segments: the number of the segment of each point.
    static func measure(_ points: inout [RecordedPoint], segments: [Int32]) {
        var order = Array(points.indices)
        if zip(points, points.dropFirst()).contains(where: { $0.time > $1.time }) {
            let times = points.map(\.time)
            order.sort { (times[$0], $0) < (times[$1], $1) }
            points = order.map { points[$0] }
        }
        var total = 0.0
        /// The last point with a place, by segment.
        var last: [Int32: Int] = [:]
        for index in points.indices where points[index].place.hasPlace || !points[index].distance.isNaN {
            let segment = segments[order[index]]
            if !points[index].distance.isNaN {
                total = points[index].distance
            } else {
                if let before = last[segment] {
                    let (from, to) = (points[before].place, points[index].place)
                    let step = PlaceDistance.meters(from.latitude, from.longitude, to.latitude, to.longitude)
                    if step.isFinite { total += step }
                }
                points[index].distance = total
            }
            if points[index].place.hasPlace { last[segment] = index }
        }
    }
}

/// The line through the places of a recording that has no distance.
struct MeasuredLine {
    /// The points with a distance, in order.
    private let points: [RecordedPoint]

    /// Gives each point its distance along the line. Returns nil without places, and if a point or one of `spans` has a distance.
    ///
    /// - Parameter pauses: Times without recording, in order. The line has no step over them.
    init?(_ points: inout [RecordedPoint], pauses: [Range<Int64>], besides spans: [RecordedSpan]) {
        guard points.contains(where: \.place.hasPlace), !points.contains(where: { $0.distance >= 0 }),
            !spans.contains(where: { $0.distance ?? 0 > 0 })
        else { return nil }
        let order = points.indices.sorted { (points[$0].time, $0) < (points[$1].time, $1) }
        points = order.map { points[$0] }
        var segment = 0
        let segments = points.map { point in
            while segment < pauses.count, pauses[segment].upperBound <= point.time { segment += 1 }
            return Int32(segment)
        }
        TrackLine.measure(&points, segments: segments)
        self.points = points.filter { $0.distance >= 0 }
    }

    /// Returns the meters in a span. A step that its start or end divides is shared by time.
    func distance(of span: RecordedSpan) -> Double { distance(at: span.end) - distance(at: span.start) }

    private func distance(at time: Int64) -> Double {
        let next = points.partitioningIndex { $0.time >= time }
        guard next > 0 else { return points[0].distance }
        let last = DistanceCounter(point: points[next - 1], end: time)
        return next < points.count ? last.distance(before: points[next], from: time) : last.point.distance
    }
}

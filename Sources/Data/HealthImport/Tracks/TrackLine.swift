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

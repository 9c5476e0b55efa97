import HealthModel
import TerminalText

/// The routes that workouts name, and what became of them.
package struct RouteFindings: Hashable, Sendable {
    /// The reason why a route has no points in the store.
    package enum Problem: String, FileProblem {
        case missing, unreadable, notGPX, damaged, noPoints, noUsablePoint, tooLong

        /// The problem, as a phrase after a number of files.
        package func explanation(_ count: Int) -> String {
            let are = count == 1 ? "is" : "are"
            return switch self {
            case .missing: "\(are) not in the export"
            case .unreadable: "can't be read from the disk or the archive"
            case .notGPX: "\(are) not GPX"
            case .damaged: "\(are) damaged or truncated; no point is kept"
            case .noPoints: "without a point"
            case .noUsablePoint: "without a point that has a time and a place"
            case .tooLong: "with more than \(Wording.number(1 << 20)) points, or more than 128 MB"
            }
        }
    }

    /// The result of a route: its points, or the reason why they are not kept.
    struct Outcome: Hashable, Sendable {
        var series: TimeSeries?
        var problem: Problem?
        /// The number of points without a time, or without a place.
        var lostPoints = 0
        /// True if the points in the file were not sorted by time.
        var wasOutOfOrder = false
    }

    /// How often a workout names a route.
    package internal(set) var namedCount = 0
    /// The number of routes that were read.
    package private(set) var readCount = 0
    package private(set) var pointCount = 0
    /// Points without a time or a place, which are left out.
    package private(set) var lostPointCount = 0
    /// Routes whose points had to be sorted by time.
    package private(set) var sortedCount = 0
    private var files = ProblemFiles<Problem>()
    package var problems: [Problem: ProblemFiles<Problem>.Entry] { files.entries }

    package init() {}

    mutating func add(_ outcome: Outcome, _ name: String) {
        if let series = outcome.series {
            readCount += 1
            pointCount += series.count
        }
        lostPointCount += outcome.lostPoints
        if outcome.wasOutOfOrder { sortedCount += 1 }
        if let problem = outcome.problem { files.add(problem, name) }
    }

    mutating func merge(_ other: RouteFindings) {
        namedCount += other.namedCount
        readCount += other.readCount
        pointCount += other.pointCount
        lostPointCount += other.lostPointCount
        sortedCount += other.sortedCount
        files.merge(other.files)
    }

    /// The numbers for programs.
    var json: JSONText {
        .object([
            ("named", .number(namedCount)), ("read", .number(readCount)), ("points", .number(pointCount)),
            ("lostPoints", .number(lostPointCount)), ("sorted", .number(sortedCount)),
            ("problems", files.json),
        ])
    }

    /// The lines of a report; empty if no workout has a route.
    ///
    /// - Parameter hasFiles: False for a document that comes without its files.
    func lines(hasFiles: Bool) -> [String] {
        var lines: [String] = []
        if namedCount > 0, !hasFiles {
            lines.append(
                "\(Wording.count(namedCount, "route")) not imported: the points are in other files of the export. Import its zip or folder")
        }
        if readCount > 0 { lines.append("\(Wording.count(readCount, "route")) with \(Wording.count(pointCount, "point"))") }
        if sortedCount > 0 { lines.append("\(Wording.count(sortedCount, "route")) with points out of order; sorted by time") }
        if lostPointCount > 0 { lines.append("\(Wording.count(lostPointCount, "point")) without a time or a place; left out") }
        return lines + files.lines
    }
}

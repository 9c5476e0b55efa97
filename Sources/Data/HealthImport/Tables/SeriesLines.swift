// A series of a workout or of a sample as lines of JSON Lines, after the line of its owner:
//
//     {"type":"HKWorkoutTypeIdentifier", …}
//     {"points":{"series":"route","name":…,"start":…,"end":…,"count":1500,"first":0,"from":…,"milliseconds":[0,…],"latitude":[…],…}}
//     {"points":{"series":"route",…,"first":1000,…}}
//
// `start` and `end` are those of the owner, so that lines in another order cannot give a workout the route of another one.
//
// Decision 0196 (exports with routes).

import CalendarIntervals
import HealthModel

/// Writes a series as lines.
struct SeriesLines {
    /// The points of a line. A line of routes then has about 100 kB, and a reader skips lines above 1 MB.
    private static let pointsOfLine = 1000

    /// The start and end of the owner as texts.
    let start: String
    let end: String
    /// How times are written.
    let time: (Int64) -> String

    /// Passes each line to `write`.
    ///
    /// - Parameter name: the name of the file from which the points came; empty to leave it out.
    func write(_ series: TimeSeries, name: String, to write: (String) -> Void) {
        for first in stride(from: 0, to: series.count, by: Self.pointsOfLine) {
            let range = first..<min(first + Self.pointsOfLine, series.count)
            let from = series.times[first]
            var members: [(String, JSONText)] = [
                ("series", .string(series.kind.word)), ("start", .string(start)), ("end", .string(end)), ("count", .number(series.count)),
                ("first", .number(first)), ("from", .string(time(from))),
                ("milliseconds", JSONText(text: "[" + series.times[range].map { "\($0 - from)" }.joined(separator: ",") + "]")),
            ]
            if !name.isEmpty { members.insert(("name", .string(name)), at: 1) }
            for (column, values) in zip(series.kind.columns, series.values) where !values.isEmpty {
                let texts = values[range].map { $0.isFinite ? "\($0)" : "null" }
                members.append((column.rawValue, JSONText(text: "[" + texts.joined(separator: ",") + "]")))
            }
            write(JSONText.object([("points", .object(members))]).text + "\n")
        }
    }
}

/// Reads such lines.
struct SeriesLinesReader {
    /// The row before the lines.
    struct Owner {
        var metric: MetricID
        var start: Int64
        var end: Int64
        var source: Int32
    }

    /// The last row, if lines with points may follow it.
    private(set) var owner: Owner?
    /// True after a line without its owner. Another reader may know it.
    private(set) var isLost = false
    /// The points of `owner` so far, also those of earlier series.
    private var pointCount = 0
    private var kind: TimeSeries.Kind?
    private var name = ""
    private var count = 0
    private var times: [Int64] = []
    private var columns: [[Double]] = []

    /// Continues after a row.
    ///
    /// - Returns: False if a series before it is incomplete.
    mutating func start(after owner: Owner?) -> Bool {
        defer { (self.owner, pointCount, kind) = (owner, 0, nil) }
        return kind == nil
    }

    /// Adds the points of a line. Returns the series with its last line.
    ///
    /// - Returns: Nil if the line does not fit its owner or the lines before it.
    mutating func add(_ value: JSONValue) -> (owner: Owner, series: TimeSeries?)? {
        guard let owner else {
            isLost = true
            return nil
        }
        guard fits(value, owner), append(value) else {
            kind = nil
            return nil
        }
        guard times.count == count, let kind else { return (owner, nil) }
        self.kind = nil
        pointCount += count
        return TimeSeries(kind, name: name, times: times, values: columns).map { (owner, $0) }
    }

    private mutating func fits(_ value: JSONValue, _ owner: Owner) -> Bool {
        let number = value["series"]?.text
        guard let kind = TimeSeries.Kind.allCases.first(where: { $0.word == number }), kind.owner == owner.metric,
            WorkoutDetails.instant(value["start"]) == owner.start, WorkoutDetails.instant(value["end"]) == owner.end,
            let count = value["count"]?.number.flatMap(Int.init(exactly:)), let first = value["first"]?.number,
            1...TimeSeries.mostPoints - pointCount ~= count
        else { return false }
        let name = ImportFindings.kept(of: value["name"]?.text ?? "")
        if first == 0, self.kind == nil {
            (self.kind, self.name, self.count) = (kind, name, count)
            (times, columns) = ([], kind.columns.map { _ in [] })
        }
        return self.kind == kind && self.name == name && self.count == count && first == Double(times.count)
    }

    private mutating func append(_ value: JSONValue) -> Bool {
        guard let kind, let from = WorkoutDetails.instant(value["from"]), let written = value["milliseconds"]?.elements,
            1...count - times.count ~= written.count
        else { return false }
        for milliseconds in written {
            guard let after = milliseconds.number.flatMap(Int32.init(exactly:)), SampleTimes.range.contains(from + Int64(after)) else {
                return false
            }
            times.append(from + Int64(after))
        }
        for (index, column) in kind.columns.enumerated() {
            let numbers = value[column.rawValue]?.elements.map { $0.number ?? .nan } ?? written.map { _ in .nan }
            guard numbers.count == written.count, numbers.allSatisfy(column.canBe) else { return false }
            columns[index] += numbers
        }
        return true
    }
}

extension TimeSeries.Kind {
    /// The name of the kind in files.
    fileprivate var word: String {
        switch self {
        case .route: "route"
        case .electrocardiogram: "electrocardiogram"
        }
    }
}

extension TimeSeries.Column {
    /// Returns true if the column can have this number. NaN is an unknown one.
    fileprivate func canBe(_ number: Double) -> Bool {
        switch self {
        case .latitude: abs(number) <= 90
        case .longitude: abs(number) <= 180
        case .speed, .course, .horizontalAccuracy, .verticalAccuracy: !(number < 0)
        case .altitude, .voltage: true
        }
    }
}

import ReferenceEngine

/// Returns the milliseconds of a time `"HH:mm"` on a day of 24 hours; 0 is the first day.
func at(_ clock: String, day: Int64 = 0) -> Int64 {
    let parts = clock.split(separator: ":").compactMap { Int64($0) }
    return ((day * 24 + parts[0]) * 60 + parts[1]) * 60_000
}

/// Returns a sample between two times. If the end is not after the start, it is on the next day, unless `day` specifies otherwise.
func sample(_ start: String, _ end: String, _ value: Double, _ source: String = "Watch", number: Int = 0) -> ReferenceSample {
    ReferenceSample(start: at(start), end: at(end, day: at(end) < at(start) ? 1 : 0), value: value, source: source, number: number)
}

func hours(_ first: Int64, _ last: Int64) -> [ReferenceBucket] {
    (first..<last).map { ReferenceBucket($0 * 3_600_000, ($0 + 1) * 3_600_000) }
}

func days(_ count: Int64) -> [ReferenceBucket] {
    (0..<count).map { ReferenceBucket($0 * 86_400_000, ($0 + 1) * 86_400_000) }
}

/// Returns a query over the window. By default, Watch precedes iPhone.
func query(
    _ style: ReferenceStyle, _ start: Int64, _ end: Int64, by buckets: [ReferenceBucket]? = nil, ranked: [String] = ["Watch", "iPhone"],
    edges: ReferenceEdges = .clip
) -> ReferenceQuery {
    var query = ReferenceQuery(style: style, window: ReferenceWindow(start, end), buckets: buckets, priority: ReferencePriority(ranked))
    query.edges = edges
    return query
}

extension ReferenceQuery {
    func values(_ aggregate: ReferenceAggregate, _ samples: [ReferenceSample]) -> [Double?] { rows(aggregate, of: samples).map(\.value) }

    func with(_ change: (inout ReferenceQuery) -> Void) -> ReferenceQuery {
        var copy = self
        change(&copy)
        return copy
    }
}

func rounded(_ values: [Double?], to decimals: Double = 1000) -> [Double?] {
    values.map { $0.map { ($0 * decimals).rounded() / decimals } }
}

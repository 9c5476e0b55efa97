/// The share of quarter hours that hold a sample (S2.7), one quarter hour at a time.
extension ReferenceQuery {
    func coverageRows(of samples: [ReferenceSample]) -> [ReferenceRow] {
        let counting = parts(of: samples.filter { condition?.holds($0) ?? true })
            .filter { holdsReadings || touchesTimes($0.interval) }.map(\.sample)
        // An included end is one more millisecond.
        let range = ReferenceInterval(window.interval.start, window.interval.end + (window.includesEnd ? 1 : 0))
        return series(of: counting) { $0 }.flatMap { own, counting -> [ReferenceRow] in
            (buckets ?? [ReferenceBucket(range.start, range.end)]).enumerated().map { number, bucket in
                let pieces = bucket.pieces.compactMap { $0.overlap(range) }
                let all = Set(pieces.flatMap { quarters($0) }).filter { $0 * 900_000 < now }
                let held = counting.flatMap { sample in
                    inTimes(ReferenceInterval(sample.start, sample.end)).map { $0.moved(by: sample.clockLead) }
                }
                let covered = Set(pieces.flatMap { piece in held.flatMap { sample in quarters(inside(sample, piece)) } })
                let value = all.isEmpty ? nil : Double(all.intersection(covered).count) / Double(all.count)
                return ReferenceRow(key: own, bucket: number, value: value)
            }
        }
    }

    /// Returns the parts of a sample in the times that count (S11.2).
    private func inTimes(_ sample: ReferenceInterval) -> [ReferenceInterval] {
        guard let times else { return [sample] }
        if sample.start == sample.end { return times.contains { $0.holds(sample.start) } ? [sample] : [] }
        return times.compactMap { $0.overlap(sample) }
    }

    /// Returns the part of a sample in a piece of a row; nil if there is none.
    private func inside(_ sample: ReferenceInterval, _ piece: ReferenceInterval) -> ReferenceInterval? {
        if sample.start == sample.end { return piece.holds(sample.start) ? sample : nil }
        return piece.overlap(sample)
    }

    /// Returns the numbers of the quarter hours that an interval meets.
    private func quarters(_ interval: ReferenceInterval?) -> [Int64] {
        guard let interval else { return [] }
        var numbers: [Int64] = []
        var quarter = Int64((Double(interval.start) / 900_000).rounded(.down))
        repeat {
            numbers.append(quarter)
            quarter += 1
        } while quarter * 900_000 < interval.end
        return numbers
    }
}

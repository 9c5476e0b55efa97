/// A condition on samples, with the parts that the merging rules distinguish.
package indirect enum ReferenceCondition: Sendable {
    /// Ascending values, so that a description is always the same.
    case value([Int])
    case source(String)
    case atLeast(Double)
    case not(ReferenceCondition)
    case all([ReferenceCondition])
    case any([ReferenceCondition])

    /// Returns whether a sample matches.
    func holds(_ sample: ReferenceSample) -> Bool {
        switch self {
        case .value(let values): values.contains { Double($0) == sample.value }
        case .source(let name): sample.source == name
        case .atLeast(let value): sample.value >= value
        case .not(let inner): !inner.holds(sample)
        case .all(let parts): parts.allSatisfy { $0.holds(sample) }
        case .any(let parts): parts.contains { $0.holds(sample) }
        }
    }
}

/// The sleep values that exclude each other: unspecified, awake, core, deep, REM (S6.6). In bed (0) is not one of them.
private let exclusiveValues: [Double] = [1, 2, 3, 4, 5]

extension ReferenceQuery {
    /// S6.6: at each moment, the best source with an exclusive value decides.
    ///
    /// A sample decides if it has such a value and would match the condition with any of these values. A sample counts if it matches the
    /// condition: if it has an exclusive value, only while its source decides, otherwise at all times.
    func decided(_ samples: [ReferenceSample]) -> [ReferencePart] {
        let deciding = parts(
            of: samples.filter { sample in
                exclusiveValues.contains(sample.value)
                    && exclusiveValues.contains { value in
                        var other = sample
                        other.value = value
                        return condition?.holds(other) ?? true
                    }
            })
        let counting = parts(of: samples.filter { condition?.holds($0) ?? true })
        func isOverruled(_ part: ReferencePart, at isOpen: (ReferenceInterval) -> Bool) -> Bool {
            let open = deciding.filter { isOpen($0.whole) }
            guard let best = open.min(by: { priority.rank($0.sample) < priority.rank($1.sample) }) else { return false }
            return best.sample.source != part.sample.source
        }
        return counting.map { part in
            guard exclusiveValues.contains(part.sample.value) else { return part }
            var part = part
            if part.isInstant {
                // Instants are dropped as in sums (S6.1), and suppress nothing.
                part.isDropped = deciding.contains { other in
                    other.whole.holds(part.sample.start) && other.sample.source != part.sample.source
                        && priority.rank(other.sample) < priority.rank(part.sample)
                }
                return part
            }
            let moments = Set(
                deciding.flatMap { [$0.whole.start, $0.whole.end] }.filter { part.interval.start < $0 && $0 < part.interval.end }
                    + [part.interval.start, part.interval.end]
            ).sorted()
            part.active = zip(moments, moments.dropFirst()).map { ReferenceInterval($0, $1) }
                .filter { elementary in !isOverruled(part) { $0.overlap(elementary) != nil } }
            return part
        }
    }
}

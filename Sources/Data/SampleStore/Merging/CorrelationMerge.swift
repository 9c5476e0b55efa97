package import HealthModel

/// Merges a correlation into the stored ones with the same source and times, and finds the samples that are missing for it (S1.2).
///
/// A correlation refers to its members by identity. If several correlations have an equal member, each has its own sample.
package struct CorrelationMerge {
    package struct Outcome {
        package var change = RecordChange.none
        /// The positions of the stored correlations that changed, or that were added.
        package var written: [Int] = []
        /// For each metric, further samples like a stored one. They have no numbers.
        package var copies: [(metric: MetricID, rows: SampleBatch)] = []
    }

    private let order: any ContentOrder
    /// Returns the stored samples of a metric that start at an instant.
    private let rows: (MetricID, Instant) throws -> SampleBatch

    package init(order: any ContentOrder, rows: @escaping (MetricID, Instant) throws -> SampleBatch) {
        self.order = order
        self.rows = rows
    }

    /// Merges `new`, whose samples are already stored, into the correlations with the same identity.
    package func merge(_ new: StoredCorrelation, into group: inout [StoredCorrelation]) throws -> Outcome {
        var outcome = Outcome()
        let new = try aligned(new, with: &group, &outcome)
        outcome.change = try new.merge(into: &group, order: order)
        switch outcome.change {
        case .added: outcome.written.append(group.count - 1)
        case .changed(let index): outcome.written.append(index)
        case .none: break
        }
        guard group.count > 1 else { return outcome }
        // A list would be searched once for each member, and a correlation can have many.
        let members = group.map { Set($0.correlation.members) }
        for member in Set(new.correlation.members) {
            let owners = members.count { $0.contains(member) }
            guard owners > 1, let copies = try missing(member, of: new.correlation.source, count: owners) else { continue }
            outcome.copies.append((member.metric, copies))
        }
        return outcome
    }

    /// Returns the samples that are missing for `count` samples like `member`. Nil if there are enough, or if the store has none to copy.
    private func missing(_ member: Correlation.Member, of source: Int32, count: Int) throws -> SampleBatch? {
        let stored = try rows(member.metric, member.start)
        let like = stored.starts.indices.filter { isMember($0, of: stored, source, member, value: member.value) }
        guard let first = like.first, like.count < count else { return nil }
        var copies = stored.rows(Array(repeating: first, count: count - like.count))
        copies.numbers = Array(repeating: 0, count: copies.count)
        return copies
    }

    private func isMember(_ row: Int, of rows: SampleBatch, _ source: Int32, _ member: Correlation.Member, value: Double) -> Bool {
        rows.ends[row] == member.end.milliseconds && rows.sources[row] == source && rows.values[row] == value
    }

    // MARK: Units

    /// Returns `new` with the values of its stored samples, if a stored correlation is the same in another unit. If the samples got the
    /// values of `new` instead, changes that correlation.
    private func aligned(
        _ new: StoredCorrelation, with group: inout [StoredCorrelation], _ outcome: inout Outcome
    ) throws -> StoredCorrelation {
        if group.contains(where: new.isCopy) { return new }
        for index in group.indices where isSimilar(new.correlation, group[index].correlation) {
            var (mine, stored) = (new, group[index])
            var isSame = true
            for place in mine.correlation.members.indices {
                let (member, other) = (mine.correlation.members[place], stored.correlation.members[place])
                guard member.value != other.value else { continue }
                let samples = try rows(member.metric, member.start)
                func isStored(_ value: Double) -> Bool {
                    samples.starts.indices.contains { isMember($0, of: samples, new.correlation.source, member, value: value) }
                }
                // Two stored samples with nearly the same value have the same unit, so they are different.
                switch (isStored(member.value), isStored(other.value)) {
                case (false, true): mine.correlation.members[place].value = other.value
                case (true, false): stored.correlation.members[place].value = member.value
                default: isSame = false
                }
            }
            guard isSame else { continue }
            if stored != group[index] {
                group[index] = stored
                outcome.written.append(index)
            }
            return mine
        }
        return new
    }

    private func isSimilar(_ a: Correlation, _ b: Correlation) -> Bool {
        a.type == b.type && a.members.count == b.members.count
            && zip(a.members, b.members).allSatisfy { a, b in
                a.metric == b.metric && a.start == b.start && a.end == b.end && SixDigits.agree(a.value, b.value)
            }
    }
}

extension MetricID {
    /// True for the types of correlations, such as `HKCorrelationTypeIdentifierFood`.
    package var isCorrelation: Bool { identifier.hasPrefix("HKCorrelationTypeIdentifier") }
}

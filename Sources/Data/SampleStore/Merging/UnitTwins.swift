import HealthModel

/// Finds samples that were imported in two units, and gives both the value of the unit that comes first by content (S1.2).
///
/// Candidates have the same start and end, so they are next to each other in the order of samples. Rows that all have one unit are not
/// searched.
struct UnitTwins {
    /// The number of samples with the next values that are compared with a sample, on each side. It limits the time for many similar
    /// samples of one instant.
    private static let searchLimit = 64

    let content: any ContentOrder

    /// A row, either of the samples or of the stored samples.
    private struct Row {
        var value: Double
        var source: Int32
        var unit: Int32
        var isStored: Bool
        var index: Int
    }

    // MARK: One batch

    /// Gives samples of `rows` in several units one value and unit. `rows` must be sorted by start and end. Samples with a number are
    /// stored, and two stored samples stay as they are. Returns true if any changed.
    func align(_ rows: inout SampleBatch) -> Bool {
        guard let unit = rows.units.first, rows.units.contains(where: { $0 != unit }) else { return false }
        var isChanged = false
        var first = 0
        while first < rows.count {
            let end = endOfRun(rows, from: first)
            if end > first + 1 {
                for aligned in twins(list(rows, first..<end)) {
                    set(&rows, aligned)
                    isChanged = true
                }
            }
            first = end
        }
        return isChanged
    }

    // MARK: New and stored samples

    /// Gives samples of `new` and `stored` that are the same one value and unit. Both must be sorted by start and end. Returns which
    /// changed.
    func align(_ new: inout SampleBatch, with stored: inout SampleBatch) -> (new: Bool, stored: Bool) {
        var changed = (new: false, stored: false)
        guard let unit = new.units.first, let firstStart = new.starts.first, let lastStart = new.starts.last else { return changed }
        var index = stored.firstRow(startingAt: firstStart)
        let last = stored.firstRow(startingAt: lastStart == .max ? lastStart : lastStart + 1)
        if !new.units.contains(where: { $0 != unit }), !stored.units[index..<last].contains(where: { $0 != unit }) { return changed }
        var row = 0
        while row < new.count, index < last {
            if (new.starts[row], new.ends[row]) < (stored.starts[index], stored.ends[index]) {
                row += 1
            } else if (stored.starts[index], stored.ends[index]) < (new.starts[row], new.ends[row]) {
                index += 1
            } else {
                let (end, storedEnd) = (endOfRun(new, from: row), endOfRun(stored, from: index))
                // Usually, one sample meets itself.
                let isOne = end == row + 1 && storedEnd == index + 1 && new.units[row] == stored.units[index]
                if !isOne {
                    let run = list(new, row..<end) + list(stored, index..<storedEnd, isStored: true)
                    for aligned in twins(run) {
                        if aligned.isStored { set(&stored, aligned) } else { set(&new, aligned) }
                        if aligned.isStored { changed.stored = true } else { changed.new = true }
                    }
                }
                (row, index) = (end, storedEnd)
            }
        }
        return changed
    }

    // MARK: Runs

    private func endOfRun(_ rows: SampleBatch, from first: Int) -> Int {
        var end = first + 1
        while end < rows.count, rows.starts[end] == rows.starts[first], rows.ends[end] == rows.ends[first] { end += 1 }
        return end
    }

    private func list(_ rows: SampleBatch, _ range: Range<Int>, isStored: Bool? = nil) -> [Row] {
        range.map { row in
            Row(
                value: rows.values[row], source: rows.sources[row], unit: rows.units[row], isStored: isStored ?? (rows.numbers[row] != 0),
                index: row)
        }
    }

    private func set(_ rows: inout SampleBatch, _ aligned: Row) {
        rows.values[aligned.index] = aligned.value
        rows.units[aligned.index] = aligned.unit
    }

    /// Returns the rows of a run that are the same as a row in a unit that comes first, with its value and unit.
    private func twins(_ run: [Row]) -> [Row] {
        guard run.contains(where: { $0.unit != run[0].unit }) else { return [] }
        let ordered = run.sorted { a, b in a.unit == b.unit ? a.value < b.value : content.unit(a.unit, precedes: b.unit) }
        // The rows that keep their values, by value.
        var kept: [Row] = []
        var aligned: [Row] = []
        for row in ordered where row.value.isFinite {
            let place = kept.partitioningIndex { $0.value >= row.value }
            if let twin = nearest(to: row, in: kept, around: place) {
                var changed = row
                (changed.value, changed.unit) = (twin.value, twin.unit)
                aligned.append(changed)
            } else {
                kept.insert(row, at: place)
            }
        }
        return aligned
    }

    private func nearest(to row: Row, in kept: [Row], around place: Int) -> Row? {
        var nearest: Row?
        for index in max(0, place - UnitTwins.searchLimit)..<min(kept.count, place + UnitTwins.searchLimit) {
            let other = kept[index]
            // Equal values are one sample anyway, or differ in their metadata.
            guard other.unit != row.unit, other.source == row.source, other.value != row.value, !(other.isStored && row.isStored),
                SixDigits.agree(row.value, other.value, zeros: (content.zero(ofUnit: row.unit), content.zero(ofUnit: other.unit))),
                nearest.map({ abs(other.value - row.value) < abs($0.value - row.value) }) ?? true
            else { continue }
            nearest = other
        }
        return nearest
    }
}

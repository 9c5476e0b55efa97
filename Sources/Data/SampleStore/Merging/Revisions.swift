import HealthModel

/// Finds samples that an app wrote again with another value, and gives both what was written last (S1.2).
///
/// Such samples have the same start, end and source, so they are near each other in the order of samples. Samples without a creation time,
/// and two that were created at the same time, stay as they are, unless they are sums that grow.
enum Revisions {
    /// Gives new rows of one source and time the content of the last one. `rows` must be sorted by start and end. Returns true if any
    /// changed.
    static func align(_ rows: inout SampleBatch) -> Bool {
        var isChanged = false
        var first = 0
        while first < rows.count {
            let end = endOfRun(rows, from: first)
            defer { first = end }
            guard end > first + 1 else { continue }
            let new = (first..<end).filter { rows.numbers[$0] == 0 && rows.created[$0] != SampleBatch.unknownTime }
            let last = Dictionary(new.map { (rows.sources[$0], $0) }) { rows.created[$0] < rows.created[$1] ? $1 : $0 }
            for row in new {
                guard let last = last[rows.sources[row]], rows.created[last] > rows.created[row] else { continue }
                Content(rows, last).write(to: &rows, row)
                isChanged = true
            }
        }
        return isChanged
    }

    /// Gives samples of `new` and `stored` that are the same record the content of the one that was created later. Both must be sorted by
    /// start and end. Returns which changed.
    ///
    /// - Parameter grows: True if samples without a creation time are sums that grow, so that the greater one is the later one.
    static func align(_ new: inout SampleBatch, with stored: inout SampleBatch, grows: Bool) -> (new: Bool, stored: Bool) {
        var changed = (new: false, stored: false)
        guard let firstStart = new.starts.first else { return changed }
        var run = StoredRun(stored, from: stored.firstRow(startingAt: firstStart), grows: grows)
        var row = 0
        while row < new.count, run.first < stored.count {
            if (new.starts[row], new.ends[row]) < (stored.starts[run.first], stored.ends[run.first]) {
                row += 1
            } else if (stored.starts[run.first], stored.ends[run.first]) < (new.starts[row], new.ends[row]) {
                run = StoredRun(stored, from: run.end, grows: grows)
            } else {
                if let match = run.only(of: new.sources[row]), grows || new.created[row] != SampleBatch.unknownTime {
                    let (later, earlier) = ((new.created[row], new.values[row]), (stored.created[match], stored.values[match]))
                    let isGrown = grows && later.0 == earlier.0 && new.units[row] == stored.units[match] && later.1 != earlier.1
                    if isGrown ? later.1 > earlier.1 : later.0 > earlier.0 {
                        Content(new, row).write(to: &stored, match)
                        changed.stored = true
                    } else if isGrown || later.0 < earlier.0 {
                        Content(stored, match).write(to: &new, row)
                        changed.new = true
                    }
                }
                row += 1
            }
        }
        return changed
    }

    /// Stored rows with one start and end.
    private struct StoredRun {
        let first: Int
        let end: Int
        /// The source of the only row, the usual case.
        private var source: Int32?
        /// The row of each source of several rows; -1 for several of one source. A file that was made to do harm can have many sources, so
        /// they are not searched.
        private var rows: [Int32: Int] = [:]

        init(_ stored: SampleBatch, from first: Int, grows: Bool) {
            self.first = first
            end = first < stored.count ? Revisions.endOfRun(stored, from: first) : first
            for row in first..<end where grows || stored.created[row] != SampleBatch.unknownTime {
                if end == first + 1 {
                    source = stored.sources[row]
                } else {
                    rows[stored.sources[row]] = rows[stored.sources[row]] == nil ? row : -1
                }
            }
        }

        /// Returns the only row of a source that can be an earlier or later form of a new one. Nil if there are several.
        func only(of source: Int32) -> Int? {
            if self.source == source { return first }
            return rows[source].flatMap { $0 < 0 ? nil : $0 }
        }
    }

    private static func endOfRun(_ rows: SampleBatch, from first: Int) -> Int {
        var end = first + 1
        while end < rows.count, rows.starts[end] == rows.starts[first], rows.ends[end] == rows.ends[first] { end += 1 }
        return end
    }

    /// The properties of a record that a later version changes.
    ///
    /// They are read before they are written. A row that is copied within one batch would otherwise copy the whole batch.
    private struct Content {
        let value: Double
        let unit: Int32
        let origin: Int32
        let metadata: Int32
        let created: Int64

        init(_ rows: borrowing SampleBatch, _ row: Int) {
            value = rows.values[row]
            unit = rows.units[row]
            origin = rows.origins[row]
            metadata = rows.metadata[row]
            created = rows.created[row]
        }

        func write(to rows: inout SampleBatch, _ row: Int) {
            rows.values[row] = value
            rows.units[row] = unit
            rows.origins[row] = origin
            rows.metadata[row] = metadata
            rows.created[row] = created
        }
    }
}

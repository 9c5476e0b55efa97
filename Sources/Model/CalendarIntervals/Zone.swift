package import HealthModel
import Synchronization

/// A time zone as an array of its offset changes.
///
/// The *local time line* counts milliseconds as if every day had 24 hours. A zone maps it to instants and back. Changes are known up to
/// 2110. After that, the last offset applies.
package final class Zone: Sendable, Hashable {
    /// The IANA name, `UTC`, a fixed offset such as `+05:45`, or the text of a history of zones.
    package let identifier: String
    /// The changes from an instant on, and that instant; the least one if these are all changes.
    private let recent: ZoneTable
    private let recentStart: Int64
    /// Reads all changes; nil if `recent` has them.
    private let readAll: (@Sendable () -> ZoneTable)?
    private let all = AtomicLazyReference<ZoneTable>()
    /// The zones of a history; nil for a single zone.
    package let history: ZoneHistory?

    /// - Parameters:
    ///   - offsets: The offsets in milliseconds, one more than `transitions`.
    ///   - moves: The transitions that are moves to another zone.
    ///   - history: The zones, if there are several.
    init(
        identifier: String, transitions: [Int64], offsets: [Int64], moves: Set<Int64> = [], stretches history: ZoneHistory? = nil
    ) {
        self.identifier = identifier
        self.history = history
        recent = ZoneTable(transitions: transitions, offsets: offsets, moves: moves)
        recentStart = .min
        readAll = nil
    }

    /// Creates a zone whose earlier changes are read when a time before `start` is asked for.
    ///
    /// Reading a change takes microseconds, and most zones have more than a hundred before the first samples of most people.
    init(identifier: String, recent: ZoneTable, from start: Int64, readAll: @escaping @Sendable () -> ZoneTable) {
        self.identifier = identifier
        history = nil
        self.recent = recent
        recentStart = start
        self.readAll = readAll
    }

    /// Creates a zone whose offset never changes.
    convenience init(identifier: String, offsetSeconds: Int) {
        self.init(identifier: identifier, transitions: [], offsets: [Int64(offsetSeconds) * 1000])
    }

    package static let utc = Zone(identifier: "UTC", offsetSeconds: 0)

    package static func == (a: Zone, b: Zone) -> Bool { a === b || a.identifier == b.identifier }
    package func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Returns the offset at `instant`, in seconds east of Greenwich.
    ///
    /// - Complexity: O(log *n*) in the number of the zone's changes, about ten steps.
    package func offsetSeconds(at instant: Instant) -> Int { Int(offset(at: instant.milliseconds) / 1000) }

    /// Returns the point of the local time line at `instant`.
    package func localMilliseconds(at instant: Instant) -> Int64 {
        instant.milliseconds + offset(at: instant.milliseconds)
    }

    /// Returns the first instant at which the zone's clocks show this point of the local time line.
    ///
    /// A local time that the clocks skip moves forward by the length of the gap: if 02:00–03:00 is skipped, 02:30 becomes 03:30. In a gap
    /// of more than a day, which only moves across the date line have, it becomes the moment of the move.
    package func instant(ofLocalMilliseconds local: Int64) -> Instant {
        let table = table(fromLocal: local)
        let segment = table.segment(ofLocal: local)
        guard let skipped = table.skipped(before: segment), local < skipped.upperBound else {
            return Instant(milliseconds: local - table.offsets[segment])
        }
        let isLong = skipped.upperBound - skipped.lowerBound > millisecondsPerDay
        return Instant(milliseconds: isLong ? table.transitions[segment - 1] : local - table.offsets[segment - 1])
    }

    /// Returns the first instant at which the clocks show this point of the local time line or a later one.
    ///
    /// For a local time that the clocks skip, this is the moment of the change: if 02:00–03:00 is skipped, 02:30 becomes 03:00.
    package func firstInstant(atOrAfterLocalMilliseconds local: Int64) -> Instant {
        let table = table(fromLocal: local)
        let segment = table.segment(ofLocal: local)
        if let skipped = table.skipped(before: segment), local < skipped.upperBound {
            return Instant(milliseconds: table.transitions[segment - 1])
        }
        return Instant(milliseconds: local - table.offsets[segment])
    }

    /// Returns all instants at which the clocks show this point of the local time line: none, one or two, and rarely more after a move.
    package func instants(ofLocalMilliseconds local: Int64) -> [Instant] {
        // Offsets are less than a day.
        let table = table(fromLocal: local)
        let first = table.segment(at: local - millisecondsPerDay)
        let last = table.segment(at: local + millisecondsPerDay)
        return (first...last).compactMap { segment in
            let instant = local - table.offsets[segment]
            let isHere = table.segment(at: instant) == segment
            return isHere ? Instant(milliseconds: instant) : nil
        }
    }

    /// Returns true if the clocks show this point of the local time line more than once.
    package func repeats(localMilliseconds local: Int64) -> Bool {
        hasChange(near: local..<local + 1) && instants(ofLocalMilliseconds: local).count > 1
    }

    /// Returns false if no offset changes within a day of these points of the local time line, so that the clocks repeat none of them.
    package func hasChange(near local: Range<Int64>) -> Bool {
        // Offsets are less than a day.
        let table = table(fromLocal: local.lowerBound)
        return table.segment(at: local.lowerBound - millisecondsPerDay) != table.segment(at: local.upperBound + millisecondsPerDay)
    }

    /// Returns the time around an instant in which the zone's clocks show the same hour, in milliseconds since 1970.
    ///
    /// It ends at a change of the offset, also if the hour goes on. Readers of many samples ask once for each hour.
    package func hour(holding instant: Int64) -> Range<Int64> { stretch(of: millisecondsPerHour, holding: instant) }

    /// Returns the time around an instant in which the zone's clocks show the same date, in milliseconds since 1970.
    ///
    /// It ends at a change of the offset, also if the day goes on. Writers of many times ask once for each day.
    package func day(holding instant: Int64) -> Range<Int64> { stretch(of: millisecondsPerDay, holding: instant) }

    /// Returns the hour or the day of the clocks that holds an instant, cut at changes of the offset.
    private func stretch(of length: Int64, holding instant: Int64) -> Range<Int64> {
        let table = table(fromDayBefore: instant)
        let segment = table.segment(at: instant)
        let local = instant + table.offsets[segment]
        let start = instant - local.flooredRemainder(by: length)
        let from = segment > 0 ? max(start, table.transitions[segment - 1]) : start
        let to = segment < table.transitions.count ? min(start + length, table.transitions[segment]) : start + length
        return from..<to
    }

    /// Returns the offset changes after the start and before the end of `range`, with the size of each change in milliseconds.
    package func changes(inside range: Range<Instant>) -> [(instant: Instant, shiftMilliseconds: Int64)] {
        let table = table(from: range.lowerBound.milliseconds)
        let (transitions, offsets) = (table.transitions, table.offsets)
        return (table.segment(at: range.lowerBound.milliseconds)..<transitions.count)
            .prefix { transitions[$0] < range.upperBound.milliseconds }
            .map { (Instant(milliseconds: transitions[$0]), offsets[$0 + 1] - offsets[$0]) }
    }
}

extension Zone {
    func offset(at instant: Int64) -> Int64 {
        instant >= recentStart ? recent.offset(at: instant) : complete.offset(at: instant)
    }

    /// All changes.
    var complete: ZoneTable {
        guard let readAll else { return recent }
        return all.load() ?? all.storeIfNil(readAll())
    }

    /// Returns a table with all changes after an instant.
    func table(from instant: Int64) -> ZoneTable { instant >= recentStart ? recent : complete }

    /// Returns a table with all changes after the day before an instant.
    func table(fromDayBefore instant: Int64) -> ZoneTable { table(from: max(instant, .min + millisecondsPerDay) - millisecondsPerDay) }

    /// Returns a table for a point of the local time line and all later ones. Offsets are less than a day.
    func table(fromLocal local: Int64) -> ZoneTable { table(fromDayBefore: local) }
}

import HealthModel

/// The effect of a problem in an imported file.
public enum ImportEffect: String, Hashable, Sendable {
    /// The row is kept after a repair.
    case repaired
    /// The row, or the part of it, is not kept.
    case skipped
    /// Bytes between rows that cannot be read as rows.
    case damage
}

/// A kind of problem in an imported file, and how the importer handles it.
package enum ImportIssue: String, Hashable, Sendable, CaseIterable {
    // Repaired: the row is kept.
    case startDateTwice
    case controlCharacter
    case invalidUTF8
    case unknownReference
    case missingUnit
    case unknownCategoryValue
    case repeatedMetadataKey
    case unclosedElement
    case missingSummary
    case missingEnd
    case unknownActivity
    // Skipped: the row, or the part of it, is not kept.
    case missingType
    case unknownElement
    case unknownType
    case missingZone
    case missingDate
    case badDate
    case missingDay
    case dateOutOfRange
    case endBeforeStart
    case missingValue
    case badValue
    case badCategoryValue
    case outsideScale
    case badZones
    case noMeasurement
    case summed
    case summedNight
    case incompatibleUnit
    case badDay
    case badTableRow
    case tooManyParts
    case lostParts
    case missingPerson
    case ambiguousNumber
    case decimalPoint
    case unknownZone
    case missingRecord
    // Damage between rows.
    case garbage
    case overlongElement
    case cutOff
    case damagedTable
    case wrongChecksum
    case unreadableFile

    package typealias Effect = ImportEffect

    package var effect: Effect {
        switch self {
        case .startDateTwice, .controlCharacter, .invalidUTF8, .unknownReference, .missingUnit, .unknownCategoryValue, .repeatedMetadataKey,
            .unclosedElement, .missingSummary, .missingEnd, .unknownActivity:
            .repaired
        case .missingType, .unknownElement, .unknownType, .missingZone, .missingDate, .badDate, .missingDay, .dateOutOfRange,
            .endBeforeStart, .missingValue,
            .badValue, .badCategoryValue, .outsideScale, .badZones, .noMeasurement, .summed, .summedNight, .incompatibleUnit, .badDay,
            .badTableRow, .tooManyParts, .lostParts, .missingPerson, .ambiguousNumber, .decimalPoint, .unknownZone,
            .missingRecord:
            .skipped
        case .garbage, .overlongElement, .cutOff, .damagedTable, .wrongChecksum, .unreadableFile: .damage
        }
    }

    /// The problem and the importer's reaction, as a phrase.
    package var explanation: String {
        switch self {
        case .startDateTwice: "startDate appears twice; the second is used as endDate"
        case .controlCharacter: "control characters in a text; replaced with spaces"
        case .invalidUTF8: "text that is not UTF-8; invalid bytes replaced with U+FFFD"
        case .unknownReference: "an unknown character reference (&name;); kept unchanged"
        case .missingUnit: "no unit; the type's default unit is used"
        case .unknownCategoryValue: "an unknown category value; kept as -1, with its name as metadata"
        case .repeatedMetadataKey: "a metadata key appears twice; the last value is kept"
        case .unclosedElement: "an element without an end tag; kept as far as it could be read"
        case .missingSummary: "records without a session, as after an empty battery; the workout has the times of its records"
        case .missingEnd: "no end; the sample is a moment at its start"
        case .unknownActivity: "a name that no activity has; the workout is kept as `other`"
        case .missingType: "no type, or a type that is too long"
        case .unknownElement: "an unknown element with the type of a sample"
        case .unknownType: "a type that is not a known metric"
        case .missingZone: "a time without a UTC offset; give its time zone with --zone"
        case .missingDate: "no start or end"
        case .badDate: "a date that cannot be read; give a table's format with --time-format, such as 'M/d/yyyy' or 'M/d/yyyy h:mm a'"
        case .missingDay: "a time of day without a date; name the column with the day by --date, or write dates with the times"
        case .dateOutOfRange: "a date \(SampleTimes.outside)"
        case .endBeforeStart: "the end is before the start"
        case .missingValue: "no value"
        case .badValue: "a value that is not a number, or is greater than 10^100"
        case .badCategoryValue: "a category value that is neither one of its type nor a whole number of 64 bits"
        case .outsideScale: "a value outside of the scale of the metric"
        case .badZones: "zones of a workout that are not one set; the workout is kept without them"
        case .noMeasurement: "a number that stands for a missing measurement"
        case .summed: "a value that an app has already summed up, which is not a sample; to keep it with its length, use --sums"
        case .summedNight: "a night that an app has already summed up, which has lengths without times; turn off the app's summary of sleep"
        case .ambiguousNumber: "a number such as 1,234 that could be 1.234 or 1234; use --decimal comma or --decimal point"
        case .decimalPoint: "a decimal point in a table with decimal commas; give the decimal sign with --decimal"
        case .unknownZone: "a time zone that is not known; write Area/City, such as Europe/Berlin, or an offset, such as +01:00"
        case .incompatibleUnit: "a unit that does not fit the type"
        case .badDay: "an activity summary without a valid day"
        case .badTableRow: "a line that is not a valid table row"
        case .tooManyParts: "too many parts in one element; the rest is dropped"
        case .lostParts: "parts of a workout, or points, that can't be read, are incomplete or do not follow their line; left out"
        case .missingPerson: "no person, or an id that cannot be used: more than 200 bytes, control characters or invalid UTF-8"
        case .garbage: "unreadable text between elements; skipped"
        case .overlongElement: "an element longer than 16 MB; skipped"
        case .missingRecord: "a value whose record is not in the file"
        case .damagedTable: "a table is damaged; its rows before that point are kept"
        case .wrongChecksum: "the checksum of the file is wrong; everything that could be read is kept"
        case .unreadableFile: "a file that can't be read"
        case .cutOff: "the file is truncated; all complete elements are kept"
        }
    }
}

/// The problems of an import, counted by kind and detail, with the first lines of each.
package struct ImportIssueLog: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var issue: ImportIssue
        /// More information, such as the unit. Empty if there is none.
        package var detail: String
        package var count: Int
        /// The first lines in ascending order.
        package var lines: [Int]
    }

    static let lineLimit = 5
    /// The number of different details per kind. Further details are counted together.
    static let detailLimit = 20

    /// In order of first occurrence.
    package private(set) var entries: [Entry] = []
    private var positions: [ImportIssue: [String: Int]] = [:]
    /// The number of all problems.
    private(set) var total = 0

    package init() {}

    /// - Parameter line: The number of the line or row, from 1; 0 if the problem has no place in the file.
    package mutating func add(_ issue: ImportIssue, line: Int, detail: String = "") {
        total += 1
        let known = positions[issue, default: [:]]
        let kept = ImportFindings.kept(of: detail)
        let detail = known[kept] == nil && known.count >= ImportIssueLog.detailLimit ? "" : kept
        if let position = known[detail] {
            entries[position].count += 1
            if entries[position].lines.count < ImportIssueLog.lineLimit, line > 0, entries[position].lines.last != line {
                entries[position].lines.append(line)
            }
        } else {
            positions[issue, default: [:]][detail] = entries.count
            entries.append(Entry(issue: issue, detail: detail, count: 1, lines: line > 0 ? [line] : []))
        }
    }

    /// Returns true if all details of `part` are counted by themselves, also after it has been merged.
    func hasRoom(for part: ImportIssueLog) -> Bool {
        part.positions.allSatisfy { issue, details in
            let known = positions[issue, default: [:]]
            let newCount = details.keys.count { known[$0] == nil }
            return details.count < ImportIssueLog.detailLimit && (newCount == 0 || known.count + newCount <= ImportIssueLog.detailLimit)
        }
    }

    /// Adds the problems of a part, which must have room.
    ///
    /// - Parameter linesBefore: the number of lines before the part.
    mutating func merge(_ part: ImportIssueLog, linesBefore: Int) {
        total += part.total
        for entry in part.entries {
            let position = positions[entry.issue, default: [:]][entry.detail] ?? entries.count
            if position == entries.count {
                positions[entry.issue, default: [:]][entry.detail] = position
                entries.append(Entry(issue: entry.issue, detail: entry.detail, count: 0, lines: []))
            }
            entries[position].count += entry.count
            for line in entry.lines.lazy.map({ $0 + linesBefore })
            where entries[position].lines.count < ImportIssueLog.lineLimit && entries[position].lines.last != line {
                entries[position].lines.append(line)
            }
        }
    }

    package func count(_ issue: ImportIssue) -> Int { entries.lazy.filter { $0.issue == issue }.map(\.count).reduce(0, +) }
    package func count(_ effect: ImportIssue.Effect) -> Int { entries.lazy.filter { $0.issue.effect == effect }.map(\.count).reduce(0, +) }
}

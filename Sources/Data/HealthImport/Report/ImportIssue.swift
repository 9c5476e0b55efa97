/// What becomes of trouble in an imported file.
public enum ImportEffect: String, Hashable, Sendable {
    /// The row is kept, set right.
    case repaired
    /// The row, or the part of it, is not kept.
    case skipped
    /// Bytes between rows that are no rows.
    case damage
}

/// A kind of trouble in an imported file, and what the importer does about it.
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
    // Skipped: the row, or the part of it, is not kept.
    case missingType
    case unknownType
    case missingZone
    case missingDate
    case badDate
    case dateOutOfRange
    case endBeforeStart
    case missingValue
    case badValue
    case incompatibleUnit
    case badDay
    case badTableRow
    case tooManyParts
    // Damage between rows.
    case garbage
    case overlongElement
    case cutOff

    package typealias Effect = ImportEffect

    package var effect: Effect {
        switch self {
        case .startDateTwice, .controlCharacter, .invalidUTF8, .unknownReference, .missingUnit, .unknownCategoryValue, .repeatedMetadataKey,
            .unclosedElement:
            .repaired
        case .missingType, .unknownType, .missingZone, .missingDate, .badDate, .dateOutOfRange, .endBeforeStart, .missingValue, .badValue,
            .incompatibleUnit, .badDay,
            .badTableRow, .tooManyParts:
            .skipped
        case .garbage, .overlongElement, .cutOff: .damage
        }
    }

    /// What was met and what became of it, as a phrase.
    package var explanation: String {
        switch self {
        case .startDateTwice: "startDate stood twice; the second was taken as endDate"
        case .controlCharacter: "control characters in a text; replaced by spaces"
        case .invalidUTF8: "text that is not UTF-8; the wrong bytes became U+FFFD"
        case .unknownReference: "an unknown &reference; left as it stands"
        case .missingUnit: "no unit; the type's own unit was assumed"
        case .unknownCategoryValue: "a category value in no table; kept as -1 with its name as metadata"
        case .repeatedMetadataKey: "a metadata key stood twice; the last value was kept"
        case .unclosedElement: "an element was not closed; it was kept as far as it went"
        case .missingType: "no type, or a text too long for one"
        case .unknownType: "a type that is the name of no metric"
        case .missingZone: "a time without an offset; --zone says where it was written"
        case .missingDate: "no start or end"
        case .badDate: "a date that cannot be read; --time-format 'M/d/yyyy h:mm a' says how dates of a table are written"
        case .dateOutOfRange: "a date outside 1900 to 2199"
        case .endBeforeStart: "the end lies before the start"
        case .missingValue: "no value"
        case .badValue: "a value that is not a number"
        case .incompatibleUnit: "a unit that does not measure the type"
        case .badDay: "a summary without a day"
        case .badTableRow: "a line that is no row of the table"
        case .tooManyParts: "too many parts in one element; the rest of them was dropped"
        case .garbage: "text that is no element; reading went on at the next one"
        case .overlongElement: "an element longer than 16 MB; reading went on at the next one"
        case .cutOff: "the file ends in the middle; everything before is kept"
        }
    }
}

/// The troubles of an import, counted by kind and detail, with the first lines of each.
package struct ImportIssueLog: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var issue: ImportIssue
        /// What exactly, such as the unit; empty where there is nothing to tell.
        package var detail: String
        package var count: Int
        /// The first lines in ascending order.
        package var lines: [Int]
    }

    static let lineLimit = 5
    /// Details of one kind beyond this number are counted together.
    static let detailLimit = 20

    /// In the order in which they were first met.
    package private(set) var entries: [Entry] = []
    private var positions: [ImportIssue: [String: Int]] = [:]

    package init() {}

    package mutating func add(_ issue: ImportIssue, line: Int, detail: String = "") {
        let known = positions[issue, default: [:]]
        let kept = ImportFindings.kept(of: detail)
        let detail = known[kept] == nil && known.count >= ImportIssueLog.detailLimit ? "" : kept
        if let position = known[detail] {
            entries[position].count += 1
            if entries[position].lines.count < ImportIssueLog.lineLimit, entries[position].lines.last != line {
                entries[position].lines.append(line)
            }
        } else {
            positions[issue, default: [:]][detail] = entries.count
            entries.append(Entry(issue: issue, detail: detail, count: 1, lines: [line]))
        }
    }

    package func count(_ issue: ImportIssue) -> Int { entries.lazy.filter { $0.issue == issue }.map(\.count).reduce(0, +) }
    package func count(_ effect: ImportIssue.Effect) -> Int { entries.lazy.filter { $0.issue.effect == effect }.map(\.count).reduce(0, +) }
}

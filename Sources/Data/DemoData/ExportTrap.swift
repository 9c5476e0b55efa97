/// A peculiarity of real exports that an importer must survive; the generator puts each in on demand and counts it.
package enum ExportTrap: String, CaseIterable, Sendable {
    /// A source written with no-break spaces, straight quotes, doubled spaces or spaces at its ends.
    case sourceSpelling
    /// A device that was renamed: some rows have another source.
    case renamedSource
    /// The address in a device string differs between rows of one device.
    case devicePointer
    /// A letter as a character reference, such as `&#65;`.
    case characterReference
    /// The row in another unit: mi, lb, Cal, kJ, degF.
    case otherUnit
    /// Rows of types that are in no table, in units of their own.
    case unknownType
    /// An attribute that no version of the document type has.
    case unknownAttribute
    /// An element, with a child, that no version of the document type has.
    case unknownElement
    /// A category sample without its value, as apps write mindful sessions.
    case missingValue
    /// The whole row again, at the end of its type.
    case duplicateRow
    /// An element laid out over several lines, one attribute a line.
    case reindented
    /// Beat times on a twelve-hour clock with a narrow no-break space before AM and PM.
    case twelveHourBeats
    /// Humidity as `6400 %`.
    case humidity
    /// A workout with old totals as attributes that differ from its statistics.
    case oldTotals
    /// A correlation whose members do not occur at top level.
    case nestedOnly
    /// A metadata key twice in one row, with different values; the last one counts.
    case repeatedMetadataKey
    /// U+000B in a metadata value, which XML forbids.
    case controlCharacter
    /// Bytes in a metadata value that are no UTF-8.
    case invalidUTF8
    /// `startDate` twice; the second one means the end.
    case repeatedStartDate
    /// A row that ends before it starts.
    case endBeforeStart
    /// A row with the value `nan`.
    case notANumber
    /// A quantity with an empty value.
    case blankValue
    /// A line between two elements that is no XML.
    case strayText
    /// The file ends in the middle of an element.
    case truncated

    /// What an importer is to make of it.
    package enum Effect: Sendable {
        /// The row says the same as without the trap.
        case harmless
        /// The row can be understood, and the report says that it was malformed.
        case repaired
        /// There is nothing to be understood: the manifest counts no sample for it.
        case skipped
    }

    package var effect: Effect {
        switch self {
        case .repeatedMetadataKey, .controlCharacter, .invalidUTF8, .repeatedStartDate: .repaired
        case .endBeforeStart, .notANumber, .blankValue, .strayText, .truncated: .skipped
        default: .harmless
        }
    }

    /// The traps that may befall any record; the others belong to single kinds of element.
    static let ofRecords: [ExportTrap] = [
        .sourceSpelling, .renamedSource, .devicePointer, .characterReference, .otherUnit, .unknownAttribute, .unknownElement, .duplicateRow,
        .repeatedMetadataKey, .reindented, .controlCharacter, .invalidUTF8, .repeatedStartDate, .endBeforeStart, .notANumber, .blankValue,
        .strayText,
    ]
}

extension Set<ExportTrap> {
    package static let all = Set(ExportTrap.allCases)
}

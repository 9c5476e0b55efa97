/// A peculiarity of real exports that an importer must handle. The generator adds and counts each on request.
package enum ExportTrap: String, CaseIterable, Sendable {
    /// A source name with no-break spaces, straight quotes, doubled spaces, or spaces at its ends.
    case sourceSpelling
    /// A renamed device. Some rows have another source.
    case renamedSource
    /// A device string whose address differs between rows of one device.
    case devicePointer
    /// A letter written as a character reference, such as `&#65;`.
    case characterReference
    /// A row in another unit: mi, lb, Cal, kJ or degF.
    case otherUnit
    /// Rows of unknown types with unknown units.
    case unknownType
    /// An attribute that is not in any version of the document type.
    case unknownAttribute
    /// An element, with a child, that is not in any version of the document type.
    case unknownElement
    /// A category sample without a value, as apps write mindful sessions.
    case missingValue
    /// A complete row that is repeated at the end of its type.
    case duplicateRow
    /// An element over several lines, with one attribute per line.
    case reindented
    /// Beat times in twelve-hour format with a narrow no-break space before AM and PM.
    case twelveHourBeats
    /// Humidity written as `6400 %`.
    case humidity
    /// A workout with totals as attributes that differ from its statistics.
    case oldTotals
    /// A correlation whose members are not at top level.
    case nestedOnly
    /// A metadata key that occurs twice in a row with different values. The last one counts.
    case repeatedMetadataKey
    /// U+000B in a metadata value, which XML forbids.
    case controlCharacter
    /// Bytes in a metadata value that are not UTF-8.
    case invalidUTF8
    /// Two `startDate` attributes. The second one is the end.
    case repeatedStartDate
    /// A row that ends before it starts.
    case endBeforeStart
    /// A row with the value `nan`.
    case notANumber
    /// A quantity with an empty value.
    case blankValue
    /// A line between two elements that is not XML.
    case strayText
    /// The file ends in the middle of an element.
    case truncated

    /// The expected reaction of an importer.
    package enum Effect: Sendable {
        /// The row has the same meaning as without the trap.
        case harmless
        /// The row can be read, and the report says that it was malformed.
        case repaired
        /// The row cannot be read, and the manifest does not count it.
        case skipped
    }

    package var effect: Effect {
        switch self {
        case .repeatedMetadataKey, .controlCharacter, .invalidUTF8, .repeatedStartDate: .repaired
        case .endBeforeStart, .notANumber, .blankValue, .strayText, .truncated: .skipped
        default: .harmless
        }
    }

    /// The traps that are possible in any record. The others need certain elements.
    static let ofRecords: [ExportTrap] = [
        .sourceSpelling, .renamedSource, .devicePointer, .characterReference, .otherUnit, .unknownAttribute, .unknownElement, .duplicateRow,
        .repeatedMetadataKey, .reindented, .controlCharacter, .invalidUTF8, .repeatedStartDate, .endBeforeStart, .notANumber, .blankValue,
        .strayText,
    ]
}

extension Set<ExportTrap> {
    package static let all = Set(ExportTrap.allCases)
}

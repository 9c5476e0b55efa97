/// The contents of a table's columns, for a table whose header does not use Tally's column names.
package struct TableMapping: Hashable, Sendable {
    /// The metric of every row, by any of its names. Nil if the table has a column `type`.
    package var type: String?
    /// The name of the column of metrics, if `type` is nil.
    package var typeColumn = "type"
    /// The unit of every row. Nil if the table has a column `unit`.
    package var unit: String?
    /// The source of every row. Nil if the table has a column `source`.
    package var source: String?
    /// The names of columns. Matching ignores case.
    package var startColumn = "start"
    package var endColumn = "end"
    package var valueColumn = "value"
    /// The name of the column of persons. Nil for a column named `person`, if the table has one.
    package var personColumn: String?
    /// True if all rows belong to a given person. A column named `person` then is a mistake, also if another column is named.
    var personIsGiven = false
    /// The duration of every sample, for a table without an end column. Nil if samples have no duration.
    package var lengthMilliseconds: Int64?
    /// The format of times, such as `M/d/yyyy h:mm:ss a`. Nil for ISO 8601.
    package var timeFormat: String?
    /// The number of lines before the header.
    package var skippedLines = 0

    /// The name of the column with the time zones of persons.
    static let zoneColumn = "person.zone"

    package init() {}

    /// Returns the meaning of the column or key `name`.
    func column(_ name: String, metadataKeys: inout [String], greatestKeyCount: Int = 1000) -> TableColumn {
        let name = String(name.drop { $0 == " " })
        let lowered = name.lowercased()
        switch lowered {
        case startColumn.lowercased(): return .start
        case endColumn.lowercased(): return .end
        case valueColumn.lowercased(): return .value
        case typeColumn.lowercased() where type == nil: return .type
        case "source" where source == nil: return .source
        case "unit" where unit == nil: return .unit
        case (personColumn ?? "person").lowercased(): return .person
        case "person" where personIsGiven: return .person
        case TableMapping.zoneColumn: return .personZone
        case "created": return .created
        case "device": return .device
        default:
            guard lowered.hasPrefix("metadata."), metadataKeys.count < greatestKeyCount else { return .other }
            metadataKeys.append(String(name.dropFirst("metadata.".count)))
            return .metadata(metadataKeys.count - 1)
        }
    }
}

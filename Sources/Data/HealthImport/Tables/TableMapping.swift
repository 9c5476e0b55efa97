/// Which columns of a table hold what, where its header does not say it in Tally's own words.
package struct TableMapping: Hashable, Sendable {
    /// The metric of every row, by any of its names; nil where a column `type` says it.
    package var type: String?
    /// The unit of every row; nil where a column `unit` says it.
    package var unit: String?
    /// The source of every row; nil where a column `source` says it.
    package var source: String?
    /// Names of columns; a header is matched in any case.
    package var startColumn = "start"
    package var endColumn = "end"
    package var valueColumn = "value"
    /// How long every sample lasts, where no column says when it ends; nil for instants.
    package var lengthMilliseconds: Int64?
    /// How times are written, such as `M/d/yyyy h:mm:ss a`; nil for ISO 8601.
    package var timeFormat: String?
    /// Lines before the header.
    package var skippedLines = 0

    package init() {}

    /// Returns what the column or key `name` is for.
    func column(_ name: String, metadataKeys: inout [String]) -> TableColumn {
        let name = String(name.drop { $0 == " " })
        let lowered = name.lowercased()
        switch lowered {
        case startColumn.lowercased(): return .start
        case endColumn.lowercased(): return .end
        case valueColumn.lowercased(): return .value
        case "type" where type == nil: return .type
        case "source" where source == nil: return .source
        case "unit" where unit == nil: return .unit
        case "created": return .created
        case "device": return .device
        default:
            guard lowered.hasPrefix("metadata."), metadataKeys.count < 1000 else { return .other }
            metadataKeys.append(String(name.dropFirst("metadata.".count)))
            return .metadata(metadataKeys.count - 1)
        }
    }
}

extension DocumentFormat {
    /// A JSON object on each line.
    static let jsonLines = DocumentFormat(
        reported: ReportedFormat(name: "JSON Lines", phrase: "JSON", withoutRows: "contains no samples"),
        option: "json-lines", yieldsToPresets: true, apartFromScripts: .byContent,
        reading: .inPieces(by: TableReader<JSONLinesScanner>.self),
        recognizes: { $0.isText && $0.textStarts(with: "{") && !JSONDocument.isOverLines($0.text) })

    /// Any text that may be a table with a header line.
    static let csv = DocumentFormat(
        reported: ReportedFormat(name: "CSV", phrase: "a table", withoutRows: "has a header but no rows"),
        option: "csv", yieldsToPresets: true, apartFromScripts: .byName([".csv", ".tsv"]),
        reading: .inPieces(by: TableReader<CSVScanner>.self),
        recognizes: { $0.isText && !$0.textStarts(with: "<[{") })
}

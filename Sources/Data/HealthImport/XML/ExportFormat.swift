import HealthModel

extension DocumentFormat {
    /// The export of Apple Health, which is a zip archive with an XML document, the unpacked folder, or the document.
    static let appleExport = DocumentFormat(
        reported: ReportedFormat(
            name: "Apple Health export", phrase: "an Apple Health export", withoutRows: "contains no samples", hasWholeHistory: true,
            platform: .apple),
        option: "apple-health", apartFromScripts: .always, reading: .inPieces(by: ExportReader.self),
        isMember: { $0.hasSuffix(".xml") && !$0.hasSuffix("_cda.xml") },
        recognizes: { $0.contains("<HealthData") || $0.contains("<!DOCTYPE HealthData") })
}

extension DocumentFormat {
    /// A JSON document of the app Health Auto Export.
    static let autoExport = DocumentFormat(
        reported: ReportedFormat(
            name: "Health Auto Export", phrase: "a Health Auto Export file", withoutRows: "contains no samples", marksElements: false),
        option: "health-auto-export", apartFromScripts: .always, reading: .files(by: AutoExportReader.self),
        recognizes: AutoExportReader.recognizes)

    /// Documents of the app in an archive or folder. Their first bytes decide, because they have any names.
    static let autoExportFiles = DocumentFormat(
        reported: ReportedFormat(
            name: "Health Auto Export", phrase: "Health Auto Export files", withoutRows: "contains no samples", part: "file",
            marksElements: false),
        option: "health-auto-export", apartFromScripts: .always, reading: .files(by: AutoExportReader.self),
        isPart: AutoExportReader.isPart,
        recognizesPart: AutoExportReader.recognizes, recognizes: { _ in false })
}

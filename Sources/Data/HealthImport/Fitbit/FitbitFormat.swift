extension DocumentFormat {
    /// A file of the export of a Fitbit account.
    static let fitbit = DocumentFormat(
        reported: ReportedFormat(
            name: "Fitbit", phrase: "a file of a Fitbit export", withoutRows: "contains no samples", marksElements: false),
        option: "fitbit", apartFromScripts: .byContent, reading: .files(by: FitbitReader.self), recognizes: FitbitFile.recognizes)

    /// The files of the export of a Fitbit account in an archive or folder. The first bytes of no file are this format.
    static let fitbitExport = DocumentFormat(
        reported: ReportedFormat(
            name: "Fitbit", phrase: "a Fitbit export", withoutRows: "contains no samples", part: "file", marksElements: false),
        option: "fitbit", apartFromScripts: .byContent, reading: .files(by: FitbitReader.self), isPart: FitbitFile.isPart,
        isAddition: FitbitFile.isAddition, recognizes: { _ in false })
}

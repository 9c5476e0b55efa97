import HealthModel

extension DocumentFormat {
    /// The database that Health Connect of Android exports, alone or in a zip archive.
    static let healthConnect = DocumentFormat(
        reported: ReportedFormat(
            name: "Health Connect", phrase: "an SQLite database", withoutRows: "contains no records", part: "row", marksElements: false,
            platform: .android),
        option: "health-connect", apartFromScripts: .byContent, reading: .database(by: HealthConnectReader.self),
        isMember: { $0.hasSuffix(".db") || $0.hasSuffix(".sqlite") }, recognizes: HealthConnectReader.mayRead)
}

package import HealthModel

extension ImportReport {
    /// The instant when an Apple Health export was created.
    package var exportInstant: Instant? {
        var reader = TimeReader()
        return findings.exportDate.flatMap { reader.read(Array($0.utf8).span) }.map(Instant.init(milliseconds:))
    }
}

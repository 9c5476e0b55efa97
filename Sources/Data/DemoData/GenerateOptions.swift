package import CalendarIntervals
package import HealthModel

/// Which life to write, how much of it, and in which form.
package struct GenerateOptions: Sendable {
    package enum Form: String, CaseIterable, Sendable {
        case xml, zip, csv
    }

    package enum Size: Hashable, Sendable {
        case days(Int)
        /// About as many bytes of `export.xml`.
        case bytes(Int)
    }

    package var seed: UInt64 = 1
    package var now: Instant
    package var zone: Zone
    package var size = Size.days(60)
    package var form = Form.xml
    package var version = ExportVersion.v14
    package var traps: Set<ExportTrap> = []
    /// The name of the data file in an archive; phones translate it, as in `exportación.xml`.
    package var dataFileName = "export.xml"
    /// Whether an archive has the fields of zip64 where they are not needed.
    package var usesZip64 = false
    /// Whether an archive has been through a Mac, which leaves shadow files.
    package var hasMacLeftovers = false
    /// Ends the file after so many bytes, as an interrupted copy does; the manifest then tells what the whole would hold.
    package var cutAfterBytes: Int?

    package init(now: Instant, zone: Zone) {
        self.now = now
        self.zone = zone
    }

    /// The days that the wanted size takes, by the size of a week and then of up to half a year.
    var days: Int {
        get throws {
            switch size {
            case .days(let days): return days
            case .bytes(let bytes):
                let guess = try days(for: bytes, bySizeOf: 7)
                return guess <= 7 ? guess : try days(for: bytes, bySizeOf: min(guess, 182))
            }
        }
    }

    private func days(for bytes: Int, bySizeOf sample: Int) throws -> Int {
        let life = LifeGenerator(seed: seed, now: now, zone: zone, days: sample)
        let measured = try ExportWriter(life, version: version) { _ in }.write().byteCount
        return max(1, Int((Double(bytes) / Double(measured) * Double(sample)).rounded()))
    }
}

/// Writes a generated life to `sink` and returns what is in it.
package func generateExport(_ options: GenerateOptions, to sink: @escaping ByteSink) throws -> ExportManifest {
    let life = LifeGenerator(seed: options.seed, now: options.now, zone: options.zone, days: try options.days)
    var room = options.cutAfterBytes ?? .max
    let limited: ByteSink = { bytes in
        let part = bytes.prefix(room)
        room -= part.count
        if !part.isEmpty { try sink(part) }
    }
    switch options.form {
    case .xml: return try ExportWriter(life, version: options.version, traps: options.traps, sink: limited).write()
    case .csv: return try SampleCSVWriter(life: life, sink: limited).write()
    case .zip:
        let archive = ExportArchive(
            dataFileName: options.dataFileName, usesZip64: options.usesZip64, hasMacLeftovers: options.hasMacLeftovers)
        return try archive.write(life, version: options.version, traps: options.traps, to: limited)
    }
}

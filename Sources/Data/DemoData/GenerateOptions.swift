package import CalendarIntervals
package import HealthModel

/// The life to write, its size and its format.
package struct GenerateOptions: Sendable {
    package enum Form: String, CaseIterable, Sendable {
        case xml, zip, csv
        /// The archive that Health Connect of Android exports.
        case healthConnect = "health-connect"
        /// The workouts only, as watches and bicycle computers write them.
        case fit, tcx, gpx
        /// Tables that apps export, in a zip archive.
        case samsung, oura, withings
        /// The archive that Google Takeout makes of a Fitbit account.
        case fitbit
        /// A document of the app Health Auto Export.
        case autoExport = "health-auto-export"

        /// The ending of the name of a file.
        package var ending: String {
            switch self {
            case .healthConnect, .samsung, .oura, .withings, .fitbit: "zip"
            case .autoExport: "json"
            default: rawValue
            }
        }
    }

    package enum Size: Hashable, Sendable {
        case days(Int)
        /// An approximate number of bytes of the file, or of `export.xml` in an archive of Apple Health.
        case bytes(Int)
    }

    package var seed: UInt64 = 1
    package var now: Instant
    package var zone: Zone
    package var size = Size.days(60)
    package var form = Form.xml
    package var version = ExportVersion.v14
    package var traps: Set<ExportTrap> = []
    /// The name of the data file in an archive. Phones translate it, as in `exportación.xml`.
    package var dataFileName = "export.xml"
    /// True if an archive uses zip64 even if it is not necessary.
    package var usesZip64 = false
    /// True if the archive contains the shadow files that a Mac adds.
    package var hasMacLeftovers = false
    /// Truncates the file after this number of bytes, like an interrupted copy. The manifest still describes the complete file.
    package var cutAfterBytes: Int?

    package init(now: Instant, zone: Zone) {
        self.now = now
        self.zone = zone
    }

    /// The greatest number of days.
    package static let greatestDays = 20_000

    /// The number of days for the requested size, estimated from four weeks and then from up to half a year.
    var days: Int {
        get throws {
            switch size {
            case .days(let days): return days
            case .bytes(let bytes):
                let guess = try days(for: bytes, bySizeOf: 28)
                return guess <= 28 ? guess : try days(for: bytes, bySizeOf: min(guess, 182))
            }
        }
    }

    /// - Throws: `GenerateFailure.tooLarge` if the file would need too many days.
    private func days(for bytes: Int, bySizeOf sample: Int) throws -> Int {
        var part = self
        (part.size, part.cutAfterBytes) = (.days(sample), nil)
        if form == .zip { part.form = .xml }
        var measured = 0
        _ = try generateExport(part) { measured += $0.count }
        let days = (Double(bytes) / Double(max(measured, 1)) * Double(sample)).rounded()
        guard days <= Double(Self.greatestDays) else { throw GenerateFailure.tooLarge }
        return max(1, Int(days))
    }
}

/// The reason why no file can be written.
package enum GenerateFailure: Error {
    /// The days have nothing that a file of this form can have.
    case nothingToWrite
    /// A file of this size needs more days than a life has.
    case tooLarge
}

/// Writes a life to `sink` and returns its manifest.
package func generateExport(
    _ life: LifeGenerator, as form: GenerateOptions.Form, to sink: @escaping ByteSink
) throws -> ExportManifest {
    switch form {
    case .xml: try ExportWriter(life, sink: sink).write()
    case .csv: try SampleCSVWriter(life: life, sink: sink).write()
    case .healthConnect: try HealthConnectWriter(life, sink: sink).write()
    case .fit: try RecordingWriter(life, sink: sink).writeFIT()
    case .tcx: try RecordingWriter(life, sink: sink).writeTCX()
    case .gpx: try RecordingWriter(life, sink: sink).writeGPX()
    case .samsung, .oura, .withings: try generateTables(life, as: form, to: sink)
    case .fitbit: try FitbitWriter(life, sink: sink).write()
    case .autoExport: try AutoExportWriter(life, sink: sink).write()
    case .zip: try ExportArchive().write(life, version: .v14, traps: [], to: sink)
    }
}

private func generateTables(
    _ life: LifeGenerator, as form: GenerateOptions.Form, to sink: @escaping ByteSink
) throws -> ExportManifest {
    var writer = AppTableWriter(life, sink: sink)
    return switch form {
    case .samsung: try writer.writeSamsung()
    case .oura: try writer.writeOura()
    default: try writer.writeWithings()
    }
}

/// Writes a generated life to `sink` and returns its manifest.
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
    case .healthConnect, .fit, .tcx, .gpx, .samsung, .oura, .withings, .fitbit, .autoExport:
        return try generateExport(life, as: options.form, to: limited)
    case .zip:
        let archive = ExportArchive(
            dataFileName: options.dataFileName, usesZip64: options.usesZip64, hasMacLeftovers: options.hasMacLeftovers)
        return try archive.write(life, version: options.version, traps: options.traps, to: limited)
    }
}

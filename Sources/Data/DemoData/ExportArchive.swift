internal import CalendarIntervals
import HealthModel

/// Writes an `export.zip` with the data file and the other files of real exports.
struct ExportArchive {
    /// The name of the data file in its folder. Phones translate it, as in `exportación.xml`.
    var dataFileName = "export.xml"
    var usesZip64 = false
    /// True if the archive contains the shadow files that a Mac adds.
    var hasMacLeftovers = false

    private static let folder = "apple_health_export/"

    func write(_ life: LifeGenerator, version: ExportVersion, traps: Set<ExportTrap>, to sink: @escaping ByteSink) throws -> ExportManifest
    {
        var zip = ZipWriter(usesZip64: usesZip64, sink: sink)
        let folder = ExportArchive.folder
        let clinicalName = dataFileName.hasSuffix(".xml") ? dataFileName.dropLast(4) + "_cda.xml" : "export_cda.xml"
        try zip.add(folder + clinicalName, clinicalDocument(life))
        if hasMacLeftovers { try zip.add("__MACOSX/\(folder)._\(dataFileName)", "\u{0}\u{5}\u{16}\u{7}\u{0}\u{2}\u{0}\u{0}Mac OS X") }
        var manifest = try zip.add(folder + dataFileName) { sink in
            try ExportWriter(life, version: version, traps: traps, sink: sink).write()
        }
        for route in manifest.routes { try zip.add(folder + route.path.dropFirst(), String(decoding: route.text, as: UTF8.self)) }
        let recordings = version.hasElectrocardiograms ? LifeElectrocardiogram.all(of: life) : []
        for recording in recordings { try zip.add(folder + recording.path, recording.text) }
        if !recordings.isEmpty {
            manifest.sampleCounts[.electrocardiograms] = recordings.count
            manifest.sourceKeys.insert("ecg")
        }
        if manifest.uninterpreted["ClinicalRecord"] != nil {
            let record = LifeClinicalRecord(life)
            try zip.add(folder + "clinical-records/" + LifeClinicalRecord.file, record.text)
            manifest.sampleCounts[LifeClinicalRecord.metric, default: 0] += 1
            manifest.sourceKeys.insert(Source.fold(LifeClinicalRecord.source))
        }
        try zip.finish()
        return manifest
    }

    /// Returns the vital signs of the last weeks as a clinical document. It is XML, but not the export.
    private func clinicalDocument(_ life: LifeGenerator) -> String {
        var text = "<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\">\n <title>Health Data Export</title>\n"
        for day in life.dayNumbers.suffix(30) {
            let date = ISO8601.text(of: CivilDate(dayNumber: day)).split(separator: "-").joined()
            text +=
                " <component><observation><effectiveTime value=\"\(date)\"/><value unit=\"count/min\" value=\"60\"/></observation></component>\n"
        }
        return text + "</ClinicalDocument>\n"
    }
}

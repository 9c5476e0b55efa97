import Foundation
import HealthImport
import HealthModel
import RandomTesting
import Testing

@Suite struct ImportArchiveTests {
    /// Returns an export with `count` step records.
    private func export(_ count: Int = 3) -> String {
        let records = (0..<count).map { index in
            let time = "2024-03-\(10 + index / 3600 % 20) 12:\(10 + index / 60 % 50):\(10 + index % 50) +0000"
            return #" <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" "#
                + #"startDate="\#(time)" endDate="\#(time)" value="\#(index)"/>"#
        }
        return "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n" + records.joined(separator: "\n") + "\n</HealthData>\n"
    }

    private func reason(_ body: () throws -> Imported) -> String {
        do {
            _ = try body()
            return "nothing was thrown"
        } catch {
            // The path belongs to the test.
            return "\(error)".split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
        }
    }

    @Test("The export is found by its content among the files of real archives")
    func findsByContent() throws {
        let imported = try importBytes(
            ZipTestArchive.make([
                .init("apple_health_export/", ""),
                .init("__MACOSX/apple_health_export/._exportación.xml", export(9)),
                .init("apple_health_export/exportación_cda.xml", "<ClinicalDocument><HealthData>"),
                .init("apple_health_export/other.xml", "<note/>"),
                .init("apple_health_export/exportación.xml", export(3)),
                .init("apple_health_export/workout-routes/a.gpx", "<gpx/>"),
                .init("apple_health_export/workout-routes/b.gpx", "<gpx/>"),
                .init("apple_health_export/electrocardiograms/e.csv", "x"),
                .init("apple_health_export/clinical-records/c.json", "{}"),
            ]))
        #expect(imported.rows.count == 3)
        #expect(imported.report.place == "apple_health_export/exportación.xml")
        let unread = Dictionary(uniqueKeysWithValues: imported.report.unreadFiles.entries.map { ($0.kind, $0.count) })
        #expect(
            unread == [
                "Finder metadata files": 1, "clinical documents (copies of the same vital signs)": 1, "other files": 1, "workout routes": 2,
            ])
        #expect(imported.report.findings.clinical.problems.mapValues(\.count) == [.damaged: 1])
        #expect(imported.report.findings.electrocardiograms.problems.mapValues(\.count) == [.noTime: 1])
        #expect(imported.report.isComplete)
    }

    @Test("Stored and deflated entries, descriptors and 64-bit fields are all read")
    func forms() throws {
        for isDeflated in [true, false] {
            for hasDescriptor in [true, false] {
                for isWide in [true, false] {
                    var entry = ZipTestArchive.Entry("导出.xml", export(100))
                    (entry.isDeflated, entry.hasDescriptor, entry.isWide) = (isDeflated, hasDescriptor, isWide)
                    var archive = ZipTestArchive()
                    archive.add(.init("a.gpx", "<gpx/>"))
                    archive.add(entry)
                    let imported = try importBytes(archive.finished(isWide: isWide))
                    #expect(imported.rows.count == 100)
                    #expect(imported.report.place == "导出.xml")
                    #expect(imported.report.isComplete)
                }
            }
        }
    }

    @Test("A truncated archive gives everything that can be inflated, with a warning", arguments: [0.3, 0.6, 0.95])
    func cutShort(share: Double) throws {
        var archive = ZipTestArchive()
        archive.add(.init("apple_health_export/export_cda.xml", "<ClinicalDocument/>"))
        archive.add(.init("apple_health_export/export.xml", export(2000)))
        let end = archive.lastData.lowerBound + Int(Double(archive.lastData.count) * share)
        let imported = try importBytes(archive.bytes.prefix(end))
        let expected = Double(imported.rows.count) / 2000
        #expect(abs(expected - share) < 0.25)
        #expect(imported.report.findings.isCutOff)
        #expect(imported.report.warnings.count == 2)
    }

    @Test("Damaged data is kept up to the point of damage")
    func damaged() throws {
        var archive = ZipTestArchive()
        archive.add(.init("export.xml", export(2000)))
        var bytes = archive.finished()
        for index in 0..<40 { bytes[archive.lastData.lowerBound + archive.lastData.count / 2 + index] ^= 0x5A }
        let imported = try importBytes(bytes)
        #expect(imported.rows.count > 100)
        #expect(!imported.report.isComplete)
    }

    @Test("A wrong checksum is only a warning, because the rows have been read already")
    func checksum() throws {
        var entry = ZipTestArchive.Entry("export.xml", export(3))
        entry.isDeflated = false
        var archive = ZipTestArchive()
        archive.add(entry)
        var bytes = archive.finished()
        let five = try #require(bytes[archive.lastData].lastIndex(of: UInt8(ascii: "2")))
        bytes[five] = UInt8(ascii: "7")
        let imported = try importBytes(bytes)
        #expect(imported.rows.count == 3)
        #expect(imported.report.warnings == ["the checksum of export.xml is wrong: the archive is damaged"])
    }

    @Test("An archive without files of the chosen format is refused, with the format that it has")
    func chosenFormat() {
        let archive = ZipTestArchive.make([.init("export.xml", export()), .init("b.txt", "b")])
        func reason(_ name: String) -> String? { self.reason { try importBytes(archive, choice: FormatChoice.named(name)) } }
        let advice = ", but data of Apple Health export: leave out --as to import that"
        #expect(reason("fit") == "this zip archive does not contain a FIT file (it contains 1 other file)" + advice)
        #expect(reason("csv") == "this zip archive is not a table" + advice)
        #expect(reason("oura") == "this zip archive does not contain tables of the preset oura (it contains 1 other file)" + advice)
    }

    private func encryption(of names: String) -> String {
        names + " encrypted: unpack the archive with its password, and import the folder"
    }

    @Test("An archive that has no export or cannot be read is refused, with its contents in the message")
    func refused() {
        #expect(
            reason { try importBytes(ZipTestArchive.make([.init("a.json", "{}"), .init("b.txt", "b")])) }
                == "this zip archive does not contain an Apple Health export, an SQLite database, a Fitbit export, Health Auto Export files, "
                + "or FIT, TCX or GPX files, or tables of a preset (it contains 1 other file, 1 JSON document)"
        )
        #expect(reason { try importBytes(ZipTestArchive.make([])) } == "this is an empty zip archive")
        var encrypted = ZipTestArchive.Entry("export.xml", export())
        encrypted.isEncrypted = true
        #expect(reason { try importBytes(ZipTestArchive.make([encrypted])) } == encryption(of: "export.xml is"))
        var table = ZipTestArchive.Entry(
            "com.samsung.health.weight.20260601120000.csv", "com.samsung.health.weight,1,1\nstart_time,weight\n")
        table.isEncrypted = true
        #expect(reason { try importBytes(ZipTestArchive.make([table])) } == encryption(of: table.name + " is"))
        var photo = ZipTestArchive.Entry("photo.jpg", "x")
        photo.isEncrypted = true
        #expect(reason { try importBytes(ZipTestArchive.make([table, photo])) } == encryption(of: table.name + " and 1 other file are"))
        #expect(reason { try importBytes(Array("PK\u{3}\u{4}".utf8)) }.contains("the archive has no directory at its end"))
    }

    @Test("Randomly damaged archives never crash the importer", arguments: [testSeed])
    func mutations(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        var wide = ZipTestArchive.Entry("export.xml", export(50))
        wide.isWide = true
        var archive = ZipTestArchive()
        archive.add(.init("a.gpx", "<gpx/>"))
        archive.add(wide)
        let sound = archive.finished(isWide: true)
        for _ in 0..<400 {
            var bytes = sound
            for _ in 0...(random.next() % 4) {
                // Mostly in the headers and the directory, which contain the numbers.
                let range = random.next() % 4 == 0 ? 0..<archive.bytes.count : archive.bytes.count..<bytes.count
                bytes[range.lowerBound + Int(random.next() % UInt64(range.count))] =
                    [0, 0xFF, 0x7F, UInt8(truncatingIfNeeded: random.next())][Int(random.next() % 4)]
            }
            if random.next() % 5 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
            let rows = (try? importBytes(bytes))?.rows.count ?? 0
            #expect(rows <= 50)
        }
    }

    @Test("A folder is read like the archive that it was unpacked from")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tally-folder-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("apple_health_export/workout-routes")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        #expect(
            reason { try importFile(folder.path) }
                == "this folder does not contain an Apple Health export, an SQLite database, a Fitbit export, Health Auto Export files, "
                + "or FIT, TCX or GPX files, or tables of a preset")
        try Data("<gpx/>".utf8).write(to: inner.appendingPathComponent("r.gpx"))
        try Data("<ClinicalDocument/>".utf8).write(to: folder.appendingPathComponent("apple_health_export/export_cda.xml"))
        try Data(export(4).utf8).write(to: folder.appendingPathComponent("apple_health_export/exportar.xml"))
        let imported = try importFile(folder.path)
        #expect(imported.rows.count == 4)
        #expect(imported.report.place == "apple_health_export/exportar.xml")
        #expect(imported.report.unreadFiles.entries.map(\.count) == [1, 1])
    }
}

import CalendarIntervals
import HealthImport
import HealthModel
import Testing

/// Electrocardiograms after public reports, each with data of our own.
@Suite("Electrocardiograms in the field") struct ImportElectrocardiogramFieldTests {
    private typealias File = ElectrocardiogramFile

    private func voltages(_ imported: Imported) -> [[Double]] { imported.sink.batches.flatMap { $0.series.map { $0.series[.voltage] } } }

    /// https://github.com/Lybron/health-auto-export/issues/69: 20 recordings had 15,379 voltages each.
    /// 15,379 / 512 s are 30.037109… s, which are 30,037 ms.
    @Test("A recording of 15,379 voltages at 512 Hz lasts 30.037 s")
    func length() throws {
        let imported = try File.one(File.text([String](repeating: "0.5", count: 15_379)))
        #expect(imported.rows.map { $0.end - $0.start } == [30_037] && voltages(imported).map(\.count) == [15_379])
    }

    /// https://github.com/macteo/macteo.it (draft of 2019-04-03): an early recording had 15,314 rows. At 512.844 Hz, they last 29.861 s.
    @Test("A rate that is not a whole number gives the length")
    func fractionOfRate() throws {
        let imported = try File.one(
            File.text([String](repeating: "-48.673", count: 15_314), changing: ["Sample Rate": "512.844 hertz"]))
        #expect(imported.rows.map { $0.end - $0.start } == [29_861])
        #expect(imported.rows.first?.metadata["samplingFrequency"] == "512.844 Hz")
    }

    /// https://github.com/Lybron/health-auto-export/issues/70: a recording has no identifier, so its start is all that programs have.
    @Test("Two files of one start are one recording in a store, and two starts are two")
    func identity() throws {
        let later = File.text(["1.5"], changing: ["Recorded Date": "2024-05-04 07:00:01 +0200"])
        let imported = try File.run(["ecg_1.csv": File.text(["1.5"]), "ecg_2.csv": File.text(["1.5"]), "ecg_3.csv": later])
        #expect(Set(imported.rows.map(\.start)).count == 2 && imported.rows.count == 3)
        #expect(imported.sink.batches.allSatisfy { $0.replacing.contains(.electrocardiograms) || $0.series.isEmpty })
    }

    /// https://github.com/vangorra/python_withings_api/pull/86: a watch also lists recordings that failed and have no data.
    @Test("A recording without a voltage is counted and not kept")
    func failed() throws {
        let imported = try File.run(["ecg_1.csv": File.text([]), "ecg_2.csv": File.text(["1"])])
        #expect(imported.rows.count == 1 && imported.report.findings.electrocardiograms.problems.mapValues(\.count) == [.noValues: 1])
    }

    /// https://github.com/markwk/qs_ledger/issues/7: a program took the comma in the name of a device for the next column.
    @Test("A device with a comma is one device, with and without quotes")
    func commaInDevice() throws {
        for device in ["\"Watch4,4\"", "Watch4,4"] {
            let imported = try File.one(File.text(["1"], changing: ["Device": device]))
            #expect(imported.rows.map(\.device) == [Device(hardware: "Watch4,4")])
        }
    }

    /// https://rud.is/b/2021/02/14/…: a program skips 12 lines. Headers have more or fewer lines, and voltages start where numbers do.
    @Test("A header with more, fewer or blank lines ends where the voltages start")
    func lengthOfHeader() throws {
        let text = File.text(["12.5", "-3"])
        let forms = [text, text.replacing("\n\n", with: "\n"), text.replacing("Lead,", with: "\n\nExtra,1 line\nLead,")]
        for form in forms + [text.replacing("Name,Ada Example", with: "Name")] {
            #expect(try voltages(File.one(form)) == [[12.5, -3]])
        }
    }

    /// https://github.com/CodyBontecou/health-md/issues/90: commas as decimal signs, in a file whose columns are separated by commas.
    @Test(
        "A comma before the last digits of a voltage is a decimal sign, and a point between three digits then is not",
        arguments: [
            (["-265,868", "12", "0,5"], [-265.868, 12, 0.5]), (["150.141", "151.2", "-3.5"], [150.141, 151.2, -3.5]),
            (["-265,868", "271,819"], [-265.868, 271.819]), (["1.234,5", "2.000", "0,25"], [1234.5, 2000, 0.25]),
            (["1,234.5", "2,000", "0.25"], [1234.5, 2000, 0.25]),
        ])
    func decimalSigns(values: [String], expected: [Double]) throws {
        #expect(try voltages(File.one(File.text(values))) == [expected])
    }

    @Test("Points and commas as decimal signs in one file are damage, because one of them is wrong")
    func bothSigns() throws {
        let imported = try File.one(File.text(["0.5", "0,5"]))
        #expect(imported.report.findings.electrocardiograms.problems.mapValues(\.count) == [.damaged: 1])
    }

    /// https://github.com/CodyBontecou/health-md/issues/90, with the labels of a phone in German: the order of the lines is that of English.
    @Test("A header in another language is read by the places of its lines")
    func german() throws {
        let text = """
            Name,Eva Muster
            Geburtsdatum,05.01.1980
            Aufgezeichnet am,2024-05-04 07:00:00 +0200
            Klassifizierung,Sinusrhythmus
            Symptome,Schwindel
            Softwareversion,1.90
            Gerät,"Watch6,7"
            Abtastrate,"511,422\u{A0}Hertz"


            Ableitung,Ableitung I
            Einheit,µV

            -265,868
            271,819

            """
        let imported = try File.one(text)
        let row = try #require(imported.rows.first)
        #expect(row.value == 1 && row.device == Device(hardware: "Watch6,7"))
        #expect(row.metadata == ["samplingFrequency": "511.422 Hz", "symptoms": "Schwindel"])
        #expect(voltages(imported) == [[-265.868, 271.819]])
    }

    /// https://github.com/Blackjacx/WWDC/pull/61: low and high heart rates are inconclusive, each with another number in HealthKit.
    /// https://github.com/kvs-coder/HealthKitReporter/pull/16: a poor reading has no average heart rate.
    @Test("Inconclusive recordings say why, and one without a heart rate has none")
    func inconclusive() throws {
        let texts = ["Heart Rate Under 50", "Heart Rate Over 120", "Poor Recording", "Inconclusive"].enumerated().map { index, words in
            File.text(
                ["1"],
                changing: ["Classification": words + (index < 2 ? "\nAverage Heart Rate,\(index == 0 ? 44 : 131) bpm" : "")]
            ).replacing("07:00:00", with: "07:00:0\(index)")
        }
        let files = Dictionary(uniqueKeysWithValues: texts.enumerated().map { ("ecg_\($0).csv", $1) })
        let rows = try File.run(files).rows.sorted { $0.start < $1.start }
        #expect(rows.map(\.value) == [3, 4, 5, 6])
        #expect(rows.map { $0.metadata["averageHeartRate"] } == ["44 count/min", "131 count/min", nil, nil])
    }

    /// https://github.com/smart-on-fhir/Swift-FHIR/issues/29: a program reads the files of the zip one by one.
    @Test("Only the files of electrocardiograms are read, wherever the folder is")
    func place() throws {
        let files = ["a/electrocardiograms/x.csv": File.text(["1"]), "a/b/ecg_1.csv": File.text(["2"]), "a/table.csv": "day,steps\n1,2\n"]
        let imported = try RoutedArchive.run("", files)
        #expect(voltages(imported) == [[2], [1]] || voltages(imported) == [[1], [2]])
        #expect(imported.report.unreadFiles.entries.map(\.count) == [1])
    }
}

import HealthImport
import HealthModel
import Testing

@Suite struct ImportRecordTests {
    private let steps =
        #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" creationDate="2024-03-10 12:30:00 -0400" "#
        + #"startDate="2024-03-10 12:00:00 -0400" endDate="2024-03-10 12:10:00 -0400" value="329"/>"#

    @Test("A record becomes a sample with times, value, source and creation time")
    func plainRecord() throws {
        let imported = try importExport(steps)
        #expect(
            imported.rows == [
                ImportedRow(
                    metric: "stepCount", start: milliseconds("2024-03-10T16:00:00Z"), end: milliseconds("2024-03-10T16:10:00Z"),
                    value: 329, source: "Phone", created: milliseconds("2024-03-10T16:30:00Z"))
            ])
        #expect(imported.report.findings.rows == 1)
        #expect(imported.report.isComplete)
    }

    @Test("Attributes can be in any order, on separate lines, in single quotes, and among unknown ones")
    func attributeForms() throws {
        let imported = try importExport(
            """
            <Record value='329'
                    endDate="2024-03-10 12:10:00 -0400"
                    future="x > y"
                    startDate = "2024-03-10 12:00:00 -0400" creationDate="2024-03-10 12:30:00 -0400"
                    unit="count" sourceName="Phone" type="HKQuantityTypeIdentifierStepCount"
            />
            """)
        #expect(imported.rows == (try importExport(steps)).rows)
        #expect(imported.report.findings.issues.entries.isEmpty)
    }

    @Test("Another unit than the storage unit is converted and recorded, and the storage unit does not change the value")
    func units() throws {
        let record = { (unit: String, value: String) in
            #"<Record type="HKQuantityTypeIdentifierBodyTemperature" sourceName="T" unit="\#(unit)" "#
                + #"startDate="2024-03-10 12:00:00 +0000" endDate="2024-03-10 12:00:00 +0000" value="\#(value)"/>"#
        }
        let imported = try importExport(
            [record("degF", "98.6"), record("degC", "36.7000000000000028"), record("kg", "70")].joined(separator: "\n"))
        #expect(imported.rows.map(\.value) == [37.0, 36.7])
        #expect(imported.rows.map(\.unit) == ["degF", ""])
        #expect(imported.issues == [.incompatibleUnit: [4]])
        #expect(imported.report.findings.skippedRows == 1)
    }

    @Test("The report of an export gives the values above 100 % of metrics in percent, and keeps them")
    func sharesAboveWhole() throws {
        let record = { (type: String, value: String) in
            #"<Record type="HKQuantityTypeIdentifier\#(type)" sourceName="S" unit="%" "#
                + #"startDate="2024-03-10 12:00:00 +0000" endDate="2024-03-10 12:00:00 +0000" value="\#(value)"/>"#
        }
        let imported = try importExport(
            [
                record("OxygenSaturation", "97"), record("BodyFatPercentage", "0.194"), record("BodyFatPercentage", "19.4"),
                record("BodyFatPercentage", "21"), record("WalkingAsymmetryPercentage", "1"),
            ].joined(separator: "\n"))
        #expect(imported.rows.map(\.value).sorted() == [0.194, 1, 19.4, 21, 97])
        #expect(
            imported.report.readings == [
                "bodyFatPercentage as fractions: 2 values above 100 %, up to 2100 %: check the file",
                "oxygenSaturation as fractions: 1 value above 100 %, up to 9700 %: check the file",
            ])
    }

    @Test("A body mass index in kg/m^2 is a plain number, as in Apple's exports")
    func bodyMassIndex() throws {
        let record = { (unit: String, value: String) in
            #"<Record type="HKQuantityTypeIdentifierBodyMassIndex" sourceName="S" unit="\#(unit)" "#
                + #"startDate="2024-03-10 12:00:00 +0000" endDate="2024-03-10 12:00:00 +0000" value="\#(value)"/>"#
        }
        let imported = try importExport([record("count", "22.5"), record("kg/m^2", "23.1"), record("kg", "70")].joined(separator: "\n"))
        #expect(imported.rows.map(\.value) == [22.5, 23.1])
        #expect(imported.rows.map(\.unit) == ["", ""])
        #expect(imported.issues == [.incompatibleUnit: [4]])
    }

    @Test("An unknown type keeps the unit of its first row, and later rows are converted to it")
    func unknownType() throws {
        let record = { (unit: String, value: String) in
            #"<Record type="HKQuantityTypeIdentifierGripStrength" sourceName="T" unit="\#(unit)" "#
                + #"startDate="2024-03-10 12:00:00 +0000" endDate="2024-03-10 12:00:00 +0000" value="\#(value)"/>"#
        }
        let imported = try importExport([record("kg", "40"), record("g", "41500")].joined(separator: "\n"))
        #expect(imported.rows.map(\.value) == [40, 41.5])
        #expect(imported.sink.fileUnits == [MetricID("HKQuantityTypeIdentifierGripStrength"): "kg"])
    }

    @Test("Category values are read by name or number or are missing, and unknown names are kept as metadata")
    func categories() throws {
        let record = { (type: String, value: String) in
            #"<Record type="HKCategoryTypeIdentifier\#(type)" sourceName="W" startDate="2024-03-10 12:00:00 +0000" "#
                + #"endDate="2024-03-10 12:30:00 +0000" \#(value)/>"#
        }
        let imported = try importExport(
            [
                record("SleepAnalysis", #"value="HKCategoryValueSleepAnalysisAsleepCore""#),
                record("SleepAnalysis", #"value="HKCategoryValueSleepAnalysisAsleep""#),
                record("SleepAnalysis", #"value="2""#),
                record("MindfulSession", ""),
                record("MindfulSession", #"value="HKCategoryValueNotApplicable""#),
                record("SleepAnalysis", #"value="HKCategoryValueSleepAnalysisDreaming""#),
                record("SleepAnalysis", #"value="deeply""#),
            ].joined(separator: "\n"))
        let values = Dictionary(grouping: imported.rows, by: \.metric).mapValues { $0.map(\.value) }
        #expect(values == ["sleepAnalysis": [3, 1, 2, -1], "mindfulSession": [0, 0]])
        #expect(imported.rows.last?.metadata == ["HKCategoryValueName": "HKCategoryValueSleepAnalysisDreaming"])
        #expect(imported.issues == [.unknownCategoryValue: [7], .badCategoryValue: [8]])
    }

    @Test("Metadata, devices and references are read, without the address of the device")
    func childrenAndDevice() throws {
        let imported = try importExport(
            """
             <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Ann&#8217;s &quot;Watch&quot; &amp; Co" unit="count/min" \
            device="&lt;&lt;HKDevice: 0x283f5e3f0&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,2, software:10.1&gt;" \
            startDate="2024-03-10 12:00:00 +0000" endDate="2024-03-10 12:00:00 +0000" value="61.5">
              <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>
              <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
             </Record>
            """)
        #expect(imported.rows.count == 1)
        #expect(imported.rows.first?.source == "Ann’s \"Watch\" & Co")
        #expect(imported.rows.first?.metadata == ["HKMetadataKeyHeartRateMotionContext": "1", "HKTimeZone": "Europe/Berlin"])
        #expect(
            imported.rows.first?.device
                == Device(name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch7,2", software: "10.1"))
        #expect(imported.report.suggestedZone == "Europe/Berlin")
    }

    @Test("A beat list becomes metadata of its sample, without the spaces of its times")
    func beats() throws {
        let imported = try importExport(
            """
             <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="W" unit="ms" startDate="2024-03-10 12:00:00 +0000" \
            endDate="2024-03-10 12:01:00 +0000" value="41.25">
              <HeartRateVariabilityMetadataList>
               <InstantaneousBeatsPerMinute bpm="66" time="7:59:41.36 AM"/>
               <InstantaneousBeatsPerMinute bpm="64" time="7:59:42.30 AM"/>
              </HeartRateVariabilityMetadataList>
             </Record>
            """)
        #expect(imported.rows.map(\.metadata) == [[MetadataKey.beats: "66@7:59:41.36AM 64@7:59:42.30AM"]])
    }
}

import Foundation
import HealthImport
import HealthModel
import RandomTesting
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Random documents: cut at any position, damaged at any position, and compared with another parser.
@Suite struct ImportFuzzTests {
    /// A document with almost every kind of element.
    private static let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!ELEMENT HealthData (ExportDate,Me,(Record)*)>
        ]>
        <HealthData locale="en_US">
         <ExportDate value="2024-11-19 10:36:11 -0500"/>
         <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Ann’s\u{A0}Watch" unit="count/min" device="&lt;&lt;HKDevice: 0x2&gt;, name:W&gt;" \
        startDate="2024-03-10 12:00:00 -0500" endDate="2024-03-10 12:00:00 -0500" value="61.5">
          <MetadataEntry key="HKTimeZone" value="America/New_York"/>
          <HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="66" time="7:59:41 AM"/></HeartRateVariabilityMetadataList>
         </Record>
        }} garbage <<< & "
         <Record type='HKQuantityTypeIdentifierStepCount'
            sourceName="Phone" unit="count"
            startDate="2024-03-10 12:10:00 -0500" startDate="2024-03-10 12:20:00 -0500" value="12"/>
         <!-- comment -->
         <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2024-03-
         <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="C" startDate="2024-03-10 12:00:00 -0500" \
        endDate="2024-03-10 12:00:00 -0500"><Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="C" unit="mmHg" \
        startDate="2024-03-10 12:00:00 -0500" endDate="2024-03-10 12:00:00 -0500" value="120"/></Correlation>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="25" totalDistance="2" totalDistanceUnit="km" sourceName="W" \
        startDate="2024-03-10 12:00:00 -0500" endDate="2024-03-10 12:30:00 -0500">
          <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="100" unit="kcal"/>
          <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-03-10 12:10:00 -0500"/>
         </Workout>
         <ActivitySummary dateComponents="2024-03-10" activeEnergyBurned="418" activeEnergyBurnedUnit="kcal"/>
         <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W\u{B}X" startDate="2024-03-10 01:00:00 -0500" \
        endDate="2024-03-10 02:00:00 -0500" value="HKCategoryValueSleepAnalysisAsleepREM"/>
        </HealthData>

        """

    private static let table = """
        sep=;
        type;source;start;end;value;unit;metadata.a
        steps;"Ann ""A"" Phone";2024-03-10T12:00:00Z;2024-03-10T12:05:00Z;12;count;"x
        y"
        heartRate;W;2024-03-10T12:00:00Z;;61.5;count/min;
        wrong;row
        """

    private static let jsonLines = """
        {"type":"steps","source":"\\u00e9","start":"2024-03-10T12:00:00Z","value":1.5e1,"unit":"count","metadata":{"a":"b","c":null},"d":[{}]}
        {"type":"steps","start":
        {"type":"heartRate","source":"W","start":"2024-03-10T12:00:00Z","value":60,"unit":"count/min"}
        """

    private func options(chunk: Int, rows: Int = 1 << 18) -> ImportOptions {
        var options = ImportOptions()
        options.chunkBytes = chunk
        options.batchRows = rows
        return options
    }

    /// All results of an import in a defined order.
    private struct Outcome: Equatable {
        var rows: Set<ImportedRow>
        var workouts: [Workout]
        var summaries: [ActivitySummary]
        var report: ImportReport

        init(_ imported: Imported) {
            rows = Set(imported.rows)
            // Ids are only valid in their batch.
            workouts = imported.sink.workouts.map { workout in
                var workout = workout
                (workout.source, workout.metadata, workout.origin) = (0, 0, 0)
                return workout
            }
            summaries = imported.sink.summaries
            report = imported.report
            report.file = ""
        }
    }

    @Test("The sizes of chunks do not change the result", arguments: [document, table, jsonLines])
    func chunks(text: String) throws {
        let whole = Outcome(try importBytes(text.utf8))
        #expect(whole.rows.count >= 2)
        for size in Array(1...40) + [64, 100, 333, 1000, 1024, 1025] {
            let isSame = Outcome(try importBytes(text.utf8, options: options(chunk: size))) == whole
            #expect(isSame, "chunks of \(size) bytes")
        }
    }

    @Test("The number of rows in a batch does not change the result", arguments: [1, 2, 3])
    func batches(rows: Int) throws {
        let whole = Outcome(try importBytes(ImportFuzzTests.document.utf8))
        let small = try importBytes(ImportFuzzTests.document.utf8, options: options(chunk: 100, rows: rows))
        #expect(small.sink.batches.count > 1)
        let isSame = Outcome(small) == whole
        #expect(isSame)
    }

    @Test(
        "Every truncated document is read without a crash and never gives more than the complete one",
        arguments: [document, table, jsonLines])
    func prefixes(text: String) throws {
        let bytes = Array(text.utf8)
        let whole = try importBytes(bytes).rows.count
        for length in stride(from: 1, through: bytes.count, by: 7) {
            let rows = (try? importBytes(bytes.prefix(length), options: options(chunk: 64)))?.rows.count ?? 0
            #expect(rows <= whole)
        }
    }

    @Test("Random damage never causes a crash, and every row is counted once", arguments: [testSeed])
    func mutations(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        let interesting = Array("<>&\"'/=]![\n\0\u{B} -;,{}:".utf8) + [0xFF, 0xC3, 0x80]
        for round in 0..<600 {
            var bytes = Array([ImportFuzzTests.document, ImportFuzzTests.table, ImportFuzzTests.jsonLines][round % 3].utf8)
            for _ in 0...(random.next() % 6) {
                let index = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[index] = interesting[Int(random.next() % UInt64(interesting.count))]
                case 1: bytes.remove(at: index)
                default: bytes.insert(interesting[Int(random.next() % UInt64(interesting.count))], at: index)
                }
            }
            guard let imported = try? importBytes(bytes, options: options(chunk: 1 + Int(random.next() % 300))) else { continue }
            let findings = imported.report.findings
            let kept = findings.rows - findings.skippedRows
            #expect(kept == imported.report.added)
        }
    }

    @Test("Random well-formed documents give the same rows as Foundation's parser", arguments: [testSeed])
    func oracle(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let text = randomDocument(&random)
            let parser = XMLParser(data: Data(text.utf8))
            let oracle = OracleDelegate()
            parser.delegate = oracle
            #expect(parser.parse())
            let imported = try importBytes(text.utf8, options: options(chunk: 1 + Int(random.next() % 5000)))
            #expect(imported.rows.map(\.source) == oracle.records.map { $0["sourceName"] })
            #expect(imported.rows.map(\.value) == oracle.records.map { Double($0["value"] ?? "") })
            #expect(imported.rows.map(\.metadata) == oracle.metadata)
            let starts = oracle.records.map { record in
                record["startDate"].flatMap(OracleDelegate.dates.date(from:)).map { Int64($0.timeIntervalSince1970) * 1000 }
            }
            #expect(imported.rows.map(\.start) == starts)
        }
    }

    /// Returns records of one type in all layouts that XML allows.
    private func randomDocument(_ random: inout SplitMix64) -> String {
        let texts = [
            "Ann’s Watch", "A &amp; B", "&lt;x&gt;", "&#x1F600;", "😀", "a > b", "tab&#9;tab", "&quot;&apos;", "", "two\nlines", "ünï",
        ]
        func pick<T>(_ choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        for _ in 0..<(random.next() % 30) {
            let day = 10 + random.next() % 19
            let offset = pick(["+0000", "-0500", "+0545", "+1300"])
            let time =
                "2024-\(pick(["01", "03", "10"]))-\(day) \(10 + random.next() % 14):\(10 + random.next() % 50):\(10 + random.next() % 50) \(offset)"
            let attributes = [
                "type=\"HKQuantityTypeIdentifierHeartRate\"", "sourceName=\"\(pick(texts))\"", "unit='count/min'", "startDate=\"\(time)\"",
                "endDate = \"\(time)\"", "value=\"\(Double(random.next() % 100_000) / 512)\"", "extra=\"\(pick(texts))\"",
            ].shuffled(using: &random)
            text += "<Record" + attributes.map { pick([" ", "\n  ", "\t"]) + $0 }.joined()
            let keys = ["A", "B", "C"].prefix(Int(random.next() % 4))
            if keys.isEmpty {
                text += pick(["/>", " />", "></Record>", "\n/>"])
            } else {
                text += ">" + keys.map { "<MetadataEntry key=\"\($0)\" value=\"\(pick(texts))\"/>" }.joined() + "</Record >"
            }
            text += pick(["\n", "", "<!-- <Record> -->", "\r\n "])
        }
        return text + "</HealthData>\n"
    }
}

/// Collects records from Foundation's parser.
private final class OracleDelegate: NSObject, XMLParserDelegate {
    static let dates: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        return formatter
    }()

    var records: [[String: String]] = []
    var metadata: [[String: String]] = []

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        if elementName == "Record" {
            records.append(attributes)
            metadata.append([:])
        } else if elementName == "MetadataEntry", let key = attributes["key"] {
            metadata[metadata.count - 1][key] = attributes["value"]
        }
    }
}

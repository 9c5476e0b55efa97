import RandomTesting

/// A random export with everything that makes it hard to find where a row starts.
struct RandomExport {
    private(set) var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Record)*>\n]>\n<HealthData>\n"

    private static let names = ["Watch", "Phone", "Ann’s\u{A0}Watch", "A &amp; B", "W\u{B}X", "&bad;", "two\nlines", "a > b", "<Record "]
    private static let types = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate", "HKQuantityTypeIdentifierBodyMass",
        "HKQuantityTypeIdentifierNew", "HKQuantityTypeIdentifierNewer", "HKCategoryTypeIdentifierSleepAnalysis",
        "HKCategoryTypeIdentifierNew",
    ]
    private static let units = ["count", "count/min", "kg", "lb", "km", "mi", "furlong", ""]
    private static let keys = ["HKTimeZone", "HKWasUserEntered", "a"]

    init(_ random: inout SplitMix64, elements: Int? = nil) {
        let breaksLines = random.chance(30)
        for _ in 0..<(elements ?? random.pick(1...120)) {
            switch random.pick(0..<30) {
            case 0: addWorkout(&random)
            case 1, 2: addCorrelation(&random)
            case 3: text += " <ActivitySummary dateComponents=\"2024-03-\(random.pick(10...40))\" activeEnergyBurned=\"1\"/>\n"
            case 4: text += " <!-- comment\n <Record type=\"x\"/>\n -->\n"
            case 5: text += random.pick(["}} garbage <<< & \"\n", "<Record type=\"cut\n", "<Record\n", "<![CDATA[\n<Record \n]]>\n"])
            case 6:
                text += random.pick([
                    "<ClinicalRecord type=\"a\"/>\n", "<Unknown\(random.pick(0..<30))>\n", "</Unknown1>\n", "<Me a=\"b\"/>\n",
                ])
            case 7: text += " <ExportDate value=\"2024-11-19 10:36:1\(random.pick(0...9)) -0500\"/>\n"
            case 8 where random.chance(10): text += "</HealthData>\n"
            case 9 where random.chance(10): text += "<HealthData>\n"
            case 9: addRecording(&random)
            case 10: addRecord(&random, lineEnd: "\r\n")
            default: addRecord(&random, lineEnd: breaksLines && random.chance(20) ? "" : "\n")
            }
        }
        text += "</HealthData>\n"
    }

    private func attributes(_ random: inout SplitMix64) -> String {
        let date = "2024-03-\(random.pick(10...29)) 12:\(random.pick(10...59)):00 -0500"
        let end = random.chance(5) ? "2020-01-01 00:00:00 +0000" : random.chance(5) ? "soon" : date
        let separator = random.chance(10) ? "\n   " : " "
        return [
            "sourceName=\"\(random.pick(RandomExport.names))\"", "sourceVersion=\"\(random.pick(0...3))\"",
            "device=\"&lt;&lt;HKDevice: 0x\(random.pick(1...9))&gt;, name:W\(random.pick(0...2))&gt;\"",
            "startDate=\"\(date)\"", random.chance(5) ? "startDate=\"\(end)\"" : "endDate=\"\(end)\"",
        ].joined(separator: separator)
    }

    private mutating func addRecording(_ random: inout SplitMix64) {
        guard random.chance(50) else {
            text += " <VisionPrescription type=\"\(random.pick(["glasses", "contacts", "monocle", ""]))\" dateIssued=\"2024-03-1"
            text += "\(random.pick(0...9)) 09:00:00 -0500\" brand=\"\(random.pick(RandomExport.names))\">\n"
            text += "  <RightEye sphere=\"\(random.pick(["-1.5", "x"]))\" sphereUnit=\"\(random.pick(["D", "kg", ""]))\"/>\n"
            if random.chance(95) { text += " </VisionPrescription>\n" }
            return
        }
        text += " <Audiogram type=\"HKDataTypeIdentifierAudiogram\" \(attributes(&random))>\n"
        for hertz in [500, 1000, 2000].prefix(random.pick(0...3)) {
            text += "  <SensitivityPoint frequencyValue=\"\(hertz)\" frequencyUnit=\"\(random.pick(["Hz", "kHz", "m"]))\""
            text += " leftEarValue=\"\(random.pick(["10", "x"]))\" leftEarUnit=\"dBHL\" leftEarMasked=\"YES\"/>\n"
        }
        if random.chance(95) { text += " </Audiogram>\n" }
    }

    private mutating func addRecord(_ random: inout SplitMix64, lineEnd: String) {
        let type = random.pick(RandomExport.types)
        let value = random.pick([
            "1", "2.5", "61", "HKCategoryValueSleepAnalysisAsleepREM", "HKCategoryValueNew\(random.pick(0...30))", "x", "",
        ])
        let start = " <Record type=\"\(type)\" \(attributes(&random)) unit=\"\(random.pick(RandomExport.units))\" value=\"\(value)\""
        guard random.chance(30) else {
            text += start + "/>" + lineEnd
            return
        }
        text += start + ">" + lineEnd
        for _ in 0..<random.pick(0...3) {
            text += "  <MetadataEntry key=\"\(random.pick(RandomExport.keys))\" value=\"\(random.pick(RandomExport.names))\"/>" + lineEnd
        }
        if random.chance(10) {
            text +=
                "<HeartRateVariabilityMetadataList>\n<InstantaneousBeatsPerMinute bpm=\"66\" time=\"7:59:41 AM\"/>\n"
                + "</HeartRateVariabilityMetadataList>\n"
        }
        if random.chance(95) { text += " </Record>" + lineEnd }
    }

    private mutating func addWorkout(_ random: inout SplitMix64) {
        text +=
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"25\" totalDistance=\"2\" totalDistanceUnit=\"km\" "
            + attributes(&random) + ">\n  <WorkoutStatistics type=\"\(random.pick(RandomExport.types))\" sum=\"100\" "
            + "unit=\"\(random.pick(RandomExport.units))\"/>\n  <WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"2024-03-10 12:10:00 -0500\"/>\n"
            + "  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>\n"
        if random.chance(95) { text += " </Workout>\n" }
    }

    private mutating func addCorrelation(_ random: inout SplitMix64) {
        text += " <Correlation type=\"HKCorrelationTypeIdentifierFood\" \(attributes(&random))>\n"
        for _ in 0..<random.pick(0...4) { addRecord(&random, lineEnd: "\n") }
        text += "  <MetadataEntry key=\"a\" value=\"b\"/>\n"
        if random.chance(95) { text += " </Correlation>\n" }
    }
}

private let metrics = ["steps", "heartRate", "HKQuantityTypeIdentifierNew", "HKCategoryTypeIdentifierSleepAnalysis", "workouts", ""]
private let tableUnits = ["count", "count/min", "furlong", "mi", ""]

/// Returns random CSV with quotation marks, line ends in quoted texts, and bad rows. A few tables name the person of each row.
func randomTable(_ random: inout SplitMix64, rows: Int? = nil) -> String {
    let separator = random.pick([",", ";", "\t"])
    let lineEnd = random.pick(["\n", "\r\n"])
    var text = random.chance(20) ? "sep=\(separator)\n" : ""
    let last = random.chance(20) ? "person" : "device"
    text += ["type", "source", "start", "end", "value", "unit", "metadata.a", last].joined(separator: separator) + lineEnd
    for _ in 0..<(rows ?? random.pick(0...200)) {
        let start = "2024-03-\(random.pick(1...40))T12:\(random.pick(10...59)):00Z"
        let fields = [
            random.chance(5) ? "unknown \(random.pick(0...30))" : random.pick(metrics),
            random.pick(["W", "\"Ann \"\"A\"\"\"", "\"two\nlines\"", "x\"y"]),
            start, random.pick(["", start]), random.pick(["1", "2.5", "x", "core", "running", ""]), random.pick(tableUnits),
            random.pick(["", "a", "\"b\n\n,;\"", "\"\n\(start)\n\""]), random.pick(["", "D", "E", "P1"]),
        ]
        text += fields.joined(separator: separator) + lineEnd
        if random.chance(5) {
            text += random.pick(["\n", "wrong\(separator)row\n", "\"open\n", "\r\n", String(repeating: "x", count: 3000) + "\n"])
        }
    }
    return text
}

/// Returns random JSON Lines with escapes, nested objects, and bad rows. In a few documents, some rows name a person.
func randomJSONLines(_ random: inout SplitMix64, rows: Int? = nil) -> String {
    var text = random.chance(20) ? "\u{FEFF}" : ""
    text += "{\"type\":\"steps\",\"start\":\"2024-03-10T12:00:00Z\",\"value\":1,\"unit\":\"count\"}\n"
    let personChance = random.pick([0, 0, 1, 80])
    for _ in 0..<(rows ?? random.pick(0...200)) {
        let fields = [
            "\"type\":\"\(random.pick(metrics))\"", "\"source\":\"\(random.pick(["W", "\\u00e9", "a\\nb", "x"]))\"",
            "\"start\":\"2024-03-\(random.pick(1...40))T12:\(random.pick(10...59)):00\(random.pick(["Z", "Z", ""]))\"",
            "\"value\":\(random.pick(["1", "1.5e1", "null", "\"core\""]))",
            "\"unit\":\"\(random.pick(tableUnits))\"", "\"metadata\":{\"k\(random.pick(0...2000))\":\"v\"}",
            random.chance(personChance) ? "\"person\":\"\(random.pick(["P1", "8", " "]))\"" : "\"d\":[{}]",
        ].shuffled(using: &random)
        text += "{" + fields.joined(separator: ",") + "}" + random.pick(["\n", "\r\n", "\n\n"])
        if random.chance(5) { text += random.pick(["{\"type\":\n", "nothing\n", "{}\n"]) }
    }
    return text
}

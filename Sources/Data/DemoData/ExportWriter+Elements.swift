internal import CalendarIntervals
import HealthModel

// All elements except records.
extension ExportWriter {
    mutating func appendHead() {
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        text.append(version.documentType)
        text.append("<HealthData locale=\"en_GB\">\n <ExportDate value=\"")
        clock.append(life.nowSeconds, to: &text)
        text.append("\"/>\n <Me")
        text.append(" HKCharacteristicTypeIdentifierDateOfBirth=\"\"")
        for name in ["BiologicalSex", "BloodType", "FitzpatrickSkinType"] {
            text.append(" HKCharacteristicTypeIdentifier\(name)=\"HK\(name)NotSet\"")
        }
        if version >= .v14 { text.append(" HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"None\"") }
        text.append("/>\n")
    }

    mutating func writeElements() throws {
        for day in life.dayNumbers {
            for correlation in life.correlations(life.plan(day)) { append(correlation, isNestedOnly: isNestedOnly(day)) }
            try flushIfLarge()
        }
        for day in life.dayNumbers {
            var column = life.emptyColumn()
            let plan = life.plan(day)
            for workout in life.workouts(plan, &column) { append(workout, column.metadata[Int(workout.metadata)], plan) }
            try flushIfLarge()
        }
        for day in life.dayNumbers {
            for summary in life.summary(life.plan(day)) { append(summary) }
            try flushIfLarge()
        }
        appendRecordings()
        appendUninterpreted()
    }

    /// Returns true if the members of this day's correlations are not at top level.
    func isNestedOnly(_ day: Int) -> Bool { traps.contains(.nestedOnly) && day.flooredRemainder(by: 2) == 0 }

    private mutating func append(_ correlation: Correlation, isNestedOnly: Bool) {
        if isNestedOnly { manifest.count(.nestedOnly, atLine: line) }
        manifest.correlationCount += 1
        manifest.sourceKeys.insert(Source.fold(LifeSource.sources[Int(correlation.source)].name))
        let start = Int(correlation.start.milliseconds / 1000)
        var row = ExportRow(
            type: [], origin: origins[Int(correlation.origin)], unit: Array(" unit=\"mmHg\"".utf8),
            created: min(start + 2 + start % 61, life.nowSeconds), start: start, end: start)
        text.append(" <Correlation type=\"\(correlation.type)\"")
        text.append(contentsOf: row.origin)
        append("creationDate", row.created)
        append("startDate", row.start)
        append("endDate", row.end)
        text.append(">\n")
        for member in correlation.members {
            row.type = Array(member.metric.identifier.utf8)
            row.value = []
            row.value?.append(member.value, decimals: 0)
            row.append(to: &text, indent: "  ", &clock)
            manifest.recordCount += 1
        }
        text.append(" </Correlation>\n")
    }

    private mutating func append(_ summary: ActivitySummary) {
        manifest.summaryCount += 1
        text.append(" <ActivitySummary")
        append("dateComponents", summary.day)
        append("activeEnergyBurned", summary.activeEnergy)
        append("activeEnergyBurnedGoal", summary.activeEnergyGoal)
        append("activeEnergyBurnedUnit", "kcal")
        if version >= .v11 {
            append("appleMoveTime", summary.moveTime)
            append("appleMoveTimeGoal", summary.moveTimeGoal)
        }
        append("appleExerciseTime", summary.exerciseTime)
        append("appleExerciseTimeGoal", summary.exerciseTimeGoal)
        append("appleStandHours", summary.standHours)
        append("appleStandHoursGoal", summary.standHoursGoal)
        text.append("/>\n")
    }

    /// Appends the element of a clinical record, whose file is next to the document.
    private mutating func appendUninterpreted() {
        guard version >= .v11 else { return }
        text.append(
            " <ClinicalRecord type=\"Observation\" identifier=\"1\" sourceName=\"\(LifeClinicalRecord.source)\" sourceURL=\"https://clinic.example/fhir\""
        )
        text.append(" fhirVersion=\"4.0.1\"")
        append("receivedDate", life.nowSeconds - 86_400)
        text.append(" resourceFilePath=\"/clinical-records/\(LifeClinicalRecord.file)\"/>\n")
        manifest.uninterpreted = ["ClinicalRecord": 1]
    }

    /// Appends an audiogram and a prescription of glasses.
    private mutating func appendRecordings() {
        guard version >= .v11 else { return }
        let time = life.nowSeconds - 86_400
        manifest.sourceKeys.insert(Source.fold(LifeSource.health.name))
        text.append(" <Audiogram type=\"\(MetricID.audiograms.identifier)\"")
        text.append(contentsOf: origins[Int(LifeSource.health.origin(era: 0))])
        append("creationDate", time + 300)
        append("startDate", time)
        append("endDate", time + 300)
        text.append(">\n")
        for (hertz, left, right) in [(250, 5.0, 10.0), (500, 5, 10), (1000, 10, 10), (2000, 12.5, 15), (4000, 20, 25), (8000, 25, 30)] {
            text.append("  <SensitivityPoint frequencyValue=\"\(hertz)\" frequencyUnit=\"Hz\"")
            for (ear, decibels) in [("left", left), ("right", right)] {
                append("\(ear)EarValue", decibels)
                append("\(ear)EarUnit", "dBHL")
                guard version >= .v14 else { continue }
                append("\(ear)EarMasked", "NO")
                append("\(ear)EarClampingRangeLowerBound", -10)
                append("\(ear)EarClampingRangeUpperBound", 85)
            }
            text.append("/>\n")
        }
        text.append(" </Audiogram>\n")
        manifest.sampleCounts[.audiograms] = 1
        guard version >= .v12 else { return }
        text.append(" <VisionPrescription type=\"glasses\"")
        append("dateIssued", time)
        append("expirationDate", time + 2 * 365 * 86_400)
        text.append(">\n  <RightEye sphere=\"-1.5\" sphereUnit=\"D\" cylinder=\"-0.5\" cylinderUnit=\"D\" axis=\"90\" axisUnit=\"deg\"/>\n")
        text.append("  <LeftEye sphere=\"-1.25\" sphereUnit=\"D\"/>\n </VisionPrescription>\n")
        manifest.sampleCounts[.visionPrescriptions] = 1
    }
}

// Attributes, each after a space.
extension ExportWriter {
    mutating func append(_ name: String, _ value: some StringProtocol) {
        text.append(" ")
        text.append(name)
        text.append("=\"")
        text.append(escaping: value)
        text.append("\"")
    }

    /// Appends a number with the fewest digits that read back the same. Nil appends nothing.
    mutating func append(_ name: String, _ value: Double?) {
        guard let value else { return }
        if value == value.rounded(), abs(value) < 1e15 { append(name, String(Int(value))) } else { append(name, String(value)) }
    }

    /// Appends a time in seconds since 1970.
    mutating func append(_ name: String, _ seconds: Int) {
        text.append(" ")
        text.append(name)
        text.append("=\"")
        clock.append(seconds, to: &text)
        text.append("\"")
    }
}

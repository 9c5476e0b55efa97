import TerminalText

/// The version of the export format, as in the comment in its document type. Each belongs to some versions of iOS.
package enum ExportVersion: Int, CaseIterable, Sendable {
    /// iOS 9: no beat lists, no routes, workouts with totals as attributes.
    case v3 = 3
    /// iOS 10 and 11.
    case v9 = 9
    /// iOS 12 to 15: the last version with totals as attributes and only one value for sleep.
    case v11 = 11
    /// iOS 16.0. Its document type cannot be parsed.
    case v12 = 12
    case v13 = 13
    /// Up to iOS 26. The number of iOS 27 is not public, so its zones of workouts are in this version.
    case v14 = 14

    var hasBeatLists: Bool { self >= .v9 }
    var hasRoutes: Bool { self >= .v11 }
    var hasElectrocardiograms: Bool { self >= .v11 }
    var hasWorkoutStatistics: Bool { self >= .v12 }
    var hasSleepStages: Bool { self >= .v12 }
    var hasWorkoutActivities: Bool { self >= .v13 }
    var hasZones: Bool { self >= .v14 }
}

extension ExportVersion: Comparable {
    package static func < (a: ExportVersion, b: ExportVersion) -> Bool { a.rawValue < b.rawValue }
}

extension ExportVersion {
    /// An element of the document type. Required attributes end with `!`. Later attributes start with their version, as in `14:name`.
    private struct Element {
        let name: String
        let content: String
        let attributes: String
        var since = ExportVersion.v3
        var note = ""
    }

    private static let provenance = "sourceName! sourceVersion device creationDate startDate! endDate!"
    private static let eye =
        "sphere sphereUnit cylinder cylinderUnit axis axisUnit add addUnit vertex vertexUnit prismAmount prismAmountUnit "
        + "prismAngle prismAngleUnit farPD farPDUnit nearPD nearPDUnit baseCurve baseCurveUnit diameter diameterUnit"

    private var elements: [Element] {
        [
            Element(name: "ExportDate", content: "EMPTY", attributes: "value!"),
            Element(
                name: "Me", content: "EMPTY",
                attributes: "HKCharacteristicTypeIdentifierDateOfBirth! HKCharacteristicTypeIdentifierBiologicalSex! "
                    + "HKCharacteristicTypeIdentifierBloodType! HKCharacteristicTypeIdentifierFitzpatrickSkinType! "
                    + "14:HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse!"),
            Element(
                name: "Record", content: hasBeatLists ? "((MetadataEntry|HeartRateVariabilityMetadataList)*)" : "(MetadataEntry*)",
                attributes: "type! unit value " + ExportVersion.provenance),
            Element(
                name: "Correlation", content: "((MetadataEntry|Record)*)", attributes: "type! " + ExportVersion.provenance,
                note: "Any Records that appear as children of a correlation also appear as top-level records in this document."),
            Element(
                name: "Workout",
                content:
                    "((MetadataEntry|WorkoutEvent\(hasRoutes ? "|WorkoutRoute" : "")\(hasWorkoutStatistics ? "|WorkoutStatistics" : ""))*)",
                attributes: "workoutActivityType! duration durationUnit totalDistance totalDistanceUnit totalEnergyBurned "
                    + "totalEnergyBurnedUnit " + ExportVersion.provenance),
            Element(
                name: "WorkoutActivity", content: "((MetadataEntry)*)", attributes: "uuid! startDate! endDate duration durationUnit",
                since: .v13),
            Element(name: "WorkoutEvent", content: "EMPTY", attributes: "type! date! 9:duration 9:durationUnit"),
            Element(
                name: "WorkoutStatistics", content: "EMPTY", attributes: "type! startDate! endDate! average minimum maximum sum unit",
                since: .v12),
            Element(
                name: "WorkoutRoute", content: "((MetadataEntry|FileReference)*)", attributes: ExportVersion.provenance, since: .v11),
            Element(name: "FileReference", content: "EMPTY", attributes: "path!", since: .v11),
            Element(
                name: "ActivitySummary", content: "EMPTY",
                attributes: "dateComponents activeEnergyBurned activeEnergyBurnedGoal activeEnergyBurnedUnit 11:appleMoveTime "
                    + "11:appleMoveTimeGoal appleExerciseTime appleExerciseTimeGoal appleStandHours appleStandHoursGoal"),
            Element(name: "MetadataEntry", content: "EMPTY", attributes: "key! value!"),
            Element(
                name: "HeartRateVariabilityMetadataList", content: "(InstantaneousBeatsPerMinute*)", attributes: "", since: .v9,
                note: "Heart Rate Variability records captured by Apple Watch may include an associated list of instantaneous "
                    + "beats-per-minute readings."),
            Element(name: "InstantaneousBeatsPerMinute", content: "EMPTY", attributes: "bpm! time!", since: .v9),
            Element(
                name: "ClinicalRecord", content: "EMPTY",
                attributes: "type! identifier! sourceName! sourceURL! fhirVersion! receivedDate! resourceFilePath!", since: .v11),
            Element(
                name: "Audiogram", content: "((MetadataEntry|SensitivityPoint)*)", attributes: "type! " + ExportVersion.provenance,
                since: .v11),
            Element(
                name: "SensitivityPoint", content: "EMPTY",
                attributes: "frequencyValue! frequencyUnit! leftEarValue leftEarUnit 14:leftEarMasked 14:leftEarClampingRangeLowerBound "
                    + "14:leftEarClampingRangeUpperBound rightEarValue rightEarUnit 14:rightEarMasked "
                    + "14:rightEarClampingRangeLowerBound 14:rightEarClampingRangeUpperBound", since: .v11),
            Element(
                name: "VisionPrescription", content: "((RightEye|LeftEye|Attachment|MetadataEntry)*)",
                attributes: "type! dateIssued! expirationDate brand", since: .v12),
            Element(name: "RightEye", content: "EMPTY", attributes: ExportVersion.eye, since: .v12),
            Element(name: "LeftEye", content: "EMPTY", attributes: ExportVersion.eye, since: .v12),
            Element(name: "Attachment", content: "EMPTY", attributes: "identifier", since: .v12),
        ].filter { $0.since <= self }
    }

    /// The names of the elements that can be children of the root in addition to ExportDate and Me.
    private var topLevel: String {
        ["Record", "Correlation", "Workout", "ActivitySummary"].joined(separator: "|") + (self >= .v11 ? "|ClinicalRecord" : "")
            + (self >= .v12 ? "|Audiogram|VisionPrescription" : "")
    }

    /// The document type from `<!DOCTYPE` to the line `]>`, in Apple's layout.
    ///
    /// As in iOS 16.0, version 12 does not close two attribute lists, so parsers reject it.
    var documentType: String {
        var text = "<!DOCTYPE HealthData [\n<!-- HealthKit Export Version: \(rawValue) -->\n"
        text += "<!ELEMENT HealthData (ExportDate,Me,(\(topLevel))*)>\n<!ATTLIST HealthData\n  locale CDATA #REQUIRED\n>\n"
        for element in elements {
            if !element.note.isEmpty { text += "<!-- Note: \(element.note) -->\n" }
            text += "<!ELEMENT \(element.name) \(element.content)>\n"
            let attributes = element.attributes.split(separator: " ").compactMap(attribute)
            guard !attributes.isEmpty else { continue }
            let width = attributes.map(\.name.count).max() ?? 0
            text += "<!ATTLIST \(element.name)\n"
            for attribute in attributes {
                let name = ScreenText.padded(attribute.name, to: width)
                text += "  \(name) CDATA #\(attribute.isRequired ? "REQUIRED" : "IMPLIED")\n"
            }
            let isLeftOpen = self == .v12 && (element.name == "VisionPrescription" || element.name == "RightEye")
            if !isLeftOpen { text += ">\n" }
        }
        return text + "]>\n"
    }

    private func attribute(_ entry: Substring) -> (name: Substring, isRequired: Bool)? {
        let parts = entry.split(separator: ":")
        if parts.count == 2, let since = Int(parts[0]), rawValue < since { return nil }
        let name = parts[parts.count - 1]
        return name.hasSuffix("!") ? (name.dropLast(), true) : (name, false)
    }
}

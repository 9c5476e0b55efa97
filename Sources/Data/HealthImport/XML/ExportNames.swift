/// The elements of an export that the importer reads.
enum ExportElement: UInt8, CaseIterable {
    case healthData, exportDate, me, record, metadataEntry, heartRateVariabilityMetadataList, instantaneousBeatsPerMinute, correlation
    case workout, workoutEvent, workoutStatistics, workoutActivity, workoutRoute, location, fileReference, activitySummary
    case workoutZoneGroup, workoutZone
    case audiogram, sensitivityPoint, visionPrescription, rightEye, leftEye, attachment, clinicalRecord
    /// An element that is only counted by name, including its content.
    case other

    init(_ name: Bytes) {
        switch name.count {
        case 2 where name.equals("Me"): self = .me
        case 6 where name.equals("Record"): self = .record
        case 7 where name.equals("Workout"): self = .workout
        case 7 where name.equals("LeftEye"): self = .leftEye
        case 8 where name.equals("RightEye"): self = .rightEye
        case 8 where name.equals("Location"): self = .location
        case 9 where name.equals("Audiogram"): self = .audiogram
        case 10 where name.equals("Attachment"): self = .attachment
        case 10 where name.equals("HealthData"): self = .healthData
        case 10 where name.equals("ExportDate"): self = .exportDate
        case 11 where name.equals("Correlation"): self = .correlation
        case 11 where name.equals("WorkoutZone"): self = .workoutZone
        case 12 where name.equals("WorkoutEvent"): self = .workoutEvent
        case 12 where name.equals("WorkoutRoute"): self = .workoutRoute
        case 13 where name.equals("MetadataEntry"): self = .metadataEntry
        case 13 where name.equals("FileReference"): self = .fileReference
        case 14 where name.equals("ClinicalRecord"): self = .clinicalRecord
        case 15 where name.equals("WorkoutActivity"): self = .workoutActivity
        case 15 where name.equals("ActivitySummary"): self = .activitySummary
        case 16 where name.equals("SensitivityPoint"): self = .sensitivityPoint
        case 16 where name.equals("WorkoutZoneGroup"): self = .workoutZoneGroup
        case 17 where name.equals("WorkoutStatistics"): self = .workoutStatistics
        case 18 where name.equals("VisionPrescription"): self = .visionPrescription
        case 27 where name.equals("InstantaneousBeatsPerMinute"): self = .instantaneousBeatsPerMinute
        case 32 where name.equals("HeartRateVariabilityMetadataList"): self = .heartRateVariabilityMetadataList
        default: self = .other
        }
    }

    /// True if the element can only be a child of `HealthData`. Its start ends all open elements.
    var isTopLevel: Bool {
        switch self {
        case .exportDate, .me, .correlation, .workout, .activitySummary, .audiogram, .visionPrescription, .clinicalRecord: true
        default: false
        }
    }
}

/// The attributes of an export that the importer reads.
enum ExportAttribute {
    case type, value, unit, sourceName, sourceVersion, device, creationDate, startDate, endDate
    case key, path, date, time, bpm, sum, average, minimum, maximum, duration, durationUnit, workoutActivityType
    case other

    init(_ name: Bytes) {
        switch name.count {
        case 3 where name.equals("key"): self = .key
        case 3 where name.equals("sum"): self = .sum
        case 3 where name.equals("bpm"): self = .bpm
        case 4 where name.equals("type"): self = .type
        case 4 where name.equals("unit"): self = .unit
        case 4 where name.equals("path"): self = .path
        case 4 where name.equals("date"): self = .date
        case 4 where name.equals("time"): self = .time
        case 5 where name.equals("value"): self = .value
        case 6 where name.equals("device"): self = .device
        // Exports of iOS 8 have this name.
        case 6 where name.equals("source"): self = .sourceName
        case 7 where name.equals("endDate"): self = .endDate
        case 7 where name.equals("average"): self = .average
        case 7 where name.equals("minimum"): self = .minimum
        case 7 where name.equals("maximum"): self = .maximum
        case 8 where name.equals("duration"): self = .duration
        case 9 where name.equals("startDate"): self = .startDate
        case 10 where name.equals("sourceName"): self = .sourceName
        case 12 where name.equals("creationDate"): self = .creationDate
        case 12 where name.equals("durationUnit"): self = .durationUnit
        case 13 where name.equals("sourceVersion"): self = .sourceVersion
        case 19 where name.equals("workoutActivityType"): self = .workoutActivityType
        default: self = .other
        }
    }
}

internal import CalendarIntervals
import HealthModel

/// The apps and devices that record a life.
enum LifeSource: Int32, CaseIterable {
    case phone, watch, health, scale, cuff, breathing, clock, diary, glucoseSensor, foodLog

    /// The name of the source, with a curly apostrophe if it contains one.
    var name: String {
        switch self {
        case .phone: "iPhone"
        case .watch: "Apple Watch"
        case .health: "Health"
        case .scale: "Owner’s Scale"
        case .cuff: "Pressure & Pulse"
        case .breathing: "Breathing"
        case .clock: "Clock"
        case .diary: "Sleep Diary"
        case .glucoseSensor: "Glucose Sensor"
        case .foodLog: "Food Log"
        }
    }

    /// The software versions. Updates give the samples of one source several versions.
    private static let systemVersions = ["26.0", "26.0.1", "26.1", "26.2"]
    static var eraCount: Int32 { Int32(systemVersions.count) }

    /// Returns the era of software for a day.
    static func era(dayNumber: Int) -> Int32 { Int32(dayNumber.flooredQuotient(by: 45).flooredRemainder(by: systemVersions.count)) }

    /// Returns the id of this source's origin in ``origins``.
    func origin(era: Int32) -> Int32 { 1 + rawValue * LifeSource.eraCount + era }

    static let sources: [Source] = allCases.map { Source(name: $0.name) }

    /// An origin without information, then every source with the software of every era.
    static let origins: [Origin] =
        [Origin(source: 0)]
        + allCases.flatMap { source in
            systemVersions.map {
                Origin(source: source.rawValue, sourceVersion: source.version(system: $0), device: source.device(system: $0))
            }
        }

    private func version(system: String) -> String {
        switch self {
        case .phone, .watch, .health, .clock: system
        case .scale: "4.12.1"
        case .cuff: "2.0"
        case .breathing: "1203"
        case .diary: "7.3"
        case .glucoseSensor: "3.5"
        case .foodLog: "2.2"
        }
    }

    private func device(system: String) -> Device? {
        switch self {
        case .phone, .clock:
            Device(name: "iPhone", manufacturer: "Apple Inc.", model: "iPhone", hardware: "iPhone16,2", software: system)
        case .watch:
            Device(name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch7,2", software: system)
        case .scale: Device(name: "Scale", manufacturer: "Weighing, Ltd.", model: "S2", hardware: "S2,1")
        case .glucoseSensor: Device(name: "Sensor", manufacturer: "Sensing, Ltd.", model: "G1", hardware: "G1,1")
        case .health, .cuff, .breathing, .diary, .foodLog: nil
        }
    }
}

/// The metadata sets that many samples of a life share, by id.
enum LifeMetadata {
    static let empty: Int32 = 0
    static let handEntered: Int32 = 1
    static let resting: Int32 = 2
    static let moving: Int32 = 3
    static let beforeMeal: Int32 = 4
    static let afterMeal: Int32 = 5
    static let homeZone: Int32 = 6
    static let tripZone: Int32 = 7

    /// Returns the shared sets of a person who lives in one zone and travels to another.
    static func shared(home: String, trip: String) -> [MetadataSet] {
        let byHand = MetadataSet.Entry(key: MetadataKey.wasUserEntered, value: "1")
        return [
            MetadataSet(),
            MetadataSet([byHand]),
            MetadataSet([.init(key: "HKMetadataKeyHeartRateMotionContext", value: "1")]),
            MetadataSet([.init(key: "HKMetadataKeyHeartRateMotionContext", value: "2")]),
            MetadataSet([byHand, .init(key: "HKBloodGlucoseMealTime", value: "1")]),
            MetadataSet([byHand, .init(key: "HKBloodGlucoseMealTime", value: "2")]),
            MetadataSet([.init(key: MetadataKey.timeZone, value: home)]),
            MetadataSet([.init(key: MetadataKey.timeZone, value: trip)]),
        ]
    }
}

import Foundation

/// The identifiers of objects. A store numbers its samples, so the number gives the identifier, which is the same in every process.
///
/// An app may read the identifier of an object before it saves it. The store then keeps this identifier as another name of the number.
struct SampleIdentity: Sendable {
    private var numbers: [UUID: Int64] = [:]
    private var aliases: [Int64: UUID] = [:]

    /// The settings that keep identifiers start with this name, which is followed by the number of the first sample.
    static let setting = "identifiers from "
    private static let prefix: [UInt8] = [0x74, 0x61, 0x6C, 0x6C, 0x79, 0x00, 0x80, 0x01]

    init() {}

    init(settings: [String: String]) {
        for text in settings.values { add(text) }
    }

    private mutating func add(_ text: String) {
        for entry in text.split(separator: " ") {
            let parts = entry.split(separator: "=")
            guard parts.count == 2, let number = Int64(parts[0]), let uuid = UUID(uuidString: String(parts[1])) else { continue }
            (numbers[uuid], aliases[number]) = (number, uuid)
        }
    }

    /// Returns the text of a setting with identifiers.
    static func text(of identifiers: [(number: Int64, uuid: UUID)]) -> String {
        identifiers.map { "\($0.number)=\($0.uuid.uuidString)" }.joined(separator: " ")
    }

    /// Returns the identifier of a sample.
    func uuid(of number: Int64) -> UUID { aliases[number] ?? Self.derived(number) }

    /// Returns the identifier that the number of a sample gives.
    static func derived(_ number: Int64) -> UUID {
        let tail = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        let b = prefix
        return UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], tail[0] | 0x80, tail[1], tail[2], tail[3], tail[4], tail[5], tail[6],
                tail[7]
            ))
    }

    /// Returns the identifier of a part of a workout, or of one of its routes, by its place.
    static func derived(_ number: Int64, isRoute: Bool, place: Int) -> UUID {
        var bytes = derived(number).uuid
        bytes.5 = UInt8(truncatingIfNeeded: place & 0x7F) | (isRoute ? 0x80 : 0)
        bytes.7 = 2
        return UUID(uuid: bytes)
    }

    /// Returns the identifier of the heartbeats in a sample.
    static func derived(heartbeatsOf number: Int64) -> UUID {
        var bytes = derived(number).uuid
        bytes.7 = 3
        return UUID(uuid: bytes)
    }

    /// Returns the identifier of an object of a type, whose number is that of the sample or workout that it is or that holds it. Of several
    /// routes of a workout, it is that of the first.
    func uuid(of number: Int64, _ type: HKSampleType) -> UUID {
        switch type.identifier {
        case HKDataTypeIdentifierHeartbeatSeries: Self.derived(heartbeatsOf: number)
        case HKWorkoutRouteTypeIdentifier: Self.derived(number, isRoute: true, place: 0)
        default: uuid(of: number)
        }
    }

    /// Returns the number of the sample with an identifier, or of the one whose heartbeats have it. Nil for other identifiers.
    func number(of uuid: UUID) -> Int64? {
        if let number = numbers[uuid] { return number }
        var b = uuid.uuid
        if b.7 == 3 { b.7 = Self.prefix[7] }
        guard [b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7] == Self.prefix else { return nil }
        let tail = [b.8 & 0x7F, b.9, b.10, b.11, b.12, b.13, b.14, b.15]
        return tail.reduce(0) { $0 << 8 | Int64($1) }
    }
}

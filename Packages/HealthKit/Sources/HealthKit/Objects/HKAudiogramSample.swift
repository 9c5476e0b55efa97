public import Foundation
@_spi(Guests) import TallyKit

/// The result of a hearing test: the sensitivity of each ear at some frequencies.
public final class HKAudiogramSample: HKSample, @unchecked Sendable {
    /// The sensitivities by frequency.
    public let sensitivityPoints: [HKAudiogramSensitivityPoint]

    /// - Parameter facts: The metadata in which a store keeps the points.
    init(facts: MetadataSet, _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        let points = AudiogramPoint.all(in: facts)
        sensitivityPoints = points.map(HKAudiogramSensitivityPoint.init)
        super.init(.audiogramSampleType(), start, end, origin.without(Set(points.flatMap(\.entries).map(\.key))))
    }

    private init(_ points: [HKAudiogramSensitivityPoint], _ start: Date, _ end: Date, _ origin: ObjectOrigin) {
        sensitivityPoints = points
        super.init(.audiogramSampleType(), start, end, origin)
    }

    /// Creates an audiogram. Traps if the end is before the start.
    public convenience init(sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date, metadata: [String: Any]?) {
        self.init(sensitivityPoints, start, end, ObjectOrigin(metadata: metadata))
    }

    /// Creates an audiogram with a device.
    public convenience init(
        sensitivityPoints: [HKAudiogramSensitivityPoint], start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(sensitivityPoints, start, end, ObjectOrigin(device: device, metadata: metadata))
    }
}

/// The sensitivity of the ears at one frequency.
public final class HKAudiogramSensitivityPoint: NSObject, Sendable {
    /// The frequency in hertz.
    public let frequency: HKQuantity
    /// The tests at this frequency, at most one of each ear.
    public let tests: [HKAudiogramSensitivityTest]

    init(_ point: AudiogramPoint) {
        frequency = HKQuantity(unit: .hertz(), doubleValue: point.hertz)
        tests = [AudiogramPoint.Ear.left, .right].compactMap { ear in
            point.levels[ear].map { HKAudiogramSensitivityTest($0, ear == .left ? .left : .right) }
        }
    }

    /// Creates a point. Throws if the frequency is not in a unit of frequency, or if an ear has two tests.
    public init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
        guard frequency.is(compatibleWith: .hertz()) else {
            throw HKError(.errorInvalidArgument, "the frequency of an audiogram is in hertz, not in \(frequency.unitString)")
        }
        guard Set(tests.map(\.side)).count == tests.count else {
            throw HKError(.errorInvalidArgument, "a point of an audiogram has at most one test of each ear")
        }
        self.frequency = frequency
        self.tests = tests
    }

    /// Creates a point of tests without masking. Throws if a unit does not fit.
    public convenience init(frequency: HKQuantity, leftEarSensitivity: HKQuantity?, rightEarSensitivity: HKQuantity?) throws {
        func test(_ sensitivity: HKQuantity?, _ side: HKAudiogramSensitivityTestSide) throws -> HKAudiogramSensitivityTest? {
            try sensitivity.map {
                try HKAudiogramSensitivityTest(sensitivity: $0, type: .air, masked: false, side: side, clampingRange: nil)
            }
        }
        let tests = [try test(leftEarSensitivity, .left), try test(rightEarSensitivity, .right)]
        try self.init(frequency: frequency, tests: tests.compactMap(\.self))
    }

    /// The sensitivity of the left ear in dBHL; nil if it was not tested.
    public var leftEarSensitivity: HKQuantity? { tests.first { $0.side == .left }?.sensitivity }
    /// The sensitivity of the right ear in dBHL; nil if it was not tested.
    public var rightEarSensitivity: HKQuantity? { tests.first { $0.side == .right }?.sensitivity }

    /// The metadata in which a store keeps the point.
    var entries: [MetadataSet.Entry] {
        var point = AudiogramPoint(hertz: frequency.doubleValue(for: .hertz()))
        for test in tests { point.levels[test.side == .left ? .left : .right] = test.level }
        return point.entries
    }
}

/// How a tone reaches the inner ear.
public enum HKAudiogramConductionType: Int, Sendable {
    /// Through the air.
    case air = 0
}

/// The ear of a test.
public enum HKAudiogramSensitivityTestSide: Int, Sendable {
    /// The left ear.
    case left = 0
    /// The right ear.
    case right = 1
}

/// The sensitivity of one ear at one frequency.
public final class HKAudiogramSensitivityTest: NSObject, Sendable {
    /// The level in dBHL. An ear with a greater level hears less.
    public let sensitivity: HKQuantity
    /// How the tone reached the inner ear.
    public let type: HKAudiogramConductionType
    /// True if the other ear heard a noise.
    public let masked: Bool
    /// The ear.
    public let side: HKAudiogramSensitivityTestSide
    /// The levels that the test can show; nil if unknown.
    public let clampingRange: HKAudiogramSensitivityPointClampingRange?

    /// Creates a test. Throws if the level is not in dBHL.
    public init(
        sensitivity: HKQuantity, type: HKAudiogramConductionType, masked: Bool, side: HKAudiogramSensitivityTestSide,
        clampingRange: HKAudiogramSensitivityPointClampingRange?
    ) throws {
        guard sensitivity.is(compatibleWith: .decibelHearingLevel()) else {
            throw HKError(.errorInvalidArgument, "the sensitivity of an ear is in dBHL, not in \(sensitivity.unitString)")
        }
        (self.sensitivity, self.type, self.masked, self.side) = (sensitivity, type, masked, side)
        self.clampingRange = clampingRange
    }

    init(_ level: AudiogramPoint.Level, _ side: HKAudiogramSensitivityTestSide) {
        sensitivity = HKQuantity(unit: .decibelHearingLevel(), doubleValue: level.decibels)
        (type, masked, self.side) = (.air, level.isMasked, side)
        let hasRange = level.from != nil || level.through != nil
        clampingRange = hasRange ? HKAudiogramSensitivityPointClampingRange(from: level.from, through: level.through) : nil
    }

    fileprivate var level: AudiogramPoint.Level {
        let unit = HKUnit.decibelHearingLevel()
        var level = AudiogramPoint.Level(decibels: sensitivity.doubleValue(for: unit))
        level.isMasked = masked
        level.from = clampingRange?.lowerBound?.doubleValue(for: unit)
        level.through = clampingRange?.upperBound?.doubleValue(for: unit)
        return level
    }
}

/// The levels that a test can show. Others are cut to the nearest of them.
public final class HKAudiogramSensitivityPointClampingRange: NSObject, Sendable {
    /// The least level in dBHL; nil if unknown.
    public let lowerBound: HKQuantity?
    /// The greatest level in dBHL; nil if unknown.
    public let upperBound: HKQuantity?

    /// Creates a range of dBHL. Throws without a bound, or if the bounds are in the wrong order.
    public convenience init(lowerBound: NSNumber?, upperBound: NSNumber?) throws {
        guard lowerBound != nil || upperBound != nil else { throw HKError(.errorInvalidArgument, "a range needs a bound") }
        if let lowerBound, let upperBound, lowerBound.doubleValue > upperBound.doubleValue {
            throw HKError(.errorInvalidArgument, "the lower bound of a range is above the upper bound")
        }
        self.init(from: lowerBound?.doubleValue, through: upperBound?.doubleValue)
    }

    init(from lower: Double?, through upper: Double?) {
        lowerBound = lower.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
        upperBound = upper.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
    }
}

extension ObjectOrigin {
    /// Returns the origin without some keys of its metadata, which are properties of the object.
    func without(_ keys: Set<String>) -> ObjectOrigin {
        var origin = self
        origin.metadata = metadata?.filter { !keys.contains($0.key) }
        return origin
    }
}

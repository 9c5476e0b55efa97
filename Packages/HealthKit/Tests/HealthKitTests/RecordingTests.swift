import Foundation
import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// Audiograms and prescriptions of the module HealthKit.
@Suite("HealthKit's audiograms and prescriptions")
struct RecordingTests {
    private static let export = """
        <HealthData>
        <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Hearing" startDate="2026-03-02 20:00:00 +0000" \
        endDate="2026-03-02 20:05:00 +0000">
        <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="20" leftEarUnit="dBHL" leftEarMasked="YES" \
        leftEarClampingRangeUpperBound="85" rightEarValue="12.5" rightEarUnit="dBHL"/>
        <SensitivityPoint frequencyValue="500" frequencyUnit="Hz" leftEarValue="10" leftEarUnit="dBHL"/>
        </Audiogram>
        <VisionPrescription type="glasses" dateIssued="2026-03-02 00:00:00 +0000" expirationDate="2027-03-02 00:00:00 +0000">
        <RightEye sphere="-1.5" sphereUnit="D" axis="90" axisUnit="deg" prismAmount="0.5" prismAmountUnit="pD" prismAngle="15" \
        prismAngleUnit="deg"/>
        </VisionPrescription>
        <VisionPrescription type="contacts" dateIssued="2026-03-03 00:00:00 +0000" brand="Soft">
        <LeftEye sphere="-1.25" sphereUnit="D" baseCurve="8.6" baseCurveUnit="mm"/>
        </VisionPrescription>
        <VisionPrescription type="contacts" dateIssued="2026-03-04 00:00:00 +0000"/>
        </HealthData>
        """

    private func store() async throws -> HKHealthStore {
        try await HKHealthStore.holding(Self.export)
    }

    @Test("An audiogram has its points by frequency, with a test of each ear, and no metadata of them")
    func audiogram() async throws {
        let store = try await store()
        let found = try await HKSampleQueryDescriptor(predicates: [.audiogram()], sortDescriptors: []).result(for: store)
        let one = try #require(found.first)
        let level = HKUnit.decibelHearingLevel()
        #expect(found.count == 1 && one.metadata == nil && one.sourceRevision.source.name == "Hearing")
        #expect(one.endDate.timeIntervalSince(one.startDate) == 300)
        #expect(one.sensitivityPoints.map { $0.frequency.doubleValue(for: .hertz()) } == [500, 1000])
        let point = one.sensitivityPoints[1]
        #expect(point.leftEarSensitivity?.doubleValue(for: level) == 20 && point.rightEarSensitivity?.doubleValue(for: level) == 12.5)
        #expect(point.tests.map(\.side) == [.left, .right] && point.tests.map(\.masked) == [true, false])
        #expect(point.tests[0].clampingRange?.upperBound?.doubleValue(for: level) == 85 && point.tests[0].clampingRange?.lowerBound == nil)
        #expect(point.tests[1].clampingRange == nil && one.sensitivityPoints[0].rightEarSensitivity == nil)
    }

    @Test("An audiogram that an app saves is read as it was saved")
    func saving() async throws {
        let store = HKHealthStore(over: HealthStore.inMemory())
        let level = HKUnit.decibelHearingLevel()
        let test = try HKAudiogramSensitivityTest(
            sensitivity: HKQuantity(unit: level, doubleValue: 15), type: .air, masked: true, side: .right,
            clampingRange: HKAudiogramSensitivityPointClampingRange(lowerBound: -10, upperBound: 85))
        let point = try HKAudiogramSensitivityPoint(frequency: HKQuantity(unit: .hertzUnit(with: .kilo), doubleValue: 2), tests: [test])
        let date = Date(timeIntervalSince1970: 1_772_000_000)
        let audiogram = HKAudiogramSample(sensitivityPoints: [point], start: date, end: date + 60, metadata: ["note": "left out"])
        try await store.save(audiogram)
        let read = try await HKSampleQueryDescriptor(predicates: [.audiogram()], sortDescriptors: []).result(for: store)
        #expect(read == [audiogram] && read.first?.metadata?["note"] as? String == "left out")
        let found = try #require(read.first?.sensitivityPoints.first)
        #expect(found.frequency.doubleValue(for: .hertz()) == 2000 && found.tests.map(\.masked) == [true])
        #expect(found.rightEarSensitivity?.doubleValue(for: level) == 15)
        #expect(found.tests.first?.clampingRange?.lowerBound?.doubleValue(for: level) == -10)
    }

    @Test("Points and tests with wrong units, two tests of an ear and empty ranges are errors")
    func errors() throws {
        let (level, hertz) = (HKQuantity(unit: .decibelHearingLevel(), doubleValue: 1), HKQuantity(unit: .hertz(), doubleValue: 1))
        let test = try HKAudiogramSensitivityTest(sensitivity: level, type: .air, masked: false, side: .left, clampingRange: nil)
        #expect(throws: HKError.self) { try HKAudiogramSensitivityPoint(frequency: level, tests: [test]) }
        #expect(throws: HKError.self) { try HKAudiogramSensitivityPoint(frequency: hertz, tests: [test, test]) }
        #expect(throws: HKError.self) {
            try HKAudiogramSensitivityTest(sensitivity: hertz, type: .air, masked: false, side: .left, clampingRange: nil)
        }
        #expect(throws: HKError.self) { try HKAudiogramSensitivityPointClampingRange(lowerBound: nil, upperBound: nil) }
        #expect(throws: HKError.self) { try HKAudiogramSensitivityPointClampingRange(lowerBound: 2, upperBound: 1) }
    }

    @Test("Prescriptions have the class of their kind, HealthKit's dates, and the numbers of each lens")
    func prescriptions() async throws {
        let store = try await store()
        let found = try await HKSampleQueryDescriptor(
            predicates: [.visionPrescription()], sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: store)
        #expect(found.map(\.prescriptionType) == [.glasses, .contacts, .contacts])
        let glasses = try #require(found.first as? HKGlassesPrescription)
        #expect(glasses.expirationDate == glasses.endDate && glasses.dateIssued == glasses.startDate && glasses.metadata == nil)
        #expect(glasses.rightEye?.sphere.doubleValue(for: .diopter()) == -1.5 && glasses.leftEye == nil)
        #expect(glasses.rightEye?.axis?.doubleValue(for: .degreeAngle()) == 90 && glasses.rightEye?.cylinder == nil)
        #expect(glasses.rightEye?.prism?.amount.doubleValue(for: .prismDiopter()) == 0.5 && glasses.rightEye?.prism?.eye == .right)
        let contacts = try #require(found[1] as? HKContactsPrescription)
        #expect(contacts.brand == "Soft" && contacts.expirationDate == nil && contacts.hasUndeterminedDuration)
        #expect(contacts.leftEye?.baseCurve?.doubleValue(for: .meterUnit(with: .milli)) == 8.6)
        #expect(type(of: found[2]) == HKVisionPrescription.self)
    }
}

import Foundation
import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// Series of heartbeats, which are metadata of samples of heart-rate variability in a store.
@Suite("Series of heartbeats", .timeLimit(.minutes(5)))
struct HeartbeatSeriesTests {
    private static let variability = HKQuantityType(.heartRateVariabilitySDNN)

    /// Three samples: with five beats and a missing one, without beats, and with two beats.
    private static let export = """
        <HealthData>
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch" sourceVersion="11.2" unit="ms" \
        device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., hardware:Watch6,7&gt;" \
        startDate="2026-03-02 08:10:27 +0100" endDate="2026-03-02 08:11:27 +0100" value="42"><HeartRateVariabilityMetadataList>
        <InstantaneousBeatsPerMinute bpm="60" time="8:10:28.50 AM"/><InstantaneousBeatsPerMinute bpm="60" time="8:10:29.50 AM"/>
        <InstantaneousBeatsPerMinute bpm="60" time="8:10:31.75 AM"/><InstantaneousBeatsPerMinute bpm="60" time="8:10:32.75 AM"/>
        <InstantaneousBeatsPerMinute bpm="60" time="8:10:32.75 AM"/><InstantaneousBeatsPerMinute bpm="62" time="8:10:33.70 AM"/>
        </HeartRateVariabilityMetadataList></Record>
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="App" unit="ms" \
        startDate="2026-03-02 09:00:00 +0100" endDate="2026-03-02 09:01:00 +0100" value="30"/>
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Strap" unit="ms" \
        startDate="2026-03-03 00:59:40 +0100" endDate="2026-03-03 01:00:40 +0100" value="50"><HeartRateVariabilityMetadataList>
        <InstantaneousBeatsPerMinute bpm="70" time="12:59:59.50 AM"/><InstantaneousBeatsPerMinute bpm="70" time="1:00:00.40 AM"/>
        </HeartRateVariabilityMetadataList></Record>
        </HealthData>
        """

    private func storeWithBeats() async throws -> HKHealthStore {
        try await HKHealthStore.holding(Self.export)
    }

    private func series(_ predicate: NSPredicate? = nil, in store: HKHealthStore) async throws -> [HKHeartbeatSeriesSample] {
        let query = HKSampleQueryDescriptor(predicates: [.heartbeatSeries(predicate)], sortDescriptors: [SortDescriptor(\.startDate)])
        return try await query.result(for: store)
    }

    private func samples(in store: HKHealthStore) async throws -> [HKQuantitySample] {
        let query = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Self.variability)], sortDescriptors: [SortDescriptor(\.startDate)])
        return try await query.result(for: store)
    }

    /// The arguments of a handler of a beat.
    private struct Beat: Equatable, Sendable {
        var time: TimeInterval
        var isAfterGap: Bool
        var isDone: Bool
        var code: HKError.Code?
    }

    private func beats(of series: HKHeartbeatSeriesSample, in store: HKHealthStore) async throws -> [Beat] {
        let found = Recorder<Beat>()
        return await answer { done in
            store.execute(
                HKHeartbeatSeriesQuery(heartbeatSeries: series) { _, time, isAfterGap, isDone, error in
                    found.add(Beat(time: time, isAfterGap: isAfterGap, isDone: isDone, code: (error as? HKError)?.code))
                    if isDone { done(found.elements) }
                })
        }
    }

    @Test("Each sample of heart-rate variability with beats has a series with its time, source and device, and another identifier")
    func found() async throws {
        let store = try await storeWithBeats()
        let found = try await series(in: store)
        let samples = try await samples(in: store)
        let one = try #require(found.first)
        #expect(samples.count == 3 && found.map(\.count) == [5, 2] && found.map(\.source.name) == ["Watch", "Strap"])
        #expect(one.sampleType == HKSeriesType.heartbeat() && one.metadata == nil)
        #expect(one.startDate == samples[0].startDate && one.endDate == samples[0].endDate && one.device == samples[0].device)
        #expect(one.device?.hardwareVersion == "Watch6,7" && one.sourceRevision.version == "11.2")
        #expect(Set(found.map(\.uuid) + samples.map(\.uuid)).count == 5)
        #expect(try await series(in: store).map(\.uuid) == found.map(\.uuid))
    }

    @Test("The query gives the times of beats from the start of the sample, in order, with gaps where a beat is missing")
    func times() async throws {
        let store = try await storeWithBeats()
        let found = try await series(in: store)
        #expect(
            try await beats(of: found[0], in: store) == [
                Beat(time: 1.5, isAfterGap: false, isDone: false), Beat(time: 2.5, isAfterGap: false, isDone: false),
                Beat(time: 4.75, isAfterGap: true, isDone: false), Beat(time: 5.75, isAfterGap: false, isDone: false),
                Beat(time: 6.7, isAfterGap: false, isDone: true),
            ])
        typealias Heartbeat = HKHeartbeatSeriesQueryDescriptor.Heartbeat
        var awaited: [Heartbeat] = []
        for try await beat in HKHeartbeatSeriesQueryDescriptor(found[1]).results(for: store) { awaited.append(beat) }
        #expect(awaited.map(\.timeIntervalSinceStart) == [19.5, 20.4] && awaited.map(\.precededByGap) == [false, false])
    }

    @Test("Predicates choose series by time, source, device and identifier, and not by quantity")
    func predicates() async throws {
        let store = try await storeWithBeats()
        let all = try await series(in: store)
        let day = HKQuery.predicateForSamples(withStart: date("2026-03-02T00:00:00Z"), end: date("2026-03-02T12:00:00Z"))
        #expect(try await series(day, in: store) == [all[0]])
        #expect(try await series(HKQuery.predicateForObjects(from: [all[1].source]), in: store) == [all[1]])
        #expect(try await series(HKQuery.predicateForObjects(from: [#require(all[0].device)]), in: store) == [all[0]])
        #expect(try await series(HKQuery.predicateForObject(with: all[1].uuid), in: store) == [all[1]])
        let ofSample = try await samples(in: store)[0].uuid
        #expect(try await series(HKQuery.predicateForObject(with: ofSample), in: store).isEmpty)
        let high = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: .secondUnit(with: .milli), doubleValue: 1))
        #expect(try await series(high, in: store).isEmpty)
    }

    @Test("The sources of series are those of samples with beats")
    func sources() async throws {
        let store = try await storeWithBeats()
        let names = { (predicate: NSPredicate?) in
            let query = HKSourceQueryDescriptor(predicate: .heartbeatSeries(predicate))
            return try await query.result(for: store).map(\.name).sorted()
        }
        #expect(try await names(nil) == ["Strap", "Watch"])
        let day = HKQuery.predicateForSamples(withStart: date("2026-03-02T00:00:00Z"), end: date("2026-03-02T12:00:00Z"))
        #expect(try await names(day) == ["Watch"])
    }

    private struct Page: Sendable {
        var samples: [HKSample]
        var deleted: [UUID]
        var anchor: HKQueryAnchor?
    }

    private func page(_ types: [HKSampleType], after anchor: HKQueryAnchor? = nil, limit: Int = 0, in store: HKHealthStore) async -> Page {
        await answer { done in
            store.execute(
                HKAnchoredObjectQuery(
                    queryDescriptors: types.map { HKQueryDescriptor(sampleType: $0, predicate: nil) }, anchor: anchor, limit: limit
                ) { _, samples, deleted, anchor, _ in
                    done(Page(samples: samples ?? [], deleted: (deleted ?? []).map(\.uuid), anchor: anchor))
                })
        }
    }

    @Test("Pages of changes have a series next to its sample, and never end between the two")
    func changes() async throws {
        let store = try await storeWithBeats()
        let types = [Self.variability, HKSeriesType.heartbeat()]
        let all = await page(types, in: store)
        let (quantity, series) = ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "HKDataTypeIdentifierHeartbeatSeries")
        #expect(all.samples.map(\.sampleType.identifier) == [quantity, series, quantity, quantity, series])
        var pages: [[UUID]] = []
        var anchor: HKQueryAnchor?
        repeat {
            let next = await page(types, after: anchor, limit: 2, in: store)
            anchor = next.anchor
            pages.append(next.samples.map(\.uuid))
        } while pages.last?.isEmpty == false
        #expect(pages.map(\.count) == [2, 1, 2, 0] && pages.flatMap(\.self) == all.samples.map(\.uuid))
        let single = await page(types, limit: 1, in: store)
        #expect(single.samples.map(\.uuid) == Array(all.samples.map(\.uuid)[..<2]))
    }

    @Test("When a sample is deleted, its series is deleted, and a query of it is an error")
    func deletion() async throws {
        let store = try await storeWithBeats()
        let before = await page([HKSeriesType.heartbeat()], in: store)
        let gone = try #require(before.samples.first as? HKHeartbeatSeriesSample)
        let observed = Recorder<Bool>()
        let observer = HKObserverQuery(sampleType: HKSeriesType.heartbeat(), predicate: nil) { _, completion, _ in
            observed.add(true)
            completion()
        }
        store.execute(observer)
        try await observed.wait(for: 1)
        try await store.delete(samples(in: store)[0])
        try await observed.wait(for: 2)
        store.stop(observer)
        let after = await page([HKSeriesType.heartbeat()], after: before.anchor, in: store)
        #expect(after.samples.isEmpty && after.deleted == [gone.uuid])
        #expect(try await series(in: store).map(\.source.name) == ["Strap"])
        #expect(try await beats(of: gone, in: store) == [Beat(time: 0, isAfterGap: false, isDone: true, code: .errorNoData)])
        await #expect(throws: HKError.self) {
            for try await _ in HKHeartbeatSeriesQueryDescriptor(gone).results(for: store) {}
        }
    }

    @Test("An app that may read heart-rate variability may read its beats")
    func permissions() async throws {
        let owner = try await storeWithBeats()
        try await owner.healthStore.allow("Coach", toRead: [.heartRate])
        let store = try owner.acting(as: "Coach")
        #expect(try await series(in: store).isEmpty)
        try await owner.healthStore.allow("Coach", toRead: [.heartRateVariabilitySDNN])
        let found = try await series(in: store)
        #expect(found.map(\.count) == [5, 2])
        #expect(try await beats(of: found[1], in: store).map(\.time) == [19.5, 20.4])
    }

    @Test("Series can't be saved or deleted, and the error names the samples that have them")
    func writing() async throws {
        let store = try await storeWithBeats()
        let one = try #require(try await series(in: store).first)
        await #expect(throws: HKError.self) { try await store.save(one) }
        for type in [HKSeriesType.heartbeat(), .workoutRoute()] {
            do {
                try await store.deleteObjects(of: type, predicate: HKQuery.predicateForObjects(from: one.source))
                Issue.record("series were deleted")
            } catch let error as HKError {
                #expect(error.code == .errorInvalidArgument)
                #expect(error.localizedDescription.contains(type == .heartbeat() ? "HeartRateVariabilitySDNN" : "HKWorkoutTypeIdentifier"))
            }
        }
        await #expect(throws: HKError.self) { try await store.delete(one) }
        #expect(try await series(in: store).count == 2)
    }
}

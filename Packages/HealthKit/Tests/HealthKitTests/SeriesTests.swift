import Foundation
import HealthKit
import Testing

/// Objects that stores do not keep.
@Suite("Objects that stores do not keep")
struct SeriesTests {
    @Test("Queries of electrocardiograms, heartbeats and routes find nothing, without an error")
    func nothing() async throws {
        let store = HKHealthStore.inMemory()
        try await store.save(sample(steps, 5, .count(), "2026-03-02T08:00:00Z"))
        let sinus = HKQuery.predicateForElectrocardiograms(classification: .sinusRhythm)
        #expect(
            try await HKSampleQueryDescriptor(predicates: [.electrocardiogram(sinus)], sortDescriptors: []).result(for: store).isEmpty)
        #expect(try await HKSampleQueryDescriptor(predicates: [.heartbeatSeries()], sortDescriptors: []).result(for: store).isEmpty)
        #expect(try await HKSampleQueryDescriptor(predicates: [.workoutRoute()], sortDescriptors: []).result(for: store).isEmpty)
        for type: HKSampleType in [.electrocardiogramType(), HKSeriesType.heartbeat(), HKSeriesType.workoutRoute()] {
            let found: (count: Int?, hasError: Bool) = await answer { done in
                let query = HKSampleQuery(sampleType: type, predicate: nil, limit: 1, sortDescriptors: nil) { _, samples, error in
                    done((samples?.count, error != nil))
                }
                store.execute(query)
            }
            #expect(found.count == 0 && !found.hasError)
        }
    }

    @Test("The distance of two points is that on a round earth")
    func distance() {
        // Greenwich to the pole is a quarter of the circumference, 2π · 6,371,008.8 m.
        let greenwich = CLLocation(latitude: 0, longitude: 0)
        let pole = CLLocation(latitude: 90, longitude: 0)
        #expect(abs(greenwich.distance(from: pole) - Double.pi / 2 * 6_371_008.8) < 0.01)
        #expect(greenwich.distance(from: greenwich) == 0)
        #expect(abs(greenwich.distance(from: CLLocation(latitude: 0, longitude: 180)) - Double.pi * 6_371_008.8) < 0.01)
    }
}

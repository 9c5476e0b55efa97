import Foundation
import HealthKit
import Testing

@Suite("Sequences of activity summaries", .timeLimit(.minutes(2)))
struct SummarySequenceTests {
    @Test("A sequence sends all chosen summaries, and again when one of them changes, until the task is cancelled")
    func changes() async throws {
        let store = HKHealthStore.inMemory()
        try store.load("add summary on 2026-03-28 move 420 of 560 kcal")
        let first = DateComponents(calendar: Calendar(identifier: .gregorian), year: 2026, month: 3, day: 28)
        let last = DateComponents(calendar: Calendar(identifier: .gregorian), year: 2026, month: 3, day: 29)
        let query = HKActivitySummaryQueryDescriptor(predicate: HKQuery.predicate(forActivitySummariesBetweenStart: first, end: last))
        let found = Recorder<[Double]>()
        let task = Task {
            for try await summaries in query.results(for: store) {
                found.add(summaries.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) })
            }
        }
        #expect(try await found.wait(for: 1) == [[420]])
        // Neither a sample nor a summary of another day is a change.
        try await store.save(walk(9, 10))
        try store.load("add summary on 2026-03-30 move 100 of 560 kcal")
        #expect(try await found.stays(at: 1))
        try store.load("add summary on 2026-03-29 move 280 of 560 kcal")
        #expect(try await found.wait(for: 2).last == [420, 280])
        task.cancel()
        try await task.value
    }

    @Test("Names of identifiers and of an error's message are HealthKit's")
    func names() {
        #expect(HKObjectType.workoutType().identifier == HKWorkoutTypeIdentifier)
        #expect(HKError(.errorNoData, "none").userInfo[NSLocalizedDescriptionKey] as? String == "none")
    }
}

import Foundation
import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// States of mind and questionnaires of the module HealthKit. Numbers are those of Apple's headers of iOS 18.
@Suite("HealthKit's states of mind and questionnaires")
struct StateOfMindTests {
    private static let date = Date(timeIntervalSince1970: 1_772_000_000)

    private func store() async throws -> HKHealthStore {
        let store = HKHealthStore(over: HealthStore.inMemory())
        let first = HKStateOfMind(
            date: Self.date, kind: .momentaryEmotion, valence: 0.6, labels: [.happy, .calm], associations: [.work, .selfCare],
            metadata: ["note": "kept"])
        let second = HKStateOfMind(date: Self.date + 60, kind: .dailyMood, valence: -0.5, labels: [.sad], associations: [])
        try await store.save([first, second])
        return store
    }

    private func states(_ predicate: NSPredicate? = nil, in store: HKHealthStore) async throws -> [Double] {
        let query = HKSampleQueryDescriptor(predicates: [.stateOfMind(predicate)], sortDescriptors: [SortDescriptor(\.startDate)])
        return try await query.result(for: store).map(\.valence)
    }

    @Test("A state of mind is read as it was saved, with its labels in Apple's order, and only the metadata of the app")
    func saving() async throws {
        let store = try await store()
        let query = HKSampleQueryDescriptor(predicates: [.stateOfMind()], sortDescriptors: [SortDescriptor(\.startDate)])
        let found = try await query.result(for: store)
        let one = try #require(found.first)
        #expect(found.count == 2 && one.sampleType == HKObjectType.stateOfMindType() && one.startDate == one.endDate)
        #expect(one.kind == .momentaryEmotion && one.valence == 0.6 && one.valenceClassification == .pleasant)
        #expect(one.labels == [.calm, .happy] && one.associations == [.selfCare, .work])
        #expect(one.metadata?.count == 1 && one.metadata?["note"] as? String == "kept")
        #expect(found[1].kind == .dailyMood && found[1].labels == [.sad] && found[1].associations.isEmpty && found[1].metadata == nil)
    }

    @Test("Predicates choose by valence, kind, label and association, alone and together")
    func predicates() async throws {
        let store = try await store()
        #expect(try await states(HKQuery.predicateForStatesOfMind(withValence: 0, operatorType: .lessThan), in: store) == [-0.5])
        #expect(try await states(HKQuery.predicateForStatesOfMind(withValence: 0.6, operatorType: .equalTo), in: store) == [0.6])
        #expect(try await states(HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Kind.dailyMood), in: store) == [-0.5])
        #expect(try await states(HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Label.calm), in: store) == [0.6])
        #expect(try await states(HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Association.family), in: store) == [])
        let both = NSCompoundPredicate(orPredicateWithSubpredicates: [
            HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Label.sad),
            HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Association.work),
        ])
        #expect(try await states(both, in: store) == [0.6, -0.5])
    }

    @Test("The classes of valence are sevenths, and there is none outside of the scale")
    func classes() {
        typealias Classification = HKStateOfMind.ValenceClassification
        let found = [-1, -0.6, -0.3, 0, 0.3, 0.6, 1].map { Classification(valence: $0)?.rawValue }
        #expect(found == [1, 2, 3, 4, 5, 6, 7])
        #expect(Classification(valence: 1.01) == nil && Classification(valence: .nan) == nil)
    }

    @Test("Labels and associations have the numbers of Apple's headers")
    func numbers() {
        typealias Mind = HKStateOfMind
        #expect([Mind.Label.amazed, .calm, .sad, .worried, .annoyed, .satisfied].map(\.rawValue) == [1, 7, 27, 31, 32, 38])
        #expect([Mind.Association.community, .currentEvents, .selfCare, .work, .weather].map(\.rawValue) == [1, 2, 13, 17, 18])
        #expect(Mind.Label(rawValue: 39) == nil && Mind.Association(rawValue: 0) == nil)
    }

    @Test("The score of a GAD-7 is the sum of its answers, and it is read as it was saved")
    func anxiety() async throws {
        let store = HKHealthStore(over: HealthStore.inMemory())
        // 1 + 2 + 3 + 0 + 3 + 1 + 2 = 12
        let answers: [HKGAD7Assessment.Answer] = [
            .severalDays, .moreThanHalfTheDays, .nearlyEveryDay, .notAtAll, .nearlyEveryDay, .severalDays, .moreThanHalfTheDays,
        ]
        let assessment = HKGAD7Assessment(date: Self.date, answers: answers)
        #expect(assessment.score == 12 && assessment.risk == .moderate)
        try await store.save(assessment)
        let found = try await HKSampleQueryDescriptor(predicates: [.gad7Assessment()], sortDescriptors: []).result(for: store)
        #expect(found == [assessment] && found.first?.answers == answers && found.first?.score == 12 && found.first?.metadata == nil)
        #expect(found.first?.sampleType == HKScoredAssessmentType(.GAD7))
    }

    @Test("The ninth answer of a PHQ-9 can be missing and has no points")
    func depression() async throws {
        let store = HKHealthStore(over: HealthStore.inMemory())
        let answers = Array(repeating: HKPHQ9Assessment.Answer.nearlyEveryDay, count: 8) + [.preferNotToAnswer]
        let assessment = HKPHQ9Assessment(date: Self.date, answers: answers)
        #expect(assessment.score == 24 && assessment.risk == .severe)
        try await store.save(assessment)
        let found = try await HKSampleQueryDescriptor(predicates: [.phq9Assessment()], sortDescriptors: []).result(for: store)
        #expect(found.first?.answers == answers && found.first?.score == 24)
    }

    @Test("A score that was saved without answers has none, and unknown words of a state of mind are left out")
    func others() async throws {
        let health = HealthStore.inMemory()
        try await health.load(
            """
            add 15 phq9 at 2026-03-01 08:00
            add 0.2 stateOfMind at 2026-03-01 08:00 with "kind" = "mood", "labels" = "calm, focused"
            """)
        let store = HKHealthStore(over: health)
        let score = try await HKSampleQueryDescriptor(predicates: [.phq9Assessment()], sortDescriptors: []).result(for: store).first
        #expect(score?.answers.isEmpty == true && score?.risk == .moderatelySevere && score?.score == 15)
        let mind = try await HKSampleQueryDescriptor(predicates: [.stateOfMind()], sortDescriptors: []).result(for: store).first
        #expect(mind?.kind == .momentaryEmotion && mind?.labels == [.calm])
    }
}

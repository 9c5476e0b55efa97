import DemoData
import Foundation
import TallyKit
import Testing

/// Adherence of random doses, compared with a definition that only counts.
@Suite("Adherence")
struct AdherenceTests {
    private static let statuses = [1: "notInteracted", 2: "notificationNotSent", 3: "snoozed", 4: "taken", 5: "skipped", 6: "notLogged"]

    private struct Dose {
        var medication: String
        /// Hours after the start of 2025.
        var scheduled: Double?
        var taken: Double
        var status: Int

        var sample: HealthSample {
            var facts = ["medication": medication]
            if let scheduled { facts["scheduledDate"] = hour(scheduled).ISO8601Format() }
            return HealthSample(.medicationDoses, from: hour(taken), value: Double(status), source: "Health", metadata: facts)
        }
    }

    /// Doses of three medications: at 4 and 16 o'clock or as needed, up to two days late, some of them twice.
    private func doses(_ random: inout LifeRandom) -> [Dose] {
        (0..<random.below(60)).flatMap { _ -> [Dose] in
            let scheduled = random.chance(0.2) ? nil : Double(random.below(20) * 12 + 4)
            let dose = Dose(
                medication: "M\(random.below(3))", scheduled: scheduled,
                taken: (scheduled ?? Double(random.below(240))) + Double(random.below(200)) / 4 - 2, status: 1 + random.below(6))
            guard random.chance(0.3) else { return [dose] }
            var other = dose
            (other.taken, other.status) = (dose.taken + 1, 1 + random.below(6))
            return [dose, other]
        }
    }

    /// The share of the doses that were due from hour `start` to hour `end`; nil without one.
    private func adherence(_ doses: [Dose], from start: Double, to end: Double, now: Double) -> Double? {
        var isTaken: [String: Bool] = [:]
        for dose in doses {
            guard let scheduled = dose.scheduled, scheduled <= now, (start..<end).contains(scheduled) else { continue }
            let key = "\(dose.medication) \(scheduled)"
            isTaken[key] = isTaken[key] == true || dose.status == 4
        }
        return isTaken.isEmpty ? nil : Double(isTaken.values.filter(\.self).count) / Double(isTaken.count)
    }

    @Test("S2.16 adherence is that of a definition that only counts, in any order of the samples", arguments: 1...12)
    func random(seed: Int) async throws {
        var random = LifeRandom(seed: UInt64(seed), day: 0, salt: 3)
        let doses = doses(&random)
        let now = 150.0
        let context = QueryContext(zone: "UTC", now: hour(now))
        let store = HealthStore.inMemory()
        try await store.add(doses.map(\.sample))
        let reversed = HealthStore.inMemory()
        for dose in doses.reversed() { try await reversed.add([dose.sample]) }
        let byDay = "adherence medicationDoses by day from 2025-01-01 to 2025-01-07 fill null"
        let days = try await store.answer(byDay, context: context).columns["adherence"]?.values
        let expected = (0..<6).map { adherence(doses, from: Double($0) * 24, to: Double($0 + 1) * 24, now: now) }
        #expect(days == expected)
        #expect(try await reversed.answer(byDay, context: context).columns["adherence"]?.values == expected)
        // Without a range, the doses from the first through the last count, also those that were scheduled before all others were taken.
        let whole = try await store.answer("adherence medicationDoses", context: context)
        #expect(whole.rows.first?["adherence"] == adherence(doses, from: 0, to: .infinity, now: now))
    }

    @Test("S2.16 adherence by medication")
    func medications() async throws {
        var random = LifeRandom(seed: 5, day: 0, salt: 3)
        let doses = doses(&random)
        let store = HealthStore.inMemory()
        try await store.add(doses.map(\.sample))
        let answer = try await store.answer(
            #"adherence medicationDoses by metadata "medication""#, context: QueryContext(zone: "UTC", now: hour(1000)))
        for (row, medication) in zip(answer.rows, ["M0", "M1", "M2"]) {
            let own = adherence(doses.filter { $0.medication == medication }, from: 0, to: .infinity, now: 1000)
            #expect(row["adherence"] == own)
        }
        #expect(answer.rows.count == 3)
    }
}

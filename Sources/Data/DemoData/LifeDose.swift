import HealthModel

/// A dose of a medication of a made-up life.
struct LifeDose {
    static let medications = [(name: "Levothyroxine 50 mcg", code: "966222"), (name: "Ibuprofen 400 mg", code: "197805")]

    /// The place in ``medications``. The first one has a schedule, and the second one is taken as needed.
    var medication = 0
    /// Seconds since 1970.
    var start: Int
    var scheduled: Int?
    var status = "Taken"

    /// Returns the doses of a day that were due by a time: two on schedule, and on some days one for a headache.
    static func doses(_ plan: DayPlan, seed: UInt64, until now: Int) -> [LifeDose] {
        var random = LifeRandom(seed: seed, day: plan.dayNumber, salt: 80)
        var doses = [7, 19].map { hour in
            let time = plan.instant(atSecondOfDay: hour * 3600)
            let draw = random.below(100)
            let status = draw < 86 ? "Taken" : draw < 92 ? "Skipped" : draw < 96 ? "Not Interacted" : "Snoozed"
            let delay = draw < 92 ? random.below(2400) : 0
            return LifeDose(start: time + delay, scheduled: time, status: status)
        }
        if random.chance(0.1) { doses.append(LifeDose(medication: 1, start: plan.instant(atSecondOfDay: 14 * 3600) + random.below(3600))) }
        return doses.filter { $0.start <= now }
    }
}

extension AutoExportWriter {
    func appendDoses(to text: inout [UInt8], _ manifest: inout ExportManifest) {
        var count = 0
        for day in life.dayNumbers {
            let plan = life.plan(day)
            for dose in LifeDose.doses(plan, seed: life.seed, until: life.nowSeconds) {
                text.append(count == 0 ? "\n" : ",\n")
                append(dose, plan, to: &text)
                count += 1
            }
        }
        manifest.sampleCounts[.doses] = count
        manifest.recordCount += count
    }

    private func append(_ dose: LifeDose, _ plan: DayPlan, to text: inout [UInt8]) {
        let medication = LifeDose.medications[dose.medication]
        func clock(_ seconds: Int) -> String { self.clock(Int64(seconds) * 1000, plan) }
        text.append("      {\"displayText\" : \"\(medication.name)\", \"start\" : \"\(clock(dose.start))\", ")
        text.append("\"end\" : \"\(clock(dose.start))\", ")
        if let scheduled = dose.scheduled { text.append("\"scheduledDate\" : \"\(clock(scheduled))\", ") }
        text.append("\"status\" : \"\(dose.status)\", \"isArchived\" : false, ")
        if dose.status == "Taken" || dose.status == "Skipped" { text.append("\"dosage\" : 1, ") }
        text.append(
            "\"codings\" : [{\"code\" : \"\(medication.code)\", \"system\" : \"http://www.nlm.nih.gov/research/umls/rxnorm\"}]}")
    }
}

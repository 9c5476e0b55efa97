import CalendarIntervals
import HealthModel

// Doses of medications. Decision 0193.
extension AutoExportReader {
    /// Adds a dose.
    mutating func add(dose entry: JSONValue, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let keys = ["scheduledDate", "start", "end"]
        let read = keys.map { key in
            entry[key].flatMap { $0.text?.isEmpty == true ? nil : $0 }.map { value in value.read { times.read($0) }?.instant }
        }
        // A date is missing, unreadable or known.
        guard !read.contains(.some(nil)) else { return writer.skip(.badDate, .doses) }
        let (scheduled, taken, end) = (read[0] ?? nil, read[1] ?? nil, read[2] ?? nil)
        guard let start = taken ?? scheduled else { return writer.skip(.missingDate, .doses) }
        guard let status = entry["status"]?.text, let type = CategoryType.doses else { return writer.skip(.missingValue, .doses) }
        let raw = type.rawValue(exportName: AutoExportWords.status(status))
        var facts = facts(of: entry, scheduled: scheduled)
        if raw == nil {
            let name = ImportFindings.kept(of: status).filter { !$0.isWhitespace }
            writer.note(.unknownCategoryValue, detail: name)
            facts.append((key: MetadataKey.categoryValueName, value: CategoryValues.medicationDoseName(of: name)))
        }
        // The app also repeats the amount of the schedule for a dose that was skipped.
        if raw == MedicationDose.taken, let amount = entry["dosage"]?.number {
            facts.append((key: MedicationDose.quantity, value: MedicationDose.text(amount, unit: nil)))
        }
        writer.source = source("")
        try writer.add(raw ?? CategoryType.unlistedRaw, of: .doses, from: start, to: end ?? start, metadata: facts, deliver)
    }

    /// Returns the facts that stay the same in later exports. A nickname and the archive can change, which would make another sample.
    private func facts(of entry: JSONValue, scheduled: Int64?) -> [(key: String, value: String)] {
        var facts: [(key: String, value: String)] = []
        func add(_ key: String, _ value: String?) {
            let kept = value.map { ImportFindings.kept(of: $0) } ?? ""
            if !kept.isEmpty { facts.append((key, kept)) }
        }
        add(MedicationDose.medication, entry["displayText"]?.text ?? entry["nickname"]?.text)
        add(MedicationDose.scheduleType, scheduled == nil ? MedicationDose.asNeeded : MedicationDose.scheduled)
        add(MedicationDose.scheduledDate, scheduled.map { ISO8601.text(of: Instant(milliseconds: $0), in: .utc) })
        let form = entry["form"]?.text?.lowercased()
        add(MedicationDose.form, form == "unknown" ? nil : form)
        let codings = entry["codings"]?.elements.compactMap { coding in
            coding["code"]?.text.map { code in (coding["system"]?.text.map { $0 + " " } ?? "") + code }
        }
        add(MedicationDose.codings, codings?.joined(separator: ", "))
        return facts
    }
}

/// Questions about the time in zones of heart rate or power, which iOS 27 records with workouts.
extension QuestionForm {
    /// The numbers of zones. Greater numbers are limits of the person's own, such as 120 to 140.
    private static let zoneNumbers = 1.0...9.0

    /// Returns the forms of a question about zones: with the recorded times first, then with those of heart rates. Only this form for other
    /// questions.
    ///
    /// Stores of older phones and of Android have heart rates, and no zones.
    var inZones: [QuestionForm] {
        guard let zone = recordedZone, let recorded = inRecorded(zone) else { return [self] }
        // Heart rates have no power, and no zones with numbers.
        let hasOthers = zone.kind == .zone || zone.value.isEmpty
        return hasOthers && !isOfPower(zone) ? [recorded, self] : [recorded]
    }

    /// The zone that the question names, with its condition, or all zones. Nil without zones, and for limits of the person's own.
    private var recordedZone: Slot? {
        let named = slots.filter { slot in
            [.zone, .zones].contains(slot.kind) || slot.kind == .limit && slot.words.contains { ["zone", "zones"].contains($0) }
        }
        guard named.count == 1, var zone = named.first, all(.limit).allSatisfy({ $0.words == zone.words }) else { return nil }
        let numbers = zone.value.split { " ,()".contains($0) }.compactMap { Double($0) }
        guard numbers.allSatisfy(Self.zoneNumbers.contains) else { return nil }
        if zone.kind == .zones, !numbers.isEmpty { zone.value = "in (\(zone.value))" }
        zone.value = zone.value.split(separator: " ").joined(separator: " ")
        return zone
    }

    private func isOfPower(_ zone: Slot) -> Bool {
        zone.words.contains("power") || [.read, .either].contains { first($0)?.value.contains("Power") == true }
    }

    /// Returns the form with the recorded time in a zone as its subject. Nil if the question is not about a time.
    private func inRecorded(_ zone: Slot) -> QuestionForm? {
        guard ![.hours, .many, .amount, .number].contains(where: has) else { return nil }
        // "My average heart rate in zone 2"
        let values: [SlotKind] = [.average, .extreme, .latest, .newest, .first, .trend, .inRange]
        let asksForTime = has(.long) || zone.words.contains("time")
        guard asksForTime || !values.contains(where: has) && !has(.read) else { return nil }
        let isPower = isOfPower(zone)
        let measured = isPower ? "cyclingPower" : "heartRate"
        guard subjects.allSatisfy({ $0.kind == .workout || $0.kind == .read && $0.value == measured }) else { return nil }
        var form = filtering { ![.read, .zone, .zones, .limit].contains($0.kind) && !($0.kind == .either && isPower) }
        // "On my runs"
        for index in form.slots.indices where form.slots[index].kind == .workout {
            let activity = form.slots[index].value
            form.slots[index].kind = .during
            form.slots[index].value = activity.isEmpty ? "workouts" : "workouts is \(activity)"
        }
        form.add(Slot(kind: .sum, value: "\(measured)Zones", words: zone.words, isNamed: true))
        // "By month" and the zones are two groups.
        if zone.value.isEmpty, !has(.per) { form.replace(.by, by: .per) }
        form.add(
            zone.value.isEmpty
                ? Slot(kind: .by, value: "zone", words: []) : Slot(kind: .condition, value: "zone \(zone.value)", words: zone.words))
        form.note("the zones of workouts, since iOS 27")
        return form
    }
}

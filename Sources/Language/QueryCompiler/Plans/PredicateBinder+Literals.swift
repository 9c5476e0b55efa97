import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import TerminalText

/// The right side of a condition: numbers, texts, slots of profiles, category values and activities.
extension PredicateBinder {
    func number(_ literal: Literal, _ kind: NumberKind) throws(Reported) -> Double {
        switch (literal, kind) {
        case (.number(let number, nil), .value(let field)):
            guard let field else { return number.value }
            if metric?.hasSmallShares != true { binder.noteFraction(literal, in: ColumnUnit(field.shown), named: field.name) }
            return HealthUnit.convert(ColumnUnit(field.shown).stored(number.value), from: field.shown, to: field.stored) ?? number.value
        case (.number(let number, let text?), .value(let field)):
            let unit: HealthUnit
            if let metric, metric.storageUnit != nil {
                unit = try binder.unit(text, for: MeasuredMetric(info: metric))
            } else {
                guard field != nil, case .success(let written) = HealthUnit.parseForPeople(text.text) else { return number.value }
                unit = written
            }
            guard let field else { return number.value }
            guard let converted = ColumnUnit(field.stored).stored(number.value, in: unit) else {
                throw binder.report(
                    .incompatibleUnit, "this field is measured in \(field.shown.symbol)", at: text.range,
                    help: "use \(field.shown.symbol)")
            }
            return converted
        case (.number(let number, let text), .seconds):
            guard let text else {
                throw binder.report(
                    .missingUnit, "a duration needs a unit", at: number.range, help: "write `\(number.text)min` or `\(number.text)s`")
            }
            guard case .success(let unit) = HealthUnit.parseForPeople(text.text),
                let seconds = HealthUnit.convert(number.value, from: unit, to: .second)
            else {
                throw binder.report(
                    .incompatibleUnit, "`\(text.text)` is not a unit of time", at: text.range, help: "use `s`, `min` or `hr`")
            }
            return seconds
        case (.duration(let amount), .seconds):
            if let seconds = try times.distance(.amount(amount), binder).fixedSeconds { return seconds }
            throw binder.report(
                .unfixedDuration, "a \(amount.unit.name) doesn't have a fixed length", at: amount.range, help: "use hours or days")
        case (let other, .value):
            throw binder.report(
                .numberExpected, "expected a number", at: other.range, help: "compare with a number, as in `value > 100`")
        case (let other, _):
            throw binder.report(.numberExpected, "expected a duration", at: other.range, help: "write for example `10min` or `2h`")
        }
    }

    func names(_ literal: Literal) throws(Reported) -> [String] {
        switch literal {
        case .texts(let texts): return texts.map(\.value)
        case .name(let name): return [name.text]
        case .number(let number, nil): return [number.text]
        case .bool(let value, _): return [value ? "1" : "0"]
        case let other:
            throw binder.report(.textExpected, "expected text", at: other.range, help: "write text in quotes, as in `source = \"Watch\"`")
        }
    }

    func slot(_ literal: Literal, _ profile: Profile) throws(Reported) -> Int {
        if case .weekday(let phrase) = literal, profile == .weekday {
            return phrase.weekday.rawValue - 1
        }
        if profile != .weekday, let names = profile.slotNames {
            let word = if case .name(let name) = literal { name.key } else { "" }
            if let slot = names.firstIndex(of: word) { return slot }
            throw binder.report(
                .unknownValue, "expected \(names.listed(with: "or"))", at: literal.range,
                help: "write for example `\(profile.phrase) is \(names[1])`",
                fix: .spelling(Suggestion.best(for: word, among: names), at: literal.range))
        }
        if case .time(let time) = literal, profile == .hourOfDay, time.minute == 0, time.second == 0 { return time.hour }
        if case .number(let number, nil) = literal, number.value == number.value.rounded(), abs(number.value) < 1000 {
            let slot = Int(number.value) - profile.firstNumber
            if (0..<profile.slotCount).contains(slot) { return slot }
        }
        let range = "\(profile.firstNumber) to \(profile.firstNumber + profile.slotCount - 1)"
        throw binder.report(
            .numberExpected, profile == .weekday ? "expected a weekday" : "expected a number from \(range)", at: literal.range,
            help: profile == .weekday ? "write a weekday such as `monday`" : "write a number such as `\(profile.firstNumber)`")
    }

    /// Returns the names in exports of a value that is not in the tables, which the store has or which is written in quotes or with its
    /// name in exports. Nil for other values.
    func unlistedValue(_ literal: Literal, _ type: CategoryType) -> [String]? {
        let name: String
        var isQuoted = false
        switch literal {
        case .texts(let texts) where texts.count == 1: (name, isQuoted) = (texts[0].value, true)
        case .name(let written): name = written.text
        default: return nil
        }
        if type.rawValues(named: name) != nil { return nil }
        if !isQuoted {
            let stored = binder.storedNames(name, of: type.id, shortName: type.shortName(unlisted:))
            if !stored.isEmpty { return stored }
            if binder.context.contents.mayGainNames, !name.isEmpty, Double(name) == nil { return type.unlistedExportNames(of: name) }
        }
        guard isQuoted || name.hasPrefix(CategoryValues.prefix) else { return nil }
        guard !name.isEmpty, Double(name) == nil else { return nil }
        // No list has the texts of laboratories.
        if type.id != .textsOfLabs { noteUnlisted(name, "a value of \(type.id.shortName)", at: literal.range) }
        return type.unlistedExportNames(of: name)
    }

    private func noteUnlisted(_ name: String, _ kind: String, named word: String = "name", at range: SourceRange) {
        binder.report(
            .unlistedName, "Tally does not know `\(name)` as \(kind), so it matches only samples that were imported with this \(word)",
            at: range)
    }

    func categoryValues(_ literal: Literal, _ type: CategoryType) throws(Reported) -> [Int] {
        let name: String
        switch literal {
        case .name(let written): name = written.text
        case .texts(let texts) where texts.count == 1: name = texts[0].value
        case .number(let number, nil): name = number.text
        default: name = ""
        }
        if let values = type.rawValues(named: name) ?? unlistedNumber(name, type, at: literal.range) {
            guard let part = metric?.part, let own = part.values, !values.allSatisfy(own.contains) else { return values }
            throw binder.report(
                .unknownValue, "`\(part.name)` has no value `\(name)`", at: literal.range,
                help: "use `\(type.id.shortName)` instead of `\(part.name)`",
                note: "`\(part.name)` means \(type.id.shortName) with the value \(type.shortNames(of: own).listed(with: "or"))")
        }
        let known =
            type.values.map(\.name) + (type.rawValues(named: "asleep") == nil ? [] : ["asleep", "unspecified", "core", "deep", "rem"])
        let suggestion = Suggestion.best(for: name, among: type.valueNames)
        throw binder.report(
            .unknownValue, "\(type.id.shortName) has no value `\(name)`", at: literal.range,
            help: known.isEmpty
                ? "use a number, or write the name of the value in quotes"
                : "use one of these values: \(known.joined(separator: ", "))",
            note: known.isEmpty ? nil : "if a newer system has this value, write its name in quotes",
            fix: .spelling(suggestion, at: literal.range))
    }

    private func storedActivities(_ name: String) -> [String]? {
        let stored = binder.storedNames(name, of: .workouts) { WorkoutActivityType(exportName: $0).shortName }
        guard stored.isEmpty else { return stored }
        return binder.context.contents.mayGainNames ? [WorkoutActivityType.unlistedExportName(of: name)] : nil
    }

    /// Returns a raw value that is not in the tables, such as 7; nil for other texts.
    private func unlistedNumber(_ text: String, _ type: CategoryType, at range: SourceRange) -> [Int]? {
        guard let number = Int(text), number >= 0, number <= Int(Int32.max) else { return nil }
        noteUnlisted(text, "a value of \(type.id.shortName)", named: "number", at: range)
        return [number]
    }

    func activities(_ literal: Literal) throws(Reported) -> [String] {
        let names = try names(literal)
        var activities: [String] = []
        for name in names {
            if let activity = WorkoutActivityType.named(name) {
                activities.append(activity.exportName)
            } else if name.hasPrefix("HKWorkoutActivityType") {
                activities.append(name)
            } else if case .name = literal, let stored = storedActivities(name) {
                activities += stored
            } else if case .texts = literal, !name.isEmpty {
                noteUnlisted(name, "an activity", at: literal.range)
                activities.append(WorkoutActivityType.unlistedExportName(of: name))
            } else {
                let suggestion = Suggestion.best(for: name, among: WorkoutActivityType.all.map(\.shortName))
                throw binder.report(
                    .unknownValue, "unknown activity `\(name)`", at: literal.range,
                    help: "use one of Apple's names, such as `running`, `cycling` or `traditionalStrengthTraining`",
                    note: "if a newer system has this activity, write its name in quotes",
                    fix: names.count == 1 ? .spelling(suggestion, at: literal.range) : nil)
            }
        }
        return activities
    }
}

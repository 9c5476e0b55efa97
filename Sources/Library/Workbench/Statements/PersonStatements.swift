import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs the statements about people: `describe person`, `forget person`, `rename person`, `set person`, `show persons`.
extension StatementRunner {
    func run(_ statement: PersonStatement, at range: SourceRange) throws -> Outcome {
        switch statement {
        case .describe(let name): return try describe(person: name)
        case .forget(let name, let isConfirmed): return try forget(person: name, isConfirmed: isConfirmed, at: range)
        case .rename(let name, let other): return try rename(person: name, to: other)
        }
    }

    // MARK: Which person

    /// Returns the store of the person that a statement writes for: the one it names, that of the session, or the only one.
    func store(for person: Name?, _ verb: String, at range: SourceRange) throws -> HealthStore {
        let known = try session.readToWrite { try $0.persons() }
        if let person {
            let id = try id(of: person)
            // Only the owner adds people.
            if session.actor != nil, !id.isEmpty, !known.contains(where: { $0.id == id }) {
                throw tell(unknownPerson(person.text, among: [], at: person.range))
            }
            return session.store(of: id)
        }
        if let person = session.settings.queries.person { return session.store(of: person) }
        if known.count > 1 {
            // An app learns no ids of people.
            let example = session.actor == nil ? word(known.last?.id ?? "") : "…"
            throw tell(
                Diagnostic(
                    .severalPersons, "`\(verb)` needs a person, because the store has several", at: range,
                    help: "add `for person \(example)`, or use `set person = …` first"))
        }
        return known.first?.id.isEmpty ?? true ? session.store : session.store(of: known.first?.id)
    }

    /// Returns the stores of the people that a setting is for: the one that the statement names, that of the session, or all.
    func stores(for person: Name?) throws -> [HealthStore] {
        if let person { return [session.store(of: try id(of: person))] }
        if session.settings.queries.person != nil { return [session.store] }
        let persons = try session.read { try $0.persons() }
        // The store of a single person without a name can be one that doesn't keep people.
        return persons.map(\.id) == [""] ? [session.store] : persons.map { session.store(of: $0.id) }
    }

    func onePersonNeeded(for verb: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .severalPersons, "`\(verb)` works for one person, but this concerns several", at: range,
            help: "choose one person with `where person is …`, or with `set person = …`")
    }

    /// Returns the id that a name means: without spaces around it, and empty for the person without a name.
    func id(of name: Name) throws -> String {
        guard let id = name.personID else { throw tell(.unusableID(name)) }
        return id
    }

    /// Returns the person of the store with that name.
    ///
    /// - Parameter isForgotten: True if the person is deleted. Then another person is only named, because a fix would delete that one.
    private func person(_ name: Name, isForgotten: Bool = false) throws -> Person {
        let id = try id(of: name)
        let known = try session.storage.used.read { try $0.persons() }
        if let person = known.first(where: { $0.id == id }) { return person }
        let mistake = unknownPerson(name.text, among: known.map(\.id), at: name.range)
        guard isForgotten else { throw tell(mistake) }
        let help = "`show persons` lists the persons of the store"
        throw tell(mistake.withoutFix.withHelp(mistake.fix?.help.map { "\($0) \(help)" } ?? help))
    }

    private func word(_ id: String) -> String {
        let isPlain = !id.isEmpty && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain ? id : "\"\(id.replacing("\"", with: "\"\""))\""
    }

    func setPerson(_ set: SetStatement) throws -> Outcome {
        let findings = try session.storage.used.read { reader -> [Diagnostic] in
            var settings = session.settings
            let found = SettingCatalog.apply(set, in: source, context: try session.context(reading: reader), to: &settings)
            guard found.isEmpty else { return found }
            let known = try reader.persons().map(\.id)
            if let id = settings.queries.person, !known.contains(id) { return [unknownPerson(id, among: known, at: set.value.range)] }
            session.settings.queries.person = settings.queries.person
            return []
        }
        findings.forEach { output.report($0, in: source) }
        return findings.isEmpty ? .fine : .wrong
    }

    private func unknownPerson(_ text: String, among known: [String], at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .unknownPerson, "the store has no person `\(text)`", at: range,
            // An app can't list the people, and learns no ids.
            help: session.actor == nil ? "`show persons` lists the persons of the store" : nil,
            fix: session.actor == nil ? .spelling(Suggestion.best(for: text, among: known.filter { !$0.isEmpty }), at: range) : nil)
    }

    // MARK: Lists

    func personRows() throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let persons = try reader.personSummaries()
            let attributes = Set(persons.flatMap(\.person.attributes.keys)).sorted()
            func day(_ instant: Instant?, _ person: Person) -> String {
                instant.map { ISO8601.text(of: (person.zone.flatMap(Zone.named) ?? zone).date(at: $0)) } ?? ""
            }
            let facts = persons.map { summary in
                attributes.compactMap { name in
                    PersonField.attribute(name).value(of: summary.person).map { "\(name) \(text(of: $0))" }
                }.joined(separator: ", ")
            }
            return [
                "person": .texts(persons.map(\.person.printedID)),
                "zone": .texts(persons.map { $0.person.zone ?? zone.identifier }),
                "samples": .counts(persons.map(\.sampleCount)),
                "first": .dates(persons.map { day($0.firstStart, $0.person) }),
                "last": .dates(persons.map { day($0.lastEnd, $0.person) }),
                "attributes": .details(facts),
            ]
        }
    }

    private func text(of value: KeyValue) -> String {
        if case .number(let number) = value { NumberText.exact(number) } else { value.text }
    }

    private func describe(person name: Name) throws -> Outcome {
        let person = try person(name)
        try session.storage.used.read { reader in
            let view = try reader.view(of: person.id)
            let zone = try person.zone.flatMap(Zone.named) ?? session.zone(in: view)
            let summaries = try view.metricSummaries()
            var lines = [("person", person.printedID), ("zone", zone.identifier)]
            for attribute in person.attributes.keys.sorted() {
                lines.append((attribute, PersonField.attribute(attribute).value(of: person).map(text) ?? ""))
            }
            lines.append(("samples", Wording.number(summaries.reduce(0) { $0 + $1.count })))
            if let first = summaries.map(\.firstStart).min(), let last = summaries.map(\.lastEnd).max() {
                lines.append(("from", DayRange(first, last, zone).text))
            }
            let used = Set(summaries.flatMap { $0.sources.map(\.source) })
            let sources = try view.sources().filter { used.contains($0.key) }.map(\.value.name).sorted()
            lines.append(("sources", sources.joined(separator: ", ")))
            lines.append(("metrics", summaries.map { "\($0.metric.shortName) \(Wording.number($0.count))" }.joined(separator: ", ")))
            let width = lines.map(\.0.count).max() ?? 0
            let room = output.screen.width.map { max($0 - width - 2, 20) } ?? .max
            for (label, text) in lines {
                for (index, part) in ScreenText.wrapped(ScreenText.visible(text), to: room).enumerated() {
                    output.write(ScreenText.padded(index == 0 ? label : "", to: width) + "  " + part + "\n")
                }
            }
        }
        return .fine
    }

    // MARK: Changes

    private func demandPersons() throws {
        try demandWritable()
        guard session.storage.store.keepsPersons else { throw CommandError(.unavailable, "this store doesn't keep persons") }
    }

    private func forget(person name: Name, isConfirmed: Bool, at range: SourceRange) throws -> Outcome {
        try demandPersons()
        let person = try person(name, isForgotten: true)
        let count = try session.storage.store.read { try $0.view(of: person.id).metricSummaries().reduce(0) { $0 + $1.count } }
        let who = person.id.isEmpty ? "the person without a name" : "the person \(person.id)"
        let what = "\(Wording.count(count, "sample")) of \(who)"
        guard try isConfirmed || mayDelete(what, " for good", at: range) else { return .fine }
        let gone = try session.waiting(output) { try session.storage.store.forgetNow(person: person.id) }
        if session.settings.queries.person == person.id { session.settings.queries.person = nil }
        session.last.forget()
        var parts = [Wording.count(gone.samples, "sample")]
        if gone.workouts > 0 { parts.append(Wording.count(gone.workouts, "workout")) }
        if gone.activitySummaries > 0 {
            parts.append(Wording.count(gone.activitySummaries, "activity summary", plural: "activity summaries"))
        }
        parts.append(Wording.count(gone.sources, "source"))
        output.note("forgot \(who): \(parts.joined(separator: ", "))")
        if !gone.isErased {
            output.note("another program uses the store, so deleted bytes remain in its files until `tally doctor` runs alone")
        }
        return .fine
    }

    private func rename(person name: Name, to other: Name) throws -> Outcome {
        try demandPersons()
        let person = try person(name)
        guard let id = Person.id(other.text) else { throw tell(.unusableID(other)) }
        guard try !session.storage.store.read({ try $0.persons() }).contains(where: { $0.id == id && $0.id != person.id }) else {
            throw tell(
                Diagnostic(
                    .takenPerson, "the store already has a person `\(id)`", at: other.range,
                    help: "choose another id; the samples of two persons are never combined"))
        }
        try session.waiting(output) { try session.storage.store.renameNow(person: person.id, to: id) }
        if session.settings.queries.person == person.id { session.settings.queries.person = id }
        output.note("\(person.id.isEmpty ? "the person without a name" : person.id) is now \(id)")
        return .fine
    }
}

import QueryPlan
import QuerySyntax
import Scripts
import StoreCommands
import TallyKit
import TerminalText

/// Runs `show prescriptions` and `show prescription 3`.
extension StatementRunner {
    func prescriptionRows() throws -> KeyValuePairs<String, ListColumn> {
        try session.read { reader in
            let zone = try session.zone(in: reader)
            let found = try StoredRecording.all(.visionPrescriptions, in: reader)
            let numbers = ListColumn.counts(found.indices.map { $0 + 1 })
            let issued = ListColumn.dates(found.map { String(ISO8601.text(of: $0.start, in: zone).prefix(10)) })
            let expires = ListColumn.dates(found.map { $0.expiration(in: zone) })
            let kinds = ListColumn.texts(found.map(\.value))
            let right = ListColumn.numbers(found.map { Lens.of(.right, in: $0.facts)?.values[.sphere] })
            let left = ListColumn.numbers(found.map { Lens.of(.left, in: $0.facts)?.values[.sphere] })
            let sources = ListColumn.details(found.map(\.source))
            guard try reader.persons().count > 1 else {
                return [
                    "number": numbers, "issued": issued, "expires": expires, "kind": kinds, "rightSphere": right, "leftSphere": left,
                    "source": sources,
                ]
            }
            return [
                "number": numbers, "person": .texts(found.map(\.person)), "issued": issued, "expires": expires, "kind": kinds,
                "rightSphere": right, "leftSphere": left, "source": sources,
            ]
        }
    }

    func showPrescription(_ number: Count, of list: ListReference, output wanted: QuerySyntax.Output?) throws -> Outcome {
        let (one, zone) = try session.readToAnswer { reader in
            let all = try StoredRecording.all(.visionPrescriptions, in: reader)
            return (try entry(number, of: list, in: all, reader), try session.zone(in: reader))
        }
        let (right, left) = (Lens.of(.right, in: one.facts), Lens.of(.left, in: one.facts))
        let fields = Lens.Field.allCases.filter { right?.values[$0] != nil || left?.values[$0] != nil }
        if wanted != nil {
            func values(_ lens: Lens?) -> [KeyValue?] { fields.map { lens?.values[$0].map { .number($0) } } }
            let columns = [
                KeyColumn(name: "field", values: fields.map { .text($0.rawValue) }), KeyColumn(name: "right", values: values(right)),
                KeyColumn(name: "left", values: values(left)), KeyColumn(name: "unit", values: fields.map { .text($0.unit) }),
            ]
            try write(columns, rowCount: fields.count, wanted)
            return .fine
        }
        func numbers(_ lens: Lens?) -> ListColumn { .numbers(fields.map { lens?.values[$0] }) }
        self.list([
            "field": .texts(fields.map(\.rawValue)), "right": numbers(right), "left": numbers(left), "unit": .texts(fields.map(\.unit)),
        ])
        let expiration = one.expiration(in: zone)
        let brand = one.facts[MetadataKey.brand].map { ", brand \(ScreenText.visible($0))" } ?? ""
        output.note(
            "prescription for \(ScreenText.visible(one.value)) of \(ISO8601.text(of: one.start, in: zone).prefix(10))"
                + (expiration.isEmpty ? "" : ", valid until \(expiration)") + brand)
        if fields.isEmpty { output.note("the numbers of this prescription are only in a picture, which the store does not have") }
        return .fine
    }
}

extension StoredRecording {
    /// Returns the last day of a prescription; empty if it does not expire.
    fileprivate func expiration(in zone: Zone) -> String {
        guard let text = facts[MetadataKey.expirationDate] else { return "" }
        return ISO8601.read(text).map { String(ISO8601.text(of: $0.instant(in: zone), in: zone).prefix(10)) } ?? text
    }
}
